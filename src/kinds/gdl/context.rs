//! Simplification of conditions by their context: the literals that an operator's precondition has made sure of.

use itertools::Itertools as _;

use super::conditions::{CondNode, Formulas};
use super::literal::CondLit;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// Sorted: there are few.
    known: Vec<CondLit>,
    /// The groups of literals that exclude each other of which one is known to hold: all others fail. Sorted, too.
    taken: Vec<usize>,
}

impl Context {
    /// Where these literals hold, with what that excludes.
    pub(super) fn new(literals: &[CondLit], formulas: &Formulas) -> Self {
        let groups = literals.iter().flat_map(|lit| formulas.exclusions().groups_of(*lit));
        Self {
            known: literals.iter().copied().sorted().collect(),
            taken: groups.copied().sorted().dedup().collect(),
        }
    }

    /// Is the literal known to hold, or known to fail?
    pub(super) fn value(&self, lit: CondLit, formulas: &Formulas) -> Option<bool> {
        let is_excluded = |lit| {
            formulas.exclusions().groups_of(lit).iter().any(|group| self.taken.binary_search(group).is_ok())
        };
        let is_known = |lit| self.known.binary_search(&lit).is_ok();
        if is_known(lit) {
            Some(true)
        } else if is_known(!lit) {
            Some(false)
        } else if is_excluded(!lit) {
            Some(true)
        } else {
            is_excluded(lit).then_some(false)
        }
    }

    /// What is left to ask of a conjunction; `None` if it cannot hold.
    pub(super) fn rest(&self, formulas: &mut Formulas, body: Vec<CondLit>) -> Option<Vec<CondLit>> {
        let mut body = body;
        loop {
            body = formulas.conjunction(body)?;
            if body.iter().any(|lit| self.value(*lit, formulas) == Some(false)) {
                return None;
            }
            body.retain(|lit| self.value(*lit, formulas).is_none());
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
    fn simpler(&self, formulas: &mut Formulas, lit: CondLit) -> Option<Vec<CondLit>> {
        let CondNode::Or(bodies) = formulas.node(lit) else { return None };
        let mut left = Vec::new();
        for body in bodies {
            if body.iter().all(|lit| self.value(*lit, formulas) != Some(false)) {
                let open = body.iter().copied().filter(|lit| self.value(*lit, formulas).is_none());
                left.push(open.collect::<Vec<_>>());
            }
        }
        if left.len() == bodies.len() && left.iter().map(Vec::len).eq(bodies.iter().map(|body| body.len())) {
            return None;
        }
        let is_leaf = |formulas: &Formulas, lit: &CondLit| !matches!(formulas.node(*lit), CondNode::Or(_));
        let is_simple = left.iter().flatten().all(|lit| is_leaf(formulas, lit))
            && (left.len() <= 1 || !lit.is_positive() && left.iter().all(|body| body.len() <= 1));
        if !is_simple {
            return None;
        }
        let simpler = formulas.or(left).signed(lit.is_positive());
        match formulas.conjunction(vec![simpler]) {
            None => Some(vec![CondLit::FALSE]),
            Some(literals) => literals.iter().all(|lit| is_leaf(formulas, lit)).then_some(literals),
        }
    }
}
