//! Explicit search against a breadth-first search too simple to be wrong.

use crate::common::cases::cases;
use std::collections::HashSet;

use crate::common::tasks;
use bmcplan::plan::{Plan, validate};
use bmcplan::search::{
    Counter, IncompleteReason, PlanGraph, SearchLimits, SearchOutcome, StateSpace, explore, shortest_plan,
    shortest_plans,
};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Effect, Fact, Literal, Operator, OperatorId, State, Task, TaskBuilder, VarId};
use itertools::Itertools as _;
use proptest::prelude::*;

/// The state space, and the length of a shortest plan.
fn oracle(task: &Task) -> (StateSpace, Option<usize>) {
    let mut seen = HashSet::from([task.initial().clone()]);
    let mut layers: Vec<Vec<State>> = vec![vec![task.initial().clone()]];
    let mut transitions = 0;
    while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
        let mut next = Vec::new();
        for state in layer {
            let extended = task.extend(state);
            let steps = task.operator_ids().filter_map(|id| Some((id, extended.successor(id).ok()?)));
            let named: HashSet<(&str, State)> =
                steps.map(|(id, next)| (&*task.operator(id).name, next)).collect();
            for (_, successor) in named {
                transitions += 1;
                if seen.insert(successor.clone()) {
                    next.push(successor);
                }
            }
        }
        layers.push(next);
    }
    let goal_states = seen.iter().filter(|state| task.is_goal(state)).count() as u64;
    let optimum = layers.iter().position(|layer| layer.iter().any(|state| task.is_goal(state)));
    let space = StateSpace { states: seen.len() as u64, transitions, depth: layers.len() - 2, goal_states };
    (space, optimum)
}

fn solve(task: &Task, limits: SearchLimits) -> (SearchOutcome, Option<usize>) {
    let report = shortest_plan(task, &limits, &Stop::default(), &mut |_| {});
    (report.outcome, report.refuted)
}

/// All plans of so many operators, which must be the fewest; of operators of one name that lead to the same state, the first.
fn all_plans(task: &Task, state: &State, length: usize) -> Vec<Vec<OperatorId>> {
    if length == 0 {
        return if task.is_goal(state) { vec![Vec::new()] } else { Vec::new() };
    }
    let extended = task.extend(state);
    let successors = task.operator_ids().filter_map(|id| Some((id, extended.successor(id).ok()?)));
    let first = successors.unique_by(|(id, next)| (&task.operator(*id).name, next.clone()));
    let plans = first.flat_map(|(id, next)| {
        let rest = all_plans(task, &next, length - 1);
        rest.into_iter().map(move |rest| [vec![id], rest].concat())
    });
    plans.collect()
}

/// The number of operators of each plan.
fn length_of(plans: &PlanGraph) -> Option<usize> {
    plans.iter().next().map(|plan| plan.length())
}

/// Checks every answer of the search against the oracle.
fn check(task: &Task) {
    let (space, optimum) = oracle(task);
    assert_eq!(explore(task, &SearchLimits::default(), &Stop::default(), &mut |_| {}), Ok(space));
    match (solve(task, SearchLimits::default()), optimum) {
        ((SearchOutcome::Solved(plan), refuted), Some(length)) => {
            assert_eq!((plan.length(), refuted), (length, length.checked_sub(1)));
            validate(task, &plan).unwrap();
        }
        ((SearchOutcome::Exhausted, refuted), None) => assert_eq!(refuted, Some(space.depth)),
        other => panic!("{other:?}"),
    }
    let all = shortest_plans(task, &SearchLimits::default(), &Stop::default(), &mut |_| {});
    assert_eq!(all.plans.as_ref().and_then(length_of), optimum);
    if let Some(plans) = all.plans.filter(|plans| length_of(plans).is_some_and(|n| n <= 3)) {
        let listed: Vec<Vec<OperatorId>> = plans.iter().map(|plan| plan.operators().collect()).collect();
        assert_eq!(listed, all_plans(task, task.initial(), length_of(&plans).unwrap()));
        assert_eq!(plans.count(), Some(listed.len() as u128));
    }
    if let Some(max_depth) = optimum.and_then(|length| length.checked_sub(1)) {
        let limits = SearchLimits { max_depth: Some(max_depth), ..SearchLimits::default() };
        assert_eq!(solve(task, limits), (SearchOutcome::DepthReached, Some(max_depth)));
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn it_agrees_with_the_oracle(task in tasks::tasks()) {
        check(&task);
    }

    /// States of more than 64 bits: in one word, where variables share fields, in two, and in three.
    #[test]
    fn it_agrees_with_the_oracle_on_wide_states(task in tasks::tasks()) {
        check(&padded(&task, 31, 3));
        check(&padded(&task, 70, 2));
        check(&padded(&task, 140, 2));
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    /// A clock that is only a deadline can be left out.
    #[test]
    fn deadlines_need_not_be_counted(task in tasks::tasks(), deadline in 1..8_u32) {
        prop_assume!(task.clock().is_none());
        let game = tasks::with_deadline(&task, deadline);
        prop_assert!(game.is_earlier_never_worse(&Stop::default()));
        let length = |counter| {
            match solve(&game, SearchLimits { counter, ..SearchLimits::default() }).0 {
                SearchOutcome::Solved(plan) => Some(validate(&game, &plan).unwrap().len() - 1),
                SearchOutcome::Exhausted => None,
                other => panic!("{other:?}"),
            }
        };
        prop_assert_eq!(length(Counter::LeftOut), length(Counter::Kept));
        prop_assert_eq!(length(Counter::Kept), oracle(&task).1.filter(|length| *length <= deadline as usize));
    }
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

/// Numbers of variables and of their values that make [padded] states fit one or two words where variables share fields, two words, and
/// three: a width that is not compiled in.
pub(crate) fn paddings() -> impl Strategy<Value = (usize, u32)> {
    prop::sample::select(vec![(31, 3), (70, 2), (140, 2)])
}

/// The same task with extra variables that never change, which the packing cannot see.
pub(crate) fn padded(task: &Task, n: usize, size: u32) -> Task {
    let mut builder = tasks::elements_of(task);
    for operator in task.operators() {
        builder.operator(operator.clone());
    }
    for index in 0..n {
        let var = builder.variable(format!("padding {index}"), (0..size).map(|value| value.to_string()), 0);
        let never: Vec<Literal> = task.facts(VarId::from_index(0)).map(|fact| !Literal::from(fact)).collect();
        let effects = (0..size).map(|value| Effect { condition: never.clone(), fact: Fact { var, value } });
        let operator = Operator::simple("never", [], []);
        builder.operator(Operator { effects: effects.collect(), ..operator });
    }
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

/// A counter of `digits` decimal digits: `10^digits - 1` steps from all zeros to all nines, and one more
/// digit that never changes. Any digit can also be reset to 0.
fn counter(digits: usize) -> Task {
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
    check(&counter(3));
    let mut wide = TaskBuilder::default();
    for index in 0..12 {
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
    check(&builder.build().unwrap());
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
    check(&builder.build().unwrap());
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
    check(&builder.build().unwrap());
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
    check(&builder.build().unwrap());
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
    check(&empty);
    let mut two_values = TaskBuilder::default();
    let var = two_values.variable("v", ["a", "b"], 0);
    let mut solved = two_values.clone();
    solved.goal([Fact { var, value: 0 }.into()]);
    check(&solved.build().unwrap());
    two_values.goal([Fact { var, value: 1 }.into()]);
    check(&two_values.build().unwrap());
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
