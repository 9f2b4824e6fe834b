//! What is known of a task before it is solved holds in all states that can be reached: bounds, estimates, landmarks, mutexes, symmetries.

use std::collections::{BTreeSet, HashMap, HashSet};

use bmcplan::plan::Metric;
use bmcplan::stop::Stop;
use bmcplan::task::{Atom, Fact, Literal, Reachability, State, Task, TaskSymmetry};
use bmcplan_abstraction::PatternDatabases;
use bmcplan_task::heuristic::{FastForward, LmCut};
use itertools::Itertools as _;

use super::graph::Graph;
use crate::common::cheapest::cheapest;
use crate::common::tasks::elements_of;

/// More states, or values of all variables, are not looked at.
const MOST_STATES: usize = 100;

/// The effort for symmetries and mutex pairs of small tasks.
pub(crate) const ENOUGH: u64 = 1 << 24;

/// Bounds on lengths and costs are never too great.
pub(crate) fn check_bounds(task: &Task, graph: &Graph) {
    let stop = &Stop::default();
    let relaxed = task.relaxed_distance(stop).unwrap();
    let shortest = graph.shortest();
    assert!(
        shortest.is_none_or(|shortest| relaxed.is_some_and(|relaxed| relaxed <= shortest)),
        "{relaxed:?}"
    );
    assert_eq!(relaxed.is_some(), Reachability::of(task, |_| true, stop).condition(task.goal()));
    assert_eq!(graph.rests(task, Metric::Cost)[0], cheapest(task), "one oracle and the other");
    for metric in Metric::ALL {
        let mut lm_cut = LmCut::of(task, metric, stop).unwrap();
        let mut patterns = PatternDatabases::of(task, metric, usize::MAX, stop).unwrap();
        let mut few_patterns = PatternDatabases::of(task, metric, 2_000, stop).unwrap();
        let rests: HashMap<&State, Option<u128>> = graph
            .states
            .iter()
            .zip(graph.rests(task, metric).into_iter().map(|rest| Some(rest?.0)))
            .collect();
        let check = |state: &State, estimate: Option<u64>| {
            let Some(rest) = rests.get(state) else { return };
            let is_bound = rest.is_none_or(|rest| estimate.is_some_and(|bound| u128::from(bound) <= rest));
            assert!(is_bound, "{estimate:?} to the goal from {state:?}, not {rest:?}");
        };
        for state in &graph.states {
            check(state, lm_cut.distance(state.values(), stop).unwrap());
            for databases in [&mut patterns, &mut few_patterns] {
                let bound = databases.distance(state.values());
                check(state, bound);
                if let Some(bound) = bound
                    && databases.is_to_learn()
                {
                    check(state, Some(databases.learn(state.values(), bound, stop).unwrap()));
                }
            }
        }
        // Landmarks that are handed on along a walk by all operators in turn.
        for start in graph.states.iter().take(MOST_STATES) {
            let Some((_, mut landmarks)) = lm_cut.distance_after(start.values(), None, stop).unwrap() else {
                continue;
            };
            let mut state = start.clone();
            for id in task.operator_ids() {
                let Ok(next) = task.extend(&state).successor(id) else { continue };
                let found = lm_cut.distance_after(next.values(), Some((&landmarks, id)), stop).unwrap();
                check(&next, found.as_ref().map(|(bound, _)| *bound));
                let Some((_, of_next)) = found else { break };
                (state, landmarks) = (next, of_next);
            }
        }
    }
}

/// The facts and derived variables that may come true, by the simplest rules: everything stays true, and a derived variable is
/// false where some literal of each rule may be.
fn may_come_true(task: &Task, state: &State) -> impl Fn(Literal) -> bool {
    fn holds(task: &Task, facts: &HashSet<Fact>, literal: Literal) -> bool {
        let rules = |id: bmcplan::task::DerivedId| &task.derived()[id.index()].rules;
        match (literal.atom, literal.positive) {
            (Atom::Fact(fact), true) => facts.contains(&fact),
            (Atom::Fact(fact), false) => {
                task.facts(fact.var).any(|other| other != fact && facts.contains(&other))
            }
            (Atom::Derived(id), true) => {
                rules(id).iter().any(|body| body.iter().all(|literal| holds(task, facts, *literal)))
            }
            (Atom::Derived(id), false) => {
                rules(id).iter().all(|body| body.iter().any(|literal| holds(task, facts, !*literal)))
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

/// Estimates are of relaxed plans.
pub(crate) fn check_estimates(task: &Task, graph: &Graph) {
    let mut heuristic = FastForward::of(task, Metric::Actions, &Stop::default()).unwrap();
    let mut bound = LmCut::of(task, Metric::Actions, &Stop::default()).unwrap();
    let mut effects = task.operators().iter().flat_map(|operator| &operator.effects);
    let has_conditions = effects.any(|effect| !effect.condition.is_empty());
    let is_plain = task.derived().is_empty() && task.clock().is_none();
    let rests = graph.rests(task, Metric::Actions);
    for (state, rest) in graph.states.iter().zip(rests).take(MOST_STATES) {
        let estimate = heuristic.distance(state.values());
        // A relaxed plan has at least one operator of each cut. An operator that is needed for several effects, one after the
        // other, is in it once.
        let bound = bound.distance(state.values(), &Stop::default()).unwrap();
        assert_eq!(estimate.is_none(), bound.is_none());
        assert!(has_conditions || bound <= estimate, "{bound:?} but {estimate:?}");
        let Some(estimate) = estimate else {
            assert_eq!(rest, None);
            continue;
        };
        let may = may_come_true(task, state);
        assert!(task.goal().iter().all(|literal| may(*literal)));
        let helpful: Vec<_> = heuristic.helpful().collect();
        assert_eq!(helpful.is_empty(), estimate == 0);
        let extended = task.extend(state);
        for literal in helpful.iter().flat_map(|id| &task.operator(*id).precondition) {
            assert!(!is_plain || extended.holds(*literal));
        }
    }
}

/// Without what is irrelevant, the same relevant operators lead to the goal, at the same cost.
pub(crate) fn check_relevance(task: &Task, graph: &Graph) {
    let stop = &Stop::default();
    let (Some(part), relevant) = (task.without_irrelevant(stop), task.relevant_operators(stop)) else {
        return;
    };
    let of_part = Graph::of(&part, graph.states.len()).unwrap();
    for metric in Metric::ALL {
        assert_eq!(of_part.rests(&part, metric)[0], graph.rests(task, metric)[0]);
    }
    let mut open = vec![(task.initial().clone(), part.initial().clone())];
    let mut seen: HashSet<_> = open.iter().cloned().collect();
    while let Some((whole, partial)) = open.pop() {
        assert_eq!(task.is_goal(&whole), part.is_goal(&partial));
        for id in task.operator_ids() {
            let next = task.extend(&whole).successor(id).ok();
            // What an irrelevant operator changes is not there.
            let of_part = if relevant[id.index()] {
                let of_part = part.extend(&partial).successor(id).ok();
                assert_eq!(next.is_some(), of_part.is_some());
                of_part
            } else {
                Some(partial.clone())
            };
            open.extend(next.zip(of_part).filter(|pair| seen.insert(pair.clone())));
        }
    }
}

/// Every plan passes every landmark.
pub(crate) fn check_landmarks(task: &Task, graph: &Graph) {
    let mut heuristic = FastForward::of(task, Metric::Actions, &Stop::default()).unwrap();
    let Some(mut landmarks) = heuristic.landmarks(task, &Stop::default()) else { return };
    let facts = landmarks.facts();
    assert_eq!(facts.len(), landmarks.len());
    for landmark in &facts {
        let passes = |number: usize| landmark.iter().any(|fact| graph.states[number].contains(*fact));
        let (mut seen, mut open) = (HashSet::from([0]), vec![0]);
        open.retain(|number| !passes(*number));
        while let Some(number) = open.pop() {
            assert!(!task.is_goal(&graph.states[number]), "{landmark:?}");
            let next = graph.steps[number].iter().map(|(_, next)| *next);
            open.extend(next.filter(|next| !passes(*next) && seen.insert(*next)));
        }
    }
    let mut status = vec![0; landmarks.n_words()];
    landmarks.start(&mut status);
    let count = landmarks.count(task.initial().values(), &mut status);
    assert!(usize::try_from(count).unwrap() <= landmarks.len());
}

/// The same task without the mutexes of the front end.
pub(crate) fn without_mutexes(task: &Task) -> Task {
    let mut builder = elements_of(task);
    task.operators().iter().for_each(|operator| _ = builder.operator(operator.clone()));
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

/// No state has both facts of a pair, be it of the front end or found, and none is found that the front end knows.
pub(crate) fn check_mutex_pairs(task: &Task, graph: &Graph) {
    let pairs = task.mutex_pairs(ENOUGH, &Stop::default());
    assert!(pairs.is_sorted() && pairs.iter().all(|[a, b]| a <= b), "{pairs:?}");
    let known: BTreeSet<[Fact; 2]> = task.mutexes().iter().flat_map(|[a, b]| [[*a, *b], [*b, *a]]).collect();
    assert!(pairs.iter().all(|[a, b]| (a == b || a.var != b.var) && !known.contains(&[*a, *b])));
    for [a, b] in pairs.into_iter().chain(task.mutexes().iter().copied()) {
        let both = graph.states.iter().find(|state| state.contains(a) && state.contains(b));
        assert_eq!(both, None, "{} and {}", task.fact_name(a), task.fact_name(b));
    }
}

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

/// Checks the definition of a symmetry in many states, reachable or not.
pub(crate) fn check_symmetry(task: &Task, symmetry: &TaskSymmetry) {
    let values = task.variable_ids().map(|var| task.facts(var).map(|fact| fact.value).collect_vec());
    for values in values.multi_cartesian_product().step_by(3).take(3 * MOST_STATES) {
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

pub(crate) fn check_symmetries(task: &Task) {
    task.symmetries(ENOUGH, &Stop::default()).iter().for_each(|symmetry| check_symmetry(task, symmetry));
}
