//! The answer of a solving command: a report with what is needed to show it.

use crate::frontend::Diagnostic;
use crate::planner::{Options, Outcome, Report};
use crate::problem::{MoveDetails, RenderedPlan};
use serde::Serialize;

use super::super::problem_args::ProblemPlace;

/// The certificate that was asked for.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(super) enum Certified {
    /// It is there: the size of the proof, in bytes, and how long it took to make and to check, in CPU seconds.
    Written { folder: String, proof_bytes: u64, making_seconds: f64, checking_seconds: f64 },
    /// Why there is none.
    Missing { missing: String },
}

impl Certified {
    pub(super) fn missing(why: impl Into<String>) -> Self {
        Self::Missing { missing: why.into() }
    }

    /// The line that is printed about it.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Written { folder, proof_bytes, making_seconds, checking_seconds } => format!(
                "certified: {:.1} MB in {folder}, made in {making_seconds:.2} s, checked in {checking_seconds:.2} s",
                *proof_bytes as f64 / 1e6
            ),
            Self::Missing { missing } => format!("no certificate: {missing}"),
        }
    }
}

/// A report with what is needed to show it.
pub(super) struct SolveAnswer<'a> {
    pub(super) kind: &'static str,
    /// Its name and its file, where nobody else says that.
    pub(super) place: Option<ProblemPlace>,
    pub(super) metric: &'a str,
    /// Where no metric was chosen, others in which a plan may be shorter.
    pub(super) coarser: &'static [&'static str],
    /// What the play was to be worth, if it is a game.
    pub(super) goal: Option<u32>,
    /// The values that plays may have in spite of all that is known, where the best one was asked for: better ones than
    /// `goal` if there is a plan.
    pub(super) open: Option<Vec<u32>>,
    pub(super) encoding: &'a str,
    pub(super) options: &'a Options,
    pub(super) report: &'a Report,
    /// What the plan costs, if there is one and operators have costs.
    pub(super) cost: Option<u64>,
    /// The certificate, if one was asked for.
    pub(super) certified: Option<Certified>,
    /// The plan, if there is one.
    pub(super) plan: Option<RenderedPlan>,
    /// What is most likely a slip in the problem.
    pub(super) warnings: &'a [Diagnostic],
    /// That options had no effect, if so.
    pub(super) without_effect: Option<String>,
    /// The moves of the plan in parts, where that is asked for.
    pub(super) moves: Vec<MoveDetails>,
    /// The moves of each of the shortest plans, if they were asked for.
    pub(super) list: Vec<Vec<String>>,
}

impl SolveAnswer<'_> {
    /// The names of the moves of each step, if there is a plan in which moves share steps.
    pub(super) fn steps(&self) -> Option<Vec<&[String]>> {
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

    /// Who ruled out shorter plans, or any.
    pub(super) fn proved_by(&self) -> String {
        self.report.proved_by.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string)
    }

    /// The open values, if there are any.
    pub(super) fn open(&self) -> &[u32] {
        self.open.as_deref().unwrap_or_default()
    }
}
