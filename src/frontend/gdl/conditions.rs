//! Conditions over the state: disjunctions of conjunctions, nested, each stored once.

use std::collections::HashMap;

use super::GroundError;
use super::exclusion::{Exclusions, order};
use super::limits::Meter;

/// A condition or its negation: an index into [`Formulas`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(u32);

/// A conjunction.
pub(super) type Body = Box<[Lit]>;

/// What a condition is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    True,
    /// Something that the state says, numbered by whoever made it.
    Leaf(usize),
    /// One of these conjunctions holds.
    Or(Box<[Body]>),
}

impl Lit {
    pub(super) const TRUE: Self = Self(0);
    pub(super) const FALSE: Self = Self(1);

    fn of(node: usize) -> Self {
        Self(u32::try_from(2 * node).unwrap_or(u32::MAX - 1))
    }

    /// The condition that it asserts or denies.
    pub(super) fn node(self) -> usize {
        (self.0 / 2) as usize
    }

    /// Its number among all literals, for tables.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// Itself, or its negation if not `positive`.
    pub(super) fn signed(self, positive: bool) -> Self {
        if positive { self } else { !self }
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// All conditions; each mentions only conditions before it.
#[derive(Debug, Clone)]
pub(super) struct Formulas {
    nodes: Vec<Node>,
    numbers: HashMap<Node, usize>,
    exclusions: Exclusions,
    bytes: usize,
}

impl Default for Formulas {
    fn default() -> Self {
        Self {
            nodes: vec![Node::True],
            numbers: HashMap::from([(Node::True, 0)]),
            exclusions: Exclusions::default(),
            bytes: 0,
        }
    }
}

impl Formulas {
    /// Disjunctions of more bodies than this are not searched for bodies that others make needless.
    const MAX_COMPARED: usize = 64;

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn node(&self, lit: Lit) -> &Node {
        &self.nodes[lit.node()]
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// States that at most one of these literals holds, or exactly one. To be done before there is any disjunction.
    pub(super) fn exclude(&mut self, literals: Vec<Lit>, exactly: bool) {
        self.exclusions.add(literals, exactly);
    }

    /// What was stated by [`Self::exclude`].
    pub(super) fn exclusions(&self) -> &Exclusions {
        &self.exclusions
    }

    /// The same conditions, simplified with exclusions; and what became of each. A leaf becomes what `leaf` says.
    pub(super) fn rewritten(
        &self,
        mut into: Self,
        leaf: &dyn Fn(usize, &mut Self) -> Lit,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Vec<Lit>), GroundError> {
        let mut lits: Vec<Lit> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            meter.tick(into.bytes)?;
            lits.push(match node {
                Node::True => Lit::TRUE,
                Node::Leaf(number) => leaf(*number, &mut into),
                Node::Or(bodies) => {
                    let rename = |lit: &Lit| lits[lit.node()].signed(lit.is_positive());
                    into.or(bodies.iter().map(|body| body.iter().map(rename).collect()))
                }
            });
        }
        Ok((into, lits))
    }

    /// What the state says under that number.
    pub(super) fn leaf(&mut self, number: usize) -> Lit {
        self.intern(Node::Leaf(number))
    }

    /// The condition that one of the conjunctions holds.
    pub(super) fn or(&mut self, bodies: impl IntoIterator<Item = Vec<Lit>>) -> Lit {
        let mut bodies: Vec<Vec<Lit>> =
            bodies.into_iter().filter_map(|body| self.conjunction(body)).collect();
        bodies.sort_unstable_by(order);
        bodies.dedup();
        if bodies.len() <= Self::MAX_COMPARED {
            while reduce(&mut bodies) || self.exclusions.join(&mut bodies) {}
        }
        match bodies.as_slice() {
            [] => Lit::FALSE,
            [body, ..] if body.is_empty() => Lit::TRUE,
            [body] if body.len() == 1 => body[0],
            _ => self.intern(Node::Or(bodies.into_iter().map(Body::from).collect())),
        }
    }

    /// A conjunction with its conjunctive parts spelled out, sorted; `None` if it cannot hold.
    pub(super) fn conjunction(&self, literals: Vec<Lit>) -> Option<Vec<Lit>> {
        let mut all = Vec::with_capacity(literals.len());
        let mut open = literals;
        while let Some(lit) = open.pop() {
            match self.node(lit) {
                Node::True if lit.is_positive() => {}
                Node::True => return None,
                Node::Or(bodies) if lit.is_positive() && bodies.len() == 1 => open.extend(&bodies[0]),
                Node::Or(bodies) if !lit.is_positive() && bodies.iter().all(|body| body.len() == 1) => {
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
    pub(super) fn bodies(&self, lit: Lit) -> Vec<Vec<Lit>> {
        match self.node(lit) {
            Node::True if !lit.is_positive() => Vec::new(),
            Node::Or(bodies) if lit.is_positive() => bodies.iter().map(|body| body.to_vec()).collect(),
            _ => self.conjunction(vec![lit]).into_iter().collect(),
        }
    }

    fn intern(&mut self, node: Node) -> Lit {
        if let Some(known) = self.numbers.get(&node) {
            return Lit::of(*known);
        }
        self.bytes += 2 * size_of::<Node>() + 32;
        if let Node::Or(bodies) = &node {
            self.bytes +=
                2 * bodies.iter().map(|body| size_of::<Body>() + size_of_val(&**body)).sum::<usize>();
        }
        self.nodes.push(node.clone());
        self.numbers.insert(node, self.nodes.len() - 1);
        Lit::of(self.nodes.len() - 1)
    }
}

/// Removes a body that another one makes needless, or joins two that differ in the sign of one literal; whether
/// anything changed. Bodies are sorted by length.
fn reduce(bodies: &mut Vec<Vec<Lit>>) -> bool {
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
