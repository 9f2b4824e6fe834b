//! A conjunction of clauses in one flat buffer.
//!
//! All literals are in a single vector, clause after clause, with a second vector of the clauses' ends. So there are two
//! allocations for any number of clauses, and iteration touches memory in order. A formula of bounded model checking is read
//! once for every step that it is copied to.

use std::fmt;

use crate::Lit;

/// Formula in conjunctive normal form: an ordered list of clauses.
///
/// The empty conjunction is true; an empty clause makes it false. Clauses are kept as given, with repeated literals and
/// tautologies.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    lits: Vec<Lit>,
    /// End of each clause in `lits`; a clause starts at the end of the one before.
    ends: Vec<usize>,
}

impl Cnf {
    /// Appends a clause.
    pub fn push(&mut self, clause: &[Lit]) {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// Returns the clauses, in the order in which they were pushed.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.lits[start..end];
            start = end;
            clause
        })
    }

    /// Returns the clause at `index`, counted from 0 in the order of pushing.
    ///
    /// # Panics
    /// If there are too few clauses.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lits[start..self.ends[index]]
    }

    /// Returns the number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Checks whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of literals of all clauses.
    pub fn n_literals(&self) -> usize {
        self.lits.len()
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clauses()).finish()
    }
}

impl<'a> FromIterator<&'a [Lit]> for Cnf {
    fn from_iter<I: IntoIterator<Item = &'a [Lit]>>(clauses: I) -> Self {
        let mut cnf = Self::default();
        clauses.into_iter().for_each(|clause| cnf.push(clause));
        cnf
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn holds_what_was_pushed(clauses in prop::collection::vec(prop::collection::vec(0..40_usize, 0..5), 0..8)) {
            let clauses: Vec<Vec<Lit>> =
                clauses.iter().map(|codes| codes.iter().map(|&code| Lit::from_code(code)).collect()).collect();
            let cnf: Cnf = clauses.iter().map(Vec::as_slice).collect();
            prop_assert!(cnf.clauses().eq(clauses.iter()));
            prop_assert_eq!(cnf.len(), clauses.len());
            prop_assert_eq!(cnf.is_empty(), clauses.is_empty());
            prop_assert_eq!(cnf.n_literals(), clauses.concat().len());
        }
    }
}
