//! Lengths of plans in words: never a number without what it counts.

use crate::plan::{Plan, counted};

use crate::ask::SolveAnswer;

/// May moves share a step?
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

/// So many steps of a horizon: moves in the metric, unless they share steps.
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
