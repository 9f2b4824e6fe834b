//! The graph of all cheapest plans, read off a finished search by cost.
//!
//! An operator is *tight* if its cost is the difference of the costs of the paths to its two states. It is on a cheapest plan
//! if further tight operators lead to the goal. Where operators have cost 0, such paths may have cycles; then there are
//! infinitely many plans. An operator that changes nothing is on none, and makes no cycle. Among cheapest plans of the fewest
//! operators, there are no cycles, since every operator makes a path longer.

use bmcplan_base::stop::StopReason;
use bmcplan_task::{OperatorId, OperatorNames};

use super::super::limits::{BestPlans, PathCost};
use super::super::numbered::index;
use super::super::paths::PlanGraph;
use super::super::width::Width;
use super::expansion::AStar;

pub(super) enum NoGraph {
    Endless,
    Stopped(StopReason),
}

impl<T: Into<StopReason>> From<T> for NoGraph {
    fn from(reason: T) -> Self {
        Self::Stopped(reason.into())
    }
}

/// Operator on a best path to a state, with the number of its source.
type Edge = (OperatorId, u32);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Off,
    New,
    Open,
    /// Done: the number of the state in the graph.
    Kept(usize),
}

/// Reads off the plans to goal states that are reached as well as `goal`. All states of that cost must be known.
pub(super) fn read_off<W: Width>(
    search: &mut AStar<'_, W>,
    goal: u32,
    which: BestPlans,
) -> Result<PlanGraph, NoGraph> {
    let best = search.nodes.node(goal).way;
    let is_in_reach = |way: PathCost| match which {
        BestPlans::Cheapest => way.cost <= best.cost,
        BestPlans::CheapestAndShortest => way <= best,
    };
    let is_as_good = |way: PathCost, other: PathCost| match which {
        BestPlans::Cheapest => way.cost == other.cost,
        BestPlans::CheapestAndShortest => way == other,
    };
    let n_states = search.nodes.states.len();
    search.budget.take(n_states * (size_of::<Vec<Edge>>() + size_of::<Mark>()))?;
    let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); n_states];
    let mut marks = vec![Mark::Off; n_states];
    let (mut is_end, mut reached) = (vec![false; n_states], Vec::new());
    for (number, edges) in (0..).zip(&mut edges) {
        let node = search.nodes.node(number);
        if !is_in_reach(node.way) {
            continue;
        }
        search.input.stop.check()?;
        if is_as_good(node.way, best)
            && search.compiled.is_goal(search.nodes.states.get(number).as_ref(), &mut search.scratch)
        {
            is_end[index(number)] = true;
            reached.push(number);
        }
        let AStar { compiled, scratch, nodes, costs, .. } = search;
        compiled.each_successor::<W>(nodes.states.get(number), scratch, |operator, next| {
            let to = nodes.states.find(next).filter(|to| *to != number && is_in_reach(nodes.node(*to).way));
            let is_best = |to: &u32| is_as_good(node.way.and(costs[operator]), nodes.node(*to).way);
            edges.extend(to.filter(is_best).map(|to| (compiled.operator_id(operator), to)));
        });
        search.budget.take(2 * edges.len() * size_of::<Edge>())?;
    }
    let mut leads_to: Vec<Vec<u32>> = vec![Vec::new(); n_states];
    for (number, edges) in (0..).zip(&edges) {
        edges.iter().for_each(|(_, to)| leads_to[index(*to)].push(number));
    }
    while let Some(number) = reached.pop() {
        if marks[index(number)] == Mark::Off {
            marks[index(number)] = Mark::New;
            reached.extend(&leads_to[index(number)]);
        }
    }
    drop(leads_to);
    let names = OperatorNames::of(search.input.task);
    let mut graph = PlanGraph::empty();
    marks[0] = Mark::Open;
    // Path from the start to the current state, and the number of edges that were followed from each state.
    let mut way = vec![(0_u32, 0_usize)];
    while let Some((number, n_followed)) = way.last_mut() {
        let number = *number;
        if let Some((_, to)) = edges[index(number)].get(*n_followed).copied() {
            *n_followed += 1;
            match marks[index(to)] {
                Mark::New => {
                    marks[index(to)] = Mark::Open;
                    way.push((to, 0));
                }
                Mark::Open => return Err(NoGraph::Endless),
                Mark::Off | Mark::Kept(_) => {}
            }
            continue;
        }
        way.pop();
        let kept = edges[index(number)].iter().filter_map(|(operator, to)| match marks[index(*to)] {
            Mark::Kept(to) => Some((*operator, to)),
            _ => None,
        });
        let added = graph.add(kept.collect(), is_end[index(number)], &names, &mut search.budget)?;
        marks[index(number)] = Mark::Kept(added);
    }
    Ok(graph)
}
