//! The states found by the search over steps, each with its parent.

use super::super::compiled::{Compiled, Scratch};
use super::super::ends::Interruption;
use super::super::limits::{SearchLimits, SearchMethod, SearchProgress};
use super::super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::super::successors::BATCH_BYTES;
use super::super::table::StateTable;
use super::situation::StepSet;
use crate::stop::Stop;

/// All states, in the order in which they were found, and a batch of successors not yet looked up.
pub(super) struct FoundStates<'a, const W: usize> {
    compiled: &'a Compiled,
    table: StateTable<W>,
    pub(super) states: Chunks<[u64; W]>,
    /// For each state the number of its parent.
    pub(super) parents: Chunks<u32>,
    /// For each state of the current layer and the next: the settled operators among the first 64 of its parent.
    pub(super) settled: [Chunks<u64>; 2],
    batch: Vec<[u64; W]>,
    found_by: Vec<(u32, u64)>,
    pub(super) budget: MemoryBudget,
    scratch: Scratch,
    /// The depth of the last complete layer.
    pub(super) depth: usize,
    unreported: usize,
}

/// The number of successors after which progress is reported, besides after each layer.
const SUCCESSORS_PER_REPORT: usize = 1 << 14;

impl<'a, const W: usize> FoundStates<'a, W> {
    /// The start, with the initial state alone.
    pub(super) fn new(compiled: &'a Compiled, limits: &SearchLimits) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(limits.memory_bytes);
        let mut found = Self {
            compiled,
            table: StateTable::new(compiled.hash_function(), &mut budget)?,
            states: Chunks::default(),
            parents: Chunks::default(),
            settled: [Chunks::default(), Chunks::default()],
            batch: Vec::new(),
            found_by: Vec::new(),
            budget,
            scratch: compiled.scratch(),
            depth: 0,
            unreported: 0,
        };
        found.states.push([0; W], &mut found.budget)?;
        found.parents.push(0, &mut found.budget)?;
        found.settled[0].push(0, &mut found.budget)?;
        Ok(found)
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
        let Self { compiled, table, states, parents, settled, batch, found_by, budget, scratch, .. } = self;
        table.insert_all(
            batch,
            |state| *state,
            budget,
            |number, budget| {
                let (parent, settled_by) = found_by[number];
                states.push(batch[number], budget)?;
                parents.push(parent, budget)?;
                settled[1].push(settled_by, budget)?;
                if compiled.is_goal(&batch[number], scratch) {
                    return Err(Interruption::Goal(states.len() - 1));
                }
                Ok(())
            },
        )?;
        self.unreported += batch.len();
        batch.clear();
        found_by.clear();
        if SUCCESSORS_PER_REPORT <= self.unreported {
            self.report(progress);
        }
        stop.reason().map_or(Ok(()), |reason| Err(Interruption::Stop(reason)))
    }

    /// Goes on to the next layer.
    pub(super) fn finish_layer(&mut self, progress: &mut dyn FnMut(SearchProgress)) {
        self.depth += 1;
        self.settled.swap(0, 1);
        self.settled[1].clear(&mut self.budget);
        self.report(progress);
    }

    fn report(&mut self, progress: &mut dyn FnMut(SearchProgress)) {
        self.unreported = 0;
        progress(SearchProgress {
            method: SearchMethod::BreadthFirst,
            depth: self.depth,
            refuted_cost: None,
            states: self.states.len() as u64,
            memory_bytes: self.budget.peak(),
        });
    }
}
