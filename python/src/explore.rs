//! The size of a state space.

use std::time::Instant;

use bmcplan::ask::{ExploreAnswer, Limits, explore_object};
use bmcplan::figures::ProcessFigures;
use bmcplan::search::{self, Counter, Incomplete, IncompleteReason, SearchLimits};
use bmcplan::stop::Stop;
use serde_json::json;

use crate::failure::Failure;
use crate::problem::Given;
use crate::work::Listener;

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
        listener
            .hear(|| Some(json!({"event": "searched", "depth": progress.depth, "states": progress.states})));
    });
    let (space, is_complete) = match explored {
        Ok(space) => (space, true),
        Err(Incomplete { reason: IncompleteReason::TooLarge, .. }) => {
            return Err(Failure::argument("the states are too large to be held"));
        }
        Err(Incomplete { partial, .. }) => (partial, false),
    };
    let answer = ExploreAnswer {
        problem: &*problem,
        place: given.place().clone(),
        space,
        is_complete,
        without_counter: task.clock().is_some() && counter == Counter::LeftOut,
        elapsed: begun.elapsed(),
        taken: ProcessFigures::now(),
    };
    Ok(serde_json::to_string(&explore_object(&answer))?)
}
