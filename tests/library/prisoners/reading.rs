//! Schedules that are read, and those that are refused.

use crate::common::cases::cases;
use bmcplan::prisoners::read::read;
use bmcplan::text::Source;
use proptest::prelude::*;

const DUDENEY: &str = include_str!("../../../instances/prisoners/dudeney.toml");

#[test]
fn dudeneys_own() {
    let (problem, schedule) = read(&Source::new("dudeney", DUDENEY)).unwrap();
    assert_eq!((problem.people(), problem.row(), problem.days(), problem.is_full()), (9, 3, 6, true));
    assert_eq!(schedule.days()[5][2], [8, 6, 5]);
}

proptest! {
    #![proptest_config(cases(300))]

    /// Whatever is written, it is read or refused with something to say.
    #[test]
    fn nothing_panics(text in "(days|meets|=|\\[|\\]|,|-?[0-9]{1,20}|\"everyone\"|\n| ){0,60}") {
        if let Err(told) = read(&Source::new("fuzz", &text)) {
            prop_assert!(!told.to_string().is_empty());
        }
    }

    /// Likewise where a right one is changed at one place.
    #[test]
    fn mutations_do_not_panic(at in 0..DUDENEY.len(), with in "[0-9\\[\\],.x]{0,3}", drop in 0..4_usize) {
        let end = (at + drop).min(DUDENEY.len());
        let text = format!("{}{with}{}", &DUDENEY[..at], &DUDENEY[end..]);
        if let Err(told) = read(&Source::new("fuzz", &text)) {
            prop_assert!(!told.to_string().is_empty());
        }
    }
}
