//! The metric: what a plan is to have least of.

use crate::names::chosen_by_name;
use crate::task::{Operator, Task};

/// The measure that plans are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metric {
    /// The number of operators.
    #[default]
    Actions,
    /// The sum of the operators' costs, and among plans of equal cost the number of operators.
    Cost,
}

chosen_by_name!(Metric { Cost: "cost", Actions: "actions" }, UnknownMetric, "metric");

impl Metric {
    /// The share of an operator in the measure.
    pub fn of(self, operator: &Operator) -> u64 {
        match self {
            Self::Actions => 1,
            Self::Cost => operator.cost,
        }
    }

    /// The same measure of this task's plans, but costs only where some operator does not cost 1.
    #[must_use]
    pub fn in_task(self, task: &Task) -> Self {
        if task.has_costs() { self } else { Self::Actions }
    }
}

/// A length with its unit: `39 units`, `1 slide`.
pub(crate) fn counted(length: impl ToString, unit: &str) -> String {
    match &*length.to_string() {
        "1" => format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)),
        length => format!("{length} {unit}"),
    }
}
