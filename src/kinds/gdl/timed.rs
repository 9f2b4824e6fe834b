//! Fluents that are functions of time, such as step counters.
//!
//! They are the greatest set of fluents whose next values are the same under every move and depend on fluents of the set
//! only.

use super::GroundError;
use super::conditions::CondNode;
use super::limits::Meter;
use super::literal::CondLit;
use super::model::{FluentRole, GameModel};

/// See the module.
pub(super) struct TimedFluents {
    /// Each with the condition for it to hold next; sorted.
    pub(super) fluents: Vec<(usize, CondLit)>,
    /// Which conditions depend on such fluents only.
    pub(super) nodes: Vec<bool>,
}

impl TimedFluents {
    /// Finds them: from the fluents that depend on moves, all that depends on these is crossed out.
    pub(super) fn of(model: &GameModel, meter: &mut Meter<'_>) -> Result<Self, GroundError> {
        let mut next = uniform_next(model);
        for (fluent, role) in model.roles.iter().enumerate() {
            if *role != FluentRole::State {
                next[fluent] = None;
            }
        }
        let n_nodes = model.formulas.nodes().len();
        // What depends on each node: conditions that mention it, and fluents that hold next if it does.
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); n_nodes];
        let mut readers: Vec<Vec<usize>> = vec![Vec::new(); n_nodes];
        let mut leaves = vec![None; next.len()];
        let mut is_timed = vec![true; n_nodes];
        let mut waiting = Vec::new();
        for (number, node) in model.formulas.nodes().iter().enumerate() {
            meter.tick(0)?;
            match node {
                CondNode::True => {}
                CondNode::Leaf(fluent) if next.get(*fluent).is_some_and(Option::is_some) => {
                    leaves[*fluent] = Some(number);
                }
                CondNode::Leaf(_) => waiting.push(number),
                CondNode::Or(bodies) => {
                    bodies.iter().flatten().for_each(|lit| users[lit.node()].push(number))
                }
            }
        }
        for (fluent, lit) in next.iter().enumerate() {
            lit.iter().for_each(|lit| readers[lit.node()].push(fluent));
        }
        while let Some(node) = waiting.pop() {
            meter.tick(0)?;
            if !std::mem::replace(&mut is_timed[node], false) {
                continue;
            }
            waiting.append(&mut users[node]);
            for fluent in readers[node].drain(..) {
                next[fluent] = None;
                waiting.extend(leaves[fluent]);
            }
        }
        let fluents = next.iter().enumerate().filter_map(|(fluent, lit)| Some((fluent, (*lit)?)));
        Ok(Self { fluents: fluents.collect(), nodes: is_timed })
    }
}

/// For each fluent the condition to hold next, if that is the same under every move.
fn uniform_next(model: &GameModel) -> Vec<Option<CondLit>> {
    let mut seen: Vec<Vec<CondLit>> = vec![Vec::new(); model.next.len()];
    let mut n_changes = vec![0; model.next.len()];
    for (fluent, lit) in model.moves.iter().flat_map(|a_move| &a_move.changes) {
        n_changes[*fluent] += 1;
        if !seen[*fluent].contains(lit) && seen[*fluent].len() < 2 {
            seen[*fluent].push(*lit);
        }
    }
    let uniform = |(fluent, seen): (usize, Vec<CondLit>)| match seen.as_slice() {
        [] => Some(model.next[fluent]),
        [only] if n_changes[fluent] == model.moves.len() => Some(*only),
        _ => None,
    };
    seen.into_iter().enumerate().map(uniform).collect()
}
