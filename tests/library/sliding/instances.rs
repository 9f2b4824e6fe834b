//! The shipped puzzles against their table of optima.

use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::kinds::sliding_block::{Labelling, Puzzle, PuzzleMetric, read_path, task};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan_search::{SearchLimits, SearchOutcome, StateSpace, explore, shortest_plan};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/sliding")
}

fn puzzle(file: &str) -> Puzzle {
    read_path(&folder().join(file)).unwrap_or_else(|error| panic!("{error}"))
}

/// The table's rows: file; units, slides and moves, `-` for a puzzle without a solution; states.
fn table() -> Vec<(String, [Option<usize>; 3], u64)> {
    let table = fs::read_to_string(folder().join("OPTIMA.tsv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let optima =
            [1, 2, 3].map(|column: usize| (cells[column] != "-").then(|| cells[column].parse().unwrap()));
        (cells[0].to_owned(), optima, cells[4].parse().unwrap())
    };
    table.lines().skip(1).map(row).collect()
}

fn space(task: &Task) -> StateSpace {
    explore(task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).unwrap()
}

#[test]
fn every_instance_is_in_the_table() {
    let mut shipped: Vec<_> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    shipped.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let mut listed: Vec<_> = table().iter().map(|(file, ..)| folder().join(file)).collect();
    shipped.sort();
    listed.sort();
    assert_eq!(shipped, listed);
}

#[test]
fn the_table_is_right() {
    for (file, optima, states) in table() {
        let puzzle = puzzle(&file);
        for (metric, optimum) in PuzzleMetric::ALL.into_iter().zip(optima) {
            let task = task(&puzzle, metric, Labelling::Shapes, &Stop::default()).unwrap();
            let found = shortest_plan(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).outcome;
            let length = match found {
                SearchOutcome::Solved(plan) => Some(plan.length()),
                SearchOutcome::Exhausted => None,
                other => panic!("{file} in {metric}: {other:?}"),
            };
            assert_eq!(length, optimum, "{file} in {metric}");
            assert_eq!(space(&task).states, states, "{file} in {metric}");
        }
    }
}

/// The counts of TLC and of published analyses.
#[test]
fn klotski_has_the_published_state_space() {
    let task =
        task(&puzzle("klotski.toml"), PuzzleMetric::Units, Labelling::Shapes, &Stop::default()).unwrap();
    let expected = StateSpace { states: 25_955, transitions: 83_896, depth: 167, goal_states: 964 };
    assert_eq!(space(&task), expected);
}

/// The pennant has four, two and two pieces of the same shapes besides the one with a goal: each of its states stands for
/// 4! · 2! · 2! = 96 labelled ones, of which half can be reached.
#[test]
fn labels_multiply_the_states() {
    let puzzle = puzzle("pennant.toml");
    for metric in PuzzleMetric::ALL {
        let [shapes, labelled] = [Labelling::Shapes, Labelling::Labelled]
            .map(|labelling| space(&task(&puzzle, metric, labelling, &Stop::default()).unwrap()));
        assert_eq!((shapes.states, labelled.states), (1_398, 1_398 * 96 / 2), "{metric}");
    }
}
