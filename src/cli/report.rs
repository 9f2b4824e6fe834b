//! The parts that all reports share: how an answer is shown, words for stop reasons, numbers, lines of JSON.

use std::time::Duration;

use crate::ask::ProblemPlace;
pub(crate) use crate::ask::stopped_by as by;
use crate::plan::Metric;
use crate::problem::Problem;
use crate::solver::SolverKind;
use bmcplan_planner::Report;
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    /// Moves, boards before and after, summary.
    Text,
    Frames,
    Moves,
    Json,
}

pub(crate) fn trusting(trusted: Option<&SolverKind>) -> String {
    trusted.map(|solver| format!(", trusting {solver}")).unwrap_or_default()
}

/// Formats as `2 shortest plans`, or `1 cheapest plan of fewest units`: of cheapest plans only those of fewest moves are counted.
pub(crate) fn best_plans(problem: &dyn Problem, count: &str) -> String {
    format!("{count} {}", best(problem, if count == "1" { "plan" } else { "plans" }))
}

/// Formats as `shortest plan`, or `cheapest plan of fewest units`.
pub(crate) fn best(problem: &dyn Problem, plan: &str) -> String {
    match problem.minimises() {
        Metric::Actions => format!("shortest {plan}"),
        Metric::Cost => format!("cheapest {plan} of fewest {}", problem.metric()),
    }
}

pub(crate) fn seconds_text(elapsed: Duration) -> String {
    format!("{:.2} s", elapsed.as_secs_f64())
}

/// Writes an object on one line. The keys and their order are a promise to scripts.
pub(crate) fn json_line(object: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(object)? + "\n")
}

/// Works as [`json_line`], with the keys before it by which a script knows the problem again.
pub(crate) fn placed_line(place: &ProblemPlace, answer: &impl Serialize) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Placed<'a, T> {
        #[serde(flatten)]
        place: &'a ProblemPlace,
        #[serde(flatten)]
        answer: &'a T,
    }
    json_line(&Placed { place, answer })
}

pub(crate) fn proved(report: &Report) -> String {
    report.proved_by.as_ref().map(|source| format!(", proved by {source}")).unwrap_or_default()
}

pub(crate) fn by_whom(report: &Report) -> String {
    report.proved_by.as_ref().map(|source| format!(" by {source}")).unwrap_or_default()
}
