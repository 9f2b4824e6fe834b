//! Hints where a limit ended a run: other modes than the one that was tried.

use crate::planner::{Mode, Outcome, PlanQuery, Strategy};
use crate::stop::StopReason;

use super::lengths::is_parallel;
use crate::ask::SolveAnswer;

/// A line after an answer that a limit cut short.
pub(super) fn after(answer: &SolveAnswer<'_>) -> Option<String> {
    let options = answer.options;
    let reason = match (&answer.report.outcome, options.wanted) {
        (Outcome::Stopped(reason), _) => *reason,
        // There is a plan, and a proof or all others were wanted.
        (Outcome::Solved { .. }, _) => answer.report.stopped?,
        (Outcome::Unsolvable | Outcome::NoPlanWithin(_), _) => return None,
    };
    let has_plan = matches!(answer.report.outcome, Outcome::Solved { .. });
    let first = "--first looks for any plan, which may be longer";
    let search = "--search goes through all states that can be reached";
    let formulas = "--incremental needs less memory than search";
    let help: Vec<&str> = match (reason, options.mode) {
        (StopReason::Interrupt, _) => return None,
        (StopReason::Memory, Mode::Search | Mode::Auto) => vec![formulas],
        (StopReason::Memory, _) => Vec::new(),
        (StopReason::Timeout, Mode::Formula(Strategy::First) | Mode::Anytime) if has_plan => Vec::new(),
        (StopReason::Timeout, Mode::Formula(Strategy::First) | Mode::Anytime) => {
            vec!["it never finds out that there is no plan; --search and --pdr do"]
        }
        (StopReason::Timeout, Mode::Search) => vec!["--incremental asks a SAT solver"],
        (StopReason::Timeout, Mode::Auto) => Vec::new(),
        (StopReason::Timeout, Mode::Formula(_)) => vec![search],
    };
    let first = (!has_plan
        && reason == StopReason::Timeout
        && options.wanted == PlanQuery::One
        && !is_parallel(answer)
        && !matches!(options.mode, Mode::Formula(Strategy::First) | Mode::Anytime))
    .then_some(first);
    let limit = match reason {
        StopReason::Memory => "a greater --memory",
        _ => "a greater --timeout",
    };
    let help: Vec<&str> = first.into_iter().chain(help).chain([limit]).collect();
    Some(format!("what may help: {}", help.join("; ")))
}
