//! A compiled game: the state variables, conditions and draft operators from which planning tasks are built.

use std::collections::BTreeSet;

use super::model::GameModel;
use super::operators::GameOperator;
use crate::fdr::AtomVariables;

/// See the module.
#[derive(Debug, Clone)]
pub(super) struct CompiledGame {
    /// The player.
    pub(super) role: String,
    pub(super) model: GameModel,
    pub(super) variables: AtomVariables,
    pub(super) drafts: Vec<GameOperator>,
    pub(super) fluent_names: Vec<String>,
    pub(super) move_names: Vec<String>,
    /// Pairs of fluents of different variables that never hold together.
    pub(super) exclusions: BTreeSet<[usize; 2]>,
}

impl CompiledGame {
    /// A name for a condition that a derived variable is made for.
    pub(super) fn condition_name(&self, node: usize) -> String {
        if node == self.model.terminal.node() {
            return "terminal".into();
        }
        let goal = self.model.goals.iter().find(|(_, lit)| node == lit.node());
        goal.map_or_else(|| format!("condition {node}"), |(value, _)| format!("(goal {} {value})", self.role))
    }
}
