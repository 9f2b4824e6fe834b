//! Events of a run, from the engines to the progress line.

use std::sync::Arc;

use bmcplan_sat::horizon::{Attempt, HorizonAnswer};
use bmcplan_search::SearchProgress;
use bmcplan_task::Task;
use bmcplan_task::plan::{Cost, Metric, Plan};

/// An event of a run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// The task was built.
    Built(Arc<Task>),
    /// A horizon begins to be tried.
    Started(usize),
    /// A horizon has been tried.
    Finished(Attempt),
    /// A foreign solver's answers for horizons up to this one, or for formulas of as many steps and a relaxed rest, are being confirmed.
    Confirming(usize),
    /// As much more effort went into a formula of a first plan, in literals.
    Spent(u64),
    /// A layer of the explicit search is done.
    Searched(SearchProgress),
    /// A plan that the validator accepted; shorter or cheaper ones are looked for.
    Plan(Plan),
    /// Bounds on the least cost, in parts of its unit: no plan costs less than `lower`, and a plan was found that costs `upper`.
    Cost {
        /// The lower bound.
        lower: u128,
        /// The cost of the cheapest plan so far.
        upper: Option<u128>,
    },
    /// A proof is made that no plan has less than this; without a number, that there is no plan.
    Certifying(Option<Minimum>),
    /// A certificate is checked.
    Checking,
}

/// The greatest cost and the greatest number of steps of which no plan is known to be.
pub(super) type RuledOut = (Option<u64>, Option<usize>);

impl Event {
    /// Returns what the event rules out of the answers to a question in this metric.
    pub(super) fn ruled_out(&self, metric: Metric) -> RuledOut {
        match (self, metric) {
            // A depth of 0 stands for no bound, too; greedy search has no other.
            (Self::Searched(progress), Metric::Actions) => {
                (None, Some(progress.depth).filter(|depth| 0 < *depth))
            }
            (Self::Searched(progress), Metric::Cost) => (progress.refuted_cost, None),
            (Self::Finished(Attempt { horizon, answer: HorizonAnswer::Refuted, .. }), Metric::Actions) => {
                (None, Some(*horizon))
            }
            (Self::Cost { lower, .. }, Metric::Cost) => {
                (lower.checked_sub(1).map(|refuted| u64::try_from(refuted).unwrap_or(u64::MAX)), None)
            }
            _ => (None, None),
        }
    }
}

/// The measure of a plan that is as small as possible, or that is to become smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Minimum {
    /// The number of steps.
    Steps(usize),
    /// The sum of the costs.
    Cost(Cost),
}

impl Minimum {
    /// Returns the measure of a plan in a metric; `cost_scale` parts are the unit of costs.
    pub fn of(metric: Metric, cost_scale: u64, task: &Task, plan: &Plan) -> Self {
        match metric {
            Metric::Actions => Self::Steps(plan.makespan()),
            Metric::Cost => Self::Cost(Cost::of(plan.cost(task), cost_scale)),
        }
    }
}
