//! Swept cells must be free: one clause per cell instead of one per slide.
//!
//! All cells swept by a slide must be free. Arc by arc, that is a clause for each slide over a cell and each fact that covers
//! it. But a car that was left of a cell and is right of it in the next frame has swept it, wherever the slide ends. So one
//! clause suffices for another car not to cover the cell. It consists of literals for "the car is left of it", "the car is
//! right of it" and "the other car covers it".

use itertools::iproduct;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_task::{Atom, DerivedId, Fact, Literal, Task, VarId};

use super::dtg::{Mutexes, VariableDtg};
use super::headings::PRECONDITIONS;
use super::operator_variables::Causes;
use super::order_encoding::{ValueRelation, products};
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};

/// Returns the facts that falsify `literal`, if it holds exactly in their absence.
pub(super) fn blockers(literal: Literal, task: &Task) -> Option<(DerivedId, Vec<Fact>)> {
    match literal {
        Literal { atom: Atom::Derived(id), positive: false } => {
            Some((id, task.derived()[id.index()].deciding_facts()?))
        }
        _ => None,
    }
}

/// Adds clauses for the conditions of the arcs of one line that have [`blockers`].
pub(super) fn keep_clear(
    steps: &VariableDtg<'_>,
    causes: &Causes,
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) {
    let task = state.task();
    let mut conditions: Map<DerivedId, (ValueRelation, Vec<Fact>)> = Map::new();
    for arc in steps.arcs {
        for literal in &task.operator(arc.operator).precondition {
            if let Some((id, facts)) = blockers(*literal, task) {
                let (relation, _) = conditions.entry(id).or_insert_with(|| (ValueRelation::new(), facts));
                relation.entry(arc.from).or_default().insert(arc.to);
            }
        }
    }
    for (relation, blockers) in conditions.values_mut() {
        if builder.is_stopped() {
            break;
        }
        let others = distinguished(steps, relation, blockers, state);
        // An arc that blocks itself cannot be taken.
        let stuck = |from: &Fact| blockers.contains(from);
        for (from, to) in relation.iter().filter(|(from, _)| stuck(from)) {
            let from = Set::from([*from]);
            forbid(steps, causes, [&from, to], &[], state, builder);
        }
        relation.retain(|from, _| !stuck(from));
        for [from, to] in products(relation) {
            for (var, facts) in &others {
                for term in state.one_of(facts, builder) {
                    forbid(steps, causes, [&from, &to], &[term], state, builder);
                    // Only this variable and time move, so blockers before are blockers after. A clause for both frames saves a
                    // fifth of the conflicts of small boards.
                    if !state.is_clock(*var) {
                        forbid(steps, causes, [&from, &to], &[term.next()], state, builder);
                    }
                }
            }
        }
    }
}

/// Returns the blockers of other variables, by variable. Only the line's variable and the clock change in the step, so a
/// blocker would still be there in the next frame. Where the mutexes forbid that anyway, no clause is needed.
fn distinguished(
    steps: &VariableDtg<'_>,
    relation: &ValueRelation,
    blockers: &[Fact],
    state: &StateTerms<'_>,
) -> Map<VarId, Set<Fact>> {
    let mutexes: &Mutexes = steps.mutexes;
    let mut others: Map<VarId, Set<Fact>> = Map::new();
    for fact in blockers.iter().filter(|fact| fact.var != steps.var) {
        others.entry(fact.var).or_default().insert(*fact);
    }
    let excluded = |fact: &Fact| relation.values().flatten().all(|to| mutexes.exclude(*fact, *to));
    others.retain(|var, facts| state.is_clock(*var) || !facts.iter().all(excluded));
    others
}

/// Adds clauses: in a step from one of the values `from` to one of `to`, not all of `terms` are true before.
fn forbid(
    steps: &VariableDtg<'_>,
    causes: &Causes,
    [from, to]: [&Set<Fact>; 2],
    terms: &[Term],
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) {
    let mut body = terms.to_vec();
    // If an operator with a variable of its own can make the same change, the values alone do not identify the arc.
    if to.iter().any(|to| !causes.of(*to).is_empty()) {
        body.push(steps.moved.into());
    }
    let (starts, ends) = (state.one_of(from, builder), state.one_of(to, builder));
    for (start, end) in iproduct!(starts, ends) {
        builder
            .part(Part::Transition)
            .under(PRECONDITIONS)
            .rule(&[&[start, end.next()], &body[..]].concat(), &[]);
    }
}
