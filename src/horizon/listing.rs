//! Enumeration of all traces of the fewest steps: each is excluded by a clause once it is known.
//!
//! The clause asks that some fact that is true in the trace be false: facts of the frames up to the goal alone, so that
//! traces that differ in auxiliary variables only count once.

use std::ops::ControlFlow;

use super::session::{Reply, Session};
use crate::encode::Trace;
use crate::solver::SolverError;

/// Tells `listener` of a shortest trace and then of all others of its length.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    first: &Trace,
    listener: &mut dyn FnMut(&Trace) -> ControlFlow<()>,
) -> Result<(), SolverError> {
    let length = first.length(session.system());
    let mut trace = first.clone();
    while listener(&trace).is_continue() {
        // What found the trace may have been another formula.
        if let Err(reason) = session.grow_to(length) {
            session.note_stop(reason);
            break;
        }
        if let Some(shorter) = length.checked_sub(1) {
            session.exclude_up_to(shorter);
        }
        session.exclude_trace(&trace, length);
        match session.ask_for_another(length)? {
            Reply::Reached(another) => trace = another,
            Reply::Refuted | Reply::Contradiction => break,
            Reply::Stopped(reason) => {
                session.note_stop(reason);
                break;
            }
        }
    }
    Ok(())
}
