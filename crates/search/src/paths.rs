//! Plans read off a finished search: one to a goal state, or the part of the state space on all best ones.
//!
//! The layers are passed backwards from the goal states. A state is kept if an operator leads to a kept state of the next
//! layer. Operators of one name that lead to the same state are one step. The rest is a graph in which every path is a best
//! plan. Plans are counted by adding up, backwards, and listed by walking, without dead ends.

use std::collections::HashSet;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::plan::Plan;
use bmcplan_task::{OperatorId, OperatorNames, Task};

use super::bfs::Bfs;
use super::memory::{MemoryBudget, OutOfMemory};
use super::numbered::{NumberedStates, index};
use super::orbits::plan_along;
use super::width::{States, Width};

pub(super) fn plan_to<W: Width>(task: &Task, bfs: &Bfs<'_, W>, goal: usize) -> Plan {
    let compiled = bfs.rules.compiled;
    let way = bfs.list.origins.way_to(goal);
    let Some(orbits) = &bfs.rules.orbits else {
        return Plan::sequential(way.into_iter().map(|operator| compiled.operator_id(operator)));
    };
    let width = bfs.rules.width;
    let (mut scratch, mut chain, mut state) = (compiled.scratch(), States::new(width), width.zeros());
    chain.push(W::of(&state));
    for operator in way {
        let state = W::of_mut(&mut state);
        compiled.advance(state.as_mut(), operator, &mut scratch);
        orbits.replace::<W>(operator, state, |_| {});
        chain.push(state);
    }
    plan_along(task, compiled, Some(orbits), &chain, &|_| 0)
}

/// All best plans: an acyclic graph in which every path from the start to an end is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanGraph {
    /// States on best plans, each after those that it leads to; the initial state is the last.
    nodes: Vec<PathNode>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PathNode {
    /// Operators on best plans from here, each with the number of its successor.
    edges: Vec<(OperatorId, usize)>,
    /// True if a plan may end here.
    is_end: bool,
    /// Number of paths from here to an end; `None` if it does not fit.
    count: Option<u128>,
}

impl PlanGraph {
    pub(super) fn of_no_operators() -> Self {
        Self { nodes: vec![PathNode { edges: Vec::new(), is_end: true, count: Some(1) }] }
    }

    pub(super) fn empty() -> Self {
        Self { nodes: Vec::new() }
    }

    /// Adds a state with edges to states of the graph; returns its number. Operators of one name that lead to the same state
    /// become one.
    pub(super) fn add(
        &mut self,
        mut edges: Vec<(OperatorId, usize)>,
        is_end: bool,
        names: &OperatorNames,
        budget: &mut MemoryBudget,
    ) -> Result<usize, OutOfMemory> {
        edges.sort_unstable();
        if !names.have_no_cases() {
            let mut met = HashSet::new();
            edges.retain(|(operator, to)| met.insert((names.first(*operator), *to)));
        }
        budget.take(size_of::<PathNode>() + size_of_val(&*edges))?;
        let ends_here = Some(u128::from(is_end));
        let count = edges.iter().try_fold(ends_here, |sum, (_, to)| {
            let more = self.nodes[*to].count;
            Some(sum.zip(more).and_then(|(sum, more)| sum.checked_add(more)))
        });
        self.nodes.push(PathNode { edges, is_end, count: count.flatten() });
        Ok(self.nodes.len() - 1)
    }

    /// Reads all shortest plans off a search that completed the layer of the goal.
    pub(super) fn read_off<W: Width>(bfs: &mut Bfs<'_, W>, stop: &Stop) -> Result<Self, StopReason> {
        let Bfs { rules, list, layers, budget, .. } = bfs;
        let (compiled, width) = (rules.compiled, rules.width);
        let mut scratch = compiled.scratch();
        let mut ends = layers.clone();
        ends.push(list.states.len());
        let mut graph = Self::empty();
        // States of a layer on best plans, and their numbers in the graph. They are counted as they are added.
        let mut uncounted = MemoryBudget::new(None);
        let mut known = (NumberedStates::new(width, &mut uncounted)?, Vec::new());
        let mut is_last = true;
        for layer in ends.windows(2).rev() {
            let mut here = (NumberedStates::new(width, &mut uncounted)?, Vec::new());
            for number in layer[0]..layer[1] {
                stop.check()?;
                let state = list.states.state(number);
                let mut edges = Vec::new();
                if is_last {
                    if !compiled.is_goal(state.as_ref(), &mut scratch) {
                        continue;
                    }
                } else {
                    compiled.each_successor::<W>(state, &mut scratch, |operator, next| {
                        if let Some(to) = known.0.find(next) {
                            edges.push((compiled.operator_id(operator), known.1[index(to)]));
                        }
                    });
                    if edges.is_empty() {
                        continue;
                    }
                }
                budget.take(2 * width.n_bytes())?;
                // The states of a layer differ.
                let _ = here.0.find_or_add(state, &mut uncounted)?;
                here.1.push(graph.add(edges, is_last, &rules.names, budget)?);
            }
            (known, is_last) = (here, false);
        }
        Ok(graph)
    }

    /// Returns the number of plans; `None` if there are 2^128 or more.
    pub fn count(&self) -> Option<u128> {
        self.nodes.last().map_or(Some(0), |start| start.count)
    }

    /// Returns a plan in which an operator follows one of another name least often; `None` without plans. On a board, steps of one piece in
    /// one direction have one name, so this is a plan of fewest slides among these.
    pub fn fewest_changes(&self, task: &Task) -> Option<Plan> {
        let is_alike = |a: OperatorId, b: OperatorId| task.operator(a).name == task.operator(b).name;
        // For each edge the least number of changes on the way from there to an end, and the edge that follows then.
        let mut best: Vec<Vec<(usize, Option<usize>)>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let from = |(operator, to): &(OperatorId, usize)| {
                let end = self.nodes[*to].is_end.then_some((0, None));
                let edges = self.nodes[*to].edges.iter().zip(&best[*to]).enumerate();
                let on = edges.map(|(edge, ((next, _), (changes, _)))| {
                    (changes + usize::from(!is_alike(*operator, *next)), Some(edge))
                });
                end.into_iter().chain(on).min().unwrap_or((usize::MAX, None))
            };
            best.push(node.edges.iter().map(from).collect());
        }
        let mut here = self.nodes.len().checked_sub(1)?;
        let mut edge = (0..best[here].len()).min_by_key(|edge| best[here][*edge].0);
        let mut operators = Vec::new();
        while let Some(taken) = edge.filter(|_| !operators.is_empty() || !self.nodes[here].is_end) {
            let (operator, to) = self.nodes[here].edges[taken];
            operators.push(operator);
            edge = best[here][taken].1;
            here = to;
        }
        Some(Plan::sequential(operators))
    }

    /// Iterates over all plans, in the order of the task's operators; a plan comes before those that extend it.
    pub fn iter(&self) -> impl Iterator<Item = Plan> {
        let mut walk = Walk { graph: self, taken: Vec::new() };
        let mut begun = false;
        std::iter::from_fn(move || {
            let more = if begun { walk.advance() } else { !self.nodes.is_empty() && walk.go_to_end() };
            begun = true;
            more.then(|| Plan::sequential(walk.taken.iter().map(|(operator, ..)| *operator)))
        })
    }
}

/// Path through the graph: for each step the operator, the index of its edge, and the state that it leads to.
struct Walk<'a> {
    graph: &'a PlanGraph,
    taken: Vec<(OperatorId, usize, usize)>,
}

impl Walk<'_> {
    fn here(&self) -> &PathNode {
        let here = self.taken.last().map_or(self.graph.nodes.len() - 1, |(_, _, to)| *to);
        &self.graph.nodes[here]
    }

    fn take(&mut self, edge: usize) -> bool {
        let Some((operator, to)) = self.here().edges.get(edge).copied() else { return false };
        self.taken.push((operator, edge, to));
        true
    }

    /// Follows the first edges to an end, unless this is one. Returns false at a dead end.
    fn go_to_end(&mut self) -> bool {
        while !self.here().is_end {
            if !self.take(0) {
                return false;
            }
        }
        true
    }

    fn advance(&mut self) -> bool {
        if self.take(0) {
            return self.go_to_end();
        }
        while let Some((_, edge, _)) = self.taken.pop() {
            if self.take(edge + 1) {
                return self.go_to_end();
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
