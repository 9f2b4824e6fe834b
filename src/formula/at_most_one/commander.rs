//! The commander encoding.
//!
//! The literals are split into groups of three. Within a group at most one is true (pairwise), and each implies
//! the group's commander; at most one commander may be true, by the same encoding again.
//!
//! Will Klieber, Gihwon Kwon: "Efficient CNF encoding for selecting 1 from N objects", 2007, section 4. The
//! paper also lets a commander imply its group, which "exactly one" of its derivation needs and "at most one"
//! does not.

use crate::formula::at_most_one::{new_lits, pairwise};
use crate::formula::{ClauseShapes, ClauseSink, Lit};

/// The size of a group; the paper finds three to give the fewest clauses.
const GROUP: usize = 3;

/// The number of literals up to which pairwise has no more clauses.
const MAX_PAIRWISE: usize = 5;

pub(super) fn encode(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    if lits.len() <= MAX_PAIRWISE {
        return pairwise::encode(sink, lits);
    }
    let commanders = new_lits(sink, lits.len().div_ceil(GROUP));
    for (group, &commander) in lits.chunks(GROUP).zip(&commanders) {
        pairwise::encode(sink, group);
        group.iter().for_each(|&lit| sink.implies(lit, commander));
    }
    encode(sink, &commanders);
}
