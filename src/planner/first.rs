//! The first plan: any plan, soon, without a claim that it is shortest.
//!
//! Formulas with steps of several moves (∃-steps) are short even where plans are long, and need no proof here. The plan is put
//! into an order, what it can do without is left out, and it is validated as every plan is.
//!
//! On dense boards hardly any moves can share a step, but states are few. So, where steps of one move are asked for, there is a
//! short breadth-first search before the formulas. It is bounded by memory and not by time, so the same input gives the same
//! plan; and a plan that it finds is a shortest one.

use super::by_formula::by_formula;
use super::by_search::by_search;
use super::error::InternalError;
use super::heuristic::SearchHeuristic;
use super::options::{Mode, Options};
use super::report::{Outcome, Progress, Report};
use crate::encode::{Encoding, IdleSteps, Operators, StepOptions};
use crate::figures::Figures;
use crate::horizon::Strategy;
use crate::plan::{Plan, without_needless};
use crate::solver::SolverKind;
use crate::stop::Stop;
use crate::task::Task;

/// What the search before the formulas may hold, in bytes: some ten thousand states, a hundredth of a second.
const SEARCH_MEMORY: usize = 4 << 20;

/// Finds a plan. What is refuted on the way holds for plans of one move a step, too.
pub(super) fn first(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let semantics = options.semantics_of_formulas();
    let encoding = if encoding.check(semantics).is_ok() { encoding } else { &Operators };
    let step = StepOptions { semantics, idle: IdleSteps::Anywhere, ..options.step.clone() };
    let inside = Options { solver: SolverKind::Batsat, step, ..options.clone() };
    let mut searched = None;
    if !options.step.semantics.is_parallel() {
        let memory = options.search_memory.map_or(SEARCH_MEMORY, |bytes| bytes.min(SEARCH_MEMORY));
        let report = by_search(task, options, SearchHeuristic::Blind, Some(memory), stop, observer)?;
        // A horizon may have more moves than steps.
        let is_answer = matches!(report.outcome, Outcome::Solved { .. } | Outcome::Unsolvable);
        if is_answer || stop.is_raised() {
            return Ok(report);
        }
        searched = Some(report);
    }
    let report = by_formula(task, encoding, &inside, Strategy::First, None, stop, observer)?;
    let report = match searched {
        Some(searched) if report.refuted < searched.refuted => Report {
            refuted: searched.refuted,
            proved_by: searched.proved_by,
            figures: Figures { states: searched.figures.states, ..report.figures },
            ..report
        },
        _ => report,
    };
    let mode = Mode::Formula(Strategy::First);
    let Outcome::Solved { plan, .. } = report.outcome else { return Ok(Report { mode, ..report }) };
    let plan = without_needless(task, &plan);
    let plan = if options.step.semantics.is_parallel() { plan } else { Plan::sequential(plan.operators()) };
    Ok(Report { outcome: Outcome::of_plan(task, plan, false)?, mode, ..report })
}
