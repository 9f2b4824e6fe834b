//! The operators that are applicable in a state, and which of them exclude each other from one step there.
//!
//! Nothing is known of pairs of operators beforehand: of tens of thousands of operators there would be too many, and what an
//! operator disables depends on which of its effects are active. It is read off the variables that they meet at, for all
//! operators of a state together.

use super::super::compiled::{Compiled, Scratch};
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::masks::{MaskRows, join, remove};
use super::rules::{StepEffect, StepRules};

/// What is known of one state. Operators are given by their places, in the order in which those of a step are run.
#[derive(Debug, Default)]
pub(super) struct Situation {
    pub(super) operators: Vec<usize>,
    /// How many words a set of them has.
    pub(super) width: usize,
    /// For each operator, those that it disables.
    pub(super) disables: MaskRows,
    /// For each operator, those that must not come after it in a step.
    pub(super) excludes: MaskRows,
    /// For each operator in a step, those of the first 64 that could not be added to the step with the same result as if they
    /// came after it.
    pub(super) unsettled: Vec<u64>,
    /// What each operator changes, from its place in `first_change` on.
    changes: Vec<PackedChange>,
    first_change: Vec<usize>,
    /// For each variable, the operators that change it.
    pub(super) changing: MaskRows,
    /// For each variable, the operators that need its value, and those with an active effect on it.
    needing: MaskRows,
    making: MaskRows,
    /// For each fact, the operators with an active effect that makes it true.
    making_fact: MaskRows,
    /// For each read, the operators that have it, and those with an active effect that takes it away.
    reading: MaskRows,
    losing: MaskRows,
    /// How many bytes the sets begun may take: as many sets as there are operators.
    bytes_of_sets: usize,
}

/// A variable that gets another value, as an addition to a word of the packed state.
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedChange {
    pub(super) variable: usize,
    pub(super) word: usize,
    pub(super) difference: u64,
}

/// Finds the operators that are applicable in a state, in the order in which those of a step are run.
pub(super) fn applicable<const W: usize>(
    compiled: &Compiled,
    rules: &StepRules,
    state: &[u64; W],
    scratch: &mut Scratch,
    operators: &mut Vec<usize>,
) {
    operators.clear();
    let groups = compiled.groups();
    compiled.expand(state, scratch, groups, &rules.left_out, |operator, _| operators.push(operator));
    operators.sort_unstable_by_key(|operator| rules.operators[*operator].rank);
}

impl Situation {
    /// Fills in what follows from the operators, given what is computed of the state in which they are applicable.
    pub(super) fn fill(
        &mut self,
        rules: &StepRules,
        scratch: &Scratch,
        budget: &mut MemoryBudget,
    ) -> Result<(), OutOfMemory> {
        self.reset(rules, budget)?;
        for (place, operator) in self.operators.iter().enumerate() {
            let operator = &rules.operators[*operator];
            operator.needed.iter().for_each(|variable| self.needing.add(*variable, place));
            operator.reads.iter().for_each(|read| self.reading.add(*read, place));
            for effect in active(&operator.effects, scratch) {
                self.making.add(effect.variable, place);
                self.making_fact.add(effect.fact, place);
                rules.lost[effect.fact].iter().for_each(|read| self.losing.add(*read, place));
                let difference = effect.code.wrapping_sub(effect.field.get(&scratch.words));
                let is_known = self.changes[self.first_change[place]..]
                    .iter()
                    .any(|change| change.variable == effect.variable);
                if difference != 0 && !is_known {
                    self.changing.add(effect.variable, place);
                    let difference = difference.wrapping_mul(effect.unit);
                    self.changes.push(PackedChange {
                        variable: effect.variable,
                        word: effect.word,
                        difference,
                    });
                }
            }
            self.first_change.push(self.changes.len());
        }
        for place in 0..self.operators.len() {
            self.relate(rules, scratch, place);
        }
        Ok(())
    }

    fn reset(&mut self, rules: &StepRules, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let (n, width) = (self.operators.len(), self.operators.len().div_ceil(64));
        self.width = width;
        for rows in [&mut self.changing, &mut self.needing, &mut self.making] {
            rows.reset(rules.n_variables, width, budget)?;
        }
        for rows in [&mut self.reading, &mut self.losing] {
            rows.reset(rules.n_reads, width, budget)?;
        }
        self.making_fact.reset(rules.lost.len(), width, budget)?;
        self.disables.reset(n, width, budget)?;
        self.excludes.reset(n, width, budget)?;
        let bytes_of_sets = 2 * n * width * size_of::<u64>();
        budget.take(bytes_of_sets.saturating_sub(self.bytes_of_sets))?;
        self.bytes_of_sets = self.bytes_of_sets.max(bytes_of_sets);
        self.unsettled.clear();
        self.changes.clear();
        self.first_change.clear();
        self.first_change.push(0);
        Ok(())
    }

    /// Finds out how an operator goes with the others.
    fn relate(&mut self, rules: &StepRules, scratch: &Scratch, place: usize) {
        let operator = &rules.operators[self.operators[place]];
        let disables = self.disables.row_mut(place);
        let excludes = self.excludes.row_mut(place);
        for effect in active(&operator.effects, scratch) {
            if effect.code != effect.field.get(&scratch.words) {
                join(disables, self.needing.row(effect.variable));
            }
            rules.lost[effect.fact].iter().for_each(|read| join(disables, self.reading.row(*read)));
            let (some, same) = (self.making.row(effect.variable), self.making_fact.row(effect.fact));
            for (word, (some, same)) in excludes.iter_mut().zip(some.iter().zip(same)) {
                *word |= some & !same;
            }
        }
        remove(disables, place);
        join(excludes, disables);
        // Those that disable it.
        let mut first_word = 0;
        let disabling = operator.needed.iter().map(|variable| self.changing.row(*variable));
        for row in disabling.chain(operator.reads.iter().map(|read| self.losing.row(*read))) {
            if !rules.in_one_order {
                join(excludes, row);
            }
            first_word |= row.first().copied().unwrap_or(0);
        }
        remove(excludes, place);
        if rules.in_one_order {
            // Those after it in the order may disable it.
            first_word &=
                1_u64.checked_shl(u32::try_from(place).unwrap_or(64)).map_or(u64::MAX, |bit| bit - 1);
        }
        self.unsettled.push(first_word | excludes.first().copied().unwrap_or(0));
    }

    /// What an operator changes.
    pub(super) fn changes(&self, place: usize) -> &[PackedChange] {
        &self.changes[self.first_change[place]..self.first_change[place + 1]]
    }
}

/// The effects that take place.
pub(super) fn active<'a>(
    effects: &'a [StepEffect],
    scratch: &Scratch,
) -> impl Iterator<Item = &'a StepEffect> {
    effects.iter().filter(|effect| effect.is_active(&scratch.words))
}
