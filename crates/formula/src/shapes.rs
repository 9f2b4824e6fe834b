//! Named clause shapes, so that encoders read as logic instead of signs.
//!
//! Each shape is the textbook clause form of its connective. `any` is a disjunction, `all` a conjunction. The empty conjunction
//! is true, the empty disjunction false, and every shape follows that: `implies_any(a, &[])` means that `a` is false. (After
//! rustsat's `encodings::atomics`.)

use crate::{ClauseSink, Lit};

/// Clauses by their meaning; every [`ClauseSink`] has these methods.
pub trait ClauseShapes: ClauseSink {
    /// Asserts `a`.
    fn unit(&mut self, a: Lit) {
        self.add_clause(&[a]);
    }

    /// Asserts `a → b`.
    fn implies(&mut self, a: Lit, b: Lit) {
        self.add_clause(&[!a, b]);
    }

    /// Asserts `a → b₁ ∨ … ∨ bₙ`.
    fn implies_any(&mut self, a: Lit, bs: &[Lit]) {
        self.all_imply_any(&[a], bs);
    }

    /// Asserts `a → b₁ ∧ … ∧ bₙ`.
    fn implies_all(&mut self, a: Lit, bs: &[Lit]) {
        bs.iter().for_each(|&b| self.implies(a, b));
    }

    /// Asserts `a₁ ∧ … ∧ aₙ → b`.
    fn all_imply(&mut self, all: &[Lit], b: Lit) {
        self.all_imply_any(all, &[b]);
    }

    /// Asserts `a₁ ∧ … ∧ aₘ → b₁ ∨ … ∨ bₙ`.
    fn all_imply_any(&mut self, all: &[Lit], any: &[Lit]) {
        let clause: Vec<Lit> = all.iter().map(|&a| !a).chain(any.iter().copied()).collect();
        self.add_clause(&clause);
    }

    /// Asserts `a ↔ b`.
    fn iff(&mut self, a: Lit, b: Lit) {
        self.implies(a, b);
        self.implies(b, a);
    }

    /// Asserts `a ↔ b₁ ∨ … ∨ bₙ`.
    fn iff_any(&mut self, a: Lit, bs: &[Lit]) {
        self.implies_any(a, bs);
        bs.iter().for_each(|&b| self.implies(b, a));
    }

    /// Asserts `a ↔ b₁ ∧ … ∧ bₙ`.
    fn iff_all(&mut self, a: Lit, bs: &[Lit]) {
        self.implies_all(a, bs);
        self.all_imply(bs, a);
    }

    /// Asserts `l₁ ∨ … ∨ lₙ`.
    fn at_least_one(&mut self, lits: &[Lit]) {
        self.add_clause(lits);
    }

    /// Asserts `¬(a ∧ b)`.
    fn never_both(&mut self, a: Lit, b: Lit) {
        self.add_clause(&[!a, !b]);
    }

    /// Asserts `¬(l₁ ∧ … ∧ lₙ)`.
    fn never_all(&mut self, lits: &[Lit]) {
        self.all_imply_any(lits, &[]);
    }
}

impl<S: ClauseSink + ?Sized> ClauseShapes for S {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formula, Var};

    /// Shape on literals `a` and `bs` (of length 0 to 3) and the connective that it must equal.
    type Case = (&'static str, fn(&mut Formula, Lit, &[Lit]), fn(bool, &[bool]) -> bool);

    const CASES: [Case; 12] = [
        ("unit", |f, a, _| f.unit(a), |a, _| a),
        ("implies", |f, a, bs| bs.iter().for_each(|&b| f.implies(a, b)), |a, bs| bs.iter().all(|&b| !a || b)),
        ("implies_any", |f, a, bs| f.implies_any(a, bs), |a, bs| !a || bs.contains(&true)),
        ("implies_all", |f, a, bs| f.implies_all(a, bs), |a, bs| !a || !bs.contains(&false)),
        ("all_imply", |f, a, bs| f.all_imply(bs, a), |a, bs| bs.contains(&false) || a),
        ("all_imply_any", |f, a, bs| f.all_imply_any(bs, &[a, !a]), |_, _| true),
        ("iff", |f, a, bs| bs.iter().for_each(|&b| f.iff(a, b)), |a, bs| bs.iter().all(|&b| a == b)),
        ("iff_any", |f, a, bs| f.iff_any(a, bs), |a, bs| a == bs.contains(&true)),
        ("iff_all", |f, a, bs| f.iff_all(a, bs), |a, bs| a != bs.contains(&false)),
        ("at_least_one", |f, _, bs| f.at_least_one(bs), |_, bs| bs.contains(&true)),
        (
            "never_both",
            |f, a, bs| bs.iter().for_each(|&b| f.never_both(a, b)),
            |a, bs| !(a && bs.contains(&true)),
        ),
        ("never_all", |f, _, bs| f.never_all(bs), |_, bs| bs.contains(&false)),
    ];

    #[test]
    fn every_shape_equals_its_connective() {
        for (name, shape, connective) in CASES {
            for n_vars in 1..=4 {
                let lits: Vec<Lit> = (0..n_vars).map(|index| Var::from_index(index).positive()).collect();
                let mut formula = Formula::default();
                shape(&mut formula, lits[0], &lits[1..]);
                for bits in 0..1_usize << n_vars {
                    let values: Vec<bool> = (0..n_vars).map(|index| bits >> index & 1 == 1).collect();
                    let holds = |lit: &Lit| values[lit.var().index()] == lit.is_positive();
                    let satisfied = formula.cnf().clauses().all(|clause| clause.iter().any(holds));
                    assert_eq!(satisfied, connective(values[0], &values[1..]), "{name} {values:?}");
                }
            }
        }
    }
}
