//! Answers as JSON: one object on one line. The keys and their order are a promise to scripts.

use crate::figures::{Figures, seconds};
use crate::horizon::{Attempt, HorizonAnswer};
use crate::planner::{Mode, Outcome, PlanQuery, Report, Strategy};
use crate::stop::StopReason;
use serde::Serialize;

use super::explore::Seen;
use super::failure::Failure;
use super::problem::Kind;
use super::solve::Answer;

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize)]
struct Solution<'a> {
    kind: &'static str,
    status: &'static str,
    metric: &'a str,
    goal: Option<u32>,
    open_goals: Option<&'a [u32]>,
    length: Option<usize>,
    makespan: Option<usize>,
    optimal: bool,
    refuted: Option<usize>,
    plan: Option<&'a [String]>,
    plans: Option<&'a [Vec<String>]>,
    count: Option<u128>,
    complete: Option<bool>,
    mode: &'static str,
    schedule: Option<String>,
    encoding: Option<&'a str>,
    semantics: &'static str,
    solver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted: Option<String>,
    horizons: Vec<Horizon>,
    #[serde(flatten)]
    figures: Figures,
    seconds: f64,
    stopped_by: Option<&'static str>,
    version: &'static str,
}

#[derive(Serialize)]
struct Horizon {
    horizon: usize,
    result: &'static str,
    seconds: f64,
    conflicts: Option<u64>,
}

#[derive(Serialize)]
struct Exploration<'a> {
    kind: &'static str,
    status: &'static str,
    metric: &'a str,
    without_counter: bool,
    states: u64,
    transitions: u64,
    depth: usize,
    goal_states: u64,
    seconds: f64,
    version: &'static str,
}

/// The object for an answer.
pub(crate) fn answer(answer: &Answer<'_>) -> Result<String, Failure> {
    let report = answer.report;
    let (status, plan, optimal) = match &report.outcome {
        Outcome::Solved { plan, optimal, .. } => ("solved", Some(plan), *optimal && answer.open().is_empty()),
        Outcome::Unsolvable => ("unsolvable", None, false),
        Outcome::NoPlanWithin(_) => ("no_plan_within_horizon", None, false),
        Outcome::Stopped(_) => ("stopped", None, false),
    };
    let by_formula = report.mode != Mode::Search;
    let list = report.list.as_ref();
    line(&Solution {
        kind: answer.kind.name(),
        status,
        metric: answer.metric,
        goal: answer.goal,
        open_goals: answer.open.as_deref(),
        length: plan.map(|plan| plan.length()),
        makespan: plan.map(|plan| plan.makespan()),
        optimal,
        refuted: report.refuted,
        plan: answer.story.as_ref().map(|story| story.moves.as_slice()),
        plans: list.filter(|_| answer.options.wanted != PlanQuery::Count).map(|_| answer.list.as_slice()),
        count: list.and_then(|list| list.count),
        complete: report.is_complete(answer.options.wanted),
        mode: report.mode.name(),
        schedule: (report.mode == Mode::Formula(Strategy::Incremental))
            .then(|| answer.options.schedule.to_string()),
        encoding: by_formula.then_some(answer.encoding),
        semantics: answer.options.step.semantics.name(),
        solver: by_formula.then(|| answer.options.solver.to_string()),
        trusted: report.trusted.as_ref().map(ToString::to_string),
        horizons: report.attempts.iter().map(horizon).collect(),
        figures: report.figures,
        seconds: seconds(report.elapsed),
        stopped_by: stopped_by(report).map(reason_name),
        version: VERSION,
    })
}

/// The object for a problem whose reading was stopped.
pub(crate) fn stopped(kind: Kind, metric: &str, reason: StopReason) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Stopped<'a> {
        kind: &'static str,
        status: &'static str,
        metric: &'a str,
        plan: Option<()>,
        refuted: Option<usize>,
        stopped_by: &'static str,
        version: &'static str,
    }
    line(&Stopped {
        kind: kind.name(),
        status: "stopped",
        metric,
        plan: None,
        refuted: None,
        stopped_by: reason_name(reason),
        version: VERSION,
    })
}

/// The object for an exploration.
pub(crate) fn state_space(seen: &Seen<'_>) -> Result<String, Failure> {
    line(&Exploration {
        kind: seen.problem.kind().name(),
        status: if seen.incomplete.is_none() { "complete" } else { "stopped" },
        metric: seen.problem.metric(),
        without_counter: seen.without_counter,
        states: seen.space.states,
        transitions: seen.space.transitions,
        depth: seen.space.depth,
        goal_states: seen.space.goal_states,
        seconds: seconds(seen.elapsed),
        version: VERSION,
    })
}

/// What cut the run short, be it after there was a plan.
fn stopped_by(report: &Report) -> Option<StopReason> {
    match report.outcome {
        Outcome::Stopped(reason) => Some(reason),
        _ => report.stopped,
    }
}

pub(super) fn reason_name(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Timeout => "timeout",
        StopReason::Memory => "memory",
        StopReason::Interrupt => "interrupt",
    }
}

fn horizon(attempt: &Attempt) -> Horizon {
    Horizon {
        horizon: attempt.horizon,
        result: match attempt.answer {
            HorizonAnswer::Reached => "reached",
            HorizonAnswer::Refuted => "refuted",
            HorizonAnswer::Stopped => "stopped",
        },
        seconds: seconds(attempt.elapsed),
        conflicts: attempt.conflicts,
    }
}

pub(super) fn line(object: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(object)? + "\n")
}
