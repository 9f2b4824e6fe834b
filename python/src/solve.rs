//! Solving: the same answers as those of the command line.

use std::sync::Arc;

use bmcplan::answer::{Certified, NothingKnown, SolveAnswer, solve_object, without_effect};
use bmcplan::certificate::EvidenceKind;
use bmcplan::cli::usage;
use bmcplan::frontend::Paint;
use bmcplan::horizon::Event;
use bmcplan::planner::{self, BestValue, Outcome, Progress, Report, best_value};
use bmcplan::problem::{GoalChoice, Problem, RenderedPlan, ShownStates, Trajectory};
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use serde_json::{Value, json};

use crate::certificate::{Claim, place_of};
use crate::failure::Failure;
use crate::problem::{Given, Written};
use crate::settings::Settings;
use crate::work::Listener;

/// A report, with the task and the name of the encoding.
type Solved = (Report, (Arc<Task>, &'static str));

/// The answer, as JSON.
pub(crate) fn solve(
    given: &Given,
    settings: &Settings,
    stop: &Stop,
    listener: &Listener,
) -> Result<String, Failure> {
    match solved(given, settings, stop, listener) {
        Err(Failure::Stopped(reason)) => {
            let place = given.place().clone();
            let known = NothingKnown::of(given.kind(), given.metric(), reason).named(place.name, place.file);
            Ok(serde_json::to_string(&known)?)
        }
        answer => answer,
    }
}

fn solved(given: &Given, settings: &Settings, stop: &Stop, listener: &Listener) -> Result<String, Failure> {
    let mut options = settings.options()?;
    let evidence = settings.evidence()?;
    let is_proved = |written: &Written| evidence.of(written.kind, false) == EvidenceKind::Proof;
    options.keeps_refutation = settings.certify.is_some() && given.written().is_some_and(is_proved);
    if let Some(reason) = stop.reason() {
        return Err(Failure::Stopped(reason));
    }
    let place = settings.certify.as_deref().map(|folder| place_of(folder.as_ref(), given)).transpose()?;
    let problem = given.problem(stop)?;
    let problem = &*problem;
    let one = |goal: Option<u32>| -> Result<Solved, Failure> {
        let encoding = settings.encoding(problem, options.semantics_of_formulas())?;
        let name = encoding.name();
        let task = Arc::new(problem.task(goal, stop)?);
        let report = planner::solve(&task, &*encoding, &options, stop, &mut |progress| {
            listener.hear(|| of_progress(problem, &task, progress));
        })?;
        Ok((report, (task, name)))
    };
    let (goal, open, report, (task, encoding)) = match given.goal() {
        Some(GoalChoice::Best) => {
            let none = || Failure::argument("goal='max': no rule of the sheet gives any value");
            let best = best_value(&problem.goal_values(), |value| one(Some(value)))?;
            let BestValue { value, report, with, open } = best.ok_or_else(none)?;
            (Some(value), Some(open), report, with)
        }
        Some(GoalChoice::Value(value)) => {
            let (report, with) = one(Some(value))?;
            (Some(value), None, report, with)
        }
        None => {
            let (report, with) = one(None)?;
            (None, None, report, with)
        }
    };
    let run = match &report.outcome {
        Outcome::Solved { plan, states, .. } => Some(Trajectory { task: &task, plan, states }),
        _ => None,
    };
    let shown = if settings.frames { ShownStates::Everything } else { ShownStates::Nothing };
    let is_best = open.as_ref().is_none_or(Vec::is_empty);
    let certify = |place| {
        let refutation = report.refutation.as_deref();
        let step = &options.step;
        let claim = Claim { problem, place, goal, task: &task, plan: None, step, evidence, refutation };
        certified(given, claim, &report, is_best, stop)
    };
    let certified = place.as_ref().map(certify).transpose()?;
    let list = report.list.iter().flat_map(|list| &list.plans);
    let answer = SolveAnswer {
        kind: problem.kind(),
        place: Some(given.place().clone()),
        metric: problem.metric(),
        coarser: &[],
        goal,
        open: open.clone(),
        encoding,
        options: &options,
        report: &report,
        cost: run.filter(|run| run.task.has_costs()).map(|run| run.plan.cost(run.task)),
        certified,
        plan: run.map(|run| RenderedPlan::of(problem, run, shown, Paint::Plain)),
        warnings: problem.warnings(),
        warnings_of_plans: problem.warnings_of_plans(),
        without_effect: without_effect(
            &settings.of_formulas(),
            |mode| format!("mode='{mode}'"),
            options.mode,
            &report,
        ),
        moves: run.map(|run| problem.move_details(run.task, run.plan)).unwrap_or_default(),
        list: list.map(|plan| problem.moves(&task, plan)).collect(),
        taken: usage::figures(),
    };
    Ok(serde_json::to_string(&solve_object(&answer))?)
}

/// The certificate of an answer, if the answer can have one.
fn certified(
    given: &Given,
    claim: Claim<'_>,
    report: &Report,
    is_best: bool,
    stop: &Stop,
) -> Result<Certified, Failure> {
    match &report.outcome {
        Outcome::Solved { plan, optimal: true, .. } if is_best => {
            Claim { plan: Some(plan), ..claim }.certified(given, stop)
        }
        Outcome::Unsolvable => claim.certified(given, stop),
        Outcome::Solved { .. } => Ok(Certified::missing("the plan is not known to be shortest")),
        Outcome::NoPlanWithin(_) | Outcome::Stopped(_) => Ok(Certified::missing("no plan was found")),
    }
}

/// An object that says how the planner gets on; none of a trace, which is told of as a plan, too.
fn of_progress(problem: &dyn Problem, task: &Task, progress: Progress<'_>) -> Option<Value> {
    Some(match progress {
        Progress::Horizon(Event::Started(horizon)) => json!({"event": "started", "horizon": horizon}),
        Progress::Horizon(Event::Finished(attempt)) => {
            json!({"event": "finished", "horizon": attempt.horizon, "conflicts": attempt.conflicts})
        }
        Progress::Horizon(Event::Confirming(horizon)) => json!({"event": "confirming", "horizon": horizon}),
        Progress::Horizon(Event::Reached(_)) => return None,
        Progress::Search(search) => {
            json!({"event": "searched", "depth": search.depth, "states": search.states})
        }
        Progress::Plan(plan) => json!({
            "event": "plan",
            "length": plan.length(),
            "makespan": plan.makespan(),
            "plan": problem.moves(task, plan),
        }),
    })
}
