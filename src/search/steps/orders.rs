//! Which operators share a step, as whoever asks for a search over steps says it.

use crate::task::OperatorId;

/// The orders in which the operators of a step can run. Operators that are not listed are in no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepOrders {
    /// All orders: none of the operators disables another (∀-steps).
    All(Vec<OperatorId>),
    /// That of this list: none disables a later one (∃-steps).
    Listed(Vec<OperatorId>),
}

impl StepOrders {
    /// The operators that steps may have, in the order in which those of a step are run.
    pub(super) fn operators(&self) -> &[OperatorId] {
        match self {
            Self::All(operators) | Self::Listed(operators) => operators,
        }
    }
}
