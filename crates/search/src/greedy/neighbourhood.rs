//! The neighbourhood of a plan: the states close to those that it passes, and a best plan through them.
//!
//! States are generated ring by ring around those of the plan, up to a limit. In the graph of what was generated, a best
//! path to a goal state is the new plan. While it is better than the one before it, the same is done around it (Nakhost &
//! Müller, *Action elimination and plan neighborhood graph search*, 2010).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bmcplan_base::stop::Stop;

use super::super::compiled::{Compiled, Scratch};
use super::super::limits::PathCost;
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::numbered::{NumberedStates, index, number};
use super::super::successors::Successors;
use super::super::width::Width;

const MOST_EDGES: usize = 1 << 17;

const MOST_EDGES_IN_ALL: usize = 1 << 20;

/// Returns a plan of compiled operators that is no worse than `plan`, by these costs of operators.
pub(super) fn best_nearby<W: Width>(
    width: W,
    compiled: &Compiled,
    costs: &[u64],
    plan: Vec<u32>,
    memory_bytes: Option<usize>,
    stop: &Stop,
) -> Vec<u32> {
    // Exactly: sums of paths end at the greatest number.
    let way = |plan: &[u32]| {
        let cost: u128 = plan.iter().map(|operator| u128::from(costs[index(*operator)])).sum();
        (cost, plan.len())
    };
    let (mut best, mut n_edges) = (plan, 0);
    while n_edges < MOST_EDGES_IN_ALL && !stop.is_raised() {
        let Ok(graph) = Neighbourhood::around(width, compiled, &best, memory_bytes, stop) else { break };
        n_edges += graph.edges.len();
        match graph.best_plan(costs) {
            Some(better) if way(&better) < way(&best) => best = better,
            _ => break,
        }
    }
    best
}

#[derive(Debug, Clone, Copy)]
struct NearbyEdge {
    operator: u32,
    to: u32,
}

/// States, numbered from 0, the initial one, and the edges of those that were expanded.
struct Neighbourhood<W: Width> {
    states: NumberedStates<W>,
    is_goal: Vec<bool>,
    /// Edges in the order of the states that they leave.
    edges: Vec<NearbyEdge>,
    /// For each expanded state the index of its first edge, and one index more.
    starts: Vec<usize>,
}

impl<W: Width> Neighbourhood<W> {
    fn around(
        width: W,
        compiled: &Compiled,
        plan: &[u32],
        memory_bytes: Option<usize>,
        stop: &Stop,
    ) -> Result<Self, OutOfMemory> {
        let mut budget = MemoryBudget::new(memory_bytes);
        let mut scratch = compiled.scratch();
        let states = NumberedStates::new(width, &mut budget)?;
        let mut graph = Self { states, is_goal: Vec::new(), edges: Vec::new(), starts: vec![0] };
        let mut state = width.zeros();
        let state = W::of_mut(&mut state);
        graph.number_of(state, compiled, &mut scratch, &mut budget)?;
        for operator in plan {
            compiled.advance(state.as_mut(), index(*operator), &mut scratch);
            graph.number_of(state, compiled, &mut scratch, &mut budget)?;
        }
        let mut successors = Successors::new(width);
        for from in 0.. {
            let is_done = graph.states.len() <= index(from) || MOST_EDGES <= graph.edges.len();
            if is_done || stop.is_raised() {
                break;
            }
            let state = graph.states.get(from);
            compiled.each_successor::<W>(state, &mut scratch, |operator, next| {
                successors.push(next, number(operator));
            });
            for (operator, next) in successors.made_by.iter().zip(successors.states.iter()) {
                let to = graph.number_of(next, compiled, &mut scratch, &mut budget)?;
                graph.edges.push(NearbyEdge { operator: *operator, to });
            }
            successors.clear();
            graph.starts.push(graph.edges.len());
        }
        Ok(graph)
    }

    fn number_of(
        &mut self,
        state: &W::State,
        compiled: &Compiled,
        scratch: &mut Scratch,
        budget: &mut MemoryBudget,
    ) -> Result<u32, OutOfMemory> {
        Ok(match self.states.find_or_add(state, budget)? {
            Ok(known) => known,
            Err(added) => {
                self.is_goal.push(compiled.is_goal(state.as_ref(), scratch));
                added
            }
        })
    }

    /// Returns the operators of a best path from the initial state to a goal state: of the cheapest ones a shortest.
    fn best_plan(&self, costs: &[u64]) -> Option<Vec<u32>> {
        // For each state the best path so far, and its last edge, with the state that this edge leaves in place of its end.
        let mut reached_by: Vec<Option<(PathCost, NearbyEdge)>> = vec![None; self.states.len()];
        let mut open = BinaryHeap::from([Reverse((PathCost::default(), 0))]);
        while let Some(Reverse((way, from))) = open.pop() {
            if reached_by[index(from)].is_some_and(|(best, _)| best < way) {
                continue;
            }
            if self.is_goal[index(from)] {
                let mut operators = Vec::new();
                let mut at = from;
                while let Some((_, NearbyEdge { operator, to: before })) = reached_by[index(at)] {
                    operators.push(operator);
                    at = before;
                }
                operators.reverse();
                return Some(operators);
            }
            let (Some(first), Some(last)) = (self.starts.get(index(from)), self.starts.get(index(from) + 1))
            else {
                continue;
            };
            for NearbyEdge { operator, to } in &self.edges[*first..*last] {
                let way = way.and(costs[index(*operator)]);
                let place = &mut reached_by[index(*to)];
                if *to != 0 && place.is_none_or(|(best, _)| way < best) {
                    *place = Some((way, NearbyEdge { operator: *operator, to: from }));
                    open.push(Reverse((way, *to)));
                }
            }
        }
        None
    }
}
