//! Symmetries: every one found maps steps to steps and goals to goals in every state, and leaving out operators no better than
//! their images keeps a shortest plan, in steps of one operator and of several.

use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Literal, Operator, Task, TaskBuilder, VarId};
use bmcplan_search::{SearchLimits, SearchOutcome, shortest_plan};
use itertools::Itertools as _;

use crate::sweep::ask_about;
use crate::sweep::knowledge::{ENOUGH, check_symmetry};

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
    ask_about(&task);
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
        ask_about(&task);
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

/// Twenty balls and two hands: of 4^20 ways to lie, some hundred stand for all. Forty need a second word for their state.
#[test]
fn many_balls() {
    let breadth_first = |task: &Task, orbits| {
        let limits = SearchLimits { orbits, ..SearchLimits::default() };
        shortest_plan(task, &limits, &Stop::default(), &mut |_| {})
    };
    let few = gripper(5);
    let [all, kept] = [false, true].map(|orbits| breadth_first(&few, orbits).states);
    assert!(kept * 10 < all, "{kept} of {all}");
    for balls in [20, 40] {
        let found = breadth_first(&gripper(balls), true);
        assert!(found.states < 1000, "{balls}: {}", found.states);
        assert!(matches!(found.outcome, SearchOutcome::Solved(plan) if plan.length() == 3 * balls - 1));
    }
}
