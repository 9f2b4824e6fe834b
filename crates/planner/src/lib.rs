//! The planner: runs the engines of a mode, decodes, validates, and reports an answer that can be trusted.
//!
//! ```text
//! Question ──▶ portfolio (a table of engines) ──▶ search, formulas, formulas of costs, first plans, PDR
//!                                                     │ writes
//!                                                     ▼
//!                              Bounds: lower bound, best validated plan, "no plan" ──▶ Report
//! ```
//!
//! [`Outcome`] keeps "gave up", "not within n steps" and "impossible" apart. A plan that the validator rejects is an
//! [`InternalError`], never an answer.

mod auto;
mod best_value;
mod bounds;
mod by_cost_formula;
mod by_formula;
mod by_search;
mod by_symbolic;
mod equal_costs;
mod error;
mod event;
mod first;
mod first_greedy;
mod iterations;
mod listing;
mod options;
mod portfolio;
mod proof;
mod report;
mod turns;

pub use best_value::{BestValue, best_value};
pub use bmcplan_sat::horizon::Strategy;
pub use bounds::Bounds;
pub use error::{InternalError, Unsupported};
pub use event::{Event, Minimum};
pub use listing::PlanList;
pub use options::{Mode, Options, PlanQuery, SearchHeuristic, UnknownSearchHeuristic};
pub use proof::{LowerBound, ProofSource, UnknownLowerBound};
pub use report::{Outcome, Report};

use std::time::Instant;

use by_cost_formula::CostFormulas;
use by_formula::Formulas;
use by_search::{A_STAR, BLIND, PATTERNS, StepSearch, step_orders};
use by_symbolic::Symbolic;
use equal_costs::EqualCosts;
use first::{anytime, first, first_of_any_cost};
use portfolio::{Engine as _, Question};
use report::{Done, Observer};

use bmcplan_base::stop::Stop;
use bmcplan_sat::encode::Encoding;
use bmcplan_task::Task;
use bmcplan_task::plan::Metric;

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
    observer: &mut dyn FnMut(Event),
) -> Result<Report, InternalError> {
    let begun = Instant::now();
    let bounds = Bounds::of(options);
    solve_on(&bounds, task, encoding, options, stop, observer)?;
    Ok(Report { elapsed: begun.elapsed(), ..bounds.answer(stop) })
}

/// Works as [`solve`], and writes what is found to a board, from which the answer is read.
///
/// # Errors
/// As [`solve`].
pub fn solve_on(
    bounds: &Bounds,
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Event),
) -> Result<(), InternalError> {
    options.check()?;
    encoding.check(options.step.semantics).map_err(Unsupported::from)?;
    let equal_costs = EqualCosts::of(task, options);
    let of_lengths = equal_costs.as_ref().map(|equal| equal.options(options));
    let options = of_lengths.as_ref().unwrap_or(options);
    if let Some(equal_costs) = equal_costs {
        bounds.ask_for_lengths(equal_costs, options);
    }
    let observer = &mut |event: Event| {
        bounds.record(task, &event);
        observer(event);
    };
    let memory = options.search_memory.unwrap_or(usize::MAX);
    let is_for_one = options.wanted == PlanQuery::One;
    let without_irrelevant = if is_for_one { task.without_irrelevant(stop) } else { None };
    let relevant = without_irrelevant.as_ref().unwrap_or(task);
    let question = Question { task, relevant, encoding, options, bounds, stop, memory, is_shared: false };
    run(question, observer)?;
    // No mode gives an answer that others refuse.
    if options.metric == Metric::Cost && bounds.measure().is_some_and(|cost| u128::from(u64::MAX) <= cost) {
        return Err(Unsupported::TooDear.into());
    }
    Ok(())
}

/// Runs the engines of the mode.
fn run(question: Question<'_>, observer: Observer<'_>) -> Done {
    let Question { task, encoding, options, stop, .. } = question;
    let minimises_cost = options.metric == Metric::Cost;
    // Every plan of a game with a step counter ends soon, and every move takes a step.
    let has_clock = task.clock().is_some();
    match options.mode {
        Mode::Search if has_clock || !options.step.semantics.is_parallel() => match options.heuristic {
            SearchHeuristic::Blind => BLIND.run(question, observer),
            SearchHeuristic::LmCut => A_STAR.run(question, observer),
            SearchHeuristic::Patterns => PATTERNS.run(question, observer),
            SearchHeuristic::Symbolic => Symbolic.run(question, observer),
        },
        Mode::Search => match step_orders(task, encoding, &options.step, stop) {
            Ok((orders, _)) => StepSearch(orders).run(question, observer),
            Err(reason) => {
                question.enter(Report::of(Outcome::Stopped(reason), Mode::Search));
                Ok(())
            }
        },
        Mode::Auto => auto::run(question, observer),
        Mode::Anytime | Mode::FIRST if has_clock => auto::run(question, observer),
        Mode::Anytime => anytime(question, observer),
        Mode::FIRST if minimises_cost => first_of_any_cost(question, observer),
        Mode::FIRST => {
            question.enter(first(question, observer)?);
            Ok(())
        }
        Mode::Formula(_) if minimises_cost => CostFormulas.run(question, observer),
        Mode::Formula(strategy) => Formulas(strategy).run(question, observer),
    }
}
