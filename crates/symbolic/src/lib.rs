//! Symbolic search: sets of states as binary decision diagrams, from the initial state and from the goal at once.
//!
//! ```text
//! Task ──variables──▶ bits ──relation──▶ relations between states, by cost
//!                                          │ images
//!                                          ▼
//!              layers from the start (direction) ──bidirectional──▶ layers from the goal
//!                                          ├── meet: path ──▶ Plan
//!                                          └── all of a measure: all_plans ──▶ number, list
//! ```
//!
//! A set of very many states is often a small diagram (McMillan, *Symbolic model checking*, 1993; Edelkamp & Helmert, *The
//! model checking integrated planning system*, 2001). Search from both sides finds cheapest plans without a heuristic
//! (Torralba, Alcázar, Kissmann & Edelkamp, *Efficient symbolic search for cost-optimal planning*, 2017). The same task and
//! limits give the same plan in every run.
//!
//! **Architecture Invariant:** this crate knows nothing of SAT and of explicit search.

mod all_plans;
mod basis;
mod bidirectional;
mod constraints;
mod direction;
mod measure;
mod operations;
mod order;
mod path;
mod relation;
mod space;
mod store;
mod variables;

use all_plans::AllPlans;
use basis::Basis;
use bidirectional::Bidirectional;
use measure::Measure;
pub use measure::SymbolicQuestion;
use path::Tracer;
use relation::{merged_by_cost, relations};
pub use space::{SpaceEnd, SymbolicSpace, explore};
use store::{Halt, Store};
use variables::Variables;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_task::plan::Plan;
use bmcplan_task::{Operator, OperatorNames, Task};

/// Answer of a symbolic search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymbolicOutcome {
    /// A best plan.
    Solved(Plan),
    /// All best plans, if they were asked for.
    All {
        /// One of them.
        first: Plan,
        /// As many as were asked for.
        plans: Vec<Plan>,
        /// Number of all; `None` if it is 2^128 or more. Operators of one name that lead to the same state count once.
        count: Option<u128>,
    },
    /// There are infinitely many cheapest plans, since operators of cost 0 form a cycle.
    Endless,
    /// No plan exists.
    NoPlan,
    /// No plan measures as little as the greatest measure, or less.
    LimitReached,
    /// A limit was reached before there was an answer.
    Stopped(StopReason),
    /// A state takes more than 2048 bits.
    TooLarge,
}

/// News of a running search.
#[derive(Debug, Clone)]
pub enum News {
    /// A layer is done.
    Layer {
        /// Greatest measure of which no plan is; none if nothing is ruled out.
        refuted: Option<u128>,
        /// Bytes of all diagrams.
        memory_bytes: usize,
    },
    /// A plan that may not be the best.
    Plan(Plan),
}

/// Finds a best plan, or all.
pub fn best_plan(
    task: &Task,
    question: &SymbolicQuestion,
    stop: &Stop,
    observer: &mut dyn FnMut(News),
) -> SymbolicOutcome {
    if task.is_goal(task.initial()) && question.list.is_none() {
        return SymbolicOutcome::Solved(Plan::default());
    }
    match search(task, question, stop, observer) {
        Ok(outcome) => outcome,
        Err(Halt::Stopped(reason)) => SymbolicOutcome::Stopped(reason),
        Err(Halt::Full | Halt::Allowance) => SymbolicOutcome::Stopped(StopReason::Memory),
    }
}

fn search(
    task: &Task,
    question: &SymbolicQuestion,
    stop: &Stop,
    observer: &mut dyn FnMut(News),
) -> Result<SymbolicOutcome, Halt> {
    let (mut relevant, mut names) = (task.relevant_operators(stop), OperatorNames::default());
    if question.list.is_some() {
        // Operators that help nothing are on best plans, too, if they cost nothing.
        let is_free = |operator| question.measure(operator) == Measure::default();
        relevant.iter_mut().zip(task.operators()).for_each(|(is, operator)| *is |= is_free(operator));
        names = OperatorNames::of(task);
    }
    let basis = Basis::of(task, &relevant, stop)?;
    let Some(mut variables) = Variables::of(task, &basis.operators, &basis.reachable) else {
        return Ok(SymbolicOutcome::TooLarge);
    };
    let store = &mut Store::new(question.memory_bytes.unwrap_or(usize::MAX), stop);
    let measure = |operator: &Operator| question.measure(operator);
    let mut single = relations(&basis, measure, &names, &mut variables, store)?;
    let to_merge = if question.list.is_some() { single.clone() } else { std::mem::take(&mut single) };
    let merged = merged_by_cost(to_merge, &variables, store)?;
    let start = variables.state(task.initial(), store)?;
    let goal = variables.condition(task.goal(), store)?;
    let facts: Vec<_> = task.goal().iter().filter_map(|literal| literal.as_fact()).collect();
    let goal = basis.constraints.everywhere(&facts, goal, &variables, store)?;
    let mut search = Bidirectional::of([start.clone(), goal.clone()], merged, &variables, store)?;
    let most = question.most.map_or(u128::MAX, u128::from);
    let (mut best, mut refuted): (Option<(Measure, Plan)>, _) = (None, None);
    loop {
        if let Some(meeting) = &search.best
            && meeting.measure().cost <= most
            && best.as_ref().is_none_or(|(best, _)| meeting.measure() < *best)
        {
            let plan = Tracer {
                search: &search,
                variables: &variables,
                operators: &basis.operators,
                question,
                store,
            }
            .plan(meeting)?;
            observer(News::Plan(plan.clone()));
            best = Some((meeting.measure(), plan));
        }
        let found = search.best.as_ref().map(|best| best.measure());
        let least = search.lower_bound().into_iter().chain(found).min();
        refuted = refuted.max(least.and_then(|least| least.cost.checked_sub(1)));
        observer(News::Layer { refuted, memory_bytes: store.bytes() });
        if search.is_over(question.list.is_some()) {
            return Ok(match (best, &search.best) {
                (Some((best, first)), _) => {
                    let Some(most) = question.list else { return Ok(SymbolicOutcome::Solved(first)) };
                    for relation in single.get_mut(&Measure::default()).into_iter().flatten() {
                        *relation = relation.changing(&variables, store)?;
                    }
                    let all = AllPlans::of(&search, best, &goal, &variables, &single, store)?;
                    if all.are_endless(store)? {
                        return Ok(SymbolicOutcome::Endless);
                    }
                    let count = all.count(&start, store)?;
                    let plans = all.list(most, &basis.operators, question, store)?;
                    SymbolicOutcome::All { first, plans, count }
                }
                (None, Some(_)) => SymbolicOutcome::LimitReached,
                (None, None) => SymbolicOutcome::NoPlan,
            });
        }
        if best.is_none() && search.lower_bound().is_some_and(|bound| most < bound.cost) {
            return Ok(SymbolicOutcome::LimitReached);
        }
        search.advance(&variables, store)?;
    }
}
