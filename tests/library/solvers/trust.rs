//! Foreign solvers that say "unsatisfiable" wrongly: no answer is wrong, and an answer that rests on their word alone says
//! so.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use bmcplan::encode::{Reductions, StepOptions, Transition};
use bmcplan::horizon::{Cubes, HorizonSchedule, RunError};
use bmcplan::plan::Metric;
use bmcplan::solver::{SolverError, SolverKind, Trust};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Literal, Operator, Task, TaskBuilder};
use bmcplan_planner::{
    Event, InternalError, LowerBound, Mode, Options, Outcome, PlanQuery, ProofSource, Report, Strategy,
};
use bmcplan_prisoners::{Impossible, Meets, PrisonersError, ScheduleProblem};

use super::fake_mallob::{FakeMallob, Manner};
use super::library::library;
use super::stand_in::honest_for;
use crate::schedules::counter;

/// The fewest steps of the task that is asked about.
const LENGTH: usize = 5;

/// A file of this test alone.
fn calls(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("calls.{name}.{}", std::process::id()))
}

/// Every way to ask.
fn ways() -> Vec<Options> {
    let base = Options { lower_bound: LowerBound::None, max_horizon: Some(8), ..Options::default() };
    let incremental = Options { mode: Mode::Formula(Strategy::Incremental), ..base.clone() };
    let linear = Options { schedule: HorizonSchedule::Linear, ..incremental.clone() };
    vec![
        linear.clone(),
        incremental.clone(),
        Options { search_threads: NonZeroUsize::new(2), cubes: Cubes::Auto, ..incremental },
        Options { wanted: PlanQuery::All(10), ..linear.clone() },
        Options { wanted: PlanQuery::Count, ..linear },
        Options { mode: Mode::Formula(Strategy::Fixed(LENGTH)), ..base.clone() },
        Options { mode: Mode::Formula(Strategy::Minimize(8)), ..base.clone() },
        Options { mode: Mode::Formula(Strategy::Minimize(8)), wanted: PlanQuery::Count, ..base.clone() },
        Options { mode: Mode::Formula(Strategy::Pdr), ..base.clone() },
        base,
    ]
}

fn ask(options: &Options) -> Result<Report, InternalError> {
    bmcplan_planner::solve(&counter(5, false), &Transition, options, &Stop::default(), &mut |_| {})
}

/// Checks that the answer is right, or an error that blames the solver.
fn check(options: &Options, answer: &Result<Report, InternalError>) {
    match answer {
        Ok(Report { outcome: Outcome::Solved { plan, optimal, .. }, list, trusted: None, .. }) => {
            assert_eq!(plan.length(), LENGTH, "{options:?}");
            assert_eq!(*optimal, options.mode != Mode::Formula(Strategy::Fixed(LENGTH)), "{options:?}");
            let count = list.as_ref().map(|list| (list.count, list.exact));
            assert_eq!(count, (options.wanted != PlanQuery::One).then_some((Some(1), true)), "{options:?}");
        }
        Err(InternalError::Run(RunError::Solver(SolverError::Foreign { solver, .. }))) => {
            assert_eq!(*solver, options.solver.to_string());
        }
        other => panic!("{options:?}: {other:?}"),
    }
}

/// A program and a library that call every formula unsatisfiable. Tests that run side by side share the library's file.
fn liars() -> &'static [SolverKind] {
    static LIARS: LazyLock<Vec<SolverKind>> = LazyLock::new(|| {
        let program = "cmd:echo s UNSATISFIABLE".parse().unwrap();
        [Some(program), library("liar", "\"\"", "20")].into_iter().flatten().collect()
    });
    &LIARS
}

#[test]
fn an_honest_solver_is_confirmed() {
    let solver = honest_for(usize::MAX, &calls("honest"));
    for way in ways() {
        let options = Options { solver: solver.clone(), ..way };
        let answer = ask(&options);
        check(&options, &answer);
        assert!(answer.is_ok(), "{answer:?}");
    }
}

/// An invariant rests on no horizon that was refuted on the way: two lamps that are switched together can be switched for ever.
#[test]
fn an_invariant_is_confirmed() {
    let mut builder = TaskBuilder::default();
    let lamps = ["left", "right"].map(|name| builder.variable(name, ["off", "on"], 0));
    let both = |value| lamps.map(|var| Fact { var, value });
    for value in [0, 1] {
        builder.operator(Operator::simple("switch", both(value).map(Literal::from), both(1 - value)));
    }
    let [off, on] = [both(0)[0], both(1)[1]];
    builder.goal([off.into(), on.into()]);
    let task = builder.build().unwrap();
    let options = Options {
        mode: Mode::Formula(Strategy::Pdr),
        solver: honest_for(usize::MAX, &calls("invariant")),
        lower_bound: LowerBound::None,
        step: StepOptions { reductions: Reductions::NONE, ..StepOptions::default() },
        ..Options::default()
    };
    let report = bmcplan_planner::solve(&task, &Transition, &options, &Stop::default(), &mut |_| {}).unwrap();
    assert_eq!((report.outcome, report.trusted), (Outcome::Unsolvable, None));
    assert_eq!(report.proved_by, Some(ProofSource::Invariant));
}

/// Every question to the solver ends with an error, unless a search answers beside it.
fn fails_in_every_way(solver: &SolverKind) {
    for way in ways() {
        let options = Options { solver: solver.clone(), ..way };
        let answer = ask(&options);
        check(&options, &answer);
        assert!(answer.is_err() || options.mode == Mode::Auto, "only a search can answer: {options:?}");
    }
}

#[test]
fn a_liar_is_found_out() {
    liars().iter().for_each(fails_in_every_way);
}

#[test]
fn a_service_that_lies_is_found_out() {
    let service = FakeMallob::start(Manner::Liar);
    fails_in_every_way(&service.kind());
}

#[test]
fn an_honest_service_is_confirmed() {
    let service = FakeMallob::start(Manner::Honest);
    for way in ways() {
        let options = Options { solver: service.kind(), ..way };
        let answer = ask(&options);
        check(&options, &answer);
        assert!(answer.is_ok(), "{answer:?}");
    }
    let heard = service.take_heard();
    assert!(
        heard.iter().any(|request| request == "whole") && !heard.iter().any(|request| request == "hangs")
    );
}

/// Without a greatest horizon, the run ends only when the solver is found out.
#[test]
fn a_liar_is_found_out_on_the_way() {
    let two = NonZeroUsize::new(2);
    let ways = [
        (HorizonSchedule::Linear, Cubes::Off),
        (HorizonSchedule::default(), Cubes::Off),
        (HorizonSchedule::default(), Cubes::Auto),
    ];
    for solver in liars() {
        for (schedule, cubes) in ways {
            let base = Options {
                lower_bound: LowerBound::None,
                schedule,
                cubes,
                search_threads: two,
                ..Options::default()
            };
            let incremental = Mode::Formula(Strategy::Incremental);
            let options = Options { mode: incremental, solver: solver.clone(), ..base };
            let mut horizons = Vec::new();
            let answer = bmcplan_planner::solve(
                &counter(5, false),
                &Transition,
                &options,
                &Stop::default(),
                &mut |progress| {
                    if let Event::Finished(attempt) = progress {
                        horizons.push(attempt.horizon);
                    }
                },
            );
            check(&options, &answer);
            assert!(answer.is_err());
            assert!(horizons.len() <= 16, "{horizons:?}");
        }
    }
}

#[test]
fn who_begins_to_lie_is_found_out() {
    for (number, way) in ways().into_iter().enumerate() {
        for honest in [1, 2, 4, 8] {
            let solver = honest_for(honest, &calls(&format!("begins{number}")));
            let options = Options { solver, ..way.clone() };
            check(&options, &ask(&options));
        }
    }
}

#[test]
fn wrong_models_are_the_fault_of_a_library() {
    let Some(solver) = library("wrong_plans", "\"\"", "10") else { return };
    fails_in_every_way(&solver);
}

#[test]
fn the_horizon_of_a_lie_is_named() {
    let options =
        Options { mode: Mode::Formula(Strategy::Fixed(7)), solver: liars()[0].clone(), ..Options::default() };
    assert_eq!(
        ask(&options).unwrap_err().to_string(),
        "the SAT solver cmd:echo s UNSATISFIABLE failed: it says wrongly that no plan exists within horizon 7"
    );
}

#[test]
fn who_is_believed_is_named() {
    let solver = honest_for(usize::MAX, &calls("believed"));
    for way in ways().into_iter().filter(|way| way.mode != Mode::Auto) {
        let options = Options { solver: solver.clone(), trust: Trust::Unchecked, ..way };
        let report = ask(&options).unwrap();
        // A plan that is not called shortest rests on no refutation.
        let rests = options.mode != Mode::Formula(Strategy::Fixed(LENGTH));
        assert_eq!(report.trusted, rests.then(|| solver.clone()), "{options:?}");
        assert!(
            matches!(report.outcome, Outcome::Solved { plan, optimal, .. } if plan.length() == LENGTH && optimal == rests)
        );
    }
    let solver = liars()[0].clone();
    let options = Options {
        mode: Mode::Formula(Strategy::Fixed(7)),
        solver: solver.clone(),
        trust: Trust::Unchecked,
        ..Options::default()
    };
    let report = ask(&options).unwrap();
    assert_eq!((report.outcome, report.trusted), (Outcome::NoPlanWithin(7), Some(solver)));
}

#[test]
fn a_confirmation_that_is_stopped_leaves_the_answer_and_names_the_solver() {
    let solver = honest_for(usize::MAX, &calls("stopped"));
    let options =
        Options { mode: Mode::Formula(Strategy::Minimize(8)), solver: solver.clone(), ..Options::default() };
    let options = Options { lower_bound: LowerBound::None, ..options };
    let stop = Stop::default();
    let mut confirming = Vec::new();
    let report = bmcplan_planner::solve(&counter(5, false), &Transition, &options, &stop, &mut |progress| {
        if let Event::Confirming(horizon) = progress {
            confirming.push(horizon);
            stop.raise(StopReason::Interrupt);
        }
    });
    let report = report.unwrap();
    assert_eq!(confirming, [4]);
    assert_eq!((report.trusted, report.stopped), (Some(solver), None));
    assert!(matches!(report.outcome, Outcome::Solved { optimal: true, .. }), "{:?}", report.outcome);
}

/// A road of three stretches that cost 2 each, and a leap along all of it that costs 7.
fn road() -> Task {
    let mut builder = TaskBuilder::default();
    let var = builder.variable("place", ["0", "1", "2", "3"], 0);
    let fact = |value| Fact { var, value };
    for place in 0..3 {
        let operator = Operator::simple("go", [fact(place).into()], [fact(place + 1)]);
        builder.operator(Operator { cost: 2, ..operator });
    }
    builder.operator(Operator { cost: 7, ..Operator::simple("leap", [fact(0).into()], [fact(3)]) });
    builder.goal([fact(3).into()]);
    builder.build().unwrap()
}

/// Questions about costs, to formulas with a relaxed rest.
fn questions_with_a_rest() -> Vec<(Task, Options)> {
    let incremental = Options { mode: Mode::Formula(Strategy::Incremental), ..Options::default() };
    let of_costs = |max_cost| Options { metric: Metric::Cost, max_cost, ..incremental.clone() };
    [None, Some(6), Some(5)].map(|most| (road(), of_costs(most))).into()
}

fn ask_about(task: &Task, options: &Options) -> Result<Report, InternalError> {
    bmcplan_planner::solve(task, &Transition, options, &Stop::default(), &mut |_| {})
}

/// Checks that the answer is that of the solver that is built in, proved by it, or an error that blames the other.
fn check_with_a_rest(task: &Task, options: &Options) -> bool {
    let expected = ask_about(task, &Options { solver: SolverKind::default(), ..options.clone() }).unwrap();
    match ask_about(task, options) {
        Ok(report) => {
            assert_eq!(report.outcome, expected.outcome, "{options:?}");
            let known = |report: &Report| (report.refuted, report.refuted_cost, report.proved_by.clone());
            assert_eq!((known(&report), report.trusted), (known(&expected), None), "{options:?}");
            true
        }
        Err(InternalError::Run(RunError::Solver(SolverError::Foreign { solver, .. }))) => {
            assert_eq!(solver, options.solver.to_string());
            false
        }
        other => panic!("{options:?}: {other:?}"),
    }
}

#[test]
fn least_costs_are_confirmed() {
    let solver = honest_for(usize::MAX, &calls("rest"));
    for (task, options) in questions_with_a_rest() {
        let options = Options { solver: solver.clone(), ..options };
        assert!(check_with_a_rest(&task, &options), "{options:?}");
        let options = Options { trust: Trust::Unchecked, ..options };
        assert_eq!(ask_about(&task, &options).unwrap().trusted, Some(solver.clone()), "{options:?}");
    }
}

/// Where there is no plan within a limit, a liar may be right; what is known then is what the built-in solver refutes.
#[test]
fn lies_about_least_costs_are_found_out() {
    for solver in liars() {
        for (task, options) in questions_with_a_rest() {
            let is_true = options.max_cost == Some(5);
            let options = Options { solver: solver.clone(), ..options };
            assert!(!check_with_a_rest(&task, &options) || is_true, "{options:?}");
        }
    }
    for honest in [1, 2, 3, 5, 8] {
        for (task, options) in questions_with_a_rest() {
            let solver = honest_for(honest, &calls("rest-begins"));
            check_with_a_rest(&task, &Options { solver, ..options });
        }
    }
}

#[test]
fn a_confirmation_of_a_least_cost_that_is_stopped_names_the_solver() {
    let solver = honest_for(usize::MAX, &calls("rest-stopped"));
    let (task, options) = questions_with_a_rest().remove(0);
    let options = Options { solver: solver.clone(), ..options };
    let stop = Stop::default();
    let report = bmcplan_planner::solve(&task, &Transition, &options, &stop, &mut |progress| {
        if let Event::Confirming(_) = progress {
            stop.raise(StopReason::Interrupt);
        }
    });
    let report = report.unwrap();
    assert_eq!((report.refuted_cost, report.trusted, report.stopped), (Some(5), Some(solver), None));
    assert!(matches!(report.outcome, Outcome::Solved { optimal: true, .. }), "{:?}", report.outcome);
}

/// The number of schedules of two pairs on three days, if the first day is not fixed.
fn schedules(solver: SolverKind, trust: Trust) -> Result<bmcplan_prisoners::ScheduleReport, PrisonersError> {
    let problem = ScheduleProblem::new(4, 2, 3, Meets::Everyone).unwrap();
    let symmetry = "none".parse().unwrap();
    let wanted = bmcplan_prisoners::ScheduleQuery::Count(None);
    let options = bmcplan_prisoners::ScheduleOptions {
        solver,
        trust,
        symmetry,
        wanted,
        ..bmcplan_prisoners::ScheduleOptions::default()
    };
    bmcplan_prisoners::solve(problem, &options, &Stop::default(), &mut |_| {})
}

fn is_foreign<T>(answer: &Result<T, PrisonersError>) -> bool {
    matches!(answer, Err(PrisonersError::Solver(SolverError::Foreign { .. })))
}

#[test]
fn schedules_that_a_liar_leaves_out_are_missed() {
    for honest in 0..12 {
        let answer = schedules(honest_for(honest, &calls("schedules")), Trust::Confirm);
        assert!(is_foreign(&answer), "{honest}: {answer:?}");
    }
    let solver = honest_for(usize::MAX, &calls("schedules"));
    let report = schedules(solver.clone(), Trust::Confirm).unwrap();
    assert_eq!((report.count, report.complete, report.trusted), (Some(6), true, None));
    let report = schedules(solver.clone(), Trust::Unchecked).unwrap();
    assert_eq!((report.count, report.complete, report.trusted), (Some(6), true, Some(solver)));
}

#[test]
fn no_schedule_by_a_liar() {
    for solver in liars() {
        let answer = schedules(solver.clone(), Trust::Confirm);
        assert!(is_foreign(&answer), "{answer:?}");
        let report = schedules(solver.clone(), Trust::Unchecked).unwrap();
        assert_eq!(report.outcome, bmcplan_prisoners::ScheduleOutcome::Impossible(Impossible::Refuted));
        assert_eq!(report.trusted.as_ref(), Some(solver));
    }
}
