//! First plans: valid wherever there is one, called shortest only if they are, and with correct refutations on the way.

use bmcplan::encode::{Operators, Semantics, StepOptions, Transition};
use bmcplan::kinds::rush_hour::BoardMetric;
use bmcplan::plan::Plan;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Operator, Task, TaskBuilder};
use bmcplan_planner::{Event, Mode, Options, Outcome, Strategy, solve};

use crate::auto::board;
use crate::common::ask::ask;

fn options(semantics: Semantics, max_horizon: Option<usize>) -> Options {
    let step = StepOptions { semantics, ..StepOptions::default() };
    Options { mode: Mode::Formula(Strategy::First), step, max_horizon, ..Options::default() }
}

#[test]
fn the_first_plan_stays_when_the_proof_is_stopped() {
    let task = board("large/12x12_7.toml", BoardMetric::Slides);
    let stop = Stop::default();
    let (mut is_found, mut told) = (false, 0);
    let observer = &mut |progress: Event| match progress {
        Event::Plan(plan) => (is_found, told) = (true, plan.length()),
        Event::Started(_) if is_found => stop.raise(StopReason::Timeout),
        _ => {}
    };
    let options = Options { mode: Mode::Anytime, ..Options::default() };
    let report = solve(&task, &Transition, &options, &stop, observer).unwrap();
    let Outcome::Solved { plan, optimal: false, .. } = &report.outcome else { panic!("{report:?}") };
    assert!(25 <= plan.length());
    assert_eq!(told, plan.length());
    assert_eq!(report.stopped, Some(StopReason::Timeout));
}

fn first(task: &Task) -> Plan {
    // The encoding of the default does not know such steps, so another one is taken.
    match ask(task, &Transition, &options(Semantics::Sequential, None)).outcome {
        Outcome::Solved { plan, .. } => plan,
        other => panic!("{other:?}"),
    }
}

#[test]
fn large_boards_have_plans() {
    assert!(18 <= first(&board("large/9x9_6.toml", BoardMetric::Slides)).length());
    assert!(16 <= first(&board("sample02.toml", BoardMetric::Slides)).length());
}

/// Pieces that have three steps to go each, in any order, and are not alike, since their costs differ: too many states to be searched
/// blindly.
#[test]
fn greedy_search_answers_before_any_formula() {
    let mut builder = TaskBuilder::default();
    for piece in 0..24_u64 {
        let var = builder.variable(format!("piece {piece}"), ["0", "1", "2", "3"], 0);
        let fact = |value| Fact { var, value };
        for value in 0..3 {
            let steps = [(value, value + 1), (value + 1, value)];
            for (from, to) in steps {
                let step = Operator::simple("step", [fact(from).into()], [fact(to)]);
                builder.operator(Operator { cost: 1 + piece, ..step });
            }
        }
        builder.goal([fact(3).into()]);
    }
    let task = builder.build().unwrap();
    let options = options(Semantics::Sequential, None);
    let report = ask(&task, &Operators, &options);
    let Outcome::Solved { plan, optimal: false, .. } = &report.outcome else { panic!("{report:?}") };
    assert_eq!((plan.length(), report.attempts.len()), (72, 0));
    assert_eq!(ask(&task, &Operators, &options).outcome, report.outcome, "again");
    // A plan that is too long is none.
    let short = Options { max_horizon: Some(2), ..options };
    assert_eq!(ask(&task, &Operators, &short).outcome, Outcome::NoPlanWithin(2));
}

/// Hardly any moves can share a step, so formulas come nowhere; but there are few states.
#[test]
fn dense_boards_are_searched() {
    let report =
        ask(&board("sample1.toml", BoardMetric::Units), &Transition, &options(Semantics::Sequential, None));
    let Outcome::Solved { plan, optimal: true, .. } = report.outcome else { panic!("{report:?}") };
    assert_eq!((plan.length(), report.refuted), (103, Some(102)));
}
