//! Explicit search against a breadth-first search too simple to be wrong.

use crate::sweep::search_in;
use bmcplan::plan::Plan;
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Effect, Fact, Literal, Operator, Task, TaskBuilder, VarId};
use bmcplan_search::{IncompleteReason, SearchLimits, SearchOutcome, explore, shortest_plan};

fn solve(task: &Task, limits: SearchLimits) -> (SearchOutcome, Option<usize>) {
    let report = shortest_plan(task, &limits, &Stop::default(), &mut |_| {});
    (report.outcome, report.refuted)
}

/// A game that is over once a lamp is lit is not yet won where its goal asks for two: then its clock is more than a deadline.
#[test]
fn half_a_goal_is_not_won() {
    let latest = |n_asked: usize| {
        let mut builder = TaskBuilder::default();
        let lamps = ["a", "b"].map(|name| builder.variable(name, ["off", "on"], 0));
        let lit = lamps.map(|var| Fact { var, value: 1 });
        let late = Fact { var: builder.clock("step", ["1", "2", "3"], 2), value: 2 };
        let over = builder.derived("over", vec![vec![late.into()], vec![lit[0].into()]]);
        let asked = lit[..n_asked].iter().map(|fact| Literal::from(*fact)).collect();
        let won = builder.derived("won", vec![asked]);
        for fact in lit {
            builder.operator(Operator::simple("switch", [!Literal::from(over)], [fact]));
        }
        builder.goal([won.into()]);
        builder.build().unwrap().without_deadline(&Stop::default()).map(|(_, latest)| latest)
    };
    assert_eq!([1, 2].map(latest), [Some(2), None]);
}

/// A counter of `digits` decimal digits: `10^digits - 1` steps from all zeros to all nines, and one more
/// digit that never changes. Any digit can also be reset to 0.
pub(crate) fn counter(digits: usize) -> Task {
    let mut builder = TaskBuilder::default();
    let fact = |digit, value| Fact { var: VarId::from_index(digit), value };
    for digit in 0..=digits {
        builder.variable(format!("digit {digit}"), (0..10).map(|value| value.to_string()), 0);
        builder.goal((digit < digits).then(|| fact(digit, 9).into()));
    }
    for digit in 0..digits {
        for value in 0..9 {
            let nines = (0..digit).map(|low| fact(low, 9));
            let precondition = nines.clone().chain([fact(digit, value)]).map(Literal::from);
            let effects = nines.map(|nine| Fact { value: 0, ..nine }).chain([fact(digit, value + 1)]);
            builder.operator(Operator::simple(format!("carry to {digit}"), precondition, effects));
        }
        builder.operator(Operator::simple("reset", [!Literal::from(fact(digit, 0))], [fact(digit, 0)]));
    }
    builder.build().unwrap()
}

#[test]
fn a_long_plan_over_several_words_of_state() {
    search_in(&counter(3));
    let mut wide = TaskBuilder::default();
    for index in 0..8 {
        let var = wide.variable(format!("v{index}"), (0..300).map(|value| value.to_string()), 0);
        let to = Fact { var, value: 299 };
        wide.operator(Operator::simple("jump", [Fact { var, value: 0 }.into()], [to]));
        wide.operator(Operator::simple("halve", [], [Fact { var, value: 150 }]));
        wide.goal((index < 5).then(|| to.into()));
        for value in 0..299 {
            let never = Fact { var: VarId::from_index(0), value: 7 };
            wide.operator(Operator::simple("never", [never.into()], [Fact { var, value }]));
        }
    }
    let wide = wide.build().unwrap();
    let (outcome, refuted) = solve(&wide, SearchLimits { max_depth: Some(5), ..SearchLimits::default() });
    assert!(matches!(outcome, SearchOutcome::Solved(plan) if plan.length() == 5 && refuted == Some(4)));
}

/// Switches with conditional effects, each of which can be used only while the lamp before is on.
#[test]
fn a_switch_that_needs_another_one_is_tried_after_it() {
    let mut builder = TaskBuilder::default();
    let lamps = ["first", "second", "third"].map(|name| builder.variable(name, ["off", "on"], 0));
    let fact = |var, value| Fact { var, value };
    for (place, lamp) in lamps.into_iter().enumerate() {
        let before = place.checked_sub(1).map(|before| Literal::from(fact(lamps[before], 1)));
        let switch =
            |value| Effect { condition: vec![fact(lamp, value).into()], fact: fact(lamp, 1 - value) };
        let effects = [0, 1].map(switch).into();
        builder.operator(Operator { effects, ..Operator::simple("switch", before, []) });
    }
    builder.goal([fact(lamps[2], 1).into()]);
    search_in(&builder.build().unwrap());
}

/// A derived variable and a variable, at the same place in two words of memory, do not exclude each other.
#[test]
fn conditions_in_two_words_may_hold_together() {
    let mut builder = TaskBuilder::default();
    let [x, y, z] = ["x", "y", "z"].map(|name| builder.variable(name, ["0", "1"], 0));
    let fact = |var, value| Fact { var, value };
    let is_raised = builder.derived("z is raised", vec![vec![fact(z, 1).into()]]);
    let up = Effect { condition: vec![is_raised.into()], fact: fact(y, 1) };
    let down = Effect { condition: vec![fact(x, 0).into()], fact: fact(y, 0) };
    builder.operator(Operator { effects: vec![up, down], ..Operator::simple("move y", [], []) });
    builder.operator(Operator::simple("raise x", [], [fact(x, 1)]));
    builder.operator(Operator::simple("raise z", [], [fact(z, 1)]));
    builder.goal([fact(y, 1).into()]);
    search_in(&builder.build().unwrap());
}

/// More than a lookup table has bits for.
#[test]
fn many_operators_ask_for_the_same_value() {
    let mut builder = TaskBuilder::default();
    let var = builder.variable("v", (0..40).map(|value| value.to_string()), 0);
    for value in 1..40 {
        let [from, to] = [0, value].map(|value| Fact { var, value });
        builder.operator(Operator::simple(format!("to {value}"), [from.into()], [to]));
    }
    builder.goal([Fact { var, value: 39 }.into()]);
    search_in(&builder.build().unwrap());
}

/// Beside so many variables that fields are shared.
#[test]
fn a_clock_that_never_moves() {
    let mut builder = TaskBuilder::default();
    let lamps: Vec<VarId> =
        (0..70).map(|number| builder.variable(format!("lamp {number}"), ["off", "on"], 0)).collect();
    builder.clock("clock", ["now"], 0);
    let on = |var| Fact { var, value: 1 };
    builder.operator(Operator::simple("switch on", [], [on(lamps[0])]));
    for pair in lamps.windows(2) {
        builder.operator(Operator::simple("switch on", [on(pair[0]).into()], [on(pair[1])]));
    }
    builder.goal([on(lamps[69]).into()]);
    search_in(&builder.build().unwrap());
}

#[test]
fn limits_stop_it_and_say_what_was_refuted() {
    let task = counter(5);
    let limits =
        |max_depth, memory_bytes| SearchLimits { max_depth, memory_bytes, ..SearchLimits::default() };
    assert_eq!(solve(&task, limits(Some(0), None)), (SearchOutcome::DepthReached, Some(0)));
    assert_eq!(solve(&task, limits(None, Some(0))), (SearchOutcome::Stopped(StopReason::Memory), Some(0)));
    let report = shortest_plan(&task, &limits(None, Some(1_000_000)), &Stop::default(), &mut |_| {});
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Memory));
    assert!(report.memory_bytes <= 1_000_000 && 20_000 < report.states, "{report:?}");
    assert!(report.refuted.is_some_and(|depth| (report.states - 2..report.states).contains(&(depth as u64))));

    let stop = Stop::default();
    stop.raise(StopReason::Interrupt);
    let report = shortest_plan(&task, &limits(None, None), &stop, &mut |_| {});
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Interrupt));
    let stop = Stop::default();
    let mut at = Vec::new();
    let incomplete = explore(&task, &limits(None, None), &stop, &mut |progress| {
        at.push(progress.depth);
        if progress.depth == 10 {
            stop.raise(StopReason::Timeout);
        }
    })
    .unwrap_err();
    assert_eq!(incomplete.reason, IncompleteReason::Stopped(StopReason::Timeout));
    assert_eq!(at, (1..=10).collect::<Vec<_>>());
    let incomplete = explore(&task, &limits(Some(3), None), &Stop::default(), &mut |_| {}).unwrap_err();
    assert_eq!((incomplete.reason, incomplete.partial.depth), (IncompleteReason::DepthReached, 3));
}

#[test]
fn the_smallest_tasks() {
    let empty = TaskBuilder::default().build().unwrap();
    search_in(&empty);
    let mut two_values = TaskBuilder::default();
    let var = two_values.variable("v", ["a", "b"], 0);
    let mut solved = two_values.clone();
    solved.goal([Fact { var, value: 0 }.into()]);
    search_in(&solved.build().unwrap());
    two_values.goal([Fact { var, value: 1 }.into()]);
    search_in(&two_values.build().unwrap());
}

#[test]
fn a_state_of_too_many_bits() {
    let mut builder = TaskBuilder::default();
    for index in 0..16_385 {
        let var = builder.variable(index.to_string(), ["off", "on"], 0);
        builder.operator(Operator::simple("on", [], [Fact { var, value: 1 }]));
    }
    let solved = builder.clone().build().unwrap();
    assert_eq!(solve(&solved, SearchLimits::default()), (SearchOutcome::Solved(Plan::default()), None));
    builder.goal([Fact { var: VarId::from_index(0), value: 1 }.into()]);
    let task = builder.build().unwrap();
    assert_eq!(solve(&task, SearchLimits::default()), (SearchOutcome::TooLarge, Some(0)));
    let incomplete = explore(&task, &SearchLimits::default(), &Stop::default(), &mut |_| {}).unwrap_err();
    assert_eq!(incomplete.reason, IncompleteReason::TooLarge);
}
