//! Derived atoms in whose place their rules can stand: conjunctions, and negations of disjunctions.
//!
//! An atom with one rule is that rule's body. One whose rules have one literal each fails if all these fail, as the predicate
//! for "there is one for which it fails" does that stands for a universal condition.

use std::collections::BTreeSet;

use super::draft::TaskDraft;
use crate::fdr::{AtomId, AtomLiteral, GroundAxiom};
use crate::task::components;

/// No more literals than this take the place of one, unless there is one place only.
const MOST_LITERALS: usize = 32;

/// What may take the place of a literal, for each atom: if it is to hold, and if it is to fail.
#[derive(Debug, Clone, Default)]
struct Replacement {
    holds: Option<Vec<AtomLiteral>>,
    fails: Option<Vec<AtomLiteral>>,
}

/// Puts rules in the place of atoms, and leaves out rules that nobody needs then.
pub(super) fn inline(draft: &mut TaskDraft, is_derived: &[bool]) {
    if draft.axioms.is_empty() {
        return;
    }
    let mut by_head: Vec<Vec<GroundAxiom>> = vec![Vec::new(); is_derived.len()];
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); is_derived.len()];
    for axiom in std::mem::take(&mut draft.axioms) {
        let head = axiom.head.0 as usize;
        let body = axiom.body.iter().map(|literal| literal.atom.0 as usize);
        uses[head].extend(body.filter(|atom| is_derived[*atom]));
        by_head[head].push(axiom);
    }
    let n_places = n_places(draft, &by_head);
    let mut replacements: Vec<Replacement> = vec![Replacement::default(); is_derived.len()];
    for component in components(&uses) {
        for atom in &component {
            for rule in &mut by_head[*atom] {
                replace(&mut rule.body, &replacements);
            }
        }
        let [atom] = component.as_slice() else { continue };
        if by_head[*atom].is_empty() || uses[*atom].contains(atom) {
            continue;
        }
        let fits = |literals: &Vec<AtomLiteral>| literals.len() <= MOST_LITERALS || n_places[*atom] <= 1;
        let rules = &by_head[*atom];
        let opposite = |literal: &AtomLiteral| AtomLiteral { positive: !literal.positive, ..*literal };
        replacements[*atom] = Replacement {
            holds: match rules.as_slice() {
                [only] => Some(only.body.clone()).filter(fits),
                _ => None,
            },
            fails: rules
                .iter()
                .map(|rule| match rule.body.as_slice() {
                    [only] => Some(opposite(only)),
                    _ => None,
                })
                .collect::<Option<Vec<AtomLiteral>>>()
                .filter(fits),
        };
    }
    for operator in &mut draft.operators {
        replace(&mut operator.precondition, &replacements);
        operator.effects.iter_mut().for_each(|effect| replace(&mut effect.condition, &replacements));
    }
    replace(&mut draft.goal, &replacements);
    draft.axioms = needed(draft, by_head);
}

/// In how many places each atom stands.
fn n_places(draft: &TaskDraft, by_head: &[Vec<GroundAxiom>]) -> Vec<usize> {
    let mut n_places = vec![0; by_head.len()];
    see_literals(draft, &mut |literal| n_places[literal.atom.0 as usize] += 1);
    for literal in by_head.iter().flatten().flat_map(|axiom| &axiom.body) {
        n_places[literal.atom.0 as usize] += 1;
    }
    n_places
}

/// Calls `see` for each literal outside of rules.
fn see_literals(draft: &TaskDraft, see: &mut dyn FnMut(AtomLiteral)) {
    for operator in &draft.operators {
        operator.precondition.iter().copied().for_each(&mut *see);
        operator.effects.iter().flat_map(|effect| effect.condition.iter().copied()).for_each(&mut *see);
    }
    draft.goal.iter().copied().for_each(see);
}

fn replace(literals: &mut Vec<AtomLiteral>, replacements: &[Replacement]) {
    let by = |literal: &AtomLiteral| {
        let replacement = &replacements[literal.atom.0 as usize];
        if literal.positive { replacement.holds.as_ref() } else { replacement.fails.as_ref() }
    };
    if literals.iter().all(|literal| by(literal).is_none()) {
        return;
    }
    let mut longer = Vec::new();
    for literal in literals.iter() {
        match by(literal) {
            Some(others) => longer.extend(others),
            None => longer.push(*literal),
        }
    }
    *literals = longer;
}

/// The rules on which something depends.
fn needed(draft: &TaskDraft, by_head: Vec<Vec<GroundAxiom>>) -> Vec<GroundAxiom> {
    let mut open: Vec<AtomId> = Vec::new();
    see_literals(draft, &mut |literal| open.push(literal.atom));
    let mut seen = BTreeSet::new();
    while let Some(atom) = open.pop() {
        if !by_head[atom.0 as usize].is_empty() && seen.insert(atom) {
            let rules = by_head[atom.0 as usize].iter();
            open.extend(rules.flat_map(|rule| rule.body.iter().map(|literal| literal.atom)));
        }
    }
    let rules = by_head.into_iter().flatten();
    rules.filter(|rule| seen.contains(&rule.head)).collect()
}
