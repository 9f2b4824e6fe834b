//! The context of a condition: what an operator's precondition says of the same fluents.

use std::collections::BTreeSet;

use super::conditions::{Formulas, Lit, Node};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Context {
    known: BTreeSet<Lit>,
}

impl Context {
    /// Where these literals hold, with what that excludes.
    pub(super) fn new(literals: &[Lit], formulas: &Formulas) -> Self {
        let mut known: BTreeSet<Lit> = literals.iter().copied().collect();
        for lit in literals {
            known.extend(formulas.exclusions().others(*lit).map(|other| !other));
        }
        Self { known }
    }

    /// Whether the literal is known to hold, or known to fail.
    pub(super) fn value(&self, lit: Lit) -> Option<bool> {
        if self.known.contains(&lit) {
            Some(true)
        } else if self.known.contains(&!lit) {
            Some(false)
        } else {
            None
        }
    }

    /// What is left to ask of a conjunction; `None` if it cannot hold.
    pub(super) fn rest(&self, formulas: &mut Formulas, body: Vec<Lit>) -> Option<Vec<Lit>> {
        let mut body = body;
        loop {
            body = formulas.conjunction(body)?;
            if body.iter().any(|lit| self.value(*lit) == Some(false)) {
                return None;
            }
            body.retain(|lit| self.value(*lit).is_none());
            let simpler =
                body.iter().enumerate().find_map(|(place, lit)| Some((place, self.simpler(formulas, *lit)?)));
            match simpler {
                None => return Some(body),
                Some((place, literals)) => {
                    body.swap_remove(place);
                    body.extend(literals);
                }
            }
        }
    }

    /// What a nested condition comes to here, if that is no nested one.
    fn simpler(&self, formulas: &mut Formulas, lit: Lit) -> Option<Vec<Lit>> {
        let Node::Or(bodies) = formulas.node(lit) else { return None };
        let mut left = Vec::new();
        for body in bodies {
            if body.iter().all(|lit| self.value(*lit) != Some(false)) {
                left.push(body.iter().copied().filter(|lit| self.value(*lit).is_none()).collect::<Vec<_>>());
            }
        }
        if left.len() == bodies.len() && left.iter().map(Vec::len).eq(bodies.iter().map(|body| body.len())) {
            return None;
        }
        let is_leaf = |formulas: &Formulas, lit: &Lit| !matches!(formulas.node(*lit), Node::Or(_));
        let is_simple = left.iter().flatten().all(|lit| is_leaf(formulas, lit))
            && (left.len() <= 1 || !lit.is_positive() && left.iter().all(|body| body.len() <= 1));
        if !is_simple {
            return None;
        }
        let simpler = formulas.or(left).signed(lit.is_positive());
        match formulas.conjunction(vec![simpler]) {
            None => Some(vec![Lit::FALSE]),
            Some(literals) => literals.iter().all(|lit| is_leaf(formulas, lit)).then_some(literals),
        }
    }
}
