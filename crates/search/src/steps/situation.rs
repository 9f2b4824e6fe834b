//! The steps from a state: its applicable operators, their exclusions, and all sets of operators without exclusions.
//!
//! Pairs of operators have no table beforehand: tens of thousands of operators have too many pairs, and an operator's conflicts
//! depend on its active effects. The relations are derived from the variables that operators share, for all operators of a
//! state together.

use super::super::compiled::Scratch;
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::operator_set::bits;
use super::super::width::{States, Width};
use super::rules::{StepEffect, StepRules};

/// Operators applicable in one state and their relations. Operators are given by their indices, in the order in which a step
/// runs them.
#[derive(Debug, Default)]
pub(super) struct Situation {
    pub(super) operators: Vec<usize>,
    /// Number of words of a set of operators.
    pub(super) width: usize,
    disables: MaskRows,
    /// For each operator, the operators that must not come after it in a step.
    excludes: MaskRows,
    /// For each operator in a step, those of the first 64 that could not move into it from the next step with the same result.
    unsettled: Vec<u64>,
    /// Changes of each operator, from its index in `first_change` on.
    changes: Vec<PackedChange>,
    first_change: Vec<usize>,
    changing: MaskRows,
    /// For each variable, the operators that need its value, and the operators with an active effect on it.
    needing: MaskRows,
    making: MaskRows,
    /// For each fact, the operators with an active effect that makes it true.
    making_fact: MaskRows,
    /// For each read, the operators that have it, and the operators with an active effect that falsifies it.
    reading: MaskRows,
    losing: MaskRows,
    /// Greatest number of bytes of the sets begun: as many sets as there are operators.
    bytes_of_sets: usize,
}

#[derive(Debug, Clone, Copy)]
struct PackedChange {
    variable: usize,
    word: usize,
    difference: u64,
}

/// Finds the operators applicable in a state, in the order in which a step runs them.
pub(super) fn applicable<W: Width>(
    rules: &StepRules<'_>,
    state: &W::State,
    scratch: &mut Scratch,
    operators: &mut Vec<usize>,
) {
    operators.clear();
    let StepRules { compiled, .. } = rules;
    let groups = compiled.groups();
    compiled.expand::<W>(state, scratch, groups, &rules.left_out, |operator, _| operators.push(operator));
    operators.sort_unstable_by_key(|operator| rules.operators[*operator].rank);
}

impl Situation {
    /// Computes the relations of the operators, given the scratch words of the state in which they are applicable.
    pub(super) fn fill(
        &mut self,
        rules: &StepRules<'_>,
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

    fn reset(&mut self, rules: &StepRules<'_>, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
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

    fn relate(&mut self, rules: &StepRules<'_>, scratch: &Scratch, place: usize) {
        let operator = &rules.operators[self.operators[place]];
        let disables = self.disables.row_mut(place);
        let excludes = self.excludes.row_mut(place);
        for effect in active(&operator.effects, scratch) {
            if effect.code != effect.field.get(&scratch.words) {
                join(disables, self.needing.row(effect.variable));
            }
            rules.lost[effect.fact].iter().for_each(|read| join(disables, self.reading.row(*read)));
            let (some, same) = (self.making.row(effect.variable), self.making_fact.row(effect.fact));
            for (word, excludes) in excludes.iter_mut().enumerate() {
                *excludes |= some[word] & !same[word];
            }
        }
        remove(disables, place);
        join(excludes, disables);
        // Operators that disable it.
        let mut first_word = 0;
        let disabling = operator.needed.iter().map(|variable| self.changing.row(*variable));
        for row in disabling.chain(operator.reads.iter().map(|read| self.losing.row(*read))) {
            if !rules.in_one_order {
                join(excludes, row);
            }
            first_word |= row[0];
        }
        remove(excludes, place);
        // Later operators may disable it in the one order, and are excluded in others.
        first_word &= 1_u64.checked_shl(u32::try_from(place).unwrap_or(64)).map_or(u64::MAX, |bit| bit - 1);
        self.unsettled.push(first_word | excludes[0]);
    }

    #[inline]
    fn changes(&self, place: usize) -> &[PackedChange] {
        &self.changes[self.first_change[place]..self.first_change[place + 1]]
    }
}

#[inline]
pub(super) fn active<'a>(
    effects: &'a [StepEffect],
    scratch: &Scratch,
) -> impl Iterator<Item = &'a StepEffect> {
    effects.iter().filter(|effect| effect.is_active(&scratch.words))
}

/// Depth-first enumeration of all steps from a state: one level for each operator added so far.
///
/// An operator can be added if it comes later in the order and no chosen one excludes it. A set whose last operator changes
/// nothing beyond the changes of the others is left out, with all sets that extend it: they lead to no other states.
#[derive(Debug)]
pub(super) struct StepSets<W> {
    /// For each level, the state that the chosen operators lead to.
    states: States<W>,
    /// For each level, as in [`StepSet::settled`].
    settled: Vec<u64>,
    /// For each level, the operators that can still be added, then the chosen ones.
    masks: Vec<u64>,
}

#[derive(Debug)]
pub(super) struct StepSet<'a, W: Width> {
    pub(super) state: &'a W::State,
    /// Operators, among the first 64, that could join it with the same result as in the next step.
    pub(super) settled: u64,
    pub(super) chosen: &'a [u64],
}

impl<W: Width> StepSets<W> {
    pub(super) fn new(width: W) -> Self {
        Self { states: States::new(width), settled: Vec::new(), masks: Vec::new() }
    }

    /// Calls `emit` with every nonempty set of `allowed` operators that is a step from the state, until `emit` fails. A
    /// `settled` operator is added only where it disables an earlier one.
    pub(super) fn visit<E>(
        &mut self,
        situation: &Situation,
        state: &W::State,
        [allowed, settled]: [&[u64]; 2],
        mut emit: impl FnMut(StepSet<'_, W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (width, n_words) = (situation.width, state.as_ref().len());
        let all = u32::try_from(situation.operators.len()).ok().and_then(|n| 1_u64.checked_shl(n));
        self.states.clear();
        self.states.push(state);
        self.settled.clear();
        self.settled.push(all.map_or(u64::MAX, |next| next - 1));
        self.masks.clear();
        self.masks.extend_from_slice(allowed);
        self.masks.resize(2 * width, 0);
        while let Some(of_set) = self.settled.last().copied() {
            let level = self.settled.len() - 1;
            let start = 2 * width * level;
            let (open, chosen) = self.masks[start..].split_at_mut(width);
            let Some(place) = take_first(open) else {
                self.settled.pop();
                self.states.words_mut().truncate(level * n_words);
                self.masks.truncate(start);
                continue;
            };
            if has(settled, place) && !meet(situation.disables.row(place), chosen) {
                continue;
            }
            self.states.words_mut().extend_from_within(level * n_words..);
            let next = self.states.get_mut(level + 1).as_mut();
            let mut adds = false;
            for change in situation.changes(place) {
                if !meet(situation.changing.row(change.variable), chosen) {
                    next[change.word] = next[change.word].wrapping_add(change.difference);
                    adds = true;
                }
            }
            if !adds {
                self.states.words_mut().truncate((level + 1) * n_words);
                continue;
            }
            self.masks.extend_from_within(start..start + 2 * width);
            let (open, chosen) = self.masks[start + 2 * width..].split_at_mut(width);
            let excluded = situation.excludes.row(place);
            for (word, open) in open.iter_mut().enumerate() {
                *open &= !excluded[word];
            }
            chosen[place / 64] |= 1 << (place % 64);
            let mut next = [of_set & !situation.unsettled[place]];
            if place < 64 {
                remove(&mut next, place);
            }
            let settled = next[0];
            emit(StepSet { state: self.states.get(level + 1), settled, chosen })?;
            self.settled.push(settled);
        }
        Ok(())
    }
}

/// Sets of operators by their indices, as rows of bits; each row has as many words as the applicable operators take.
#[derive(Debug, Default)]
struct MaskRows {
    words: Vec<u64>,
    /// Nonempty rows, perhaps with repetitions.
    touched: Vec<usize>,
    width: usize,
}

impl MaskRows {
    /// Empties all rows, and makes `n_rows` of `width` words.
    fn reset(&mut self, n_rows: usize, width: usize, budget: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        for row in self.touched.drain(..) {
            self.words[row * self.width..][..self.width].fill(0);
        }
        self.width = width;
        let n_words = n_rows * width;
        if self.words.len() < n_words {
            budget.take((n_words - self.words.len()) * size_of::<u64>())?;
            self.words.resize(n_words, 0);
        }
        Ok(())
    }

    #[inline]
    fn add(&mut self, row: usize, bit: usize) {
        self.words[row * self.width + bit / 64] |= 1 << (bit % 64);
        self.touched.push(row);
    }

    #[inline]
    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..][..self.width]
    }

    #[inline]
    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        self.touched.push(row);
        &mut self.words[row * self.width..][..self.width]
    }
}

#[inline]
fn join(to: &mut [u64], from: &[u64]) {
    for (word, to) in to.iter_mut().enumerate() {
        *to |= from[word];
    }
}

#[inline]
fn remove(set: &mut [u64], bit: usize) {
    set[bit / 64] &= !(1 << (bit % 64));
}

#[inline]
fn has(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

#[inline]
fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().enumerate().any(|(word, a)| a & b[word] != 0)
}

#[inline]
fn take_first(set: &mut [u64]) -> Option<usize> {
    let (word, bits_left) = set.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
    let bit = bits(*bits_left).next()?;
    *bits_left &= *bits_left - 1;
    Some(word * 64 + bit)
}
