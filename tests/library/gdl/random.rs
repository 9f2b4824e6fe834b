//! Random sheets are sheets, and worth to be played.

use bmcplan::kinds::gdl::{GroundLimits, looks_like, read};
use bmcplan::text::Source;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::interpreter::Interpreter;
use super::sheets::arb_sheet;

proptest! {
    #[test]
    fn random_sheets_are_read(sheet in arb_sheet()) {
        let source = Source::new("sheet.kif", &sheet.0);
        let read = read(&source, GroundLimits::default());
        prop_assert!(read.is_ok(), "{}", read.unwrap_err());
        prop_assert!(looks_like(&source));
    }
}

/// Sheets that end before they begin, or that nobody could play through, would test nothing.
#[test]
fn random_sheets_are_games_of_some_moves() {
    let mut runner = TestRunner::deterministic();
    let (mut played, mut deep) = (0, 0);
    for _ in 0..150 {
        let sheet = arb_sheet().new_tree(&mut runner).unwrap().current();
        let explored = Interpreter::new(&sheet.0).explore(300, None);
        played += usize::from(explored.complete);
        deep += usize::from(explored.best.get(&100).is_some_and(|best| 2 <= best.length));
    }
    assert!(140 <= played && 50 <= deep, "{played} {deep}");
}
