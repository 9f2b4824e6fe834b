//! Ordering of commuting operators with variables of their own: of two operators in a row that could change places, the
//! operator of the greater rank comes first.
//!
//! Let step t run a and step t+1 run b, of a greater rank. They can change places if b can run in frame t already, neither
//! disturbs the other's reads, and neither overwrites the other's effects; then b before a leads to the same state, and this
//! plan is as short and lexicographically greater in the sequence of ranks. So, as [among arcs](super::order), b needs a
//! reason to come so late, in one clause for each b: a condition that a made true, or a [disturbance](super::disturbances)
//! of a variable that b changes.
//!
//! Arcs have lower ranks than all others. Others are ranked by the smallest variable that they may change, and the formula
//! knows no finer order: two operators that change the same variable seldom commute.
//!
//! Where few pairs commute, the clauses cost more than they spare, so they are written only where [most
//! do](super::commuting_share).
//!
//! `task/dependence.rs` compares this with other notions of independence.

use crate::ordered::Map;

use super::commuting_share::most_commute;
use super::disturbances::Disturbances;
use super::dtg::{Mutexes, VariableDtg};
use super::operator_variables::{Causes, OperatorTerms};
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};
use crate::task::{Dependence, OperatorId, VarId};

/// The first part of the rank of each operator that is no arc, if operators were ordered.
pub(super) type Leads = Map<OperatorId, VarId>;

/// Writes the order of all operators that are no arcs, where it pays.
pub(super) fn order_others(
    others: &[OperatorTerms],
    steps: &[VariableDtg<'_>],
    mutexes: &Mutexes,
    causes: &Causes,
    state: &mut StateTerms<'_>,
    builder: &mut SystemBuilder,
) -> Leads {
    if others.is_empty() {
        return Leads::new();
    }
    let mut groups: Map<VarId, Vec<&OperatorTerms>> = Map::new();
    for other in others {
        if let Some(lead) = other.effects.iter().map(|(fact, _)| fact.var).min() {
            groups.entry(lead).or_default().push(other);
        }
    }
    let arcs: Vec<OperatorId> =
        steps.iter().flat_map(|steps| steps.arcs.iter().map(|arc| arc.operator)).collect();
    let ranked: Vec<OperatorId> = groups.values().flatten().map(|other| other.id).collect();
    let dependence = Dependence::of(state.task());
    if !most_commute(state.task(), &dependence, mutexes, &arcs, &ranked, state.stop()) {
        return Leads::new();
    }
    let mut disturbances = Disturbances::of(state.task(), &dependence, others, steps);
    let moved: Vec<Term> = steps.iter().map(|steps| steps.moved.into()).collect();
    // True if the step runs an operator of a lower rank.
    let mut lower = at_least_where(&moved, builder);
    let mut open = groups.values().peekable();
    while let Some(group) = open.next() {
        for other in group {
            if lower == Term::False || state.is_stopped() {
                break;
            }
            let reasons = disturbances.reasons(other, causes, state, builder);
            builder.part(Part::Transition).rule(&[lower, Term::from(other.lit).next()], &reasons);
        }
        if open.peek().is_some() {
            let lits = group.iter().map(|other| other.lit.into());
            lower = at_least_where(&lits.chain([lower]).collect::<Vec<_>>(), builder);
        }
    }
    drop(open);
    groups
        .into_iter()
        .flat_map(|(lead, group)| group.into_iter().map(move |other| (other.id, lead)))
        .collect()
}

/// A term implied by each of the given terms.
fn at_least_where(terms: &[Term], builder: &mut SystemBuilder) -> Term {
    let open: Vec<Term> = terms.iter().copied().filter(|term| *term != Term::False).collect();
    match open.as_slice() {
        [] => Term::False,
        [only] => *only,
        several => {
            let lower = builder.var("lower").into();
            several.iter().for_each(|term| builder.part(Part::Transition).rule(&[*term], &[lower]));
            lower
        }
    }
}
