//! The independent validator: replay on the task's semantics, operator by operator (as VAL does for PDDL;
//! Howey, Long & Fox, *VAL*, 2004).

use std::fmt;

use super::Plan;
use crate::{Inapplicable, Literal, OperatorId, State, Task};

/// Rejection of a plan: the step at fault and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanError {
    /// Step at fault, counted from 1; for an unmet goal the number of steps.
    pub step: usize,
    message: String,
    /// Fault of that step.
    pub reason: Reason,
}

/// Fault of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The task has no such operator.
    NoSuchOperator(OperatorId),
    /// The operator cannot be applied in the state that the step starts from.
    Inapplicable(OperatorId, Inapplicable),
    /// After the last step this literal of the goal is false.
    GoalNotReached(Literal),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.message)
    }
}

impl std::error::Error for PlanError {}

/// Replays a plan from the initial state and checks the goal.
///
/// The operators of a step are run only in the order in which the plan lists them: the check is of the plan sequentialised.
///
/// Returns the states passed through, the initial one first: one more than the plan has operators. The error is the first step
/// that cannot be taken, with the reason, or the goal literal that is false at the end.
pub fn validate(task: &Task, plan: &Plan) -> Result<Vec<State>, PlanError> {
    let states = replay(task, plan)?;
    let last = task.extend(states.last().unwrap_or(task.initial()));
    match task.goal().iter().find(|literal| !last.holds(**literal)) {
        Some(literal) => Err(reject(task, plan.makespan(), Reason::GoalNotReached(*literal))),
        None => Ok(states),
    }
}

/// Replays a plan like [`validate`], but the goal need not be reached: returns the states of a part of a plan. The error is the
/// first step that cannot be taken, with the reason.
pub fn replay(task: &Task, plan: &Plan) -> Result<Vec<State>, PlanError> {
    let mut states = vec![task.initial().clone()];
    let mut state = task.initial().clone();
    for (step, operators) in plan.steps().iter().enumerate() {
        for id in operators {
            let reject = |reason| reject(task, step + 1, reason);
            let Some(_) = task.operators().get(id.index()) else {
                return Err(reject(Reason::NoSuchOperator(*id)));
            };
            let next = task.extend(&state).successor(*id);
            state = next.map_err(|why| reject(Reason::Inapplicable(*id, why)))?;
            states.push(state.clone());
        }
    }
    Ok(states)
}

fn reject(task: &Task, step: usize, reason: Reason) -> PlanError {
    let message = match &reason {
        Reason::NoSuchOperator(id) => format!("there is no operator number {}", id.index()),
        Reason::Inapplicable(id, Inapplicable::Precondition(literal)) => format!(
            "'{}' cannot be applied: its precondition '{}' is false",
            task.operator(*id).name,
            task.literal_name(*literal)
        ),
        Reason::Inapplicable(id, Inapplicable::ConflictingEffects(a, b)) => format!(
            "'{}' cannot be applied: its effects '{}' and '{}' contradict each other",
            task.operator(*id).name,
            task.fact_name(*a),
            task.fact_name(*b)
        ),
        Reason::GoalNotReached(literal) => {
            format!("the plan ends and the goal '{}' is false", task.literal_name(*literal))
        }
    };
    PlanError { step, message, reason }
}
