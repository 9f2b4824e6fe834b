//! Derived variables as bits after the state words.
//!
//! A rule of one positive fact (Rush Hour's "a cell is busy if some car stands on it") needs no evaluation:
//! each variable's value *contributes* a mask, and the contributions of all variables are joined by OR. The
//! remaining rules are tested one by one, in topological order.

use super::condition::{Layout, Test};
use super::packing::{Field, index};
use crate::task::{Atom, Fact, Literal, Task, VarId};

/// Computes the derived variables of a packed state.
#[derive(Debug, Clone)]
pub(super) struct DerivedProgram {
    first_word: usize,
    contributions: Vec<Contribution>,
    rules: Vec<Rule>,
}

/// What one variable contributes: for each code a mask for each of `words`.
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
        let mut triggers: Vec<Vec<(usize, usize, u64)>> = vec![Vec::new(); task.variables().len()];
        let mut rules = Vec::new();
        for (id, derived) in task.derived_ids().zip(task.derived()).filter(|(id, _)| needed[id.index()]) {
            let (word, bit) = layout.derived_bit(id);
            for body in &derived.rules {
                if let Some(fact) = single_fact(body) {
                    if let Some(code) = layout.packing.code(fact) {
                        triggers[fact.var.index()].push((index(code), word, bit));
                    }
                } else if let Some(tests) = layout.tests(body) {
                    rules.push(Rule { tests, word, bit });
                }
            }
        }
        let contributions = task
            .variable_ids()
            .zip(&triggers)
            .filter(|(_, triggers)| !triggers.is_empty())
            .map(|(var, triggers)| Contribution::new(layout, var, triggers))
            .collect();
        Self { first_word: layout.packing.width(), contributions, rules }
    }

    /// Fills the scratch words after the packed state that they begin with.
    pub(super) fn evaluate(&self, scratch: &mut [u64]) {
        scratch[self.first_word..].fill(0);
        for contribution in &self.contributions {
            let n = contribution.words.len();
            let code = contribution.field.code(scratch);
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
    fn new(layout: &Layout, var: VarId, triggers: &[(usize, usize, u64)]) -> Self {
        let mut words: Vec<usize> = triggers.iter().map(|(_, word, _)| *word).collect();
        words.sort_unstable();
        words.dedup();
        let mut masks = vec![0; words.len() * layout.packing.n_codes(var)];
        for (code, word, bit) in triggers {
            let column = words.partition_point(|other| other < word);
            masks[code * words.len() + column] |= bit;
        }
        Self { field: layout.packing.field(var), words, masks }
    }
}

/// The fact that a rule body consists of, if it is one positive fact.
pub(super) fn single_fact(body: &[Literal]) -> Option<Fact> {
    match body {
        [Literal { atom: Atom::Fact(fact), positive: true }] => Some(*fact),
        _ => None,
    }
}

/// Which derived variables an operator, the goal, or another needed derived variable mentions.
pub(super) fn needed(task: &Task) -> Vec<bool> {
    let mut needed = vec![false; task.derived().len()];
    mark(&mut needed, task.goal());
    for operator in task.operators() {
        mark(&mut needed, &operator.precondition);
        for effect in &operator.effects {
            mark(&mut needed, &effect.condition);
        }
    }
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
