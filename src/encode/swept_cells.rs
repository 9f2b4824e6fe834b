//! Swept cells must be free: one clause per cell instead of one per slide.
//!
//! Of a long slide every cell must be free that it sweeps. Arc by arc, that is a clause for each way to sweep a cell and
//! each way to cover it. But a car that was left of a cell and is right of it in the next frame has swept it, from
//! wherever to wherever; so one clause says that another car does not cover it, given literals for the car's being left and right
//! of it and for the other's covering it. Nothing here knows of cells: the arcs with one and the same negated condition
//! are a relation between values before and after, which is cut into [`products`].

use std::collections::{BTreeMap, BTreeSet};

use itertools::iproduct;

use super::dtg::{Mutexes, VariableDtg};
use super::operator_variables::Causes;
use super::order_encoding::{ValueRelation, products};
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};
use crate::task::{Atom, DerivedId, Fact, Literal, Task, VarId};

/// The facts of which none may hold, if that is what the literal says.
pub(super) fn blockers(literal: Literal, task: &Task) -> Option<(DerivedId, Vec<Fact>)> {
    match literal {
        Literal { atom: Atom::Derived(id), positive: false } => {
            Some((id, task.derived()[id.index()].deciding_facts()?))
        }
        _ => None,
    }
}

/// Writes those conditions of the arcs of one line for which there are [`blockers`].
pub(super) fn keep_clear(
    steps: &VariableDtg<'_>,
    causes: &Causes,
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) {
    let task = state.task();
    let mut conditions: BTreeMap<DerivedId, (ValueRelation, Vec<Fact>)> = BTreeMap::new();
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
        let others = told_apart(steps, relation, blockers, state);
        // An arc that is in its own way cannot be taken.
        let stuck = |from: &Fact| blockers.contains(from);
        for (from, to) in relation.iter().filter(|(from, _)| stuck(from)) {
            let from = BTreeSet::from([*from]);
            forbid(steps, causes, [&from, to], &[], state, builder);
        }
        relation.retain(|from, _| !stuck(from));
        for [from, to] in products(relation) {
            for (var, facts) in &others {
                for term in state.one_of(facts, builder) {
                    forbid(steps, causes, [&from, &to], &[term], state, builder);
                    // Nothing else moves but time, so what is in the way before is so after. Said of both, it saves a fifth of
                    // the conflicts of small boards.
                    if !state.is_clock(*var) {
                        forbid(steps, causes, [&from, &to], &[term.next()], state, builder);
                    }
                }
            }
        }
    }
}

/// The blockers of other variables, by variable. Nothing but the line's variable and the clock change in the step, so what
/// blocks would still be there in the next frame: where the mutexes forbid that anyway, nothing is left to say.
fn told_apart(
    steps: &VariableDtg<'_>,
    relation: &ValueRelation,
    blockers: &[Fact],
    state: &StateTerms<'_>,
) -> BTreeMap<VarId, BTreeSet<Fact>> {
    let mutexes: &Mutexes = steps.mutexes;
    let mut others: BTreeMap<VarId, BTreeSet<Fact>> = BTreeMap::new();
    for fact in blockers.iter().filter(|fact| fact.var != steps.var) {
        others.entry(fact.var).or_default().insert(*fact);
    }
    let excluded = |fact: &Fact| relation.values().flatten().all(|to| mutexes.exclude(*fact, *to));
    others.retain(|var, facts| state.is_clock(*var) || !facts.iter().all(excluded));
    others
}

/// In a step from one of these values to one of those, not all of `terms` are true before.
fn forbid(
    steps: &VariableDtg<'_>,
    causes: &Causes,
    [from, to]: [&BTreeSet<Fact>; 2],
    terms: &[Term],
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) {
    let mut body = terms.to_vec();
    // Where an operator with a variable of its own can make the same change, the values alone do not say who made it.
    if to.iter().any(|to| !causes.of(*to).is_empty()) {
        body.push(steps.moved.into());
    }
    let (starts, ends) = (state.one_of(from, builder), state.one_of(to, builder));
    for (start, end) in iproduct!(starts, ends) {
        builder.part(Part::Transition).rule(&[&[start, end.next()], &body[..]].concat(), &[]);
    }
}
