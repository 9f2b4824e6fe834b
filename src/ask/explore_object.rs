//! The answer of `bmcplan explore` in JSON.

use std::time::Duration;

use serde::Serialize;

use super::VERSION;
use super::diagnostic_object::DiagnosticObject;
use super::problem_text::ProblemPlace;
use crate::figures::{ProcessFigures, seconds};
use crate::problem::Problem;
use crate::search::StateSpace;

/// The size of a state space, as far as it was explored.
pub struct ExploreAnswer<'a> {
    /// The problem.
    pub problem: &'a dyn Problem,
    /// Its name and its file.
    pub place: ProblemPlace,
    /// The state space, as far as it was explored.
    pub space: StateSpace,
    /// Was all of it explored?
    pub is_complete: bool,
    /// Is there a step counter, and was it left out?
    pub without_counter: bool,
    /// How long it took.
    pub elapsed: Duration,
    /// CPU time and memory of the process so far.
    pub taken: ProcessFigures,
}

#[derive(Serialize)]
struct ExploreObject<'a> {
    kind: &'static str,
    #[serde(flatten)]
    place: &'a ProblemPlace,
    status: &'static str,
    metric: &'a str,
    without_counter: bool,
    states: u64,
    transitions: u64,
    depth: usize,
    goal_states: u64,
    seconds: f64,
    wall_seconds: f64,
    cpu_seconds: Option<f64>,
    memory_mb: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<DiagnosticObject>,
    version: &'static str,
}

/// The object of JSON for an exploration; the schema is `docs/schemas/explore.json`.
pub fn explore_object<'a>(answer: &'a ExploreAnswer<'_>) -> impl Serialize + use<'a> {
    let StateSpace { states, transitions, depth, goal_states } = answer.space;
    let ProcessFigures { cpu_seconds, memory_mb } = answer.taken;
    ExploreObject {
        kind: answer.problem.kind(),
        place: &answer.place,
        status: if answer.is_complete { "complete" } else { "stopped" },
        metric: answer.problem.metric(),
        without_counter: answer.without_counter,
        states,
        transitions,
        depth,
        goal_states,
        seconds: seconds(answer.elapsed),
        wall_seconds: seconds(answer.elapsed),
        cpu_seconds,
        memory_mb,
        warnings: answer.problem.warnings().iter().map(DiagnosticObject::from).collect(),
        version: VERSION,
    }
}
