//! Conditions over the state: disjunctions of conjunctions, nested, each stored once.
//!
//! They are simplified by groups of literals of which at most one, or exactly one, holds.

use std::collections::HashMap;

use bmcplan_base::ordered::{sort, sort_by};

use super::limits::{GroundError, Meter};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum CondNode {
    True,
    /// An atomic statement about the state, numbered by the caller.
    Leaf(usize),
    Or(Box<[Body]>),
}

pub(super) type Body = Box<[CondLit]>;

/// A condition or its negation: an index into [`Formulas`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct CondLit(u32);

impl CondLit {
    pub(super) const TRUE: Self = Self(0);
    pub(super) const FALSE: Self = Self(1);

    pub(super) fn of(node: usize) -> Self {
        Self(u32::try_from(2 * node).unwrap_or(u32::MAX - 1))
    }

    pub(super) fn node(self) -> usize {
        (self.0 / 2) as usize
    }

    /// Returns the number among all literals, for tables.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }

    pub(super) fn signed(self, positive: bool) -> Self {
        if positive { self } else { !self }
    }
}

impl std::ops::Not for CondLit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// All conditions; each mentions only earlier conditions.
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
    /// Greatest number of bodies of a disjunction that is searched for subsumed bodies.
    const MAX_COMPARED: usize = 64;

    pub(super) fn nodes(&self) -> &[CondNode] {
        &self.nodes
    }

    pub(super) fn node(&self, lit: CondLit) -> &CondNode {
        &self.nodes[lit.node()]
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a group of which at most one, or exactly one, literal holds. There must be no disjunctions yet.
    pub(super) fn exclude(&mut self, literals: Vec<CondLit>, exactly: bool) {
        self.exclusions.add(literals, exactly);
    }

    pub(super) fn exclusions(&self) -> &LiteralExclusions {
        &self.exclusions
    }

    /// Returns the same conditions, simplified by the exclusions of `into`, and the literal that replaces each of them. `leaf`
    /// replaces leaves.
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

    pub(super) fn leaf(&mut self, number: usize) -> CondLit {
        self.intern(CondNode::Leaf(number))
    }

    pub(super) fn or(&mut self, bodies: impl IntoIterator<Item = Vec<CondLit>>) -> CondLit {
        let mut bodies: Vec<Vec<CondLit>> =
            bodies.into_iter().filter_map(|body| self.conjunction(body)).collect();
        sort_by(&mut bodies, order);
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

    /// Flattens a conjunction and sorts it; `None` if it cannot hold.
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
        sort(&mut all);
        all.dedup();
        // A literal and its negation are neighbours.
        let is_contradiction = all.windows(2).any(|pair| pair[0] == !pair[1]);
        (!is_contradiction && self.exclusions.simplify(&mut all)).then_some(all)
    }

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

/// Removes a subsumed body, or a literal by self-subsuming resolution; returns whether anything changed. Bodies are sorted by
/// length.
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

#[derive(Debug, Clone)]
struct ExclusionGroup {
    literals: Vec<CondLit>,
    exactly: bool,
}

#[derive(Debug, Clone, Default)]
pub(super) struct LiteralExclusions {
    groups: Vec<ExclusionGroup>,
    groups_of: Vec<Vec<usize>>,
}

impl LiteralExclusions {
    /// Greatest size of a group by which bodies are joined.
    const MAX_MEMBERS: usize = 128;

    fn add(&mut self, literals: Vec<CondLit>, exactly: bool) {
        for lit in &literals {
            let place = lit.index();
            if self.groups_of.len() <= place {
                self.groups_of.resize(place + 1, Vec::new());
            }
            self.groups_of[place].push(self.groups.len());
        }
        self.groups.push(ExclusionGroup { literals, exactly });
    }

    pub(super) fn groups_of(&self, lit: CondLit) -> &[usize] {
        self.groups_of.get(lit.index()).map_or(&[], Vec::as_slice)
    }

    /// Checks whether two different literals never hold together.
    pub(super) fn exclude(&self, a: CondLit, b: CondLit) -> bool {
        a != b && self.groups_of(a).iter().any(|group| self.groups_of(b).contains(group))
    }

    /// Removes from a sorted conjunction the literals implied by the rest; false if it cannot hold.
    fn simplify(&self, body: &mut Vec<CondLit>) -> bool {
        if self.groups.is_empty() {
            return true;
        }
        loop {
            let mut holding: Vec<(usize, CondLit)> = Vec::new();
            for lit in &*body {
                holding.extend(self.groups_of(*lit).iter().map(|group| (*group, *lit)));
            }
            sort(&mut holding);
            if holding.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return false;
            }
            // One at a time: two literals may imply each other.
            let follows = |lit: &CondLit| {
                self.groups_of(!*lit).iter().any(|group| {
                    let place = holding.binary_search_by_key(group, |(group, _)| *group);
                    place.is_ok_and(|place| holding[place].1 != *lit)
                })
            };
            if let Some(place) = body.iter().position(follows) {
                body.remove(place);
            } else if let Some(group) = self.exhausted(body) {
                let denied = |lit: &CondLit| group.literals.contains(&!*lit);
                let Some(left) = group.literals.iter().find(|lit| !body.contains(&!**lit)) else {
                    return false;
                };
                body.retain(|lit| !denied(lit));
                body.push(*left);
                sort(body);
            } else {
                return true;
            }
        }
    }

    /// Returns an exact group of three literals or more of which all, or all but one, are negated. Replacing one literal by
    /// another would make no progress.
    fn exhausted(&self, body: &[CondLit]) -> Option<&ExclusionGroup> {
        let mut denied: Vec<usize> = Vec::new();
        for lit in body {
            denied.extend(self.groups_of(!*lit).iter().filter(|group| self.groups[**group].exactly));
        }
        sort(&mut denied);
        let mut chunks = denied.chunk_by(|a, b| a == b);
        chunks.find_map(|chunk| {
            let group = &self.groups[chunk[0]];
            (2 <= chunk.len() && group.literals.len() <= chunk.len() + 1).then_some(group)
        })
    }

    /// Joins bodies that differ only in a literal of an exact group, if together they contain all literals of the group or all
    /// but one. Returns whether any were joined. Bodies are sorted by length and content.
    fn join(&self, bodies: &mut Vec<Vec<CondLit>>) -> bool {
        for i in 0..bodies.len() {
            for lit in bodies[i].clone() {
                for number in self.groups_of(lit) {
                    let group = &self.groups[*number];
                    if !group.exactly || Self::MAX_MEMBERS < group.literals.len() {
                        continue;
                    }
                    let rest: Vec<CondLit> =
                        bodies[i].iter().copied().filter(|other| *other != lit).collect();
                    if let Some(joined) = self.joined(&rest, group, bodies) {
                        let covered = |body: &Vec<CondLit>| rest.iter().all(|lit| body.contains(lit));
                        let is_member = |body: &Vec<CondLit>| {
                            body.len() == rest.len() + 1
                                && group.literals.iter().any(|lit| body.contains(lit))
                        };
                        bodies.retain(|body| !(covered(body) && is_member(body)));
                        bodies.push(joined);
                        sort_by(bodies, order);
                        bodies.dedup();
                        return true;
                    }
                }
            }
        }
        false
    }

    fn joined(
        &self,
        rest: &[CondLit],
        group: &ExclusionGroup,
        bodies: &[Vec<CondLit>],
    ) -> Option<Vec<CondLit>> {
        let with = |lit: CondLit| {
            let mut body = rest.to_vec();
            body.push(lit);
            sort(&mut body);
            body
        };
        let (mut n_asked, mut missing) = (0, None);
        for lit in &group.literals {
            if rest.iter().any(|other| *other == !*lit || self.exclude(*lit, *other)) {
                continue;
            }
            let body = with(*lit);
            if bodies.binary_search_by(|other| order(other, &body)).is_ok() {
                n_asked += 1;
            } else if missing.replace(*lit).is_some() {
                return None;
            }
        }
        match missing {
            None if 1 <= n_asked => Some(rest.to_vec()),
            Some(lit) if 2 <= n_asked => Some(with(!lit)),
            _ => None,
        }
    }
}

/// Orders bodies by length, then by content.
fn order(a: &Vec<CondLit>, b: &Vec<CondLit>) -> std::cmp::Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns conditions a to e. Exactly one of a, b, c holds.
    fn five() -> (Formulas, [CondLit; 5]) {
        let mut formulas = Formulas::default();
        let leaves = [0, 1, 2, 3, 4].map(|leaf| formulas.leaf(leaf));
        formulas.exclude(leaves[..3].to_vec(), true);
        (formulas, leaves)
    }

    #[test]
    fn conjunctions_say_nothing_twice() {
        let (formulas, [a, b, c, d, _]) = five();
        assert_eq!(formulas.conjunction(vec![a, b]), None);
        assert_eq!(formulas.conjunction(vec![a, !b, d]), Some(vec![a, d]));
        assert_eq!(formulas.conjunction(vec![!a, !b]), Some(vec![c]));
        assert_eq!(formulas.conjunction(vec![!a, !b, !c]), None);
        assert_eq!(formulas.conjunction(vec![!a]), Some(vec![!a]));
    }

    #[test]
    fn of_two_that_follow_from_each_other_one_stays() {
        let mut formulas = Formulas::default();
        let [a, b, c] = [0, 1, 2].map(|leaf| formulas.leaf(leaf));
        formulas.exclude(vec![a, b], true);
        formulas.exclude(vec![!a, !b], true);
        let left = formulas.conjunction(vec![!a, b, c]).unwrap();
        assert!(left == [!a, c] || left == [b, c], "{left:?}");
    }

    #[test]
    fn bodies_for_all_choices_are_one() {
        let (mut formulas, [a, b, c, d, e]) = five();
        assert_eq!(formulas.or([vec![a, d], vec![b, d], vec![c, d]]), d);
        assert_eq!(formulas.or([vec![a], vec![b], vec![c]]), CondLit::TRUE);
        let but_c = formulas.or([vec![a, d], vec![b, d], vec![e]]);
        assert_eq!(but_c, formulas.or([vec![!c, d], vec![e]]));
        assert_ne!(formulas.or([vec![a, d], vec![b, e]]), formulas.or([vec![!c, d]]));
    }
}
