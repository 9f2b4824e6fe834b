//! The delete relaxation of a task in flat arrays: propositions, and operators that make them true.
//!
//! An operator with conditional effects has several *parts*, one for each condition. Each requires the precondition and its
//! condition. All parts share one cost, since one application has all their effects. Operators that are equal in the relaxation
//! become one. Parts and propositions that do not lead to the goal are left out.
//!
//! Conditional effects as in G. Röger, F. Pommerening, M. Helmert, *Optimal planning in the presence of conditional effects:
//! extending LM-cut with context splitting*, ECAI 2014, section 3.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use bmcplan_base::arithmetic::greatest_common_divisor;
use bmcplan_base::ordered::{distinct, sort_by_key};
use bmcplan_base::stop::{Stop, StopReason};

use crate::relaxation::{Effects, NumberLists, Propositions, Translated, index, needed, number};
use crate::{Fact, Literal, Operator, Reachability, Task, VarId};

const TRUE: u32 = 0;

/// The relaxation. Propositions, parts and operators with a cost are numbered from 0.
#[derive(Debug, Clone)]
pub(super) struct RelaxedTask {
    pub(super) n_propositions: usize,
    pub(super) goal: u32,
    pub(super) preconditions: NumberLists,
    pub(super) adds: NumberLists,
    pub(super) needed_by: NumberLists,
    pub(super) added_by: NumberLists,
    /// Operator of each part with a cost. These parts come first.
    pub(super) operator_of: Vec<u32>,
    /// Cost of each operator, in units; the sum over the parts of all operators is less than 2^31.
    pub(super) costs: Vec<u32>,
    /// Cost of a unit. Costs are rounded down to units, which keeps lower bounds lower bounds.
    pub(super) unit: u64,
    pub(super) parts_of: Vec<Range<u32>>,
    /// For each operator the operators of the task that are the same in the relaxation.
    pub(super) stands_for: NumberLists,
    first_fact: Vec<u32>,
    true_with: NumberLists,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct DraftPart {
    precondition: Vec<u32>,
    adds: Vec<u32>,
}

#[derive(Debug)]
struct DraftOperator {
    id: u32,
    parts: Vec<DraftPart>,
    cost: u64,
}

impl RelaxedTask {
    /// Builds the relaxation for states reachable from the initial one, with these costs of operators.
    pub(super) fn of(task: &Task, cost: &dyn Fn(&Operator) -> u64, stop: &Stop) -> Result<Self, StopReason> {
        let reachable = Reachability::of(task, |_| true, stop);
        let may_hold = |literal: Literal| reachable.literal(literal);
        let mut propositions = Propositions::of(task, &may_hold);
        let always = propositions.fresh();
        debug_assert_eq!(always, TRUE);
        let mut operators: Vec<(u32, u64, Effects)> = Vec::new();
        for (id, operator) in (0..).zip(task.operators()) {
            stop.check()?;
            if let Some((_, effects)) = propositions.operator(operator) {
                operators.push((id, cost(operator), effects));
            }
        }
        let goal = propositions.fresh();
        let asked = propositions.condition(task.goal());
        let Translated { n_propositions, true_with, free } = propositions.finish();
        let with = |fact: &Fact| true_with[fact.var.index()][fact.value_index()].iter().copied();
        let mut free: Vec<DraftPart> =
            free.into_iter().map(|free| DraftPart::of(free.precondition, vec![free.adds])).collect();
        let mut drafts: Vec<DraftOperator> = Vec::new();
        for (id, cost, effects) in operators {
            let parts = effects.into_iter().map(|(precondition, facts)| {
                DraftPart::of(precondition, facts.iter().flat_map(with).collect())
            });
            let parts = parts.filter(|part| !part.adds.is_empty());
            if cost == 0 {
                free.extend(parts);
            } else {
                drafts.push(DraftOperator { id, parts: parts.collect(), cost });
            }
        }
        free.extend(asked.map(|asked| DraftPart::of(asked, vec![goal])));
        let parts = drafts.iter().flat_map(|draft| &draft.parts).chain(&free);
        let needed = needed(n_propositions, goal, parts.map(|part| (&*part.precondition, &*part.adds)));
        for part in drafts.iter_mut().flat_map(|draft| &mut draft.parts).chain(&mut free) {
            part.adds.retain(|added| needed[index(*added)]);
        }
        drafts.iter_mut().for_each(|draft| draft.parts.retain(|part| !part.adds.is_empty()));
        free.retain(|part| !part.adds.is_empty());
        stop.check()?;
        let facts = true_with.into_iter().map(|values| {
            let keep = |list: Vec<u32>| list.into_iter().filter(|p| needed[index(*p)]).collect();
            values.into_iter().map(keep).collect()
        });
        drafts.retain(|draft| !draft.parts.is_empty());
        // The cheapest of equal operators comes first.
        sort_by_key(&mut drafts, |draft| draft.cost);
        Ok(Self::join(n_propositions, goal, &drafts, &free, facts.collect()))
    }

    fn join(
        n_propositions: usize,
        goal: u32,
        drafts: &[DraftOperator],
        free: &[DraftPart],
        facts: Vec<Vec<Vec<u32>>>,
    ) -> Self {
        let mut known: HashMap<&[DraftPart], usize> = HashMap::new();
        let (mut parts, mut operator_of, mut parts_of) = (Vec::new(), Vec::new(), Vec::new());
        let (mut costs, mut stands_for): (Vec<u64>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
        for DraftOperator { id, parts: draft, cost } in drafts {
            match known.entry(draft) {
                Entry::Vacant(place) => place.insert(costs.len()),
                Entry::Occupied(equal) => {
                    stands_for[*equal.get()].push(*id);
                    continue;
                }
            };
            costs.push(*cost);
            stands_for.push(vec![*id]);
            let operator = number(parts_of.len());
            let first = number(parts.len());
            parts.extend(draft);
            operator_of.resize(parts.len(), operator);
            parts_of.push(first..number(parts.len()));
        }
        parts.extend(free);
        let preconditions = NumberLists::of(parts.iter().map(|part| &*part.precondition));
        let adds = NumberLists::of(parts.iter().map(|part| &*part.adds));
        let mut first_fact = Vec::new();
        let mut n_facts = 0;
        for values in &facts {
            first_fact.push(number(n_facts));
            n_facts += values.len();
        }
        let unit = unit_of(&costs, &parts_of);
        Self {
            n_propositions,
            goal,
            costs: costs.iter().map(|cost| u32::try_from(cost / unit).unwrap_or(u32::MAX)).collect(),
            unit,
            needed_by: preconditions.transposed(n_propositions),
            added_by: adds.transposed(n_propositions),
            preconditions,
            adds,
            operator_of,
            parts_of,
            stands_for: NumberLists::of(stands_for.iter().map(|ids| &**ids)),
            first_fact,
            true_with: NumberLists::of(facts.iter().flatten().map(|list| &**list)),
        }
    }

    #[inline]
    pub(super) fn n_parts(&self) -> usize {
        self.preconditions.n_lists()
    }

    #[inline]
    pub(super) fn n_facts(&self) -> usize {
        self.true_with.n_lists()
    }

    #[inline]
    pub(super) fn number_of(&self, fact: Fact) -> u32 {
        self.first_fact[fact.var.index()] + fact.value
    }

    pub(super) fn fact(&self, fact: u32) -> Fact {
        let var = self.first_fact.partition_point(|first| *first <= fact).saturating_sub(1);
        Fact { var: VarId::from_index(var), value: fact - self.first_fact[var] }
    }

    #[inline]
    pub(super) fn siblings(&self, fact: u32) -> Range<u32> {
        let after = self.first_fact.partition_point(|first| *first <= fact);
        let end = self.first_fact.get(after).copied().unwrap_or(number(self.n_facts()));
        self.first_fact[after.saturating_sub(1)]..end
    }

    /// Returns for each proposition the facts that make it true; none for those that only parts make true.
    pub(super) fn facts_of(&self) -> Vec<Vec<u32>> {
        let mut facts = vec![Vec::new(); self.n_propositions];
        for fact in 0..number(self.n_facts()) {
            self.true_with.list(fact).iter().for_each(|proposition| facts[index(*proposition)].push(fact));
        }
        facts
    }

    /// Returns the propositions that are true in a state, given by its `values`; some more than once.
    #[inline]
    pub(super) fn true_in<'a>(&'a self, values: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        let facts = self.first_fact.iter().zip(values).map(|(first, value)| first + value);
        facts.flat_map(|fact| self.true_with.list(fact)).copied().chain([TRUE])
    }
}

impl DraftPart {
    fn of(mut precondition: Vec<u32>, adds: Vec<u32>) -> Self {
        if precondition.is_empty() {
            precondition.push(TRUE);
        }
        let mut adds = distinct(adds);
        adds.retain(|added| precondition.binary_search(added).is_err());
        Self { precondition, adds }
    }
}

/// Returns the unit in which costs, none of them 0, are counted: their greatest common divisor, or a multiple of it where their
/// sum over the parts of all operators would be too great. A path through the delete relaxation takes each part once, but
/// perhaps several of an operator.
fn unit_of(costs: &[u64], parts_of: &[Range<u32>]) -> u64 {
    /// Below this limit, all sums of costs fit.
    const LIMIT: u128 = 1 << 31;
    let divisor = costs.iter().fold(0, |divisor, cost| greatest_common_divisor(divisor, *cost)).max(1);
    let of_parts =
        costs.iter().zip(parts_of).map(|(cost, parts)| u128::from(cost / divisor) * parts.len() as u128);
    let more = u64::try_from(of_parts.sum::<u128>() / LIMIT + 1).unwrap_or(u64::MAX);
    divisor.saturating_mul(more)
}
