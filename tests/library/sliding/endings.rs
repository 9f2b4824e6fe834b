//! The last moves of a shortest solution of every shipped puzzle are one of the puzzle that starts there, by explicit
//! search and by every encoding: whole solutions are beyond most formulas.

use std::fs;
use std::path::Path;

use bmcplan::kinds::sliding_block::{
    Labelling, Play, Positions, Puzzle, PuzzleFormat, PuzzleMetric, encodings, read_as, read_path, task,
};
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use bmcplan_planner::{Mode, Options, Outcome, Strategy, solve};
use bmcplan_search::{SearchLimits, SearchOutcome, shortest_plan};
use itertools::Itertools;

use super::oracle::{Drawn, Grid};
use crate::common::cases::everything;

/// The number of moves left.
const LAST: usize = 6;

/// The goal of a puzzle from where the pieces are.
fn from(puzzle: &Puzzle, positions: &Positions) -> Puzzle {
    let empty: Grid = (0..puzzle.rows()).map(|_| vec!['.'; usize::from(puzzle.columns())]).collect();
    let mut drawn = Drawn { start: empty.clone(), goal: empty, groups: Vec::new() };
    for cell in puzzle.cells().filter(|cell| puzzle.is_wall(*cell)) {
        drawn.start[usize::from(cell.row)][usize::from(cell.column)] = '#';
        drawn.goal[usize::from(cell.row)][usize::from(cell.column)] = '#';
    }
    for id in puzzle.piece_ids() {
        let piece = puzzle.piece(id);
        let anchors = [(&mut drawn.start, positions.of(id)), (&mut drawn.goal, piece.goal)];
        for (grid, anchor) in anchors {
            for cell in anchor.and_then(|anchor| piece.shape.cells_at(anchor)).into_iter().flatten() {
                grid[usize::from(cell.row)][usize::from(cell.column)] = piece.name;
            }
        }
    }
    let letters = |group: &Vec<_>| group.iter().map(|id| puzzle.piece(*id).name).collect();
    drawn.groups = puzzle.interchangeable().iter().map(letters).collect_vec();
    read_as(&Source::new("ending", &drawn.toml()), PuzzleFormat::Toml)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn check(name: &str, puzzle: &Puzzle, metric: PuzzleMetric) {
    let whole = task(puzzle, metric, Labelling::Shapes, &Stop::default()).unwrap();
    let found = shortest_plan(&whole, &SearchLimits::default(), &Stop::default(), &mut |_| {}).outcome;
    let SearchOutcome::Solved(plan) = found else { return };
    let play = Play::of(puzzle, Labelling::Shapes, &whole, plan.operators());
    let ending = from(puzzle, &play.positions()[plan.length() - LAST]);
    let rest = task(&ending, metric, Labelling::Shapes, &Stop::default()).unwrap();
    for encoding in encodings(&ending, metric, Labelling::Shapes) {
        let what = format!("{name} in {metric} by {}", encoding.name());
        let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
        let report = solve(&rest, &*encoding, &options, &Stop::default(), &mut |_| {}).unwrap();
        match report.outcome {
            Outcome::Solved { plan, optimal: true, .. } => assert_eq!(plan.length(), LAST, "{what}"),
            other => panic!("{what}: {other:?}"),
        }
    }
}

#[test]
fn every_encoding_finds_the_last_moves() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/sliding");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml")).sorted();
    for (number, (file, metric)) in files.cartesian_product(PuzzleMetric::ALL).enumerate() {
        // Usually each puzzle in one metric, and each metric with two puzzles.
        if everything() || number.is_multiple_of(PuzzleMetric::ALL.len() + 1) {
            let puzzle = read_path(&file).unwrap_or_else(|error| panic!("{error}"));
            check(&file.display().to_string(), &puzzle, metric);
        }
    }
}
