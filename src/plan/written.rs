//! Plans as texts: answers in JSON, plan files of the planning competitions, or names of moves.
//!
//! A text is one of
//!
//! - an answer of `--json`, whose `plan` is read, or a list of names in JSON;
//! - numbered moves as they are printed (`1  r right 1`), with whatever stands between them;
//! - one move a line, with or without the parentheses of a plan file; `;` begins a comment. Planners number their lines (`0: (move a b)`,
//!   `step    0: MOVE A B`), or say when an action begins and how long it takes (`0.001: (move a b) [1.000]`).
//!
//! An unknown name is compared without regard to upper and lower case, as in PDDL.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

use crate::task::{ExtendedState, OperatorId, Task};
use itertools::Itertools as _;
use serde::Deserialize;

use super::{Cost, Plan};

/// A plan as it was written: the names of its moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenPlan {
    /// The moves, in the order in which they are made.
    pub moves: Vec<WrittenMove>,
    /// The unit in which the plan's length is counted, if the text names it.
    pub metric: Option<String>,
}

/// The name of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMove {
    /// The name as it was written.
    pub name: String,
    /// Its place in the text, in bytes; unknown in JSON.
    pub place: Option<Range<usize>>,
}

/// The reason why a text is no plan.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrittenPlanError {
    /// Invalid JSON.
    #[error("this is no JSON: {0}")]
    Json(String),
    /// An answer that has no plan.
    #[error("there is no plan in this answer{}", .0.as_ref().map_or_else(String::new, |status| format!(", whose status is '{status}'")))]
    NoPlan(Option<String>),
}

debug_is_message!(WrittenPlanError);

/// A name without a move, at least in the state reached so far.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("step {step}: there is no move '{}'", .written.name)]
pub struct UnknownMove {
    /// The number of the move in the plan, counted from 1.
    pub step: usize,
    /// The name as written.
    pub written: WrittenMove,
}

debug_is_message!(UnknownMove);

/// The keys of an answer that matter.
#[derive(Deserialize)]
struct WrittenAnswer {
    plan: Option<Vec<String>>,
    status: Option<String>,
    metric: Option<String>,
}

/// Reads a plan, whatever its problem.
///
/// # Errors
/// Invalid JSON, or an answer without a plan. Any other text is a list of names, to be resolved by [`WrittenPlan::find`].
pub fn read_plan(text: &str) -> Result<WrittenPlan, WrittenPlanError> {
    let json = |error: serde_json::Error| WrittenPlanError::Json(error.to_string());
    let of_names = |names: Vec<String>, metric| WrittenPlan {
        moves: names.into_iter().map(|name| WrittenMove { name, place: None }).collect(),
        metric,
    };
    match text.trim_start().chars().next() {
        Some('[') => Ok(of_names(serde_json::from_str(text).map_err(json)?, None)),
        Some('{') => {
            let answer: WrittenAnswer = serde_json::from_str(text).map_err(json)?;
            let plan = answer.plan.ok_or(WrittenPlanError::NoPlan(answer.status))?;
            Ok(of_names(plan, answer.metric))
        }
        _ => Ok(of_lines(text)),
    }
}

/// The moves of a text of lines: the numbered ones, if a move has number 1, or else all.
fn of_lines(text: &str) -> WrittenPlan {
    let begin = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let written = |name: &str| WrittenMove {
        name: name.to_owned(),
        place: Some(begin(name)..begin(name) + name.len()),
    };
    let mut numbered = Vec::new();
    for (number, name) in text.lines().filter_map(numbered_name) {
        if number == numbered.len() + 1 {
            numbered.push(written(name));
        }
    }
    let names = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';'));
    let moves = if numbered.is_empty() { names().map(written).collect() } else { numbered };
    WrittenPlan { moves, metric: None }
}

/// The number and the name of a move as it is printed.
fn numbered_name(line: &str) -> Option<(usize, &str)> {
    let (number, name) = line.trim().split_once("  ")?;
    Some((number.parse().ok()?, name.trim_start()))
}

impl WrittenPlan {
    /// The plan of the operators with these names. `called` gives the operators of a name, asked in the order of the moves; of
    /// several operators the applicable one is taken.
    ///
    /// If none is applicable, the plan ends with the operator that lacks least; replaying it gives the step and the reason.
    ///
    /// # Errors
    /// The first name that no operator has.
    pub fn find(
        &self,
        task: &Task,
        mut called: impl FnMut(&str) -> Vec<OperatorId>,
    ) -> Result<Plan, UnknownMove> {
        let mut state = task.initial().clone();
        let mut found = Vec::with_capacity(self.moves.len());
        for (index, written) in self.moves.iter().enumerate() {
            let here = task.extend(&state);
            let operators = readings(&written.name).map(&mut called).find(|operators| !operators.is_empty());
            let next = operators.into_iter().flatten().min_by_key(|id| lacks(task, &here, *id));
            let next = next.ok_or_else(|| UnknownMove { step: index + 1, written: written.clone() })?;
            found.push(next);
            match here.successor(next) {
                Ok(after) => state = after,
                Err(_) => break,
            }
        }
        Ok(Plan::sequential(found))
    }

    /// As [`WrittenPlan::find`], by the operators' names in the task, as in plan files.
    ///
    /// # Errors
    /// As [`WrittenPlan::find`].
    pub fn by_operators(&self, task: &Task) -> Result<Plan, UnknownMove> {
        let mut by_name: BTreeMap<&str, Vec<OperatorId>> = BTreeMap::new();
        let mut by_words: BTreeMap<String, Vec<OperatorId>> = BTreeMap::new();
        for id in task.operator_ids() {
            let name = &task.operator(id).name;
            by_name.entry(name).or_default().push(id);
            by_words.entry(words(name)).or_default().push(id);
        }
        self.find(task, |name| {
            by_name.get(name).or_else(|| by_words.get(&words(name))).cloned().unwrap_or_default()
        })
    }
}

/// A name in lower case, with one blank between its words.
fn words(name: &str) -> String {
    name.split_whitespace().join(" ").to_lowercase()
}

/// The possible names of a line: all of it, or the part in parentheses; the same behind a number, before a duration or a
/// comment.
fn readings(line: &str) -> impl Iterator<Item = &str> {
    let uncommented = line.split_once(';').map_or(line, |(name, _)| name.trim());
    let timed = without_time(uncommented);
    [Some(line), inside(line), Some(uncommented), inside(uncommented), Some(timed), inside(timed)]
        .into_iter()
        .flatten()
        .map(str::trim)
}

/// The words in parentheses.
fn inside(line: &str) -> Option<&str> {
    line.strip_prefix('(')?.strip_suffix(')')
}

/// The forms in which planners write a step: `3: (move a b)`, `step    3: MOVE A B`, `0.003: (move a b) [1.000]`.
fn without_time(line: &str) -> &str {
    let Some((time, name)) = line.split_once(':') else { return line };
    let word = time.trim();
    let number = word.strip_prefix("step").or_else(|| word.strip_prefix("STEP")).unwrap_or(word).trim();
    if number.parse::<f64>().is_err() || !number.starts_with(|char: char| char.is_ascii_digit()) {
        return line;
    }
    let name = name.trim();
    let duration = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    match duration {
        Some((name, duration)) if duration.trim().parse::<f64>().is_ok() => name.trim(),
        _ => name,
    }
}

/// The number of conditions of an operator that do not hold.
fn lacks(task: &Task, here: &ExtendedState<'_>, id: OperatorId) -> usize {
    task.operator(id).precondition.iter().filter(|literal| !here.holds(**literal)).count()
}

/// Writes a sequentialised plan; comments say where the steps begin in which operators run in parallel.
///
/// # Errors
/// Whatever the writer reports.
pub fn write_plan(task: &Task, plan: &Plan, out: impl Write) -> io::Result<()> {
    write_plan_in_units(task, plan, 1, out)
}

/// As [`write_plan`], with the cost in the unit of the problem's text: `scale` is the number by which the costs of the task were
/// multiplied.
///
/// # Errors
/// As [`write_plan`].
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

#[cfg(test)]
mod tests {
    use super::super::{PlanError, replay};
    use super::*;
    use crate::task::{Fact, Operator, TaskBuilder};

    fn names(text: &str) -> Vec<String> {
        read_plan(text).unwrap().moves.into_iter().map(|written| written.name).collect()
    }

    #[test]
    fn all_forms_of_a_plan_are_read() {
        for text in [
            r#"{"kind":"rushhour","status":"solved","plan":["r right 1","b up 2"],"metric":"units"}"#,
            r#" ["r right 1", "b up 2"]"#,
            "r right 1\n\n; a comment\n  b up 2\n",
            "1  r right 1\n2  b up 2\n\nbefore\n+---+\n| r |\n+---+\n2 units, shortest\n",
            "start\n| . |\n\n1  r right 1\n| r |\n\n2  b up 2\n",
        ] {
            assert_eq!(names(text), ["r right 1", "b up 2"], "{text}");
        }
        assert!(names("; cost = 0 (unit cost)\n").is_empty());
        assert_eq!(read_plan(r#"{"plan":[],"metric":"slides"}"#).unwrap().metric.as_deref(), Some("slides"));
    }

    #[test]
    fn what_is_no_plan_is_told() {
        let error = |text: &str| read_plan(text).unwrap_err().to_string();
        assert_eq!(
            error(r#"{"plan":null,"status":"unsolvable"}"#),
            "there is no plan in this answer, whose status is 'unsolvable'"
        );
        assert_eq!(error("{}"), "there is no plan in this answer");
        assert!(error("{").starts_with("this is no JSON: "));
        assert!(error("[1]").starts_with("this is no JSON: "));
    }

    /// A counter from 0 to 2 whose two moves are both called `up`, and one move `(down)`.
    fn counter() -> Task {
        let mut builder = TaskBuilder::default();
        let counter = builder.variable("counter", ["0", "1", "2"], 0);
        let at = |value| Fact { var: counter, value };
        builder.operator(Operator::simple("up", [at(1).into()], [at(2)]));
        builder.operator(Operator::simple("up", [at(0).into()], [at(1)]));
        builder.operator(Operator::simple("(down)", [at(2).into()], [at(0)]));
        builder.goal([at(2).into()]);
        builder.build().unwrap()
    }

    fn replayed(text: &str) -> Result<usize, PlanError> {
        let task = counter();
        let plan = read_plan(text).unwrap().by_operators(&task).unwrap();
        replay(&task, &plan).map(|states| states.len())
    }

    #[test]
    fn of_moves_with_one_name_that_is_meant_that_can_be_made() {
        assert_eq!(replayed("up\n(up)\n((down))\n(down)\n").unwrap_err().step, 4);
        assert_eq!(replayed("(up)\n(up)\n(down)\n(up)\n"), Ok(5));
        let error = replayed("up\nup\nup\nup\n").unwrap_err();
        assert_eq!(error.step, 3);
        assert!(error.to_string().contains("'up' cannot be applied"), "{error}");
    }

    #[test]
    fn lines_of_planners() {
        for text in [
            "0: (up)\n1: (UP)\n",
            "step    0: UP\n        1:  Up\n",
            "STEP 1: up\nSTEP 2: up\n",
            "0.000: (up) [1.000]\n1.001: ( up ) [1]\n",
            "(up) ; first\n(up); second\n; cost = 2 (unit cost)\n",
        ] {
            assert_eq!(replayed(text), Ok(3), "{text}");
        }
    }

    #[test]
    fn words_before_a_colon_that_are_no_time_belong_to_the_name() {
        for line in ["inf: up", "nan: (up)", "-1: up", "+1: up", "1st: up", "step: up", ": up"] {
            let error = read_plan(line).unwrap().by_operators(&counter()).unwrap_err();
            assert_eq!(error.written.name, line);
        }
    }

    #[test]
    fn names_that_differ_in_case_alone_are_those_that_are_written() {
        let mut builder = TaskBuilder::default();
        let place = builder.variable("place", ["a", "b", "c"], 0);
        let at = |value| Fact { var: place, value };
        let operators = [
            Operator::simple("go", [at(0).into()], [at(1)]),
            Operator::simple("GO", [at(0).into()], [at(2)]),
        ];
        let [small, great] = operators.map(|operator| builder.operator(operator));
        builder.goal([at(2).into()]);
        let task = builder.build().unwrap();
        for (text, expected) in [("go", small), ("(go)", small), ("GO", great), ("(GO)", great)] {
            let plan = read_plan(text).unwrap().by_operators(&task).unwrap();
            assert_eq!(plan, Plan::sequential([expected]), "{text}");
        }
    }

    #[test]
    fn a_name_that_nothing_has_is_told_with_its_place() {
        let text = "up\n (left) \n";
        let error = read_plan(text).unwrap().by_operators(&counter()).unwrap_err();
        assert_eq!(error.to_string(), "step 2: there is no move '(left)'");
        assert_eq!(&text[error.written.place.unwrap()], "(left)");
    }
}
