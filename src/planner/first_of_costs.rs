//! A first plan where costs are minimised, and ever cheaper ones until a cheapest is proved.

use super::auto;
use super::bounds::Bounds;
use super::error::{InternalError, Unsupported};
use super::first::first;
use super::options::{Mode, Options};
use super::report::{Observer, Outcome, Progress, Report, Request};
use crate::horizon::Strategy;
use crate::plan::Metric;
use crate::stop::Stop;

/// Finds a plan, whatever it costs, unless there is a greatest cost.
pub(super) fn first_of_any_cost(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, options, .. } = request;
    let of_length = Options { metric: Metric::Actions, max_cost: None, ..options.clone() };
    let found = first(Request { options: &of_length, ..request }, stop, observer)?;
    // What is proved about lengths says nothing about costs.
    let found = Report { refuted: None, ..found };
    let Outcome::Solved { plan, states, .. } = found.outcome else {
        bounds.enter(found);
        return Ok(());
    };
    if options.max_cost.is_some_and(|most| u128::from(most) < plan.cost(task)) {
        return auto::run(request, bounds, stop, observer);
    }
    let outcome = Outcome::Solved { plan, states, optimal: false };
    bounds.enter(Report { outcome, proved_by: None, ..found });
    Ok(())
}

/// Finds a plan and asks for cheaper ones until a cheapest is proved.
pub(super) fn ever_cheaper(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, options, .. } = request;
    let of_first = Options { mode: Mode::Formula(Strategy::First), ..options.clone() };
    first_of_any_cost(Request { options: &of_first, ..request }, bounds, stop, observer)?;
    let Some(plan) = bounds.plan().filter(|_| !bounds.is_settled()) else { return Ok(()) };
    let cost = u64::try_from(plan.cost(task)).unwrap_or(u64::MAX);
    log::info!("a first plan: {} operators of cost {cost}", plan.length());
    observer(Progress::Plan(&plan));
    let options = &Options { mode: Mode::Auto, max_cost: Some(cost), ..options.clone() };
    match auto::run(Request { options, ..request }, bounds, stop, observer) {
        // The cheapest plan cannot be found; the first one is left.
        Err(InternalError::Unsupported(Unsupported::TooDear)) => Ok(()),
        other => other,
    }
}
