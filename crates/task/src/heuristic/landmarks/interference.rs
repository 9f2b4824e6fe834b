//! Reasonable orders: landmarks that should come first, since they cannot be reached while others hold.
//!
//! One landmark *interferes* with another in three cases. Both are never true together; or every operator that makes it true
//! makes the other one false; or something that is true directly before it is never true together with the other one. So if
//! both are required in the end, it comes first (Richter & Westphal, *The LAMA planner*, 2010, section 5.3). Plans need not
//! obey such an order.

use bmcplan_base::ordered::{distinct, sort};

use super::super::relaxed_task::RelaxedTask;
use super::bit_rows::{BitRows, add, bits};
use super::graph::LandmarkGraph;
use crate::relaxation::{index, number};
use crate::{Atom, Fact, Operator, OperatorId, Task};

/// Returns for each landmark those that should come before it. Together with the necessary orders there are no cycles.
pub(super) fn reasonably_earlier(
    task: &Task,
    relaxed: &RelaxedTask,
    graph: &LandmarkGraph,
    facts_of: &[Vec<u32>],
    is_goal: &[bool],
) -> BitRows {
    let interference = Interference::of(task, relaxed, graph, facts_of);
    let n = graph.landmarks.len();
    let landmarks = || 0..number(n);
    let (mut reasonable, mut all) = (BitRows::empty(n, n), graph.earlier.clone());
    for landmark in landmarks() {
        let mut rivals: Vec<u32> = Vec::new();
        if is_goal[index(landmark)] {
            rivals.extend(landmarks().filter(|other| is_goal[index(*other)]));
        } else {
            // Landmarks that must come true besides it, for the sake of those that it must be true directly before.
            for after in bits(graph.directly_before.row(landmark)) {
                rivals.extend(bits(graph.earlier.row(after)));
            }
            rivals = distinct(rivals);
        }
        for rival in rivals.into_iter().filter(|rival| *rival != landmark) {
            if !all.has(rival, landmark) && interference.between(rival, landmark) {
                reasonable.add(landmark, rival);
                put_before(&mut all, rival, landmark);
            }
        }
    }
    reasonable
}

fn put_before(earlier: &mut BitRows, first: u32, second: u32) {
    let mut added = earlier.row(first).to_vec();
    add(&mut added, first);
    for later in 0..number(earlier.n_rows()) {
        if later == second || earlier.has(later, second) {
            earlier.row_mut(later).iter_mut().zip(&added).for_each(|(word, more)| *word |= more);
        }
    }
}

/// Facts that are never true together with each landmark, and those that hold after its achievers.
struct Interference<'g> {
    graph: &'g LandmarkGraph,
    facts: Vec<Vec<u32>>,
    /// For each landmark the facts that are never true together with it.
    excluded: BitRows,
    /// For each landmark and each operator that makes it true, the facts that are true after the operator.
    left_behind: Vec<Vec<Vec<u32>>>,
}

impl<'g> Interference<'g> {
    fn of(task: &Task, relaxed: &RelaxedTask, graph: &'g LandmarkGraph, facts_of: &[Vec<u32>]) -> Self {
        // Nothing is known about disjunctive landmarks.
        let simple: Vec<Option<u32>> =
            graph.landmarks.iter().map(|set| set.first().copied().filter(|_| set.len() == 1)).collect();
        let facts: Vec<Vec<u32>> = simple
            .iter()
            .map(|simple| simple.map_or_else(Vec::new, |p| facts_of[index(p)].clone()))
            .collect();
        let n_facts = relaxed.n_facts();
        let mut excluding: Vec<Option<Vec<u32>>> = vec![None; n_facts];
        facts.iter().flatten().for_each(|fact| excluding[index(*fact)] = Some(Vec::new()));
        for [a, b] in task.mutexes() {
            let (a, b) = (relaxed.number_of(*a), relaxed.number_of(*b));
            for (fact, other) in [(a, b), (b, a)] {
                excluding[index(fact)].iter_mut().for_each(|others| others.push(other));
            }
        }
        let mut excluded = BitRows::empty(facts.len(), n_facts);
        for (landmark, facts) in (0..).zip(&facts) {
            // For each of the landmark's facts those that it excludes.
            let mut counted: Vec<u32> = Vec::new();
            for fact in facts {
                let siblings = relaxed.siblings(*fact).filter(|other| other != fact);
                let others = excluding[index(*fact)].iter().flatten().copied();
                counted.extend(distinct(siblings.chain(others).collect()));
            }
            sort(&mut counted);
            for same in counted.chunk_by(|a, b| a == b).filter(|same| same.len() == facts.len()) {
                excluded.add(landmark, same[0]);
            }
        }
        let left_behind = simple.iter().map(|simple| {
            let achievers = simple.iter().flat_map(|proposition| relaxed.added_by.list(*proposition));
            let operators: Vec<u32> = distinct(
                achievers.filter_map(|part| relaxed.operator_of.get(index(*part)).copied()).collect(),
            );
            let ids = operators.iter().flat_map(|operator| relaxed.stands_for.list(*operator));
            let operators = ids.map(|id| task.operator(OperatorId::from_index(index(*id))));
            operators
                .map(|operator| true_after(operator).map(|fact| relaxed.number_of(fact)).collect())
                .collect()
        });
        Self { left_behind: left_behind.collect(), graph, facts, excluded }
    }

    fn between(&self, one: u32, other: u32) -> bool {
        let is_excluded =
            |facts: &[u32]| !facts.is_empty() && facts.iter().all(|fact| self.excluded.has(other, *fact));
        if is_excluded(&self.facts[index(one)]) {
            return true;
        }
        let mut before = bits(self.graph.directly_after.row(one)).filter(|before| *before != other);
        if before.any(|before| is_excluded(&self.facts[index(before)])) {
            return true;
        }
        let achievers = &self.left_behind[index(one)];
        let excludes = |left: &Vec<u32>| left.iter().any(|fact| self.excluded.has(other, *fact));
        !achievers.is_empty() && achievers.iter().all(excludes)
    }
}

/// Returns facts that are true after an operator: its effects, and the preconditions that it does not change.
fn true_after(operator: &Operator) -> impl Iterator<Item = Fact> {
    let effects =
        operator.effects.iter().filter(|effect| effect.condition.is_empty()).map(|effect| effect.fact);
    let needs = operator.precondition.iter().filter_map(|literal| match literal.atom {
        Atom::Fact(fact) if literal.positive => Some(fact),
        _ => None,
    });
    let is_kept = |fact: &Fact| operator.effects.iter().all(|effect| effect.fact.var != fact.var);
    effects.chain(needs.filter(is_kept))
}
