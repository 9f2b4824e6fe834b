//! The first plan: any plan, soon, without a claim that it is shortest.
//!
//! Formulas with steps of several moves (∃-steps) are short even where plans are long, and need no proof here. The plan is put
//! into an order, what it can do without is left out, and it is validated as every plan is.

use super::by_formula::by_formula;
use super::error::InternalError;
use super::options::{Mode, Options};
use super::report::{Outcome, Progress, Report};
use crate::encode::{Encoding, IdleSteps, Operators, StepOptions};
use crate::horizon::Strategy;
use crate::plan::{Plan, without_needless};
use crate::solver::SolverKind;
use crate::stop::Stop;
use crate::task::Task;

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
    let report = by_formula(task, encoding, &inside, Strategy::First, None, stop, observer)?;
    let mode = Mode::Formula(Strategy::First);
    let Outcome::Solved { plan, .. } = report.outcome else { return Ok(Report { mode, ..report }) };
    let plan = without_needless(task, &plan);
    let plan = if options.step.semantics.is_parallel() { plan } else { Plan::sequential(plan.operators()) };
    Ok(Report { outcome: Outcome::of_plan(task, plan, false)?, mode, ..report })
}
