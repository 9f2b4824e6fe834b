//! Operators and rules that say the same in fewer words: no literal twice, no effect that changes nothing, no rule that another
//! one makes superfluous.

use super::draft::OperatorDraft;
use crate::fdr::{AtomEffect, AtomLiteral, GroundAxiom};

/// More rules for one atom, or operators of one name, are not compared with each other.
const MOST_COMPARED: usize = 64;

/// Sorts the literals; whether they can hold together.
pub(super) fn clean_literals(literals: &mut Vec<AtomLiteral>) -> bool {
    literals.sort_unstable();
    literals.dedup();
    literals.windows(2).all(|pair| pair[0].atom != pair[1].atom)
}

fn contains(literals: &[AtomLiteral], literal: AtomLiteral) -> bool {
    literals.binary_search(&literal).is_ok()
}

fn is_subset(small: &[AtomLiteral], large: &[AtomLiteral]) -> bool {
    small.len() <= large.len() && small.iter().all(|literal| contains(large, *literal))
}

fn opposite(literal: AtomLiteral) -> AtomLiteral {
    AtomLiteral { positive: !literal.positive, ..literal }
}

/// Can the operator apply and changes something?
pub(super) fn clean_operator(operator: &mut OperatorDraft) -> bool {
    if !clean_literals(&mut operator.precondition) {
        return false;
    }
    let precondition = &operator.precondition;
    operator.effects.retain_mut(|effect| {
        effect.condition.retain(|literal| !contains(precondition, *literal));
        clean_literals(&mut effect.condition)
            && !effect.condition.iter().any(|literal| contains(precondition, opposite(*literal)))
    });
    // By atom, and the additions last, the weakest conditions first.
    operator.effects.sort_unstable_by(|a, b| {
        (a.literal, a.condition.len(), &a.condition).cmp(&(b.literal, b.condition.len(), &b.condition))
    });
    operator.effects.dedup();
    let effects = std::mem::take(&mut operator.effects);
    for of_one in effects.chunk_by(|one, other| one.literal.atom == other.literal.atom) {
        let n_deletes = of_one.partition_point(|effect| !effect.literal.positive);
        let (deletes, adds) = of_one.split_at(n_deletes);
        let holds = |effect: &AtomEffect| {
            let atom = AtomLiteral { positive: true, ..effect.literal };
            contains(precondition, atom) || contains(&effect.condition, atom)
        };
        let fails = |effect: &AtomEffect| {
            let atom = AtomLiteral { positive: false, ..effect.literal };
            contains(precondition, atom) || contains(&effect.condition, atom)
        };
        let weakest = |effects: &[AtomEffect], number: usize| {
            let before = &effects[..number];
            before.len() <= MOST_COMPARED
                && before.iter().any(|other| is_subset(&other.condition, &effects[number].condition))
        };
        // What is deleted holds before, so an addition may ask for it.
        let overrules = |add: &AtomEffect, delete: &AtomEffect| {
            add.condition
                .iter()
                .all(|literal| *literal == add.literal || contains(&delete.condition, *literal))
        };
        let overruled =
            |delete: &AtomEffect| adds.iter().take(MOST_COMPARED).any(|add| overrules(add, delete));
        let deletes = (0..deletes.len())
            .filter(|number| !weakest(deletes, *number))
            .map(|number| &deletes[number])
            .filter(|delete| !fails(delete) && !overruled(delete));
        operator.effects.extend(deletes.cloned());
        let deletes_any =
            operator.effects.last().is_some_and(|last| last.literal.atom == of_one[0].literal.atom);
        let adds = (0..adds.len())
            .filter(|number| !weakest(adds, *number))
            .map(|number| &adds[number])
            .filter(|add| deletes_any || !holds(add));
        operator.effects.extend(adds.cloned());
    }
    !operator.effects.is_empty()
}

/// Leaves out rules that say no more than others.
pub(super) fn clean_axioms(axioms: &mut Vec<GroundAxiom>) {
    axioms.retain_mut(|axiom| {
        let head = AtomLiteral { atom: axiom.head, positive: true };
        clean_literals(&mut axiom.body) && !contains(&axiom.body, head)
    });
    axioms.sort_unstable_by(|a, b| (a.head, a.body.len(), &a.body).cmp(&(b.head, b.body.len(), &b.body)));
    axioms.dedup();
    let all = std::mem::take(axioms);
    for rules in all.chunk_by(|one, other| one.head == other.head) {
        for (number, rule) in rules.iter().enumerate() {
            let before = &rules[..number.min(MOST_COMPARED)];
            if !before.iter().any(|other| is_subset(&other.body, &rule.body)) {
                axioms.push(rule.clone());
            }
        }
    }
}

/// Leaves out operators that are another one under the same name, or ask for more and do the same. `name` says which ones
/// have the same name; operators of the same name stand together.
pub(super) fn clean_duplicates<K: PartialEq>(
    operators: &mut Vec<OperatorDraft>,
    name: impl Fn(&OperatorDraft) -> K,
) {
    let all = std::mem::take(operators);
    for same in all.chunk_by(|one, other| name(one) == name(other)) {
        for (number, operator) in same.iter().enumerate() {
            let is_idle = |(place, other): (usize, &OperatorDraft)| {
                place != number
                    && other.effects == operator.effects
                    && is_subset(&other.precondition, &operator.precondition)
                    // Of two equal ones the first stays.
                    && (place < number || other.precondition.len() < operator.precondition.len())
            };
            let nearest = number.saturating_sub(MOST_COMPARED);
            if !same.iter().enumerate().skip(nearest).take(2 * MOST_COMPARED).any(is_idle) {
                operators.push(operator.clone());
            }
        }
    }
}
