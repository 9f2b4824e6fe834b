//! Scratch words after the packed state: copies of variables that share a field, derived variables as bits.
//!
//! A rule of one positive fact (Rush Hour's "a cell is busy if some car stands on it") needs no evaluation:
//! each field of the packed state *contributes* masks, looked up by what it holds, and the contributions of all
//! fields are joined by OR. In the same way variables that share a field get their copies. The remaining rules
//! are tested one by one, in topological order.

use super::condition::{Layout, Test};
use super::packing::{Field, PackedVariable, Packing, SharedField, index};
use crate::task::{Atom, Fact, Literal, Task, VarId};

/// Computes the scratch words of a packed state.
#[derive(Debug, Clone)]
pub(super) struct DerivedProgram {
    first_word: usize,
    contributions: Vec<Contribution>,
    rules: Vec<Rule>,
}

/// A variable's code sets bits in a scratch word.
#[derive(Debug, Clone, Copy)]
struct Trigger {
    code: usize,
    word: usize,
    mask: u64,
}

/// What the variables of one field contribute: for each code of the field a mask for each of `words`.
#[derive(Debug, Clone)]
struct Contribution {
    field: Field,
    words: Vec<usize>,
    masks: Vec<u64>,
}

/// If all tests hold, the bit is set.
#[derive(Debug, Clone)]
struct Rule {
    tests: Vec<Test>,
    word: usize,
    bit: u64,
}

impl DerivedProgram {
    /// Compiles the rules of the derived variables marked in `needed`.
    pub(super) fn compile(task: &Task, layout: &Layout, needed: &[bool]) -> Self {
        let mut triggers: Vec<Vec<Trigger>> =
            task.variable_ids().map(|var| copies(&layout.packing, var)).collect();
        let mut rules = Vec::new();
        for (id, derived) in task.derived_ids().zip(task.derived()).filter(|(id, _)| needed[id.index()]) {
            let (word, bit) = layout.derived_bit(id);
            for body in &derived.rules {
                if let Some(fact) = single_fact(body).filter(|fact| layout.packing.can_change(fact.var)) {
                    if let Some(code) = layout.packing.code(fact) {
                        triggers[fact.var.index()].push(Trigger { code: index(code), word, mask: bit });
                    }
                } else if let Some(tests) = layout.tests(body) {
                    rules.push(Rule { tests, word, bit });
                }
            }
        }
        let fields = layout.packing.fields().iter();
        let contributions = fields.filter_map(|field| Contribution::new(layout, field, &triggers)).collect();
        Self { first_word: layout.packing.width(), contributions, rules }
    }

    /// Fills the scratch words after the packed state that they begin with.
    pub(super) fn evaluate(&self, scratch: &mut [u64]) {
        scratch[self.first_word..].fill(0);
        for contribution in &self.contributions {
            let n = contribution.words.len();
            let code = index(contribution.field.get(scratch));
            let masks = &contribution.masks[code * n..][..n];
            for (word, mask) in contribution.words.iter().zip(masks) {
                scratch[*word] |= mask;
            }
        }
        for rule in &self.rules {
            if rule.tests.iter().all(|test| test.holds(scratch)) {
                scratch[rule.word] |= rule.bit;
            }
        }
    }
}

impl Contribution {
    /// What the members of a field contribute; `None` if that is nothing.
    fn new(layout: &Layout, shared: &SharedField, triggers: &[Vec<Trigger>]) -> Option<Self> {
        let all = || shared.members.iter().flat_map(|var| &triggers[var.index()]);
        let mut words: Vec<usize> = all().map(|trigger| trigger.word).collect();
        words.sort_unstable();
        words.dedup();
        let sizes = shared.members.iter().map(|var| index(layout.packing.variable(*var).n_codes));
        let n_codes: usize = sizes.clone().product();
        let mut masks = vec![0; words.len() * n_codes];
        let mut unit = 1;
        for (var, size) in shared.members.iter().zip(sizes) {
            for trigger in &triggers[var.index()] {
                let column = words.partition_point(|word| *word < trigger.word);
                // Every code of the field in which this variable's digit is the trigger's.
                for high in (trigger.code * unit..n_codes).step_by(size * unit) {
                    for code in high..high + unit {
                        masks[code * words.len() + column] |= trigger.mask;
                    }
                }
            }
            unit *= size;
        }
        (!words.is_empty()).then_some(Self { field: shared.field, words, masks })
    }
}

/// The triggers that copy a variable's code, if it has a copy.
fn copies(packing: &Packing, var: VarId) -> Vec<Trigger> {
    if !packing.has_copy(var) {
        return Vec::new();
    }
    let PackedVariable { field, n_codes, .. } = packing.variable(var);
    let copy = |code| Trigger { code: index(code), word: field.word, mask: code << field.shift };
    (1..*n_codes).map(copy).collect()
}

/// The fact that a rule body consists of, if it is one positive fact.
pub(super) fn single_fact(body: &[Literal]) -> Option<Fact> {
    match body {
        [Literal { atom: Atom::Fact(fact), positive: true }] => Some(*fact),
        _ => None,
    }
}

/// What operators ask for, and on what their effects depend.
pub(super) fn operator_conditions(task: &Task) -> Vec<&[Literal]> {
    let mut conditions = Vec::new();
    for operator in task.operators() {
        conditions.push(operator.precondition.as_slice());
        conditions.extend(operator.effects.iter().map(|effect| effect.condition.as_slice()));
    }
    conditions
}

/// Which derived variables the conditions, or another needed derived variable, mention.
pub(super) fn needed_for(task: &Task, conditions: &[&[Literal]]) -> Vec<bool> {
    let mut needed = vec![false; task.derived().len()];
    conditions.iter().for_each(|condition| mark(&mut needed, condition));
    for id in (0..needed.len()).rev() {
        if needed[id] {
            task.derived()[id].rules.iter().for_each(|body| mark(&mut needed, body));
        }
    }
    needed
}

fn mark(needed: &mut [bool], condition: &[Literal]) {
    for literal in condition {
        if let Atom::Derived(id) = literal.atom {
            needed[id.index()] = true;
        }
    }
}
