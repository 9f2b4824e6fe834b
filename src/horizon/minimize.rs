//! One formula, descending: what the ASP document asks of `#minimize`.
//!
//! The first answer gives some plan of n steps; then "at most n−1 steps", which is one assumption, since idle
//! frames come last; and so on until a length is refuted.

use super::session::{Reply, Session};
use super::{SolverError, Verdict};

/// Finds a plan of at most `horizon` steps and descends to the shortest.
pub(super) fn run(session: &mut Session<'_, '_>, horizon: usize) -> Result<Verdict, SolverError> {
    let mut best = match session.ask(horizon, horizon, &[])? {
        Reply::Reached(trace) => trace,
        Reply::Refuted => return Ok(Verdict::NoneWithin(horizon)),
        Reply::Contradiction => return Ok(Verdict::Unsolvable),
        Reply::Stopped(reason) => return Ok(Verdict::Stopped(reason)),
    };
    while let Some(shorter) = best.length(session.system()).checked_sub(1) {
        let at_most = session.idle_at(shorter);
        match session.ask(shorter, horizon, &[at_most])? {
            Reply::Reached(trace) => best = trace,
            Reply::Refuted | Reply::Contradiction => break,
            Reply::Stopped(reason) => {
                session.note_stop(reason);
                return Ok(Verdict::Reached { trace: best, shortest: false });
            }
        }
    }
    Ok(Verdict::Reached { trace: best, shortest: true })
}
