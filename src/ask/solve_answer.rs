//! The answer to a problem that was to be solved: a report with what is needed to show it.

use crate::certificate::EvidenceKind;
use crate::figures::ProcessFigures;
use crate::plan::{Cost, Metric};
use crate::planner::{Options, Outcome, Report};
use crate::problem::{MoveDetails, RenderedPlan};
use crate::task::Task;
use crate::text::Diagnostic;
use serde::{Deserialize, Serialize};

use super::problem_text::ProblemPlace;

/// The certificate that was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Certified {
    /// A certificate, with its evidence, the size of that, and the CPU seconds of making and checking it.
    Written {
        /// Where it is.
        folder: String,
        /// Its evidence.
        evidence: EvidenceKind,
        /// The size of the proofs.
        proof_bytes: u64,
        /// CPU seconds in which it was made.
        making_seconds: f64,
        /// CPU seconds in which it was checked.
        checking_seconds: f64,
    },
    /// None could be made.
    Missing {
        /// Why.
        missing: String,
    },
}

impl Certified {
    /// The lack of a certificate, for this reason.
    pub fn missing(why: impl Into<String>) -> Self {
        Self::Missing { missing: why.into() }
    }

    /// The line that is printed about it.
    pub fn text(&self) -> String {
        match self {
            Self::Written { folder, evidence, proof_bytes, making_seconds, checking_seconds } => {
                let kilobytes = *proof_bytes as f64 / 1e3;
                let size = match proof_bytes {
                    0 => String::new(),
                    _ if kilobytes < 100.0 => format!("{kilobytes:.1} kB "),
                    _ => format!("{:.1} MB ", kilobytes / 1e3),
                };
                format!(
                    "{}: {size}in {folder}, made in {making_seconds:.2} s, checked in {checking_seconds:.2} s",
                    evidence.participle()
                )
            }
            Self::Missing { missing } => format!("no certificate: {missing}"),
        }
    }
}

/// A report with what is needed to show it.
pub struct SolveAnswer<'a> {
    /// The name of the problem's kind.
    pub kind: &'static str,
    /// Its name and its file, where nobody else says that.
    pub place: Option<ProblemPlace>,
    /// The unit in which the length of the plan is counted.
    pub metric: &'a str,
    /// Where no metric was chosen, others in which a plan may be shorter.
    pub coarser: &'static [&'static str],
    /// The value of the goal, if it is a game.
    pub goal: Option<u32>,
    /// The values that plays may have in spite of all that is known, where the best one was asked for: better ones than
    /// `goal` if there is a plan.
    pub open: Option<Vec<u32>>,
    /// The name of the encoding.
    pub encoding: &'a str,
    /// The task, unless it was stopped before there was one.
    pub task: Option<&'a Task>,
    /// The options of the planner.
    pub options: &'a Options,
    /// The planner's report.
    pub report: &'a Report,
    /// The cost of the plan, if there is one and operators have costs.
    pub cost: Option<Cost>,
    /// The parts of the unit of costs.
    pub cost_scale: u64,
    /// The certificate, if one was asked for.
    pub certified: Option<Certified>,
    /// The plan, if there is one.
    pub plan: Option<RenderedPlan>,
    /// Warnings of slips in the problem.
    pub warnings: &'a [Diagnostic],
    /// The sentence about settings without effect.
    pub without_effect: Option<String>,
    /// The moves of the plan in parts, where that is asked for.
    pub moves: Vec<MoveDetails>,
    /// The moves of each of the shortest plans, if they were asked for.
    pub list: Vec<Vec<String>>,
    /// CPU time and memory of the process so far.
    pub taken: ProcessFigures,
}

impl SolveAnswer<'_> {
    /// The names of the moves of each step, if there is a plan in which moves share steps.
    pub fn steps(&self) -> Option<Vec<&[String]>> {
        let (Outcome::Solved { plan, .. }, Some(rendered)) = (&self.report.outcome, &self.plan) else {
            return None;
        };
        if !self.options.step.semantics.is_parallel() || rendered.moves.len() != plan.length() {
            return None;
        }
        let mut rest = rendered.moves.as_slice();
        let mut take = |n: usize| rest.split_off(..n).unwrap_or_default();
        Some(plan.steps().iter().map(|step| take(step.len())).collect())
    }

    /// The solver, search or bound that ruled out shorter plans, or any; `-` if none did.
    pub fn proved_by(&self) -> String {
        self.report.proved_by.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string)
    }

    /// True if plans are compared by cost.
    pub fn minimises_cost(&self) -> bool {
        self.options.metric == Metric::Cost
    }

    /// A cost of the task in the unit of the problem.
    pub fn cost_of(&self, parts: u64) -> Cost {
        Cost::of(parts.into(), self.cost_scale)
    }

    /// The open values, if there are any.
    pub fn open(&self) -> &[u32] {
        self.open.as_deref().unwrap_or_default()
    }
}
