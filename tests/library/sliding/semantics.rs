//! The task of a puzzle has the puzzle's states, moves and solutions, in every metric and labelling; and the names of the moves agree
//! with the grid of letters. Answers about such tasks are held against their states in `sweep`.

use std::collections::BTreeMap;

use bmcplan::kinds::sliding_block::{Labelling, Play, Puzzle, PuzzleFormat, PuzzleMetric, read_as, task};
use bmcplan::plan::validate;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan::text::Source;
use bmcplan_search::{SearchLimits, SearchOutcome, StateSpace, explore, shortest_plan};
use itertools::iproduct;
use proptest::prelude::*;

use super::oracle::{Drawn, Explored, Grid, pieces, replay, rows};
use super::random::arb_puzzle;
use crate::common::cases::everything;

/// The greatest number of states of the puzzles tried. The few large ones would take most of the time.
fn most_states() -> usize {
    if everything() { 2_000 } else { 500 }
}

/// The metrics and labellings in which the puzzle is small, with what the grid says.
fn cases(drawn: &Drawn) -> Vec<(PuzzleMetric, Labelling, Explored)> {
    iproduct!(PuzzleMetric::ALL, [Labelling::Shapes, Labelling::Labelled])
        .filter_map(|(metric, labelling)| {
            Some((metric, labelling, drawn.explore(metric, labelling, most_states())?))
        })
        .collect()
}

fn read(drawn: &Drawn) -> Puzzle {
    read_as(&Source::new("random", &drawn.toml()), PuzzleFormat::Toml)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The moves' names, replayed on the grid, lead from the start to the goal through the boards drawn.
fn check_play(drawn: &Drawn, puzzle: &Puzzle, labelling: Labelling, play: &Play) {
    let mut grid = drawn.start.clone();
    let mut boards = play.positions().iter().map(|positions| {
        let cells = puzzle.piece_ids().flat_map(|id| {
            let piece = puzzle.piece(id);
            let cells = piece.shape.cells_at(positions.of(id).unwrap()).unwrap();
            cells.into_iter().map(|cell| ((usize::from(cell.row), usize::from(cell.column)), piece.name))
        });
        cells.collect::<BTreeMap<_, _>>()
    });
    let letters = |grid: &Grid| -> BTreeMap<_, _> {
        pieces(grid)
            .into_iter()
            .flat_map(|(letter, cells)| cells.into_iter().map(move |cell| (cell, letter)))
            .collect()
    };
    assert_eq!(boards.next().unwrap(), letters(&grid));
    for name in play.names(puzzle) {
        grid = replay(&grid, &name);
        assert_eq!(boards.next().unwrap(), letters(&grid), "{name}");
    }
    assert!(drawn.solved(&grid, labelling), "{}", rows(&grid));
}

fn optimum_by_search(task: &Task, check: impl Fn(&bmcplan::plan::Plan)) -> Option<usize> {
    match shortest_plan(task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).outcome {
        SearchOutcome::Solved(plan) => {
            check(&plan);
            Some(plan.length())
        }
        SearchOutcome::Exhausted => None,
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(crate::common::cases::cases(150))]

    #[test]
    fn the_task_is_the_puzzle(drawn in arb_puzzle()) {
        let puzzle = read(&drawn);
        for (metric, labelling, expected) in cases(&drawn) {
            let task = task(&puzzle, metric, labelling, &Stop::default()).unwrap();
            let space = explore(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).unwrap();
            let Explored { states, transitions, depth, goal_states, shortest } = expected;
            prop_assert_eq!(space, StateSpace { states, transitions, depth, goal_states }, "{} {:?}", metric, labelling);
            let found = optimum_by_search(&task, |plan| {
                validate(&task, plan).unwrap();
                check_play(&drawn, &puzzle, labelling, &Play::of(&puzzle, labelling, &task, plan.operators()));
            });
            prop_assert_eq!(found, shortest, "{} {:?}", metric, labelling);
        }
    }
}
