//! Greedy search, h^FF and landmarks against brute force.

use std::collections::{HashMap, HashSet};

use bmcplan::heuristic::{FastForward, LmCut};
use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::search::{GreedySearch, SearchLimits, SearchOutcome, SearchReport};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Atom, Fact, Literal, Operator, OperatorId, State, Task, TaskBuilder, VarId};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::tasks;
use crate::search::{padded, paddings};

/// The states in reach on ways whose states all satisfy a condition.
fn in_reach(task: &Task, from: &State, is_allowed: impl Fn(&State) -> bool) -> Vec<State> {
    let mut states: Vec<State> = is_allowed(from).then(|| from.clone()).into_iter().collect();
    let mut known: HashSet<State> = states.iter().cloned().collect();
    let mut number = 0;
    while let Some(state) = states.get(number).cloned() {
        number += 1;
        let extended = task.extend(&state);
        for next in task.operator_ids().filter_map(|id| extended.successor(id).ok()) {
            if is_allowed(&next) && known.insert(next.clone()) {
                states.push(next);
            }
        }
    }
    states
}

fn has_plan_from(task: &Task, from: &State) -> bool {
    in_reach(task, from, |_| true).iter().any(|state| task.is_goal(state))
}

fn search(task: &Task, memory_bytes: Option<usize>, effort: u64) -> SearchReport {
    let limits = SearchLimits { memory_bytes, ..SearchLimits::default() };
    let mut search = GreedySearch::of(task, &limits, &Stop::default());
    loop {
        if let Some(report) = search.advance(effort, &Stop::default(), &mut |_| {}) {
            return report;
        }
    }
}

fn check(task: &Task) {
    let report = search(task, None, u64::MAX);
    let states = in_reach(task, task.initial(), |_| true);
    match (&report.outcome, states.iter().any(|state| task.is_goal(state))) {
        (SearchOutcome::Solved(plan), true) => {
            validate(task, plan).unwrap();
            let search = GreedySearch::of(task, &SearchLimits::default(), &Stop::default());
            let shortened = search.shortened(plan, None, &Stop::default());
            validate(task, &shortened).unwrap();
            assert!(shortened.length() <= plan.length());
        }
        (SearchOutcome::Exhausted, false) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(search(task, None, 1), report, "with interruptions");
    for memory in [0, 3000, 10_000, 100_000] {
        let bounded = search(task, Some(memory), u64::MAX);
        assert!(bounded.memory_bytes <= memory);
        if bounded.outcome != SearchOutcome::Stopped(StopReason::Memory) {
            assert_eq!(bounded, report);
        }
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn plans_are_valid_and_are_found_where_there_are_any(task in tasks::tasks()) {
        check(&task);
    }

    #[test]
    fn so_they_are_where_states_have_several_words(task in tasks::tasks(), (n, size) in paddings()) {
        check(&padded(&task, n, size));
    }
}

/// The facts and derived variables that may come true, by the simplest rules: everything stays true, and a derived variable is
/// false where some literal of each rule may be.
fn may_come_true(task: &Task, state: &State) -> impl Fn(Literal) -> bool {
    fn holds(task: &Task, facts: &HashSet<Fact>, literal: Literal) -> bool {
        match (literal.atom, literal.positive) {
            (Atom::Fact(fact), true) => facts.contains(&fact),
            (Atom::Fact(fact), false) => {
                task.facts(fact.var).any(|other| other != fact && facts.contains(&other))
            }
            (Atom::Derived(id), true) => {
                let rules = &task.derived()[id.index()].rules;
                rules.iter().any(|body| body.iter().all(|literal| holds(task, facts, *literal)))
            }
            (Atom::Derived(id), false) => {
                let rules = &task.derived()[id.index()].rules;
                rules.iter().all(|body| body.iter().any(|literal| holds(task, facts, !*literal)))
            }
        }
    }
    let mut facts: HashSet<Fact> =
        task.variable_ids().zip(state.values()).map(|(var, value)| Fact { var, value: *value }).collect();
    let clock = task.clock().map(|clock| clock.var);
    facts.extend(clock.iter().flat_map(|var| task.facts(*var)));
    loop {
        let mut more = facts.clone();
        for operator in task.operators() {
            if operator.precondition.iter().all(|literal| holds(task, &facts, *literal)) {
                let active = operator.effects.iter();
                let active = active.filter(|effect| effect.condition.iter().all(|l| holds(task, &facts, *l)));
                more.extend(active.map(|effect| effect.fact));
            }
        }
        if more == facts {
            let task = task.clone();
            return move |literal| holds(&task, &facts, literal);
        }
        facts = more;
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn estimates_are_of_relaxed_plans(task in tasks::tasks()) {
        let mut heuristic = FastForward::of(&task, &Stop::default()).unwrap();
        let mut bound = LmCut::of(&task, Metric::Actions, &Stop::default()).unwrap();
        let mut effects = task.operators().iter().flat_map(|operator| &operator.effects);
        let has_conditions = effects.any(|effect| !effect.condition.is_empty());
        let is_plain = task.derived().is_empty() && task.clock().is_none();
        for state in in_reach(&task, task.initial(), |_| true).iter().take(60) {
            let estimate = heuristic.distance(state.values());
            // A relaxed plan has at least one operator of each cut. An operator that is needed for several effects, one after the
            // other, is in it once.
            let bound = bound.distance(state.values(), &Stop::default()).unwrap();
            assert_eq!(estimate.is_none(), bound.is_none());
            assert!(has_conditions || bound <= estimate.map(u64::from), "{bound:?} but {estimate:?}");
            let may = may_come_true(&task, state);
            let is_out_of_reach = !task.goal().iter().all(|literal| may(*literal));
            match estimate {
                None => assert!(!has_plan_from(&task, state)),
                Some(estimate) => {
                    assert!(!is_out_of_reach);
                    let helpful: Vec<_> = heuristic.helpful().collect();
                    assert_eq!(helpful.is_empty(), estimate == 0);
                    if is_plain {
                        let extended = task.extend(state);
                        for literal in helpful.iter().flat_map(|id| &task.operator(*id).precondition) {
                            assert!(extended.holds(*literal));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_plan_passes_every_landmark(task in tasks::tasks()) {
        let mut heuristic = FastForward::of(&task, &Stop::default()).unwrap();
        let Some(mut landmarks) = heuristic.landmarks(&task, &Stop::default()) else { return Ok(()) };
        let facts = landmarks.facts();
        prop_assert_eq!(facts.len(), landmarks.len());
        for landmark in &facts {
            let passes = |state: &State| landmark.iter().any(|fact| state.values()[fact.var.index()] == fact.value);
            let without = in_reach(&task, task.initial(), |state| !passes(state));
            assert!(!without.iter().any(|state| task.is_goal(state)), "{landmark:?}");
        }
        // After a plan only what had better come later may be left.
        let mut status = vec![0; landmarks.n_words()];
        landmarks.start(&mut status);
        let count = landmarks.count(task.initial().values(), &mut status);
        prop_assert!(usize::try_from(count).unwrap() <= landmarks.len());
    }
}

/// A key in one of two rooms opens a chest in the other; both rooms are connected.
fn key_and_chest() -> Task {
    let mut builder = TaskBuilder::default();
    let room = builder.variable("room", ["hall", "cellar"], 0);
    let key = builder.variable("key", ["in the cellar", "taken"], 0);
    let chest = builder.variable("chest", ["closed", "open"], 0);
    let fact = |var, value| Fact { var, value };
    for (from, to) in [(0, 1), (1, 0)] {
        builder.operator(Operator::simple("go", [fact(room, from).into()], [fact(room, to)]));
    }
    let take = [fact(room, 1), fact(key, 0)].map(Literal::from);
    builder.operator(Operator::simple("take", take, [fact(key, 1)]));
    let open = [fact(room, 0), fact(key, 1)].map(Literal::from);
    builder.operator(Operator::simple("open", open, [fact(chest, 1)]));
    builder.goal([fact(chest, 1).into()]);
    builder.build().unwrap()
}

#[test]
fn landmarks_are_counted_along_a_way() {
    let task = key_and_chest();
    let mut heuristic = FastForward::of(&task, &Stop::default()).unwrap();
    assert_eq!(heuristic.distance(task.initial().values()), Some(3));
    let mut landmarks = heuristic.landmarks(&task, &Stop::default()).unwrap();
    let facts: HashMap<usize, Vec<u32>> =
        landmarks.facts().into_iter().fold(HashMap::new(), |mut all, facts| {
            assert_eq!(facts.len(), 1);
            all.entry(facts[0].var.index()).or_default().push(facts[0].value);
            all
        });
    assert_eq!(facts[&2], [1]);
    assert!(facts[&1].contains(&1) && facts[&0].contains(&1) && facts[&0].contains(&0));
    let mut status = vec![0; landmarks.n_words()];
    landmarks.start(&mut status);
    // In the cellar the hall has to come again, since the chest is opened there.
    let way = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1]];
    let counts = way.map(|values| landmarks.count(&values, &mut status));
    assert_eq!(counts, [3, 3, 2, 1, 0]);
}

#[test]
fn detours_are_cut_short() {
    let task = key_and_chest();
    // Down and up again, and once more with the key.
    let [detour, shortest] = [&[0, 1, 0, 2, 1, 0, 1, 3][..], &[0, 2, 1, 3]].map(|operators: &[usize]| {
        Plan::sequential(operators.iter().map(|index| OperatorId::from_index(*index)))
    });
    validate(&task, &detour).unwrap();
    let search = GreedySearch::of(&task, &SearchLimits::default(), &Stop::default());
    assert_eq!(search.shortened(&detour, None, &Stop::default()), shortest);
}

/// One of two keys opens a chest.
#[test]
fn one_of_two_things_is_a_landmark() {
    let mut builder = TaskBuilder::default();
    let keys = ["iron key", "gold key"].map(|name| builder.variable(name, ["on the wall", "taken"], 0));
    let chest = builder.variable("chest", ["closed", "open"], 0);
    let fact = |var, value| Fact { var, value };
    for key in keys {
        builder.operator(Operator::simple("take", [fact(key, 0).into()], [fact(key, 1)]));
        builder.operator(Operator::simple("open", [fact(key, 1).into()], [fact(chest, 1)]));
    }
    builder.goal([fact(chest, 1).into()]);
    let task = builder.build().unwrap();
    let mut heuristic = FastForward::of(&task, &Stop::default()).unwrap();
    let landmarks = heuristic.landmarks(&task, &Stop::default()).unwrap();
    assert_eq!(landmarks.facts(), [vec![fact(chest, 1)], keys.map(|key| fact(key, 1)).to_vec()]);
}

/// A counter of so many digits that has to count from all zeros to all nines.
fn counter(digits: usize) -> Task {
    let mut builder = TaskBuilder::default();
    let fact = |digit, value| Fact { var: VarId::from_index(digit), value };
    for digit in 0..digits {
        builder.variable(format!("digit {digit}"), (0..10).map(|value| value.to_string()), 0);
        builder.goal([fact(digit, 9).into()]);
    }
    for digit in 0..digits {
        for value in 0..9 {
            let nines = (0..digit).map(|low| fact(low, 9));
            let precondition = nines.clone().chain([fact(digit, value)]).map(Literal::from);
            let effects = nines.map(|nine| Fact { value: 0, ..nine }).chain([fact(digit, value + 1)]);
            builder.operator(Operator::simple("carry", precondition, effects));
        }
    }
    builder.build().unwrap()
}

#[test]
fn memory_is_bounded_and_a_stop_ends_it() {
    let task = counter(5);
    assert!(matches!(search(&task, None, u64::MAX).outcome, SearchOutcome::Solved(_)));
    let bounded = search(&task, Some(1 << 20), u64::MAX);
    assert_eq!(bounded.outcome, SearchOutcome::Stopped(StopReason::Memory));
    assert!(bounded.memory_bytes <= 1 << 20);
    let stop = Stop::default();
    let mut search = GreedySearch::of(&task, &SearchLimits::default(), &stop);
    assert_eq!(search.advance(1000, &stop, &mut |_| {}), None);
    stop.raise(StopReason::Timeout);
    let report = search.advance(1000, &stop, &mut |_| {}).unwrap();
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Timeout));
}
