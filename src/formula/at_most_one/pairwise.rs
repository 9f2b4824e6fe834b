//! The pairwise (naive, binomial) encoding: no two literals are true together.
//!
//! Folklore; no auxiliary variables, quadratically many binary clauses. Best for short lists, and the others
//! end in it.

use itertools::Itertools as _;

use crate::formula::{ClauseShapes, ClauseSink, Lit};

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    for [&a, &b] in lits.iter().array_combinations() {
        if sink.is_closed() {
            return;
        }
        sink.never_both(a, b);
    }
}
