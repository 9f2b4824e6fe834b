//! The plan file of the International Planning Competitions: one `(operator)` a line, then a comment with
//! the cost, as VAL and Fast Downward read and write it.

use std::io::{self, Write};

use super::Plan;
use crate::task::Task;

/// Writes a sequentialised plan.
///
/// # Errors
/// Whatever the writer reports.
pub fn write_plan(task: &Task, plan: &Plan, mut out: impl Write) -> io::Result<()> {
    let (mut cost, mut kind) = (0_u64, "unit cost");
    for id in plan.operators() {
        let operator = task.operator(id);
        cost += u64::from(operator.cost);
        if operator.cost != 1 {
            kind = "general cost";
        }
        writeln!(out, "({})", operator.name)?;
    }
    writeln!(out, "; cost = {cost} ({kind})")
}
