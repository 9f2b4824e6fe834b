//! Reading a plan whose steps have several operators, from the plan file of a certificate.
//!
//! A comment `; step N` begins a step; where there is none, every operator has a step of its own. Of operators with one name
//! that one is meant which can be applied both where the step begins and where it stands.

use std::collections::BTreeMap;

use crate::plan::Plan;
use crate::task::{OperatorId, Task};

/// The plan, of no empty steps and no more than so many; or what is wrong.
pub(super) fn read_shared_plan(task: &Task, text: &str, n_steps: usize) -> Result<Plan, String> {
    let mut called: BTreeMap<&str, Vec<OperatorId>> = BTreeMap::new();
    for id in task.operator_ids() {
        called.entry(task.operator(id).name.trim()).or_default().push(id);
    }
    let mut steps: Vec<Vec<OperatorId>> = Vec::new();
    let (mut begin, mut state) = (task.initial().clone(), task.initial().clone());
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let has_steps = lines().any(begins_step);
    for line in lines() {
        if begins_step(line) || !has_steps && !line.starts_with(';') {
            if steps.last().is_some_and(Vec::is_empty) {
                return Err(format!("step {} has no operator", steps.len()));
            }
            if steps.len() == n_steps {
                return Err(format!("it has more than {n_steps} steps"));
            }
            steps.push(Vec::new());
            begin = state.clone();
        }
        if line.starts_with(';') {
            continue;
        }
        let inside = line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
        let meant = called.get(line).or_else(|| called.get(inside?));
        let extended = task.extend(&begin);
        let mut applicable = meant.into_iter().flatten().filter(|id| extended.successor(**id).is_ok());
        let found = applicable.find_map(|id| Some((*id, task.extend(&state).successor(*id).ok()?)));
        let (id, after) = found.ok_or_else(|| {
            format!("in step {}, '{line}' is no operator, or cannot be applied", steps.len())
        })?;
        state = after;
        steps.last_mut().ok_or_else(|| format!("'{line}' is in no step"))?.push(id);
    }
    Ok(Plan::parallel(steps))
}

fn begins_step(line: &str) -> bool {
    line.starts_with("; step ")
}
