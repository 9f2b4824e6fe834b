//! The claim of a certificate, with everything that is needed to prove it.

use std::sync::Arc;

use bmcplan_base::text::Source;
use bmcplan_kinds::problem::{Kind, ProblemOptions};
use bmcplan_sat::encode::StepOptions;
use bmcplan_sat::horizon::HorizonRefutation;
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan};
use bmcplan_verify::{CHECKER, EvidenceChoice, TASK};

/// Claim about a problem.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Kind of the problem.
    pub kind: &'static Kind,
    /// Texts of the problem.
    pub sources: Vec<Source>,
    /// Options with which it was read.
    pub options: ProblemOptions,
    /// Value of the goal, for kinds whose goals have values.
    pub goal: Option<u32>,
    /// Unit of the length of plans.
    pub unit: String,
    /// Power of ten by which the task has multiplied the problem's costs.
    pub cost_scale: u64,
    /// Task of the problem.
    pub task: Arc<Task>,
    /// Plan that minimises `metric`; `None` if there is no plan.
    pub plan: Option<Plan>,
    /// Measure by which plans are compared.
    pub metric: Metric,
    /// Claim about all shortest plans.
    pub plans: ClaimedPlans,
    /// Steps of the formulas that gave the answer.
    pub step: StepOptions,
    /// Requested evidence.
    pub evidence: EvidenceChoice,
    /// Solver's refutation of one step less than the plan has, if it kept one.
    pub refutation: Option<Arc<HorizonRefutation>>,
}

impl Claim {
    pub(super) fn cost(&self) -> Option<u128> {
        self.plan.as_ref().filter(|_| self.metric == Metric::Cost).map(|plan| plan.cost(&self.task))
    }

    pub(super) fn is_one_row(&self) -> bool {
        self.sources.iter().any(|source| source.is_one_row() && source.is_single_row())
    }

    pub(super) fn is_read_apart(&self) -> bool {
        (self.kind.is_read_by_checker)(&self.sources)
    }

    pub(super) fn trusted(&self) -> Vec<String> {
        let checker = format!("one of two checkers that share nothing, bmcplan and {CHECKER}");
        if self.is_read_apart() {
            return vec![checker];
        }
        vec![checker, format!("{TASK} is the planning task of the problem, as bmcplan reads it")]
    }
}

/// Claim about all shortest plans.
#[derive(Debug, Clone, Copy)]
pub enum ClaimedPlans {
    /// No claim.
    One,
    /// Number of shortest plans; `None` if it is unknown because it is 2^128 or more.
    Count(Option<u128>),
}

impl ClaimedPlans {
    pub(super) fn count(&self) -> Option<u128> {
        match self {
            Self::One => None,
            Self::Count(count) => *count,
        }
    }

    pub(super) fn sentence(&self) -> &'static str {
        match self {
            Self::One => "a plan of LENGTH METRICGOAL is shortest",
            Self::Count(_) => {
                "there are as many plans of LENGTH METRICGOAL as certificate.json says, and none is shorter"
            }
        }
    }
}
