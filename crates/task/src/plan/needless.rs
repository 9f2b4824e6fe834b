//! Action elimination: removal of superfluous operators from a plan.
//!
//! One operator after the other is left out, together with all later ones that are then inapplicable. If the goal is still
//! reached, they stay out (Nakhost & Müller, *Action elimination and plan neighborhood graph search*, 2010). The result need
//! not be shortest.
//!
//! The operators of a step stay a step: all are applicable at its start, with no other effects than before. So they disable each
//! other no more than before.

use bmcplan_base::ordered::Map;

use super::Plan;
use crate::{Fact, OperatorId, State, Task};

/// Operators of a plan, with the numbers of their steps, in order.
type Numbered = [(usize, OperatorId)];

/// Greatest number of operator applications: more take longer than the result is worth.
const EFFORT: usize = 300_000;

/// Returns a valid plan without superfluous operators. Steps that become empty are left out.
pub fn without_needless(task: &Task, plan: &Plan) -> Plan {
    let mut left: Vec<(usize, OperatorId)> = Vec::with_capacity(plan.length());
    for (step, operators) in plan.steps().iter().enumerate() {
        left.extend(operators.iter().map(|id| (step, *id)));
    }
    // A step of one operator shares nothing.
    let effects = (plan.makespan() < plan.length()).then(|| effects(task, &left)).flatten();
    let remain_steps = |left: &Numbered| effects.as_ref().is_none_or(|before| have_only(task, left, before));
    let (mut state, mut place, mut effort) = (task.initial().clone(), 0, 0_usize);
    while let Some((_, id)) = left.get(place) {
        effort = effort.saturating_add(left.len() - place);
        if EFFORT < effort {
            break;
        }
        let rest = without(task, &state, &left[place + 1..]);
        let fewer = rest.map(|rest| [&left[..place], &rest].concat()).filter(|fewer| remain_steps(fewer));
        match fewer {
            Some(fewer) => left = fewer,
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

/// Effects that operators have at the start of their steps.
type StepEffects = Map<(usize, OperatorId), Vec<Fact>>;

/// Returns the effects of each operator at the start of its step; `None` if it is inapplicable there.
fn effects(task: &Task, operators: &Numbered) -> Option<StepEffects> {
    let (mut state, mut effects) = (task.initial().clone(), Map::new());
    for step in operators.chunk_by(|one, other| one.0 == other.0) {
        let start = state.clone();
        let start = task.extend(&start);
        for (number, id) in step {
            start.successor(*id).ok()?;
            let active =
                task.operator(*id).effects.iter().filter(|effect| start.satisfies(&effect.condition));
            effects.insert((*number, *id), active.map(|effect| effect.fact).collect());
            state = task.extend(&state).successor(*id).ok()?;
        }
    }
    Some(effects)
}

/// Checks whether each operator is applicable at the start of its step, with no other effects than `before`.
fn have_only(task: &Task, operators: &Numbered, before: &StepEffects) -> bool {
    let is_known = |(place, facts): (&(usize, OperatorId), &Vec<Fact>)| {
        before.get(place).is_some_and(|known| facts.iter().all(|fact| known.contains(fact)))
    };
    effects(task, operators).is_some_and(|effects| effects.iter().all(is_known))
}

fn without(task: &Task, from: &State, operators: &Numbered) -> Option<Vec<(usize, OperatorId)>> {
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
