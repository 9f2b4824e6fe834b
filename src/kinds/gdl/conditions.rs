//! Conditions over the state: disjunctions of conjunctions, nested, each stored once.

use std::collections::HashMap;

use super::GroundError;
use super::exclusion::{LiteralExclusions, order};
use super::limits::Meter;
use super::literal::CondLit;

/// A conjunction.
pub(super) type Body = Box<[CondLit]>;

/// What a condition is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum CondNode {
    True,
    /// Something that the state says, numbered by whoever made it.
    Leaf(usize),
    /// One of these conjunctions holds.
    Or(Box<[Body]>),
}

/// All conditions; each mentions only conditions before it.
#[derive(Debug, Clone)]
pub(super) struct Formulas {
    nodes: Vec<CondNode>,
    numbers: HashMap<CondNode, usize>,
    exclusions: LiteralExclusions,
    bytes: usize,
}

impl Default for Formulas {
    fn default() -> Self {
        Self {
            nodes: vec![CondNode::True],
            numbers: HashMap::from([(CondNode::True, 0)]),
            exclusions: LiteralExclusions::default(),
            bytes: 0,
        }
    }
}

impl Formulas {
    /// Disjunctions of more bodies than this are not searched for bodies that others make needless.
    const MAX_COMPARED: usize = 64;

    pub(super) fn nodes(&self) -> &[CondNode] {
        &self.nodes
    }

    pub(super) fn node(&self, lit: CondLit) -> &CondNode {
        &self.nodes[lit.node()]
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// States that at most one of these literals holds, or exactly one. To be done before there is any disjunction.
    pub(super) fn exclude(&mut self, literals: Vec<CondLit>, exactly: bool) {
        self.exclusions.add(literals, exactly);
    }

    /// What was stated by [`Self::exclude`].
    pub(super) fn exclusions(&self) -> &LiteralExclusions {
        &self.exclusions
    }

    /// The same conditions, simplified with exclusions; and what became of each. A leaf becomes what `leaf` says.
    pub(super) fn rewritten(
        &self,
        mut into: Self,
        leaf: &dyn Fn(usize, &mut Self) -> CondLit,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Vec<CondLit>), GroundError> {
        let mut lits: Vec<CondLit> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            meter.tick(into.bytes)?;
            lits.push(match node {
                CondNode::True => CondLit::TRUE,
                CondNode::Leaf(number) => leaf(*number, &mut into),
                CondNode::Or(bodies) => {
                    let rename = |lit: &CondLit| lits[lit.node()].signed(lit.is_positive());
                    into.or(bodies.iter().map(|body| body.iter().map(rename).collect()))
                }
            });
        }
        Ok((into, lits))
    }

    /// What the state says under that number.
    pub(super) fn leaf(&mut self, number: usize) -> CondLit {
        self.intern(CondNode::Leaf(number))
    }

    /// The condition that one of the conjunctions holds.
    pub(super) fn or(&mut self, bodies: impl IntoIterator<Item = Vec<CondLit>>) -> CondLit {
        let mut bodies: Vec<Vec<CondLit>> =
            bodies.into_iter().filter_map(|body| self.conjunction(body)).collect();
        bodies.sort_unstable_by(order);
        bodies.dedup();
        if bodies.len() <= Self::MAX_COMPARED {
            while reduce(&mut bodies) || self.exclusions.join(&mut bodies) {}
        }
        match bodies.as_slice() {
            [] => CondLit::FALSE,
            [body, ..] if body.is_empty() => CondLit::TRUE,
            [body] if body.len() == 1 => body[0],
            _ => self.intern(CondNode::Or(bodies.into_iter().map(Body::from).collect())),
        }
    }

    /// A conjunction with its conjunctive parts spelled out, sorted; `None` if it cannot hold.
    pub(super) fn conjunction(&self, literals: Vec<CondLit>) -> Option<Vec<CondLit>> {
        let mut all = Vec::with_capacity(literals.len());
        let mut open = literals;
        while let Some(lit) = open.pop() {
            match self.node(lit) {
                CondNode::True if lit.is_positive() => {}
                CondNode::True => return None,
                CondNode::Or(bodies) if lit.is_positive() && bodies.len() == 1 => open.extend(&bodies[0]),
                CondNode::Or(bodies) if !lit.is_positive() && bodies.iter().all(|body| body.len() == 1) => {
                    open.extend(bodies.iter().map(|body| !body[0]));
                }
                _ => all.push(lit),
            }
        }
        all.sort_unstable();
        all.dedup();
        // A literal and its negation are neighbours.
        let is_contradiction = all.windows(2).any(|pair| pair[0] == !pair[1]);
        (!is_contradiction && self.exclusions.simplify(&mut all)).then_some(all)
    }

    /// The conjunctions of which one holds if the literal does.
    pub(super) fn bodies(&self, lit: CondLit) -> Vec<Vec<CondLit>> {
        match self.node(lit) {
            CondNode::True if !lit.is_positive() => Vec::new(),
            CondNode::Or(bodies) if lit.is_positive() => bodies.iter().map(|body| body.to_vec()).collect(),
            _ => self.conjunction(vec![lit]).into_iter().collect(),
        }
    }

    fn intern(&mut self, node: CondNode) -> CondLit {
        if let Some(known) = self.numbers.get(&node) {
            return CondLit::of(*known);
        }
        self.bytes += 2 * size_of::<CondNode>() + 32;
        if let CondNode::Or(bodies) = &node {
            self.bytes +=
                2 * bodies.iter().map(|body| size_of::<Body>() + size_of_val(&**body)).sum::<usize>();
        }
        self.nodes.push(node.clone());
        self.numbers.insert(node, self.nodes.len() - 1);
        CondLit::of(self.nodes.len() - 1)
    }
}

/// Removes a body that another one makes needless, or joins two that differ in the sign of one literal; whether
/// anything changed. Bodies are sorted by length.
fn reduce(bodies: &mut Vec<Vec<CondLit>>) -> bool {
    for i in 0..bodies.len() {
        for j in i + 1..bodies.len() {
            let (small, large) = (&bodies[i], &bodies[j]);
            let mut missing = small.iter().filter(|lit| large.binary_search(lit).is_err());
            match (missing.next().copied(), missing.next()) {
                (None, _) => {
                    bodies.remove(j);
                    return true;
                }
                // small = x and rest, large = not x and rest and more: large needs no `not x`.
                (Some(lit), None) => {
                    if let Ok(position) = large.binary_search(&!lit) {
                        bodies[j].remove(position);
                        let shorter = bodies.remove(j);
                        let place = bodies.partition_point(|body| order(body, &shorter).is_lt());
                        bodies.insert(place, shorter);
                        return true;
                    }
                }
                _ => {}
            }
        }
    }
    false
}
