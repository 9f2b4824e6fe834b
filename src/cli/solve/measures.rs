//! Lengths and costs of plans in words: never a number without what it counts.

use super::super::report::{by, by_whom};
use crate::ask::Solution;
use crate::plan::{Plan, counted};
use crate::stop::StopReason;

pub(super) fn is_parallel(solved: &Solution) -> bool {
    solved.options.step.semantics.is_parallel()
}

/// Formats as `makespan 12 (∃-step), 39 units in all`.
pub(super) fn makespan(solved: &Solution, plan: &Plan) -> String {
    let moves = length_and_cost(solved, plan);
    format!("makespan {} ({}), {moves} in all", plan.makespan(), solved.options.step.semantics.step_name())
}

/// Returns the measure that the answer is about, in a few words: `39 units`; `13 actions, cost 27`; `makespan 15 (38 slides)`; `cost 27
/// (13 actions)` where costs are minimised.
pub(super) fn in_short(solved: &Solution, plan: &Plan) -> String {
    if let Some(cost) = solved.cost().filter(|_| solved.minimises_cost()) {
        return format!("cost {cost} ({})", counted(plan.length(), solved.unit()));
    }
    let moves = length_and_cost(solved, plan);
    if is_parallel(solved) { format!("makespan {} ({moves})", plan.makespan()) } else { moves }
}

/// Returns the length, for titles: `39 units`; with the cost before it where that is minimised: `cost 27, 13 actions`.
pub(super) fn measure(solved: &Solution, plan: &Plan) -> String {
    let length = counted(plan.length(), solved.unit());
    match solved.cost().filter(|_| solved.minimises_cost()) {
        Some(cost) => format!("cost {cost}, {length}"),
        None => length,
    }
}

/// Formats as `39 units`; `13 actions, cost 27`.
pub(super) fn length_and_cost(solved: &Solution, plan: &Plan) -> String {
    let cost = solved.cost().map(|cost| format!(", cost {cost}")).unwrap_or_default();
    counted(plan.length(), solved.unit()) + &cost
}

pub(super) fn steps(solved: &Solution, n: usize) -> String {
    let semantics = solved.options.step.semantics;
    let name = semantics.step_name();
    match n {
        _ if !semantics.is_parallel() => counted(n, solved.unit()),
        1 => format!("1 {name}"),
        _ => format!("{n} {name}s"),
    }
}

/// Formats as `cost 37, cheapest; 9 actions: every cost up to 36 was refuted by search`.
pub(super) fn cheapest(solved: &Solution, plan: &Plan) -> String {
    let report = &solved.report;
    let proof = report.refuted_cost.map(|refuted| format!(": {}", refuted_up_to(solved, refuted)));
    // A list is stopped for another reason.
    let is_open = report
        .stopped
        .filter(|_| report.list.is_none())
        .map(|reason| format!("; of this cost there may be plans of fewer: {}", by(reason)));
    let actions = counted(plan.length(), solved.unit());
    format!(
        "{}, cheapest; {actions}{}{}",
        cost(solved),
        proof.unwrap_or_default(),
        is_open.unwrap_or_default()
    )
}

/// Formats as `cost 45, perhaps not cheapest; 12 actions: every cost up to 30 was refuted by search, so at most 14 can be saved; stopped by
/// the timeout`.
pub(super) fn perhaps_cheapest(solved: &Solution, plan: &Plan) -> String {
    let report = &solved.report;
    let actions = counted(plan.length(), solved.unit());
    let known = match (report.stopped, report.refuted_cost) {
        (None, _) => "cheaper ones were not looked for".to_owned(),
        (Some(reason), None) => by(reason).to_owned(),
        (Some(reason), Some(refuted)) => {
            let gap = solved.gap().map(|gap| format!(", so at most {gap} can be saved")).unwrap_or_default();
            format!("{}{gap}; {}", refuted_up_to(solved, refuted), by(reason))
        }
    };
    format!("{}, perhaps not cheapest; {actions}: {known}", cost(solved))
}

pub(super) fn none_up_to(solved: &Solution) -> Option<String> {
    let refuted = solved.report.refuted_cost?;
    Some(format!("no plan of cost {} or less exists", solved.cost_of(refuted.into())))
}

/// Returns the line on stderr where a plan was found and the run was stopped then.
pub(super) fn stopped(reason: StopReason) -> String {
    format!("{}: there may be a cheaper plan", by(reason))
}

fn cost(solved: &Solution) -> String {
    solved.cost().map_or_else(String::new, |cost| format!("cost {cost}"))
}

fn refuted_up_to(solved: &Solution, refuted: u64) -> String {
    format!("every cost up to {} was refuted{}", solved.cost_of(refuted.into()), by_whom(&solved.report))
}
