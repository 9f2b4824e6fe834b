//! Operations on diagrams: union, intersection, difference, and the images of a set under a relation.
//!
//! A relation speaks of current and next values, which alternate in the order of levels. It names the bits that it changes;
//! all others keep their values. So an image is computed in one pass, in which next values become current ones (as in Sylvan:
//! van Dijk & van de Pol, *Multi-core decision diagrams*, 2017). Conjunction, quantification and renaming apart would build
//! large diagrams on the way.

use std::collections::HashMap;

use super::store::{BOTTOM, Bdd, Halt, Key, Kind, Level, NodeId, Store};

impl Store {
    /// Returns the states in both sets.
    pub(super) fn and(&mut self, one: &Bdd, other: &Bdd) -> Result<Bdd, Halt> {
        self.run(|store| store.apply(Kind::And, one.node, other.node))
    }

    /// Returns the states in either set.
    pub(super) fn or(&mut self, one: &Bdd, other: &Bdd) -> Result<Bdd, Halt> {
        self.run(|store| store.apply(Kind::Or, one.node, other.node))
    }

    /// Returns the states in the first set only.
    pub(super) fn minus(&mut self, one: &Bdd, other: &Bdd) -> Result<Bdd, Halt> {
        self.run(|store| store.apply(Kind::Minus, one.node, other.node))
    }

    /// Checks whether two sets have a common state.
    pub(super) fn meets(&mut self, one: &Bdd, other: &Bdd) -> Result<bool, Halt> {
        self.run(|store| store.meets_at(one.node, other.node)).map(|met| !met.is_empty())
    }

    /// Returns the states reached from `states` by a relation that changes `bits`.
    pub(super) fn image(&mut self, states: &Bdd, relation: &Bdd, bits: &Bdd) -> Result<Bdd, Halt> {
        self.run(|store| store.step(Kind::Image, states.node, relation.node, bits.node))
    }

    /// Returns the states from which `states` are reached by a relation that changes `bits`.
    pub(super) fn preimage(&mut self, states: &Bdd, relation: &Bdd, bits: &Bdd) -> Result<Bdd, Halt> {
        self.run(|store| store.step(Kind::Preimage, states.node, relation.node, bits.node))
    }

    /// Returns the conjunction of decisions, which are sorted by level.
    pub(super) fn cube(&mut self, decisions: &[(Level, bool)]) -> Result<Bdd, Halt> {
        self.run(|store| {
            decisions.iter().rev().try_fold(NodeId::ONE, |below, (level, value)| match value {
                true => store.node(*level, NodeId::ZERO, below),
                false => store.node(*level, below, NodeId::ZERO),
            })
        })
    }

    /// Returns the relation in which the bits at these levels, which are sorted, keep their values.
    pub(super) fn unchanged(&mut self, levels: &[Level]) -> Result<Bdd, Halt> {
        self.run(|store| {
            levels.iter().rev().try_fold(NodeId::ONE, |below, level| {
                let off = store.node(level + 1, below, NodeId::ZERO)?;
                let on = store.node(level + 1, NodeId::ZERO, below)?;
                store.node(*level, off, on)
            })
        })
    }

    /// Returns the number of states in a set over `n_bits` bits; 2^128 - 1 if there are as many or more.
    pub(super) fn count(&self, states: &Bdd, n_bits: u32) -> u128 {
        self.count_at(states.node, n_bits, 0, &mut HashMap::new())
    }

    /// Returns the number of values of the bits from `first` on that lead from `node` to true.
    fn count_at(&self, node: NodeId, n_bits: u32, first: u32, known: &mut HashMap<NodeId, u128>) -> u128 {
        let level = self.level(node);
        let bit = if level == BOTTOM { n_bits } else { level / 2 };
        let number = match (node, known.get(&node)) {
            (NodeId::ZERO, _) => 0,
            (NodeId::ONE, _) => 1,
            (_, Some(number)) => *number,
            _ => {
                let (low, high) = self.parts(node, level);
                let [low, high] = [low, high].map(|node| self.count_at(node, n_bits, bit + 1, known));
                known.insert(node, low.saturating_add(high));
                low.saturating_add(high)
            }
        };
        number.saturating_mul(1_u128.checked_shl(bit - first).unwrap_or(u128::MAX))
    }

    /// Returns the union of sets, in pairs of neighbours.
    pub(super) fn union(&mut self, mut sets: Vec<Bdd>) -> Result<Bdd, Halt> {
        while 1 < sets.len() {
            let pairs = sets.chunks(2).map(|pair| match pair {
                [one, other] => self.or(one, other),
                _ => Ok(pair[0].clone()),
            });
            sets = pairs.collect::<Result<_, _>>()?;
        }
        Ok(sets.pop().unwrap_or_else(|| self.constant(false)))
    }

    fn apply(&mut self, kind: Kind, one: NodeId, other: NodeId) -> Result<NodeId, Halt> {
        use NodeId as N;
        let known = match (kind, one, other) {
            (Kind::And | Kind::Or, one, other) if one == other => Some(one),
            (Kind::And, N::ZERO, _) | (Kind::And, _, N::ZERO) => Some(N::ZERO),
            (Kind::And, N::ONE, rest) | (Kind::And, rest, N::ONE) => Some(rest),
            (Kind::Or, N::ONE, _) | (Kind::Or, _, N::ONE) => Some(N::ONE),
            (Kind::Or, N::ZERO, rest) | (Kind::Or, rest, N::ZERO) => Some(rest),
            (Kind::Minus, one, other) if one == other || one == N::ZERO || other == N::ONE => Some(N::ZERO),
            (Kind::Minus, one, N::ZERO) => Some(one),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(known);
        }
        let (one, other) = if kind == Kind::Minus { (one, other) } else { one.sorted(other) };
        let key = Key::of(kind, one, other, N::ZERO);
        if let Some(known) = self.cached(key) {
            return Ok(known);
        }
        self.spend()?;
        let level = self.level(one).min(self.level(other));
        let (one, other) = (self.parts(one, level), self.parts(other, level));
        let low = self.apply(kind, one.0, other.0)?;
        let high = self.apply(kind, one.1, other.1)?;
        let result = self.node(level, low, high)?;
        self.keep(key, result);
        Ok(result)
    }

    /// Returns true if the conjunction is not empty, without building it.
    fn meets_at(&mut self, one: NodeId, other: NodeId) -> Result<NodeId, Halt> {
        if one == NodeId::ZERO || other == NodeId::ZERO {
            return Ok(NodeId::ZERO);
        }
        if one == NodeId::ONE || other == NodeId::ONE || one == other {
            return Ok(NodeId::ONE);
        }
        let (one, other) = one.sorted(other);
        let key = Key::of(Kind::Meets, one, other, NodeId::ZERO);
        if let Some(known) = self.cached(key) {
            return Ok(known);
        }
        self.spend()?;
        let level = self.level(one).min(self.level(other));
        let (one, other) = (self.parts(one, level), self.parts(other, level));
        let mut result = self.meets_at(one.0, other.0)?;
        if result == NodeId::ZERO {
            result = self.meets_at(one.1, other.1)?;
        }
        self.keep(key, result);
        Ok(result)
    }

    /// Returns an image or preimage; `bits` is the conjunction of the current values that the relation changes.
    fn step(&mut self, kind: Kind, states: NodeId, relation: NodeId, bits: NodeId) -> Result<NodeId, Halt> {
        if states == NodeId::ZERO || relation == NodeId::ZERO {
            return Ok(NodeId::ZERO);
        }
        if relation == NodeId::ONE && bits == NodeId::ONE {
            return Ok(states);
        }
        let key = Key::of(kind, states, relation, bits);
        if let Some(known) = self.cached(key) {
            return Ok(known);
        }
        self.spend()?;
        let of_relation = self.level(relation);
        let of_relation = if of_relation == BOTTOM { BOTTOM } else { of_relation & !1 };
        let level = self.level(states).min(of_relation).min(self.level(bits));
        let from = self.parts(states, level);
        let (off, on) = self.parts(relation, level);
        let (low, high);
        if self.level(bits) == level {
            let rest = self.parts(bits, level).1;
            let ((off_off, off_on), (on_off, on_on)) =
                (self.parts(off, level + 1), self.parts(on, level + 1));
            let (off_on, on_off) = if kind == Kind::Image { (off_on, on_off) } else { (on_off, off_on) };
            let one = self.step(kind, from.0, off_off, rest)?;
            let other = self.step(kind, from.1, on_off, rest)?;
            low = self.apply(Kind::Or, one, other)?;
            let one = self.step(kind, from.0, off_on, rest)?;
            let other = self.step(kind, from.1, on_on, rest)?;
            high = self.apply(Kind::Or, one, other)?;
        } else {
            low = self.step(kind, from.0, off, bits)?;
            high = self.step(kind, from.1, on, bits)?;
        }
        let result = self.node(level, low, high)?;
        self.keep(key, result);
        Ok(result)
    }
}
