//! A setting: what can be said about how a question is answered, as a row of the [table](super::settings_table).

use std::path::PathBuf;
use std::time::Duration;

use bmcplan_sat::figures::parse_duration;
use bmcplan_task::plan::{Cost, Metric};

use super::modes::ModeRow;
use super::settings::Settings;

/// A row of the table.
#[derive(Debug)]
pub struct Setting {
    /// Its name, with dashes between words.
    pub name: &'static str,
    /// The values that it takes, and where they go.
    pub form: Form,
    /// The heading of help that it stands under.
    pub heading: &'static str,
    /// One line of help, but for what depends on the build; it or `details` names the values of [`Form::Name`].
    pub help: &'static str,
    /// The rest of that line; may be empty.
    pub help_of_build: fn() -> String,
    /// Sentences that long help adds; may be empty.
    pub details: &'static str,
    /// The value that holds if none is given, where that is always the same.
    pub default: Option<&'static str>,
    /// Is it left out of short help?
    pub is_rare: bool,
    /// Does it go with a mode?
    pub modes: fn(&ModeRow) -> bool,
    /// Settings without which it makes no sense: one of them has to be given, if there are any.
    pub needs: &'static [&'static str],
    /// The metrics that it goes with.
    pub metrics: &'static [Metric],
    /// Settings that it cannot stand beside.
    pub excludes: &'static [&'static str],
    /// Is it about formulas, so that it has no effect where an answer comes without one?
    pub is_of_formulas: bool,
    /// Does it change the question, so that answers with and without it have nothing to disagree about?
    pub changes_the_question: bool,
    /// Does it write files?
    pub writes_files: bool,
}

/// The values of a setting, each with what it does to settings.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// None: it is given or not.
    Flag(fn(&mut Settings)),
    /// A whole number, at least this one.
    Number(usize, fn(&mut Settings, usize)),
    /// One of these names.
    Name(fn() -> Vec<&'static str>, Update),
    /// A text that is parsed.
    Text {
        /// Returns its placeholder in help.
        value_name: &'static str,
        /// Names that it may be, among others; they can be completed.
        names: fn() -> Vec<String>,
        /// Parses it.
        update: Update,
    },
    /// A time: seconds, or `90s`, `2m`, `500ms`.
    Time(fn(&mut Settings, Duration)),
    /// Megabytes of 10⁶ bytes, which may have decimals; in bytes.
    Megabytes(fn(&mut Settings, usize)),
    /// A cost, which may have decimals.
    Cost(fn(&mut Settings, Cost)),
    /// The path of a folder.
    Folder(fn(&mut Settings, PathBuf)),
}

/// Parses a text into settings; the error says what is wrong with it.
pub type Update = fn(&mut Settings, &str) -> Result<(), String>;

impl Form {
    /// Builds a text of which no names are known.
    pub(super) const fn text(value_name: &'static str, update: Update) -> Self {
        Self::Text { value_name, names: Vec::new, update }
    }

    /// Returns its placeholder in help.
    pub fn value_name(self) -> &'static str {
        match self {
            Self::Flag(_) => "",
            Self::Number(..) => "N",
            Self::Name(..) => "NAME",
            Self::Text { value_name, .. } => value_name,
            Self::Time(_) => "TIME",
            Self::Megabytes(_) => "MB",
            Self::Cost(_) => "COST",
            Self::Folder(_) => "FOLDER",
        }
    }
}

impl Setting {
    /// Returns its name as a keyword of Python.
    pub fn keyword(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Returns one line of help.
    pub fn help(&self) -> String {
        self.help.to_owned() + &(self.help_of_build)()
    }

    /// Checks whether it has an effect in `mode`. Settings of formulas have one where formulas are made.
    pub fn matters_in(&self, mode: &ModeRow) -> bool {
        (self.modes)(mode) && (!self.is_of_formulas || mode.makes_formulas)
    }

    /// Reads a value into settings.
    ///
    /// # Errors
    /// The fault of the value, in a line.
    pub fn read(&self, value: &str, settings: &mut Settings) -> Result<(), String> {
        match self.form {
            Form::Flag(update) if matches!(value, "" | "true") => {
                update(settings);
                Ok(())
            }
            Form::Flag(_) => Err("it takes no value".to_owned()),
            Form::Number(least, update) => match value.parse::<usize>() {
                Ok(number) if number < least => Err(format!("a number from {least} on is meant")),
                parsed => parsed.map(|number| update(settings, number)).map_err(|error| error.to_string()),
            },
            Form::Name(names, update) if names().contains(&value) => update(settings, value),
            Form::Name(names, _) => {
                Err(format!("nothing is called `{value}`; there are: {}", names().join(", ")))
            }
            Form::Text { update, .. } => update(settings, value),
            Form::Time(update) => {
                parse_duration(value).map(|time| update(settings, time)).map_err(|error| error.to_string())
            }
            Form::Megabytes(update) => bytes(value)
                .map(|bytes| update(settings, bytes))
                .ok_or_else(|| "megabytes are meant, more than 0, such as 4000".to_owned()),
            Form::Cost(update) => Cost::read(value)
                .map(|cost| update(settings, cost))
                .ok_or_else(|| "a cost is meant, such as 37 or 3.5".to_owned()),
            Form::Folder(update) => {
                update(settings, value.into());
                Ok(())
            }
        }
    }
}

/// Converts megabytes to bytes.
fn bytes(megabytes: &str) -> Option<usize> {
    const MEGABYTE: f64 = 1e6;
    /// More is a slip: ten million megabytes.
    const MOST: f64 = 1e13;
    let bytes = (megabytes.parse::<f64>().ok()? * MEGABYTE).round();
    // A whole number in the range.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
    (1.0..=MOST).contains(&bytes).then_some(bytes as usize)
}

/// What a row has unless it says otherwise; name, form and help it always says.
pub(super) const SETTING: Setting = Setting {
    name: "",
    form: Form::Flag(|_| {}),
    heading: "Mode",
    help: "",
    help_of_build: String::new,
    details: "",
    default: None,
    is_rare: true,
    modes: |_| true,
    needs: &[],
    metrics: &Metric::ALL,
    excludes: &[],
    is_of_formulas: false,
    changes_the_question: false,
    writes_files: false,
};
