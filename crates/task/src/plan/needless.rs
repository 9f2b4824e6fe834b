//! Action elimination: removal of superfluous operators from a plan.
//!
//! One operator after the other is left out, together with all later ones that are then inapplicable. If the goal is still
//! reached, they stay out (Nakhost & Müller, *Action elimination and plan neighborhood graph search*, 2010). The result need
//! not be shortest.

use super::Plan;
use crate::{OperatorId, State, Task};

/// Greatest number of operator applications: more take longer than the result is worth.
const EFFORT: usize = 300_000;

/// Returns a valid plan without superfluous operators. Steps that become empty are left out.
pub fn without_needless(task: &Task, plan: &Plan) -> Plan {
    let mut left: Vec<(usize, OperatorId)> = Vec::with_capacity(plan.length());
    for (step, operators) in plan.steps().iter().enumerate() {
        left.extend(operators.iter().map(|id| (step, *id)));
    }
    let (mut state, mut place, mut effort) = (task.initial().clone(), 0, 0_usize);
    while let Some((_, id)) = left.get(place) {
        effort = effort.saturating_add(left.len() - place);
        if EFFORT < effort {
            break;
        }
        match without(task, &state, &left[place + 1..]) {
            Some(rest) => {
                left.truncate(place);
                left.extend(rest);
            }
            None => {
                let Ok(next) = task.extend(&state).successor(*id) else { break };
                state = next;
                place += 1;
            }
        }
    }
    let mut steps: Vec<Vec<OperatorId>> = vec![Vec::new(); plan.makespan()];
    left.iter().for_each(|(step, id)| steps[*step].push(*id));
    steps.retain(|operators| !operators.is_empty());
    Plan::parallel(steps)
}

fn without(task: &Task, from: &State, operators: &[(usize, OperatorId)]) -> Option<Vec<(usize, OperatorId)>> {
    let mut state = from.clone();
    let mut kept = Vec::with_capacity(operators.len());
    for (step, id) in operators {
        if let Ok(next) = task.extend(&state).successor(*id) {
            kept.push((*step, *id));
            state = next;
        }
    }
    task.is_goal(&state).then_some(kept)
}
