//! Schedules that are read, and those that are refused.

use crate::common::cases::cases;
use bmcplan::prisoners::read::read;
use bmcplan::text::Source;
use expect_test::{Expect, expect};
use proptest::prelude::*;

const DUDENEY: &str = include_str!("../../../instances/prisoners/dudeney.toml");

fn refused(text: &str, expected: Expect) {
    let told = read(&Source::new("schedule.toml", text)).unwrap_err();
    expected.assert_eq(&told.to_string());
}

#[test]
fn dudeneys_own() {
    let (problem, schedule) = read(&Source::new("dudeney", DUDENEY)).unwrap();
    assert_eq!((problem.people(), problem.row(), problem.days(), problem.is_full()), (9, 3, 6, true));
    assert_eq!(schedule.days()[5][2], [8, 6, 5]);
}

#[test]
fn a_pair_that_meets_twice() {
    refused(
        &DUDENEY.replace("[6, 1, 7]", "[1, 6, 7]"),
        expect![[r#"
        error: 6 and 7 meet twice, on days 3 and 6
         --> schedule.toml:9:28
          |
        6 |     [[1, 6, 7], [9, 4, 2], [8, 3, 5]],
          |      --------- and before, here
        ...
        9 |     [[4, 3, 1], [5, 8, 2], [9, 7, 6]],
          |                            ^^^^^^^^^ here
          |
          = help: everybody walks once a day, in rows of one length, and no two meet twice"#]],
    );
}

#[test]
fn other_faults() {
    refused(
        "days = [[[1, 2], [3, 4]], [[1, 3], [2, 5]]]",
        expect![[r#"
        error: day 2, row 2: there is no number 5
         --> schedule.toml:1:36
          |
        1 | days = [[[1, 2], [3, 4]], [[1, 3], [2, 5]]]
          |                                    ^^^^^^ here
          |
          = help: everybody walks once a day, in rows of one length, and no two meet twice"#]],
    );
    refused(
        "days = [[[1, 2], [3, 4]], [[1, 3], [3, 4]]]",
        expect![[r#"
        error: day 2: number 3 walks twice, in rows 1 and 2
         --> schedule.toml:1:36
          |
        1 | days = [[[1, 2], [3, 4]], [[1, 3], [3, 4]]]
          |                            ------  ^^^^^^ here
          |                            |
          |                            and before, here
          |
          = help: everybody walks once a day, in rows of one length, and no two meet twice"#]],
    );
    refused(
        "days = [[[1, 2], [3, 4]], [[1, 3, 2]]]",
        expect![[r#"
        error: day 2, row 1: 3 walk in it instead of 2
         --> schedule.toml:1:28
          |
        1 | days = [[[1, 2], [3, 4]], [[1, 3, 2]]]
          |                            ^^^^^^^^^ here
          |
          = help: everybody walks once a day, in rows of one length, and no two meet twice"#]],
    );
    refused(
        "days = [[[1, 2], [3, 4]], [[1, 3]]]",
        expect![[r#"
        error: day 2 has 1 of 2 rows
         --> schedule.toml:1:27
          |
        1 | days = [[[1, 2], [3, 4]], [[1, 3]]]
          |                           ^^^^^^^^ here
          |
          = help: everybody walks once a day, in rows of one length, and no two meet twice"#]],
    );
    refused(
        "days = [[[0, 1]]]",
        expect![[r#"
        error: people are numbered from 1
         --> schedule.toml:1:10
          |
        1 | days = [[[0, 1]]]
          |          ^^^^^^ in this row
          |
          = help: give days = [[[1, 2, 3], …], …]: a list of days, each a list of rows, each a list of numbers"#]],
    );
    refused(
        "days = []",
        expect![[r#"
        error: the first day says how many there are, and that cannot be
         --> schedule.toml:1:8
          |
        1 | days = []
          |        ^^ there has to be somebody: at least 2 of them
          |
          = help: give days = [[[1, 2, 3], …], …]: a list of days, each a list of rows, each a list of numbers"#]],
    );
    refused(
        "days = [[[1]]]",
        expect![[r#"
        error: the first day says how many there are, and that cannot be
         --> schedule.toml:1:9
          |
        1 | days = [[[1]]]
          |         ^^^^^ there has to be somebody: at least 2 of them
          |
          = help: give days = [[[1, 2, 3], …], …]: a list of days, each a list of rows, each a list of numbers"#]],
    );
    refused(
        "days = [[[1, 2]]]\nmeets = \"twice\"",
        expect![[r#"
        error: an unknown relation
         --> schedule.toml:2:9
          |
        2 | meets = "twice"
          |         ^^^^^^^ here
          |
          = help: nobody meets like `twice`; there are: neighbours, everyone"#]],
    );
    refused(
        "days = [[[1, \"2\"]]]",
        expect![[r#"
        error: invalid type: string "2"
         --> schedule.toml:1:14
          |
        1 | days = [[[1, "2"]]]
          |              ^^^ here
          |
          = help: expected a whole number"#]],
    );
    refused(
        "rows = 3",
        expect![[r#"
        error: unknown field `rows`
         --> schedule.toml:1:1
          |
        1 | rows = 3
          | ^^^^ here
          |
          = help: expected one of `meets`, `days`, `name`, `source`"#]],
    );
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
