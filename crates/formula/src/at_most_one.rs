//! At-most-one constraints, for one-hot values and for one operator a step.
//!
//! Four encodings that trade clauses for auxiliary variables (n literals):
//!
//! | name | auxiliary variables | clauses | paper |
//! |---|---|---|---|
//! | `pairwise` | 0 | n(n−1)/2 | folklore |
//! | `ladder` | n−1 | 3n−4 | Gent, Nightingale 2004 |
//! | `product` | 2√n + … | 2n + 4√n + … | Chen 2010 |
//! | `commander` | n/2 | 3n | Klieber, Kwon 2007 |
//!
//! A fifth name, `auto`, chooses by n: `pairwise` for few literals, and `product` from [`AtMostOne::MANY`] literals on. There
//! the pairwise clauses would be most of the formula.
//!
//! All are arc-consistent: once a literal is true, unit propagation makes the others false. Auxiliary variables are only
//! implied one way, by the literals, since the constraint is only ever asserted (Plaisted, Greenbaum 1986, "A
//! structure-preserving clause form translation").

use itertools::Itertools as _;

use bmcplan_base::names::chosen_by_name;

use crate::{ClauseShapes, ClauseSink, Lit};

/// Encoding of "at most one of these literals is true".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum AtMostOne {
    /// [`Self::Pairwise`] for few literals, [`Self::Product`] from [`Self::MANY`] on.
    #[default]
    Auto,
    /// A clause for every pair; no auxiliary variables.
    Pairwise,
    /// A ladder of variables that falls at the true literal.
    Ladder,
    /// Literals laid out on a grid: at most one row, at most one column.
    Product,
    /// A tree of small groups, each with a commander variable.
    Commander,
}

chosen_by_name!(
    AtMostOne {
        Auto: "auto",
        Pairwise: "pairwise",
        Ladder: "ladder",
        Product: "product",
        Commander: "commander"
    },
    UnknownAtMostOne,
    "at-most-one encoding"
);

impl AtMostOne {
    /// Number of literals from which on [`Self::Auto`] is [`Self::Product`]: more than the moves of a board of 12 × 12 cells.
    pub const MANY: usize = 600;

    /// Adds clauses for "at most one of `lits` is true". A literal listed twice counts twice: it must be false.
    pub fn encode(self, sink: &mut dyn ClauseSink, lits: &[Lit]) {
        match self {
            Self::Auto if lits.len() < Self::MANY => pairwise(sink, lits),
            Self::Auto | Self::Product => product(sink, lits),
            Self::Pairwise => pairwise(sink, lits),
            Self::Ladder => ladder(sink, lits),
            Self::Commander => commander(sink, lits),
        }
    }

    /// Adds clauses for "exactly one of `lits` is true", which is false if `lits` is empty.
    pub fn exactly_one(self, sink: &mut dyn ClauseSink, lits: &[Lit]) {
        sink.at_least_one(lits);
        self.encode(sink, lits);
    }
}

fn new_lits(sink: &mut dyn ClauseSink, n: usize) -> Vec<Lit> {
    (0..n).map(|_| sink.new_var().positive()).collect()
}

/// Encodes at-most-one by a clause for every pair. Best for short lists, and the base case of the other encodings.
fn pairwise(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    for [&a, &b] in lits.iter().array_combinations() {
        if sink.is_closed() {
            return;
        }
        sink.never_both(a, b);
    }
}

/// Encodes at-most-one by a ladder. A rung between neighbouring literals means "the true literal comes later". Rungs that hold
/// are a prefix of the ladder. Each literal implies that the rung before it holds and that the rung after it does not. So only
/// the literal at the end of the prefix can be true. (Ian P. Gent, Peter Nightingale: "A new encoding of AllDifferent into
/// SAT", 2004, section 2. The same clauses up to the sign of the rungs are the sequential counter for one of Carsten Sinz:
/// "Towards an optimal CNF encoding of Boolean cardinality constraints", 2005.)
fn ladder(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let rungs = new_lits(sink, lits.len().saturating_sub(1));
    for (&before, &after) in rungs.iter().tuple_windows() {
        sink.implies(after, before);
    }
    for ((&earlier, &later), &rung) in lits.iter().tuple_windows().zip(&rungs) {
        sink.implies(earlier, !rung);
        sink.implies(later, rung);
    }
}

/// Encodes at-most-one by a nearly square grid of the literals. A literal implies its row and its column. At most one row and
/// at most one column can be true, which are shorter constraints of the same kind. (Jingchao Chen: "A new SAT encoding of the
/// at-most-one constraint", 2010, section 3.)
fn product(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    /// Greatest number of literals for which pairwise has fewer clauses (7: 21 against 20 with six more variables).
    const MAX_PAIRWISE: usize = 6;
    if lits.len() <= MAX_PAIRWISE {
        return pairwise(sink, lits);
    }
    let n_floor = lits.len().isqrt();
    let n_columns = if n_floor * n_floor < lits.len() { n_floor + 1 } else { n_floor };
    let rows = new_lits(sink, lits.len().div_ceil(n_columns));
    let columns = new_lits(sink, n_columns);
    for (row, &row_lit) in lits.chunks(n_columns).zip(&rows) {
        for (&lit, &column_lit) in row.iter().zip(&columns) {
            sink.implies(lit, row_lit);
            sink.implies(lit, column_lit);
        }
    }
    product(sink, &rows);
    product(sink, &columns);
}

/// Encodes at-most-one by groups of three literals. Within a group at most one is true (pairwise), and each implies the group's
/// commander. At most one commander may be true, by the same encoding again. (Will Klieber, Gihwon Kwon: "Efficient CNF
/// encoding for selecting 1 from N objects", 2007, section 4. There a commander implies its group, too, which "exactly one"
/// needs and "at most one" does not. Groups of three give the fewest clauses.)
fn commander(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    const GROUP: usize = 3;
    /// Greatest number of literals for which pairwise has no more clauses.
    const MAX_PAIRWISE: usize = 5;
    if lits.len() <= MAX_PAIRWISE {
        return pairwise(sink, lits);
    }
    let commanders = new_lits(sink, lits.len().div_ceil(GROUP));
    for (group, &leader) in lits.chunks(GROUP).zip(&commanders) {
        pairwise(sink, group);
        group.iter().for_each(|&lit| sink.implies(lit, leader));
    }
    commander(sink, &commanders);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Formula, Var};

    fn encoded(encoding: AtMostOne, n_lits: usize) -> (Formula, Vec<Lit>) {
        let mut formula = Formula::default();
        let lits = new_lits(&mut formula, n_lits);
        encoding.encode(&mut formula, &lits);
        (formula, lits)
    }

    /// Returns the values that unit propagation derives from `values`; `None` at a conflict.
    fn propagated(formula: &Formula, mut values: Vec<Option<bool>>) -> Option<Vec<Option<bool>>> {
        loop {
            let before = values.clone();
            for clause in formula.cnf().clauses() {
                let value = |lit: &Lit| values[lit.var().index()].map(|value| value == lit.is_positive());
                if clause.iter().any(|lit| value(lit) == Some(true)) {
                    continue;
                }
                match clause.iter().filter(|lit| value(lit).is_none()).collect_vec()[..] {
                    [] => return None,
                    [&lit] => values[lit.var().index()] = Some(lit.is_positive()),
                    _ => {}
                }
            }
            if values == before {
                return Some(values);
            }
        }
    }

    /// Checks whether some values of the unassigned variables satisfy the formula.
    fn extends(formula: &Formula, values: Vec<Option<bool>>) -> bool {
        let Some(values) = propagated(formula, values) else { return false };
        let Some(free) = values.iter().position(Option::is_none) else { return true };
        [false, true].into_iter().any(|value| {
            let mut values = values.clone();
            values[free] = Some(value);
            extends(formula, values)
        })
    }

    #[test]
    fn an_assignment_extends_to_the_auxiliary_variables_iff_at_most_one_literal_is_true() {
        for (encoding, n_lits) in AtMostOne::ALL.into_iter().cartesian_product(0..=12) {
            let (formula, lits) = encoded(encoding, n_lits);
            for bits in 0..1_usize << n_lits {
                let mut values = vec![None; formula.n_vars()];
                for (bit, lit) in lits.iter().enumerate() {
                    values[lit.var().index()] = Some(bits >> bit & 1 == 1);
                }
                assert_eq!(extends(&formula, values), bits.count_ones() <= 1, "{encoding} {bits:0n_lits$b}");
            }
        }
    }

    #[test]
    fn one_true_literal_propagates_the_others_to_false() {
        for (encoding, n_lits) in AtMostOne::ALL.into_iter().cartesian_product([1, 2, 3, 5, 12, 13, 50]) {
            let (formula, lits) = encoded(encoding, n_lits);
            for &chosen in &lits {
                let mut values = vec![None; formula.n_vars()];
                values[chosen.var().index()] = Some(true);
                let values = propagated(&formula, values).unwrap();
                assert!(
                    lits.iter().all(|lit| values[lit.var().index()] == Some(*lit == chosen)),
                    "{encoding}"
                );
            }
        }
    }

    #[test]
    fn exactly_one_of_negative_literals() {
        for (encoding, n_lits) in AtMostOne::ALL.into_iter().cartesian_product(0..=9) {
            let mut formula = Formula::default();
            let lits = new_lits(&mut formula, n_lits).into_iter().map(|lit| !lit).collect_vec();
            encoding.exactly_one(&mut formula, &lits);
            for bits in 0..1_usize << n_lits {
                let mut values = vec![None; formula.n_vars()];
                (0..n_lits).for_each(|bit| values[bit] = Some(bits >> bit & 1 == 0));
                assert_eq!(extends(&formula, values), bits.count_ones() == 1, "{encoding} {bits:0n_lits$b}");
            }
        }
    }

    #[test]
    fn sizes() {
        let size = |encoding, n_lits| {
            let (formula, _) = encoded(encoding, n_lits);
            (formula.n_vars() - n_lits, formula.cnf().len())
        };
        assert_eq!(
            AtMostOne::ALL.map(|encoding| size(encoding, 2)),
            [(0, 1), (0, 1), (1, 2), (0, 1), (0, 1)]
        );
        assert_eq!(
            AtMostOne::ALL.map(|encoding| size(encoding, 100)),
            [(0, 4950), (0, 4950), (99, 296), (34, 258), (50, 296)]
        );
        let [few, many] = [AtMostOne::MANY - 1, AtMostOne::MANY];
        assert_eq!(size(AtMostOne::Auto, few), size(AtMostOne::Pairwise, few));
        assert_eq!(size(AtMostOne::Auto, many), size(AtMostOne::Product, many));
    }

    #[test]
    fn names_lead_back() {
        for encoding in AtMostOne::ALL {
            assert_eq!(encoding.to_string().parse(), Ok(encoding));
        }
        expect_test::expect![
            "no at-most-one encoding is called `ladders`; there are: auto, pairwise, ladder, product, commander"
        ]
        .assert_eq(&"ladders".parse::<AtMostOne>().unwrap_err().to_string());
    }

    #[test]
    fn a_literal_listed_twice_is_false() {
        for encoding in AtMostOne::ALL {
            let mut formula = Formula::default();
            let lit = formula.new_var().positive();
            encoding.encode(&mut formula, &[lit, lit]);
            let mut values = vec![None; formula.n_vars()];
            values[Var::index(lit.var())] = Some(true);
            assert!(!extends(&formula, values), "{encoding}");
        }
    }
}
