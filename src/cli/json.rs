//! Answers as JSON: one object on one line. The keys and their order are a promise to scripts.

use std::time::Duration;

use bmcplan::frontend::rush_hour::Metric;
use bmcplan::horizon::{Answer as HorizonAnswer, Attempt};
use bmcplan::planner::{Mode, Outcome};
use bmcplan::search::{IncompleteReason, StateSpace};
use serde::Serialize;

use super::failure::Failure;
use super::rushhour::Answer;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize)]
struct Solution<'a> {
    status: &'static str,
    metric: &'static str,
    length: Option<usize>,
    makespan: Option<usize>,
    optimal: bool,
    refuted: Option<usize>,
    plan: Option<Vec<&'a str>>,
    mode: &'static str,
    encoding: Option<&'a str>,
    semantics: &'static str,
    solver: Option<&'static str>,
    horizons: Vec<Horizon>,
    variables: Option<usize>,
    clauses: Option<usize>,
    states: Option<u64>,
    seconds: f64,
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
struct Exploration {
    kind: &'static str,
    status: &'static str,
    metric: &'static str,
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
        Outcome::Solved { plan, optimal, .. } => ("solved", Some(plan), *optimal),
        Outcome::Unsolvable => ("unsolvable", None, false),
        Outcome::NoPlanWithin(_) => ("no_plan_within_horizon", None, false),
        Outcome::Stopped(_) => ("stopped", None, false),
    };
    let by_formula = report.mode != Mode::Search;
    line(&Solution {
        status,
        metric: answer.metric.name(),
        length: plan.map(|plan| plan.length()),
        makespan: plan.map(|plan| plan.makespan()),
        optimal,
        refuted: report.refuted,
        plan: plan.map(|plan| answer.moves(plan)),
        mode: report.mode.name(),
        encoding: by_formula.then_some(answer.encoding),
        semantics: "sequential",
        solver: by_formula.then(|| answer.options.solver.name()),
        horizons: report.attempts.iter().map(horizon).collect(),
        variables: report.variables,
        clauses: report.clauses,
        states: report.states,
        seconds: seconds(report.elapsed),
        version: VERSION,
    })
}

/// The object for an exploration.
pub(crate) fn state_space(
    space: &StateSpace,
    incomplete: Option<IncompleteReason>,
    metric: Metric,
    elapsed: Duration,
) -> Result<String, Failure> {
    line(&Exploration {
        kind: "rushhour",
        status: if incomplete.is_none() { "complete" } else { "stopped" },
        metric: metric.name(),
        states: space.states,
        transitions: space.transitions,
        depth: space.depth,
        goal_states: space.goal_states,
        seconds: seconds(elapsed),
        version: VERSION,
    })
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

/// To the microsecond.
fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}

fn line(object: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(object)? + "\n")
}
