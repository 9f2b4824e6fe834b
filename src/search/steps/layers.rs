//! The layered search over steps.
//!
//! *A step that an earlier one could have had is not made.* If the state t was first found from s by the step S, and o could
//! be added to S with the same result as if it ran after it, then the step from s with o leads from s to where o leads from t.
//! So a step from t need not have o, unless o disables one that is before it there: what it leads to is found from that other
//! state, by the others of the step. Which of the first parents of t is taken does not matter, for what is left out is a step of
//! fewer operators from a state that is found as early as t. What is left is the Foata normal form of plans (Cartier & Foata,
//! *Problèmes combinatoires de commutation et réarrangements*, 1969), but for what the order of ∃-steps allows.
//!
//! That halves the time of openstacks-o08-p05, and leaves a third of that of logistics00-6-0, a quarter with ∃-steps; without what is
//! inherited, operators that were settled in the parent's state already, it would be 1.3 and 1.5 times as much.

use super::super::bfs::{Interruption, SearchEnd};
use super::super::compiled::{Compiled, Scratch};
use super::super::limits::{SearchLimits, SearchProgress};
use super::super::memory::OutOfMemory;
use super::super::operator_set::bits;
use super::found::FoundStates;
use super::rules::StepRules;
use super::sets::StepSets;
use super::situation::{Situation, applicable};
use crate::stop::Stop;

/// The search's whole state.
pub(super) struct StepSearch<'a, const W: usize> {
    pub(super) compiled: &'a Compiled,
    pub(super) rules: &'a StepRules,
    pub(super) found: FoundStates<'a, W>,
    pub(super) scratch: Scratch,
    pub(super) situation: Situation,
    pub(super) sets: StepSets<W>,
    /// A state, and the operators that are applicable in it.
    known: (usize, Vec<usize>),
    /// For each operator, whether it is settled in the state that is expanded.
    is_settled: Vec<bool>,
}

/// The stop flag is asked, and states are looked up, after so many expansions at the latest.
const EXPANSIONS_PER_BATCH: usize = 1 << 8;

impl<'a, const W: usize> StepSearch<'a, W> {
    /// A search that knows the initial state only, which is no goal state.
    pub(super) fn new(
        compiled: &'a Compiled,
        rules: &'a StepRules,
        limits: &SearchLimits,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            compiled,
            rules,
            found: FoundStates::new(compiled, limits)?,
            scratch: compiled.scratch(),
            situation: Situation::default(),
            sets: StepSets::default(),
            known: (usize::MAX, Vec::new()),
            is_settled: vec![false; rules.operators.len()],
        })
    }

    /// Searches layer by layer.
    pub(super) fn run(
        &mut self,
        limits: &SearchLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> SearchEnd {
        let mut layer = 0..self.found.states.len();
        loop {
            if limits.max_depth.is_some_and(|max_depth| max_depth <= self.found.depth) {
                return SearchEnd::DepthReached;
            }
            for number in layer.clone() {
                let is_due = number % EXPANSIONS_PER_BATCH == 0 || number + 1 == layer.end;
                let mut expanded = self.expand(number, number - layer.start, stop, progress);
                if is_due && expanded.is_ok() {
                    expanded = self.found.look_up(stop, progress);
                }
                match expanded {
                    Ok(()) => {}
                    Err(Interruption::Goal(goal)) => return SearchEnd::Goal(goal),
                    Err(Interruption::Stop(reason)) => return SearchEnd::Stopped(reason),
                }
            }
            layer = layer.end..self.found.states.len();
            if layer.is_empty() {
                return SearchEnd::Exhausted;
            }
            self.found.finish_layer(progress);
        }
    }

    /// Finds what the steps from a state lead to.
    fn expand(
        &mut self,
        number: usize,
        number_in_layer: usize,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), Interruption> {
        let state = self.found.states.get(number);
        let settled = self.found.settled[0].get(number_in_layer);
        let parent = usize::try_from(self.found.parents.get(number)).unwrap_or(usize::MAX);
        let Self { compiled, rules, found, scratch, situation, sets, known, is_settled, .. } = self;
        if settled != 0 && known.0 != parent {
            known.0 = parent;
            applicable(compiled, rules, &found.states.get(parent), scratch, &mut known.1);
        }
        bits(settled).for_each(|place| is_settled[known.1[place]] = true);
        applicable(compiled, rules, &state, scratch, &mut situation.operators);
        let n_words = situation.operators.len().div_ceil(64);
        let (mut allowed, mut settled_here) = (vec![0_u64; n_words], vec![0_u64; n_words]);
        for (place, operator) in situation.operators.iter().enumerate() {
            let set = if is_settled[*operator] { &mut settled_here } else { &mut allowed };
            set[place / 64] |= 1 << (place % 64);
        }
        bits(settled).for_each(|place| is_settled[known.1[place]] = false);
        // The first operator of a step disables none before it.
        if allowed.iter().all(|word| *word == 0) {
            return Ok(());
        }
        if rules.in_one_order {
            allowed.iter_mut().zip(&settled_here).for_each(|(allowed, settled)| *allowed |= settled);
        }
        situation.fill(rules, scratch, &mut found.budget)?;
        sets.visit(situation, &state, [&allowed, &settled_here], |set| {
            found.add(number, &set, stop, progress)
        })
    }
}
