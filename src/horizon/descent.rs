//! Descent from a first trace to a shortest one: "at most k steps" is one assumption, since idle frames come last.
//!
//! Each question asks for one step less than the best trace has. Bisection needs fewer questions and, on the boards of
//! this repository, more time: a refuted length far below the optimum teaches little about the one next to it, and asking
//! upwards from the last refuted length is worse still.

use super::outcome::Verdict;
use super::session::{Reply, Session};
use crate::encode::Trace;
use crate::solver::SolverError;

/// Asks for ever shorter traces than `best` in a formula of that many `frames`, until a length is refuted; lengths up
/// to `refuted` are known to be.
pub(super) fn descend(
    session: &mut Session<'_, '_>,
    mut best: Trace,
    frames: usize,
    refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    let shorter = |trace: &Trace, session: &Session<'_, '_>| {
        trace.length(session.system()).checked_sub(1).filter(|shorter| refuted < Some(*shorter))
    };
    while let Some(at_most) = shorter(&best, session) {
        session.tell_reached(&best);
        let idle = session.idle_at(at_most);
        match session.ask(at_most, frames, &[idle])? {
            Reply::Reached(trace) => best = trace,
            Reply::Refuted | Reply::Contradiction => {
                session.exclude_up_to(at_most);
                break;
            }
            Reply::Stopped(reason) => {
                session.note_stop(reason);
                return Ok(Verdict::Reached { trace: best, shortest: false });
            }
        }
    }
    Ok(Verdict::Reached { trace: best, shortest: true })
}
