//! The size of a state space.

use bmcplan::ask::{self, ExploreAnswer, Heard, Limits, Watch};
use bmcplan::search::{Counter, IncompleteReason};
use serde_json::json;

use crate::failure::Failure;
use crate::given::Given;
use crate::work::Listener;

/// The answer, as JSON.
pub(crate) fn explore(
    given: &Given,
    limits: &Limits,
    counter: bool,
    watch: &Watch,
    listener: &Listener,
) -> Result<String, Failure> {
    let subject = given.subject(&watch.stop)?;
    let counter = if counter { Counter::Kept } else { Counter::LeftOut };
    let explored = ask::explore(&subject, given.goal_value()?, counter, limits, None, watch, &mut |heard| {
        tell(listener, &heard)
    })?;
    check_size(explored.incomplete)?;
    Ok(serde_json::to_string(&ExploreAnswer::from(&explored))?)
}

/// Tells a listener how far a search has come.
pub(crate) fn tell(listener: &Listener, heard: &Heard) {
    if let Heard::Searched(progress, _) = heard {
        listener
            .hear(|| Some(json!({"event": "searched", "depth": progress.depth, "states": progress.states})));
    }
}

/// Refuses problems whose states cannot be held at all.
pub(crate) fn check_size(incomplete: Option<IncompleteReason>) -> Result<(), Failure> {
    if incomplete == Some(IncompleteReason::TooLarge) {
        return Err(Failure::argument("the states are too large to be held"));
    }
    Ok(())
}
