//! The elements that alone force the least length of a problem.

use bmcplan::ask::Watch;
use bmcplan::workshop::{ExplainAnswer, ExplainQuestion, explain};

use crate::explore::tell;
use crate::failure::Failure;
use crate::given::Given;
use crate::work::Listener;

/// The answer, as JSON.
pub(crate) fn explained(
    given: &Given,
    question: ExplainQuestion,
    watch: &Watch,
    listener: &Listener,
) -> Result<String, Failure> {
    let subject = given.subject(&watch.stop)?;
    let question = ExplainQuestion { goal: given.goal_value()?, ..question };
    let found = explain(&subject, &question, watch, &mut |heard| tell(listener, &heard))?;
    Ok(serde_json::to_string(&ExplainAnswer::from(&found))?)
}
