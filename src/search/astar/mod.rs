//! A*: the states with the least bound on the length of a plan through them first.
//!
//! A state's *f* is the number of operators that it was reached with and the [distance](crate::heuristic) that it is from the
//! goal at least. When a state of the least f is a goal state, no plan is shorter; and when all states of an f are done, there
//! is no plan of that length (Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost
//! paths*, 1968).
//!
//! - A state is evaluated when its turn comes, not when it is met; until then its distance is at least that of the state before
//!   it, less one. So f never falls along a path, and what the last layer does not need is never evaluated.
//! - LM-cut is not consistent: a state may be reached by fewer operators after it was expanded. Then it is expanded again.
//! - Operators are [pruned](super::pruning) as in breadth-first search, and for the same reason. Take a state x on a shortest
//!   plan, and of the pairs (s, a) with a(s) = x and s on a shortest plan, one step before, that with the first a. By induction s
//!   is reached with the fewest operators, by some b from a state t. Were a pruned after b, then not by 2 of that proof, and by
//!   1 there were a pair (a(t), b) with b before a. So x is reached with the fewest operators, too.

mod nodes;
mod open_list;

use nodes::{Node, Nodes};
use open_list::{OpenList, OpenState};

use super::bfs::SearchEnd;
use super::compiled::{Compiled, Scratch};
use super::limits::{Counter, SearchLimits, SearchMethod, SearchProgress};
use super::memory::{MemoryBudget, OutOfMemory};
use super::operator_set::OperatorSet;
use super::pruning::{PrunedOperators, Pruning};
use super::unpacking::Unpacking;
use crate::heuristic::LmCut;
use crate::plan::Plan;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// The search's whole state.
pub(super) struct AStar<'a, const W: usize> {
    compiled: &'a Compiled,
    pruning: Pruning<'a>,
    heuristic: LmCut,
    nodes: Nodes<W>,
    open: OpenList,
    budget: MemoryBudget,
    scratch: Scratch,
    unpacking: Unpacking,
    /// Of the state that is evaluated.
    values: Vec<u32>,
    /// Of the state that is expanded: operators, and the states that they lead to.
    successors: Vec<(u16, [u64; W])>,
    /// The least f of the states that are left.
    least: usize,
}

/// The number of evaluated states after which progress is reported; it is for each f, too.
const EVALUATIONS_PER_REPORT: u64 = 1 << 12;

impl<'a, const W: usize> AStar<'a, W> {
    /// A search that knows the initial state only.
    pub(super) fn new(
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

    /// Searches. The number of a goal state is that of its node.
    pub(super) fn run(
        &mut self,
        limits: &SearchLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(SearchProgress),
    ) -> SearchEnd {
        self.search(limits, stop, progress).unwrap_or_else(SearchEnd::Stopped)
    }

    fn search(
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

    /// Meets the successors of a state.
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
    pub(super) fn plan_to(&self, goal: usize) -> Plan {
        let unwanted = OperatorSet::none_of(self.compiled.operator_ids().len());
        let mut scratch = self.compiled.scratch();
        let mut operators = Vec::new();
        let mut number = u32::try_from(goal).unwrap_or(u32::MAX);
        while number != 0 {
            let (parent, target) = (self.nodes.node(number).parent, self.nodes.state(number));
            let mut found = None;
            let state = self.nodes.state(parent);
            self.compiled.expand(
                &state,
                &mut scratch,
                self.compiled.groups(),
                &unwanted,
                |operator, next| {
                    found = found.or((next == target).then_some(operator));
                },
            );
            operators.extend(found.map(|operator| self.compiled.operator_id(operator)));
            number = parent;
        }
        operators.reverse();
        Plan::sequential(operators)
    }

    /// The number of operators up to which there is no plan, given that the first state is no goal state.
    pub(super) fn refuted(&self) -> usize {
        self.least.saturating_sub(1)
    }

    /// How many states were met.
    pub(super) fn n_states(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes that held them, at most.
    pub(super) fn memory_bytes(&self) -> usize {
        self.budget.peak()
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
