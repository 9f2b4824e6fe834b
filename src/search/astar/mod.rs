//! A* with LM-cut, and uniform-cost search: states with the least lower bound on the measure of a plan through them first.
//!
//! The measure is the number or the cost of operators. A state's *f* is the measure of the way to it plus a lower bound on its
//! [distance](crate::heuristic) from the goal, which is 0 in uniform-cost search (Dijkstra's algorithm). When a state of the
//! least f is a goal state, no plan is better; and when all states of an f are done, there is no plan of that measure (Hart,
//! Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968).
//!
//! - A state is evaluated when it is taken from the open list, not when it is generated; until then its bound is its
//!   parent's, less the operator's cost. So f never falls along a path, and states that the last layer does not need are never
//!   evaluated.
//! - LM-cut is not consistent: a state may be reached at less cost after it was expanded. Then it is expanded again.
//! - Operators may be free. So of two ways of the same cost the one of fewer operators is the better one, and a state that is
//!   reached by it later is expanded again, too. In this order every operator makes a way worse, as if each had a cost. Among
//!   states of one f and one distance, short ways come first, so that this is rare.
//! - A cheapest plan has been found when the first goal state is taken from the open list. Then the states of the same f are
//!   searched for cheapest plans of fewer operators, as far as LM-cut with costs of one allows any.
//! - Operators are [pruned](super::pruning) as in breadth-first search, and for the same reason. Take a state x on a best
//!   plan, and of the pairs (s, a) with a(s) = x and s on a best plan, one step before, that with the first a. By induction s
//!   is reached in the best way, by some b from a state t. Were a pruned after b, then not by 2 of that proof, and by
//!   1 there were a pair (a(t), b) with b before a. So x is reached in the best way, too.

mod cheapest;
mod nodes;

use cheapest::NoGraph;
use nodes::{Node, Nodes, OpenList, OpenState, Way};

use super::compiled::{Compiled, Scratch};
use super::limits::{Counter, SearchLimits, SearchMethod, SearchProgress};
use super::memory::{MemoryBudget, OutOfMemory};
use super::operator_set::OperatorSet;
use super::packing::Unpacking;
use super::pruning::{PrunedOperators, Pruning};
use super::report::{PlansReport, SearchOutcome, SearchReport};
use crate::heuristic::LmCut;
use crate::names::chosen_by_name;
use crate::plan::{Metric, Plan};
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// The heuristic by which the explicit search orders states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchHeuristic {
    /// No heuristic: breadth-first search or by cost, with little time and memory for each state.
    #[default]
    Blind,
    /// A\* with [LM-cut](crate::heuristic::LmCut): far fewer states, each of which takes about a thousand times as long.
    LmCut,
}

chosen_by_name!(SearchHeuristic { Blind: "blind", LmCut: "lmcut" }, UnknownSearchHeuristic, "heuristic");

/// The plans that are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestPlans {
    /// All plans of least cost.
    Cheapest,
    /// Those of fewest operators among them.
    CheapestAndShortest,
}

/// Finds a plan that is best in a metric: of fewest operators, or of least cost and among these of fewest operators.
///
/// LM-cut is for tasks with few ways to the goal among very many states: each state takes about a thousand times as long as in
/// [breadth-first search](super::shortest_plan). The clock tells states apart, whatever the limits say. A measure is refuted once
/// no open state can lie on a plan of that measure.
///
/// If the search is stopped after a cheapest plan was found, but before all plans of its cost and fewer operators were ruled
/// out, the report says so.
pub fn best_plan(
    task: &Task,
    metric: Metric,
    heuristic: SearchHeuristic,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> PlansReport {
    let refuted = (metric == Metric::Actions).then_some(0);
    let at_start = |outcome, refuted| PlansReport::of(SearchReport::at_start(outcome, refuted));
    if task.is_goal(task.initial()) {
        return at_start(SearchOutcome::Solved(Plan::default()), None);
    }
    let heuristics = match heuristic {
        SearchHeuristic::Blind => Ok(None),
        SearchHeuristic::LmCut => Heuristics::of(task, metric, stop).map(Some),
    };
    match heuristics {
        Ok(heuristics) => compiled(task, metric, heuristics, None, limits, stop, progress),
        Err(reason) => at_start(SearchOutcome::Stopped(reason), refuted),
    }
}

/// Finds all plans of least cost by uniform-cost search, or those of fewest operators among them. The states on them are held once
/// more, within the same limits.
pub fn best_plans(
    task: &Task,
    which: BestPlans,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> PlansReport {
    compiled(task, Metric::Cost, None, Some(which), limits, stop, progress)
}

/// Compiles the task and searches at the width of its states.
fn compiled(
    task: &Task,
    metric: Metric,
    heuristics: Option<Heuristics>,
    listed: Option<BestPlans>,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> PlansReport {
    let report = Compiled::of(task, stop).and_then(|compiled| {
        at_width!(compiled, run(task, &compiled, metric, heuristics, listed, limits, stop, progress))
    });
    let refuted = (metric == Metric::Actions).then_some(0);
    report.unwrap_or_else(|| PlansReport::of(SearchReport::at_start(SearchOutcome::TooLarge, refuted)))
}

#[expect(clippy::too_many_arguments, reason = "called at each width")]
fn run<const W: usize>(
    task: &Task,
    compiled: &Compiled,
    metric: Metric,
    heuristics: Option<Heuristics>,
    listed: Option<BestPlans>,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> PlansReport {
    let Ok(mut search) = AStar::<W>::new(task, compiled, metric, heuristics, listed, limits) else {
        let refuted = (metric == Metric::Actions).then_some(0);
        return PlansReport::of(SearchReport::at_start(SearchOutcome::Stopped(StopReason::Memory), refuted));
    };
    let end = search.run(limits, stop, progress);
    let (outcome, mut stopped) = match (search.goal, end) {
        (Some(goal), _) if search.nodes.node(goal).way.cost == u64::MAX => (SearchOutcome::TooDear, None),
        (Some(goal), end) => (SearchOutcome::Solved(search.plan_to(goal)), end.err()),
        (None, Ok(End::Exhausted)) => (SearchOutcome::Exhausted, None),
        (None, Ok(End::LimitReached)) => (SearchOutcome::DepthReached, None),
        (None, Err(reason)) => (SearchOutcome::Stopped(reason), None),
    };
    let (mut plans, mut endless) = (None, false);
    if let (Some(goal), Some(which), None, SearchOutcome::Solved(_)) =
        (search.goal, listed, stopped, &outcome)
    {
        match cheapest::read_off(&mut search, task, goal, which, stop) {
            Ok(graph) => plans = Some(graph),
            Err(NoGraph::Endless) => endless = true,
            Err(NoGraph::Stopped(reason)) => stopped = Some(reason),
        }
    }
    let refuted = match outcome {
        SearchOutcome::DepthReached => search.limit(limits),
        _ => search.least.checked_sub(1),
    };
    let (refuted, refuted_cost) = match metric {
        // The first state is no goal state.
        Metric::Actions => (Some(refuted.map_or(0, length)), None),
        Metric::Cost => (None, refuted),
    };
    let states = search.nodes.len() as u64;
    let first = SearchReport { outcome, refuted, refuted_cost, states, memory_bytes: search.budget.peak() };
    PlansReport { first, plans, stopped, endless }
}

/// A measure that is a length.
fn length(measure: u64) -> usize {
    usize::try_from(measure).unwrap_or(usize::MAX)
}

/// The end of a search.
enum End {
    /// No state is left that could be on a plan, or on a better one than was found.
    Exhausted,
    /// All states that are left are beyond the limit.
    LimitReached,
}

/// Lower bounds in the metric of the search, and on the number of operators.
struct Heuristics {
    of_measure: LmCut,
    /// None where that is the measure.
    of_length: Option<LmCut>,
}

impl Heuristics {
    fn of(task: &Task, metric: Metric, stop: &Stop) -> Result<Self, StopReason> {
        let of_length = match metric {
            Metric::Actions => None,
            Metric::Cost => Some(LmCut::of(task, Metric::Actions, stop)?),
        };
        Ok(Self { of_measure: LmCut::of(task, metric, stop)?, of_length })
    }
}

/// The state of a search.
struct AStar<'a, const W: usize> {
    compiled: &'a Compiled,
    metric: Metric,
    /// The cost of each compiled operator.
    costs: Vec<u64>,
    pruning: Pruning<'a>,
    heuristics: Option<Heuristics>,
    /// The plans that are listed in the end, if any are.
    listed: Option<BestPlans>,
    nodes: Nodes<W>,
    open: OpenList,
    budget: MemoryBudget,
    scratch: Scratch,
    unpacking: Unpacking,
    /// The values of the state being evaluated.
    values: Vec<u32>,
    /// Operators applicable in the state being expanded, with their successors.
    successors: Vec<(usize, [u64; W])>,
    /// The least f of the states that are left.
    least: u64,
    /// The goal state with the best way to it, once one was taken from the open list.
    goal: Option<u32>,
}

/// The number of evaluated states after which progress is reported, besides once for each f.
const EVALUATIONS_PER_REPORT: u64 = 1 << 12;

/// As often without a heuristic.
const EXPANSIONS_PER_REPORT: u64 = 1 << 18;

impl<'a, const W: usize> AStar<'a, W> {
    /// A search at its start, with the initial state only.
    fn new(
        task: &'a Task,
        compiled: &'a Compiled,
        metric: Metric,
        heuristics: Option<Heuristics>,
        listed: Option<BestPlans>,
        limits: &SearchLimits,
    ) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(limits.memory_bytes);
        let mut nodes = Nodes::new(&mut budget)?;
        let mut open = OpenList::default();
        let _ = nodes.find_or_add(&[0; W], Node::START, &mut budget)?;
        open.push(OpenState { number: 0, way: Way::default() }, 0, &mut budget)?;
        Ok(Self {
            compiled,
            metric,
            costs: compiled.operator_ids().map(|id| metric.of(task.operator(id))).collect(),
            pruning: Pruning::of(task, compiled, Counter::Kept, metric),
            heuristics,
            listed,
            nodes,
            open,
            budget,
            scratch: compiled.scratch(),
            unpacking: Unpacking::of(task, &compiled.layout.packing),
            values: task.initial().values().to_vec(),
            successors: Vec::new(),
            least: 0,
            goal: None,
        })
    }

    /// The greatest measure that is looked for.
    fn limit(&self, limits: &SearchLimits) -> Option<u64> {
        match self.metric {
            Metric::Actions => limits.max_depth.map(|depth| depth as u64),
            Metric::Cost => limits.max_cost,
        }
    }

    /// Runs the search until no better plan is left.
    fn run(
        &mut self,
        limits: &SearchLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<End, StopReason> {
        let limit = self.limit(limits);
        let (mut n_done, report_after) = match self.heuristics {
            Some(_) => (0, EVALUATIONS_PER_REPORT),
            None => (0, EXPANSIONS_PER_REPORT),
        };
        while let Some((OpenState { number, way }, f)) = self.open.pop(&mut self.budget) {
            let mut node = self.nodes.node(number);
            if node.way != way || node.f() != f || node.is_expanded {
                continue;
            }
            if let Some(reason) = stop.reason() {
                return Err(reason);
            }
            if self.least < f {
                if self.goal.is_some() {
                    return Ok(End::Exhausted);
                }
                if limit.is_some_and(|limit| limit < f) {
                    return Ok(End::LimitReached);
                }
                self.least = f;
                progress(self.progress());
            }
            let state = self.nodes.state(number);
            if self.compiled.is_goal(&state, &mut self.scratch) {
                let is_better = |known: u32| way.length < self.nodes.node(known).way.length;
                if self.goal.is_none_or(is_better) {
                    self.goal = Some(number);
                }
                // Other ways of this cost are no shorter, or where costs are lengths, there are none.
                let is_best = self.heuristics.as_ref().is_none_or(|bounds| bounds.of_length.is_none());
                match self.listed {
                    None if is_best => return Ok(End::Exhausted),
                    None => continue,
                    // Free operators may lead on from here.
                    Some(_) => {}
                }
            }
            n_done += 1;
            if n_done % report_after == 0 {
                progress(self.progress());
            }
            if self.heuristics.is_some() {
                self.unpacking.read(&state, &mut self.values);
                if !self.may_be_shorter(way, stop)? {
                    continue;
                }
            }
            if let Some(heuristics) = self.heuristics.as_mut().filter(|_| !node.is_evaluated) {
                node.is_evaluated = true;
                let Some(distance) = heuristics.of_measure.distance(&self.values, stop)? else {
                    node.distance = Node::DEAD_END;
                    self.nodes.set(number, node);
                    continue;
                };
                if node.distance < distance {
                    node.distance = distance;
                    self.nodes.set(number, node);
                    self.open.push(OpenState { number, way }, distance, &mut self.budget)?;
                    continue;
                }
            }
            node.is_expanded = true;
            self.nodes.set(number, node);
            self.expand(number, node, &state)?;
        }
        Ok(End::Exhausted)
    }

    /// True unless a plan was found and this way to the state at hand cannot be part of one of fewer operators.
    fn may_be_shorter(&mut self, way: Way, stop: &Stop) -> Result<bool, StopReason> {
        let Some(goal) = self.goal else { return Ok(true) };
        let most = u64::from(self.nodes.node(goal).way.length);
        let length = u64::from(way.length);
        if most <= length + 1 {
            return Ok(false);
        }
        let of_length = self.heuristics.as_mut().and_then(|heuristics| heuristics.of_length.as_mut());
        let Some(of_length) = of_length else { return Ok(true) };
        Ok(of_length.distance(&self.values, stop)?.is_some_and(|distance| length + distance < most))
    }

    /// Generates the successors of a state.
    fn expand(&mut self, number: u32, node: Node, state: &[u64; W]) -> Result<(), OutOfMemory> {
        let Self { compiled, pruning, nodes, open, budget, scratch, successors, costs, .. } = self;
        let PrunedOperators { pruned, groups } = pruning.after(node.found_by);
        successors.clear();
        compiled.expand(state, scratch, groups, pruned, |operator, next| successors.push((operator, next)));
        for (operator, next) in successors.drain(..) {
            let way = node.way.and(costs[operator]);
            let new = Node {
                parent: number,
                way,
                distance: node.distance.saturating_sub(costs[operator]),
                found_by: u16::try_from(operator).unwrap_or(Pruning::NO_OPERATOR),
                is_evaluated: false,
                is_expanded: false,
            };
            let (number, distance) = match nodes.find_or_add(&next, new, budget)? {
                Err(number) => (number, new.distance),
                Ok(number) => {
                    let known = nodes.node(number);
                    if known.way <= way || known.distance == Node::DEAD_END {
                        continue;
                    }
                    let distance = known.distance.max(new.distance);
                    nodes.set(number, Node { distance, is_evaluated: known.is_evaluated, ..new });
                    (number, distance)
                }
            };
            open.push(OpenState { number, way }, distance, budget)?;
        }
        Ok(())
    }

    /// The plan that leads to a state.
    fn plan_to(&self, goal: u32) -> Plan {
        let mut scratch = self.compiled.scratch();
        let unwanted = OperatorSet::none_of(self.costs.len());
        let mut operators = Vec::new();
        let mut number = goal;
        while number != 0 {
            let (parent, target) = (self.nodes.node(number).parent, self.nodes.state(number));
            let mut cheapest: Option<usize> = None;
            let groups = self.compiled.groups();
            self.compiled.expand(
                &self.nodes.state(parent),
                &mut scratch,
                groups,
                &unwanted,
                |operator, next| {
                    if next == target && cheapest.is_none_or(|known| self.costs[operator] < self.costs[known])
                    {
                        cheapest = Some(operator);
                    }
                },
            );
            operators.extend(cheapest.map(|operator| self.compiled.operator_id(operator)));
            number = parent;
        }
        operators.reverse();
        Plan::sequential(operators)
    }

    fn progress(&self) -> SearchProgress {
        let refuted = self.least.checked_sub(1);
        let (depth, refuted_cost) = match self.metric {
            Metric::Actions => (refuted.map_or(0, length), None),
            Metric::Cost => (0, refuted),
        };
        let method = if self.heuristics.is_some() { SearchMethod::AStar } else { SearchMethod::UniformCost };
        let states = self.nodes.len() as u64;
        SearchProgress { method, depth, refuted_cost, states, memory_bytes: self.budget.peak() }
    }
}
