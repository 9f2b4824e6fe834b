//! The hardest positions of a problem's own pieces.

use bmcplan::ask::Watch;
use bmcplan::workshop::{HardenAnswer, HardenQuestion, harden};

use crate::explore::{check_size, tell};
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
    let question = HardenQuestion { goal: given.goal_value()?, ..question };
    let found = harden(&subject, &question, watch, &mut |heard| tell(listener, &heard))?;
    check_size(found.incomplete)?;
    Ok(serde_json::to_string(&HardenAnswer::from(&found))?)
}
