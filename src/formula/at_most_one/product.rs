//! The product encoding.
//!
//! The literals fill a nearly square grid. A literal implies its row and its column; at most one row and at
//! most one column can be true, which are shorter constraints of the same kind.
//!
//! Jingchao Chen: "A new SAT encoding of the at-most-one constraint", 2010, section 3.

use crate::formula::at_most_one::{new_lits, pairwise};
use crate::formula::{ClauseShapes, ClauseSink, Lit};

/// The number of literals up to which pairwise has fewer clauses (7: 21 against 20 with six more variables).
const MAX_PAIRWISE: usize = 6;

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    if lits.len() <= MAX_PAIRWISE {
        return pairwise::encode(sink, lits);
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
    encode(sink, &rows);
    encode(sink, &columns);
}
