//! The answer of `check`: what is known of a plan, as text and as JSON.

use crate::ask::{DiagnosticObject, ProblemPlace, VERSION, reason_name};
use crate::problem::Problem;
use crate::stop::StopReason;
use serde::Serialize;

use super::failure::Failure;
use super::plan_file::WrongStep;
use super::report::{by, json_line};

/// What was found out about a plan.
pub(crate) enum CheckedPlan {
    /// It has a step that cannot be taken, or does not reach the goal.
    Wrong(WrongStep),
    /// It solves the problem, with so many moves.
    Valid(usize),
    /// None is shorter.
    Shortest(usize),
    /// There is one of so many moves.
    NotShortest(usize, usize),
    /// Whether there is a shorter one is not known.
    Open(usize, StopReason),
}

/// What is known of the plan.
pub(crate) struct CheckReport<'a> {
    pub(crate) place: ProblemPlace,
    pub(crate) problem: &'a dyn Problem,
    pub(crate) goal: Option<u32>,
    /// The moves of a plan that was read from a model.
    pub(crate) moves: Option<&'a [String]>,
    pub(crate) cost: Option<u64>,
    pub(crate) found: &'a CheckedPlan,
}

impl CheckReport<'_> {
    /// Nothing for a wrong plan: that is an error.
    pub(crate) fn text(&self) -> Option<String> {
        let count = |length: usize| {
            let metric = self.problem.metric();
            let cost = self.cost.map(|cost| format!(", cost {cost}")).unwrap_or_default();
            format!("{length} {}{cost}", if length == 1 { metric.trim_end_matches('s') } else { metric })
        };
        let moves: String = self.moves.iter().copied().flatten().map(|name| format!("{name}\n")).collect();
        let known = match self.found {
            CheckedPlan::Wrong(_) => return None,
            CheckedPlan::Valid(length) => format!("valid: {}\n", count(*length)),
            CheckedPlan::Shortest(length) => format!("valid, and shortest: {}\n", count(*length)),
            CheckedPlan::NotShortest(length, less) => {
                format!("valid, and not shortest: {}; there is a plan of {less}\n", count(*length))
            }
            CheckedPlan::Open(length, reason) => {
                format!("valid: {}; whether it is shortest is not known: {}\n", count(*length), by(*reason))
            }
        };
        Some(moves + &known)
    }

    /// One object.
    pub(crate) fn json(&self) -> Result<String, Failure> {
        #[derive(Serialize)]
        struct CheckObject<'a> {
            kind: &'static str,
            #[serde(flatten)]
            place: &'a ProblemPlace,
            status: &'static str,
            metric: &'a str,
            goal: Option<u32>,
            length: Option<usize>,
            #[serde(skip_serializing_if = "Option::is_none")]
            plan: Option<&'a [String]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            cost: Option<u64>,
            step: Option<usize>,
            reason: Option<&'a str>,
            shortest: Option<bool>,
            shorter: Option<usize>,
            stopped_by: Option<&'static str>,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            warnings: Vec<DiagnosticObject>,
            version: &'static str,
        }
        let (mut length, mut wrong, mut shortest, mut shorter, mut stopped_by) =
            (None, None, None, None, None);
        match self.found {
            CheckedPlan::Wrong(step) => wrong = Some(step),
            CheckedPlan::Valid(valid) => length = Some(*valid),
            CheckedPlan::Shortest(valid) => (length, shortest) = (Some(*valid), Some(true)),
            CheckedPlan::NotShortest(valid, less) => {
                (length, shortest, shorter) = (Some(*valid), Some(false), Some(*less));
            }
            CheckedPlan::Open(valid, reason) => {
                (length, stopped_by) = (Some(*valid), Some(reason_name(*reason)))
            }
        }
        Ok(json_line(&CheckObject {
            kind: self.problem.kind(),
            place: &self.place,
            status: if wrong.is_some() { "wrong" } else { "valid" },
            metric: self.problem.metric(),
            goal: self.goal,
            length,
            plan: self.moves.filter(|_| wrong.is_none()),
            cost: self.cost,
            step: wrong.map(|wrong| wrong.step),
            reason: wrong.map(|wrong| wrong.diagnostic.message()),
            shortest,
            shorter,
            stopped_by,
            warnings: self.problem.warnings().iter().map(DiagnosticObject::from).collect(),
            version: VERSION,
        })?)
    }
}
