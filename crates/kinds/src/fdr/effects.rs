//! Effects on atoms as effects on finite-domain variables.
//!
//! An added atom becomes the variable's value. A deleted atom makes the value "none", if it is the variable's value and no atom
//! is added at the same time: if an atom is added and deleted at once, the addition counts. Two atoms of a variable are never
//! added at once, because never more than one holds.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_task::{Atom, Effect, Fact, Literal, Operator};

use super::domain::{Layout, fact};
use super::ground::{AtomEffect, AtomLiteral};
use super::known_facts::KnownFacts;
use super::rules::{DerivedValue, RuleTable};

/// Greatest number of effects made of one; beyond it, a derived variable expresses the conflicting additions.
const MAX_CASES: usize = 4;

pub(super) struct EffectTranslator<'l> {
    pub(super) layout: &'l Layout,
    pub(super) literal: &'l dyn Fn(AtomLiteral) -> DerivedValue,
}

/// Addition to a variable or deletion from it: the atom's fact, and its condition beyond the known literals.
struct AtomChange<'l> {
    fact: Fact,
    condition: Vec<Literal>,
    known: KnownFacts<'l>,
}

impl<'l> EffectTranslator<'l> {
    /// Returns the effects of an operator in states with the known literals, without effects that change nothing.
    pub(super) fn effects(
        &self,
        effects: &[AtomEffect],
        known: &KnownFacts<'l>,
        table: &mut RuleTable,
    ) -> Vec<Effect> {
        let mut changes: Map<usize, [Vec<AtomChange<'l>>; 2]> = Map::new();
        for effect in effects {
            let atom = effect.literal.atom.index();
            let (Some((variable, _)), Some(fact)) =
                (self.layout.variables.place(atom), self.layout.fact(atom))
            else {
                continue;
            };
            let Some(condition) = DerivedValue::all(effect.condition.iter().map(|lit| (self.literal)(*lit)))
            else {
                continue;
            };
            let Some(there) = known.with(&condition) else { continue };
            let change = AtomChange { fact, condition: there.beyond(known), known: there };
            changes.entry(variable).or_default()[usize::from(effect.literal.positive)].push(change);
        }
        let mut found = Set::new();
        for (variable, [deleted, added]) in changes {
            let always = added.iter().find(|change| change.condition.is_empty()).map(|change| change.fact);
            for change in &added {
                let is_new = change.known.value(change.fact.into()) != Some(true);
                // An atom that is always added is the only one added.
                if is_new && always.is_none_or(|fact| fact == change.fact && change.condition.is_empty()) {
                    found.insert((change.fact, change.condition.clone()));
                }
            }
            if always.is_none() && self.layout.variables.domains()[variable].has_none {
                let none = fact(variable, 0);
                let left_empty = self.left_empty(&deleted, &added, known, table);
                found.extend(left_empty.into_iter().map(|condition| (none, condition)));
            }
        }
        found.into_iter().map(|(fact, condition)| Effect { condition, fact }).collect()
    }

    /// Returns the conditions under which the variable's atom is deleted and none added.
    fn left_empty(
        &self,
        deleted: &[AtomChange<'l>],
        added: &[AtomChange<'l>],
        known: &KnownFacts<'l>,
        table: &mut RuleTable,
    ) -> Vec<Vec<Literal>> {
        let Some(first) = deleted.first() else { return Vec::new() };
        let mut conditions = Vec::new();
        let always: Set<Fact> =
            deleted.iter().filter(|change| change.condition.is_empty()).map(|change| change.fact).collect();
        // The list of kept values may be shorter than the list of deleted ones.
        let is_open = added.is_empty() && !always.is_empty() && !known.is_settled(first.fact.var);
        let values = self.layout.values(first.fact.var).skip(1).filter(|_| is_open);
        let possible = values.map(|value| Fact { value, ..first.fact });
        let possible = possible.filter(|fact| known.value((*fact).into()) != Some(false));
        let (gone, kept): (Vec<Fact>, Vec<Fact>) = possible.partition(|fact| always.contains(fact));
        let is_shorter = kept.len() < gone.len();
        let kept: Vec<Literal> = kept.into_iter().map(|fact| !Literal::from(fact)).collect();
        if is_shorter && let Some(there) = known.with(&kept) {
            conditions.push(there.beyond(known));
        }
        for change in deleted {
            if is_shorter && change.condition.is_empty() {
                continue;
            }
            let Some(there) = change.known.with(&[change.fact.into()]) else { continue };
            for case in self.nothing_added(there, added, table) {
                let mut condition = case.beyond(known);
                if added.is_empty() && self.layout.n_values(change.fact.var) == 2 {
                    condition.retain(|literal| *literal != change.fact.into());
                }
                conditions.push(condition);
            }
        }
        conditions
    }

    /// Returns the cases in which none of the additions happens.
    fn nothing_added(
        &self,
        there: KnownFacts<'l>,
        added: &[AtomChange<'l>],
        table: &mut RuleTable,
    ) -> Vec<KnownFacts<'l>> {
        let mut cases = vec![there.clone()];
        for change in added {
            // An impossible addition needs no condition; an addition that must happen leaves no case.
            let Some(with) = there.with(&change.condition) else { continue };
            let mut required = with.beyond(&there);
            if 1 < required.len() && MAX_CASES < cases.len() * required.len() {
                let name = || "an addition".to_owned();
                required = match table.define(name, vec![required]) {
                    DerivedValue::Is(literal) => vec![literal],
                    DerivedValue::Always => Vec::new(),
                    DerivedValue::Never => continue,
                };
            }
            let denied = |case: &KnownFacts<'l>| -> Vec<KnownFacts<'l>> {
                required.iter().filter_map(|literal| case.with(&[!*literal])).collect()
            };
            cases = cases.iter().flat_map(denied).collect();
        }
        cases
    }
}

/// Merges effects that give a variable of `n_values` values the same value, if together they change all values that it can have there.
/// Where all atoms of a group are deleted, each if it holds, the effect is unconditional.
pub(super) fn merge_effects(operator: &mut Operator, n_values: impl Fn(Fact) -> u32) {
    let Operator { precondition, effects, .. } = operator;
    let is_own = |effect: &Effect, literal: &Literal| matches!(literal.atom, Atom::Fact(fact) if fact.var == effect.fact.var);
    if !effects.iter().any(|effect| effect.condition.iter().any(|literal| is_own(effect, literal))) {
        return;
    }
    let values = |fact: Fact, condition: &[Literal]| -> Vec<Fact> {
        let is_possible = |old: &Fact| !condition.iter().any(|literal| literal.excludes((*old).into()));
        (0..n_values(fact)).map(|value| Fact { value, ..fact }).filter(is_possible).collect()
    };
    // The new value and the conditions on other variables; the old values.
    type Change = (Fact, Vec<Literal>);
    let change_of = |effect: &Effect| -> Change {
        let others = effect.condition.iter().filter(|literal| !is_own(effect, literal));
        (effect.fact, others.copied().collect())
    };
    let mut changes: Map<Change, Set<Fact>> = Map::new();
    for effect in &*effects {
        let old = changes.entry(change_of(effect)).or_insert_with(|| Set::from([effect.fact]));
        old.extend(values(effect.fact, &effect.condition));
    }
    let contradict = |(a, where_a): &Change, (b, where_b): &Change| {
        let excludes = |one: &Literal| where_b.iter().any(|other| one.excludes(*other));
        a.var == b.var && a != b && !where_a.iter().any(excludes)
    };
    let is_whole = |(change, old): (&Change, &Set<Fact>)| {
        values(change.0, precondition).iter().all(|value| old.contains(value))
            && !changes.keys().any(|other| contradict(change, other))
    };
    let mut whole: Map<Change, bool> =
        changes.iter().filter(|entry| is_whole(*entry)).map(|(change, _)| (change.clone(), false)).collect();
    effects.retain_mut(|effect| {
        let change = change_of(effect);
        let Some(is_done) = whole.get_mut(&change) else { return true };
        effect.condition = change.1;
        !std::mem::replace(is_done, true)
    });
}
