//! The shared collection of puzzles against its table of optima.

use std::fs;

use bmcplan::kinds::sliding_block::{self, Labelling, Puzzle, PuzzleMetric};
use bmcplan::stop::Stop;
use bmcplan_search::{SearchLimits, SearchOutcome, explore, shortest_plan};

use crate::common::cases::everything;
use crate::common::foreign::shared_data;

/// Puzzles of more states than this are left to the run of all cases.
const MANY: u64 = 20_000;

/// A number of the table: known, known to be none (-1), or not known (?).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Is(u64),
    Never,
    Nothing,
}

fn known(cell: &str) -> Known {
    match cell {
        "-1" => Known::Never,
        "?" => Known::Nothing,
        number => Known::Is(number.parse().unwrap()),
    }
}

fn check(name: &str, puzzle: &Puzzle, metric: PuzzleMetric, expected: Known) {
    let task = sliding_block::task(puzzle, metric, Labelling::Shapes, &Stop::default()).unwrap();
    let found = shortest_plan(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).outcome;
    match (found, expected) {
        (SearchOutcome::Solved(plan), Known::Is(length)) => {
            assert_eq!(u64::try_from(plan.length()).unwrap(), length, "{name} in {metric}");
        }
        (SearchOutcome::Exhausted, Known::Never) | (SearchOutcome::Solved(_), Known::Nothing) => {}
        (found, expected) => panic!("{name} in {metric}: {found:?} instead of {expected:?}"),
    }
}

#[test]
fn the_table_is_right() {
    let Some(folder) = shared_data("sliding") else { return };
    let table = fs::read_to_string(folder.join("OPTIMA.tsv")).unwrap();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if matches!(known(cells[4]), Known::Is(MANY..)) && !everything() {
            continue;
        }
        let (name, moves, slides, units) = (cells[0], known(cells[1]), known(cells[2]), known(cells[3]));
        let puzzle = sliding_block::read_path(&folder.join(name)).unwrap_or_else(|error| panic!("{error}"));
        check(name, &puzzle, PuzzleMetric::Units, units);
        check(name, &puzzle, PuzzleMetric::Slides, slides);
        check(name, &puzzle, PuzzleMetric::Moves, moves);
        let task =
            sliding_block::task(&puzzle, PuzzleMetric::Units, Labelling::Shapes, &Stop::default()).unwrap();
        let space = explore(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).unwrap();
        if let Known::Is(states) = known(cells[4]) {
            assert_eq!(space.states, states, "{name}");
        }
    }
}
