//! The refutations of a tree's nodes in a book, and the one of the root that follows from them.

use std::collections::HashMap;

use super::tree::{NodeId, Tree};
use crate::horizon::proof::{ProofBook, ProofPart};
use crate::solver::StepId;

/// The refutation of each node that somebody has refuted as a whole.
#[derive(Default)]
pub struct NodeProofs(HashMap<NodeId, StepId>);

impl NodeProofs {
    /// Enters the part that refutes a node.
    pub fn enter(&mut self, node: NodeId, part: &ProofPart, book: &mut ProofBook) {
        if let Some(step) = book.enter(part) {
            self.0.entry(node).or_insert(step);
        }
    }

    /// Enters the refutation of the root as that of the horizon, if it follows.
    pub fn close(&self, horizon: usize, tree: &Tree, book: &mut ProofBook) {
        let own = |node| self.0.get(&node).copied();
        if let Some(step) = tree.fold(&own, &mut |lit, assuming, denying| book.join(lit, assuming, denying)) {
            book.note_refuted(horizon, step);
        }
    }
}
