//! Every schedule gives the answer of breadth-first search: the same optimum or the same "none", with horizons limited
//! around it, for tasks without a plan, and however early the run is stopped.

use bmcplan::encode::encodings;
use bmcplan::horizon::Attempt;
use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan_planner::{Event, LowerBound, Mode, Options, Strategy, solve};
use itertools::{Itertools, iproduct};

use crate::common::ask::ask;

/// A counter that goes up by one; the goal is its value `n`. If it is `idle`, steps may be wasted.
pub(crate) fn counter(n: u32, idle: bool) -> Task {
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
        if let Event::Finished(attempt) = progress {
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
