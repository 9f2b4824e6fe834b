//! What can be asked for: the table of settings, settings in JSON, ranges of figures, and great numbers.

use bmcplan::ask::modes::MODES;
use bmcplan::ask::settings_table::SETTINGS;
use bmcplan::ask::{JsonCount, NameStyle, Settings};
use bmcplan::plan::Metric;
#[cfg(feature = "workshop")]
use bmcplan_workshop::FigureRange;
use expect_test::expect;

#[test]
fn the_table_of_settings_is_sound() {
    let usual = Settings::default().options_in(Metric::Actions, 1).unwrap();
    for (index, setting) in SETTINGS.iter().enumerate() {
        assert!(SETTINGS[..index].iter().all(|other| other.name != setting.name), "{}", setting.name);
        for other in setting.needs.iter().chain(setting.excludes) {
            assert!(SETTINGS.iter().any(|row| row.name == *other), "{}: {other}", setting.name);
        }
        assert!(MODES.iter().any(setting.modes), "{}", setting.name);
        assert!(!setting.name.is_empty() && !setting.help().is_empty(), "{}", setting.name);
        // The default in help is that of the planner.
        if let Some(default) = setting.default {
            let given = Settings::default().with(setting.name, default).unwrap();
            let options = given.options_in(Metric::Actions, 1);
            assert!(
                options.is_ok_and(|options| options == usual) || given.check().is_err(),
                "{}",
                setting.name
            );
        }
    }
}

#[test]
fn modes_have_the_names_of_the_planner() {
    for mode in MODES {
        assert_eq!((mode.planner)(3).name(), mode.name);
    }
}

fn settings(json: &str) -> Result<Settings, String> {
    let settings: Settings = serde_json::from_str(json).map_err(|error| error.to_string())?;
    settings.check().map_err(|fault| fault.in_words(NameStyle::Options))?;
    Ok(settings)
}

#[test]
fn settings_are_read_and_written() {
    let read = settings(r#"{"mode": "horizon", "horizon": 7, "count": false, "at-most-one": "ladder"}"#);
    let written = serde_json::to_string(read.as_ref().unwrap()).unwrap();
    assert_eq!(written, r#"{"at_most_one":"ladder","horizon":7,"mode":"fixed"}"#);
    assert_eq!(settings(&written), read);
    for sound in [r#"{"fewest": true}"#, r#"{"fewest": true, "count": true}"#] {
        assert!(settings(sound).is_ok(), "{sound}");
    }
    let refused = [
        r#"{"mode": "pdr", "heuristic": "lmcut"}"#,
        r#"{"limit": 3}"#,
        r#"{"mode": "minimize"}"#,
        r#"{"lower_bond": "hmax"}"#,
        r#"{"max_horizon": -1}"#,
        r#"{"solver": 3}"#,
        r#"{"memory": "1e99"}"#,
    ];
    expect![[r#"
        --heuristic makes no sense with --pdr; it goes with --search
        --limit makes no sense without --all; add that, or leave it out
        --minimize needs --horizon, the greatest number of steps
        lower_bond: there is no such setting; lower_bound is one
        max_horizon: a number from 0 on is meant
        solver: a name is meant
        memory: megabytes are meant, more than 0, such as 4000"#]]
    .assert_eq(&refused.map(|json| settings(json).unwrap_err()).join("\n"));
}

#[test]
fn great_counts_are_strings() {
    for (count, text) in [
        (0, "0"),
        (1 << 53, "9007199254740992"),
        ((1 << 53) + 1, "\"9007199254740993\""),
        (u128::MAX, "\"340282366920938463463374607431768211455\""),
    ] {
        assert_eq!(serde_json::to_string(&JsonCount(count)).unwrap(), text);
    }
}

#[cfg(feature = "workshop")]
#[test]
fn ranges_of_figures() {
    let read = |text: &str| {
        text.parse::<FigureRange>().map(|range| range.to_string()).map_err(|error| error.to_string())
    };
    for (text, shown) in [
        ("30..40", "30..40"),
        ("30..", "30.."),
        ("..40", "..40"),
        ("7", "7"),
        ("0.25..0.5", "0.25..0.5"),
        ("30..=40", "30..40"),
        ("5..5", "5"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(shown));
    }
    for text in ["", "..", "a..b", "3-4", "-1..", "1..2..3", "nan", "inf.."] {
        assert!(read(text).unwrap_err().contains("is not a range"), "{text}");
    }
    assert!(read("40..30").unwrap_err().contains("write the smaller number first"));
}
