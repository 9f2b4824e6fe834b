//! Figures of puzzles against all shortest plans of random tasks, each written out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bmcplan::ask::{Cost, LoadedProblem};
use bmcplan::kinds::Kinds;
use bmcplan::plan::Metric;
use bmcplan::stop::Stop;
use bmcplan::task::{Atom, DerivedId, Literal, OperatorId, State, Task, VarId};
use bmcplan_search::IncompleteReason;
use bmcplan_workshop::{Rating, figure, rate_on_this_thread};
use proptest::prelude::*;

use crate::common::cases::cases;
use crate::common::cheapest::costs;
use crate::common::made::Made;
use crate::common::tasks::tasks;
use crate::goal_distances::is_too_dear;
use crate::sweep::graph::{Graph, Measure};

/// A move: the operator's name, its cost, and the state after it.
type Move = (String, u64, State);

/// The moves of each state that can be reached. Of moves of one name to the same state the cheapest counts.
struct Moves {
    of: BTreeMap<State, Vec<Move>>,
    /// The measure of a best plan from each state that has one.
    best: BTreeMap<State, Measure>,
}

impl Moves {
    fn of(task: &Task, metric: Metric) -> Self {
        let graph = Graph::of(task, usize::MAX).unwrap();
        let moves = |own: &Vec<(OperatorId, usize)>| {
            let mut costs: BTreeMap<(String, State), u64> = BTreeMap::new();
            for (id, next) in own {
                let operator = task.operator(*id);
                let cost = metric.of(operator);
                let least = costs.entry((operator.name.to_string(), graph.states[*next].clone()));
                least.and_modify(|least| *least = cost.min(*least)).or_insert(cost);
            }
            costs.into_iter().map(|((name, next), cost)| (name, cost, next)).collect()
        };
        let states = || graph.states.iter().cloned();
        let rests = states().zip(graph.rests(task, metric));
        Self {
            best: rests.filter_map(|(state, rest)| Some((state, rest?))).collect(),
            of: states().zip(graph.steps.iter().map(moves)).collect(),
        }
    }

    fn is_best(&self, state: &State, (_, cost, next): &Move) -> bool {
        let rest = self.best.get(next);
        rest.is_some_and(|(rest, left)| self.best[state] == (rest + u128::from(*cost), left + 1))
    }

    /// All best plans; none if there are more than so many.
    fn plans(&self, start: &State, most: usize) -> Option<Vec<Vec<Move>>> {
        if self.best[start].1 == 0 {
            return Some(vec![Vec::new()]);
        }
        let mut plans = Vec::new();
        for step in self.of[start].iter().filter(|step| self.is_best(start, step)) {
            for rest in self.plans(&step.2, most)? {
                plans.push([vec![step.clone()], rest].concat());
                if most < plans.len() {
                    return None;
                }
            }
        }
        Some(plans)
    }
}

fn rated(task: &Task, metric: Metric) -> Option<Rating> {
    let loaded = LoadedProblem { problem: Arc::new(Made(task.clone(), metric)), text: None, place: None };
    rate_on_this_thread(&loaded, None, &Stop::default(), &mut |_| {}).ok()
}

fn value(rating: &Rating, name: &str) -> Option<f64> {
    (figure(name).unwrap().value)(rating).map(|value| value.number())
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn number(count: usize) -> Option<f64> {
    Some(count as f64)
}

fn check(task: &Task, metric: Metric) {
    let rating = rated(task, metric);
    if task.clock().is_some() {
        return assert!(rating.is_none());
    }
    let moves = Moves::of(task, metric);
    if is_too_dear(metric, moves.best.values()) {
        let reason = rating.map(|rating| rating.incomplete);
        return assert!(matches!(reason, None | Some(Some(IncompleteReason::CostOverflow))), "{reason:?}");
    }
    let rating = rating.unwrap();
    assert_eq!(value(&rating, "states"), number(moves.of.len()));
    assert_eq!(value(&rating, "dead-ends"), number(moves.of.len() - moves.best.len()));
    let start = task.initial();
    assert_eq!(rating.is_solvable, Some(moves.best.contains_key(start)));
    // By the cost first, as the hardest position.
    let farthest = moves.best.values().max().map(|(_, length)| *length);
    assert_eq!(value(&rating, "farthest"), farthest.and_then(number));
    let Some((cost, length)) = moves.best.get(start).copied() else {
        assert_eq!((rating.length, value(&rating, "plans")), (None, Some(0.0)));
        return;
    };
    assert_eq!(rating.length, Some(length));
    assert_eq!(rating.cost, (metric == Metric::Cost).then(|| Cost::of(cost, 1)));
    let Some(plans) = moves.plans(start, 500) else { return };
    assert_eq!(value(&rating, "plans"), number(plans.len()));
    check_ways(start, &moves, &plans, &rating);
    check_plans(task, start, &plans, &rating);
    let must_move = task.variable_ids().filter(|var| must_move(task, &moves, *var)).count();
    assert_eq!(value(&rating, "must-move"), number(must_move));
}

/// The states that a plan passes before its goal.
fn passed<'a>(start: &'a State, plan: &'a [Move]) -> impl Iterator<Item = &'a State> {
    [start].into_iter().chain(plan.iter().map(|(_, _, next)| next)).take(plan.len())
}

fn check_ways(start: &State, moves: &Moves, plans: &[Vec<Move>], rating: &Rating) {
    let states: BTreeSet<&State> = plans.iter().flat_map(|plan| passed(start, plan)).collect();
    let all = || states.iter().flat_map(|state| moves.of[*state].iter().map(move |step| (*state, step)));
    let wrong = || all().filter(|(state, step)| !moves.is_best(state, step));
    let share =
        |part: usize, whole: usize| (0 < whole).then(|| number(part).unwrap() / number(whole).unwrap());
    assert_eq!(value(rating, "branching"), share(all().count(), states.len()));
    assert_eq!(value(rating, "wrong"), share(wrong().count(), all().count()));
    let losses = wrong().filter_map(|(state, (_, _, next))| {
        Some((moves.best.get(next)?.1 + 1).saturating_sub(moves.best[state].1))
    });
    assert_eq!(value(rating, "loss"), number(losses.max().unwrap_or(0)));
    let traps = wrong().filter(|(_, (_, _, next))| !moves.best.contains_key(next));
    assert_eq!(value(rating, "traps"), number(traps.count()));
    let pairs = plans.iter().flat_map(|a| plans.iter().map(move |b| (a, b)));
    let parting = pairs.filter_map(|(a, b)| a.iter().zip(b).position(|(a, b)| a != b)).min();
    assert_eq!(value(rating, "parting"), parting.and_then(|step| number(step + 1)));
}

/// The first plan is one of the best: which one, is not said.
fn check_plans(task: &Task, start: &State, plans: &[Vec<Move>], rating: &Rating) {
    let found = ["moved", "returns", "parts"].map(|name| value(rating, name).unwrap());
    let possible: BTreeSet<_> = plans
        .iter()
        .flat_map(|plan| {
            let states: Vec<&State> =
                passed(start, plan).chain(plan.last().map(|(_, _, next)| next)).collect();
            parts(task, start, plan).into_iter().map(move |parts| [moved(&states), returns(&states), parts])
        })
        .map(|figures| figures.map(|figure| format!("{:?}", number(figure).unwrap())))
        .collect();
    assert!(possible.contains(&found.map(|figure| format!("{figure:?}"))), "{found:?} {possible:?}");
}

fn changed<'a>(pair: &'a [&'a State]) -> impl Iterator<Item = usize> + 'a {
    (0..pair[0].values().len()).filter(|var| pair[0].values()[*var] != pair[1].values()[*var])
}

fn moved(states: &[&State]) -> usize {
    states.windows(2).flat_map(changed).collect::<BTreeSet<_>>().len()
}

/// The steps after which some variable that was changed has a value that it had before.
fn returns(states: &[&State]) -> usize {
    let comes_back = |step: &usize| {
        changed(&states[*step..*step + 2])
            .any(|var| states[..=*step].iter().any(|old| old.values()[var] == states[step + 1].values()[var]))
    };
    (0..states.len().saturating_sub(1)).filter(comes_back).count()
}

/// The numbers of parts of a plan, for all operators of the same name and cost that do the same.
fn parts(task: &Task, start: &State, plan: &[Move]) -> BTreeSet<usize> {
    let mut all: Vec<Vec<(BTreeSet<VarId>, BTreeSet<VarId>)>> = vec![Vec::new()];
    let mut state = start.clone();
    for (_, _, next) in plan {
        let extended = task.extend(&state);
        let ids = task.operator_ids().filter(|id| extended.successor(*id).is_ok_and(|after| after == *next));
        let touched: Vec<_> = ids.map(|id| touched(task, id)).collect();
        all = all
            .iter()
            .flat_map(|run| touched.iter().map(|one| [run.clone(), vec![one.clone()]].concat()))
            .collect();
        all.sort();
        all.dedup();
        all.truncate(2000);
        state = next.clone();
    }
    all.iter().map(|run| components(run)).collect()
}

/// The variables that an operator reads or changes, and those that it changes.
fn touched(task: &Task, id: bmcplan::task::OperatorId) -> (BTreeSet<VarId>, BTreeSet<VarId>) {
    let operator = task.operator(id);
    let changed: BTreeSet<VarId> = operator.effects.iter().map(|effect| effect.fact.var).collect();
    let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
    let mut read = changed.clone();
    operator.precondition.iter().chain(conditions).for_each(|literal| reads(task, literal, &mut read));
    (read, changed)
}

fn reads(task: &Task, literal: &Literal, read: &mut BTreeSet<VarId>) {
    match literal.atom {
        Atom::Fact(fact) => drop(read.insert(fact.var)),
        Atom::Derived(id) => of_derived(task, id, read),
    }
}

fn of_derived(task: &Task, id: DerivedId, read: &mut BTreeSet<VarId>) {
    task.derived()[id.index()].rules.iter().flatten().for_each(|literal| reads(task, literal, read));
}

fn components(run: &[(BTreeSet<VarId>, BTreeSet<VarId>)]) -> usize {
    let mut of: Vec<usize> = (0..run.len()).collect();
    for (a, (read, changed)) in run.iter().enumerate() {
        for (b, (other_read, other_changed)) in run.iter().enumerate() {
            if !read.is_disjoint(other_changed) || !changed.is_disjoint(other_read) {
                let (old, new) = (of[a], of[b]);
                of.iter_mut().filter(|part| **part == old).for_each(|part| *part = new);
            }
        }
    }
    of.into_iter().collect::<BTreeSet<_>>().len()
}

/// Some operator asks for the first value of the variable and changes it, and no goal is reached through states that have it.
fn must_move(task: &Task, moves: &Moves, var: VarId) -> bool {
    let first = |state: &State| state.values()[var.index()] == task.initial().values()[var.index()];
    let asks = |literal: &Literal| {
        literal
            .as_fact()
            .is_some_and(|fact| fact.var == var && fact.value == task.initial().values()[var.index()])
    };
    let is_taken = task.operators().iter().any(|operator| {
        operator.precondition.iter().any(asks) && operator.effects.iter().any(|effect| effect.fact.var == var)
    });
    let (mut seen, mut open) = (BTreeSet::new(), vec![task.initial()]);
    while let Some(state) = open.pop() {
        if seen.insert(state) {
            open.extend(moves.of[state].iter().map(|(_, _, next)| next).filter(|next| first(next)));
        }
    }
    is_taken && !seen.into_iter().any(|state| task.is_goal(state))
}

#[test]
fn every_metric_of_a_kind_with_several_has_a_figure() {
    for metric in Kinds::default().iter().map(|kind| kind.metrics()).filter(|all| 1 < all.len()).flatten() {
        assert!(figure(metric).is_some(), "{metric}");
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn figures_of_lengths(task in tasks()) {
        check(&task, Metric::Actions);
    }

    #[test]
    fn figures_of_costs(task in tasks().prop_flat_map(costs)) {
        check(&task, Metric::Cost);
    }
}
