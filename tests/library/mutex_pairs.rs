//! Mutex pairs against a walk through all reachable states, and pairs that must be found.

use std::collections::BTreeSet;

use crate::sweep::graph::Graph;
use crate::sweep::knowledge::{check_mutex_pairs, without_mutexes};
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::stop::Stop;
use bmcplan::task::{Effect, Fact, Literal, Operator, Reachability, Task, TaskBuilder, VarId};
use itertools::Itertools as _;

const LIMIT: u64 = 1 << 27;

fn check(task: &Task) {
    check_mutex_pairs(task, &Graph::of(task, 3_000).unwrap());
}

fn fact(var: VarId, value: u32) -> Fact {
    Fact { var, value }
}

/// The front end's mutexes, two cars on one cell or past each other in their lane, are found without it.
#[test]
fn cars_that_cannot_pass_each_other() {
    let text = "......\n......\nA.XX.B\nA....B\n......\nCC.DD.\n";
    let source = bmcplan::text::Source::new("board", text);
    let board = rush_hour::read_as(&source, rush_hour::BoardFormat::Text).unwrap();
    for metric in [BoardMetric::Units, BoardMetric::Slides] {
        let task = rush_hour::task(&board, metric, &Stop::default()).unwrap();
        let found: BTreeSet<[Fact; 2]> =
            without_mutexes(&task).mutex_pairs(LIMIT, &Stop::default()).into_iter().collect();
        assert!(!task.mutexes().is_empty());
        for [a, b] in task.mutexes() {
            let pair = [*a.min(b), *a.max(b)];
            assert!(found.contains(&pair), "{metric:?} {} {}", task.fact_name(*a), task.fact_name(*b));
        }
    }
}

/// One token goes round, in many variables: no two places have it together.
fn token_ring(n_places: u32) -> (Task, Vec<VarId>) {
    let mut builder = TaskBuilder::default();
    let places = (0..n_places)
        .map(|n| builder.variable(format!("p{n}"), ["no", "yes"], u32::from(n == 0)))
        .collect_vec();
    for (a, b) in places.iter().copied().circular_tuple_windows() {
        builder.operator(Operator::simple("pass", [fact(a, 1).into()], [fact(a, 0), fact(b, 1)]));
    }
    builder.goal([fact(places[1], 1).into()]);
    (builder.build().unwrap(), places)
}

#[test]
fn a_resource_is_in_one_place() {
    // Two-valued variables in more than one word.
    let (task, places) = token_ring(70);
    let expected = places.iter().array_combinations().map(|pair| pair.map(|var| fact(*var, 1))).collect_vec();
    assert_eq!(task.mutex_pairs(LIMIT, &Stop::default()), expected);
}

#[test]
fn beyond_the_limit_nothing_is_reported() {
    let (task, _) = token_ring(5);
    let enough = (1..LIMIT).find(|limit| !task.mutex_pairs(*limit, &Stop::default()).is_empty()).unwrap();
    for limit in (0..enough).chain(enough..enough + 100) {
        assert_eq!(task.mutex_pairs(limit, &Stop::default()).len(), if limit < enough { 0 } else { 10 });
    }
}

/// A variable of more than 64 values, conditional effects, a negated fact, a dead value.
#[test]
fn conditions_are_taken_apart() {
    let mut builder = TaskBuilder::default();
    let wheel = builder.variable("wheel", (0..100).map(|value| value.to_string()), 0);
    let lamp = builder.variable("lamp", ["off", "red", "green", "blue"], 0);
    for value in 0..99 {
        let effect =
            |at: u32, colour| Effect { condition: vec![fact(wheel, at).into()], fact: fact(lamp, colour) };
        builder.operator(Operator {
            name: "turn".into(),
            precondition: vec![fact(wheel, value).into(), !Literal::from(fact(lamp, 2))],
            effects: vec![
                Effect { condition: Vec::new(), fact: fact(wheel, value + 1) },
                effect(49, 1),
                effect(89, 2),
            ],
            cost: 1,
        });
    }
    builder.goal([fact(lamp, 3).into()]);
    let task = builder.build().unwrap();
    let pairs = task.mutex_pairs(LIMIT, &Stop::default());
    check(&task);
    // Pairs do not decide if a conditional effect is active, so that the old value may stay.
    for at in 0..100 {
        let red = pairs.contains(&[fact(wheel, at), fact(lamp, 1)]);
        let green = pairs.contains(&[fact(wheel, at), fact(lamp, 2)]);
        assert_eq!((red, green), (at < 50, at != 90), "{at}");
    }
    assert!(pairs.contains(&[fact(lamp, 3); 2]));
}

#[test]
fn effects_come_together() {
    let mut builder = TaskBuilder::default();
    let [cue, a, b, c, d] = ["cue", "a", "b", "c", "d"].map(|name| builder.variable(name, ["0", "1"], 0));
    let on_cue = |var| Effect { condition: vec![fact(cue, 1).into()], fact: fact(var, 1) };
    let always = |var, value| Effect { condition: Vec::new(), fact: fact(var, value) };
    let effects = vec![on_cue(a), always(c, 1), on_cue(b), always(d, 1), always(cue, 0)];
    let precondition = [a, b, c, d].map(|var| fact(var, 0).into()).to_vec();
    builder.operator(Operator::simple("cue", [fact(c, 0).into()], [fact(cue, 1)]));
    builder.operator(Operator { name: "all".into(), precondition, effects, cost: 1 });
    let task = builder.build().unwrap();
    check(&task);
    let pairs = task.mutex_pairs(LIMIT, &Stop::default());
    // Never without the unconditional ones.
    assert!(pairs.contains(&[fact(a, 1), fact(c, 0)]) && pairs.contains(&[fact(c, 1), fact(d, 0)]));
}

/// A variable alone has no pairs: that a value is reached shows by itself that an operator without other conditions is due again.
#[test]
fn a_value_alone_makes_operators_due() {
    let mut builder = TaskBuilder::default();
    let lamp = builder.variable("lamp", ["off", "on", "broken"], 1);
    builder.operator(Operator::simple("break", [!Literal::from(fact(lamp, 1))], [fact(lamp, 2)]));
    builder.operator(Operator::simple("switch off", [fact(lamp, 1).into()], [fact(lamp, 0)]));
    builder.goal([fact(lamp, 2).into()]);
    check(&builder.build().unwrap());
}

#[test]
fn facts_are_ruled_out_with_their_operators() {
    let (task, places) = token_ring(3);
    let mut reached = Reachability::of(&task, |_| true, &Stop::default());
    let [before, never] = [1, 2].map(|place| fact(places[place], 1));
    reached.rule_out(&task, [never]);
    assert_eq!([before, never].map(|fact| reached.fact(fact)), [true, false]);
    let operators = task.operator_ids().map(|id| reached.operator(id)).collect_vec();
    assert_eq!(operators, [true, false, false]);
}

#[test]
fn mutexes_are_of_facts_that_exist() {
    let mut builder = TaskBuilder::default();
    let lamp = builder.variable("lamp", ["off", "on"], 0);
    for [a, b] in [[1, 2], [2, 1]] {
        let mut wrong = builder.clone();
        wrong.mutex(fact(lamp, a), fact(lamp, b));
        assert!(wrong.build().is_err());
    }
}
