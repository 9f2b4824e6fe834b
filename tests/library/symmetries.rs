//! Symmetries: every one found maps steps to steps and goals to goals in every state, and leaving out operators no better than
//! their images keeps a shortest plan, in steps of one operator and of several.

use bmcplan::encode::{Encoding, Operators, Reduction, Reductions, StepOptions, Transition};
use bmcplan::planner::{Mode, Options, Outcome, Strategy};
use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Literal, Operator, State, Task, TaskBuilder, TaskSymmetry, VarId};
use itertools::Itertools as _;
use proptest::prelude::*;

use crate::common::alike::tasks_with_alike;
use crate::common::ask::ask;
use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks::tasks;

const ENOUGH: u64 = 1 << 24;

/// Larger tasks are not tried state by state.
const MOST_STATES: usize = 300;

fn image(symmetry: &TaskSymmetry, state: &State) -> State {
    let mut values = state.values().to_vec();
    for [a, b] in &symmetry.facts {
        for (from, to) in [(a, b), (b, a)] {
            if state.contains(*from) {
                values[to.var.index()] = to.value;
            }
        }
    }
    State::from_values(values)
}

/// Checks the definition of a symmetry in all states, reachable or not.
fn check_symmetry(task: &Task, symmetry: &TaskSymmetry) {
    let values = task.variable_ids().map(|var| task.facts(var).map(|fact| fact.value).collect_vec());
    for values in values.multi_cartesian_product().step_by(3).take(MOST_STATES) {
        let state = State::from_values(values);
        let other = image(symmetry, &state);
        assert_eq!(image(symmetry, &other), state, "its own inverse");
        assert_eq!(task.is_goal(&state), task.is_goal(&other));
        for id in task.operator_ids() {
            let pair = symmetry.operators.iter().find(|[operator, _]| *operator == id);
            let of_image = pair.map_or(id, |[_, image]| *image);
            let next = task.extend(&state).successor(id).ok();
            let next_of_image = task.extend(&other).successor(of_image).ok();
            assert_eq!(next.map(|next| image(symmetry, &next)), next_of_image, "{id:?} in {state:?}");
        }
    }
}

fn check(task: &Task) {
    let optimum = optimum(task);
    let encodings: [&dyn Encoding; 2] = [&Transition, &Operators];
    let alone = Reductions::NONE.with(Reduction::Symmetries);
    for (encoding, reductions) in encodings.into_iter().cartesian_product([alone, Reductions::ALL]) {
        let step = StepOptions { reductions, ..StepOptions::default() };
        let options = Options {
            mode: Mode::Formula(Strategy::Incremental),
            max_horizon: Some(optimum.unwrap_or(5)),
            step,
            ..Options::default()
        };
        let cell = format!("{} {reductions}", encoding.name());
        match (ask(task, encoding, &options).outcome, optimum) {
            (Outcome::Solved { plan, optimal: true, .. }, Some(optimum)) => {
                assert_eq!(plan.length(), optimum, "{cell}");
            }
            (Outcome::NoPlanWithin(_) | Outcome::Unsolvable, None) => {}
            other => panic!("{cell}: {other:?} instead of {optimum:?}"),
        }
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn of_objects_that_are_alike(task in tasks_with_alike()) {
        let symmetries = task.symmetries(ENOUGH, &Stop::default());
        symmetries.iter().for_each(|symmetry| check_symmetry(&task, symmetry));
        check(&task);
    }

    #[test]
    fn of_random_tasks(task in tasks()) {
        let symmetries = task.symmetries(ENOUGH, &Stop::default());
        symmetries.iter().for_each(|symmetry| check_symmetry(&task, symmetry));
    }
}

/// Balls are carried to the other room by two hands (the domain `gripper`).
pub(crate) fn gripper(balls: usize) -> Task {
    let mut builder = TaskBuilder::default();
    let robot = builder.variable("robot", ["here", "there"], 0);
    let hands = ["left", "right"].map(|name| builder.variable(name, ["free", "full"], 0));
    let balls = (0..balls)
        .map(|ball| builder.variable(format!("ball {ball}"), ["here", "there", "left", "right"], 0))
        .collect_vec();
    let fact = |var, value| Fact { var, value };
    for (from, to) in [(0, 1), (1, 0)] {
        builder.operator(Operator::simple("walk", [fact(robot, from).into()], [fact(robot, to)]));
    }
    for (ball, (hand, held), room) in itertools::iproduct!(&balls, hands.into_iter().zip(2..), 0..2) {
        let [lies, is_held] = [fact(*ball, room), fact(*ball, held)];
        let robot = fact(robot, room).into();
        let [free, full] = [fact(hand, 0), fact(hand, 1)];
        builder.operator(Operator::simple("pick", [lies.into(), robot, free.into()], [is_held, full]));
        builder.operator(Operator::simple("drop", [is_held.into(), robot], [lies, free]));
    }
    builder.goal(balls.iter().map(|ball| fact(*ball, 1).into()));
    builder.build().unwrap()
}

/// Every two balls are alike, and so are the hands, if they exchange their contents.
#[test]
fn balls_and_hands() {
    let task = gripper(4);
    let symmetries = task.symmetries(ENOUGH, &Stop::default());
    symmetries.iter().for_each(|symmetry| check_symmetry(&task, symmetry));
    let of_facts = symmetries.iter().map(|symmetry| symmetry.facts.len()).sorted().collect_vec();
    assert_eq!(of_facts, [4, 4, 4, 4, 4, 4, 2 + 4]);
    check(&task);
    assert_eq!(task.symmetries(10, &Stop::default()), [], "too little time");
}

/// Two lamps, of which one is to be on and the other one off: on is the image of off. Colours show it, by the goal or by rules.
#[test]
fn goals_that_mirror_each_other() {
    for by_rules in [false, true] {
        let mut builder = TaskBuilder::default();
        let [a, b] = ["a", "b"].map(|name| builder.variable(name, ["off", "on"], 0));
        let fact = |var, value| Fact { var, value };
        for (var, value) in [a, b].into_iter().cartesian_product([0, 1]) {
            builder.operator(Operator::simple("switch", [fact(var, value).into()], [fact(var, 1 - value)]));
        }
        for (name, wanted) in [("a is off", fact(a, 0)), ("b is on", fact(b, 1))] {
            let rule = by_rules.then(|| builder.derived(name, vec![vec![wanted.into()]]));
            builder.goal([rule.map_or(wanted.into(), Literal::from)]);
        }
        let task = builder.build().unwrap();
        let symmetries = task.symmetries(ENOUGH, &Stop::default());
        let facts = symmetries.iter().map(|symmetry| &*symmetry.facts).collect_vec();
        assert_eq!(facts, [[[fact(a, 0), fact(b, 1)], [fact(a, 1), fact(b, 0)]]]);
        check_symmetry(&task, &symmetries[0]);
        check(&task);
    }
}

/// Two machines run by switches, one of them with its switch the other way round. Values of the switches look alike: operators show
/// which of them is the image of which.
#[test]
fn values_are_matched_by_their_operators() {
    let mut builder = TaskBuilder::default();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| builder.variable(name, ["0", "1"], 0));
    let fact = |var, value| Fact { var, value };
    for (value, (machine, switch, turned)) in [0, 1].into_iter().cartesian_product([(a, c, 0), (b, d, 1)]) {
        let precondition = [fact(machine, value).into(), fact(switch, value ^ turned).into()];
        builder.operator(Operator::simple("run", precondition, [fact(machine, 1 - value)]));
        builder.operator(Operator::simple("turn", [fact(switch, value).into()], [fact(switch, 1 - value)]));
    }
    let task = builder.build().unwrap();
    let symmetries = task.symmetries(ENOUGH, &Stop::default());
    let facts = symmetries.iter().map(|symmetry| &*symmetry.facts).collect_vec();
    let pair = |[one, other]: [VarId; 2], turned: u32| {
        [0, 1].map(|value| [fact(one, value), fact(other, value ^ turned)])
    };
    assert_eq!(facts, [[pair([a, b], 0), pair([c, d], 1)].concat()]);
    check_symmetry(&task, &symmetries[0]);
}

/// Different objects are not exchanged: a goal, a cost, a condition makes the difference.
#[test]
fn what_is_not_alike() {
    let task = |goal: &[usize], cost: u64, condition: u32| {
        let mut builder = TaskBuilder::default();
        let vars = ["a", "b", "switch"].map(|name| builder.variable(name, ["0", "1"], 0));
        let fact = |var: usize, value| Fact { var: vars[var], value };
        for (var, cost, condition) in [(0, 1, 0), (1, cost, condition)] {
            let precondition = [fact(2, condition).into(), fact(var, 0).into()];
            let operator = Operator::simple("set", precondition, [fact(var, 1)]);
            builder.operator(Operator { cost, ..operator });
        }
        builder.operator(Operator::simple("switch", [fact(2, 0).into()], [fact(2, 1)]));
        builder.goal(goal.iter().map(|var| fact(*var, 1).into()));
        builder.build().unwrap().symmetries(ENOUGH, &Stop::default()).len()
    };
    assert_eq!(task(&[0, 1], 1, 0), 1);
    assert_eq!([task(&[0], 1, 0), task(&[0, 1], 2, 0), task(&[0, 1], 1, 1)], [0, 0, 0]);
}
