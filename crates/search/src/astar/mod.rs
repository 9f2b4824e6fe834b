//! A* with LM-cut or pattern databases, and uniform-cost search: states with the least lower bound on the measure of a plan through them first.
//!
//! The measure is the number or the cost of operators. A state's *f* is the measure of the path to it plus a lower bound on
//! its [distance](bmcplan_task::heuristic) from the goal. In uniform-cost search (Dijkstra's algorithm) the bound is 0. When a
//! state of the least f is a goal state, no plan is better. When all states of an f are done, there is no plan of that measure
//! (Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968).
//!
//! - A state is evaluated when it is taken from the open list, not when it is generated. Until then its bound is its parent's,
//!   less the operator's cost. So f never falls along a path, and states that the last layer does not need are never evaluated.
//! - The heuristics are not consistent: LM-cut as such, and pattern databases since their values grow during the search. So a
//!   state may be reached at less cost after it was expanded. Then it is expanded again.
//! - Operators may have cost 0. So of two paths of the same cost the one of fewer operators is preferred. A state that is
//!   reached by it later is expanded again, too. In this order every operator makes a path worse, as if each had a cost. Among
//!   states of one f and one distance, short paths come first, so that this is rare.
//! - A state is evaluated from the [landmarks] of its parent, which are kept unless the operator between them is one
//!   of them. So values depend on the path, but not on the threads.
//! - Several threads [evaluate states ahead](lookahead); the order in which states are expanded is that of one thread.
//! - A cheapest plan has been found when the first goal state is taken from the open list. If the fewest operators are wanted,
//!   too, the states of the same f are then searched for cheapest plans of fewer operators. States from which LM-cut with unit
//!   costs excludes such a plan are left out.
//! - States with a single applicable operator are [passed through](forced) where they are many, unless all plans are listed.
//! - Of the operators of a state, only those of a [stubborn set](stubborn) are tried. Where these sets leave out little, or all
//!   plans are listed, operators are [pruned](super::pruning) as in breadth-first search, and for the same reason. Take a state
//!   x on a best plan. Of the pairs (s, a) with a(s) = x and s on a best plan, one step before, take that with the first a. By
//!   induction s is reached by a best path, by some b from a state t. Were a pruned after b, then not by 2 of that proof, and by
//!   1 there were a pair (a(t), b) with b before a. So x is reached by a best path, too.

mod cheapest;
mod expansion;
mod forced;
mod landmarks;
mod lookahead;
mod nodes;
mod stubborn;

use std::thread;

use cheapest::NoGraph;
use expansion::{AStar, Heuristic, Heuristics, length};
use lookahead::{Lookahead, SearchGuard};

use bmcplan_base::stop::Stop;
use bmcplan_task::Task;
use bmcplan_task::heuristic::LmCut;
use bmcplan_task::plan::{Metric, Plan};

use super::compiled::Compiled;
use super::limits::{BestPlans, IncompleteReason, OnProgress, SearchInput, SearchLimits};
use super::packing::Unpacking;
use super::report::{PlansReport, SearchOutcome, SearchReport};
use super::width::Width;

/// Heuristic by which the explicit search orders states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchHeuristic {
    /// No heuristic: breadth-first search or by cost, with little time and memory for each state.
    #[default]
    Blind,
    /// A\* with [LM-cut](bmcplan_task::heuristic::LmCut): far fewer states, each of which takes about a thousand times as long.
    LmCut,
    /// A\* with [pattern databases](bmcplan_abstraction): more states than with LM-cut, each of which takes some microseconds.
    Patterns,
}

/// Number of states for each thread that are to be evaluated next.
const ASKED_PER_THREAD: usize = 4;

/// Finds a plan that is best in a metric: of fewest operators; or of least cost, and among these of fewest operators if `which` asks
/// for that.
///
/// LM-cut is for tasks with few paths to the goal among very many states: each state takes about a thousand times as long as in
/// [breadth-first search](super::shortest_plan). The clock is part of states, whatever the limits say. A measure is refuted
/// once no open state can be on a plan of that measure.
///
/// The search may be stopped after a cheapest plan was found, but before all plans of its cost and fewer operators were ruled
/// out. Then the report says so.
pub fn best_plan(
    task: &Task,
    metric: Metric,
    which: BestPlans,
    heuristic: SearchHeuristic,
    limits: &SearchLimits,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> PlansReport {
    if task.is_goal(task.initial()) {
        return PlansReport::of(SearchReport::at_start(SearchOutcome::Solved(Plan::default()), None));
    }
    search(SearchInput { task, limits, stop }, metric, heuristic, (which, false), progress)
}

/// Finds all plans of least cost by uniform-cost search, or those of them with the fewest operators. The states on them are
/// stored once more, within the same limits.
pub fn best_plans(
    task: &Task,
    which: BestPlans,
    limits: &SearchLimits,
    stop: &Stop,
    progress: OnProgress<'_>,
) -> PlansReport {
    let input = SearchInput { task, limits, stop };
    search(input, Metric::Cost, SearchHeuristic::Blind, (which, true), progress)
}

fn search(
    input: SearchInput<'_>,
    metric: Metric,
    heuristic: SearchHeuristic,
    (which, lists): (BestPlans, bool),
    progress: OnProgress<'_>,
) -> PlansReport {
    let heuristics = match heuristic {
        SearchHeuristic::Blind => Ok(None),
        SearchHeuristic::LmCut => {
            Heuristics::of(metric, which, |metric| Heuristic::lm_cut(input, metric)).map(Some)
        }
        SearchHeuristic::Patterns => {
            Heuristics::of(metric, which, |metric| Heuristic::patterns(input, metric)).map(Some)
        }
    };
    let report = heuristics.map_err(IncompleteReason::Stopped).and_then(|heuristics| {
        let compiled = Compiled::of(input.task, input.stop)?;
        at_width!(compiled, run(input, &compiled, metric, heuristics, lists.then_some(which), progress))
    });
    report.unwrap_or_else(|reason| {
        let refuted = (metric == Metric::Actions).then_some(0);
        PlansReport::of(SearchReport::at_start(SearchOutcome::of(Err(reason)), refuted))
    })
}

fn run<W: Width>(
    width: W,
    input: SearchInput<'_>,
    compiled: &Compiled,
    metric: Metric,
    heuristics: Option<Heuristics>,
    listed: Option<BestPlans>,
    progress: OnProgress<'_>,
) -> Result<PlansReport, IncompleteReason> {
    let SearchInput { task, limits, stop } = input;
    // One thread searches, and the others evaluate states for it. Pattern databases take them less time than to ask.
    let copies: Vec<LmCut> = match heuristics.as_ref().map(|heuristics| &heuristics.of_measure) {
        Some(Heuristic::LmCut(lm_cut)) => vec![lm_cut.clone(); limits.threads.number.get() - 1],
        Some(Heuristic::Patterns(_)) | None => Vec::new(),
    };
    let lookahead = Lookahead::default();
    let lists = listed.is_some();
    let mut search = AStar::new(width, input, compiled, metric, heuristics, lists)?;
    let end = if copies.is_empty() {
        search.run(progress)
    } else {
        let unpacking = &Unpacking::of(task, &compiled.layout.packing);
        thread::scope(|scope| {
            let _guard = SearchGuard(&lookahead);
            search.lookahead = Some((&lookahead, ASKED_PER_THREAD * copies.len()));
            for heuristic in copies {
                let work = || lookahead.work(heuristic, unpacking, task.initial().values().to_vec(), stop);
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    log::warn!("no more threads could be started: {error}");
                    break;
                }
            }
            search.run(progress)
        })
    };
    let (outcome, mut stopped) = match (search.goal, end) {
        (Some(goal), _) if search.nodes.node(goal).way.cost == u64::MAX => {
            (SearchOutcome::CostOverflow, None)
        }
        (Some(goal), end) => {
            (SearchOutcome::Solved(search.plan_to(goal)), end.err().and_then(IncompleteReason::limit))
        }
        (None, end) => (SearchOutcome::of(end.map(|()| None)), None),
    };
    let (mut plans, mut endless) = (None, false);
    if let (Some(goal), Some(which), None, SearchOutcome::Solved(_)) =
        (search.goal, listed, stopped, &outcome)
    {
        match cheapest::read_off(&mut search, goal, which) {
            Ok(graph) => plans = Some(graph),
            Err(NoGraph::Endless) => endless = true,
            Err(NoGraph::Stopped(reason)) => stopped = Some(reason),
        }
    }
    let refuted = match outcome {
        SearchOutcome::DepthReached => search.limit(),
        _ => search.least.checked_sub(1),
    };
    let (refuted, refuted_cost) = match metric {
        // The first state is not a goal state.
        Metric::Actions => (Some(refuted.map_or(0, length)), None),
        Metric::Cost => (None, refuted),
    };
    let states = search.nodes.states.len() as u64;
    let first = SearchReport { outcome, refuted, refuted_cost, states, memory_bytes: search.budget.peak() };
    Ok(PlansReport { first, plans, stopped, endless })
}
