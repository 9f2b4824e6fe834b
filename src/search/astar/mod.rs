//! A* with LM-cut: states with the least lower bound on the length of a plan through them first.
//!
//! A state's *f* is its depth, the number of operators on the way to it, plus a lower bound on its
//! [distance](crate::heuristic) from the goal. When a state of the least f is a goal state, no plan is shorter; and when all
//! states of an f are done, there is no plan of that length (Hart, Nilsson & Raphael, *A formal basis for the heuristic
//! determination of minimum cost paths*, 1968).
//!
//! - A state is evaluated when it is taken from the open list, not when it is generated; until then its bound is its
//!   parent's, less one. So f never falls along a path, and states that the last layer does not need are never evaluated.
//! - LM-cut is not consistent: a state may be reached by fewer operators after it was expanded. Then it is expanded again.
//! - Operators are [pruned](super::pruning) as in breadth-first search, and for the same reason. Take a state x on a shortest
//!   plan, and of the pairs (s, a) with a(s) = x and s on a shortest plan, one step before, that with the first a. By induction s
//!   is reached with the fewest operators, by some b from a state t. Were a pruned after b, then not by 2 of that proof, and by
//!   1 there were a pair (a(t), b) with b before a. So x is reached with the fewest operators, too.

mod nodes;

use nodes::{Node, Nodes, OpenList, OpenState};

use super::bfs::SearchEnd;
use super::compiled::{Compiled, Scratch};
use super::limits::{Counter, SearchLimits, SearchMethod, SearchProgress};
use super::memory::{MemoryBudget, OutOfMemory};
use super::packing::Unpacking;
use super::pruning::{PrunedOperators, Pruning};
use super::report::{SearchOutcome, SearchReport};
use crate::heuristic::LmCut;
use crate::plan::Plan;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// Finds a plan with the fewest operators, by A*.
///
/// For tasks with few ways to the goal among very many states: each state takes about a thousand times as long as in
/// [breadth-first search](super::shortest_plan). The clock tells states apart, whatever the limits say. A length is refuted once
/// no open state can lie on a plan of that length.
pub fn astar(
    task: &Task,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    if task.is_goal(task.initial()) {
        return SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None);
    }
    let compiled = Compiled::of(task, stop);
    let heuristic = match LmCut::of(task, stop) {
        Ok(heuristic) => heuristic,
        Err(reason) => return SearchReport::at_start(SearchOutcome::Stopped(reason), Some(0)),
    };
    let report = compiled
        .and_then(|compiled| at_width!(compiled, run(task, &compiled, heuristic, limits, stop, progress)));
    report.unwrap_or_else(|| SearchReport::at_start(SearchOutcome::TooLarge, Some(0)))
}

fn run<const W: usize>(
    task: &Task,
    compiled: &Compiled,
    heuristic: LmCut,
    limits: &SearchLimits,
    stop: &Stop,
    progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    let Ok(mut search) = AStar::<W>::new(task, compiled, heuristic, limits) else {
        return SearchReport::at_start(SearchOutcome::Stopped(StopReason::Memory), Some(0));
    };
    let end = search.run(limits, stop, progress).unwrap_or_else(SearchEnd::Stopped);
    let outcome = SearchOutcome::of(end, |goal| Ok(search.plan_to(goal)));
    let refuted = match &outcome {
        SearchOutcome::Solved(plan) => plan.length().checked_sub(1),
        SearchOutcome::DepthReached => limits.max_depth,
        _ => Some(search.refuted()),
    };
    let states = search.nodes.len() as u64;
    SearchReport { outcome, refuted, states, memory_bytes: search.budget.peak() }
}

/// The state of a search.
struct AStar<'a, const W: usize> {
    compiled: &'a Compiled,
    pruning: Pruning<'a>,
    heuristic: LmCut,
    nodes: Nodes<W>,
    open: OpenList,
    budget: MemoryBudget,
    scratch: Scratch,
    unpacking: Unpacking,
    /// The values of the state being evaluated.
    values: Vec<u32>,
    /// Operators applicable in the state being expanded, with their successors.
    successors: Vec<(u16, [u64; W])>,
    /// The least f of the states that are left.
    least: usize,
}

/// The number of evaluated states after which progress is reported, besides once for each f.
const EVALUATIONS_PER_REPORT: u64 = 1 << 12;

impl<'a, const W: usize> AStar<'a, W> {
    /// A search at its start, with the initial state only.
    fn new(
        task: &'a Task,
        compiled: &'a Compiled,
        heuristic: LmCut,
        limits: &SearchLimits,
    ) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(limits.memory_bytes);
        let mut nodes = Nodes::new(&mut budget)?;
        let mut open = OpenList::default();
        let _ = nodes.find_or_add(&[0; W], Node::START, &mut budget)?;
        open.push(OpenState { number: 0, depth: 0 }, 0, &mut budget)?;
        Ok(Self {
            compiled,
            pruning: Pruning::of(task, compiled, Counter::Kept),
            heuristic,
            nodes,
            open,
            budget,
            scratch: compiled.scratch(),
            unpacking: Unpacking::of(task, &compiled.layout.packing),
            values: task.initial().values().to_vec(),
            successors: Vec::new(),
            least: 0,
        })
    }

    /// Runs the search. The number of a goal state is the number of its node.
    fn run(
        &mut self,
        limits: &SearchLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<SearchEnd, StopReason> {
        let mut evaluations = 0;
        while let Some((OpenState { number, depth }, f, distance)) = self.open.pop(&mut self.budget) {
            let mut node = self.nodes.node(number);
            if node.depth != depth || node.distance != distance || node.is_expanded {
                continue;
            }
            if let Some(reason) = stop.reason() {
                return Err(reason);
            }
            if self.least < f {
                if limits.max_depth.is_some_and(|max_depth| max_depth < f) {
                    return Ok(SearchEnd::DepthReached);
                }
                self.least = f;
                progress(self.progress());
            }
            let state = self.nodes.state(number);
            if self.compiled.is_goal(&state, &mut self.scratch) {
                return Ok(SearchEnd::Goal(usize::try_from(number).unwrap_or(usize::MAX)));
            }
            if !node.is_evaluated {
                node.is_evaluated = true;
                evaluations += 1;
                if evaluations % EVALUATIONS_PER_REPORT == 0 {
                    progress(self.progress());
                }
                self.unpacking.read(&state, &mut self.values);
                let Some(distance) = self.heuristic.distance(&self.values, stop)? else {
                    node.distance = Node::DEAD_END;
                    self.nodes.set(number, node);
                    continue;
                };
                if node.distance < distance {
                    node.distance = distance;
                    self.nodes.set(number, node);
                    self.open.push(OpenState { number, depth }, distance, &mut self.budget)?;
                    continue;
                }
            }
            node.is_expanded = true;
            self.nodes.set(number, node);
            self.expand(number, node, &state)?;
        }
        Ok(SearchEnd::Exhausted)
    }

    /// Generates the successors of a state.
    fn expand(&mut self, number: u32, node: Node, state: &[u64; W]) -> Result<(), OutOfMemory> {
        let Self { compiled, pruning, nodes, open, budget, scratch, successors, .. } = self;
        let PrunedOperators { pruned, groups } = pruning.after(node.found_by);
        successors.clear();
        compiled.expand(state, scratch, groups, pruned, |operator, next| {
            successors.push((u16::try_from(operator).unwrap_or(Pruning::NO_OPERATOR), next));
        });
        let depth = node.depth + 1;
        for (found_by, next) in successors.drain(..) {
            let new = Node {
                parent: number,
                depth,
                distance: node.distance.saturating_sub(1),
                found_by,
                is_evaluated: false,
                is_expanded: false,
            };
            let (number, distance) = match nodes.find_or_add(&next, new, budget)? {
                Err(number) => (number, new.distance),
                Ok(number) => {
                    let known = nodes.node(number);
                    if known.depth <= depth || known.distance == Node::DEAD_END {
                        continue;
                    }
                    let distance = known.distance.max(new.distance);
                    nodes.set(number, Node { distance, is_evaluated: known.is_evaluated, ..new });
                    (number, distance)
                }
            };
            open.push(OpenState { number, depth }, distance, budget)?;
        }
        Ok(())
    }

    /// The plan that leads to a state.
    fn plan_to(&self, goal: usize) -> Plan {
        let mut scratch = self.compiled.scratch();
        let mut operators = Vec::new();
        let mut number = u32::try_from(goal).unwrap_or(u32::MAX);
        while number != 0 {
            let (parent, target) = (self.nodes.node(number).parent, self.nodes.state(number));
            operators.extend(self.compiled.operator_between(
                &self.nodes.state(parent),
                &target,
                &mut scratch,
            ));
            number = parent;
        }
        operators.reverse();
        Plan::sequential(operators)
    }

    /// The number of operators up to which there is no plan, given that the first state is no goal state.
    fn refuted(&self) -> usize {
        self.least.saturating_sub(1)
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress {
            method: SearchMethod::AStar,
            depth: self.refuted(),
            states: self.nodes.len() as u64,
            memory_bytes: self.budget.peak(),
        }
    }
}
