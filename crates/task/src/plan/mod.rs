//! Plans and their validation.
//!
//! Only plans that [`validate()`] accepts are printed.
//!
//! **Architecture Invariant:** this module knows neither encodings nor solvers, so the check shares nothing with the code that
//! makes plans.

mod answer_set;
mod cost;
mod needless;
mod resolve;
mod validate;
mod written;

pub use answer_set::WrittenAtom;
pub use cost::counted;
pub use cost::{Cost, Metric, UnknownMetric};
pub use needless::without_needless;
pub use resolve::UnknownMove;
pub use resolve::{lacks, operators_called, spelled};
pub use validate::{PlanError, Reason, replay, validate};
pub use written::{WrittenMove, WrittenPlan, WrittenPlanError, read_plan, write_plan, write_plan_in_units};

use crate::{OperatorId, Task};

/// Plan: in every step a set of operators, given in an order in which they can run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Plan {
    steps: Vec<Vec<OperatorId>>,
}

impl Plan {
    /// Builds a plan of one operator a step.
    pub fn sequential(operators: impl IntoIterator<Item = OperatorId>) -> Self {
        Self { steps: operators.into_iter().map(|operator| vec![operator]).collect() }
    }

    /// Builds a plan of parallel steps, the operators of each step in an order in which they can run.
    pub fn parallel(steps: impl IntoIterator<Item = Vec<OperatorId>>) -> Self {
        Self { steps: steps.into_iter().collect() }
    }

    /// Returns the steps.
    pub fn steps(&self) -> &[Vec<OperatorId>] {
        &self.steps
    }

    /// Returns the operators in the order in which they run: the plan sequentialised.
    pub fn operators(&self) -> impl Iterator<Item = OperatorId> {
        self.steps.iter().flatten().copied()
    }

    /// Returns the number of operators.
    pub fn length(&self) -> usize {
        self.steps.iter().map(Vec::len).sum()
    }

    /// Returns the sum of the costs of its operators.
    pub fn cost(&self, task: &Task) -> u128 {
        self.operators().map(|id| u128::from(task.operator(id).cost)).sum()
    }

    /// Returns the number of steps.
    pub fn makespan(&self) -> usize {
        self.steps.len()
    }
}
