//! A first plan where costs are minimised, and ever cheaper ones until a cheapest is proved.

use super::auto;
use super::error::{InternalError, Unsupported};
use super::first::first;
use super::options::{Mode, Options};
use super::report::{Answer, Observer, Outcome, Progress, Report, Request};
use crate::figures::Figures;
use crate::horizon::Strategy;
use crate::plan::Metric;
use crate::stop::Stop;

/// Finds a plan, whatever it costs, unless there is a greatest cost.
pub(super) fn first_of_any_cost(request: Request<'_>, stop: &Stop, observer: Observer<'_>) -> Answer {
    let Request { task, options, .. } = request;
    let of_length = Options { metric: Metric::Actions, max_cost: None, ..options.clone() };
    let found = first(Request { options: &of_length, ..request }, stop, observer)?;
    let found = Report { refuted: None, ..found };
    let Outcome::Solved { plan, states, .. } = found.outcome else { return Ok(found) };
    if options.max_cost.is_some_and(|most| u128::from(most) < plan.cost(task)) {
        return auto::run(request, stop, observer);
    }
    let outcome = Outcome::Solved { plan, states, optimal: false };
    Ok(Report { outcome, proved_by: None, ..found })
}

/// Finds a plan and asks for cheaper ones until a cheapest is proved.
pub(super) fn ever_cheaper(request: Request<'_>, stop: &Stop, observer: Observer<'_>) -> Answer {
    let Request { task, options, .. } = request;
    let of_first = Options { mode: Mode::Formula(Strategy::First), max_cost: None, ..options.clone() };
    let found = first_of_any_cost(Request { options: &of_first, ..request }, stop, observer)?;
    let Outcome::Solved { plan, .. } = &found.outcome else { return Ok(found) };
    let cost = u64::try_from(plan.cost(task)).unwrap_or(u64::MAX);
    log::info!("a first plan: {} operators of cost {cost}", plan.length());
    let is_dear = options.max_cost.is_some_and(|most| most < cost);
    if !is_dear {
        observer(Progress::Plan(plan));
    }
    let most = options.max_cost.map_or(cost, |most| most.min(cost));
    let options = &Options { mode: Mode::Auto, max_cost: Some(most), ..options.clone() };
    let better = match auto::run(Request { options, ..request }, stop, observer) {
        // The cheapest one cannot be found out; the first plan is left.
        Err(InternalError::Unsupported(Unsupported::TooDear)) if !is_dear => return Ok(found),
        better => better?,
    };
    if is_dear {
        return Ok(better);
    }
    let (first_is_best, stopped) = match &better.outcome {
        Outcome::Stopped(reason) => (true, Some(*reason)),
        Outcome::Solved { plan: other, optimal: false, .. } => {
            (plan.cost(task) <= other.cost(task), better.stopped)
        }
        _ => (false, None),
    };
    let attempts = found.attempts.iter().chain(&better.attempts).cloned().collect();
    if !first_is_best {
        return Ok(Report { attempts, ..better });
    }
    let figures = Figures { states: better.figures.states, ..found.figures };
    let Report { refuted_cost, proved_by, trusted, .. } = better;
    Ok(Report { refuted_cost, proved_by, trusted, attempts, figures, stopped, ..found })
}
