//! Plans as texts: answers in JSON, plan files of the planning competitions, or names of moves.
//!
//! A text is one of
//!
//! - an answer of `--json`, whose `plan` is read, or a list of names in JSON;
//! - an answer of clingo, as text or in JSON (`--outf=2`): see `answer_set.rs`;
//! - numbered moves as they are printed (`1  r right 1`), with the states that are printed with them;
//! - one move a line, with or without the parentheses of a plan file; `;` begins a comment. Planners number their lines (`0: (move a b)`,
//!   `step    0: MOVE A B`), or say when an action begins and how long it takes (`0.001: (move a b) [1.000]`).

use std::io::{self, Write};
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value;

use crate::Task;

use super::answer_set::{WrittenAtom, atoms_of_text};
use super::{Cost, Plan};

/// Plan as a text gives it: the names of its moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenPlan {
    /// Moves, in the order in which they are made.
    pub moves: Vec<WrittenMove>,
    /// Unit in which the plan's length is counted, if the text names it.
    pub metric: Option<String>,
    /// Value of the goal, if the text names it: a number, or any other text in that place.
    pub goal: Option<String>,
    /// Atoms of an answer set; `None` for all other texts. The moves are its `occurs`, or all atoms where there are none.
    pub atoms: Option<Vec<WrittenAtom>>,
}

/// Name of a move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenMove {
    /// Name as it was written.
    pub name: String,
    /// Place of the name in the text, in bytes; `None` for JSON.
    pub place: Option<Range<usize>>,
}

/// Error of parsing a plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrittenPlanError {
    /// Invalid JSON.
    #[error("not valid JSON: {0}")]
    Json(String),
    /// Answer without a plan, with its status if it has one.
    #[error("there is no plan in this answer{}", .0.as_ref().map_or_else(String::new, |status| format!(", whose status is '{status}'")))]
    NoPlan(Option<String>),
}

#[derive(Deserialize)]
struct WrittenAnswer {
    plan: Option<Vec<String>>,
    status: Option<String>,
    metric: Option<Value>,
    /// Unit, where the metric is another one.
    unit: Option<Value>,
    goal: Option<Value>,
    /// Calls of clingo's solver.
    #[serde(rename = "Call")]
    calls: Option<Vec<SolverCall>>,
    #[serde(rename = "Result")]
    result: Option<String>,
}

#[derive(Deserialize)]
struct SolverCall {
    #[serde(rename = "Witnesses", default)]
    witnesses: Vec<Witness>,
}

#[derive(Deserialize)]
struct Witness {
    #[serde(rename = "Value", default)]
    atoms: Vec<String>,
}

/// Parses a plan, of any problem. Fails at invalid JSON, or an answer without a plan. Any other text is a list of names, to be
/// resolved by [`WrittenPlan::find`].
pub fn read_plan(text: &str) -> Result<WrittenPlan, WrittenPlanError> {
    let json = |error: serde_json::Error| WrittenPlanError::Json(error.to_string());
    let of_names = |names: Vec<String>| WrittenPlan {
        moves: names.into_iter().map(|name| WrittenMove { name, place: None }).collect(),
        ..WrittenPlan::default()
    };
    match text.trim_start().chars().next() {
        Some('[') => Ok(of_names(serde_json::from_str(text).map_err(json)?)),
        Some('{') => {
            let WrittenAnswer { plan, status, metric, unit, goal, calls, result } =
                serde_json::from_str(text).map_err(json)?;
            if let Some(calls) = calls {
                let last = calls.into_iter().rev().find_map(|call| call.witnesses.into_iter().next_back());
                let Witness { atoms } = last.ok_or(WrittenPlanError::NoPlan(result))?;
                return Ok(of_atoms(
                    atoms.iter().map(|atom| WrittenAtom::of(atom).unwrap_or_default()).collect(),
                ));
            }
            let plan = plan.ok_or(WrittenPlanError::NoPlan(status))?;
            let metric = unit.or(metric).and_then(|metric| metric.as_str().map(str::to_owned));
            Ok(WrittenPlan { metric, goal: goal.map(|goal| goal.to_string()), ..of_names(plan) })
        }
        _ => match atoms_of_text(text) {
            None => Ok(of_lines(text)),
            Some(Ok(atoms)) => Ok(of_atoms(atoms)),
            Some(Err(result)) => Err(WrittenPlanError::NoPlan(Some(result))),
        },
    }
}

/// Returns the plan of an answer set: its `occurs`, by time. Kinds read other predicates in their own way.
fn of_atoms(atoms: Vec<WrittenAtom>) -> WrittenPlan {
    let action = |atom: &WrittenAtom| {
        let written = WrittenMove { name: atom.action()?, place: atom.place.clone() };
        Some((atom.time_of_move()?, written))
    };
    let mut actions: Vec<(i64, WrittenMove)> = atoms.iter().filter_map(action).collect();
    actions.sort_by_key(|(time, _)| *time);
    let as_move = |atom: &WrittenAtom| WrittenMove { name: atom.text.clone(), place: atom.place.clone() };
    let moves = match actions.is_empty() {
        true => atoms.iter().map(as_move).collect(),
        false => actions.into_iter().map(|(_, action)| action).collect(),
    };
    WrittenPlan { moves, atoms: Some(atoms), ..WrittenPlan::default() }
}

/// Parses the moves of a text of lines. Where moves are numbered consecutively from 0 or 1, the text printed with them is left
/// out: the heads of steps, and everything after the moves. Every other line is taken for the name of a move.
fn of_lines(text: &str) -> WrittenPlan {
    let begin = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let written = |name: &str| WrittenMove {
        name: name.to_owned(),
        place: Some(begin(name)..begin(name) + name.len()),
    };
    let all: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with(';')).collect();
    let is_number = |line: &str, number| numbered_name(line).is_some_and(|(found, _)| found == number);
    let mut next = usize::from(!all.iter().any(|line| is_number(line, 0)));
    if !all.iter().any(|line| is_number(line, next)) {
        let is_empty = all.iter().any(|line| line.starts_with("0 ") && line.contains(NO_MOVES));
        let names = all.into_iter().filter(|line| !is_empty && !line.is_empty());
        return WrittenPlan { moves: names.map(written).collect(), ..WrittenPlan::default() };
    }
    let (mut moves, mut n_steps) = (Vec::new(), 0);
    for (at, line) in all.iter().enumerate() {
        let rest = || all[at + 1..].iter().filter(|line| !line.is_empty());
        // A blank line is before them, and no move is after them.
        let is_end =
            || matches!(*line, "before" | "start") && at.checked_sub(1).is_some_and(|at| all[at].is_empty());
        if let Some((number, name)) = numbered_name(line)
            && number == next
        {
            moves.push(written(name));
            next += 1;
        } else if !moves.is_empty() && is_end() && !rest().any(|line| is_number(line, next)) {
            break;
        } else if line.strip_prefix("step ") == Some(&*(n_steps + 1).to_string())
            && moves.is_empty() == (n_steps == 0)
            && rest().next().is_some_and(|line| is_number(line, next))
        {
            n_steps += 1;
        } else if !line.is_empty() {
            moves.push(written(line));
        }
    }
    WrittenPlan { moves, ..WrittenPlan::default() }
}

/// Words in the summary of a plan without moves.
const NO_MOVES: &str = "the goal holds at the start";

fn numbered_name(line: &str) -> Option<(usize, &str)> {
    let (number, name) = line.split_once("  ")?;
    Some((number.parse().ok()?, name.trim_start()))
}

/// Writes a sequentialised plan; comments say where the steps begin in which operators run in parallel.
pub fn write_plan(task: &Task, plan: &Plan, out: impl Write) -> io::Result<()> {
    write_plan_in_units(task, plan, 1, out)
}

/// Writes a plan like [`write_plan`], with the cost in the unit of the problem's text: `scale` is the number by which the costs
/// of the task were multiplied.
pub fn write_plan_in_units(task: &Task, plan: &Plan, scale: u64, mut out: impl Write) -> io::Result<()> {
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
    let cost = Cost::of(plan.cost(task), scale);
    writeln!(out, "; cost = {cost} ({kind})")
}
