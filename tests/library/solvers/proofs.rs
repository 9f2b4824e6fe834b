//! Sources of proofs that there are no shorter plans, or none: an answer names exactly its source.

use bmcplan::encode::{Reductions, StepOptions, Transition};
use bmcplan::solver::{SolverKind, Trust};
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan_planner::{LowerBound, Mode, Options, Outcome, PlanQuery, ProofSource, Report, Strategy};

use super::stand_in::honest_for;
use crate::common::ask::ask;
use crate::schedules::counter;

fn incremental() -> Options {
    Options {
        mode: Mode::Formula(Strategy::Incremental),
        lower_bound: LowerBound::None,
        ..Options::default()
    }
}

fn proof(task: &Task, options: &Options) -> (Option<usize>, Option<String>) {
    let Report { refuted, proved_by, .. } = ask(task, &Transition, options);
    (refuted, proved_by.map(|source| source.to_string()))
}

fn by(refuted: usize, source: &str) -> (Option<usize>, Option<String>) {
    (Some(refuted), Some(source.to_owned()))
}

#[test]
fn who_refuted_the_length_below_the_shortest() {
    let with = |mode| Options { mode, ..incremental() };
    for (options, source) in [
        (with(Mode::Search), "search"),
        (with(Mode::Auto), "search"),
        (Options { mode: Mode::Auto, wanted: PlanQuery::Count, ..incremental() }, "search"),
        (incremental(), "varisat"),
        (Options { solver: SolverKind::Batsat, ..incremental() }, "batsat"),
        (with(Mode::Formula(Strategy::Minimize(8))), "varisat"),
        (with(Mode::Formula(Strategy::Pdr)), "varisat"),
        (Options { lower_bound: LowerBound::HMax, ..incremental() }, "relaxed reachability"),
        (
            Options { lower_bound: LowerBound::HMax, ..with(Mode::Formula(Strategy::Fixed(5))) },
            "relaxed reachability",
        ),
    ] {
        assert_eq!(proof(&counter(5, false), &options), by(4, source), "{options:?}");
    }
    assert_eq!(proof(&counter(5, false), &with(Mode::Formula(Strategy::Fixed(5)))), (None, None));
    assert_eq!(proof(&counter(0, false), &incremental()), (None, None), "there is nothing to prove");
}

#[test]
fn a_bound_below_the_answer_is_the_solver_s_work() {
    // Two counters, each of which the relaxation takes to its end independently.
    let mut builder = TaskBuilder::default();
    for name in ["one", "other"] {
        let var = builder.variable(name, ["0", "1", "2"], 0);
        for value in 0..2 {
            let (from, to) = (Fact { var, value }, Fact { var, value: value + 1 });
            builder.operator(Operator::simple(format!("{name} {value}"), [from.into()], [to]));
        }
        builder.goal([Fact { var, value: 2 }.into()]);
    }
    let task = builder.build().unwrap();
    let options = Options { lower_bound: LowerBound::HMax, ..incremental() };
    assert_eq!(proof(&task, &options), by(3, "varisat"));
    let within = |greatest| Options { max_horizon: Some(greatest), ..options.clone() };
    assert_eq!(proof(&task, &within(1)), by(1, "relaxed reachability"));
    assert_eq!(proof(&task, &within(2)), by(2, "varisat"));
}

#[test]
fn a_solver_from_elsewhere_is_named_if_nobody_confirmed_it() {
    let calls = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("calls.proofs.{}", std::process::id()));
    let solver = honest_for(usize::MAX, &calls);
    let confirmed = Options { solver: solver.clone(), ..incremental() };
    assert_eq!(proof(&counter(3, false), &confirmed), by(2, "varisat"));
    let believed = Options { trust: Trust::Unchecked, ..confirmed };
    assert_eq!(proof(&counter(3, false), &believed), by(2, &solver.to_string()));
}

/// Two lamps that exclude each other, and a third that can never be lit.
fn lamps(goal: &[usize]) -> Task {
    let mut builder = TaskBuilder::default();
    let lamps = ["red", "green", "never"].map(|name| builder.variable(name, ["off", "on"], 0));
    let fact = |lamp: usize, value| Fact { var: lamps[lamp], value };
    for (lamp, other) in [(0, 1), (1, 0)] {
        let dark = [fact(lamp, 0).into(), fact(other, 0).into()];
        builder.operator(Operator::simple(format!("light {lamp}"), dark, [fact(lamp, 1)]));
        builder.operator(Operator::simple(
            format!("put out {lamp}"),
            [fact(lamp, 1).into()],
            [fact(lamp, 0)],
        ));
    }
    builder.goal(goal.iter().map(|lamp| fact(*lamp, 1).into()));
    builder.build().unwrap()
}

/// A clock that ends at four, and a goal that may hold at the given values.
fn over_at(late: &[u32]) -> Task {
    let mut builder = TaskBuilder::default();
    let var = builder.clock("step", ["1", "2", "3", "4"], 3);
    builder.operator(Operator::simple("wait", [], []));
    let rules = late.iter().map(|value| vec![Fact { var, value: *value }.into()]);
    let over = builder.derived("over", rules.collect());
    builder.goal([over.into()]);
    builder.build().unwrap()
}

#[test]
fn who_proved_that_there_is_no_plan() {
    let plain = StepOptions { reductions: Reductions::NONE, ..StepOptions::default() };
    let pdr = Options { mode: Mode::Formula(Strategy::Pdr), ..incremental() };
    for (goal, options, source) in [
        (&[0, 1][..], Options { mode: Mode::Search, ..incremental() }, ProofSource::Search),
        (&[0, 1], Options::default(), ProofSource::Search),
        (&[0, 1], incremental(), ProofSource::Mutexes),
        (&[0, 1], pdr.clone(), ProofSource::Mutexes),
        (&[0, 1], Options { step: plain.clone(), ..pdr.clone() }, ProofSource::Invariant),
        (&[2], incremental(), ProofSource::RelaxedReachability),
        (&[2], Options::default(), ProofSource::RelaxedReachability),
        (&[2], Options { step: plain, ..pdr }, ProofSource::RelaxedReachability),
    ] {
        let report = ask(&lamps(goal), &Transition, &options);
        assert_eq!((report.outcome, report.proved_by), (Outcome::Unsolvable, Some(source)), "{options:?}");
    }
}

#[test]
fn the_step_counter_proves_what_it_does() {
    assert_eq!(proof(&over_at(&[2]), &incremental()), by(1, "step counter"));
    let never = ask(&over_at(&[]), &Transition, &incremental());
    assert_eq!(never.outcome, Outcome::Unsolvable);
    assert!(
        matches!(never.proved_by, Some(ProofSource::StepCounter | ProofSource::RelaxedReachability)),
        "{never:?}"
    );
}
