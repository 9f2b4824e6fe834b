//! `plans.txt`: all shortest plans, each as the numbers of its operators, a plan a line, in order.
//!
//! Operators are numbered from 1, in the order of `task.sas`, as the choices of a step are in the formula. (Names would not do: a
//! problem may have several operators of one name.) In order, no plan is there twice.

use std::io::{self, Write};

use itertools::Itertools as _;

use crate::plan::{Plan, validate};
use crate::task::{OperatorId, Task};

/// Plans of one operator a step, in the order of their operators' numbers.
pub type OperatorLists = Vec<Vec<OperatorId>>;

/// Writes plans that are in order.
///
/// # Errors
/// What the writer gives.
pub fn write_plans(plans: &OperatorLists, mut out: impl Write) -> io::Result<()> {
    plans
        .iter()
        .try_for_each(|plan| writeln!(out, "{}", plan.iter().map(|id| id.index() + 1).format(" ")))?;
    out.flush()
}

/// Reads plans of so many steps, and checks that each leads to the goal.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn read_plans(task: &Task, length: usize, text: &str) -> Result<OperatorLists, String> {
    let Some(lines) = text.strip_suffix('\n') else {
        return Err("its last line has no end".to_owned());
    };
    let mut plans = OperatorLists::new();
    for (number, line) in (1..).zip(lines.split('\n')) {
        let wrong = |cause: &str| format!("line {number} {cause}");
        let words: Vec<&str> = if line.is_empty() { Vec::new() } else { line.split(' ').collect() };
        let plan = words.iter().map(|word| operator(task, word)).collect::<Option<Vec<OperatorId>>>();
        let plan = plan.ok_or_else(|| wrong("has a word that is no number of an operator"))?;
        if plan.len() != length {
            return Err(wrong(&format!("has {} steps, and {length} are claimed", plan.len())));
        }
        validate(task, &Plan::sequential(plan.iter().copied()))
            .map_err(|error| wrong(&format!("is no plan: {error}")))?;
        if plans.last().is_some_and(|before| plan <= *before) {
            return Err(wrong("is not behind the one before it"));
        }
        plans.push(plan);
    }
    Ok(plans)
}

/// The operator with that number.
fn operator(task: &Task, word: &str) -> Option<OperatorId> {
    let is_number = word.len() <= 9 && word.bytes().all(|byte| byte.is_ascii_digit());
    let number: usize = word.parse().ok().filter(|_| is_number)?;
    number.checked_sub(1).filter(|index| *index < task.operators().len()).map(OperatorId::from_index)
}
