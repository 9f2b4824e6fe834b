//! `plans.txt`: all shortest plans, each as the numbers of its operators, a plan a line, in order.
//!
//! Operators are numbered from 1, in the order of `task.sas`, as the choices of a step are in the formula. (Names would not do: a
//! problem may have several operators of one name.) Of the operators of one name that lead from a state to the same next one, the
//! first stands for all. So two plans that differ do so in names or states; and in order, no plan is there twice.

use std::io::{self, Write};

use itertools::Itertools as _;

use crate::plan::{Plan, PlanError, replay, validate};
use crate::task::{OperatorId, OperatorNames, State, Task};

/// A plan of one operator a step: for each step its [cases](OperatorNames::cases), of which the first stands for all.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedPlan {
    steps: Vec<Vec<OperatorId>>,
}

impl ListedPlan {
    /// The plan of these operators.
    ///
    /// # Errors
    /// The first that cannot be applied.
    pub fn of(task: &Task, names: &OperatorNames, operators: &[OperatorId]) -> Result<Self, PlanError> {
        let states = replay(task, &Plan::sequential(operators.iter().copied()))?;
        Ok(Self::through(&states, task, names, operators))
    }

    /// The plan of these operators, which passes through these states.
    fn through(states: &[State], task: &Task, names: &OperatorNames, operators: &[OperatorId]) -> Self {
        let cases = |(pair, id): (&[State], &OperatorId)| {
            if names.have_no_cases() { vec![*id] } else { names.cases(*id, &task.extend(&pair[0]), &pair[1]) }
        };
        Self { steps: states.windows(2).zip(operators).map(cases).collect() }
    }

    /// For each step its cases.
    pub fn steps(&self) -> &[Vec<OperatorId>] {
        &self.steps
    }

    /// For each step the operator that stands for its cases.
    pub fn operators(&self) -> impl Iterator<Item = OperatorId> {
        self.steps.iter().filter_map(|cases| cases.first().copied())
    }
}

/// Writes plans that are in order.
///
/// # Errors
/// The errors of the writer.
pub fn write_plans(plans: &[ListedPlan], mut out: impl Write) -> io::Result<()> {
    plans
        .iter()
        .try_for_each(|plan| writeln!(out, "{}", plan.operators().map(|id| id.index() + 1).format(" ")))?;
    out.flush()
}

/// Reads plans of so many steps, and checks that each leads to the goal.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn read_plans(task: &Task, length: usize, text: &str) -> Result<Vec<ListedPlan>, String> {
    let Some(lines) = text.strip_suffix('\n') else {
        return Err("its last line has no end".to_owned());
    };
    let names = OperatorNames::of(task);
    let mut plans: Vec<ListedPlan> = Vec::new();
    for (number, line) in (1..).zip(lines.split('\n')) {
        let wrong = |cause: &str| format!("line {number} {cause}");
        let words: Vec<&str> = if line.is_empty() { Vec::new() } else { line.split(' ').collect() };
        let operators = words.iter().map(|word| operator(task, word)).collect::<Option<Vec<OperatorId>>>();
        let operators = operators.ok_or_else(|| wrong("has a word that is no number of an operator"))?;
        if operators.len() != length {
            return Err(wrong(&format!("has {} steps, and {length} are claimed", operators.len())));
        }
        let states = validate(task, &Plan::sequential(operators.iter().copied()))
            .map_err(|error| wrong(&format!("is no plan: {error}")))?;
        let plan = ListedPlan::through(&states, task, &names, &operators);
        if let Some((first, id)) = plan.operators().zip(&operators).find(|(first, id)| first != *id) {
            let [first, id] = [first, *id].map(|id| id.index() + 1);
            return Err(wrong(&format!(
                "has operator {id}, for which {first} stands, which has its name and leads to the same state"
            )));
        }
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
