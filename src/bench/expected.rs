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

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::*;

    #[test]
    fn what_contradicts_and_what_does_not() {
        let solved = |steps, optimal| RunOutcome::Solved {
            length: Some(steps),
            steps: Some(steps),
            optimal,
            cost: None,
            cut_short_by: None,
        };
        let without_steps =
            RunOutcome::Solved { length: None, steps: None, optimal: false, cost: None, cut_short_by: None };
        for (expected, result, contradicted) in [
            (Expected::Steps(3), solved(3, true), false),
            (Expected::Steps(3), solved(4, false), false),
            (Expected::Steps(3), solved(4, true), true),
            (Expected::Steps(3), solved(2, false), true),
            (Expected::Steps(3), RunOutcome::NoPlanWithin { horizon: 2 }, false),
            (Expected::Steps(3), RunOutcome::NoPlanWithin { horizon: 3 }, true),
            (Expected::Steps(3), RunOutcome::Unsolvable, true),
            (Expected::Steps(3), RunOutcome::OutOfTime, false),
            (Expected::Solved, without_steps.clone(), false),
            (Expected::Solved, RunOutcome::Unsolvable, true),
            (Expected::Solved, RunOutcome::NoPlanWithin { horizon: 9 }, false),
            (Expected::Unsolvable, RunOutcome::Unsolvable, false),
            (Expected::Unsolvable, RunOutcome::NoPlanWithin { horizon: 9 }, false),
            (Expected::Unsolvable, without_steps, true),
        ] {
            let record = record("transition", "incremental", result);
            assert_eq!(
                expected.is_contradicted_by(&record),
                contradicted,
                "{expected:?} {:?}",
                record.result
            );
        }
    }

    /// A plan of 38 moves in 15 steps contradicts neither 26 nor 38 moves.
    #[test]
    fn a_makespan_is_compared_as_such() {
        let mut record = record(
            "operators",
            "incremental",
            RunOutcome::Solved {
                length: Some(38),
                steps: Some(15),
                optimal: true,
                cost: None,
                cut_short_by: None,
            },
        );
        record.configuration.options.insert("semantics".to_owned(), "exists".to_owned());
        for (expected, contradicted) in [(14, true), (15, false), (26, false), (38, false), (39, true)] {
            assert_eq!(Expected::Steps(expected).is_contradicted_by(&record), contradicted, "{expected}");
        }
    }

    #[test]
    fn costs_with_decimals_are_compared_exactly() {
        let solved = |parts, optimal| RunOutcome::Solved {
            length: Some(3),
            steps: Some(3),
            optimal,
            cost: Some(Cost::of(parts, 100)),
            cut_short_by: None,
        };
        let without_costs = RunOutcome::Solved {
            length: Some(1),
            steps: Some(1),
            optimal: true,
            cost: None,
            cut_short_by: None,
        };
        for (result, contradicted) in [
            (solved(125, true), false),
            (solved(126, false), false),
            (solved(126, true), true),
            (solved(124, false), true),
            (RunOutcome::NoPlanAtCost { cost: Cost::of(124, 100) }, false),
            (RunOutcome::NoPlanAtCost { cost: Cost::of(125, 100) }, true),
            (RunOutcome::Unsolvable, true),
            (RunOutcome::OutOfTime, false),
            (without_costs, true),
        ] {
            let record = record("transition", "search", result);
            let expected = Expected::Cost(Cost::of(1250, 1000));
            assert_eq!(expected.is_contradicted_by(&record), contradicted, "{:?}", record.result);
        }
    }

    #[test]
    fn in_files() {
        for (expected, text) in [
            (Expected::Steps(3), r#"{"steps":3}"#),
            (Expected::Cost(Cost::of(125, 100)), r#"{"cost":1.25}"#),
            (Expected::Solved, r#""solved""#),
            (Expected::Unsolvable, r#""unsolvable""#),
        ] {
            assert_eq!(serde_json::to_string(&expected).unwrap(), text);
            assert_eq!(serde_json::from_str::<Expected>(text).unwrap(), expected);
        }
    }
}
