//! Scratch words after the packed state: copies of variables that share a field, derived variables as bits.
//!
//! A rule of one positive fact (Rush Hour's "a cell is busy if some car stands on it") needs no evaluation. Each field of the
//! packed state *contributes* masks, looked up by its content, and the contributions of all fields are joined by OR; small
//! adjacent fields are looked up together. Variables that share a field get their copies in the same way, and so do the views
//! of [lookup tables](super::groups). The remaining rules are tested one by one, in topological order.

use bmcplan_base::ordered::sort_by_key;
use bmcplan_task::{Atom, Fact, Literal, Task, VarId, single_fact};

use super::condition::{ScratchLayout, Test};
use super::packing::{Field, PackedVariable, Packing, SharedField, index};

#[derive(Debug, Clone)]
pub(super) struct DerivedProgram {
    first_word: usize,
    /// Contributions to each group of [`LANES`] words after the packed state.
    contributions: Vec<Vec<Contribution>>,
    /// For all contributions, the masks of each content of the slice.
    masks: Vec<[u64; LANES]>,
    rules: Vec<CompiledRule>,
}

type Triggers = Vec<Vec<Trigger>>;

#[derive(Debug, Clone, Copy)]
struct Trigger {
    word: usize,
    mask: u64,
}

/// Bits that the variables in a slice of the packed state set in some scratch words.
#[derive(Debug, Clone, Copy)]
struct Contribution {
    slice: Field,
    start: usize,
}

/// Rule: if all tests hold, the bit is set.
#[derive(Debug, Clone)]
struct CompiledRule {
    tests: Vec<Test>,
    word: usize,
    bit: u64,
}

/// Whether to compute the layout's [views](ScratchLayout::views).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Views {
    Wanted,
    LeftOut,
}

const LANES: usize = 4;
/// Greatest number of bits of adjacent fields that are looked up together.
const SLICE_BITS: u32 = 6;

impl DerivedProgram {
    /// Compiles the rules of the derived variables marked in `needed`, and the layout's views if they are `wanted`.
    pub(super) fn compile(task: &Task, layout: &ScratchLayout, needed: &[bool], wanted: Views) -> Self {
        let mut triggers: Vec<Triggers> =
            task.variable_ids().map(|var| copies(&layout.packing, var)).collect();
        let mut add = |fact: Fact, word, mask| {
            if let Some(code) = layout.packing.code(fact) {
                triggers[fact.var.index()][index(code)].push(Trigger { word, mask });
            }
        };
        let mut rules = Vec::new();
        for (id, derived) in task.derived_ids().zip(task.derived()).filter(|(id, _)| needed[id.index()]) {
            let (word, bit) = layout.derived_bit(id);
            for body in &derived.rules {
                if let Some(fact) = single_fact(body).filter(|fact| layout.packing.can_change(fact.var)) {
                    add(fact, word, bit);
                } else if let Some(tests) = layout.tests(body) {
                    rules.push(CompiledRule { tests, word, bit });
                }
            }
        }
        for (atoms, field) in layout.views().iter().filter(|_| wanted == Views::Wanted) {
            for (bit, atom) in (field.shift..).zip(atoms) {
                contributors(task, *atom)
                    .into_iter()
                    .flatten()
                    .for_each(|fact| add(fact, field.word, 1 << bit));
            }
        }
        let mut program = Self {
            first_word: layout.packing.width(),
            contributions: vec![Vec::new(); (layout.n_words() - layout.packing.width()).div_ceil(LANES)],
            masks: Vec::new(),
            rules,
        };
        let mut slice: Vec<&SharedField> = Vec::new();
        let mut fields: Vec<&SharedField> = layout.packing.fields().iter().collect();
        sort_by_key(&mut fields, |shared| (shared.field.word, shared.field.shift));
        for shared in fields {
            let next = shared.field;
            let fits = |first: Field| {
                first.word == next.word && next.shift + next.ones.count_ones() <= first.shift + SLICE_BITS
            };
            if slice.first().is_some_and(|first| !fits(first.field)) {
                program.add_slice(layout, &slice, &triggers);
                slice.clear();
            }
            slice.push(shared);
        }
        program.add_slice(layout, &slice, &triggers);
        program
    }

    fn add_slice(&mut self, layout: &ScratchLayout, fields: &[&SharedField], triggers: &[Triggers]) {
        let ([first, ..], Some(last)) = (fields, fields.last()) else { return };
        let size = |var: &VarId| index(layout.packing.variable(*var).n_codes);
        let high = last.field.shift - first.field.shift;
        let slice = Field { ones: last.field.ones << high | ((1 << high) - 1), ..first.field };
        let n_contents = match fields {
            [alone] => alone.members.iter().map(size).product(),
            _ => index(slice.ones) + 1,
        };
        let mut by_lanes: Vec<Vec<[u64; LANES]>> = vec![Vec::new(); self.contributions.len()];
        for shared in fields {
            let low = Field { word: 0, shift: shared.field.shift - slice.shift, ..shared.field };
            let mut unit = 1;
            for var in &shared.members {
                for (content, word) in (0..n_contents).zip(0..) {
                    let code = index(low.get(&[word])) / unit % size(var);
                    for trigger in triggers[var.index()].get(code).into_iter().flatten() {
                        let word = trigger.word - self.first_word;
                        let masks = &mut by_lanes[word / LANES];
                        masks.resize(n_contents, [0; LANES]);
                        masks[content][word % LANES] |= trigger.mask;
                    }
                }
                unit *= size(var);
            }
        }
        for (lanes, masks) in by_lanes.into_iter().enumerate().filter(|(_, masks)| !masks.is_empty()) {
            self.contributions[lanes].push(Contribution { slice, start: self.masks.len() });
            self.masks.extend(masks);
        }
    }

    pub(super) fn n_words(&self) -> usize {
        self.first_word + LANES * self.contributions.len()
    }

    /// Fills scratch words with a packed state, and what is computed from it.
    pub(super) fn evaluate(&self, state: &[u64], scratch: &mut [u64]) {
        let (copy, computed) = scratch.split_at_mut(self.first_word);
        match (&mut *copy, state) {
            // Faster than calling a copy function.
            ([copy], [word]) => *copy = *word,
            _ => copy.copy_from_slice(state),
        }
        for (lanes, words) in computed.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut all = [0; LANES];
            for Contribution { slice, start } in &self.contributions[lanes] {
                let masks = &self.masks[start + index(slice.get(state))];
                for (lane, all) in all.iter_mut().enumerate() {
                    *all |= masks[lane];
                }
            }
            *words = all;
        }
        for rule in &self.rules {
            if rule.tests.iter().all(|test| test.holds(scratch)) {
                scratch[rule.word] |= rule.bit;
            }
        }
    }
}

/// Returns the triggers that copy a variable's code, if it has a copy.
fn copies(packing: &Packing, var: VarId) -> Triggers {
    let PackedVariable { field, n_codes, .. } = packing.variable(var);
    let has_copy = packing.has_copy(var);
    let copy = |code| has_copy.then_some(Trigger { word: field.word, mask: code << field.shift });
    (0..*n_codes).map(|code| copy(code).into_iter().collect()).collect()
}

/// Returns the facts whose disjunction is equivalent to the atom, if there are such.
pub(super) fn contributors(task: &Task, atom: Atom) -> Option<Vec<Fact>> {
    match atom {
        Atom::Fact(fact) => Some(vec![fact]),
        Atom::Derived(id) => task.derived()[id.index()].deciding_facts(),
    }
}

/// Marks the derived variables mentioned by the conditions, or by another needed derived variable.
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
