//! The planner: runs a mode, decodes, validates, and reports an answer that can be trusted.
//!
//! This is where the rooms meet: the explicit search, or an encoding under a horizon strategy; then, in any case, the
//! validator. [`Outcome`] keeps "gave up", "not within n steps" and "impossible" apart, and a plan that the validator
//! rejects is an [`InternalError`], never an answer.

mod auto;
mod best_value;
mod bounds;
mod by_cost_formula;
mod by_formula;
mod by_search;
mod equal_costs;
mod error;
mod first;
mod first_greedy;
mod listing;
mod options;
mod proof;
mod race;
mod report;

pub use crate::horizon::Strategy;
pub use crate::search::{SearchHeuristic, UnknownSearchHeuristic};
pub use best_value::{BestValue, best_value};
pub use error::{InternalError, Unsupported};
pub use listing::PlanList;
pub use options::{Mode, Options, PlanQuery};
pub use proof::{LowerBound, ProofSource, UnknownLowerBound};
pub use report::{Outcome, Progress, Report};

use std::time::Instant;

use bounds::{Bounds, Goal};
use by_cost_formula::cheapest_by_formula;
use by_formula::{Known, by_formula};
use by_search::{by_search, by_steps, step_orders};
use equal_costs::EqualCosts;
use first::{anytime, first, first_of_any_cost};
use report::{Observer, Request};

use crate::encode::Encoding;
use crate::plan::Metric;
use crate::stop::Stop;
use crate::task::Task;

/// Solves a task in the mode that the options ask for.
///
/// `encoding` is used by the modes that make formulas. Raise `stop` from anywhere to end the run with
/// [`Outcome::Stopped`]; `observer` hears of every horizon and of the search's layers.
///
/// # Errors
/// Faults of this program: a solver that broke, or a model or plan that is not one. And of its caller: options that do
/// not go together, or one formula of more steps than can be written.
pub fn solve(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    options.check()?;
    encoding.check(options.step.semantics).map_err(Unsupported::from)?;
    if let Some(equal) = EqualCosts::of(task, options) {
        let report = solve(task, encoding, &equal.options(options), stop, observer)?;
        return Ok(equal.report(report));
    }
    let request = Request { task, encoding, options };
    let begun = Instant::now();
    let goal = match (options.mode, options.wanted) {
        (Mode::Formula(Strategy::First), _) => Goal::Any,
        (Mode::Auto | Mode::Anytime, PlanQuery::One) => Goal::Best,
        _ => Goal::All,
    };
    let bounds = Bounds::new(task, options.metric, goal);
    run(request, &bounds, stop, observer)?;
    let mut report = bounds.answer(stop);
    report.elapsed = begun.elapsed();
    Ok(report)
}

/// Runs the engines of the mode.
fn run(
    request: Request<'_>,
    bounds: &Bounds<'_>,
    stop: &Stop,
    observer: Observer<'_>,
) -> Result<(), InternalError> {
    let Request { task, encoding, options } = request;
    let minimises_cost = options.metric == Metric::Cost;
    let report = match options.mode {
        Mode::Search => {
            let (memory, tell) =
                (options.search_memory, &mut |progress| observer(Progress::Search(progress)));
            if !options.step.semantics.is_parallel() || task.clock().is_some() {
                by_search(task, options, options.heuristic, memory, stop, tell)?
            } else {
                match step_orders(task, encoding, &options.step, stop) {
                    Ok((orders, _)) => by_steps(task, options, &orders, memory, stop, tell)?,
                    Err(reason) => Report::of(Outcome::Stopped(reason), Mode::Search),
                }
            }
        }
        // Every plan of a game with a step counter ends soon, and every move takes a step.
        Mode::Auto | Mode::Anytime | Mode::Formula(Strategy::First)
            if options.mode == Mode::Auto || task.clock().is_some() =>
        {
            return auto::run(request, bounds, stop, observer);
        }
        Mode::Auto | Mode::Anytime => return anytime(request, bounds, stop, observer),
        Mode::Formula(Strategy::First) if minimises_cost => {
            return first_of_any_cost(request, bounds, stop, observer);
        }
        Mode::Formula(Strategy::First) => first(request, stop, observer)?,
        Mode::Formula(_) if minimises_cost => cheapest_by_formula(task, options, stop, observer)?,
        Mode::Formula(strategy) => by_formula(request, strategy, Known::default(), stop, observer)?,
    };
    bounds.enter(report);
    Ok(())
}
