//! Answers as objects of JSON. The keys and their order are a promise to scripts.

use crate::figures::{Figures, seconds};
use crate::horizon::{Attempt, HorizonAnswer};
use crate::planner::{Mode, Outcome, PlanQuery, Report, Strategy};
use crate::problem::MoveDetails;
use crate::stop::StopReason;
use serde::Serialize;

use super::diagnostic_object::DiagnosticObject;
use super::number::JsonCount;
use super::place::ProblemPlace;
use super::solve_answer::{Certified, ProcessFigures, SolveAnswer};
use super::{VERSION, reason_name};

#[derive(Serialize)]
struct SolveObject<'a> {
    kind: &'static str,
    #[serde(flatten)]
    place: Option<&'a ProblemPlace>,
    status: &'static str,
    metric: &'a str,
    goal: Option<u32>,
    open_goals: Option<&'a [u32]>,
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a Certified>,
    makespan: Option<usize>,
    optimal: bool,
    refuted: Option<usize>,
    proved_by: Option<String>,
    plan: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<&'a [String]>>,
    moves: Option<&'a [MoveDetails]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<&'a [String]>,
    plans: Option<&'a [Vec<String>]>,
    count: Option<JsonCount>,
    complete: Option<bool>,
    mode: &'static str,
    schedule: Option<String>,
    encoding: Option<&'a str>,
    semantics: &'static str,
    solver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted: Option<String>,
    horizons: Vec<HorizonObject>,
    #[serde(flatten)]
    figures: Figures,
    seconds: f64,
    wall_seconds: f64,
    cpu_seconds: Option<f64>,
    memory_mb: Option<f64>,
    stopped_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<DiagnosticObject>,
    version: &'static str,
}

#[derive(Serialize)]
struct HorizonObject {
    horizon: usize,
    result: &'static str,
    seconds: f64,
    conflicts: Option<u64>,
}

/// The object of JSON for an answer; the schema is `docs/schemas/answer.json`.
pub fn solve_object<'a>(answer: &'a SolveAnswer<'_>) -> impl Serialize + use<'a> {
    let report = answer.report;
    let (status, plan, optimal) = match &report.outcome {
        Outcome::Solved { plan, optimal, .. } => ("solved", Some(plan), *optimal && answer.open().is_empty()),
        Outcome::Unsolvable => ("unsolvable", None, false),
        Outcome::NoPlanWithin(_) => ("no_plan_within_horizon", None, false),
        Outcome::Stopped(_) => ("stopped", None, false),
    };
    // Where no solver was asked, neither it nor the formula has a part in the answer.
    let by_formula = !report.attempts.is_empty();
    let list = report.list.as_ref();
    let ProcessFigures { cpu_seconds, memory_mb } = answer.taken;
    SolveObject {
        kind: answer.kind,
        place: answer.place.as_ref(),
        status,
        metric: answer.metric,
        goal: answer.goal,
        open_goals: answer.open.as_deref(),
        length: plan.map(|plan| plan.length()),
        cost: answer.cost,
        certificate: answer.certified.as_ref(),
        makespan: plan.map(|plan| plan.makespan()),
        optimal,
        refuted: report.refuted,
        proved_by: report.proved_by.as_ref().map(ToString::to_string),
        plan: answer.plan.as_ref().map(|plan| plan.moves.as_slice()),
        steps: answer.steps(),
        moves: answer.plan.as_ref().map(|_| answer.moves.as_slice()),
        frames: answer.plan.as_ref().map(|plan| plan.states.as_slice()).filter(|states| !states.is_empty()),
        plans: list.filter(|_| answer.options.wanted != PlanQuery::Count).map(|_| answer.list.as_slice()),
        count: list.and_then(|list| list.count).map(JsonCount),
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
        wall_seconds: seconds(report.elapsed),
        cpu_seconds,
        memory_mb,
        stopped_by: stopped_by(report).map(reason_name),
        warnings: warnings(answer),
        version: VERSION,
    }
}

fn warnings(answer: &SolveAnswer<'_>) -> Vec<DiagnosticObject> {
    let of_problem = answer.warnings.iter().chain(answer.warnings_of_plans).map(DiagnosticObject::from);
    of_problem.chain(answer.without_effect.as_deref().map(DiagnosticObject::without_place)).collect()
}

/// What cut the run short, be it after there was a plan.
fn stopped_by(report: &Report) -> Option<StopReason> {
    match report.outcome {
        Outcome::Stopped(reason) => Some(reason),
        _ => report.stopped,
    }
}

fn horizon(attempt: &Attempt) -> HorizonObject {
    HorizonObject {
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
