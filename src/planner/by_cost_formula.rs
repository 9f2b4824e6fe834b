//! Cheapest plans, and shortest ones, by formulas: steps of several operators and a relaxed suffix, for a proof over all lengths.

use super::by_formula::believed;
use super::error::{InternalError, Unsupported};
use super::options::{Mode, Options};
use super::proof::ProofSource;
use super::report::{Outcome, Progress, Report};
use crate::encode::{
    EncodeError, Encoding as _, Operators, Semantics, StepOptions, Suffix, Trace, TransitionSystem, decode,
};
use crate::figures::{CpuInstant, Figures, seconds};
use crate::horizon::{
    CheapestEvent, CheapestQuestion, CheapestRun, CheapestVerdict, Event, Strategy, cheapest,
};
use crate::plan::{Metric, Plan, validate};
use crate::stop::Stop;
use crate::task::Task;

/// Finds a plan that has least of the metric, and of those one of the fewest operators.
///
/// # Errors
/// As [`solve`](super::solve); and a task with a clock, whose operators do not commute with time.
pub(super) fn cheapest_by_formula(
    task: &Task,
    metric: Metric,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let mode = Mode::Formula(Strategy::Incremental);
    if task.clock().is_some() {
        return Err(Unsupported::RestAgainstTime.into());
    }
    let begun = CpuInstant::now();
    let prepared = match Prepared::of(task, options, stop) {
        Ok(Some(prepared)) => prepared,
        Ok(None) => {
            let proved_by = Some(ProofSource::RelaxedReachability);
            return Ok(Report { proved_by, ..Report::of(Outcome::Unsolvable, mode) });
        }
        Err(EncodeError::Stopped(reason)) => return Ok(Report::of(Outcome::Stopped(reason), mode)),
        Err(EncodeError::Semantics(error)) => return Err(Unsupported::from(error).into()),
    };
    let encoded = begun.elapsed();
    let Prepared { system, suffix, first_steps } = prepared;
    let of_metric = |metric: Metric| -> Vec<u64> {
        suffix.operators().iter().map(|(id, _)| metric.of(task.operator(*id))).collect()
    };
    let mut objectives = vec![of_metric(metric)];
    if metric == Metric::Cost {
        objectives.push(of_metric(Metric::Actions));
    }
    let question = CheapestQuestion {
        objectives: &objectives,
        greatest: match metric {
            Metric::Cost => options.max_cost.map(u128::from),
            Metric::Actions => options.max_horizon.map(|greatest| greatest as u128),
        },
        first_steps,
        schedule: options.schedule,
    };
    // The best plan so far, and the fault of the first trace that is no plan.
    let mut best: Option<Plan> = None;
    let mut fault: Option<InternalError> = None;
    let measure =
        |plan: &Plan| -> u128 { plan.operators().map(|id| u128::from(metric.of(task.operator(id)))).sum() };
    let is_cost = metric == Metric::Cost;
    let mut lower = 0;
    let hear = &mut |event: CheapestEvent<'_>| match event {
        CheapestEvent::Bound(0, bound) if is_cost => {
            lower = bound;
            observer(Progress::Cost { lower, upper: best.as_ref().map(measure) });
        }
        CheapestEvent::Bound(..) => {}
        CheapestEvent::Steps(n_steps) => observer(Progress::Horizon(Event::Started(n_steps))),
        CheapestEvent::Reached(trace) => match sequential(task, &system, trace) {
            // Plans that come before the bound is reached may be beyond what was asked for.
            Ok(plan) if question.greatest.is_some_and(|greatest| greatest < measure(&plan)) => {}
            Ok(plan) => {
                observer(Progress::Plan(&plan));
                if is_cost {
                    observer(Progress::Cost { lower, upper: Some(measure(&plan)) });
                }
                best = Some(plan);
            }
            Err(error) => {
                fault.get_or_insert(error);
            }
        },
    };
    let run = cheapest(&system, &suffix, &question, &options.solver, stop, hear)?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    let CheapestRun { verdict, bounds, measured, conflicts, n_steps, .. } = run;
    log::debug!("{n_steps} steps, bounds {bounds:?}, {conflicts:?} conflicts");
    let refuted = bounds.first().and_then(|bound| bound.checked_sub(1));
    let is_least = best.as_ref().is_some_and(|plan| bounds.first() == Some(&measure(plan)));
    let mut stopped = None;
    let outcome = match (verdict, best) {
        (CheapestVerdict::Unsolvable, _) => Outcome::Unsolvable,
        (CheapestVerdict::NoneWithin(cost), _) if is_cost => {
            Outcome::NoPlanAtCost(u64::try_from(cost).unwrap_or(u64::MAX))
        }
        (CheapestVerdict::NoneWithin(steps), _) => {
            Outcome::NoPlanWithin(usize::try_from(steps).unwrap_or(usize::MAX))
        }
        (CheapestVerdict::Stopped(reason), None) => Outcome::Stopped(reason),
        (CheapestVerdict::Stopped(reason), Some(plan)) => {
            stopped = Some(reason);
            Outcome::of_plan(task, plan, is_least)?
        }
        (CheapestVerdict::Cheapest, best) => {
            Outcome::of_plan(task, best.ok_or(InternalError::NoRun(0))?, is_least)?
        }
    };
    let proves = refuted.is_some() || outcome == Outcome::Unsolvable;
    let trusted = (proves && !options.solver.is_built_in()).then(|| options.solver.clone());
    Ok(Report {
        refuted: refuted.filter(|_| !is_cost).map(|refuted| usize::try_from(refuted).unwrap_or(usize::MAX)),
        refuted_cost: refuted.filter(|_| is_cost).map(|refuted| u64::try_from(refuted).unwrap_or(u64::MAX)),
        proved_by: proves.then(|| believed(options, trusted.as_ref())),
        trusted,
        stopped,
        has_relaxed_rest: true,
        figures: Figures {
            build_seconds: Some(seconds(encoded + measured.building)),
            solver_seconds: Some(seconds(measured.solving)),
            conflicts,
            ..Figures::of_formula(measured.size)
        },
        ..Report::of(outcome, mode)
    })
}

/// A task as a transition system with its suffix.
struct Prepared {
    system: TransitionSystem,
    suffix: Suffix,
    /// The least number of steps of a plan, as far as relaxed reachability knows.
    first_steps: usize,
}

impl Prepared {
    /// `None` if relaxed reachability rules plans out.
    fn of(task: &Task, options: &Options, stop: &Stop) -> Result<Option<Self>, EncodeError> {
        let Some(first_steps) = task.relaxed_distance(stop).map_err(EncodeError::Stopped)? else {
            return Ok(None);
        };
        let step = StepOptions { semantics: Semantics::Exists, ..options.step.clone() };
        let system = Operators.encode(task, &step, stop)?;
        let suffix = Suffix::of(task, &system, stop).map_err(EncodeError::Stopped)?;
        Ok(Some(Self { system, suffix, first_steps }))
    }
}

/// The plan of a trace, its steps of one operator, if the validator accepts it.
fn sequential(task: &Task, system: &TransitionSystem, trace: &Trace) -> Result<Plan, InternalError> {
    let plan = Plan::sequential(decode(task, system, trace)?.operators());
    validate(task, &plan)?;
    Ok(plan)
}
