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
pub(super) fn merge_effects(operator: &mut Operator, n_values: impl Fn(Fact) -> usize) {
    let Operator { precondition, effects, .. } = operator;
    let own = |condition: &[Literal], new: Fact| -> Vec<(Fact, bool)> {
        let of_fact = |literal: &Literal| match literal.atom {
            Atom::Fact(fact) => Some((fact, literal.positive)).filter(|_| fact.var == new.var),
            Atom::Derived(_) => None,
        };
        condition.iter().filter_map(of_fact).collect()
    };
    if effects.iter().all(|effect| own(&effect.condition, effect.fact).is_empty()) {
        return;
    }
    // The new value and the conditions on other variables.
    type Change = (Fact, Vec<Literal>);
    let change_of = |Effect { condition, fact }: &Effect| -> Change {
        let is_other =
            |literal: &&Literal| !matches!(literal.atom, Atom::Fact(other) if other.var == fact.var);
        (*fact, condition.iter().filter(is_other).copied().collect())
    };
    // The old values that are changed one by one; and where all others are changed, those left out.
    let mut changes: Map<Change, (Set<Fact>, Option<Set<Fact>>)> = Map::new();
    for effect in &*effects {
        let (old, left_out) = changes.entry(change_of(effect)).or_default();
        let own = own(&effect.condition, effect.fact);
        if let Some((fact, _)) = own.iter().find(|(_, is_positive)| *is_positive) {
            old.insert(*fact);
        } else {
            let is_left_out = |fact: &Fact| left_out.as_ref().is_none_or(|before| before.contains(fact));
            *left_out = Some(own.into_iter().map(|(fact, _)| fact).filter(is_left_out).collect());
        }
    }
    let is_contradicted = |(a, where_a): &Change| {
        changes.keys().any(|(b, where_b)| {
            let excludes = |one: &Literal| where_b.iter().any(|other| one.excludes(*other));
            a.var == b.var && a != b && !where_a.iter().any(excludes)
        })
    };
    let is_whole = |(change, (old, left_out)): &(&Change, &(Set<Fact>, Option<Set<Fact>>))| {
        let denied = own(precondition, change.0).into_iter().filter(|(_, is_positive)| !is_positive);
        let mut done: Set<Fact> = denied.map(|(fact, _)| fact).chain([change.0]).collect();
        done.extend(old);
        let is_all = match left_out {
            Some(left_out) => left_out.is_subset(&done),
            None => done.len() == n_values(change.0),
        };
        is_all && !is_contradicted(change)
    };
    let mut whole: Map<Change, bool> =
        changes.iter().filter(is_whole).map(|(change, _)| (change.clone(), false)).collect();
    effects.retain_mut(|effect| {
        let change = change_of(effect);
        let Some(is_done) = whole.get_mut(&change) else { return true };
        effect.condition = change.1;
        !std::mem::replace(is_done, true)
    });
}
