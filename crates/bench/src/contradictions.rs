//! Contradictions: two records of one problem whose lengths or costs cannot both be true, or a record that contradicts the
//! expected answer.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use bmcplan_ask::Cost;
use bmcplan_ask::modes::mode_named;
use bmcplan_ask::settings_table::setting_named;

use super::record::{Record, RunOutcome};

/// Checks whether an option changes the problem, so that runs with and without it cannot contradict each other. This is true of
/// all options of a kind of problem, and of the semantics of steps.
pub fn changes_the_problem(option: &str) -> bool {
    const SYMMETRY: &str = "symmetry";
    let is_mode = mode_named(option).is_some();
    option != SYMMETRY && !is_mode && setting_named(option).is_none_or(|setting| setting.changes_the_question)
}

/// Two runs that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The problem.
    pub instance: String,
    /// Configuration with a plan, and the plan's length or cost.
    pub claim: String,
    /// Configuration that rules out such a plan.
    pub refutation: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instance, claim, refutation } = self;
        write!(f, "{instance}: {claim}, but {refutation}")
    }
}

/// Returns every pair of contradicting configurations once.
pub fn find_contradictions<'r>(records: impl IntoIterator<Item = &'r Record>) -> Vec<Contradiction> {
    let mut problems: BTreeMap<Vec<&str>, Vec<&Record>> = BTreeMap::new();
    for record in records {
        problems.entry(problem(record)).or_default().push(record);
    }
    let mut found: Vec<Contradiction> = Vec::new();
    for records in problems.values() {
        for claim in records {
            let Some(steps) = measure_of_plan(claim) else { continue };
            for refutation in records.iter().filter(|record| steps < least_measure(record)) {
                let contradiction = Contradiction {
                    instance: claim.instance.clone(),
                    claim: match &claim.result {
                        RunOutcome::Solved { cost: Some(cost), .. } => {
                            format!("({}) has a plan of cost {cost}", claim.configuration)
                        }
                        RunOutcome::Solved { steps: Some(steps), .. } => {
                            let makespan = if claim.configuration.shares_steps() { "makespan " } else { "" };
                            format!("({}) has a plan of {makespan}{steps}", claim.configuration)
                        }
                        _ => format!("({}) has a solution", claim.configuration),
                    },
                    refutation: match least_measure(refutation) {
                        PlanMeasure::Never => {
                            format!("({}) says that there is no plan", refutation.configuration)
                        }
                        PlanMeasure::Parts(_) => {
                            format!("({}) says that no plan is so cheap", refutation.configuration)
                        }
                        PlanMeasure::Steps(least) => {
                            format!("({}) says that no plan has fewer than {least}", refutation.configuration)
                        }
                    },
                };
                if !found.contains(&contradiction) {
                    found.push(contradiction);
                }
            }
        }
    }
    found
}

fn problem(record: &Record) -> Vec<&str> {
    let configuration = &record.configuration;
    let options = configuration.options.iter();
    let parts = options.filter(|(name, _)| changes_the_problem(name));
    let parts = parts.flat_map(|(name, value)| [&**name, &**value]);
    let metric = configuration.metric.as_deref().unwrap_or_default();
    [&*record.instance, &*record.kind, metric].into_iter().chain(parts).collect()
}

/// A number of steps, or a cost. All runs of one problem use the same measure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PlanMeasure {
    Steps(usize),
    /// Cost in the smallest parts.
    Parts(u128),
    Never,
}

fn measure_of_plan(record: &Record) -> Option<PlanMeasure> {
    match record.result {
        // This may be a play of another value than the best.
        RunOutcome::Solved { .. } if !record.open_goals.is_empty() => None,
        RunOutcome::Solved { cost: Some(cost), .. } => Some(PlanMeasure::Parts(cost.in_smallest_parts())),
        RunOutcome::Solved { steps, .. } => Some(PlanMeasure::Steps(steps.unwrap_or(0))),
        _ => None,
    }
}

fn least_measure(record: &Record) -> PlanMeasure {
    if !record.open_goals.is_empty() {
        return PlanMeasure::Steps(0);
    }
    let above = |cost: Cost| PlanMeasure::Parts(cost.in_smallest_parts().saturating_add(1));
    let beyond = |horizon: usize| PlanMeasure::Steps(horizon.saturating_add(1));
    let refuted = match record.refuted_cost {
        Some(cost) => above(cost),
        None => record.refuted.map_or(PlanMeasure::Steps(0), beyond),
    };
    match record.result {
        RunOutcome::Unsolvable => PlanMeasure::Never,
        RunOutcome::Solved { cost: Some(cost), optimal, .. } => {
            let least = PlanMeasure::Parts(if optimal { cost.in_smallest_parts() } else { 0 });
            least.max(refuted)
        }
        RunOutcome::Solved { steps: Some(steps), optimal: true, .. } => {
            PlanMeasure::Steps(steps).max(refuted)
        }
        RunOutcome::NoPlanWithin { horizon } => beyond(horizon).max(refuted),
        RunOutcome::NoPlanAtCost { cost } => above(cost).max(refuted),
        _ => refuted,
    }
}

/// Right answer of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// Length of a shortest plan, with one move in each step. If costs are minimised, the cost of a cheapest plan.
    Steps(usize),
    /// Cost of a cheapest plan, with decimals. Every plan of a problem without costs contradicts it.
    Cost(Cost),
    /// There is a solution, of any length.
    Solved,
    /// There is no solution of any length.
    Unsolvable,
}

impl Expected {
    /// Checks whether the run contradicts this answer. A run without an answer contradicts nothing.
    pub fn is_contradicted_by(self, record: &Record) -> bool {
        // A plan with parallel steps has no more steps than moves, and no fewer moves than a shortest plan.
        let claim = measure_of_plan(record).map(|steps| match record.result {
            RunOutcome::Solved { cost: None, length: Some(length), .. } => PlanMeasure::Steps(length),
            _ => steps,
        });
        let least = least_measure(record);
        let parts = |cost: Cost| PlanMeasure::Parts(cost.in_smallest_parts());
        let expected = match self {
            Self::Steps(number) => match (claim, least) {
                (Some(PlanMeasure::Parts(_)), _) | (_, PlanMeasure::Parts(_)) => {
                    parts(Cost::of(number as u128, 1))
                }
                _ => PlanMeasure::Steps(number),
            },
            Self::Cost(cost) => parts(cost),
            Self::Solved => return least == PlanMeasure::Never,
            Self::Unsolvable => return claim.is_some(),
        };
        claim.is_some_and(|claim| claim < expected) || expected < least
    }
}

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
