//! The size of a state space.

use std::time::Instant;

use bmcplan::answer::{DiagnosticObject, VERSION};
use bmcplan::cli::usage;
use bmcplan::figures::seconds;
use bmcplan::search::{self, Counter, Incomplete, IncompleteReason, SearchLimits};
use bmcplan::stop::Stop;
use serde_json::json;

use crate::failure::Failure;
use crate::problem::Given;
use crate::work::{Limits, Listener};

/// The answer, as JSON; the schema is `docs/schemas/explore.json`.
pub(crate) fn explore(
    given: &Given,
    limits: Limits,
    counter: bool,
    stop: &Stop,
    listener: &Listener,
) -> Result<String, Failure> {
    let problem = given.problem(stop)?;
    let counter = if counter { Counter::Kept } else { Counter::LeftOut };
    let limits = SearchLimits { max_depth: None, memory_bytes: limits.memory, counter };
    let begun = Instant::now();
    let task = problem.whole_task(given.goal_value(), stop)?;
    let explored = search::explore(&task, &limits, stop, &mut |progress| {
        listener.hear(|| json!({"event": "searched", "depth": progress.depth, "states": progress.states}));
    });
    let (space, status) = match explored {
        Ok(space) => (space, "complete"),
        Err(Incomplete { reason: IncompleteReason::TooLarge, .. }) => {
            return Err(Failure::argument("the states are too large to be held"));
        }
        Err(Incomplete { partial, .. }) => (partial, "stopped"),
    };
    let elapsed = seconds(begun.elapsed());
    let warnings: Vec<_> = problem.warnings().iter().map(DiagnosticObject::from).collect();
    Ok(json!({
        "kind": problem.kind(),
        "name": given.place().name,
        "file": given.place().file,
        "status": status,
        "metric": problem.metric(),
        "without_counter": task.clock().is_some() && counter == Counter::LeftOut,
        "states": space.states,
        "transitions": space.transitions,
        "depth": space.depth,
        "goal_states": space.goal_states,
        "seconds": elapsed,
        "wall_seconds": elapsed,
        "cpu_seconds": usage::cpu_seconds(),
        "memory_mb": usage::memory_mb(),
        "warnings": warnings,
        "version": VERSION,
    })
    .to_string())
}
