//! The layered breadth-first search itself.
//!
//! States are numbered in the order in which they are found; a layer is a range of these numbers. Nothing
//! points to a parent: a plan is [rebuilt backwards](super::rebuild), so a state costs its bits once in the
//! list and once in the table.
//!
//! Duplicate detection is bound by cache misses, not by work. So successors are collected in batches; a first
//! pass over a batch reads each one's home slot, independent loads that the processor overlaps, drops those
//! found there, and leaves the rest of the table's lines in the cache for the second pass, which inserts.

use super::chunks::Chunks;
use super::compiled::Compiled;
use super::memory::{Budget, OutOfMemory};
use super::pruning::Pruning;
use super::table::{Hash, StateTable};
use super::{Progress, SearchLimits};
use crate::stop::{Stop, StopReason};

/// What the search does when it meets a goal state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtGoal {
    /// Ends.
    Halt,
    /// Counts it and goes on.
    Count,
}

/// How the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// At the goal state with this number; it is in the last layer.
    Goal(usize),
    /// With a layer that has no successors: every reachable state was seen.
    Exhausted,
    /// With all states of the last layer allowed.
    DepthReached,
    /// Before the last layer was complete.
    Stopped(StopReason),
}

/// The search's whole state, inspected when it ended.
#[derive(Debug)]
pub(super) struct Bfs<'a, const W: usize> {
    pub(super) compiled: &'a Compiled,
    pruning: Pruning<'a>,
    table: StateTable<W>,
    /// All states in the order in which they were found.
    pub(super) states: Chunks<[u64; W]>,
    /// For each layer the number of its first state.
    pub(super) layers: Vec<usize>,
    /// For each state of the current layer and the next: the operator that found it.
    found_by: [Chunks<u16>; 2],
    batch: Batch<W>,
    pub(super) budget: Budget,
    pub(super) transitions: u64,
    /// The goal states found, without the initial state.
    pub(super) goal_states: u64,
    at_goal: AtGoal,
    scratch: Vec<u64>,
}

#[derive(Debug)]
struct Batch<const W: usize> {
    states: Vec<[u64; W]>,
    hashes: Vec<Hash>,
    operators: Vec<u16>,
}

/// How many bytes of successors make a batch.
const BATCH_BYTES: usize = 1 << 14;
/// Progress is told after so many new states, and after each layer.
const STATES_PER_REPORT: usize = 1 << 20;

impl<'a, const W: usize> Bfs<'a, W> {
    /// A search that knows the initial state only, which is not a goal state that it were to halt at.
    pub(super) fn new(
        compiled: &'a Compiled,
        pruning: Pruning<'a>,
        at_goal: AtGoal,
        mut budget: Budget,
    ) -> Result<Self, OutOfMemory> {
        let table = StateTable::new(&mut budget)?;
        let mut states = Chunks::default();
        let mut found_by = [Chunks::default(), Chunks::default()];
        states.push([0; W], &mut budget)?;
        found_by[0].push(Pruning::NO_OPERATOR, &mut budget)?;
        Ok(Self {
            compiled,
            pruning,
            table,
            states,
            layers: vec![0],
            found_by,
            batch: Batch::default(),
            budget,
            transitions: 0,
            goal_states: 0,
            at_goal,
            scratch: compiled.scratch(),
        })
    }

    /// Searches layer by layer.
    pub(super) fn run(
        &mut self,
        limits: &SearchLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(Progress),
    ) -> End {
        let mut next_report = STATES_PER_REPORT;
        loop {
            if limits.max_depth.is_some_and(|max_depth| max_depth <= self.depth()) {
                return End::DepthReached;
            }
            let layer = self.layers[self.depth()]..self.states.len();
            let next_layer = layer.end;
            for number in layer.clone() {
                self.expand(number, number - layer.start);
                if !self.batch.is_full() && number + 1 < layer.end {
                    continue;
                }
                match self.insert_batch() {
                    Ok(None) => {}
                    Ok(Some(goal)) => {
                        self.layers.push(next_layer);
                        return End::Goal(goal);
                    }
                    Err(OutOfMemory) => return End::Stopped(StopReason::Memory),
                }
                if let Some(reason) = stop.reason() {
                    return End::Stopped(reason);
                }
                if next_report <= self.states.len() {
                    next_report = self.states.len() + STATES_PER_REPORT;
                    progress(self.progress());
                }
            }
            if self.states.len() == next_layer {
                return End::Exhausted;
            }
            self.layers.push(next_layer);
            self.found_by.swap(0, 1);
            self.found_by[1].clear(&mut self.budget);
            progress(self.progress());
        }
    }

    /// The depth of the last complete layer (or, after [`End::Goal`], of the goal).
    pub(super) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    fn progress(&self) -> Progress {
        Progress { depth: self.depth(), states: self.states.len() as u64, memory_bytes: self.budget.peak() }
    }

    /// Puts the successors of a state into the batch.
    fn expand(&mut self, number: usize, number_in_layer: usize) {
        let Self { compiled, pruning, states, found_by, batch, scratch, .. } = self;
        let pruned = pruning.after(found_by[0].get(number_in_layer));
        self.transitions += compiled.expand(
            &states.get(number),
            scratch,
            |operator| (pruned[operator / 64] >> (operator % 64)) & 1 == 0,
            |operator, next| batch.push(operator, next),
        );
    }

    /// Adds the batch's new states; returns the first goal among them if the search ends there.
    fn insert_batch(&mut self) -> Result<Option<usize>, OutOfMemory> {
        let batch = &mut self.batch;
        batch.drop_known(&self.table);
        for ((state, hash), operator) in batch.states.iter().zip(&batch.hashes).zip(&batch.operators) {
            if !self.table.insert(*hash, state, &mut self.budget)? {
                continue;
            }
            self.states.push(*state, &mut self.budget)?;
            self.found_by[1].push(*operator, &mut self.budget)?;
            if self.compiled.is_goal(state, &mut self.scratch) {
                self.goal_states += 1;
                if self.at_goal == AtGoal::Halt {
                    return Ok(Some(self.states.len() - 1));
                }
            }
        }
        batch.clear();
        Ok(None)
    }
}

impl<const W: usize> Default for Batch<W> {
    fn default() -> Self {
        Self { states: Vec::new(), hashes: Vec::new(), operators: Vec::new() }
    }
}

impl<const W: usize> Batch<W> {
    fn push(&mut self, operator: usize, state: [u64; W]) {
        self.states.push(state);
        self.operators.push(u16::try_from(operator).unwrap_or(Pruning::NO_OPERATOR));
    }

    fn is_full(&self) -> bool {
        BATCH_BYTES <= self.states.len() * size_of::<[u64; W]>()
    }

    fn clear(&mut self) {
        self.states.clear();
        self.hashes.clear();
        self.operators.clear();
    }

    /// Hashes all states and drops those that stand in their home slot.
    fn drop_known(&mut self, table: &StateTable<W>) {
        self.hashes.resize(self.states.len(), Hash::default());
        let mut kept = 0;
        for index in 0..self.states.len() {
            let state = self.states[index];
            let hash = Hash::of(&state);
            self.states[kept] = state;
            self.operators[kept] = self.operators[index];
            self.hashes[kept] = hash;
            kept += usize::from(!table.known_at_home(hash, &state));
        }
        self.states.truncate(kept);
        self.hashes.truncate(kept);
        self.operators.truncate(kept);
    }
}
