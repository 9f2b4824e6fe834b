//! The document's two encodings have the atoms that a grounder finds for its programs: the figures here are those
//! of gringo 5.4.1, counted by predicate in its text output.

use std::collections::BTreeMap;
use std::path::Path;

use bmcplan::encode::{StepOptions, TransitionSystem};
use bmcplan::formula::{Cnf, Lit};
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::stop::Stop;

fn system(file: &str, encoding: &str) -> TransitionSystem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(file);
    let board = rush_hour::read_path(&path).unwrap();
    let task = rush_hour::task(&board, BoardMetric::Units, &Stop::default()).unwrap();
    let table = rush_hour::encodings(&board, BoardMetric::Units);
    let paper = table.iter().find(|known| known.name() == encoding).unwrap();
    paper.encode(&task, &StepOptions::default(), &Stop::default()).unwrap()
}

/// The number of variables that are atoms of each predicate; other variables have no arguments.
fn count<'n>(names: impl IntoIterator<Item = &'n String>) -> BTreeMap<&'n str, usize> {
    let mut counts = BTreeMap::new();
    for (predicate, _) in names.into_iter().filter_map(|name| name.split_once('(')) {
        *counts.entry(predicate).or_default() += 1;
    }
    counts
}

#[track_caller]
fn check_atoms<const N: usize>(file: &str, encoding: &str, grounded: [(&str, usize); N]) {
    assert_eq!(count(system(file, encoding).names()), BTreeMap::from(grounded), "{file} {encoding}");
}

#[test]
fn version_1() {
    // Six cars with places 0 to 7 each; three of them cover 9 cells and places beside the grid, three 10.
    let sample02 =
        [("position", 48), ("busy", 57), ("not_free", 36), ("free", 36), ("executable", 63), ("move", 12)];
    check_atoms("sample02.toml", "paper-v1", sample02);
    // With a wall at 1,4. The grounder has 7, 7, 10 and 2 atoms more for moves of the wall.
    let sample1 =
        [("position", 96), ("busy", 110), ("not_free", 35), ("free", 35), ("executable", 127), ("move", 24)];
    check_atoms("sample1.toml", "paper-v1", sample1);
}

#[test]
fn version_2() {
    let sample02 =
        [("position", 27), ("not_free", 36), ("free", 36), ("action", 12), ("executed", 12), ("cause", 42)];
    check_atoms("sample02.toml", "paper-v2", sample02);
    let sample1 =
        [("position", 54), ("not_free", 36), ("free", 36), ("action", 24), ("executed", 24), ("cause", 84)];
    check_atoms("sample1.toml", "paper-v2", sample1);
}

/// Beside the grid and across the wall at 1,4, but not into that wall.
#[test]
fn version_1_by_name() {
    let system = system("sample1.toml", "paper-v1");
    let of = |prefix: &str| {
        let found = system.names().iter().filter_map(|name| name.strip_prefix(prefix));
        found.map(|rest| rest.trim_end_matches(')')).collect::<Vec<_>>()
    };
    assert_eq!(of("position(b5,"), ["1,0", "1,1", "1,2", "1,3", "1,4", "1,5", "1,6", "1,7"]);
    assert_eq!(of("busy(b5,"), ["1,0", "1,1", "1,2", "1,3", "1,4", "1,5", "1,6", "1,7", "1,8"]);
    assert_eq!(of("executable(b5,right,"), ["1,1", "1,2", "1,4", "1,5"]);
    assert_eq!(of("executable(b5,left,"), ["1,1", "1,2", "1,3", "1,5", "1,6"]);
    assert_eq!(of("executable(b8,down,"), ["1,4", "2,4", "3,4", "4,4", "5,4"]);
}

/// The first frames of a grounder are smaller than the later ones. Here no frame is, but what goes beyond the
/// grounder's is false by unit propagation.
#[test]
fn the_first_frames() {
    let version_1 = [
        [("position", 6), ("busy", 15), ("executable", 9)],
        [("position", 15), ("busy", 24), ("executable", 24)],
        [("position", 27), ("busy", 36), ("executable", 41)],
        [("position", 36), ("busy", 45), ("executable", 51)],
        [("position", 42), ("busy", 51), ("executable", 57)],
        [("position", 46), ("busy", 55), ("executable", 61)],
        [("position", 48), ("busy", 57), ("executable", 63)],
    ];
    check_first_frames("paper-v1", &version_1);
    let version_2 = [
        [("position", 6), ("action", 9), ("cause", 9)],
        [("position", 15), ("action", 12), ("cause", 24)],
        [("position", 21), ("action", 12), ("cause", 35)],
        [("position", 26), ("action", 12), ("cause", 41)],
        [("position", 27), ("action", 12), ("cause", 42)],
    ];
    check_first_frames("paper-v2", &version_2);
}

#[track_caller]
fn check_first_frames(encoding: &str, grounded: &[[(&str, usize); 3]]) {
    let system = system("sample02.toml", encoding);
    let values = propagate(&system, grounded.len());
    for (frame, predicates) in grounded.iter().enumerate() {
        let here = &values[frame * system.n_vars()..][..system.n_vars()];
        let open = system.names().iter().zip(here).filter(|(_, value)| **value != Some(false));
        let counts = count(open.map(|(name, _)| name));
        for (predicate, most) in predicates {
            assert!(counts[predicate] <= *most, "{encoding} frame {frame} {predicate}: {counts:?}");
        }
    }
}

/// The values of the variables of the first frames by unit propagation from the facts of time 0, without any goal.
fn propagate(system: &TransitionSystem, frames: usize) -> Vec<Option<bool>> {
    let mut clauses = shifted(system.initial(), 0);
    for frame in 0..frames {
        clauses.extend(shifted(system.universal(), frame * system.n_vars()));
        clauses.extend(shifted(system.transition(), frame * system.n_vars()));
    }
    let mut values = vec![None; (frames + 1) * system.n_vars()];
    loop {
        let mut found = false;
        for clause in &clauses {
            let satisfied = clause.iter().any(|(var, sign)| values[*var] == Some(*sign));
            let mut open = clause.iter().filter(|(var, _)| values[*var].is_none());
            if let (false, Some((var, sign)), None) = (satisfied, open.next(), open.next()) {
                values[*var] = Some(*sign);
                found = true;
            }
        }
        if !found {
            return values;
        }
    }
}

fn shifted(cnf: &Cnf, by: usize) -> Vec<Vec<(usize, bool)>> {
    let literal = |lit: &Lit| (lit.var().index() + by, lit.is_positive());
    cnf.clauses().map(|clause| clause.iter().map(literal).collect()).collect()
}
