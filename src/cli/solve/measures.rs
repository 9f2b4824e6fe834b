//! Lengths and costs of plans in words: never a number without what it counts.

use super::super::report::{by, by_whom};
use crate::ask::SolveAnswer;
use crate::plan::{Plan, counted};
use crate::stop::StopReason;

pub(super) fn is_parallel(answer: &SolveAnswer<'_>) -> bool {
    answer.options.step.semantics.is_parallel()
}

/// `makespan 12 (∃-step), 39 units in all`.
pub(super) fn makespan(answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    let moves = length_and_cost(answer, plan);
    format!("makespan {} ({}), {moves} in all", plan.makespan(), answer.options.step.semantics.step_name())
}

/// The measure that the answer is about, in a few words: `39 units`; `13 actions, cost 27`; `makespan 15 (38 slides)`; `cost 27
/// (13 actions)` where costs are minimised.
pub(super) fn in_short(answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    if let Some(cost) = answer.cost.filter(|_| answer.minimises_cost()) {
        return format!("cost {cost} ({})", counted(plan.length(), answer.metric));
    }
    let moves = length_and_cost(answer, plan);
    if is_parallel(answer) { format!("makespan {} ({moves})", plan.makespan()) } else { moves }
}

/// The length, for titles: `39 units`; with the cost before it where that is minimised: `cost 27, 13 actions`.
pub(super) fn measure(answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    let length = counted(plan.length(), answer.metric);
    match answer.cost.filter(|_| answer.minimises_cost()) {
        Some(cost) => format!("cost {cost}, {length}"),
        None => length,
    }
}

/// `39 units`; `13 actions, cost 27`.
pub(super) fn length_and_cost(answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    let cost = answer.cost.map(|cost| format!(", cost {cost}")).unwrap_or_default();
    counted(plan.length(), answer.metric) + &cost
}

pub(super) fn steps(answer: &SolveAnswer<'_>, n: usize) -> String {
    let semantics = answer.options.step.semantics;
    let name = semantics.step_name();
    match n {
        _ if !semantics.is_parallel() => counted(n, answer.metric),
        1 => format!("1 {name}"),
        _ => format!("{n} {name}s"),
    }
}

/// `1 state`, `2 states`.
pub(super) fn plural(number: u64, name: &str) -> String {
    if number == 1 { format!("1 {name}") } else { format!("{number} {name}s") }
}

/// `cost 37, cheapest; 9 actions: every cost up to 36 was refuted by search`.
pub(super) fn cheapest(answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    let report = answer.report;
    let proof = report.refuted_cost.map(|refuted| format!(": {}", refuted_up_to(answer, refuted)));
    // A list is stopped for another reason.
    let is_open = report
        .stopped
        .filter(|_| report.list.is_none())
        .map(|reason| format!("; of this cost there may be plans of fewer: {}", by(reason)));
    let actions = counted(plan.length(), answer.metric);
    format!(
        "{}, cheapest; {actions}{}{}",
        cost(answer),
        proof.unwrap_or_default(),
        is_open.unwrap_or_default()
    )
}

/// `cost 45, perhaps not cheapest; 12 actions: every cost up to 30 was refuted by search, so at most 14 can be saved; stopped by
/// the timeout`.
pub(super) fn perhaps_cheapest(answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    let report = answer.report;
    let actions = counted(plan.length(), answer.metric);
    let known = match (report.stopped, report.refuted_cost) {
        (None, _) => "cheaper ones were not looked for".to_owned(),
        (Some(reason), None) => by(reason).to_owned(),
        (Some(reason), Some(refuted)) => {
            format!("{}{}; {}", refuted_up_to(answer, refuted), gap(answer, plan, refuted), by(reason))
        }
    };
    format!("{}, perhaps not cheapest; {actions}: {known}", cost(answer))
}

pub(super) fn none_up_to(answer: &SolveAnswer<'_>) -> Option<String> {
    let refuted = answer.report.refuted_cost?;
    Some(format!("no plan of cost {} or less exists", answer.cost_of(refuted)))
}

/// The line on stderr where a plan was found and the run was stopped then.
pub(super) fn stopped(reason: StopReason) -> String {
    format!("{}: there may be a cheaper plan", by(reason))
}

fn cost(answer: &SolveAnswer<'_>) -> String {
    answer.cost.map_or_else(String::new, |cost| format!("cost {cost}"))
}

fn refuted_up_to(answer: &SolveAnswer<'_>, refuted: u64) -> String {
    format!("every cost up to {} was refuted{}", answer.cost_of(refuted), by_whom(answer.report))
}

fn gap(answer: &SolveAnswer<'_>, plan: &Plan, refuted: u64) -> String {
    let Some(task) = answer.task else { return String::new() };
    let least = u128::from(refuted) + 1;
    let gap = u64::try_from(plan.cost(task).saturating_sub(least)).unwrap_or(u64::MAX);
    format!(", so at most {} can be saved", answer.cost_of(gap))
}
