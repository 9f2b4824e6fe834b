//! The figures of a run: the size of its formula, the number of states searched, CPU time and memory.
//!
//! Reports, JSON answers and records of benchmarks all contain [`Figures`], and the last two flatten it: the names of its
//! fields are their keys, in this order. A new figure is a new field, measured by its module.

mod duration;
mod process;

pub use duration::{InvalidDuration, parse_duration};
pub use process::{
    CpuInstant, ProcessFigures, ProcessStart, add_child, cpu_time_of_process, cpu_time_with_children,
    resident_bytes,
};

use std::time::Duration;

use serde::{Deserialize, Serialize};

use bmcplan_formula::FormulaSize;

/// Measured figures; `None`, never zero, if there was nothing to measure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Figures {
    /// Number of variables of the formula.
    pub variables: Option<u64>,
    /// Number of clauses of the formula.
    pub clauses: Option<u64>,
    /// Number of literals of all clauses.
    pub literals: Option<u64>,
    /// Bytes of the clauses in the DIMACS format, without its header.
    pub formula_bytes: Option<u64>,
    /// Number of states that an explicit search reached.
    pub states: Option<u64>,
    /// CPU seconds of building the formula: the encoding of a step and its copies, summed over threads.
    pub build_seconds: Option<f64>,
    /// CPU seconds in calls of the solver, or of its processes, summed over threads.
    pub solver_seconds: Option<f64>,
    /// Number of conflicts of the solver, if it counts them.
    pub conflicts: Option<u64>,
}

impl Figures {
    /// Builds the figures of a formula; all other figures are `None`.
    pub fn of_formula(size: FormulaSize) -> Self {
        let figure = |size: usize| u64::try_from(size).ok();
        Self {
            variables: figure(size.variables),
            clauses: figure(size.clauses),
            literals: figure(size.literals),
            formula_bytes: figure(size.bytes),
            ..Self::default()
        }
    }
}

/// Writes a number with commas between groups of three digits.
pub fn grouped(number: u128) -> String {
    use itertools::Itertools as _;

    let digits = number.to_string();
    digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).join(",")
}

/// Converts to seconds, rounded to the microsecond.
pub fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_keys_and_may_be_missing() {
        let figures = Figures { clauses: Some(7), build_seconds: Some(0.5), ..Figures::default() };
        let text = serde_json::to_string(&figures).unwrap();
        assert_eq!(
            text,
            r#"{"variables":null,"clauses":7,"literals":null,"formula_bytes":null,"states":null,"build_seconds":0.5,"solver_seconds":null,"conflicts":null}"#
        );
        assert_eq!(serde_json::from_str::<Figures>(&text).unwrap(), figures);
        assert_eq!(serde_json::from_str::<Figures>(r#"{"clauses":7,"build_seconds":0.5}"#).unwrap(), figures);
    }
}
