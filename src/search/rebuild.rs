//! Reconstruction of the plan, backwards: in each layer the first state with an operator that leads on.
//!
//! A predecessor differs from its successor in at most as many bits as one operator can change. Scanning a
//! layer for such states runs at the speed of memory; hardly any other state is expanded.

use super::bfs::Bfs;
use super::operator_set::OperatorSet;
use crate::plan::Plan;
use crate::task::Task;

/// The plan that leads to a state of the last layer.
pub(super) fn plan_to<const W: usize>(task: &Task, bfs: &Bfs<'_, W>, goal: usize) -> Plan {
    let reach = bfs.compiled.reach(task);
    let mut scratch = bfs.compiled.scratch();
    let unwanted = OperatorSet::none_of(bfs.compiled.operator_ids().len());
    let mut target = bfs.states.get(goal);
    let mut operators = Vec::new();
    for layer in bfs.layers.windows(2).rev() {
        let close = (layer[0]..layer[1]).map(|number| bfs.states.get(number)).filter(|state| {
            let differing = state.iter().zip(&target).map(|(a, b)| (a ^ b).count_ones());
            differing.sum::<u32>() <= reach
        });
        for state in close {
            let mut found = None;
            bfs.compiled.expand(&state, &mut scratch, bfs.compiled.groups(), &unwanted, |operator, next| {
                found = found.or((next == target).then_some(operator))
            });
            if let Some(operator) = found {
                operators.push(bfs.compiled.operator_id(operator));
                target = state;
                break;
            }
        }
    }
    operators.reverse();
    Plan::sequential(operators)
}
