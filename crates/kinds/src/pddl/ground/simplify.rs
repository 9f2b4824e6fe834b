//! Simplification of ground operators and rules.
//!
//! - Constants: atoms with the same value in every reachable state. Nothing changes their initial value, or a rule always
//!   derives them, or none does.
//! - Derived atoms replaced by their rules: conjunctions, and negations of disjunctions. An atom with one rule equals that
//!   rule's body. An atom whose rules have one literal each fails if all these fail. An example is the predicate "some object
//!   fails" for a universal condition.
//! - Redundancy: no repeated literals, no effects that change nothing, no subsumed rules.

use bmcplan_base::ordered::{Set, sort, sort_by};
use bmcplan_task::components;

use super::super::diagnostics::PddlGroundError;
use super::draft::{OperatorDraft, TaskDraft};
use super::meter::GroundMeter;
use crate::fdr::{AtomEffect, AtomId, AtomLiteral, GroundAxiom};

/// Finds constants, and removes them from operators, rules and goal; goals that do not hold stay. `values` gets the values of
/// constants.
pub(super) fn fix_constants(
    draft: &mut TaskDraft,
    is_derived: &[bool],
    values: &mut [Option<bool>],
    meter: &mut GroundMeter<'_>,
) -> Result<(), PddlGroundError> {
    draft.operators.retain_mut(clean_operator);
    clean_axioms(&mut draft.axioms);
    loop {
        if !find(draft, is_derived, values) {
            break;
        }
        let mut stopped = Ok(());
        draft.operators.retain_mut(|operator| {
            if let Err(error) = meter.tick(|| 0) {
                stopped = Err(error);
            }
            if !open(&mut operator.precondition, values) {
                return false;
            }
            operator.effects.retain_mut(|effect| {
                values[effect.literal.atom.0 as usize].is_none() && open(&mut effect.condition, values)
            });
            operator.increases.retain_mut(|increase| open(&mut increase.condition, values));
            clean_operator(operator)
        });
        stopped?;
        draft
            .axioms
            .retain_mut(|axiom| values[axiom.head.0 as usize].is_none() && open(&mut axiom.body, values));
        clean_axioms(&mut draft.axioms);
    }
    for (is_initial, value) in draft.is_initial.iter_mut().zip(values.iter()) {
        *is_initial |= *value == Some(true);
    }
    draft.goal.retain(|literal| values[literal.atom.0 as usize] != Some(literal.positive));
    sort(&mut draft.goal);
    draft.goal.dedup();
    Ok(())
}

/// Removes decided literals; false if one of them fails.
fn open(literals: &mut Vec<AtomLiteral>, values: &[Option<bool>]) -> bool {
    let mut holds = true;
    literals.retain(|literal| match values[literal.atom.0 as usize] {
        None => true,
        Some(value) => {
            holds &= value == literal.positive;
            false
        }
    });
    holds
}

/// Finds constant atoms, and returns whether there were any.
fn find(draft: &TaskDraft, is_derived: &[bool], values: &mut [Option<bool>]) -> bool {
    let n_atoms = values.len();
    let (mut is_added, mut is_deleted) = (vec![false; n_atoms], vec![false; n_atoms]);
    for effect in draft.operators.iter().flat_map(|operator| &operator.effects) {
        let changed = if effect.literal.positive { &mut is_added } else { &mut is_deleted };
        changed[effect.literal.atom.0 as usize] = true;
    }
    let mut always = vec![false; n_atoms];
    for axiom in &draft.axioms {
        let head = axiom.head.0 as usize;
        is_added[head] = true;
        always[head] |= axiom.body.is_empty();
    }
    let mut is_new = false;
    for (atom, value) in values.iter_mut().enumerate().filter(|(_, value)| value.is_none()) {
        *value = match (is_derived[atom], draft.is_initial[atom]) {
            (true, _) if always[atom] => Some(true),
            (true, _) | (false, false) if !is_added[atom] => Some(false),
            (false, true) if !is_deleted[atom] => Some(true),
            _ => None,
        };
        is_new |= value.is_some();
    }
    is_new
}

/// Greatest number of literals that replace one, unless it occurs only once.
const MAX_LITERALS: usize = 32;

/// Conjunctions that may replace the negative literal of an atom, and the positive one.
type Replacement = [Option<Vec<AtomLiteral>>; 2];

/// Replaces derived atoms by the bodies of their rules, and removes rules that are unused then.
pub(super) fn inline(draft: &mut TaskDraft, is_derived: &[bool]) {
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
        let fits = |literals: &Vec<AtomLiteral>| literals.len() <= MAX_LITERALS || n_places[*atom] <= 1;
        let rules = &by_head[*atom];
        let holds = match rules.as_slice() {
            [only] => Some(only.body.clone()),
            _ => None,
        };
        let fails = rules.iter().map(|rule| match rule.body.as_slice() {
            [only] => Some(opposite(*only)),
            _ => None,
        });
        replacements[*atom] = [fails.collect(), holds].map(|literals| literals.filter(fits));
    }
    for operator in &mut draft.operators {
        replace(&mut operator.precondition, &replacements);
        operator.effects.iter_mut().for_each(|effect| replace(&mut effect.condition, &replacements));
        operator
            .increases
            .iter_mut()
            .for_each(|increase| replace_one(&mut increase.condition, &replacements));
    }
    replace(&mut draft.goal, &replacements);
    draft.axioms = needed(draft, by_head);
}

/// Returns the number of occurrences of each atom.
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
        operator.increases.iter().flat_map(|increase| increase.condition.iter().copied()).for_each(&mut *see);
    }
    draft.goal.iter().copied().for_each(see);
}

fn replacement(literal: AtomLiteral, replacements: &[Replacement]) -> Option<&Vec<AtomLiteral>> {
    replacements[literal.atom.index()][usize::from(literal.positive)].as_ref()
}

/// Replaces literals by equivalent single literals, but not by longer conjunctions.
fn replace_one(literals: &mut [AtomLiteral], replacements: &[Replacement]) {
    for literal in literals {
        if let Some([only]) = replacement(*literal, replacements).map(Vec::as_slice) {
            *literal = *only;
        }
    }
}

fn replace(literals: &mut Vec<AtomLiteral>, replacements: &[Replacement]) {
    let by = |literal: &AtomLiteral| replacement(*literal, replacements);
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

fn needed(draft: &TaskDraft, by_head: Vec<Vec<GroundAxiom>>) -> Vec<GroundAxiom> {
    let mut open: Vec<AtomId> = Vec::new();
    see_literals(draft, &mut |literal| open.push(literal.atom));
    let mut seen = Set::new();
    while let Some(atom) = open.pop() {
        if !by_head[atom.0 as usize].is_empty() && seen.insert(atom) {
            let rules = by_head[atom.0 as usize].iter();
            open.extend(rules.flat_map(|rule| rule.body.iter().map(|literal| literal.atom)));
        }
    }
    let rules = by_head.into_iter().flatten();
    rules.filter(|rule| seen.contains(&rule.head)).collect()
}

/// Greatest number of rules of one atom, or operators of one name, that are compared with each other.
const MAX_COMPARED: usize = 64;

/// Sorts the literals, and returns whether they can hold together.
fn clean_literals(literals: &mut Vec<AtomLiteral>) -> bool {
    sort(literals);
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

/// Simplifies an operator, and returns whether it is applicable and changes something.
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
    sort_by(&mut operator.effects, |a, b| {
        (a.literal, a.condition.len(), &a.condition).cmp(&(b.literal, b.condition.len(), &b.condition))
    });
    operator.effects.dedup();
    let effects = std::mem::take(&mut operator.effects);
    for of_one in effects.chunk_by(|one, other| one.literal.atom == other.literal.atom) {
        let n_deletes = of_one.partition_point(|effect| !effect.literal.positive);
        let (deletes, adds) = of_one.split_at(n_deletes);
        let requires = |effect: &AtomEffect, positive: bool| {
            let literal = AtomLiteral { positive, ..effect.literal };
            contains(precondition, literal) || contains(&effect.condition, literal)
        };
        let weakest = |effects: &[AtomEffect], number: usize| {
            let before = &effects[..number];
            before.len() <= MAX_COMPARED
                && before.iter().any(|other| is_subset(&other.condition, &effects[number].condition))
        };
        // A deleted atom holds before, so an addition may require it.
        let overrules = |add: &AtomEffect, delete: &AtomEffect| {
            add.condition
                .iter()
                .all(|literal| *literal == add.literal || contains(&delete.condition, *literal))
        };
        let overruled =
            |delete: &AtomEffect| adds.iter().take(MAX_COMPARED).any(|add| overrules(add, delete));
        let deletes = (0..deletes.len())
            .filter(|number| !weakest(deletes, *number))
            .map(|number| &deletes[number])
            .filter(|delete| !requires(delete, false) && !overruled(delete));
        operator.effects.extend(deletes.cloned());
        let deletes_any =
            operator.effects.last().is_some_and(|last| last.literal.atom == of_one[0].literal.atom);
        let adds = (0..adds.len())
            .filter(|number| !weakest(adds, *number))
            .map(|number| &adds[number])
            .filter(|add| deletes_any || !requires(add, true));
        operator.effects.extend(adds.cloned());
    }
    !operator.effects.is_empty()
}

/// Removes rules that others subsume.
pub(super) fn clean_axioms(axioms: &mut Vec<GroundAxiom>) {
    axioms.retain_mut(|axiom| {
        let head = AtomLiteral { atom: axiom.head, positive: true };
        clean_literals(&mut axiom.body) && !contains(&axiom.body, head)
    });
    sort_by(axioms, |a, b| (a.head, a.body.len(), &a.body).cmp(&(b.head, b.body.len(), &b.body)));
    axioms.dedup();
    let all = std::mem::take(axioms);
    for rules in all.chunk_by(|one, other| one.head == other.head) {
        for (number, rule) in rules.iter().enumerate() {
            let before = &rules[..number.min(MAX_COMPARED)];
            if !before.iter().any(|other| is_subset(&other.body, &rule.body)) {
                axioms.push(rule.clone());
            }
        }
    }
}

/// Removes an operator if another one of the same `name` has the same effects and costs, and a weaker precondition. Operators
/// of the same name must be neighbours.
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
                    && other.increases == operator.increases
                    && is_subset(&other.precondition, &operator.precondition)
                    // Of two equal operators the first stays.
                    && (place < number || other.precondition.len() < operator.precondition.len())
            };
            let nearest = number.saturating_sub(MAX_COMPARED);
            if !same.iter().enumerate().skip(nearest).take(2 * MAX_COMPARED).any(is_idle) {
                operators.push(operator.clone());
            }
        }
    }
}
