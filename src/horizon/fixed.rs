//! The strategy `fixed`: one formula of a fixed number of steps.

use super::outcome::Verdict;
use super::session::{Reply, Session};
use crate::solver::SolverError;

/// Asks once. The trace is known to be shortest if all that is shorter is known to be `refuted`.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    horizon: usize,
    refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    Ok(match session.ask(horizon, horizon, &[])? {
        Reply::Reached(trace) => {
            let shortest = trace.length(session.system()).checked_sub(1) <= refuted;
            Verdict::Reached { trace, shortest }
        }
        Reply::Refuted => Verdict::NoneWithin(horizon),
        Reply::Contradiction => Verdict::Unsolvable,
        Reply::Stopped(reason) => Verdict::Stopped(reason),
    })
}
