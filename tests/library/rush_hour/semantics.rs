//! The task of a board has the puzzle's states, moves and solutions: its semantics against the grid.

use bmcplan::kinds::rush_hour::{Board, BoardMetric, domain, read_path, task};
use bmcplan::stop::Stop;
use bmcplan::task::{Task, VarId};
use proptest::prelude::*;

use super::oracle::{Explored, explore};
use crate::common::boards::arb_board;
use crate::common::cases::cases;
use crate::sweep::graph::Graph;

/// Breadth-first search by the task's semantics alone.
fn explore_task(task: &Task) -> Explored {
    let graph = Graph::of(task, usize::MAX).unwrap();
    let transitions = graph.steps.iter().map(Vec::len).sum();
    Explored { states: graph.states.len(), transitions, shortest: graph.shortest() }
}

fn small(board: &Board) -> bool {
    board.car_ids().map(|id| domain(board, id).len()).product::<usize>() <= 3_000
}

proptest! {
    #![proptest_config(cases(200))]
    #[test]
    fn the_task_is_the_puzzle(board in arb_board().prop_filter("small", small)) {
        for metric in BoardMetric::ALL {
            prop_assert_eq!(explore_task(&task(&board, metric, &Stop::default()).unwrap()), explore(&board, metric));
        }
    }

    /// Two cars that share a cell, or stand the wrong way round, are a mutex pair: nothing is left out.
    #[test]
    fn mutexes_are_complete(board in arb_board()) {
        let task = task(&board, BoardMetric::Units, &Stop::default()).unwrap();
        for a in board.car_ids() {
            for b in board.car_ids().filter(|b| a < *b) {
                for p in board.positions(a) {
                    for q in board.positions(b) {
                        let (car_a, car_b) = (board.car(a), board.car(b));
                        let same_lane = (car_a.orientation, car_a.lane()) == (car_b.orientation, car_b.lane());
                        let overlap = car_a.cells_at(p).any(|cell| car_b.cells_at(q).any(|other| cell == other));
                        let passed = same_lane && (car_a.position() < car_b.position()) != (p < q);
                        let fact = |id: bmcplan::kinds::rush_hour::CarId, position: u8| {
                            let var = VarId::from_index(id.index());
                            let index = domain(&board, id).iter().position(|p| *p == position).unwrap();
                            task.facts(var).nth(index).unwrap()
                        };
                        let mutex = task.mutexes().contains(&[fact(a, p), fact(b, q)]);
                        prop_assert_eq!(mutex, overlap || passed);
                    }
                }
            }
        }
    }
}

#[test]
fn names_are_for_people() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/sample02.toml");
    let board = read_path(path.as_ref()).unwrap();
    let task = task(&board, BoardMetric::Slides, &Stop::default()).unwrap();
    let b3 = VarId::from_index(3);
    let facts: Vec<_> = task.facts(b3).map(|fact| task.fact_name(fact)).collect();
    assert_eq!(facts, ["b3=1,4", "b3=2,4", "b3=3,4", "b3=4,4", "b3=5,4"]);
    let operator = task.operators().iter().find(|operator| operator.name == "b3 up 2").unwrap();
    let precondition: Vec<_> =
        operator.precondition.iter().map(|literal| task.literal_name(*literal)).collect();
    assert_eq!(precondition, ["b3=3,4", "not busy(1,4)", "not busy(2,4)"]);
    assert_eq!(task.fact_name(operator.effects[0].fact), "b3=1,4");
}

/// A goal behind a wall is a value that nothing reaches.
#[test]
fn a_goal_that_is_cut_off() {
    let source = bmcplan::text::Source::new("f", "XX.#..\n......");
    let board = bmcplan::kinds::rush_hour::read(&source).unwrap();
    assert_eq!(domain(&board, board.red()), [0, 1, 4]);
    for metric in BoardMetric::ALL {
        let found = explore_task(&task(&board, metric, &Stop::default()).unwrap());
        assert_eq!(found, Explored { states: 2, transitions: 2, shortest: None });
    }
}
