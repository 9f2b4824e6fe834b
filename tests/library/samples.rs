//! Every shipped board has the optimum that `instances/OPTIMA.tsv` gives, in every way of solving it that
//! ends in seconds. What is left out, and why, stands at each test.

use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::encode::{Encoding, StepOptions, encodings};
use bmcplan::formula::AtMostOne;
use bmcplan::kinds::rush_hour::{self, Board, BoardMetric};
use bmcplan::planner::{Mode, Options, Outcome, Report, Strategy};
use bmcplan::search::{SearchLimits, explore, state_bytes};
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use itertools::iproduct;

use crate::common::ask::ask;
use crate::common::cases::{everything, has_turn};

/// A line of `OPTIMA.tsv`.
struct Sample {
    file: String,
    units: Option<usize>,
    slides: Option<usize>,
    states: Option<u64>,
}

impl Sample {
    fn board(&self) -> Board {
        rush_hour::read_path(&instances().join(&self.file)).unwrap()
    }

    fn optimum(&self, metric: BoardMetric) -> Option<usize> {
        match metric {
            BoardMetric::Units => self.units,
            BoardMetric::Slides => self.slides,
        }
    }

    /// The task and its optimum in each metric whose optimum is known.
    fn tasks(&self) -> Vec<(BoardMetric, Task, usize)> {
        let known = BoardMetric::ALL.into_iter().filter_map(|metric| Some((metric, self.optimum(metric)?)));
        let board = self.board();
        known
            .map(|(metric, optimum)| {
                (metric, rush_hour::task(&board, metric, &Stop::default()).unwrap(), optimum)
            })
            .collect()
    }
}

fn instances() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")
}

fn samples() -> Vec<Sample> {
    let table = fs::read_to_string(instances().join("OPTIMA.tsv")).unwrap();
    let rows = table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|row| Sample {
        file: row[0].to_owned(),
        units: row[1].parse().ok(),
        slides: row[2].parse().ok(),
        states: row[3].parse().ok(),
    })
    .collect()
}

/// No board of 36 cells has more than 2^64 combinations of positions, and a table of bare words is what the search
/// lives on.
#[test]
fn a_state_of_a_small_board_is_one_word() {
    let mut n_small = 0;
    for sample in samples() {
        let board = sample.board();
        if board.rows() <= 6 && board.columns() <= 6 {
            let task = rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap();
            assert_eq!(state_bytes(&task), Some(8), "{}", sample.file);
            n_small += 1;
        }
    }
    assert!(10 <= n_small);
}

/// The plan found is shortest and as long as it should be; the planner has validated it.
fn assert_optimum(report: &Report, optimum: usize, what: &str) {
    match &report.outcome {
        Outcome::Solved { plan, optimal: true, .. } => assert_eq!(plan.length(), optimum, "{what}"),
        other => panic!("{what}: {other:?}"),
    }
    assert_eq!(report.refuted, optimum.checked_sub(1), "{what}");
}

#[test]
fn every_shipped_board_is_in_the_table() {
    let mut listed: Vec<PathBuf> = samples().iter().map(|sample| instances().join(&sample.file)).collect();
    let mut shipped = Vec::new();
    for folder in ["", "asp", "large", "thinkfun"] {
        for entry in fs::read_dir(instances().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let is_suite = ["suite.toml", "documents.toml"].iter().any(|name| path.ends_with(name));
            if path.extension().is_some_and(|extension| extension == "toml" || extension == "lp") && !is_suite
            {
                shipped.push(path);
            }
        }
    }
    listed.sort();
    shipped.sort();
    assert_eq!(listed, shipped);
}

/// All boards but two large ones: 9x9_6 has more states than fit in 20 GB, and 12x12_7 has more still.
#[test]
fn search_and_auto() {
    for sample in samples() {
        if sample.file.starts_with("large/") {
            continue;
        }
        for (metric, task, optimum) in sample.tasks() {
            for mode in [Mode::Search, Mode::Auto] {
                let report = ask(&task, &*encodings()[0], &Options { mode, ..Options::default() });
                assert_optimum(&report, optimum, &format!("{} {metric} {mode:?}", sample.file));
            }
        }
    }
}

#[test]
fn state_counts() {
    for sample in samples() {
        let Some(states) = sample.states else { continue };
        for (metric, task, _) in sample.tasks() {
            let space = explore(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).unwrap();
            assert_eq!(space.states, states, "{} {metric}", sample.file);
        }
    }
}

/// The document's encodings take seconds where the others take milliseconds (that is what it measured), so they
/// are asked up to this many steps, and for the document's first configuration.
const PAPER_STEPS: usize = 8;

fn in_reach(encoding: &dyn Encoding, sample: &Sample, optimum: usize) -> bool {
    let paper = encoding.name().starts_with("paper");
    !paper || optimum <= PAPER_STEPS || sample.file == "sample01.toml"
}

/// The whole table on the boards of at most 22 steps; the others follow below, in fewer ways.
#[test]
fn short_boards_in_every_way() {
    let mut number = 0;
    for sample in samples() {
        let board = sample.board();
        for (metric, task, optimum) in sample.tasks() {
            if 22 < optimum || sample.file.starts_with("large/") {
                continue;
            }
            let table = rush_hour::encodings(&board, metric);
            for (encoding, at_most_one, solver) in iproduct!(&table, AtMostOne::ALL, SolverKind::ALL) {
                number += 1;
                if !has_turn(number) || !in_reach(&**encoding, &sample, optimum) {
                    continue;
                }
                let what = format!("{} {metric} {} {at_most_one} {solver}", sample.file, encoding.name());
                let options = Options {
                    step: StepOptions { at_most_one, ..StepOptions::default() },
                    solver: solver.clone(),
                    ..Options::default()
                };
                let run = |mode| ask(&task, &**encoding, &Options { mode, ..options.clone() });
                assert_optimum(&run(Mode::Formula(Strategy::Incremental)), optimum, &what);
                assert_optimum(&run(Mode::Formula(Strategy::Minimize(optimum + 1))), optimum, &what);
                let below = run(Mode::Formula(Strategy::Fixed(optimum - 1))).outcome;
                assert_eq!(below, Outcome::NoPlanWithin(optimum - 1), "{what}");
            }
        }
    }
}

/// Boards of 23 to 60 steps: the default encoding with every solver, the others with the default one up to 30
/// steps.
#[test]
fn middling_boards() {
    let mut number = 0;
    for sample in samples() {
        let board = sample.board();
        for (metric, task, optimum) in sample.tasks() {
            if !(23..=60).contains(&optimum) || sample.file.starts_with("large/") {
                continue;
            }
            let table = rush_hour::encodings(&board, metric);
            let (default, others) = table.split_first().unwrap();
            let with_default = SolverKind::ALL.iter().map(|solver| (default, solver.clone()));
            let with_others = others.iter().map(|encoding| (encoding, SolverKind::default()));
            let others_in_reach =
                with_others.filter(|(encoding, _)| optimum <= 30 && in_reach(&***encoding, &sample, optimum));
            for (encoding, solver) in with_default.chain(others_in_reach) {
                number += 1;
                if !has_turn(number) {
                    continue;
                }
                let what = format!("{} {metric} {} {solver}", sample.file, encoding.name());
                let options =
                    Options { mode: Mode::Formula(Strategy::Incremental), solver, ..Options::default() };
                assert_optimum(&ask(&task, &**encoding, &options), optimum, &what);
            }
        }
    }
}

/// The long plans and the large boards, with the default encoding.
#[test]
fn long_boards() {
    let mut number = 0;
    for sample in samples() {
        for (metric, task, optimum) in sample.tasks() {
            if optimum <= 60 && !sample.file.starts_with("large/") {
                continue;
            }
            number += 1;
            if !everything() && number % 4 != 0 {
                continue;
            }
            let options = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
            assert_optimum(
                &ask(&task, &*encodings()[0], &options),
                optimum,
                &format!("{} {metric}", sample.file),
            );
        }
    }
}
