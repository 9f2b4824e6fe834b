//! The shipped instances, their table of optima, and the ASP document's forms of two of them.

use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::kinds::rush_hour::{Board, BoardMetric, read_path, read_with_warnings};
use bmcplan::text::Source;

use super::oracle::{Explored, explore};
use crate::common::cases::everything;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")
}

fn board(file: &str) -> Board {
    read_path(&folder().join(file)).unwrap_or_else(|error| panic!("{error}"))
}

/// The table's rows: file, units, slides, states; `-` is none.
fn table() -> Vec<(String, [Option<usize>; 3])> {
    let table = fs::read_to_string(folder().join("OPTIMA.tsv")).unwrap();
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let file = cells.next().unwrap().to_owned();
        let numbers = cells.map(|cell| cell.parse().ok()).collect::<Vec<_>>();
        (file, numbers.try_into().unwrap())
    };
    table.lines().skip(1).map(row).collect()
}

#[test]
fn every_instance_reads_and_is_in_the_table() {
    let listed = table();
    for (file, _) in &listed {
        let board = board(file);
        assert_eq!(board.goal(), board.columns() - board.car(board.red()).length, "{file}");
    }
    let shipped = [".", "asp", "large", "thinkfun"].map(|sub| fs::read_dir(folder().join(sub)).unwrap());
    let shipped = shipped.into_iter().flatten().map(|entry| entry.unwrap().path());
    let shipped = shipped.filter(|path| !path.ends_with("suite.toml") && !path.ends_with("documents.toml"));
    let shipped = shipped.filter(|path| path.extension().is_some_and(|extension| extension != "tsv")).count();
    assert_eq!((shipped, listed.len()), (59, 59));
}

#[test]
fn no_instance_leaves_a_doubt() {
    for (file, _) in table() {
        let source = Source::open(&folder().join(&file)).unwrap();
        assert_eq!(read_with_warnings(&source).unwrap().warnings, [], "{file}");
    }
}

/// The table against breadth-first search, for every board that it can finish; usually for some, as the library finds the
/// same for all of them.
#[test]
fn the_table_is_right() {
    let table = table();
    let small = table.iter().filter(|(file, _)| !file.starts_with("large/"));
    for (file, [units, slides, states]) in small.step_by(if everything() { 1 } else { 7 }) {
        let board = board(file);
        let [in_units, in_slides] = BoardMetric::ALL.map(|metric| explore(&board, metric));
        assert_eq!((in_units.shortest, in_slides.shortest), (*units, *slides), "{file}");
        assert!(states.is_none_or(|states| states == in_units.states), "{file}");
    }
}

#[test]
fn the_prob_puzzle_has_the_published_state_space() {
    let found = explore(&board("prob40.toml"), BoardMetric::Units);
    assert_eq!(found, Explored { states: 4_780, transitions: 29_888, shortest: Some(81) });
}

#[test]
fn the_documents_facts_are_the_same_boards() {
    for name in ["sample02", "sample1"] {
        let toml = board(&format!("{name}.toml"));
        assert_eq!(board(&format!("asp/{name}_v1.lp")), toml);
        let second = board(&format!("asp/{name}_v2.lp"));
        let places = |board: &Board| {
            let cars = board.cars().iter().map(|car| (car.cell, car.length, car.orientation));
            (cars.collect::<Vec<_>>(), board.walls().collect::<Vec<_>>(), board.red(), board.goal())
        };
        assert_eq!(places(&second), places(&toml));
    }
}
