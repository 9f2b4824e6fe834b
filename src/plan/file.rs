//! The plan file of the International Planning Competitions: one `(operator)` a line, then a comment with
//! the cost, as VAL and Fast Downward read and write it.

use std::io::{self, Write};

use super::Plan;
use crate::task::Task;

/// Writes a sequentialised plan; comments say where the steps begin in which operators run in parallel.
///
/// # Errors
/// Whatever the writer reports.
pub fn write_plan(task: &Task, plan: &Plan, mut out: impl Write) -> io::Result<()> {
    let is_parallel = plan.makespan() < plan.length();
    for (number, step) in (1..).zip(plan.steps()) {
        if is_parallel {
            writeln!(out, "; step {number}")?;
        }
        for id in step {
            writeln!(out, "({})", task.operator(*id).name)?;
        }
    }
    let kind = if task.has_costs() { "general cost" } else { "unit cost" };
    writeln!(out, "; cost = {} ({kind})", plan.cost(task))
}
