//! Breadth-first search over parallel steps: plans of fewest steps, or a proof that there is none.
//!
//! The steps from a state are those of formulas with parallel steps (`bmcplan_sat::encode::Semantics`). These are sets
//! of applicable operators whose active effects agree, and of which none disables another (∀), or a later one in the order (∃).
//! So the least number of steps is the same. States are packed and compared as in the search for fewest operators.
//!
//! *An operator that could have joined the step before is not run in this one.* Let the state t be first found from s by the
//! step S. Let o be an operator that could join S with the same result as after it. Then the step S with o leads from s to the
//! state that o leads to from t. So a step from t need not have o, unless o disables an earlier operator of that step: the same
//! successor is found from that other state, by the rest of the step. The choice of the first parent of t does not matter. Only
//! steps with o are left out, in favour of a step of fewer operators from a state that is found as early as t. The remaining
//! plans are in Foata normal form (Cartier & Foata, *Problèmes combinatoires de commutation et réarrangements*, 1969), except
//! for the freedom of the order of ∃-steps.
//!
//! Large layers are made by [several threads](super::in_threads), in the same order. So the first parent is the same, and so
//! are the steps that are left out.

mod expansion;
mod list;
mod rules;
mod situation;

use std::ops::Range;

use expansion::{StepExpansion, WideRules};
use list::StepList;
use rules::StepRules;
use situation::{StepSet, StepSets, active, applicable};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::plan::Plan;
use bmcplan_task::{OperatorId, Task};

use super::compiled::{Compiled, Scratch};
use super::in_threads::LayerThreads;
use super::layer::{FoundList as _, LayerRun, SearchFigures};
use super::limits::{
    Ended, IncompleteReason, Interruption, OnProgress, SearchInput, SearchLimits, SearchProgress,
};
use super::memory::{MemoryBudget, OutOfMemory};
use super::operator_set::bits;
use super::report::{SearchOutcome, SearchReport};
use super::successors::Successors;
use super::table::StateTable;
use super::width::{Keys, Width};

pub use rules::StepOrders;

/// Finds a plan of fewest steps of a task without a clock. (With a clock no two operators share a step:
/// [`shortest_plan`](super::shortest_plan) then finds the plan.)
///
/// `progress` is called after each layer and once in a while within one. Depths and refuted horizons are numbers of steps.
pub fn shortest_steps(
    task: &Task,
    orders: &StepOrders,
    limits: &SearchLimits,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> SearchReport {
    if task.is_goal(task.initial()) {
        return SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None);
    }
    search(SearchInput { task, limits, stop }, orders, progress)
        .unwrap_or_else(|reason| SearchReport::at_start(SearchOutcome::of(Err(reason)), Some(0)))
}

fn search(
    input: SearchInput<'_>,
    orders: &StepOrders,
    progress: OnProgress<'_>,
) -> Result<SearchReport, IncompleteReason> {
    let compiled = Compiled::of(input.task, input.stop)?;
    let rules = StepRules::of(input.task, &compiled, orders, input.stop);
    input.stop.check()?;
    at_width!(compiled, run(input, &rules, progress))
}

fn run<W: Width>(
    width: W,
    input: SearchInput<'_>,
    rules: &StepRules<'_>,
    progress: OnProgress<'_>,
) -> Result<SearchReport, IncompleteReason> {
    let rules = WideRules { width, keys: Keys::all(width), rules };
    let mut search = StepSearch::new(input, &rules)?;
    let outcome = SearchOutcome::of(search.run(progress));
    let (states, memory_bytes) = (search.found.list.len() as u64, search.found.budget.peak());
    let at_start = SearchReport::at_start(outcome, Some(search.found.depth));
    Ok(SearchReport { states, memory_bytes, ..at_start })
}

struct StepSearch<'a, W: Width> {
    rules: &'a StepRules<'a>,
    found: FoundStates<'a, W>,
    expansion: StepExpansion<W>,
}

/// Number of sets of operators after which the stop flag is read.
const SETS_PER_LOOK: usize = 1 << 10;
/// Greatest number of expansions before states are looked up and the stop flag is read.
const EXPANSIONS_PER_BATCH: usize = 1 << 8;

impl<'a, W: Width> StepSearch<'a, W> {
    /// Starts a search with only the initial state, which is not a goal state.
    fn new(input: SearchInput<'a>, wide: &'a WideRules<'a, W>) -> Result<Self, OutOfMemory> {
        let WideRules { width, rules, .. } = wide;
        let expansion = StepExpansion::new(*width, rules);
        Ok(Self { rules, found: FoundStates::new(input, wide)?, expansion })
    }

    fn run(&mut self, progress: OnProgress<'_>) -> Ended<Plan> {
        let mut layer = 0..self.found.list.len();
        loop {
            let max_depth = self.found.input.limits.max_depth;
            if max_depth.is_some_and(|max_depth| max_depth <= self.found.depth) {
                return Err(IncompleteReason::DepthReached);
            }
            match self.make_layer(&layer, progress) {
                Ok(()) => {}
                Err(Interruption::Goal(goal)) => return Ok(Some(self.plan_to(goal)?)),
                Err(Interruption::Stop(reason)) => return Err(reason.into()),
            }
            layer = layer.end..self.found.list.len();
            if layer.is_empty() {
                return Ok(None);
            }
            self.found.finish_layer(progress);
        }
    }

    fn make_layer(&mut self, layer: &Range<usize>, progress: OnProgress<'_>) -> Result<(), Interruption> {
        let start = self.found.make_in_threads(layer, progress)?;
        for number in start..layer.end {
            self.expand(number, progress)?;
            if number % EXPANSIONS_PER_BATCH == 0 || number + 1 == layer.end {
                self.found.look_up(progress)?;
            }
        }
        Ok(())
    }

    fn expand(&mut self, number: usize, progress: OnProgress<'_>) -> Result<(), Interruption> {
        let Self { rules, found, expansion } = self;
        let state = found.list.found(number);
        if !expansion.begin(rules, &state, &mut found.budget)? {
            return Ok(());
        }
        let state = W::owned(state.state);
        expansion.visit(W::of(&state), |set| found.add(number, &set, progress))
    }

    /// Returns the plan that leads to a state, rebuilt from the goal back to the start. Only the parents of states are
    /// recorded, so each step is searched for again, among the operators whose active effects are true after it.
    fn plan_to(&mut self, goal: usize) -> Result<Plan, StopReason> {
        let (mut steps, mut number) = (Vec::new(), goal);
        while number != 0 {
            let parent = self.found.list.parent(number);
            steps.push(self.step_between(parent, number)?);
            number = parent;
        }
        steps.reverse();
        Ok(Plan::parallel(steps))
    }

    /// Returns the operators of a step from one state to another, in an order in which they can run.
    fn step_between(&mut self, from: usize, to: usize) -> Result<Vec<OperatorId>, StopReason> {
        let Self { rules, found, expansion: StepExpansion { scratch, situation, .. } } = self;
        let (from, to) = (found.list.state(from), found.list.state(to));
        let mut after = scratch.clone();
        applicable::<W>(rules, to, &mut after, &mut situation.operators);
        applicable::<W>(rules, from, scratch, &mut situation.operators);
        situation.fill(rules, scratch, &mut found.budget)?;
        let mut allowed = vec![0_u64; situation.width];
        for (place, operator) in situation.operators.iter().enumerate() {
            let mut effects = active(&rules.operators[*operator].effects, scratch);
            if effects.all(|effect| effect.field.get(&after.words) == effect.code) {
                allowed[place / 64] |= 1 << (place % 64);
            }
        }
        let mut n_sets = 0;
        let step = StepSets::new(found.rules.width).visit(
            situation,
            from,
            [&allowed, &vec![0; situation.width]],
            |set| {
                n_sets += 1;
                if set.state == to {
                    let places = set.chosen.iter().enumerate();
                    let places =
                        places.flat_map(|(word, chosen)| bits(*chosen).map(move |bit| word * 64 + bit));
                    let operators =
                        places.map(|place| rules.compiled.operator_id(situation.operators[place]));
                    return Err(Ok(operators.collect()));
                }
                let reason = (n_sets % SETS_PER_LOOK == 0).then(|| found.input.stop.reason()).flatten();
                reason.map_or(Ok(()), |reason| Err(Err(reason)))
            },
        );
        // The search has found such a step before.
        step.err().unwrap_or(Ok(Vec::new()))
    }
}

/// All states, in the order in which they were found, and a batch of successors not yet looked up.
struct FoundStates<'a, W: Width> {
    input: SearchInput<'a>,
    rules: &'a WideRules<'a, W>,
    table: StateTable<W>,
    list: StepList<W>,
    batch: Successors<W, (u32, u64)>,
    budget: MemoryBudget,
    figures: SearchFigures,
    scratch: Scratch,
    threads: LayerThreads<W, StepList<W>>,
    /// Depth of the last complete layer.
    depth: usize,
    unreported: usize,
}

/// Number of successors after which progress is reported, besides after each layer.
const SUCCESSORS_PER_REPORT: usize = 1 << 14;

impl<'a, W: Width> FoundStates<'a, W> {
    fn new(input: SearchInput<'a>, rules: &'a WideRules<'a, W>) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(input.limits.memory_bytes);
        Ok(Self {
            input,
            rules,
            table: StateTable::new(rules.width, rules.rules.compiled.hash_function(), &mut budget)?,
            list: StepList::new(rules.width, &mut budget)?,
            batch: Successors::new(rules.width),
            budget,
            figures: SearchFigures::default(),
            scratch: rules.rules.compiled.scratch(),
            threads: LayerThreads::new(rules.width, input.limits.threads),
            depth: 0,
            unreported: 0,
        })
    }

    /// Expands a layer by several threads, if it has many steps, as far as possible. Returns the number of the first state that
    /// was not expanded.
    fn make_in_threads(
        &mut self,
        layer: &Range<usize>,
        progress: OnProgress<'_>,
    ) -> Result<usize, Interruption> {
        let n_steps = layer.len().saturating_mul(self.figures.successors_per_state(layer.start));
        let mut reported = self.progress();
        let Self { input, rules, table, list, budget, figures, threads, .. } = self;
        let (rules, layer, stop) = (*rules, layer.clone(), input.stop);
        let run = LayerRun { rules, list, table, budget, figures, layer, stop };
        threads.make(run, n_steps, &mut |states, memory_bytes| {
            (reported.states, reported.memory_bytes) = (states as u64, memory_bytes);
            progress(reported);
        })
    }

    fn add(
        &mut self,
        parent: usize,
        set: &StepSet<'_, W>,
        progress: OnProgress<'_>,
    ) -> Result<(), Interruption> {
        let parent = u32::try_from(parent).map_err(|_| OutOfMemory)?;
        self.batch.push(set.state, (parent, set.settled));
        if self.batch.is_full() { self.look_up(progress) } else { Ok(()) }
    }

    fn look_up(&mut self, progress: OnProgress<'_>) -> Result<(), Interruption> {
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
        Ok(self.input.stop.check()?)
    }

    fn finish_layer(&mut self, progress: OnProgress<'_>) {
        self.depth += 1;
        self.list.finish_layer(&mut self.budget);
        self.unreported = 0;
        progress(self.progress());
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress::of_layers(self.depth, self.list.len() as u64, self.budget.peak())
    }
}
