//! The shipped rule sheets against their table of optima, as they stand and as tasks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::kinds::gdl::{Game, GroundLimits, looks_like, read};
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use bmcplan_search::{SearchLimits, SearchOutcome, StateSpace, explore, shortest_plans};

use super::interpreter::Interpreter;
use crate::common::cases::everything;

/// The greatest number of states of a game that is played as the rules stand: those of every game but the eight-puzzle, and of that enough
/// for its optimum.
const MAX_STATES: usize = 80_000;

/// The games with too many states for the usual run.
const LARGE: [&str; 2] = ["eight-puzzle.kif", "lights-out.kif"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/gdl")
}

fn text(file: &str) -> String {
    fs::read_to_string(folder().join(file)).unwrap()
}

fn game(file: &str) -> Game {
    let source = Source::new(file, &text(file));
    assert!(looks_like(&source));
    Game::of(&source, &read(&source, GroundLimits::default()).unwrap(), GroundLimits::default()).unwrap()
}

/// For each file its goal values with the length of a shortest play and how many there are, if there is one.
fn table() -> BTreeMap<String, BTreeMap<u32, Option<(usize, u128)>>> {
    let mut table: BTreeMap<String, BTreeMap<_, _>> = BTreeMap::new();
    for line in text("OPTIMA.tsv").lines().skip(1) {
        let [file, value, length, count] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let plays = (length != "-").then(|| (length.parse().unwrap(), count.parse().unwrap()));
        table.entry(file.to_owned()).or_default().insert(value.parse().unwrap(), plays);
    }
    table
}

#[test]
fn every_sheet_is_in_the_table_with_all_its_values() {
    let shipped =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let shipped: BTreeSet<String> = shipped.filter(|file| file != "OPTIMA.tsv").collect();
    let table = table();
    assert_eq!(table.keys().cloned().collect::<BTreeSet<_>>(), shipped);
    for (file, plays) in table {
        assert!(game(&file).goal_values().iter().all(|value| plays.contains_key(value)), "{file}");
    }
}

#[test]
fn the_table_is_right_as_the_rules_stand() {
    for (file, plays) in table() {
        if LARGE.contains(&&*file) && !everything() {
            continue;
        }
        let until = (file == "eight-puzzle.kif").then_some(100);
        let explored = Interpreter::new(&text(&file)).explore(MAX_STATES, until);
        assert!(explored.complete || until.is_some(), "{file}");
        for (value, plays) in plays {
            let best = explored.best.get(&value).map(|best| (best.length, best.count));
            assert_eq!(best, plays, "{file} {value}");
        }
    }
}

#[test]
fn the_table_is_right_for_the_tasks() {
    for (file, plays) in table() {
        let game = game(&file);
        for (value, plays) in plays {
            let task = game.task(value, &Stop::default()).unwrap();
            let found = shortest_plans(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {});
            let length = match found.first.outcome {
                SearchOutcome::Solved(plan) => Some(plan.length()),
                SearchOutcome::Exhausted => None,
                other => panic!("{file} {value}: {other:?}"),
            };
            let best = length.map(|length| (length, found.plans.and_then(|plans| plans.count()).unwrap()));
            assert_eq!(best, plays, "{file} {value}");
        }
    }
}

/// Half of the 9! arrangements of eight tiles and a hole can be reached, the last one among them.
#[test]
fn the_eight_puzzle_has_its_states() {
    let task = game("eight-puzzle.kif").task(100, &Stop::default()).unwrap();
    let StateSpace { states, goal_states, .. } =
        explore(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!((states, goal_states), (181_440, 1));
}
