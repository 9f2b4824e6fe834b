//! Horizons 0, 1, 2, … in one solver: the goal is assumed, and its negation added when it is refuted.

use super::session::{Reply, Session};
use super::{SolverError, Verdict};

/// Runs from the first horizon that is not known to be `refuted` up to `greatest`, or until the goal is reached.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    refuted: Option<usize>,
    greatest: Option<usize>,
) -> Result<Verdict, SolverError> {
    let first = refuted.map_or(0, |known| known + 1);
    if let Some(greatest) = greatest.filter(|greatest| *greatest < first) {
        return Ok(Verdict::NoneWithin(greatest));
    }
    // If that is stopped, so is the first question.
    if session.grow_to(first).is_ok() {
        (0..first).for_each(|horizon| session.exclude(horizon));
    }
    for horizon in first.. {
        match session.ask(horizon, horizon, &[])? {
            Reply::Reached(trace) => return Ok(Verdict::Reached { trace, shortest: true }),
            Reply::Contradiction => return Ok(Verdict::Unsolvable),
            Reply::Stopped(reason) => return Ok(Verdict::Stopped(reason)),
            Reply::Refuted if Some(horizon) == greatest => return Ok(Verdict::NoneWithin(horizon)),
            Reply::Refuted => session.exclude(horizon),
        }
    }
    unreachable!("the horizons do not end")
}
