//! Boards with a small change, and mirror images: they are read again, keep what they should, and are as hard as before.

use std::collections::BTreeSet;

use bmcplan::kinds::{Kinds, rush_hour};
use bmcplan::plan::Metric;
use bmcplan::problem::{Problem, ProblemOptions, VariantLimits};
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use bmcplan_search::{SearchLimits, goal_distances};
use proptest::prelude::*;

use crate::common::boards::arb_board;
use crate::common::cases::cases;
use crate::rush_hour::writers::toml_list;
use crate::sliding::random::arb_puzzle;

fn read(text: &str) -> Box<dyn Problem> {
    let sources = [Source::new("board", text)];
    let kind = Kinds::default().kind_of(&sources).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let options = ProblemOptions::default().with("metric", "slides");
    kind.read(&sources, &options, &Stop::default()).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The length of a shortest plan, the number of states, and the number of shortest plans.
fn measured(problem: &dyn Problem) -> Option<(Option<usize>, usize, Option<u64>)> {
    let task = problem.task(None, &Stop::default()).ok()?;
    let limits = SearchLimits { memory_bytes: Some(4_000_000), ..SearchLimits::default() };
    let found = goal_distances(&task, Metric::Actions, &limits, &Stop::default(), &mut |_| {}).ok()?;
    let length = found.distance(0).map(|distance| distance.length);
    found.incomplete.is_none().then(|| (length, found.len(), found.n_plans(0)))
}

/// Mirror images have the same texts as the board, and the same figures.
fn check_forms(text: &str) {
    let problem = read(text);
    let forms = problem.variants().unwrap().forms();
    assert_eq!(forms.len(), 4, "{text}");
    let all: BTreeSet<&String> = forms.iter().collect();
    let figures = measured(&*problem);
    for form in &forms {
        let mirrored = read(form);
        let again = mirrored.variants().unwrap().forms();
        assert_eq!(again.first(), Some(form), "named in reading order already");
        assert_eq!(again.iter().collect::<BTreeSet<_>>(), all, "{text}");
        if let (Some(figures), Some(found)) = (figures, measured(&*mirrored)) {
            assert_eq!(found, figures, "{text}\n{form}");
        }
    }
}

/// Changes by chance, in the order of these numbers.
fn changed(text: &str, limits: VariantLimits, numbers: &[usize]) -> Option<String> {
    let mut numbers = numbers.iter().cycle();
    read(text).variants().unwrap().changed(limits, &mut |n| numbers.next().map_or(0, |number| number % n))
}

/// Letters of a text that stands for cells, without names of pieces: how many cells each piece has.
fn sizes(text: &str) -> Vec<usize> {
    let rows = text.split("\"\"\"").nth(1).unwrap();
    let cells = rows.chars().filter(|cell| cell.is_alphanumeric());
    let mut sizes: Vec<usize> = cells
        .fold(std::collections::BTreeMap::new(), |mut sizes, cell| {
            *sizes.entry(cell).or_insert(0) += 1;
            sizes
        })
        .into_values()
        .collect();
    sizes.sort_unstable();
    sizes
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn mirrors_of_boards(board in arb_board()) {
        check_forms(&toml_list(&board));
    }

    #[test]
    fn mirrors_of_sliding_blocks(puzzle in arb_puzzle()) {
        check_forms(&toml_of(&*read(&puzzle.text())));
    }

    #[test]
    fn changes_of_boards(board in arb_board(), numbers in proptest::collection::vec(0..1000_usize, 60), walls in 0..3_usize) {
        let text = toml_list(&board);
        let limits = VariantLimits { walls, keeps_pieces: false };
        if let Some(changed) = changed(&text, limits, &numbers) {
            let problem = read(&changed);
            prop_assert!(problem.task(None, &Stop::default()).is_ok());
            let after = rush_hour::read(&Source::new("board.toml", &changed)).unwrap();
            prop_assert!(after.walls().count() <= walls.max(board.walls().count()));
        }
        let limits = VariantLimits { walls, keeps_pieces: true };
        if let Some(changed) = changed(&text, limits, &numbers) {
            prop_assert_eq!(lengths(&rush_hour::read(&Source::new("board.toml", &changed)).unwrap()), lengths(&board));
        }
    }

    #[test]
    fn changes_of_sliding_blocks(puzzle in arb_puzzle(), numbers in proptest::collection::vec(0..1000_usize, 60)) {
        let text = toml_of(&*read(&puzzle.text()));
        if let Some(changed) = changed(&text, VariantLimits::default(), &numbers) {
            prop_assert!(read(&changed).task(None, &Stop::default()).is_ok());
            prop_assert_eq!(sizes(&changed), sizes(&text));
            prop_assert_eq!(changed.split("goal").nth(1), text.split("goal").nth(1));
        }
    }
}

fn lengths(board: &rush_hour::Board) -> Vec<(u8, String)> {
    let mut lengths: Vec<_> =
        board.cars().iter().map(|car| (car.length, format!("{:?}", car.orientation))).collect();
    lengths.sort();
    lengths
}

/// The text of a problem as its kind writes it.
fn toml_of(problem: &dyn Problem) -> String {
    let task = problem.task(None, &Stop::default()).unwrap();
    problem.text_from(task.initial()).unwrap()
}
