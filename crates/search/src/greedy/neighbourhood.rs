//! The neighbourhood of a plan: the states close to those that it passes, and a shortest plan through them.
//!
//! States are generated ring by ring around those of the plan, up to a limit. In the graph of what was generated, a shortest
//! path to a goal state is the new plan. While it is shorter than the one before it, the same is done around it (Nakhost &
//! Müller, *Action elimination and plan neighborhood graph search*, 2010).

use bmcplan_base::stop::Stop;

use super::super::compiled::{Compiled, Scratch};
use super::super::memory::{MemoryBudget, OutOfMemory};
use super::super::numbered::{NumberedStates, index, number};
use super::super::successors::Successors;
use super::super::width::Width;

const MOST_EDGES: usize = 1 << 17;

const MOST_EDGES_IN_ALL: usize = 1 << 20;

/// Returns a plan of compiled operators that is no longer than `plan`.
pub(super) fn shortest_nearby<W: Width>(
    width: W,
    compiled: &Compiled,
    plan: Vec<u32>,
    memory_bytes: Option<usize>,
    stop: &Stop,
) -> Vec<u32> {
    let (mut best, mut n_edges) = (plan, 0);
    while n_edges < MOST_EDGES_IN_ALL && !stop.is_raised() {
        let Ok(graph) = Neighbourhood::around(width, compiled, &best, memory_bytes, stop) else { break };
        n_edges += graph.edges.len();
        match graph.shortest_plan() {
            Some(shorter) if shorter.len() < best.len() => best = shorter,
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

    /// Returns the operators of a shortest path from the initial state to a goal state, breadth first.
    fn shortest_plan(&self) -> Option<Vec<u32>> {
        const UNKNOWN: NearbyEdge = NearbyEdge { operator: u32::MAX, to: u32::MAX };
        // For each state the edge that it was reached by, with the state that this edge leaves in place of its end.
        let mut reached_by = vec![UNKNOWN; self.states.len()];
        reached_by[0].to = 0;
        let mut queue = vec![0];
        let mut next = 0;
        while let Some(from) = queue.get(next).copied() {
            next += 1;
            if self.is_goal[index(from)] {
                let mut operators = Vec::new();
                let mut at = from;
                while at != 0 {
                    let NearbyEdge { operator, to: before } = reached_by[index(at)];
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
                let place = &mut reached_by[index(*to)];
                if place.to == UNKNOWN.to {
                    *place = NearbyEdge { operator: *operator, to: from };
                    queue.push(*to);
                }
            }
        }
        None
    }
}
