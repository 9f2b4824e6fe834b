//! What came out, in one word.

use serde::{Deserialize, Serialize};

use bmcplan_base::names::named;

/// What came out of a question, in one word: the key `status` of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Status {
    /// There is a plan; a best one if the answer says so.
    Solved,
    /// There is no plan.
    Unsolvable,
    /// There is no plan up to the greatest number of steps that was asked for.
    NoPlanWithinHorizon,
    /// There is no plan up to the greatest cost that was asked for.
    NoPlanWithinCost,
    /// A limit, or an interrupt, came first.
    #[default]
    Stopped,
    /// All of it was seen: the states of `explore`, the positions of `harden`, the elements of `explain`.
    Complete,
    /// The plan solves the problem.
    Valid,
    /// The plan, or the certificate, has a fault.
    Wrong,
    /// Everything in the certificate was checked.
    Certified,
}

named!(Status {
    Solved: "solved",
    Unsolvable: "unsolvable",
    NoPlanWithinHorizon: "no_plan_within_horizon",
    NoPlanWithinCost: "no_plan_within_cost",
    Stopped: "stopped",
    Complete: "complete",
    Valid: "valid",
    Wrong: "wrong",
    Certified: "certified",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_names() {
        for status in Status::ALL {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }
}
