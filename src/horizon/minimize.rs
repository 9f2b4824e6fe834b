//! The strategy `minimize`: one formula, descending to the proven minimum, as the ASP document's `#minimize` does.
//!
//! The first answer gives some plan of n steps; then "at most n−1 steps", which is one assumption, since idle
//! frames come last; and so on until a length is refuted.

use super::descent::descend;
use super::outcome::Verdict;
use super::session::{Reply, Session};
use crate::solver::SolverError;

/// Finds a plan of at most `horizon` steps and descends to the shortest; lengths up to `refuted` are known to be.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    horizon: usize,
    refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    match session.ask(horizon, horizon, &[])? {
        Reply::Reached(trace) => descend(session, trace, horizon, refuted),
        Reply::Refuted => Ok(Verdict::NoneWithin(horizon)),
        Reply::Contradiction => Ok(Verdict::Unsolvable),
        Reply::Stopped(reason) => Ok(Verdict::Stopped(reason)),
    }
}
