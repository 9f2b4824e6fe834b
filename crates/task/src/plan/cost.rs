//! The metric that plans are to minimize, and costs in the notation of the problem: whole numbers, or decimal fractions where
//! the problem has some.
//!
//! Costs of tasks are whole numbers. A problem with decimals multiplies all of them by its scale, a power of ten.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use bmcplan_base::names::chosen_by_name;

use super::Plan;
use crate::{Operator, Task};

/// Cost in the unit of the problem's text. In JSON it is a number where an `f64` represents it exactly, otherwise a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    amount: u128,
    scale: u64,
}

impl Cost {
    const GREATEST_SCALE: u64 = 10_u64.pow(u64::MAX.ilog10());

    /// Number of smallest parts in a unit ([`Cost::in_smallest_parts`]).
    pub const SMALLEST_PARTS: u64 = Self::GREATEST_SCALE;

    /// Builds a cost of `amount` parts, of which the unit has `scale`, a power of ten.
    pub fn of(amount: u128, scale: u64) -> Self {
        Self { amount, scale: scale.max(1) }
    }

    /// Returns the cost in the smallest parts that any problem has, for comparison with costs of other scales.
    pub fn in_smallest_parts(self) -> u128 {
        self.amount.saturating_mul((Self::GREATEST_SCALE / self.scale).into())
    }

    /// Parses a decimal fraction; `None` if `text` is not one, or has 2^64 units or more.
    pub fn read(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(decimals) {
            return None;
        }
        let whole: u64 = whole.parse().ok()?;
        let n_decimals = Self::GREATEST_SCALE.ilog10() as usize;
        let kept: String = decimals.chars().chain(std::iter::repeat('0')).take(n_decimals).collect();
        Some(Self::of(format!("{whole}{kept}").parse().ok()?, Self::GREATEST_SCALE))
    }

    /// Returns the whole number of parts, of which the unit has `scale`, rounded down; 2^64 - 1 if there are more.
    pub fn parts(self, scale: u64) -> u64 {
        let smallest = u128::from(Self::GREATEST_SCALE / scale.max(1));
        u64::try_from(self.in_smallest_parts() / smallest).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = u128::from(self.scale);
        let (whole, parts) = (self.amount / scale, self.amount % scale);
        if parts == 0 {
            return write!(f, "{whole}");
        }
        let n_decimals = self.scale.ilog10() as usize;
        let parts = format!("{parts:0n_decimals$}");
        write!(f, "{whole}.{}", parts.trim_end_matches('0'))
    }
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: usize = 15;
        let text = self.to_string();
        let number: Option<serde_json::Number> = text.parse().ok();
        match number.filter(|number| text.len() <= EXACT && number.to_string() == text) {
            Some(number) => number.serialize(serializer),
            None => serializer.serialize_str(&text),
        }
    }
}

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = match Value::deserialize(from)? {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text,
            _ => String::new(),
        };
        let n_decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let scale = u32::try_from(n_decimals).ok().and_then(|n| 10_u64.checked_pow(n));
        // Otherwise it may begin with a sign, which parsing of integers accepts.
        let begins = text.starts_with(|first: char| first.is_ascii_digit());
        let amount = begins.then(|| text.replacen('.', "", 1)).and_then(|digits| digits.parse().ok());
        let cost = amount.zip(scale).map(|(amount, scale)| Self { amount, scale });
        cost.ok_or_else(|| D::Error::custom("expected a cost: a number, or a string of digits"))
    }
}

/// Measure by which plans are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metric {
    /// Number of operators.
    #[default]
    Actions,
    /// Sum of the operators' costs, and among plans of equal cost the number of operators.
    Cost,
}

chosen_by_name!(Metric { Cost: "cost", Actions: "actions" }, UnknownMetric, "metric");

impl Metric {
    /// Returns the contribution of an operator to the measure.
    pub fn of(self, operator: &Operator) -> u64 {
        match self {
            Self::Actions => 1,
            Self::Cost => operator.cost,
        }
    }

    /// Returns the measure of a plan: its steps, or its cost.
    pub fn of_plan(self, task: &Task, plan: &Plan) -> u128 {
        match self {
            Self::Actions => plan.makespan() as u128,
            Self::Cost => plan.cost(task),
        }
    }

    /// Returns the metric for plans of `task`: [`Self::Actions`] where all operators cost 1, otherwise unchanged.
    #[must_use]
    pub fn in_task(self, task: &Task) -> Self {
        if task.has_costs() { self } else { Self::Actions }
    }
}

/// Returns the length with its unit, in the singular for 1.
pub fn counted(length: impl ToString, unit: &str) -> String {
    match &*length.to_string() {
        "1" => format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)),
        length => format!("{length} {unit}"),
    }
}
