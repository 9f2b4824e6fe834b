//! Greedy search, h^FF and landmarks against brute force.

use std::collections::HashMap;

use bmcplan::plan::{Metric, Plan, validate};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Literal, Operator, OperatorId, Task, TaskBuilder};
use bmcplan_search::{GreedySearch, Preference, SearchOutcome, SearchReport};
use bmcplan_task::heuristic::FastForward;

fn search(task: &Task, memory_bytes: Option<usize>, effort: u64) -> SearchReport {
    let mut search = GreedySearch::of(task, Preference::FIRST, memory_bytes, &Stop::default());
    loop {
        if let Some(report) = search.advance(effort, &Stop::default(), &mut |_| {}) {
            return report;
        }
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
    let mut heuristic = FastForward::of(&task, Metric::Actions, &Stop::default()).unwrap();
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
    let search = GreedySearch::of(&task, Preference::FIRST, None, &Stop::default());
    assert_eq!(search.improved(&detour, Metric::Actions, None, &Stop::default()), shortest);
}

#[test]
fn a_plan_of_the_whole_task_is_improved_in_its_relevant_part() {
    let mut builder = TaskBuilder::default();
    let [lamp, radio] = ["lamp", "radio"].map(|name| builder.variable(name, ["off", "on"], 0));
    let on = |var| Fact { var, value: 1 };
    builder.operator(Operator::simple("radio", [], [on(radio)]));
    builder.operator(Operator::simple("lamp", [], [on(lamp)]));
    builder.goal([on(lamp).into()]);
    let task = builder.build().unwrap();
    let [with_radio, lamp_only] =
        [vec![0, 1], vec![1]].map(|ids| Plan::sequential(ids.into_iter().map(OperatorId::from_index)));
    validate(&task, &with_radio).unwrap();
    let part = task.without_irrelevant(&Stop::default()).unwrap();
    let search = GreedySearch::of(&part, Preference::FIRST, None, &Stop::default());
    assert_eq!(search.improved(&with_radio, Metric::Actions, None, &Stop::default()), lamp_only);
}

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
    let mut heuristic = FastForward::of(&task, Metric::Actions, &Stop::default()).unwrap();
    let landmarks = heuristic.landmarks(&task, &Stop::default()).unwrap();
    assert_eq!(landmarks.facts(), [vec![fact(chest, 1)], keys.map(|key| fact(key, 1)).to_vec()]);
}

#[test]
fn memory_is_bounded_and_a_stop_ends_it() {
    let task = crate::search::counter(4);
    assert!(matches!(search(&task, None, u64::MAX).outcome, SearchOutcome::Solved(_)));
    let bounded = search(&task, Some(1 << 16), u64::MAX);
    assert_eq!(bounded.outcome, SearchOutcome::Stopped(StopReason::Memory));
    assert!(bounded.memory_bytes <= 1 << 16);
    let stop = Stop::default();
    let mut search = GreedySearch::of(&task, Preference::FIRST, None, &stop);
    assert_eq!(search.advance(1000, &stop, &mut |_| {}), None);
    stop.raise(StopReason::Timeout);
    let report = search.advance(1000, &stop, &mut |_| {}).unwrap();
    assert_eq!(report.outcome, SearchOutcome::Stopped(StopReason::Timeout));
}
