//! Whether operators keep a group what it is: after each of them, at most one of its atoms holds if at most one did before.
//!
//! A proof by induction, operator by operator: what adds an atom of the group must delete the one that held, be it known
//! from the precondition which one that is, or not; and no two are added at once.

use super::ground::{AtomEffect, AtomLiteral, GroundOperator};

/// What an operator does with a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Balance {
    /// Afterwards at most one atom holds, and an atom that is known to have held is gone where one is added.
    Balanced,
    /// Afterwards at most one atom holds.
    Safe,
    /// Perhaps an atom is added without another one going.
    Unbalanced,
    /// Perhaps two atoms are added.
    TooHeavy,
}

/// An operator where it adds one atom: what holds then.
struct AddContext<'o> {
    operator: &'o GroundOperator,
    condition: &'o [AtomLiteral],
    atom: usize,
}

impl AddContext<'_> {
    fn literals(&self) -> impl Iterator<Item = AtomLiteral> {
        self.operator.precondition.iter().chain(self.condition).copied()
    }

    /// Does a literal hold where `member` is the atom of the group that does?
    fn implies(&self, literal: AtomLiteral, member: usize, is_member: &dyn Fn(usize) -> bool) -> bool {
        let atom = literal.atom.index();
        let by_group = if literal.positive { atom == member } else { atom != member && is_member(atom) };
        by_group || self.literals().any(|other| other == literal)
    }

    /// Is `member` surely deleted if it is the atom of the group that holds?
    fn deletes(&self, member: usize, is_member: &dyn Fn(usize) -> bool) -> bool {
        let deletes =
            |effect: &&AtomEffect| !effect.literal.positive && effect.literal.atom.index() == member;
        self.operator
            .effects
            .iter()
            .filter(deletes)
            .any(|effect| effect.condition.iter().all(|literal| self.implies(*literal, member, is_member)))
    }
}

/// What an operator does with a group by one of its effects that adds an atom of it.
pub(super) fn balance(
    operator: &GroundOperator,
    effect: &AtomEffect,
    members: &[usize],
    is_member: &dyn Fn(usize) -> bool,
) -> Balance {
    let atom = effect.literal.atom.index();
    let context = AddContext { operator, condition: &effect.condition, atom };
    if !is_possible(context.literals(), is_member) {
        return Balance::Balanced;
    }
    let others = operator.effects.iter().filter(|other| {
        let other_atom = other.literal.atom.index();
        other.literal.positive && other_atom != atom && is_member(other_atom)
    });
    for other in others {
        if is_possible(context.literals().chain(other.condition.iter().copied()), is_member) {
            return Balance::TooHeavy;
        }
    }
    let mut holding =
        context.literals().filter(|literal| literal.positive && is_member(literal.atom.index()));
    if let Some(member) = holding.next() {
        let member = member.atom.index();
        let is_gone = member == context.atom || context.deletes(member, is_member);
        return if is_gone { Balance::Balanced } else { Balance::Unbalanced };
    }
    let n_gone = operator.effects.iter().filter(|effect| !effect.literal.positive).count();
    let n_gone = n_gone + context.literals().filter(|literal| !literal.positive).count();
    let is_safe = |member: &usize| {
        let fails = |literal: AtomLiteral| !literal.positive && literal.atom.index() == *member;
        *member == atom || context.literals().any(fails) || context.deletes(*member, is_member)
    };
    if members.len() <= n_gone + 1 && members.iter().all(is_safe) {
        Balance::Safe
    } else {
        Balance::Unbalanced
    }
}

/// Whether literals may hold together if at most one atom of the group does.
fn is_possible(literals: impl Iterator<Item = AtomLiteral>, is_member: &dyn Fn(usize) -> bool) -> bool {
    let mut literals: Vec<AtomLiteral> = literals.collect();
    literals.sort_unstable();
    literals.dedup();
    let contradict = literals.windows(2).any(|pair| pair[0].atom == pair[1].atom);
    let holding = literals.iter().filter(|literal| literal.positive && is_member(literal.atom.index()));
    !contradict && holding.count() <= 1
}

/// Whether one atom of a group holds after an operator if one did before.
pub(super) fn keeps_one(operator: &GroundOperator, is_member: &dyn Fn(usize) -> bool) -> bool {
    let adds = |effect: &&AtomEffect| effect.literal.positive && is_member(effect.literal.atom.index());
    let added: Vec<&AtomEffect> = operator.effects.iter().filter(adds).collect();
    let deletes = |effect: &&AtomEffect| !effect.literal.positive && is_member(effect.literal.atom.index());
    operator.effects.iter().filter(deletes).all(|effect| {
        let atom = effect.literal.atom.index();
        let context = AddContext { operator, condition: &effect.condition, atom };
        let held = [AtomLiteral { positive: true, ..effect.literal }];
        let implied = |literal: &AtomLiteral| context.implies(*literal, atom, is_member);
        !is_possible(context.literals().chain(held), is_member)
            || added.iter().any(|added| added.condition.iter().all(implied))
    })
}
