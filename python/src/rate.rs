//! How hard a puzzle is for people.

use bmcplan::ask::Watch;
use bmcplan::workshop::{self, RateAnswer, RateQuestion};

use crate::explore::tell;
use crate::failure::Failure;
use crate::given::Given;
use crate::work::Listener;

/// The figures, as JSON.
pub(crate) fn rate(
    given: &Given,
    memory: Option<usize>,
    watch: &Watch,
    listener: &Listener,
) -> Result<String, Failure> {
    let subject = given.subject(&watch.stop)?;
    let question = RateQuestion { goal: given.goal_value()?, memory };
    let rating = workshop::rate(&subject, question, watch, &mut |heard| tell(listener, &heard))?;
    Ok(serde_json::to_string(&RateAnswer::of(&subject, &rating))?)
}
