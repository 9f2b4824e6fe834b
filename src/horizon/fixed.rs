//! One formula of a fixed number of steps.

use super::session::{Reply, Session};
use super::{SolverError, Verdict};

/// Asks once. A trace without steps is the only one known to be shortest.
pub(super) fn run(session: &mut Session<'_, '_>, horizon: usize) -> Result<Verdict, SolverError> {
    Ok(match session.ask(horizon, horizon, &[])? {
        Reply::Reached(trace) => {
            let shortest = trace.length(session.system()) == 0;
            Verdict::Reached { trace, shortest }
        }
        Reply::Refuted => Verdict::NoneWithin(horizon),
        Reply::Contradiction => Verdict::Unsolvable,
        Reply::Stopped(reason) => Verdict::Stopped(reason),
    })
}
