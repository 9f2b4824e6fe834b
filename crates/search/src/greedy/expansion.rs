//! The expansion of states by their estimates: the loop of greedy search, and its data.
//!
//! Below a limit, a state that is reached by a better path is expanded again. So if no edge is left, there is no plan within the limit.

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::heuristic::{FastForward, Landmarks};
use bmcplan_task::plan::Plan;
use bmcplan_task::{OperatorId, Task};

use super::super::compiled::{Compiled, Scratch};
use super::super::limits::{OnProgress, PathCost, SearchMethod, SearchProgress};
use super::super::memory::{Chunks, MemoryBudget, OutOfMemory};
use super::super::numbered::{NumberedStates, index, number};
use super::super::packing::Unpacking;
use super::super::report::SearchOutcome;
use super::super::width::Width;
use super::neighbourhood::best_nearby;
use super::open_lists::{OpenEdge, OpenLists};
use super::preference::Preference;

pub(super) struct Expansion<W: Width> {
    width: W,
    compiled: Compiled,
    /// For each operator of the task its number among the compiled ones.
    compiled_operators: Vec<Option<u32>>,
    heuristic: FastForward,
    landmarks: Option<Landmarks>,
    states: NumberedStates<W>,
    /// Status of the landmarks in each state, in a fixed number of words for each.
    statuses: Chunks<u64>,
    status: Vec<u64>,
    found_by: Chunks<OpenEdge>,
    /// The best path to each state.
    ways: Chunks<PathCost>,
    preference: Preference,
    /// The metric's cost of each compiled operator.
    costs: Vec<u64>,
    /// The greatest cost of a path.
    limit: Option<u64>,
    open: OpenLists,
    budget: MemoryBudget,
    scratch: Scratch,
    unpacking: Unpacking,
    values: Vec<u32>,
    helpful: Vec<u32>,
    is_helpful: Vec<bool>,
    edges: Vec<u32>,
    /// Least value of each estimate so far.
    least: [u64; 2],
    /// What was done since one of them became less.
    since_progress: Stall,
    n_evaluated: u64,
    has_begun: bool,
}

/// What a search did since an estimate last decreased.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stall {
    /// Effort, counted as by the search.
    pub effort: u64,
    /// Number of evaluated states.
    pub n_evaluated: u64,
}

const NO_EDGE: OpenEdge = OpenEdge { from: 0, operator: u32::MAX };

/// Number of evaluated states after which progress is reported.
const EVALUATIONS_PER_REPORT: u64 = 1 << 12;

const EFFORT_OF_SUCCESSOR: u64 = 8;

impl<W: Width> Expansion<W> {
    pub(super) fn new(
        width: W,
        task: &Task,
        compiled: Compiled,
        heuristic: FastForward,
        landmarks: Option<Landmarks>,
        preference: Preference,
        memory_bytes: Option<usize>,
    ) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(memory_bytes);
        let n_compiled = compiled.operator_ids().len();
        Ok(Self {
            width,
            compiled_operators: compiled.places(task),
            heuristic,
            statuses: Chunks::default(),
            status: vec![0; landmarks.as_ref().map_or(0, Landmarks::n_words)],
            open: OpenLists::of(1 + usize::from(landmarks.is_some())),
            landmarks,
            states: NumberedStates::new(width, &mut budget)?,
            found_by: Chunks::default(),
            ways: Chunks::default(),
            preference,
            costs: compiled.operator_ids().map(|id| preference.metric.of(task.operator(id))).collect(),
            limit: None,
            budget,
            scratch: compiled.scratch(),
            unpacking: Unpacking::of(task, &compiled.layout.packing),
            values: task.initial().values().to_vec(),
            helpful: Vec::new(),
            is_helpful: vec![false; n_compiled],
            edges: Vec::new(),
            least: [u64::MAX; 2],
            since_progress: Stall::default(),
            n_evaluated: 0,
            has_begun: false,
            compiled,
        })
    }

    fn run(
        &mut self,
        effort: u64,
        stop: &Stop,
        progress: OnProgress<'_>,
    ) -> Result<Option<SearchOutcome>, StopReason> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.visit(W::of(&self.width.zeros()), NO_EDGE, PathCost::default())?;
        }
        let (mut spent, mut state) = (0, self.width.zeros());
        while spent < effort {
            stop.check()?;
            let Some(edge) = self.open.pop(&mut self.budget) else {
                return Ok(Some(match self.limit {
                    Some(_) => SearchOutcome::DepthReached,
                    None => SearchOutcome::Exhausted,
                }));
            };
            let way = self.ways.get(index(edge.from)).and(self.costs[index(edge.operator)]);
            if self.limit.is_some_and(|limit| limit < way.cost) {
                continue;
            }
            let state = W::of_mut(&mut state);
            W::copy(self.states.get(edge.from), state);
            self.compiled.advance(state.as_mut(), index(edge.operator), &mut self.scratch);
            let before = self.heuristic.effort();
            if let Some(goal) = self.visit(state, edge, way)? {
                return Ok(Some(SearchOutcome::Solved(self.plan_to(goal))));
            }
            let more = self.heuristic.effort() - before + EFFORT_OF_SUCCESSOR * (self.edges.len() as u64 + 1);
            spent += more;
            self.since_progress.effort += more;
            if !self.edges.is_empty() && self.n_evaluated.is_multiple_of(EVALUATIONS_PER_REPORT) {
                progress(self.progress());
            }
        }
        Ok(None)
    }

    /// Evaluates and expands a state if it is new, or is reached by a better path below a limit. Returns the number of a goal state.
    fn visit(&mut self, state: &W::State, edge: OpenEdge, way: PathCost) -> Result<Option<u32>, OutOfMemory> {
        self.edges.clear();
        let number = match self.states.find_or_add(state, &mut self.budget)? {
            Err(added) => {
                self.found_by.push(edge, &mut self.budget)?;
                self.ways.push(way, &mut self.budget)?;
                added
            }
            Ok(known) if self.limit.is_some() && way.cost < self.ways.get(index(known)).cost => {
                self.found_by.set(index(known), edge);
                self.ways.set(index(known), way);
                known
            }
            Ok(_) => return Ok(None),
        };
        if self.compiled.is_goal(state.as_ref(), &mut self.scratch) {
            return Ok(Some(number));
        }
        self.unpacking.read(state.as_ref(), &mut self.values);
        self.n_evaluated += 1;
        self.since_progress.n_evaluated += 1;
        let to_come = self.count_landmarks(edge.from, number)?;
        let Some(distance) = self.heuristic.distance(&self.values) else { return Ok(None) };
        let estimates = [distance, to_come];
        let is_progress = estimates.iter().zip(&self.least).any(|(estimate, least)| estimate < least);
        if is_progress {
            self.least.iter_mut().zip(estimates).for_each(|(least, estimate)| *least = estimate.min(*least));
            self.open.boost();
            self.since_progress = Stall::default();
        }
        let priorities = estimates.map(|estimate| self.preference.priority(way, estimate));
        self.expand(number, state, &priorities)?;
        Ok(None)
    }

    /// Counts the landmarks that are still to come in the current state.
    fn count_landmarks(&mut self, parent: u32, state: u32) -> Result<u64, OutOfMemory> {
        let Some(landmarks) = &mut self.landmarks else { return Ok(0) };
        let n_words = self.status.len();
        if self.statuses.len() == 0 {
            landmarks.start(&mut self.status);
        } else {
            let first = index(parent) * n_words;
            (first..).zip(&mut self.status).for_each(|(place, word)| *word = self.statuses.get(place));
        }
        let to_come = landmarks.count(&self.values, &mut self.status);
        // Goal states before it have none.
        while self.statuses.len() < index(state) * n_words {
            self.statuses.push(0, &mut self.budget)?;
        }
        for (place, word) in (index(state) * n_words..).zip(&self.status) {
            if place < self.statuses.len() {
                self.statuses.set(place, *word);
            } else {
                self.statuses.push(*word, &mut self.budget)?;
            }
        }
        Ok(to_come)
    }

    fn expand(&mut self, from: u32, state: &W::State, priorities: &[u64]) -> Result<(), OutOfMemory> {
        let way = self.ways.get(index(from));
        let Self { compiled, states, scratch, open, budget, helpful, is_helpful, edges, .. } = self;
        let (ways, costs, limit) = (&self.ways, &self.costs, self.limit);
        helpful.extend(self.heuristic.helpful().filter_map(|id| self.compiled_operators[id.index()]));
        helpful.iter().for_each(|operator| is_helpful[index(*operator)] = true);
        compiled.each_successor::<W>(state, scratch, |operator, next| {
            let way = way.and(costs[operator]);
            let is_better = |known| limit.is_some() && way.cost < ways.get(index(known)).cost;
            if limit.is_none_or(|limit| way.cost <= limit) && states.find(next).is_none_or(is_better) {
                edges.push(number(operator));
            }
        });
        for operator in &*edges {
            open.push(
                OpenEdge { from, operator: *operator },
                priorities,
                is_helpful[index(*operator)],
                budget,
            )?;
        }
        helpful.drain(..).for_each(|operator| is_helpful[index(operator)] = false);
        Ok(())
    }

    fn plan_to(&self, goal: u32) -> Plan {
        let mut operators = Vec::new();
        let mut number = goal;
        loop {
            let OpenEdge { from, operator } = self.found_by.get(index(number));
            if operator == NO_EDGE.operator {
                break;
            }
            operators.push(self.compiled.operator_id(index(operator)));
            number = from;
        }
        operators.reverse();
        Plan::sequential(operators)
    }

    fn progress(&self) -> SearchProgress {
        let (states, memory_bytes) = self.size();
        SearchProgress { method: SearchMethod::Greedy, depth: 0, refuted_cost: None, states, memory_bytes }
    }
}

pub(super) trait Advance {
    fn advance(&mut self, effort: u64, stop: &Stop, progress: OnProgress<'_>) -> Option<SearchOutcome>;

    fn since_progress(&self) -> Stall;

    fn set_limit(&mut self, limit: Option<u64>);

    fn improved(
        &self,
        plan: &Plan,
        cost: &dyn Fn(OperatorId) -> u64,
        memory_bytes: Option<usize>,
        stop: &Stop,
    ) -> Plan;

    fn size(&self) -> (u64, usize);
}

impl<W: Width> Advance for Expansion<W> {
    fn advance(&mut self, effort: u64, stop: &Stop, progress: OnProgress<'_>) -> Option<SearchOutcome> {
        self.run(effort, stop, progress).unwrap_or_else(|reason| Some(SearchOutcome::Stopped(reason)))
    }

    fn since_progress(&self) -> Stall {
        self.since_progress
    }

    fn set_limit(&mut self, limit: Option<u64>) {
        self.limit = limit;
    }

    fn improved(
        &self,
        plan: &Plan,
        cost: &dyn Fn(OperatorId) -> u64,
        memory_bytes: Option<usize>,
        stop: &Stop,
    ) -> Plan {
        let costs: Vec<u64> = self.compiled.operator_ids().map(cost).collect();
        let operators = plan.operators().filter_map(|id| self.compiled_operators[id.index()]).collect();
        let better = best_nearby(self.width, &self.compiled, &costs, operators, memory_bytes, stop);
        Plan::sequential(better.into_iter().map(|operator| self.compiled.operator_id(index(operator))))
    }

    fn size(&self) -> (u64, usize) {
        (self.states.len() as u64, self.budget.peak())
    }
}
