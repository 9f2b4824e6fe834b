//! Every schedule gives the answer of breadth-first search: the same optimum or the same "none", with horizons limited
//! around it, for tasks without a plan, and however early the run is stopped.

use crate::common::cases::cases;

use crate::common::{boards, tasks};
use bmcplan::encode::{Encoding, encodings};
use bmcplan::horizon::{Attempt, Event, HorizonAnswer, HorizonSchedule, LemmaCopies};
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::plan::validate;
use bmcplan::planner::{LowerBound, Mode, Options, Outcome, PlanQuery, Progress, Report, Strategy, solve};
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, Reachability, Task, TaskBuilder};
use itertools::{Itertools, iproduct};
use proptest::prelude::*;

use crate::common::ask::ask;
use crate::common::optimum::optimum;

/// A horizon that stands for "none so far" on tasks without a plan.
const FAR: usize = 6;

fn schedules() -> Vec<HorizonSchedule> {
    ["linear", "ramp:1.15", "ramp:2", "ramp:10"].map(|text| text.parse().unwrap()).to_vec()
}

/// All claims about horizons are true, and no horizon beyond the greatest is tried.
fn check_book(report: &Report, optimum: Option<usize>, greatest: Option<usize>, cell: &str) {
    let is_below = |horizon: usize| optimum.is_none_or(|optimum| horizon < optimum);
    assert!(report.refuted.is_none_or(is_below), "{cell}: {report:?}");
    for attempt in &report.attempts {
        assert!(greatest.is_none_or(|greatest| attempt.horizon <= greatest), "{cell}: {attempt:?}");
        match attempt.answer {
            HorizonAnswer::Reached => assert!(!is_below(attempt.horizon), "{cell}: {attempt:?}"),
            HorizonAnswer::Refuted => {
                assert!(is_below(attempt.horizon), "{cell}: {attempt:?}");
                assert!(Some(attempt.horizon) <= report.refuted, "{cell}: {attempt:?}");
            }
            HorizonAnswer::Stopped => {}
        }
    }
}

fn check_task(task: &Task, encodings: &[Box<dyn Encoding>]) {
    let optimum = optimum(task);
    // The lower bound is not too high, and a task with a plan has a plan in the relaxation.
    let relaxed = task.relaxed_distance(&Stop::default()).unwrap();
    assert!(optimum.is_none_or(|optimum| relaxed.is_some_and(|relaxed| relaxed <= optimum)), "{relaxed:?}");
    assert_eq!(relaxed.is_some(), Reachability::of(task, |_| true, &Stop::default()).condition(task.goal()));
    let copies = [LemmaCopies::Always, LemmaCopies::Late].into_iter().cycle();
    for ((encoding, solver, schedule), copy_lemmas) in
        iproduct!(encodings, SolverKind::ALL, schedules()).zip(copies)
    {
        let bound = if *solver == SolverKind::default() { LowerBound::None } else { LowerBound::HMax };
        let mode = Mode::Formula(Strategy::Incremental);
        let options = Options {
            mode,
            solver: solver.clone(),
            schedule,
            copy_lemmas,
            lower_bound: bound,
            ..Options::default()
        };
        let around = optimum.map_or(0..=FAR, |optimum| optimum.saturating_sub(2)..=optimum + 2);
        let limits = around.map(Some).chain(optimum.map(|_| None));
        for greatest in limits {
            let cell = format!("{} {solver} {schedule} at most {greatest:?}", encoding.name());
            let options = Options { max_horizon: greatest, ..options.clone() };
            let mut told = Vec::new();
            let hear = &mut |progress: Progress<'_>| {
                if let Progress::Plan(plan) = progress {
                    assert!(validate(task, plan).is_ok(), "{cell}");
                    told.push(plan.length());
                }
            };
            let report = solve(task, &**encoding, &options, &Stop::default(), hear).unwrap();
            check_told(&report, told, &cell);
            check_book(&report, optimum, greatest, &cell);
            let reachable = optimum.filter(|optimum| greatest.is_none_or(|greatest| *optimum <= greatest));
            match (&report.outcome, reachable) {
                (Outcome::Solved { plan, optimal: true, .. }, Some(optimum)) => {
                    assert_eq!(plan.length(), optimum, "{cell}");
                    assert_eq!(report.refuted, optimum.checked_sub(1), "{cell}");
                }
                (Outcome::NoPlanWithin(horizon), None) => assert_eq!(Some(*horizon), greatest, "{cell}"),
                (Outcome::Unsolvable, None) if optimum.is_none() => {}
                other => panic!("{cell}: {other:?}"),
            }
        }
    }
}

/// Each reported plan is shorter than the last, and all plans are reported except one that is known at once to be shortest.
fn check_told(report: &Report, mut told: Vec<usize>, cell: &str) {
    let Outcome::Solved { plan, .. } = &report.outcome else { return assert!(told.is_empty(), "{cell}") };
    if told.last() != Some(&plan.length()) {
        told.push(plan.length());
    }
    assert!(told.windows(2).all(|pair| pair[1] < pair[0]), "{cell}: {told:?}");
    let reached = report.attempts.iter().filter(|attempt| attempt.answer == HorizonAnswer::Reached).count();
    assert_eq!(told.len(), reached, "{cell}: {told:?}");
}

/// As many shortest plans are counted as by search.
fn check_counts(task: &Task, encoding: &dyn Encoding) {
    let count = |options: Options| {
        let list = ask(task, encoding, &Options { wanted: PlanQuery::Count, ..options }).list;
        list.map(|list| (list.count.unwrap(), list.exact))
    };
    let searched = count(Options { mode: Mode::Search, ..Options::default() });
    let Some((2..=100, _)) = searched else { return };
    for (solver, schedule) in iproduct!(SolverKind::ALL, schedules()) {
        let options = Options {
            mode: Mode::Formula(Strategy::Incremental),
            solver: solver.clone(),
            schedule,
            ..Options::default()
        };
        assert_eq!(count(options), searched, "{solver} {schedule}");
    }
}

/// The stop flag is raised at this number of events.
fn check_stopped(task: &Task, encoding: &dyn Encoding, events: usize) {
    let optimum = optimum(task);
    for (solver, schedule) in iproduct!(SolverKind::ALL, schedules()) {
        let cell = format!("{solver} {schedule} stopped at event {events}");
        let options = Options {
            mode: Mode::Formula(Strategy::Incremental),
            solver: solver.clone(),
            schedule,
            max_horizon: Some(FAR),
            ..Options::default()
        };
        let stop = Stop::default();
        let mut heard = 0;
        let report = solve(task, encoding, &options, &stop, &mut |_| {
            if heard == events {
                stop.raise(StopReason::Interrupt);
            }
            heard += 1;
        })
        .unwrap();
        check_book(&report, optimum, Some(FAR), &cell);
        match &report.outcome {
            Outcome::Solved { plan, optimal: true, .. } => assert_eq!(Some(plan.length()), optimum, "{cell}"),
            Outcome::Solved { plan, optimal: false, .. } => {
                assert!(optimum <= Some(plan.length()), "{cell}");
                assert_eq!(report.stopped, Some(StopReason::Interrupt), "{cell}");
            }
            Outcome::Unsolvable => assert_eq!(optimum, None, "{cell}"),
            Outcome::NoPlanWithin(FAR) => assert!(optimum.is_none_or(|optimum| FAR < optimum), "{cell}"),
            Outcome::Stopped(StopReason::Interrupt) => assert!(events < heard, "{cell}"),
            other => panic!("{cell}: {other:?}"),
        }
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn random_tasks(task in tasks::tasks()) {
        check_task(&task, &encodings());
        check_counts(&task, &*encodings()[0]);
    }

    #[test]
    fn random_games_against_time(task in tasks::tasks(), deadline in 1..8_u32) {
        prop_assume!(task.clock().is_none());
        check_task(&tasks::with_deadline(&task, deadline), &encodings());
    }

    #[test]
    fn random_boards(board in boards::arb_board()) {
        for metric in BoardMetric::ALL {
            let task = rush_hour::task(&board, metric, &Stop::default()).unwrap();
            check_task(&task, &rush_hour::encodings(&board, metric));
            check_counts(&task, &*encodings()[0]);
        }
    }

    #[test]
    fn stopped_early(task in tasks::tasks(), events in 0..8_usize) {
        check_stopped(&task, &*encodings()[0], events);
    }
}

/// A counter that goes up by one; the goal is its value `n`. If it is `idle`, steps may be wasted.
fn counter(n: u32, idle: bool) -> Task {
    let mut builder = TaskBuilder::default();
    let var = builder.variable("counter", (0..=n).map(|value| value.to_string()), 0);
    let fact = |value| Fact { var, value };
    for value in 0..n {
        builder.operator(Operator::simple(
            format!("to {}", value + 1),
            [fact(value).into()],
            [fact(value + 1)],
        ));
    }
    if idle {
        builder.operator(Operator::simple("wait", [], []));
    }
    builder.goal([fact(n).into()]);
    builder.build().unwrap()
}

/// The horizons that were tried, in order, with the answers.
fn trail(task: &Task, schedule: &str, max_horizon: Option<usize>) -> String {
    trail_from(task, LowerBound::None, schedule, max_horizon)
}

fn trail_from(task: &Task, lower_bound: LowerBound, schedule: &str, max_horizon: Option<usize>) -> String {
    let options = Options {
        mode: Mode::Formula(Strategy::Incremental),
        schedule: schedule.parse().unwrap(),
        lower_bound,
        max_horizon,
        ..Options::default()
    };
    let mut attempts: Vec<Attempt> = Vec::new();
    let report = solve(task, &*encodings()[0], &options, &Stop::default(), &mut |progress| {
        if let Progress::Horizon(Event::Finished(attempt)) = progress {
            attempts.push(attempt.clone());
        }
    })
    .unwrap();
    assert_eq!(report.attempts, attempts);
    let told = attempts.iter().map(|attempt| format!("{} {:?}", attempt.horizon, attempt.answer)).join(", ");
    told.replace(" Refuted", "-").replace(" Reached", "+")
}

#[test]
fn which_horizons_are_asked() {
    let task = counter(9, false);
    assert_eq!(trail(&task, "linear", None), "0-, 1-, 2-, 3-, 4-, 5-, 6-, 7-, 8-, 9+");
    assert_eq!(trail(&task, "linear", Some(4)), "0-, 1-, 2-, 3-, 4-");
    // The trace within 12 steps has 9, and a trace of 8 is refuted already.
    assert_eq!(trail(&task, "ramp:1.5", None), "0-, 1-, 2-, 3-, 5-, 8-, 12+");
    assert_eq!(trail(&task, "ramp:1.5", Some(9)), "0-, 1-, 2-, 3-, 5-, 8-, 9+");
    assert_eq!(trail(&task, "ramp:2", None), "0-, 1-, 2-, 4-, 8-, 16+");
    assert_eq!(trail(&task, "ramp:2", Some(7)), "0-, 1-, 2-, 4-, 7-");
    // If the relaxation has the same distance, no horizon is left to refute.
    for schedule in ["linear", "ramp:1.5"] {
        assert_eq!(trail_from(&task, LowerBound::HMax, schedule, None), "9+");
        assert_eq!(trail_from(&task, LowerBound::HMax, schedule, Some(8)), "");
    }
    // After horizon 10, of whose steps the trace has 9, only 1 is known to be too few: two thirds of the way down, again and again.
    assert_eq!(trail(&task, "ramp:10", None), "0-, 1-, 10+, 4-, 6-, 8-");
}

#[test]
fn after_the_goal_is_reached_lengths_between_are_asked() {
    for (n, ramp) in iproduct!(0..12, ["ramp:1.3", "ramp:2", "ramp:10"]) {
        let told = trail(&counter(n, true), ramp, None);
        let (mut refuted, mut reached): (Option<u32>, Option<u32>) = (None, None);
        for asked in told.split(", ") {
            let horizon: u32 = asked.trim_end_matches(['+', '-']).parse().unwrap();
            assert!(refuted < Some(horizon), "{told}");
            assert!(reached.is_none_or(|reached| horizon < reached), "{told}");
            *if asked.ends_with('+') { &mut reached } else { &mut refuted } = Some(horizon);
        }
        assert!(reached.is_some_and(|reached| n <= reached), "{told}");
        assert_eq!(refuted, n.checked_sub(1), "{told}");
    }
}

/// A guess of the length is taken for a good one: one formula is left step by step.
#[test]
fn one_formula_is_left_step_by_step() {
    let trail = |horizon| {
        let mode = Mode::Formula(Strategy::Minimize(horizon));
        let options = Options { mode, lower_bound: LowerBound::None, ..Options::default() };
        let report = ask(&counter(9, false), &*encodings()[0], &options);
        report.attempts.iter().map(|attempt| attempt.horizon).collect_vec()
    };
    assert_eq!(trail(9), [9, 8]);
    assert_eq!(trail(20), [20, 8]);
}

#[test]
fn a_goal_that_holds_at_the_start() {
    for schedule in ["linear", "ramp:2"] {
        assert_eq!(trail(&counter(0, true), schedule, None), "0+");
    }
}
