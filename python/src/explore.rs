//! The size of a state space.

use bmcplan::ask::{self, ExploreAnswer, Heard, Watch};
use bmcplan::search::{Counter, IncompleteReason};
use serde_json::json;

use crate::failure::Failure;
use crate::given::Given;
use crate::work::Listener;

/// The answer, as JSON.
pub(crate) fn explore(
    given: &Given,
    memory: Option<usize>,
    counter: bool,
    watch: &Watch,
    listener: &Listener,
) -> Result<String, Failure> {
    let subject = given.subject(&watch.stop)?;
    let counter = if counter { Counter::Kept } else { Counter::LeftOut };
    let mut hear = |heard| {
        if let Heard::Searched(progress, _) = heard {
            listener.hear(|| {
                Some(json!({"event": "searched", "depth": progress.depth, "states": progress.states}))
            });
        }
    };
    let explored = ask::explore(&subject, given.goal_value(), counter, memory, watch, &mut hear)?;
    if explored.incomplete == Some(IncompleteReason::TooLarge) {
        return Err(Failure::argument("the states are too large to be held"));
    }
    Ok(serde_json::to_string(&ExploreAnswer::from(&explored))?)
}
