//! Every shipped board has the optimum that `instances/OPTIMA.tsv` gives, in every way of solving it that
//! ends in seconds. What is left out, and why, stands at each test.

use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::encode::{Encoding, StepOptions, encodings};
use bmcplan::formula::AtMostOne;
use bmcplan::kinds::rush_hour::{self, Board, BoardMetric};
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan_planner::{Mode, Options, Outcome, Report, Strategy};
use bmcplan_search::{SearchLimits, explore, state_bytes};
use itertools::iproduct;

use crate::common::ask::ask;
use crate::common::cases::has_turn;

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

/// Up to 22 steps every way; up to 60 the default encoding with every solver, and up to 30 the others with the default one; above that, and
/// on large boards, the defaults.
#[test]
fn boards_in_every_way() {
    let mut number = 0;
    for sample in samples() {
        let board = sample.board();
        for (metric, task, optimum) in sample.tasks() {
            let is_large = sample.file.starts_with("large/");
            let is_short = optimum <= 22 && !is_large;
            let table = rush_hour::encodings(&board, metric);
            let is_tried = |(place, at_most_one, solver): &(usize, AtMostOne, &SolverKind)| {
                let usual =
                    [*place == 0, *at_most_one == AtMostOne::default(), **solver == SolverKind::default()];
                in_reach(&*table[*place], &sample, optimum)
                    && match optimum {
                        _ if is_short => true,
                        _ if is_large || 60 < optimum => usual == [true; 3],
                        31.. => usual[0] && usual[1],
                        _ => usual[1] && (usual[0] || usual[2]),
                    }
            };
            let ways = iproduct!(0..table.len(), AtMostOne::ALL, SolverKind::ALL);
            for (place, at_most_one, solver) in ways.filter(is_tried) {
                number += 1;
                if !has_turn(number) {
                    continue;
                }
                let what = format!("{} {metric} {} {at_most_one} {solver}", sample.file, table[place].name());
                let step = StepOptions { at_most_one, ..StepOptions::default() };
                let options = Options { step, solver: solver.clone(), ..Options::default() };
                let run = |mode| ask(&task, &*table[place], &Options { mode, ..options.clone() });
                assert_optimum(&run(Mode::Formula(Strategy::Incremental)), optimum, &what);
                if is_short {
                    assert_optimum(&run(Mode::Formula(Strategy::Minimize(optimum + 1))), optimum, &what);
                    let below = run(Mode::Formula(Strategy::Fixed(optimum - 1))).outcome;
                    assert_eq!(below, Outcome::NoPlanWithin(optimum - 1), "{what}");
                }
            }
        }
    }
}
