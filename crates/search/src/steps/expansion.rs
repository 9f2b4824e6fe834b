//! The expansion of a state: the operators that its steps may have, and its successors by all these steps.

use super::super::compiled::Scratch;
use super::super::layer::{LayerBasis, LayerRules};
use super::super::limits::AtGoal;
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::operator_set::bits;
use super::super::successors::Successors;
use super::super::width::{Keys, Width};
use super::list::{FoundState, StepList};
use super::rules::StepRules;
use super::situation::{Situation, StepSet, StepSets, applicable};

/// Working space of expansions of one state after the other.
#[derive(Debug)]
pub(super) struct StepExpansion<W: Width> {
    pub(super) scratch: Scratch,
    pub(super) situation: Situation,
    sets: StepSets<W>,
    /// Number of a state, and the operators applicable in it.
    known: (usize, Vec<usize>),
    /// For each operator, true if it is settled in the state being expanded.
    is_settled: Vec<bool>,
    /// Operators that steps may have, and those of them that are settled, by their indices in the situation.
    allowed: Vec<u64>,
    settled: Vec<u64>,
}

pub(super) struct WideRules<'a, W: Width> {
    pub(super) width: W,
    pub(super) keys: Keys<W>,
    pub(super) rules: &'a StepRules<'a>,
}

#[derive(Debug)]
pub(super) struct StepSpace<W: Width> {
    expansion: StepExpansion<W>,
    budget: MemoryBudget,
}

impl<W: Width> StepExpansion<W> {
    pub(super) fn new(width: W, rules: &StepRules<'_>) -> Self {
        Self {
            scratch: rules.compiled.scratch(),
            situation: Situation::default(),
            sets: StepSets::new(width),
            known: (usize::MAX, Vec::new()),
            is_settled: vec![false; rules.operators.len()],
            allowed: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// Finds the operators that steps from a state may have. Returns false if there is no step.
    pub(super) fn begin(
        &mut self,
        rules: &StepRules<'_>,
        found: &FoundState<'_, W>,
        budget: &mut MemoryBudget,
    ) -> Result<bool, OutOfMemory> {
        let Self { scratch, situation, known, is_settled, allowed, settled, .. } = self;
        if found.settled != 0 && known.0 != found.parent {
            known.0 = found.parent;
            applicable::<W>(rules, found.parent_state, scratch, &mut known.1);
        }
        bits(found.settled).for_each(|place| is_settled[known.1[place]] = true);
        applicable::<W>(rules, found.state, scratch, &mut situation.operators);
        let n_words = situation.operators.len().div_ceil(64);
        for set in [&mut *allowed, &mut *settled] {
            set.clear();
            set.resize(n_words, 0);
        }
        for (place, operator) in situation.operators.iter().enumerate() {
            let set = if is_settled[*operator] { &mut *settled } else { &mut *allowed };
            set[place / 64] |= 1 << (place % 64);
        }
        bits(found.settled).for_each(|place| is_settled[known.1[place]] = false);
        // The first operator of a step disables none before it.
        if allowed.iter().all(|word| *word == 0) {
            return Ok(false);
        }
        if rules.in_one_order {
            allowed.iter_mut().zip(settled).for_each(|(allowed, settled)| *allowed |= *settled);
        }
        situation.fill(rules, scratch, budget)?;
        Ok(true)
    }

    /// Calls `emit` with every step from that state, until `emit` fails.
    pub(super) fn visit<E>(
        &mut self,
        state: &W::State,
        emit: impl FnMut(StepSet<'_, W>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { situation, sets, allowed, settled, .. } = self;
        sets.visit(situation, state, [allowed, settled], emit)
    }
}

impl<W: Width> LayerRules<W> for WideRules<'_, W> {
    type List = StepList<W>;
    type Space = StepSpace<W>;

    #[inline]
    fn basis(&self) -> LayerBasis<'_, W> {
        let Self { width, keys, rules } = self;
        LayerBasis { width: *width, compiled: rules.compiled, at_goal: AtGoal::Halt, keys }
    }

    fn space(&self, bytes: usize) -> StepSpace<W> {
        StepSpace {
            expansion: StepExpansion::new(self.width, self.rules),
            budget: MemoryBudget::new(Some(bytes)),
        }
    }

    fn space_bytes(space: &StepSpace<W>) -> usize {
        space.budget.peak()
    }

    fn expand<E: From<OutOfMemory>>(
        &self,
        layer: &StepList<W>,
        number: usize,
        StepSpace { expansion, budget }: &mut StepSpace<W>,
        batch: &mut Successors<W, u64>,
        mut hand_over: impl FnMut(&mut Successors<W, u64>) -> Result<(), E>,
    ) -> Result<u64, E> {
        let found = layer.found(number);
        if expansion.begin(self.rules, &found, budget)? {
            expansion.visit(found.state, |set| {
                batch.push(set.state, set.settled);
                if batch.is_full() { hand_over(batch) } else { Ok(()) }
            })?;
        }
        batch.end_state();
        Ok(0)
    }
}
