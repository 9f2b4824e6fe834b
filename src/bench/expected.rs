//! The expected answer of a problem, and whether a run contradicts it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::agreement::{PlanMeasure, least_measure, measure_of_plan};
use super::record::{Record, RunOutcome};
use crate::ask::Cost;

/// The right answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// A shortest plan has so many steps, of one move each; where costs are minimised, a cheapest one costs so much.
    Steps(usize),
    /// A cheapest plan costs so much: a cost with decimals. Every plan of a problem without costs contradicts it.
    Cost(Cost),
    /// A solution of any length.
    Solved,
    /// No solution of any length.
    Unsolvable,
}

impl Expected {
    /// Does the run contradict this answer? A run that gave up contradicts nothing.
    pub fn is_contradicted_by(self, record: &Record) -> bool {
        // No plan in which moves share steps has more steps than moves, nor fewer moves than a shortest one.
        let has = measure_of_plan(record).map(|steps| match record.result {
            RunOutcome::Solved { cost: None, length: Some(length), .. } => PlanMeasure::Steps(length),
            _ => steps,
        });
        let least = least_measure(record);
        let parts = |cost: Cost| PlanMeasure::Parts(cost.in_smallest_parts());
        let expected = match self {
            Self::Steps(number) => match (has, least) {
                (Some(PlanMeasure::Parts(_)), _) | (_, PlanMeasure::Parts(_)) => {
                    parts(Cost::of(number as u128, 1))
                }
                _ => PlanMeasure::Steps(number),
            },
            Self::Cost(cost) => parts(cost),
            Self::Solved => return least == PlanMeasure::Never,
            Self::Unsolvable => return has.is_some(),
        };
        has.is_some_and(|has| has < expected) || expected < least
    }
}

/// The words after `expected`.
impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(steps) => write!(f, "{steps}"),
            Self::Cost(cost) => write!(f, "{cost}"),
            Self::Solved => f.write_str("solved"),
            Self::Unsolvable => f.write_str("unsolvable"),
        }
    }
}
