//! The layered breadth-first search itself.
//!
//! States are numbered in the order in which they are found; a layer is a range of these numbers. Only the layer that is
//! expanded and the next one are held in a list.
//!
//! Successors are collected in batches, whose cache misses [the table](StateTable::insert_all) overlaps.

use std::ops::Range;

use super::compiled::Scratch;
use super::in_threads::LayerThreads;
use super::layer::{LayerBasis, LayerRules, LayerRun, OriginBatch as _, SearchFigures};
use super::limits::{
    AtGoal, Counter, Ended, IncompleteReason, Interruption, OnProgress, SearchInput, SearchProgress,
};
use super::memory::{MemoryBudget, OutOfMemory};
use super::origins::{ExpandedLayer, NewOrigins, StateList};
use super::successors::{SuccessorRules, Successors};
use super::table::StateTable;
use super::width::Width;

#[derive(Debug)]
pub(super) struct Bfs<'a, W: Width> {
    input: SearchInput<'a>,
    pub(super) rules: &'a SuccessorRules<'a, W>,
    table: StateTable<W>,
    pub(super) list: StateList<W>,
    pub(super) layers: Vec<usize>,
    batch: Successors<W>,
    /// Number of the first state that was expanded for the batch.
    batch_from: usize,
    new_origins: NewOrigins,
    pub(super) budget: MemoryBudget,
    pub(super) figures: SearchFigures,
    scratch: Scratch,
    /// Number of operators for which pruning was proved when the stop flag was last read.
    n_rows: usize,
    threads: LayerThreads<W, StateList<W>>,
}

/// Greatest number of expansions before a batch is closed and the stop flag is read.
const EXPANSIONS_PER_BATCH: usize = 1 << 10;
/// Number of new states after which progress is reported, besides after each layer.
const STATES_PER_REPORT: usize = 1 << 20;

impl<'a, W: Width> Bfs<'a, W> {
    /// Starts a search with only the initial state. If the search halts at goals, the initial state is not a goal state.
    pub(super) fn new(input: SearchInput<'a>, rules: &'a SuccessorRules<'a, W>) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(input.limits.memory_bytes);
        Ok(Self {
            input,
            rules,
            table: StateTable::new(rules.width, rules.compiled.hash_function(), &mut budget)?,
            list: StateList::new(rules.width, rules.compiled.operator_ids().len(), &mut budget)?,
            layers: vec![0],
            batch: Successors::new(rules.width),
            batch_from: 0,
            new_origins: NewOrigins::default(),
            budget,
            figures: SearchFigures::default(),
            scratch: rules.compiled.scratch(),
            n_rows: 0,
            threads: LayerThreads::new(rules.width, input.limits.threads),
        })
    }

    /// Searches layer by layer, up to a goal state in the last one.
    pub(super) fn run(&mut self, progress: OnProgress<'_>) -> Ended<usize> {
        let limits = self.input.limits;
        loop {
            if limits.max_depth.is_some_and(|max_depth| max_depth <= self.depth()) {
                return Err(IncompleteReason::DepthReached);
            }
            let layer = self.layers[self.depth()]..self.list.states.len();
            let next_layer = layer.end;
            match self.make_layer(&layer, progress) {
                Ok(()) => {}
                Err(Interruption::Goal(goal)) => {
                    self.layers.push(next_layer);
                    return Ok(Some(goal));
                }
                Err(Interruption::Stop(reason)) => return Err(reason.into()),
            }
            if self.list.states.len() == next_layer {
                return Ok(None);
            }
            self.layers.push(next_layer);
            // No state of this layer is found again in a later one, since the clock differs.
            if limits.counter == Counter::Kept && self.rules.compiled.is_once(self.depth()) {
                self.table.clear(&mut self.budget)?;
            }
            if self.rules.at_goal == AtGoal::FinishLayer && self.figures.first_goal.is_some() {
                return Ok(self.figures.first_goal);
            }
            self.free_before(next_layer);
            progress(self.progress());
        }
    }

    /// Returns the depth of the last complete layer, or of the goal if one was found.
    pub(super) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress::of_layers(self.depth(), self.list.states.len() as u64, self.budget.peak())
    }

    fn make_layer(&mut self, layer: &Range<usize>, progress: OnProgress<'_>) -> Result<(), Interruption> {
        let start = self.make_in_threads(layer, progress)?;
        self.batch_from = start;
        let mut next_report = self.list.states.len() + STATES_PER_REPORT;
        for number in start..layer.end {
            let Self { rules, list, batch, figures, scratch, .. } = self;
            let (state, found_by) = (list.states.state(number), list.origins.operators.get(number));
            figures.transitions += rules.expand(state, found_by, scratch, batch);
            let n_rows = rules.pruning.n_rows();
            if self.n_rows != n_rows {
                self.n_rows = n_rows;
                self.input.stop.check()?;
            }
            let is_due = number % EXPANSIONS_PER_BATCH == 0 || number + 1 == layer.end;
            if !self.batch.is_full() && !is_due {
                continue;
            }
            self.insert_batch(number + 1)?;
            self.input.stop.check()?;
            if next_report <= self.list.states.len() {
                next_report += STATES_PER_REPORT;
                progress(self.progress());
            }
        }
        Ok(())
    }

    /// Makes the layer like [`Self::make_layer`], by several threads, as far as possible. Returns the number of the first state
    /// that was not expanded.
    fn make_in_threads(
        &mut self,
        layer: &Range<usize>,
        progress: OnProgress<'_>,
    ) -> Result<usize, Interruption> {
        let mut reported = self.progress();
        let Self { input, rules, list, table, budget, figures, threads, .. } = self;
        let (rules, layer, stop) = (*rules, layer.clone(), input.stop);
        let n_states = layer.len();
        let run = LayerRun { rules, list, table, budget, figures, layer, stop };
        threads.make(run, n_states, &mut |states, memory_bytes| {
            if reported.states + STATES_PER_REPORT as u64 <= states as u64 {
                (reported.states, reported.memory_bytes) = (states as u64, memory_bytes);
                progress(reported);
            }
        })
    }

    /// Adds the new states of the batch. The next one begins with the successors of the state with the number `next`.
    fn insert_batch(&mut self, next: usize) -> Result<(), Interruption> {
        let Self { rules, batch, batch_from, new_origins, table, budget, list, figures, scratch, .. } = self;
        let mut parents = batch.parents(*batch_from);
        let inserted = table.insert_all(&batch.states, &rules.keys, budget, |place, budget| {
            let state = batch.states.get(place);
            list.states.push_state(state, budget)?;
            new_origins.push(batch.made_by[place], parents.of(place));
            if rules.compiled.is_goal(state.as_ref(), scratch) {
                figures.goal_states += 1;
                let number = list.states.len() - 1;
                figures.first_goal = figures.first_goal.or(Some(number));
                if rules.at_goal == AtGoal::Halt {
                    return Err(Interruption::Goal(number));
                }
            }
            Ok(())
        });
        list.origins.append(new_origins, budget)?;
        figures.successors += batch.states.len() as u64;
        batch.clear();
        *batch_from = next;
        inserted?;
        self.free_before(next);
        Ok(())
    }

    /// Frees states that are expanded, unless all plans are requested, for which the states of all layers are read once more.
    fn free_before(&mut self, number: usize) {
        if self.rules.at_goal != AtGoal::FinishLayer {
            self.list.states.free_before(number, &mut self.budget);
        }
    }
}

impl<W: Width> LayerRules<W> for SuccessorRules<'_, W> {
    type List = StateList<W>;
    type Space = Scratch;

    #[inline]
    fn basis(&self) -> LayerBasis<'_, W> {
        LayerBasis { width: self.width, compiled: self.compiled, at_goal: self.at_goal, keys: &self.keys }
    }

    fn space(&self, _: usize) -> Scratch {
        self.compiled.scratch()
    }

    fn space_bytes(_: &Scratch) -> usize {
        0
    }

    #[inline]
    fn expand<E: From<OutOfMemory>>(
        &self,
        layer: &ExpandedLayer<W>,
        number: usize,
        scratch: &mut Scratch,
        batch: &mut Successors<W>,
        mut hand_over: impl FnMut(&mut Successors<W>) -> Result<(), E>,
    ) -> Result<u64, E> {
        let (state, found_by) = (layer.states.state(number), layer.found_by.get(number));
        let n_transitions = SuccessorRules::expand(self, state, found_by, scratch, batch);
        if batch.is_full() {
            hand_over(batch)?;
        }
        Ok(n_transitions)
    }
}
