//! Answers by formulas: an encoding under a horizon strategy, decoded and validated.

#[cfg(feature = "varisat")]
use std::sync::Arc;

use bmcplan_base::stop::Stop;
use bmcplan_sat::encode::{
    EncodeError, Encoding, Reduction, Reductions, Semantics, StepOptions, Trace, Transition,
    TransitionSystem, decode,
};
use bmcplan_sat::figures::{CpuInstant, Figures, seconds};
use bmcplan_sat::horizon::{
    self, Confirmation, ForeignRun, HorizonEvent, HorizonRange, Run, Strategy, Verdict, confirm,
};
use bmcplan_sat::solver::{SolverError, SolverKind};
use bmcplan_task::Task;
use bmcplan_task::plan::{Plan, validate};

use super::error::{InternalError, Unsupported};
use super::event::Event;
use super::listing::Collector;
use super::options::{Mode, Options, PlanQuery};
use super::portfolio::{Engine, Question};
use super::proof::ProofSource;
use super::report::{Answer, Done, Observer, Outcome, Report};

/// Formulas under a horizon strategy.
pub(super) struct Formulas(pub(super) Strategy);

impl Engine for Formulas {
    fn name(&self) -> &'static str {
        "formulas"
    }

    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
        question.enter(by_formula(question, self.0, observer)?);
        Ok(())
    }
}

/// Looks for plans by formulas of the horizons that a strategy chooses, but for those that are refuted on the board. Beside other
/// engines these are tried, too: short horizons cost little and warm the solver.
pub(super) fn by_formula(question: Question<'_>, strategy: Strategy, observer: Observer<'_>) -> Answer {
    let Question { task, options, bounds, stop, .. } = question;
    let mode = Mode::Formula(strategy);
    let (earliest, by) = match options.lower_bound.of(task, options.step.semantics, stop) {
        Ok((Some(earliest), by)) => (earliest, by),
        Ok((None, by)) => {
            return Ok(Report { proved_by: Some(by), ..Report::of(Outcome::Unsolvable, mode) });
        }
        Err(reason) => return Ok(Report::of(Outcome::Stopped(reason), mode)),
    };
    let (refuted, by) = match bounds.refuted().filter(|_| !question.is_shared) {
        Some((refuted, by)) if earliest.checked_sub(1) <= Some(refuted) => (Some(refuted), by),
        _ => (earliest.checked_sub(1), by),
    };
    let refuted = strategy.skips(refuted);
    let proved_by = refuted.is_some().then_some(by);
    if let Some(horizon) = strategy.horizon().filter(|horizon| *horizon < earliest) {
        let outcome = Outcome::NoPlanWithin(horizon);
        return Ok(Report { refuted, proved_by, ..Report::of(outcome, mode) });
    }
    let begun = CpuInstant::now();
    let (system, keeps_derivations) = match encoded_for(question, strategy) {
        Ok(found) => found,
        Err(EncodeError::Stopped(reason)) => {
            return Ok(Report { refuted, proved_by, ..Report::of(Outcome::Stopped(reason), mode) });
        }
        Err(EncodeError::Semantics(error)) => return Err(Unsupported::from(error).into()),
    };
    let range = HorizonRange { bound: bounds.length(), ..options.range(refuted) };
    let is_divided = strategy == Strategy::Incremental && range.divides();
    let system = if is_divided { system.with_landmark_facts(&task.landmark_facts(stop)) } else { system };
    let encoded = begun.elapsed();
    let mut collector = Collector::new(task, &system, options.wanted);
    // The fault of the first trace on the way that is no plan.
    let mut fault: Option<InternalError> = None;
    let observer = &mut |event: HorizonEvent<'_>| match event {
        HorizonEvent::Started(horizon) => observer(Event::Started(horizon)),
        HorizonEvent::Finished(attempt) => observer(Event::Finished(attempt.clone())),
        HorizonEvent::Confirming(horizon) => observer(Event::Confirming(horizon)),
        HorizonEvent::Spent(effort) => observer(Event::Spent(effort)),
        HorizonEvent::Reached(trace) => match decoded(task, &system, trace) {
            Ok(plan) => observer(Event::Plan(plan)),
            Err(error) => {
                fault.get_or_insert(error);
            }
        },
    };
    let listener = &mut |trace: &Trace| collector.collect(trace);
    #[cfg(feature = "varisat")]
    let (run, refutation) = if keeps_derivations {
        horizon::run_proving(&system, &range, stop, observer)?
    } else {
        (horizon::run_all(&system, strategy, &range, &options.solver, stop, observer, listener)?, None)
    };
    #[cfg(not(feature = "varisat"))]
    let run = {
        debug_assert!(!keeps_derivations, "there is no solver that keeps it");
        horizon::run_all(&system, strategy, &range, &options.solver, stop, observer, listener)?
    };
    let foreign =
        ForeignRun { system: &system, strategy, known: refuted, run: &run, listed: collector.listed(&run) };
    let trusted = trusted(task, options, &foreign, stop, observer)?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    let Run { verdict, refuted: refuted_now, stopped, attempts, measured } = run;
    let list = collector.finish(stopped.is_some())?;
    let is_shortest = matches!(verdict, Verdict::Reached { shortest: true, .. });
    let outcome = match verdict {
        Verdict::Reached { trace, shortest } => {
            let plan = decode(task, &system, &trace)?;
            let shares_steps = !system.operators().is_empty();
            Outcome::of_plan(task, if shares_steps { plan } else { changes_of(task, &plan)? }, shortest)?
        }
        Verdict::Unsolvable => Outcome::Unsolvable,
        Verdict::NoneWithin(horizon) => Outcome::NoPlanWithin(horizon),
        Verdict::Stopped(reason) => Outcome::Stopped(reason),
    };
    let by_solver = || believed(options, trusted.as_ref());
    let proved_by = match &outcome {
        Outcome::Unsolvable if system.excludes_goal() => Some(ProofSource::Mutexes),
        Outcome::Unsolvable if strategy == Strategy::Pdr => Some(ProofSource::Invariant),
        Outcome::Unsolvable => Some(by_solver()),
        _ if refuted < refuted_now => Some(by_solver()),
        _ => proved_by,
    };
    let figures = Figures {
        build_seconds: Some(seconds(encoded + measured.building)),
        solver_seconds: Some(seconds(measured.solving)),
        // `None` if no horizon was tried.
        conflicts: attempts
            .iter()
            .map(|attempt| attempt.conflicts)
            .reduce(|one, other| one.zip(other).map(|(one, other)| one + other))
            .flatten(),
        ..Figures::of_formula(measured.size)
    };
    Ok(Report {
        refuted: refuted.max(refuted_now),
        proved_by,
        list: (is_shortest && options.wanted != PlanQuery::One).then_some(list),
        trusted,
        stopped,
        #[cfg(feature = "varisat")]
        refutation: refutation.map(Arc::new),
        attempts,
        same_formula: system.same_as(),
        figures,
        ..Report::of(outcome, mode)
    })
}

/// Returns the foreign solver on whose unconfirmed refutations the run rests, if any, after confirmation of the others.
fn trusted(
    task: &Task,
    options: &Options,
    foreign: &ForeignRun<'_>,
    stop: &Stop,
    observer: &mut dyn FnMut(HorizonEvent<'_>),
) -> Result<Option<SolverKind>, InternalError> {
    if options.solver.is_built_in() {
        return Ok(None);
    }
    match confirm(foreign, options.trust, stop, observer)? {
        Confirmation::Confirmed => Ok(None),
        Confirmation::Open => Ok(Some(options.solver.clone())),
        Confirmation::Contradicted { claim, trace } => {
            if let Some(trace) = trace {
                Outcome::of_plan(task, decode(task, foreign.system, &trace)?, false)?;
            }
            let cause = format!("it says wrongly that {claim}");
            Err(SolverError::Foreign { solver: options.solver.to_string(), cause }.into())
        }
    }
}

/// Returns the plan of a trace, if the validator accepts it.
fn decoded(task: &Task, system: &TransitionSystem, trace: &Trace) -> Result<Plan, InternalError> {
    let plan = decode(task, system, trace)?;
    validate(task, &plan)?;
    Ok(plan)
}

/// Removes operators that change nothing from a plan of one operator a step. A solver may fill a longer horizon with them.
fn changes_of(task: &Task, plan: &Plan) -> Result<Plan, InternalError> {
    let states = validate(task, plan)?;
    let changes = plan.operators().zip(states.windows(2)).filter(|(_, pair)| pair.first() != pair.last());
    Ok(Plan::sequential(changes.map(|(operator, _)| operator)))
}

/// Returns the solver that refuted something; a foreign one only if it was not confirmed.
pub(super) fn believed(options: &Options, trusted: Option<&SolverKind>) -> ProofSource {
    let own = || if options.solver.is_built_in() { options.solver.clone() } else { SolverKind::default() };
    ProofSource::Solver(trusted.cloned().unwrap_or_else(own))
}

/// Returns the system for the question, and true if solvers keep their derivations.
fn encoded_for(question: Question<'_>, strategy: Strategy) -> Result<(TransitionSystem, bool), EncodeError> {
    let Question { task, encoding, options, stop, .. } = question;
    Ok(match derivable(question, strategy)? {
        Some(system) => (system, true),
        None => (encoding.encode(task, &step_options(task, options, strategy), stop)?, false),
    })
}

/// Returns the system whose refutation is kept for a certificate, if that is asked for and possible: the refutation can
/// be derived from a naive formula, step by step.
///
/// [Reductions](bmcplan_sat::encode::Reduction) that keep only some plan of each length are left out, as their clauses do not
/// follow. Without most of them answers take somewhat longer.
fn derivable(question: Question<'_>, strategy: Strategy) -> Result<Option<TransitionSystem>, EncodeError> {
    let Question { task, encoding, options, stop, .. } = question;
    let can_be = cfg!(feature = "varisat")
        && options.keeps_refutation
        && options.wanted == PlanQuery::One
        && strategy == Strategy::Incremental
        && options.solver == SolverKind::default()
        && options.step.semantics == Semantics::Sequential
        && encoding.name() == Transition.name()
        // Frames have no clauses for what the clock settles.
        && task.clock().is_none();
    if !can_be {
        return Ok(None);
    }
    let chosen = options.step.reductions;
    let with = |kept: &[Reduction]| {
        let kept = kept.iter().filter(|reduction| chosen.has(**reduction));
        let reductions = kept.fold(Reductions::NONE, |all, reduction| all.with(*reduction));
        encoding.encode(task, &StepOptions { reductions, ..options.step.clone() }, stop)
    };
    let system = with(&[Reduction::Mutexes])?;
    // With symmetries to break there may be no answer at all without breaking them.
    if chosen.has(Reduction::Symmetries) {
        let broken = with(&[Reduction::Mutexes, Reduction::Symmetries])?;
        if broken.transition().len() != system.transition().len() {
            return Ok(None);
        }
    }
    Ok(Some(system))
}

fn step_options(task: &Task, options: &Options, strategy: Strategy) -> StepOptions {
    let chosen = options.step.reductions;
    let (left_out, _) = options.left_out_reductions(strategy, task);
    StepOptions { reductions: left_out.iter().fold(chosen, Reductions::without), ..options.step.clone() }
}
