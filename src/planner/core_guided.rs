//! Plans of the fewest operators by formulas whose steps have several: put into an order, and validated as every plan is.

use super::by_formula::by_formula;
use super::error::InternalError;
use super::options::{Mode, Options};
use super::proof::LowerBound;
use super::report::{Outcome, Progress, Report};
use crate::encode::{Encoding, Operators, Placement, Semantics, StepOptions};
use crate::horizon::Strategy;
use crate::plan::Plan;
use crate::stop::Stop;
use crate::task::Task;

/// Finds a shortest plan of a task without a clock.
pub(super) fn core_guided(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let semantics = Semantics::ForAll;
    let encoding = if encoding.check(semantics).is_ok() { encoding } else { &Operators };
    let step = StepOptions { semantics, placement: Placement::Earliest, ..options.step.clone() };
    let lower_bound = match options.lower_bound {
        // Few steps are cheap, and LM-cut rules out too few of them.
        LowerBound::HMax => LowerBound::LmCut,
        chosen => chosen,
    };
    let inside = Options { step, lower_bound, ..options.clone() };
    let report = by_formula(task, encoding, &inside, Strategy::CoreGuided, None, stop, observer)?;
    let Outcome::Solved { plan, .. } = report.outcome else { return Ok(report) };
    let plan = Plan::sequential(plan.operators());
    let is_shortest = plan.length().checked_sub(1) <= report.refuted;
    Ok(Report {
        outcome: Outcome::of_plan(task, plan, is_shortest)?,
        mode: Mode::Formula(Strategy::CoreGuided),
        ..report
    })
}
