//! Question for a best plan, and the measure of a path: its cost, and its number of operators where that matters.

use std::ops::Add;

use bmcplan_task::Operator;
use bmcplan_task::plan::Metric;

/// Question for a best plan, and its limits.
#[derive(Debug, Clone, Copy)]
pub struct SymbolicQuestion {
    /// Measure that is to be least.
    pub metric: Metric,
    /// True if a plan of fewest operators is wanted, of the cheapest ones.
    pub fewest: bool,
    /// Greatest measure of a plan that is looked for.
    pub most: Option<u64>,
    /// Number of best plans to list; all of them are counted. `None` if one plan is enough.
    pub list: Option<usize>,
    /// Greatest number of bytes for diagrams.
    pub memory_bytes: Option<usize>,
}

impl SymbolicQuestion {
    /// Returns the measure of an operator.
    pub(super) fn measure(&self, operator: &Operator) -> Measure {
        match self.metric {
            Metric::Actions => Measure { cost: 1, length: 0 },
            Metric::Cost => Measure { cost: operator.cost.into(), length: self.fewest.into() },
        }
    }
}

/// Sum over the operators of a path. The cost is compared first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Measure {
    pub(super) cost: u128,
    pub(super) length: u64,
}

impl Add for Measure {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { cost: self.cost + other.cost, length: self.length + other.length }
    }
}

impl Measure {
    /// Returns the difference, if it is one.
    pub(super) fn minus(self, other: Self) -> Option<Self> {
        let cost = self.cost.checked_sub(other.cost)?;
        Some(Self { cost, length: self.length.checked_sub(other.length)? })
    }
}
