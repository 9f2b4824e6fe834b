//! Property-directed reachability gives the answer of breadth-first search: the same optimum with every shorter length
//! refuted, or a proof that there is no plan; and only true claims however early it is stopped.

use bmcplan::encode::{Encoding, Reductions, StepOptions, encodings};
use bmcplan::kinds::rush_hour::{self, BoardFormat, BoardMetric};
use bmcplan::solver::SolverKind;
use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan::text::Source;
use bmcplan_planner::{Event, Mode, Options, Outcome, Strategy, solve};
use itertools::Itertools;

use crate::common::ask::ask;
use crate::common::optimum::optimum;

fn with(solver: &SolverKind) -> Options {
    Options { mode: Mode::Formula(Strategy::Pdr), solver: solver.clone(), ..Options::default() }
}

/// The record of all iterations.
fn trail(task: &Task) -> String {
    let mut told = Vec::new();
    let report =
        solve(task, &*encodings()[0], &with(&SolverKind::default()), &Stop::default(), &mut |progress| {
            if let Event::Finished(attempt) = progress {
                told.push(format!("{} {:?}", attempt.horizon, attempt.answer));
            }
        })
        .unwrap();
    let end = match report.outcome {
        Outcome::Solved { plan, .. } => format!("{} steps", plan.length()),
        other => format!("{other:?}"),
    };
    told.into_iter().chain([end]).join(", ")
}

/// A counter that goes up to n, and a goal.
fn counter(n: u32, goal: u32) -> Task {
    let mut builder = TaskBuilder::default();
    let var = builder.variable("at", (0..=n.max(goal)).map(|value| value.to_string()), 0);
    let at = |value| Fact { var, value };
    for value in 0..n {
        builder.operator(Operator::simple(format!("to {}", value + 1), [at(value).into()], [at(value + 1)]));
        builder.operator(Operator::simple(format!("back {value}"), [at(value + 1).into()], [at(value)]));
    }
    builder.goal([at(goal).into()]);
    builder.build().unwrap()
}

#[test]
fn which_horizons_are_tried() {
    assert_eq!(trail(&counter(3, 0)), "0 Reached, 0 steps");
    assert_eq!(trail(&counter(3, 1)), "0 Refuted, 1 Reached, 1 steps");
    assert_eq!(trail(&counter(3, 3)), "0 Refuted, 1 Refuted, 2 Refuted, 3 Reached, 3 steps");
    // Without a plan in relaxed reachability, no solver is needed.
    assert_eq!(trail(&counter(3, 4)), "Unsolvable");
}

/// One of the large boards with a wall in it: unsolvable for a reason that takes some steps to see.
const NO_WAY_OUT: &str = "\
BAAA.D...
B..F.DCCC
...F.D..H
EE.F.GGGH
IXXJ....H
I.NJ.KKKP
LLNOMM.#P
Q.NOS...P
QRRRSTTUU
";

fn board_task(text: &str, metric: BoardMetric) -> (Task, Vec<Box<dyn Encoding>>) {
    let board = rush_hour::read_as(&Source::new("a board", text), BoardFormat::Text).unwrap();
    (rush_hour::task(&board, metric, &Stop::default()).unwrap(), rush_hour::encodings(&board, metric))
}

#[test]
fn a_large_board_without_a_way_out() {
    let (task, encodings) = board_task(NO_WAY_OUT, BoardMetric::Slides);
    assert_eq!(optimum(&task), None);
    // With mutexes no solver is needed: they rule the goal out.
    let step = StepOptions { reductions: Reductions::NONE, ..StepOptions::default() };
    let report = ask(&task, &*encodings[0], &Options { step, ..with(&SolverKind::Batsat) });
    assert_eq!(report.outcome, Outcome::Unsolvable);
    assert!(!report.attempts.is_empty());
}
