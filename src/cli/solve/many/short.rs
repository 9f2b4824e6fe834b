//! The answer for a problem in a few words.

use crate::planner::{Outcome, PlanQuery};

use super::super::super::report::by;
use super::super::lengths;
use super::super::text::number;
use crate::ask::SolveAnswer;

/// The answer in a few words, for a line of its own.
pub(super) fn in_short(answer: &SolveAnswer<'_>) -> String {
    let goal = answer.goal.filter(|_| answer.open.is_some()).map(|goal| format!("goal {goal}: "));
    let known = match &answer.report.outcome {
        Outcome::Solved { plan, optimal, .. } => {
            let plans = match answer.options.wanted {
                PlanQuery::One => String::new(),
                PlanQuery::All(_) | PlanQuery::Count => {
                    let number = number(answer);
                    let plans = if number == "1" { "plan" } else { "plans" };
                    format!(", {number} {plans}")
                }
            };
            format!("{}{}{plans}", if *optimal { "" } else { "at most " }, lengths::in_short(answer, plan))
        }
        Outcome::Unsolvable => "no plan".to_owned(),
        Outcome::NoPlanWithin(horizon) => format!("none up to {}", lengths::steps(answer, *horizon)),
        Outcome::Stopped(reason) => by(*reason).to_owned(),
    };
    goal.unwrap_or_default() + &known
}
