//! Cheapest plans by formulas: steps of several operators and a relaxed suffix, for a proof over all lengths.

use bmcplan_base::stop::Stop;
use bmcplan_sat::encode::{
    EncodeError, Encoding as _, Operators, Semantics, StepOptions, Suffix, Trace, TransitionSystem, decode,
};
use bmcplan_sat::figures::{CpuInstant, Figures, seconds};
use bmcplan_sat::horizon::{
    CheapestEvent, CheapestQuestion, CheapestRun, CheapestVerdict, RunError, cheapest,
};
use bmcplan_sat::solver::{SolverError, SolverKind, Trust};
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan, validate, without_needless};

use super::by_formula::believed;
use super::error::{InternalError, Unsupported};
use super::event::Event;
use super::options::{Mode, Options};
use super::portfolio::{Engine, Question};
use super::proof::ProofSource;
use super::report::{Answer, Done, Observer, Outcome, Report};

/// Formulas of some steps and a relaxed suffix, for a plan of least cost, and of those, if asked for, of the fewest operators.
pub(super) struct CostFormulas;

impl Engine for CostFormulas {
    fn name(&self) -> &'static str {
        "formulas of costs"
    }

    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
        question.enter(cheapest_by_formula(question.task, question.options, question.stop, observer)?);
        Ok(())
    }
}

fn cheapest_by_formula(task: &Task, options: &Options, stop: &Stop, observer: Observer<'_>) -> Answer {
    let mode = Mode::INCREMENTAL;
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
    let greatest = options.max_cost.map(u128::from);
    let question = CostQuestion { task, prepared: &prepared, options };
    let mut found = question.ask(&options.solver, greatest, stop, observer)?;
    let trusted = question.trusted(&mut found, greatest, stop, observer)?;
    let Found { run: CheapestRun { verdict, bounds, measured, conflicts, n_steps, .. }, plan } = found;
    log::debug!("{n_steps} steps, bounds {bounds:?}, {conflicts:?} conflicts");
    let best = plan.filter(|plan| greatest.is_none_or(|greatest| question.cost(plan) <= greatest));
    let refuted = bounds.first().and_then(|bound| bound.checked_sub(1));
    let is_least = best.as_ref().is_some_and(|plan| bounds.first() == Some(&question.cost(plan)));
    let mut stopped = None;
    let outcome = match (verdict, best) {
        (CheapestVerdict::Unsolvable, _) => Outcome::Unsolvable,
        (CheapestVerdict::NoneWithin(cost), _) => {
            Outcome::NoPlanAtCost(u64::try_from(cost).unwrap_or(u64::MAX))
        }
        (CheapestVerdict::Stopped(reason), None) => Outcome::Stopped(reason),
        (CheapestVerdict::Stopped(reason), Some(plan)) => {
            stopped = Some(reason);
            Outcome::of_plan(task, plan, is_least)?
        }
        (CheapestVerdict::Cheapest, best) => {
            Outcome::of_plan(task, best.ok_or(RunError::NoRun(0))?, is_least)?
        }
    };
    let proves = refuted.is_some() || outcome == Outcome::Unsolvable;
    Ok(Report {
        refuted_cost: refuted.map(|refuted| u64::try_from(refuted).unwrap_or(u64::MAX)),
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

struct CostQuestion<'a> {
    task: &'a Task,
    prepared: &'a Prepared,
    options: &'a Options,
}

struct Found {
    run: CheapestRun,
    /// The best plan, which may cost more than was asked for.
    plan: Option<Plan>,
}

impl CostQuestion<'_> {
    fn cost(&self, plan: &Plan) -> u128 {
        plan.operators().map(|id| u128::from(self.task.operator(id).cost)).sum()
    }

    fn ask(
        &self,
        solver: &SolverKind,
        greatest: Option<u128>,
        stop: &Stop,
        observer: Observer<'_>,
    ) -> Result<Found, InternalError> {
        let Prepared { system, suffix, first_steps } = self.prepared;
        let of_metric = |metric: Metric| -> Vec<u64> {
            suffix.operators().iter().map(|(id, _)| metric.of(self.task.operator(*id))).collect()
        };
        let metrics =
            if self.options.fewest { &[Metric::Cost, Metric::Actions][..] } else { &[Metric::Cost] };
        let question = CheapestQuestion {
            objectives: &metrics.iter().copied().map(of_metric).collect::<Vec<_>>(),
            greatest,
            first_steps: *first_steps,
            schedule: self.options.schedule,
        };
        // The best plan so far, and the fault of the first trace that is no plan.
        let mut best: Option<Plan> = None;
        let mut fault: Option<InternalError> = None;
        let (mut lower, mut upper) = (0, None);
        let on_event = &mut |event: CheapestEvent<'_>| match event {
            CheapestEvent::Bound(0, bound) => {
                lower = bound;
                observer(Event::Cost { lower, upper });
            }
            CheapestEvent::Bound(..) => {}
            CheapestEvent::Steps(n_steps) => observer(Event::Started(n_steps)),
            CheapestEvent::Reached(trace) => match sequential(self.task, system, trace) {
                Ok(plan) => {
                    // Operators that cost nothing may be in it for nothing.
                    let plan = without_needless(self.task, &plan);
                    let cost = self.cost(&plan);
                    // Plans that come before the bound is reached may be beyond what was asked for.
                    if greatest.is_none_or(|greatest| cost <= greatest) {
                        observer(Event::Plan(plan.clone()));
                        upper = Some(cost);
                        observer(Event::Cost { lower, upper });
                    }
                    best = Some(plan);
                }
                Err(error) => {
                    fault.get_or_insert(error);
                }
            },
        };
        let run = cheapest(system, suffix, &question, solver, stop, on_event)?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Found { run, plan: best }),
        }
    }

    /// Returns the foreign solver on whose unconfirmed refutations the answer rests, if any, after confirmation of the others.
    ///
    /// A built-in solver is asked the whole question again: a bound is the sum of many refutations, and no single formula stands for
    /// them. Its bounds are the known ones then.
    fn trusted(
        &self,
        found: &mut Found,
        greatest: Option<u128>,
        stop: &Stop,
        observer: Observer<'_>,
    ) -> Result<Option<SolverKind>, InternalError> {
        let Options { solver, trust, .. } = self.options;
        let is_unsolvable = found.run.verdict == CheapestVerdict::Unsolvable;
        let rests = is_unsolvable || found.run.bounds.iter().any(|bound| 0 < *bound);
        if solver.is_built_in() || !rests {
            return Ok(None);
        }
        if let Some(plan) = found.plan.as_ref().filter(|plan| self.denies(found, plan)) {
            return Err(self.lie(found, plan).into());
        }
        if *trust == Trust::Unchecked || matches!(found.run.verdict, CheapestVerdict::Stopped(_)) {
            return Ok(Some(solver.clone()));
        }
        observer(Event::Confirming(found.run.n_steps));
        let built_in = SolverKind::default();
        let greatest = greatest.filter(|_| !is_unsolvable);
        let again = self.ask(&built_in, greatest, stop, &mut |_| {})?;
        if let Some(plan) = again.plan.as_ref().filter(|plan| self.denies(found, plan)) {
            return Err(self.lie(found, plan).into());
        }
        if found.plan.as_ref().is_some_and(|plan| self.denies(&again, plan)) {
            let cause = format!("it denies a plan that {solver} found");
            return Err(SolverError::Internal { solver: built_in.to_string(), cause }.into());
        }
        if matches!(again.run.verdict, CheapestVerdict::Stopped(_)) {
            return Ok(Some(solver.clone()));
        }
        if found.run.verdict == again.run.verdict {
            found.run.bounds = again.run.bounds;
        }
        Ok(None)
    }

    /// Returns true if an answer says that there is no such plan.
    fn denies(&self, answer: &Found, plan: &Plan) -> bool {
        let length = |plan: &Plan| if self.options.fewest { plan.length() } else { 0 };
        let measures = |plan: &Plan| (self.cost(plan), length(plan));
        let is_better = |own: &Plan| measures(plan) < measures(own);
        let is_below_bound = answer.run.bounds.first().is_some_and(|bound| self.cost(plan) < *bound);
        match answer.run.verdict {
            CheapestVerdict::Unsolvable => true,
            CheapestVerdict::Cheapest => is_below_bound || answer.plan.as_ref().is_some_and(is_better),
            CheapestVerdict::NoneWithin(_) | CheapestVerdict::Stopped(_) => is_below_bound,
        }
    }

    /// Returns the error that the foreign solver denies a plan.
    fn lie(&self, answer: &Found, denied: &Plan) -> SolverError {
        let claim = match answer.run.verdict {
            CheapestVerdict::Unsolvable => "no plan exists",
            CheapestVerdict::NoneWithin(limit) if self.cost(denied) <= limit => "no plan is within the limit",
            // Its bound goes beyond the limit.
            CheapestVerdict::NoneWithin(_) => "every plan costs more than one that there is",
            _ => "no plan is cheaper, or as cheap with fewer actions",
        };
        let cause = format!("it says wrongly that {claim}");
        SolverError::Foreign { solver: self.options.solver.to_string(), cause }
    }
}

struct Prepared {
    system: TransitionSystem,
    suffix: Suffix,
    /// The least number of steps of a plan, as far as relaxed reachability knows.
    first_steps: usize,
}

impl Prepared {
    /// Builds the formula; `None` if relaxed reachability rules plans out.
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

/// Returns the plan of a trace, its steps of one operator, if the validator accepts it.
fn sequential(task: &Task, system: &TransitionSystem, trace: &Trace) -> Result<Plan, InternalError> {
    let plan = Plan::sequential(decode(task, system, trace)?.operators());
    validate(task, &plan)?;
    Ok(plan)
}
