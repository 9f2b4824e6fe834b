//! Plans read off a finished breadth-first search: one to a goal state, or the part of the state space on all shortest ones.
//!
//! From the goal states of the last layer backwards, a state is kept if some operator leads to a kept state of the layer
//! after it. Operators of one name that lead to the same state are one step. The rest is a graph in which every way is a
//! shortest plan: plans are counted by adding up, backwards, and listed by walking, and neither ever turns into a dead end.

use std::collections::{HashMap, HashSet};

use super::bfs::Bfs;
use super::memory::OutOfMemory;
use super::operator_set::OperatorSet;
use crate::plan::Plan;
use crate::stop::{Stop, StopReason};
use crate::task::{OperatorId, Task};

/// The plan that leads to a state of the last layer, backwards: in each layer the first state with an operator that leads on.
///
/// A predecessor differs from its successor in at most as many bits as one operator can change. Scanning a layer for such
/// states runs at the speed of memory; hardly any other state is expanded.
pub(super) fn plan_to<const W: usize>(task: &Task, bfs: &Bfs<'_, W>, goal: usize) -> Plan {
    let reach = bfs.compiled.reach(task);
    let mut scratch = bfs.compiled.scratch();
    let mut target = bfs.states.get(goal);
    let mut operators = Vec::new();
    for layer in bfs.layers.windows(2).rev() {
        let close = (layer[0]..layer[1]).map(|number| bfs.states.get(number)).filter(|state| {
            let differing = state.iter().zip(&target).map(|(a, b)| (a ^ b).count_ones());
            differing.sum::<u32>() <= reach
        });
        for state in close {
            if let Some(operator) = bfs.compiled.operator_between(&state, &target, &mut scratch) {
                operators.push(operator);
                target = state;
                break;
            }
        }
    }
    operators.reverse();
    Plan::sequential(operators)
}

/// All plans of the fewest operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestPlans {
    /// For each layer its states on shortest plans; in the first layer the initial state alone.
    layers: Vec<Vec<PathNode>>,
}

/// A state on a shortest plan.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PathNode {
    /// The operators that lead on, each with the number of its successor in the next layer.
    edges: Vec<(OperatorId, usize)>,
    /// The number of ways from here to the goal; `None` if it does not fit.
    count: Option<u128>,
}

impl ShortestPlans {
    /// The one plan without operators.
    pub(super) fn of_no_operators() -> Self {
        Self { layers: vec![vec![PathNode { edges: Vec::new(), count: Some(1) }]] }
    }

    /// Reads all shortest plans off a search that completed the layer of the goal.
    pub(super) fn read_off<const W: usize>(bfs: &mut Bfs<'_, W>, stop: &Stop) -> Result<Self, StopReason> {
        let mut scratch = bfs.compiled.scratch();
        let unwanted = OperatorSet::none_of(bfs.compiled.operator_ids().len());
        let mut ends = bfs.layers.clone();
        ends.push(bfs.states.len());
        let mut layers: Vec<Vec<PathNode>> = Vec::new();
        let mut known: HashMap<[u64; W], usize> = HashMap::new();
        for layer in ends.windows(2).rev() {
            let mut nodes: Vec<PathNode> = Vec::new();
            let mut here: HashMap<[u64; W], usize> = HashMap::new();
            for number in layer[0]..layer[1] {
                if let Some(reason) = stop.reason() {
                    return Err(reason);
                }
                let state = bfs.states.get(number);
                let mut edges = Vec::new();
                if layers.is_empty() {
                    if !bfs.compiled.is_goal(&state, &mut scratch) {
                        continue;
                    }
                } else {
                    let groups = bfs.compiled.groups();
                    bfs.compiled.expand(&state, &mut scratch, groups, &unwanted, |operator, next| {
                        edges
                            .extend(known.get(&next).map(|next| (bfs.compiled.operator_id(operator), *next)));
                    });
                    if edges.is_empty() {
                        continue;
                    }
                }
                edges.sort_unstable();
                if !bfs.names.have_no_cases() {
                    let mut met = HashSet::new();
                    edges.retain(|(operator, to)| met.insert((bfs.names.first(*operator), *to)));
                }
                bfs.budget.take(size_of::<PathNode>() + 2 * size_of_val(&state) + size_of_val(&*edges))?;
                let count = match layers.last() {
                    None => Some(1),
                    Some(next) => {
                        edges.iter().try_fold(0_u128, |sum, (_, to)| sum.checked_add(next[*to].count?))
                    }
                };
                here.insert(state, nodes.len());
                nodes.push(PathNode { edges, count });
            }
            layers.push(nodes);
            known = here;
        }
        layers.reverse();
        Ok(Self { layers })
    }

    /// The number of operators of each plan.
    pub fn length(&self) -> usize {
        self.layers.len() - 1
    }

    /// The number of plans; `None` if there are 2^128 or more.
    pub fn count(&self) -> Option<u128> {
        self.layers.first().and_then(|layer| layer.first()).map_or(Some(0), |start| start.count)
    }

    /// All plans, in the order of the task's operators.
    pub fn iter(&self) -> impl Iterator<Item = Plan> {
        let mut walk = Some(Walk { plans: self, taken: Vec::new() });
        let mut begun = false;
        std::iter::from_fn(move || {
            let current = walk.as_mut()?;
            let more = if begun { current.advance() } else { current.descend(0) };
            begun = true;
            if !more {
                walk = None;
                return None;
            }
            Some(Plan::sequential(current.taken.iter().map(|(operator, ..)| *operator)))
        })
    }
}

/// A way through the graph: for each layer the operator taken, the edge it is, and the state it leads to.
struct Walk<'a> {
    plans: &'a ShortestPlans,
    taken: Vec<(OperatorId, usize, usize)>,
}

impl Walk<'_> {
    /// Goes on to the last layer, by the given edge first and then by the first of each state.
    fn descend(&mut self, edge: usize) -> bool {
        let mut edge = edge;
        while self.taken.len() < self.plans.length() {
            let at = self.taken.last().map_or(0, |(_, _, to)| *to);
            let Some((operator, to)) = self.plans.layers[self.taken.len()][at].edges.get(edge) else {
                return false;
            };
            self.taken.push((*operator, edge, *to));
            edge = 0;
        }
        true
    }

    /// Goes to the next way; false if this was the last.
    fn advance(&mut self) -> bool {
        while let Some((_, edge, _)) = self.taken.pop() {
            if self.descend(edge + 1) {
                return true;
            }
        }
        false
    }
}

impl From<OutOfMemory> for StopReason {
    fn from(_: OutOfMemory) -> Self {
        Self::Memory
    }
}
