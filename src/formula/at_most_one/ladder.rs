//! The ladder encoding.
//!
//! Between neighbouring literals stands a rung, "the true literal comes later". Rungs that hold are a prefix
//! of the ladder, and each literal implies that the rung before it holds and the rung after it does not, so only
//! the literal at the end of the prefix can be true.
//!
//! Ian P. Gent, Peter Nightingale: "A new encoding of AllDifferent into SAT", 2004, section 2. The same clauses
//! up to the sign of the rungs are the sequential counter for one of Carsten Sinz: "Towards an optimal CNF
//! encoding of Boolean cardinality constraints", 2005.

use itertools::Itertools as _;

use crate::formula::at_most_one::new_lits;
use crate::formula::{ClauseShapes, ClauseSink, Lit};

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let rungs = new_lits(sink, lits.len().saturating_sub(1));
    for (&before, &after) in rungs.iter().tuple_windows() {
        sink.implies(after, before);
    }
    for ((&earlier, &later), &rung) in lits.iter().tuple_windows().zip(&rungs) {
        sink.implies(earlier, !rung);
        sink.implies(later, rung);
    }
}
