//! Decoding of models: states are read off the frames, and the task's semantics finds an operator that leads from each state to
//! the next, independently of the encoding.
//!
//! If a step may have several operators, these are read off, too. They run one after the other by the task's semantics, which
//! must lead to the next frame's state.

use itertools::Itertools as _;

use bmcplan_task::plan::Plan;
use bmcplan_task::{OperatorId, State, Task};

use super::{Trace, TransitionSystem};

/// A model is not a plan: the encoding is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Frame in which a variable has no value or several.
    #[error("frame {frame}: variable '{variable}' has {values} values")]
    NoState {
        /// Frame, counted from 0.
        frame: usize,
        /// Name of the variable.
        variable: String,
        /// Number of its values in that frame.
        values: usize,
    },
    /// Step, counted from 1, that no operator takes.
    #[error("step {0}: no operator leads from the frame before it to the frame after it")]
    NoOperator(usize),
    /// Step whose operators cannot run in their order.
    #[error("step {step}: '{operator}' cannot be applied when its turn comes")]
    Inapplicable {
        /// Step, counted from 1.
        step: usize,
        /// Name of the first operator that cannot run.
        operator: String,
    },
    /// Step, counted from 1, whose operators lead to another state.
    #[error("step {0}: its operators do not lead to the frame after it")]
    OtherState(usize),
}

/// Reads the plan off `trace`, up to the first idle frame. Of operators with the same result, the first of the least cost runs.
///
/// Operators of a parallel step that change nothing when they run are left out, and so are steps that become empty. A trace of
/// the fewest steps has no such step.
///
/// # Errors
/// If the trace is not a run of the task. That is a fault of the encoding, never of the input.
pub fn decode(task: &Task, system: &TransitionSystem, trace: &Trace) -> Result<Plan, DecodeError> {
    if !system.operators().is_empty() {
        return decode_parallel(task, system, trace);
    }
    let steps = takers(task, system, trace)?;
    let cheapest =
        |operators: &Vec<OperatorId>| operators.iter().copied().min_by_key(|id| task.operator(*id).cost);
    Ok(Plan::sequential(steps.iter().filter_map(cheapest)))
}

/// Returns the operators that take each step of a trace: several, if they have the same result; of those with the same name the
/// first.
///
/// # Errors
/// As for [`decode`].
pub fn decode_steps(
    task: &Task,
    system: &TransitionSystem,
    trace: &Trace,
) -> Result<Vec<Vec<OperatorId>>, DecodeError> {
    let mut steps = takers(task, system, trace)?;
    for operators in &mut steps {
        *operators = operators.iter().copied().unique_by(|id| &task.operator(*id).name).collect();
    }
    Ok(steps)
}

/// Returns all operators that take each step of a trace.
fn takers(
    task: &Task,
    system: &TransitionSystem,
    trace: &Trace,
) -> Result<Vec<Vec<OperatorId>>, DecodeError> {
    let states: Vec<State> = (0..=trace.length(system))
        .map(|frame| state_at(task, system, trace, frame))
        .collect::<Result<_, _>>()?;
    let mut steps = Vec::with_capacity(states.len());
    for (step, pair) in states.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let extended = task.extend(before);
        let takes_it = |id: &OperatorId| extended.successor(*id).is_ok_and(|next| next == *after);
        let operators: Vec<OperatorId> = task.operator_ids().filter(takes_it).collect();
        if operators.is_empty() {
            return Err(DecodeError::NoOperator(step + 1));
        }
        steps.push(operators);
    }
    Ok(steps)
}

fn decode_parallel(task: &Task, system: &TransitionSystem, trace: &Trace) -> Result<Plan, DecodeError> {
    let mut steps = Vec::new();
    let mut state = state_at(task, system, trace, 0)?;
    for frame in 0..trace.length(system) {
        let running = system.operators().iter().filter(|(_, lit)| trace.holds(frame, (*lit).into()));
        let mut operators = Vec::new();
        for (id, _) in running {
            let next = task.extend(&state).successor(*id).map_err(|_| DecodeError::Inapplicable {
                step: frame + 1,
                operator: task.operator(*id).name.clone(),
            })?;
            if next != state {
                operators.push(*id);
                state = next;
            }
        }
        if state != state_at(task, system, trace, frame + 1)? {
            return Err(DecodeError::OtherState(frame + 1));
        }
        if !operators.is_empty() {
            steps.push(operators);
        }
    }
    Ok(Plan::parallel(steps))
}

fn state_at(
    task: &Task,
    system: &TransitionSystem,
    trace: &Trace,
    frame: usize,
) -> Result<State, DecodeError> {
    let mut values = Vec::with_capacity(task.variables().len());
    for var in task.variable_ids() {
        let true_here: Vec<u32> = task
            .facts(var)
            .filter(|fact| trace.holds(frame, system.fact(*fact)))
            .map(|fact| fact.value)
            .collect();
        match true_here.as_slice() {
            [value] => values.push(*value),
            several => {
                let variable = task.variables()[var.index()].name.clone();
                return Err(DecodeError::NoState { frame, variable, values: several.len() });
            }
        }
    }
    Ok(State::from_values(values))
}
