//! The claim about all shortest plans: their list or their number.

use super::error::CertifyError;
use crate::certificate::ListedPlan;
use crate::plan::Plan;
use crate::task::{OperatorId, OperatorNames, Task};

/// The claim about all shortest plans.
#[derive(Debug, Clone, Copy)]
pub enum ClaimedPlans<'a> {
    /// Nothing.
    One,
    /// These are all of them.
    All(&'a [Plan]),
    /// There are so many; `None` if that is not known because it is 2^128 or more.
    Count(Option<u128>),
}

impl ClaimedPlans<'_> {
    /// Their number, if it is claimed and known.
    pub(super) fn count(&self) -> Option<u128> {
        match self {
            Self::One => None,
            Self::All(plans) => Some(plans.len() as u128),
            Self::Count(count) => *count,
        }
    }

    /// The statement of a certificate about a length and a metric.
    pub(super) fn sentence(&self) -> &'static str {
        match self {
            Self::One => "a plan of LENGTH METRIC is shortest",
            Self::All(_) => "the plans of plans.txt are all plans of LENGTH METRIC, and none is shorter",
            Self::Count(_) => {
                "there are as many plans of LENGTH METRIC as certificate.json says, and none is shorter"
            }
        }
    }
}

/// The plans of a task as plans of its [affirmative](Task::affirmative) task, in order.
pub(super) fn listed(
    task: &Task,
    affirmative: &Task,
    plans: &[Plan],
) -> Result<Vec<ListedPlan>, CertifyError> {
    let names = OperatorNames::of(affirmative);
    let kept = task.affirmative_operators();
    let place = |id: OperatorId| kept.binary_search(&id).map(OperatorId::from_index);
    let of_plan = |plan: &Plan| {
        // An operator that is left out there can never be applied.
        let operators = plan.operators().map(place).collect::<Result<Vec<OperatorId>, usize>>();
        let operators = operators.map_err(|_| CertifyError::Listed)?;
        ListedPlan::of(affirmative, &names, &operators).map_err(|_| CertifyError::Listed)
    };
    let mut listed = plans.iter().map(of_plan).collect::<Result<Vec<ListedPlan>, CertifyError>>()?;
    listed.sort_unstable();
    Ok(listed)
}
