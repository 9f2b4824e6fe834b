//! A partition of all traces as a binary tree: each inner node is split by a literal that one child assumes and the other
//! negates.
//!
//! The leaves are cubes, and after any splits each assignment is in exactly one of them. So the root is refuted when both its
//! children are, and so on down to the leaves.

use std::time::{Duration, Instant};

use bmcplan_formula::Lit;

/// Index of a node.
pub type NodeId = usize;

pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Literals by which nodes are split, those nearest to the root first.
    literals: Vec<Lit>,
}

struct Node {
    parent: Option<NodeId>,
    /// Literals from the root to this node.
    cube: Vec<Lit>,
    children: Option<[NodeId; 2]>,
    state: NodeState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeState {
    /// No thread works on the node itself; threads may work on its children.
    Open,
    /// A thread works on it as a whole, since that time.
    Taken(Instant),
    Refuted,
}

impl Tree {
    /// Builds a tree whose leaves all have depth `depth`, as far as there are literals.
    pub(super) fn of(literals: Vec<Lit>, depth: usize) -> Self {
        let root = Node { parent: None, cube: Vec::new(), children: None, state: NodeState::Open };
        let mut tree = Self { nodes: vec![root], literals };
        let mut id = 0;
        while let Some(node) = tree.nodes.get(id) {
            if node.cube.len() < depth {
                tree.split(id);
            }
            id += 1;
        }
        tree
    }

    fn split(&mut self, id: NodeId) -> bool {
        let Some(lit) = self.literals.get(self.nodes[id].cube.len()).copied() else { return false };
        let first = self.nodes.len();
        for lit in [lit, !lit] {
            let mut cube = self.nodes[id].cube.clone();
            cube.push(lit);
            self.nodes.push(Node { parent: Some(id), cube, children: None, state: NodeState::Open });
        }
        self.nodes[id].children = Some([first, first + 1]);
        true
    }

    /// Returns a cube for an idle thread: an open leaf, or else a half of the leaf with the longest running time as a whole, if
    /// that is at least `patience`. That leaf is refuted by its own thread or by its halves, whichever comes first.
    pub(super) fn take(&mut self, patience: Duration) -> Option<(NodeId, Vec<Lit>)> {
        let is_open = |tree: &Self, id: NodeId| {
            tree.nodes[id].state == NodeState::Open
                && tree.nodes[id].children.is_none()
                && !tree.is_decided(id)
        };
        let mut leaf = (0..self.nodes.len()).find(|id| is_open(self, *id));
        if leaf.is_none() {
            let begun = |id: &NodeId| match self.nodes[*id].state {
                NodeState::Taken(begun) if self.nodes[*id].children.is_none() && !self.is_decided(*id) => {
                    Some(begun)
                }
                _ => None,
            };
            let longest = (0..self.nodes.len()).filter_map(|id| Some((begun(&id)?, id))).min()?;
            if patience <= longest.0.elapsed() && self.split(longest.1) {
                leaf = self.nodes[longest.1].children.map(|[one, _]| one);
            }
        }
        let leaf = leaf?;
        self.nodes[leaf].state = NodeState::Taken(Instant::now());
        Some((leaf, self.nodes[leaf].cube.clone()))
    }

    /// Marks a node as refuted, and with it each ancestor of which both children are.
    pub(super) fn refute(&mut self, id: NodeId) {
        self.nodes[id].state = NodeState::Refuted;
        let mut above = self.nodes[id].parent;
        while let Some(parent) = above
            && let Some(children) = self.nodes[parent].children
            && children.iter().all(|child| self.nodes[*child].state == NodeState::Refuted)
        {
            self.nodes[parent].state = NodeState::Refuted;
            above = self.nodes[parent].parent;
        }
    }

    /// Checks whether a node needs no more work: it, or an ancestor, is refuted.
    pub(super) fn is_decided(&self, id: NodeId) -> bool {
        let mut nodes = std::iter::successors(Some(id), |id| self.nodes[*id].parent);
        nodes.any(|id| self.nodes[id].state == NodeState::Refuted)
    }

    pub(super) fn is_refuted(&self) -> bool {
        self.is_decided(0)
    }

    /// Returns the value of a node: its own, or else the result of `join` for the values of its children. The first child
    /// assumes the literal and the other negates it.
    pub(super) fn fold<T>(
        &self,
        id: NodeId,
        own: &dyn Fn(NodeId) -> Option<T>,
        join: &mut dyn FnMut(Lit, T, T) -> T,
    ) -> Option<T> {
        own(id).or_else(|| {
            let [one, other] = self.nodes[id].children?;
            let values = [self.fold(one, own, join)?, self.fold(other, own, join)?];
            let lit = *self.nodes[one].cube.last()?;
            let [one, other] = values;
            Some(join(lit, one, other))
        })
    }

    pub(super) fn n_leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.children.is_none()).count()
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;
    use proptest::prelude::*;

    use bmcplan_formula::Var;

    use super::*;

    const N_LITERALS: usize = 4;

    fn tree(depth: usize) -> Tree {
        Tree::of((0..N_LITERALS).map(|index| Var::from_index(index).positive()).collect(), depth)
    }

    /// Checks whether this assignment is in the cube of a node.
    fn holds(tree: &Tree, id: NodeId, assignment: usize) -> bool {
        tree.nodes[id].cube.iter().all(|lit| (assignment >> lit.var().index() & 1 == 1) == lit.is_positive())
    }

    proptest! {
        /// Checks for any order of taking and refuting that each assignment is in one leaf. The root is refuted exactly when
        /// each assignment is in a refuted cube.
        #[test]
        fn the_leaves_are_a_partition(depth in 0..=N_LITERALS, choices in prop::collection::vec((any::<bool>(), 0..9_usize), 0..90)) {
            let mut tree = tree(depth);
            let (mut taken, mut refuted) = (Vec::new(), Vec::new());
            for (takes, index) in choices {
                if takes {
                    taken.extend(tree.take(Duration::ZERO).map(|(id, _)| id));
                } else if !taken.is_empty() {
                    let id = taken.remove(index % taken.len());
                    tree.refute(id);
                    refuted.push(id);
                }
                let leaves = (0..tree.nodes.len()).filter(|id| tree.nodes[*id].children.is_none()).collect_vec();
                for assignment in 0..1 << N_LITERALS {
                    prop_assert_eq!(leaves.iter().filter(|id| holds(&tree, **id, assignment)).count(), 1);
                }
                let is_excluded = |assignment| refuted.iter().any(|id| holds(&tree, *id, assignment));
                prop_assert_eq!(tree.is_refuted(), (0..1 << N_LITERALS).all(is_excluded));
            }
        }
    }

    #[test]
    fn what_takes_long_is_halved() {
        let mut tree = tree(1);
        let [one, other] = [tree.take(Duration::MAX), tree.take(Duration::MAX)].map(Option::unwrap);
        assert_eq!((one.1.len(), other.1.len()), (1, 1));
        assert!(tree.take(Duration::MAX).is_none());
        let half = tree.take(Duration::ZERO).unwrap();
        assert_eq!(half.1.len(), 2);
        tree.refute(one.0);
        assert!(tree.is_decided(half.0) && !tree.is_decided(other.0));
    }
}
