//! The layered breadth-first search itself.
//!
//! States are numbered in the order in which they are found; a layer is a range of these numbers. Nothing
//! points to a parent: a plan is [rebuilt backwards](super::paths), so a state costs its bits once in the
//! list and once in the table.
//!
//! Duplicate detection is bound by cache misses, not by work. So successors are collected in batches, whose cache
//! misses [the table](StateTable::insert_all) overlaps.

use std::collections::HashSet;
use std::ops::Range;

use super::compiled::{Compiled, Scratch};
use super::limits::{Counter, SearchLimits, SearchMethod, SearchProgress};
use super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::operator_set::OperatorSet;
use super::orbits::Orbits;
use super::pruning::{PrunedOperators, Pruning};
use super::table::StateTable;
use crate::stop::{Stop, StopReason};
use crate::task::OperatorNames;

/// The search's reaction to a goal state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AtGoal {
    /// End at once.
    Halt,
    /// End after the current layer.
    FinishLayer,
    /// Count the state and go on.
    Count,
}

/// The end of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// At the goal state with this number; it is in the last layer.
    Goal(usize),
    /// With a layer that has no successors: every reachable state was seen.
    Exhausted,
    /// With all states of the last layer allowed.
    DepthReached,
    /// Before the last layer was complete.
    Stopped(StopReason),
}

/// The state of a search, inspected after its end.
#[derive(Debug)]
pub(super) struct Bfs<'a, const W: usize> {
    pub(super) compiled: &'a Compiled,
    /// The names of operators, where more than one plan is wanted.
    pub(super) names: OperatorNames,
    pruning: Pruning<'a>,
    table: StateTable<W>,
    /// All states in the order in which they were found.
    pub(super) states: Chunks<[u64; W]>,
    /// For each layer the number of its first state.
    pub(super) layers: Vec<usize>,
    /// For each state of the current layer and the next: the operator that found it.
    found_by: [Chunks<u16>; 2],
    /// The exchanges by which states are replaced. Then operators are not pruned, since a state found by one may be replaced.
    orbits: Option<Orbits>,
    /// For each state the one it was found from, where states are replaced.
    parents: Chunks<u32>,
    /// Successors not yet looked up, the operators that generated them, and, where states are replaced, the states that they were
    /// generated from.
    batch: Vec<[u64; W]>,
    made_by: Vec<u16>,
    made_from: Vec<u32>,
    pub(super) budget: MemoryBudget,
    /// Counted only if the search does not halt at goals.
    pub(super) transitions: u64,
    /// The goal states found, without the initial state.
    pub(super) goal_states: u64,
    first_goal: Option<usize>,
    /// The bits in which states differ.
    compared: [u64; W],
    counter: Counter,
    at_goal: AtGoal,
    scratch: Scratch,
}

/// The size of a batch of successors, in bytes.
pub(super) const BATCH_BYTES: usize = 1 << 13;
/// The greatest number of expansions before a batch is closed and the stop flag is read.
const EXPANSIONS_PER_BATCH: usize = 1 << 10;
/// The number of new states after which progress is reported, besides after each layer.
const STATES_PER_REPORT: usize = 1 << 20;

impl<'a, const W: usize> Bfs<'a, W> {
    /// A search at its start, with the initial state only. If the search halts at goals, this is no goal state.
    pub(super) fn new(
        compiled: &'a Compiled,
        pruning: Pruning<'a>,
        orbits: Option<Orbits>,
        names: OperatorNames,
        at_goal: AtGoal,
        limits: &SearchLimits,
    ) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(limits.memory_bytes);
        let compared = std::array::from_fn(|word| match limits.counter {
            Counter::Kept => u64::MAX,
            Counter::LeftOut => !compiled.clock_bits(word),
        });
        let table = StateTable::new(&mut budget)?;
        let mut states = Chunks::default();
        let mut found_by = [Chunks::default(), Chunks::default()];
        states.push([0; W], &mut budget)?;
        found_by[0].push(Pruning::NO_OPERATOR, &mut budget)?;
        let mut parents = Chunks::default();
        if orbits.is_some() {
            parents.push(0, &mut budget)?;
        }
        Ok(Self {
            compiled,
            names,
            pruning,
            table,
            states,
            layers: vec![0],
            found_by,
            orbits,
            parents,
            batch: Vec::new(),
            made_by: Vec::new(),
            made_from: Vec::new(),
            budget,
            transitions: 0,
            goal_states: 0,
            first_goal: None,
            compared,
            counter: limits.counter,
            at_goal,
            scratch: compiled.scratch(),
        })
    }

    /// Searches layer by layer.
    pub(super) fn run(
        &mut self,
        limits: &SearchLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> SearchEnd {
        loop {
            if limits.max_depth.is_some_and(|max_depth| max_depth <= self.depth()) {
                return SearchEnd::DepthReached;
            }
            let layer = self.layers[self.depth()]..self.states.len();
            let next_layer = layer.end;
            match self.make_layer(layer, stop, progress) {
                Ok(()) => {}
                Err(Interruption::Goal(goal)) => {
                    self.layers.push(next_layer);
                    return SearchEnd::Goal(goal);
                }
                Err(Interruption::Stop(reason)) => return SearchEnd::Stopped(reason),
            }
            if self.states.len() == next_layer {
                return SearchEnd::Exhausted;
            }
            self.layers.push(next_layer);
            if self.is_never_met_again(self.depth()) && self.table.clear(&mut self.budget).is_err() {
                return SearchEnd::Stopped(StopReason::Memory);
            }
            if let Some(goal) = self.first_goal.filter(|_| self.at_goal == AtGoal::FinishLayer) {
                return SearchEnd::Goal(goal);
            }
            self.found_by.swap(0, 1);
            self.found_by[1].clear(&mut self.budget);
            progress(self.progress());
        }
    }

    /// True if no state of a layer is ever found again in a later one, since the clock tells them apart.
    fn is_never_met_again(&self, depth: usize) -> bool {
        self.counter == Counter::Kept && self.compiled.is_once(depth)
    }

    /// The depth of the last complete layer (or, after [`SearchEnd::Goal`], of the goal).
    pub(super) fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// The exchanges by which states are replaced, and the states on the way to one, from the initial one, if they are.
    pub(super) fn chain_to(&self, goal: usize) -> Option<(&Orbits, Vec<[u64; W]>)> {
        let orbits = self.orbits.as_ref()?;
        let mut chain = vec![self.states.get(goal)];
        let mut number = goal;
        while number != 0 {
            number = usize::try_from(self.parents.get(number)).unwrap_or(0);
            chain.push(self.states.get(number));
        }
        chain.reverse();
        Some((orbits, chain))
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress {
            method: SearchMethod::BreadthFirst,
            depth: self.depth(),
            refuted_cost: None,
            states: self.states.len() as u64,
            memory_bytes: self.budget.peak(),
        }
    }

    /// Expands a layer, and so generates the next.
    fn make_layer(
        &mut self,
        layer: Range<usize>,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), Interruption> {
        let mut next_report = self.states.len() + STATES_PER_REPORT;
        for number in layer.clone() {
            self.expand(number, number - layer.start);
            if self.pruning.has_worked()
                && let Some(reason) = stop.reason()
            {
                return Err(Interruption::Stop(reason));
            }
            let is_full = BATCH_BYTES <= self.batch.len() * size_of::<[u64; W]>();
            let is_due = number % EXPANSIONS_PER_BATCH == 0 || number + 1 == layer.end;
            if !is_full && !is_due {
                continue;
            }
            self.insert_batch()?;
            if let Some(reason) = stop.reason() {
                return Err(Interruption::Stop(reason));
            }
            if next_report <= self.states.len() {
                next_report += STATES_PER_REPORT;
                progress(self.progress());
            }
        }
        Ok(())
    }

    /// Puts the successors of a state into the batch.
    fn expand(&mut self, number: usize, number_in_layer: usize) {
        let Self { compiled, names, pruning, states, found_by, batch, made_by, made_from, scratch, .. } =
            self;
        let PrunedOperators { pruned, groups } = pruning.after(found_by[0].get(number_in_layer));
        let mut emit = |operator, state| {
            batch.push(state);
            made_by.push(u16::try_from(operator).unwrap_or(Pruning::NO_OPERATOR));
        };
        let state = states.get(number);
        if let Some(orbits) = &self.orbits {
            let from = u32::try_from(number).unwrap_or(u32::MAX);
            compiled.expand(&state, scratch, groups, pruned, |operator, mut next| {
                orbits.replace(operator, &mut next);
                emit(operator, next);
                made_from.push(from);
            });
            return;
        }
        match self.at_goal {
            AtGoal::Halt | AtGoal::FinishLayer => {
                compiled.expand(&state, scratch, groups, pruned, emit);
            }
            // Transitions are counted, and so no group is left out.
            AtGoal::Count => {
                let n_applicable = compiled.expand_all(&state, scratch, pruned, emit);
                self.transitions += if names.have_no_cases() {
                    n_applicable
                } else {
                    n_named_steps(compiled, names, &state, scratch)
                };
            }
        }
    }

    /// Adds the new states among the batch.
    fn insert_batch(&mut self) -> Result<(), Interruption> {
        let Self { batch, made_by, made_from, table, budget, compared, states, found_by, parents, .. } = self;
        let key = |state: &[u64; W]| std::array::from_fn(|word| state[word] & compared[word]);
        table.insert_all(batch, key, budget, |number, budget| {
            let state = batch[number];
            states.push(state, budget)?;
            found_by[1].push(made_by[number], budget)?;
            if let Some(parent) = made_from.get(number) {
                parents.push(*parent, budget)?;
            }
            if self.compiled.is_goal(&state, &mut self.scratch) {
                self.goal_states += 1;
                let number = states.len() - 1;
                self.first_goal = self.first_goal.or(Some(number));
                if self.at_goal == AtGoal::Halt {
                    return Err(Interruption::Goal(number));
                }
            }
            Ok(())
        })?;
        batch.clear();
        made_by.clear();
        made_from.clear();
        Ok(())
    }
}

/// The number of transitions from a state: operators of one name that lead to the same state are one.
fn n_named_steps<const W: usize>(
    compiled: &Compiled,
    names: &OperatorNames,
    state: &[u64; W],
    scratch: &mut Scratch,
) -> u64 {
    let mut steps = HashSet::new();
    let unwanted = OperatorSet::none_of(compiled.operator_ids().len());
    compiled.expand_all(state, scratch, &unwanted, |operator, next| {
        steps.insert((names.first(compiled.operator_id(operator)), next));
    });
    steps.len() as u64
}

/// The reason why a layer was not completed.
pub(super) enum Interruption {
    /// The goal state with this number was found.
    Goal(usize),
    /// A limit was reached.
    Stop(StopReason),
}

impl From<OutOfMemory> for Interruption {
    fn from(_: OutOfMemory) -> Self {
        Self::Stop(StopReason::Memory)
    }
}
