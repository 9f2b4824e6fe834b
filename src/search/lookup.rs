//! Applicable operators by lookup tables, for operators with small preconditions.
//!
//! Whether a car can slide depends on where it is and on the few cells of its lane. Whether a cell is free is as good as
//! random, and a branch guessed wrong costs more than a look into a table. So where all that the operators of a
//! group (those whose precondition gives one variable one value) ask can be had from what single variables
//! contribute, the answers stand side by side in a *view*, a field of the scratch words, and a table tells
//! for each of the variable's values and each content of the field which operators are applicable.

use super::derived::contributors;
use super::packing::{Field, Packing, index};
use crate::task::{Atom, Literal, Task};

/// So many operators of a group can ask for the same value.
const MAX_OPERATORS: usize = 16;
/// So many bits of a view can matter at a value.
const MAX_BITS: usize = 10;
/// So many entries all tables of a group can have.
const MAX_ENTRIES: usize = 1 << 13;

/// The tables of all groups.
#[derive(Debug, Clone, Default)]
pub(super) struct Tables {
    /// For each content of a table's field the operators that are applicable, a bit for each.
    applicable: Vec<u16>,
}

/// The table for one value of a group's variable.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    /// What matters.
    field: Field,
    /// Where in [`Tables`] it begins.
    start: usize,
}

impl Tables {
    /// Adds the table for conditions that ask for these atoms, whose truth values are the bits of a field.
    pub(super) fn add(&mut self, all: &[Atom], field: Field, conditions: &[&[Literal]]) -> Table {
        let (first, n_bits) = window(all, conditions);
        let bit = |atom: Atom| 1_usize << (place(all, atom) - first);
        let fixed: Vec<(usize, usize)> = conditions
            .iter()
            .map(|condition| {
                let mask = condition.iter().fold(0, |mask, literal| mask | bit(literal.atom));
                let ones = condition.iter().filter(|literal| literal.positive);
                (mask, ones.fold(0, |ones, literal| ones | bit(literal.atom)))
            })
            .collect();
        let start = self.applicable.len();
        let all_hold = |content: usize| {
            let holds = fixed.iter().rev().map(|(mask, ones)| u16::from(content & mask == *ones));
            holds.fold(0, |applicable, holds| applicable << 1 | holds)
        };
        self.applicable.extend((0..1 << n_bits).map(all_hold));
        Table { field: field.part(first, n_bits), start }
    }

    /// The operators that are applicable, of those for whose value the table is.
    pub(super) fn applicable(&self, table: Table, scratch: &[u64]) -> u64 {
        u64::from(self.applicable[table.start + index(table.field.get(scratch))])
    }
}

/// What the conditions of a group ask, in order; `None` if that is too much, or not contributed by single variables.
/// `by_code` has the conditions for each value of the group's variable.
pub(super) fn asked(task: &Task, packing: &Packing, by_code: &[Vec<&[Literal]>]) -> Option<Vec<Atom>> {
    let mut all: Vec<Atom> = by_code.iter().flatten().flat_map(|condition| atoms(condition)).collect();
    all.sort_unstable();
    all.dedup();
    if u64::BITS as usize <= all.len() || !all.iter().all(|atom| is_contributed(task, packing, *atom)) {
        return None;
    }
    let mut n_entries = 0;
    for conditions in by_code {
        let (_, n_bits) = window(&all, conditions);
        if MAX_OPERATORS < conditions.len() || MAX_BITS < n_bits {
            return None;
        }
        n_entries += 1 << n_bits;
    }
    (n_entries <= MAX_ENTRIES).then_some(all)
}

fn atoms(condition: &[Literal]) -> impl Iterator<Item = Atom> {
    condition.iter().map(|literal| literal.atom)
}

/// Is an atom true exactly if one of some facts is, all of variables that can change?
fn is_contributed(task: &Task, packing: &Packing, atom: Atom) -> bool {
    contributors(task, atom).is_some_and(|facts| {
        facts.iter().all(|fact| packing.can_change(fact.var) || packing.code(*fact).is_none())
    })
}

/// The first of the atoms that the conditions ask, and how many there are from it to the last.
fn window(all: &[Atom], conditions: &[&[Literal]]) -> (usize, usize) {
    let asked = || conditions.iter().flat_map(|condition| atoms(condition));
    match (asked().min(), asked().max()) {
        (Some(first), Some(last)) => (place(all, first), place(all, last) + 1 - place(all, first)),
        _ => (0, 0),
    }
}

fn place(all: &[Atom], atom: Atom) -> usize {
    all.partition_point(|other| *other < atom)
}
