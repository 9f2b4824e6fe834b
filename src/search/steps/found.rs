//! The states found by the search over steps, and a batch of successors not yet looked up.

use std::ops::Range;

use super::super::compiled::Scratch;
use super::super::ends::Interruption;
use super::super::in_threads::LayerThreads;
use super::super::layer::{FoundList as _, LayerRun, SearchFigures};
use super::super::limits::{SearchLimits, SearchMethod, SearchProgress};
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::successors::Successors;
use super::super::table::StateTable;
use super::super::width::Width;
use super::expansion::WideRules;
use super::list::StepList;

use super::situation::StepSet;
use crate::stop::Stop;

/// All states, in the order in which they were found, and a batch of successors not yet looked up.
pub(super) struct FoundStates<'a, W: Width> {
    pub(super) rules: &'a WideRules<'a, W>,
    table: StateTable<W>,
    pub(super) list: StepList<W>,
    batch: Successors<W, (u32, u64)>,
    pub(super) budget: MemoryBudget,
    figures: SearchFigures,
    scratch: Scratch,
    threads: LayerThreads<W, StepList<W>>,
    /// The depth of the last complete layer.
    pub(super) depth: usize,
    unreported: usize,
}

/// The number of successors after which progress is reported, besides after each layer.
const SUCCESSORS_PER_REPORT: usize = 1 << 14;

impl<'a, W: Width> FoundStates<'a, W> {
    /// The start, with the initial state alone.
    pub(super) fn new(rules: &'a WideRules<'a, W>, limits: &SearchLimits) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(limits.memory_bytes);
        Ok(Self {
            rules,
            table: StateTable::new(rules.width, rules.rules.compiled.hash_function(), &mut budget)?,
            list: StepList::new(rules.width, &mut budget)?,
            batch: Successors::new(rules.width),
            budget,
            figures: SearchFigures::default(),
            scratch: rules.rules.compiled.scratch(),
            threads: LayerThreads::new(rules.width, limits.threads),
            depth: 0,
            unreported: 0,
        })
    }

    /// Expands a layer by several threads, if its steps are many, as far as they come: to the state with this number.
    pub(super) fn expand_in_threads(
        &mut self,
        layer: &Range<usize>,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<usize, Interruption> {
        let n_successors = layer.len().saturating_mul(self.figures.successors_per_state(layer.start));
        if !self.threads.are_for(n_successors) {
            return Ok(layer.start);
        }
        let mut reported = self.progress();
        let Self { rules, table, list, budget, figures, threads, .. } = self;
        let run = LayerRun { rules: *rules, list, table, budget, figures, layer: layer.clone(), stop };
        let made = threads.make(run, &mut |states, memory_bytes| {
            (reported.states, reported.memory_bytes) = (states as u64, memory_bytes);
            progress(reported);
        });
        made.unwrap_or(Ok(layer.start))
    }

    pub(super) fn add(
        &mut self,
        parent: usize,
        set: &StepSet<'_, W>,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), Interruption> {
        let parent = u32::try_from(parent).map_err(|_| OutOfMemory)?;
        self.batch.push(set.state, (parent, set.settled));
        if self.batch.is_full() { self.look_up(stop, progress) } else { Ok(()) }
    }

    pub(super) fn look_up(
        &mut self,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), Interruption> {
        let Self { rules, table, list, batch, budget, scratch, .. } = self;
        table.insert_all(&batch.states, &rules.keys, budget, |number, budget| {
            let (state, (parent, settled)) = (batch.states.get(number), batch.made_by[number]);
            list.push(state, parent, settled, budget)?;
            if rules.rules.compiled.is_goal(state.as_ref(), scratch) {
                return Err(Interruption::Goal(list.len() - 1));
            }
            Ok(())
        })?;
        let n_successors = batch.made_by.len();
        self.unreported += n_successors;
        self.figures.successors += n_successors as u64;
        batch.clear();
        if SUCCESSORS_PER_REPORT <= self.unreported {
            self.unreported = 0;
            progress(self.progress());
        }
        stop.reason().map_or(Ok(()), |reason| Err(Interruption::Stop(reason)))
    }

    pub(super) fn finish_layer(&mut self, progress: &mut dyn FnMut(SearchProgress)) {
        self.depth += 1;
        self.list.finish_layer(&mut self.budget);
        self.unreported = 0;
        progress(self.progress());
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress {
            method: SearchMethod::BreadthFirst,
            depth: self.depth,
            refuted_cost: None,
            states: self.list.len() as u64,
            memory_bytes: self.budget.peak(),
        }
    }
}
