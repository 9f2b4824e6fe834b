//! The states found by the search over steps, and a batch of successors not yet looked up.

use std::ops::Range;

use super::super::compiled::Scratch;
use super::super::ends::Interruption;
use super::super::in_threads::LayerThreads;
use super::super::layer::{FoundList as _, LayerRun, SearchFigures};
use super::super::limits::{SearchLimits, SearchMethod, SearchProgress};
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::successors::BATCH_BYTES;
use super::super::table::StateTable;
use super::list::StepList;
use super::rules::StepRules;
use super::situation::StepSet;
use crate::stop::Stop;

/// All states, in the order in which they were found, and a batch of successors not yet looked up.
pub(super) struct FoundStates<'a, const W: usize> {
    rules: &'a StepRules<'a>,
    table: StateTable<W>,
    pub(super) list: StepList<W>,
    batch: Vec<[u64; W]>,
    found_by: Vec<(u32, u64)>,
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

impl<'a, const W: usize> FoundStates<'a, W> {
    /// The start, with the initial state alone.
    pub(super) fn new(rules: &'a StepRules<'a>, limits: &SearchLimits) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(limits.memory_bytes);
        Ok(Self {
            rules,
            table: StateTable::new(rules.compiled.hash_function(), &mut budget)?,
            list: StepList::new(&mut budget)?,
            batch: Vec::new(),
            found_by: Vec::new(),
            budget,
            figures: SearchFigures::default(),
            scratch: rules.compiled.scratch(),
            threads: LayerThreads::new(limits.threads),
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

    /// Adds a successor of the state with this number to the batch; a full batch is looked up.
    pub(super) fn add(
        &mut self,
        parent: usize,
        set: &StepSet<'_, W>,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), Interruption> {
        let parent = u32::try_from(parent).map_err(|_| OutOfMemory)?;
        self.batch.push(set.state);
        self.found_by.push((parent, set.settled));
        let is_full = BATCH_BYTES <= self.batch.len() * size_of::<[u64; W]>();
        if is_full { self.look_up(stop, progress) } else { Ok(()) }
    }

    /// Adds the new states of the batch.
    pub(super) fn look_up(
        &mut self,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), Interruption> {
        let Self { rules, table, list, batch, found_by, budget, scratch, .. } = self;
        table.insert_all(
            batch,
            |state| *state,
            budget,
            |number, budget| {
                let (parent, settled) = found_by[number];
                list.push(batch[number], parent, settled, budget)?;
                if rules.compiled.is_goal(&batch[number], scratch) {
                    return Err(Interruption::Goal(list.len() - 1));
                }
                Ok(())
            },
        )?;
        self.unreported += batch.len();
        self.figures.successors += batch.len() as u64;
        batch.clear();
        found_by.clear();
        if SUCCESSORS_PER_REPORT <= self.unreported {
            self.unreported = 0;
            progress(self.progress());
        }
        stop.reason().map_or(Ok(()), |reason| Err(Interruption::Stop(reason)))
    }

    /// Goes on to the next layer.
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
