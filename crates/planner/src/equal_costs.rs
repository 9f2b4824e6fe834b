//! Tasks in which all operators cost the same: their cheapest plans are the shortest ones.

use bmcplan_sat::horizon::Strategy;
use bmcplan_task::Task;
use bmcplan_task::plan::Metric;

use super::options::{Mode, Options};
use super::report::{Outcome, Report};

/// The question about lengths that answers one about costs.
pub(super) struct EqualCosts {
    cost: u64,
    max_cost: Option<u64>,
}

impl EqualCosts {
    /// Recognises equal costs; `None` if costs are not minimised, not all equal, or all zero.
    pub(super) fn of(task: &Task, options: &Options) -> Option<Self> {
        let mut costs = task.operators().iter().map(|operator| operator.cost);
        let cost = costs.next().unwrap_or(1);
        let is_one = options.metric == Metric::Cost && cost != 0 && costs.all(|other| other == cost);
        is_one.then_some(Self { cost, max_cost: options.max_cost })
    }

    pub(super) fn options(&self, options: &Options) -> Options {
        let max_horizon = self.max_cost.map(|cost| usize::try_from(cost / self.cost).unwrap_or(usize::MAX));
        // A first plan is looked for in steps of several operators, which a greatest horizon counts.
        let mode = match options.mode {
            Mode::Formula(Strategy::First) | Mode::Anytime if max_horizon.is_some() => Mode::Auto,
            mode => mode,
        };
        Options { mode, metric: Metric::Actions, max_cost: None, max_horizon, ..options.clone() }
    }

    /// Returns the report about costs, from the one about lengths.
    pub(super) fn report(&self, report: Report) -> Report {
        // The cheapest plan that is not refuted has one operator more.
        let below_least = |refuted: usize| {
            let cost = (refuted as u128 + 1) * u128::from(self.cost) - 1;
            u64::try_from(cost).unwrap_or(u64::MAX)
        };
        let refuted_cost = report.refuted.map(below_least);
        let outcome = match report.outcome {
            Outcome::NoPlanWithin(horizon) => {
                Outcome::NoPlanAtCost(self.max_cost.unwrap_or(below_least(horizon)))
            }
            outcome => outcome,
        };
        Report { outcome, refuted_cost, ..report }
    }
}
