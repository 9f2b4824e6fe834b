//! Relations between states and their successors: one for each operator, then merged.
//!
//! An operator's relation is its precondition, and for each variable that it changes the next value in each case: that of the
//! active effects, or the present one. Effects that contradict each other exclude the state. Relations of equal cost are merged
//! in pairs while they stay small (Torralba, Alcázar, Kissmann & Edelkamp, *Efficient symbolic search for cost-optimal
//! planning*, 2017): one image of a merged relation takes less than many small ones.

use bmcplan_base::ordered::Map;
use bmcplan_task::{Clock, Effect, Fact, Operator, OperatorId, OperatorNames, Reachability, Task, VarId};

use super::basis::Basis;
use super::constraints::Constraints;
use super::store::{Bdd, Halt, Store};
use super::variables::{Time, Variables};

/// Greatest number of decisions of a merged relation.
const MOST_DECISIONS: usize = 100_000;

/// Work for the merging of relations of one cost.
const MERGE_WORK: u64 = 1 << 23;

/// Relation between states and their successors by some operators.
#[derive(Clone)]
pub(super) struct Relation {
    /// Over current and next values.
    pairs: Bdd,
    /// Variables that it changes, sorted.
    changed: Vec<VarId>,
    /// Conjunction of their bits.
    bits: Bdd,
}

impl Relation {
    /// Returns the states reached from `states`.
    pub(super) fn image(&self, states: &Bdd, store: &mut Store) -> Result<Bdd, Halt> {
        store.image(states, &self.pairs, &self.bits)
    }

    /// Returns the states from which `states` are reached.
    pub(super) fn preimage(&self, states: &Bdd, store: &mut Store) -> Result<Bdd, Halt> {
        store.preimage(states, &self.pairs, &self.bits)
    }
}

/// Builds the relation of each operator, by `cost`. Predecessors that break constraints are left out, and pairs of states that an
/// earlier operator of the same name and cost has.
pub(super) fn relations<C: Ord + Copy>(
    Basis { operators, reachable, constraints }: &Basis,
    cost: impl Fn(&Operator) -> C,
    names: &OperatorNames,
    variables: &mut Variables<'_>,
    store: &mut Store,
) -> Result<Map<C, Vec<Relation>>, Halt> {
    let mut by_cost: Map<C, Vec<Relation>> = Map::new();
    let mut earlier: Map<(C, OperatorId), Relation> = Map::new();
    let task = variables.task();
    for id in operators {
        let operator = task.operator(*id);
        let cost = cost(operator);
        let mut relation = Relation::of(operator, reachable, constraints, variables, store)?;
        if !names.have_no_cases() {
            let known = earlier.remove(&(cost, names.first(*id)));
            let all = known.as_ref().map(|known| relation.with(known, Store::or, variables, store));
            earlier.insert((cost, names.first(*id)), all.unwrap_or_else(|| Ok(relation.clone()))?);
            if let Some(known) = known {
                relation = relation.with(&known, Store::minus, variables, store)?;
            }
        }
        if !relation.pairs.is_empty() {
            by_cost.entry(cost).or_default().push(relation);
        }
    }
    Ok(by_cost)
}

/// Merges relations of equal cost.
pub(super) fn merged_by_cost<C: Ord>(
    mut by_cost: Map<C, Vec<Relation>>,
    variables: &Variables<'_>,
    store: &mut Store,
) -> Result<Map<C, Vec<Relation>>, Halt> {
    for relations in by_cost.values_mut() {
        let end = store.work() + MERGE_WORK;
        *relations = merged(std::mem::take(relations), end, variables, store)?;
    }
    Ok(by_cost)
}

impl Relation {
    fn of(
        operator: &Operator,
        reachable: &Reachability,
        constraints: &Constraints,
        variables: &mut Variables<'_>,
        store: &mut Store,
    ) -> Result<Self, Halt> {
        let is_possible = |effect: &&Effect| reachable.fact(effect.fact);
        let mut by_variable: Map<VarId, Vec<&Effect>> = Map::new();
        for effect in operator.effects.iter().filter(is_possible) {
            by_variable.entry(effect.fact.var).or_default().push(effect);
        }
        let of_clock = ticks(variables.task());
        for effect in &of_clock {
            by_variable.entry(effect.fact.var).or_default().push(effect);
        }
        by_variable.retain(|var, _| variables.changes(*var));
        let changed: Vec<VarId> = by_variable.keys().copied().collect();
        let mut pairs = variables.condition(&operator.precondition, store)?;
        pairs = constraints.before(operator, &changed, pairs, variables, store)?;
        for (var, effects) in by_variable.iter() {
            let next = next_values(*var, effects, variables, store)?;
            pairs = store.and(&pairs, &next)?;
        }
        let bits = bits(&changed, variables, store)?;
        Ok(Self { pairs, changed, bits })
    }

    /// Returns the same relation, which says of all of `changed` that they keep their values if it does not change them.
    fn over(&self, changed: &[VarId], variables: &Variables<'_>, store: &mut Store) -> Result<Bdd, Halt> {
        let kept = changed.iter().filter(|var| self.changed.binary_search(var).is_err());
        let mut levels: Vec<u32> = kept.flat_map(|var| variables.levels(*var, Time::Now)).collect();
        levels.sort_unstable();
        let keep = store.unchanged(&levels)?;
        store.and(&self.pairs, &keep)
    }

    /// Returns the relation without the states that it keeps.
    pub(super) fn changing(&self, variables: &Variables<'_>, store: &mut Store) -> Result<Self, Halt> {
        let none = Self { pairs: store.constant(true), changed: Vec::new(), bits: store.constant(true) };
        self.with(&none, Store::minus, variables, store)
    }

    /// Combines the pairs of two relations.
    fn with(
        &self,
        other: &Self,
        combine: fn(&mut Store, &Bdd, &Bdd) -> Result<Bdd, Halt>,
        variables: &Variables<'_>,
        store: &mut Store,
    ) -> Result<Self, Halt> {
        let mut changed = [&self.changed[..], &other.changed].concat();
        changed.sort_unstable();
        changed.dedup();
        let (one, other) = (self.over(&changed, variables, store)?, other.over(&changed, variables, store)?);
        let bits = bits(&changed, variables, store)?;
        Ok(Self { pairs: combine(store, &one, &other)?, changed, bits })
    }
}

/// Returns what every operator does to the clock, if there is one.
fn ticks(task: &Task) -> Vec<Effect> {
    let tick = |clock: Clock, now: u32| Effect {
        condition: vec![Fact { var: clock.var, value: now }.into()],
        fact: clock.at(now as usize + 1),
    };
    task.clock().map_or_else(Vec::new, |clock| (0..clock.size).map(|now| tick(clock, now)).collect())
}

pub(super) fn bits(changed: &[VarId], variables: &Variables<'_>, store: &mut Store) -> Result<Bdd, Halt> {
    let levels = changed.iter().flat_map(|var| variables.levels(*var, Time::Now));
    let mut decisions: Vec<(u32, bool)> = levels.map(|level| (level, true)).collect();
    decisions.sort_unstable();
    store.cube(&decisions)
}

/// Returns the relation between a variable's value and the next one by these effects.
fn next_values(
    var: VarId,
    effects: &[&Effect],
    variables: &mut Variables<'_>,
    store: &mut Store,
) -> Result<Bdd, Halt> {
    // For each value the states in which it is given.
    let mut given: Map<u32, Bdd> = Map::new();
    for effect in effects {
        let active = variables.condition(&effect.condition, store)?;
        let all = given.entry(effect.fact.value).or_insert_with(|| store.constant(false));
        *all = store.or(all, &active)?;
    }
    let levels: Vec<u32> = variables.levels(var, Time::Now).collect();
    let mut next = store.unchanged(&levels)?;
    for active in given.values() {
        next = store.minus(&next, active)?;
    }
    for fact in variables.facts(var) {
        let Some(active) = given.get(&fact.value) else { continue };
        let value = variables.fact(fact, Time::Next, store)?;
        let mut case = store.and(active, &value)?;
        for (_, others) in given.iter().filter(|(value, _)| **value != fact.value) {
            case = store.minus(&case, others)?;
        }
        next = store.or(&next, &case)?;
    }
    Ok(next)
}

/// Merges relations in pairs, in their order, as long as they stay small and the work is below `end`.
fn merged(
    mut relations: Vec<Relation>,
    end: u64,
    variables: &Variables<'_>,
    store: &mut Store,
) -> Result<Vec<Relation>, Halt> {
    if relations.len() < 2 {
        return Ok(relations);
    }
    let second = merged(relations.split_off(relations.len() / 2), end, variables, store)?;
    let first = merged(relations, end, variables, store)?;
    if let ([one], [other]) = (&first[..], &second[..]) {
        store.allow(end.saturating_sub(store.work()));
        let both = one.with(other, Store::or, variables, store);
        store.allow(u64::MAX);
        match both {
            Ok(both) if store.size(&both.pairs, MOST_DECISIONS) < MOST_DECISIONS => return Ok(vec![both]),
            Ok(_) | Err(Halt::Allowance) => {}
            Err(halt) => return Err(halt),
        }
    }
    Ok([first, second].concat())
}
