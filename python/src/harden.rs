//! The hardest positions of a problem's own pieces.

use bmcplan::ask::{Heard, Watch};
use bmcplan::search::IncompleteReason;
use bmcplan::workshop::{HardenAnswer, HardenQuestion, harden};
use serde_json::json;

use crate::failure::Failure;
use crate::given::Given;
use crate::work::Listener;

/// The answer, as JSON.
pub(crate) fn hardest(
    given: &Given,
    question: HardenQuestion,
    watch: &Watch,
    listener: &Listener,
) -> Result<String, Failure> {
    let subject = given.subject(&watch.stop)?;
    let question = HardenQuestion { goal: given.goal_value(), ..question };
    let mut hear = |heard| {
        if let Heard::Searched(progress, _) = heard {
            listener.hear(|| {
                Some(json!({"event": "searched", "depth": progress.depth, "states": progress.states}))
            });
        }
    };
    let found = harden(&subject, &question, watch, &mut hear)?;
    if found.incomplete == Some(IncompleteReason::TooLarge) {
        return Err(Failure::argument("the states are too large to be held"));
    }
    Ok(serde_json::to_string(&HardenAnswer::from(&found))?)
}
