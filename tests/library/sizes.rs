//! Sizes that cannot fit into memory: refused by an estimate, before anything of the task is built.

use std::fmt::Display;

use bmcplan::kinds::gdl::{Game, GroundLimits};
use bmcplan::kinds::sliding_block::Labelling;
use bmcplan::kinds::{gdl, rush_hour, sliding_block};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::Task;
use bmcplan::text::Source;

/// There is such a task, and none if there is less memory than it takes.
fn check<E: Display>(memory: usize, task: impl Fn(&Stop) -> Result<Task, E>) {
    if let Err(error) = task(&Stop::default()) {
        panic!("{error}");
    }
    let stop = Stop::within(Some(memory));
    assert!(task(&stop).is_err());
    assert_eq!(stop.reason(), Some(StopReason::Memory));
}

#[test]
fn cars_with_long_lanes() {
    let car = |row: usize| {
        format!("{{ name = \"{row}\", length = 1, orientation = \"h\", row = {row}, column = 1 }}")
    };
    let cars: Vec<String> = (1..=60).map(car).collect();
    let text = format!("rows = 60\ncolumns = 60\nred = \"1\"\ncar = [{}]\n", cars.join(", "));
    let board = rush_hour::read(&Source::new("b.toml", &text)).unwrap_or_else(|error| panic!("{error}"));
    check(10_000_000, |stop| rush_hour::task(&board, rush_hour::BoardMetric::Slides, stop));
}

#[test]
fn pieces_with_many_places() {
    let row = |text: &str| format!("{text}{}\n", ".".repeat(16 - text.chars().count()));
    let rest = row("").repeat(14);
    let start = row("abcdefghijklmnop") + &row("ABCDEFGHIJKLMNOP") + &rest;
    let goal = rest + &row("") + &row("a");
    let text = format!("start\n{start}goal\n{goal}");
    let puzzle = sliding_block::read(&Source::new("p.txt", &text)).unwrap_or_else(|error| panic!("{error}"));
    let metric = sliding_block::PuzzleMetric::Units;
    check(3_000_000, |stop| sliding_block::task(&puzzle, metric, Labelling::Labelled, stop));
}

#[test]
fn games_of_many_moves() {
    let places: String = (0..60).map(|place| format!("(place {place}) ")).collect();
    let text = format!(
        "(role r) {places} (init (at 0)) (<= (legal r (go ?a ?b)) (place ?a) (place ?b))
        (<= (next (at ?a)) (does r (go ?a ?b))) (<= terminal (true (at 1))) (goal r 100)"
    );
    let source = Source::new("s.kif", &text);
    let limits = GroundLimits::default();
    let game = gdl::read(&source, limits).and_then(|sheet| Game::of(&source, &sheet, limits));
    let game = game.unwrap_or_else(|error| panic!("{error}"));
    check(300_000, |stop| game.task(100, stop));
}

#[test]
fn boards_that_are_too_open_for_a_metric() {
    let row = ".".repeat(16) + "\n";
    let text = format!("start\nA{}{}goal\n{}{}A\n", &row[1..], row.repeat(15), row.repeat(15), &row[1..16]);
    let puzzle = sliding_block::read(&Source::new("p.txt", &text)).unwrap_or_else(|error| panic!("{error}"));
    let task = |metric| sliding_block::task(&puzzle, metric, Labelling::Shapes, &Stop::default());
    let refusal = task(sliding_block::PuzzleMetric::Moves).unwrap_err().to_string();
    let expected = "this board is too open for the metric 'moves': there are too many ways for piece 'A' to go; \
                    try the metric 'slides' or 'units'";
    assert_eq!(refusal, expected);
    assert!(task(sliding_block::PuzzleMetric::Slides).is_ok());
}

/// Every fact names nearly all cells; each is taken once.
#[test]
fn facts_that_name_the_same_cells_over_and_over() {
    let walls = |fact: &dyn Fn(usize) -> String| -> String { (0..15_000).map(fact).collect() };
    let second = walls(&|n| format!("no(2..64, -{n}..64). "));
    let first = walls(&|n| format!("not_free(0..{}, 2..64, 1..64). ", n + 1));
    let car = "car(block, 64, h). position(0..5, block, 2, 1). car(r, 2, h). position(0, r, 1, 1). ";
    for facts in [format!("position(0, a, h, 1, 1, 2). {second}"), format!("{car} {first}")] {
        let source = Source::new("b.lp", &format!("grid(1..64, 1..64). {facts}"));
        let board = rush_hour::read(&source).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(board.walls().count(), 63 * 64);
    }
}

/// A constant may stand for a name of any length.
#[test]
fn names_that_are_long_and_many() {
    let facts: String = (1..=5_000).map(|row| format!("car(a, {row}, h). ")).collect();
    let source = Source::new("b.lp", &format!("#const a = {}. {facts}", "b".repeat(500_000)));
    assert!(rush_hour::read(&source).is_err());
}
