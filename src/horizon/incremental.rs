//! The strategy `incremental`: ever greater horizons in one solver; the goal is assumed, and its negation added when it
//! is refuted.
//!
//! Idle frames come last, so one refutation is one of every shorter horizon, too, and the negation of the goal is added
//! for all of them. A schedule that leaves horizons out may reach the goal beyond the optimum; then the trace is
//! shortened.

use super::descent::descend;
use super::outcome::{Event, Verdict};
use super::schedule::HorizonSchedule;
use super::session::{Reply, Session};
use super::spot_checks::SpotChecks;
use crate::solver::{SolverError, Trust};

/// Runs from the first horizon that is not known to be `refuted` up to `greatest`, or until the goal is reached.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    schedule: HorizonSchedule,
    mut refuted: Option<usize>,
    greatest: Option<usize>,
    trust: Trust,
) -> Result<Verdict, SolverError> {
    let mut horizon = refuted.map_or(0, |known| known.saturating_add(1));
    if let Some(greatest) = greatest.filter(|greatest| *greatest < horizon) {
        return Ok(Verdict::NoneWithin(greatest));
    }
    if let Some(known) = refuted
        && session.grow_to(horizon).is_ok()
    {
        // If that is stopped, so is the first question.
        session.exclude_up_to(known);
    }
    let silent = &mut |_: Event<'_>| {};
    let mut checks = SpotChecks::of(session, trust, refuted, silent)?;
    loop {
        match session.ask(horizon, horizon, &[])? {
            Reply::Reached(trace) => return descend(session, trace, horizon, refuted),
            Reply::Contradiction => return Ok(Verdict::Unsolvable),
            Reply::Stopped(reason) => return Ok(Verdict::Stopped(reason)),
            Reply::Refuted if Some(horizon) == greatest => return Ok(Verdict::NoneWithin(horizon)),
            Reply::Refuted => session.exclude_up_to(horizon),
        }
        if let Some(trace) = checks.hear(horizon)? {
            return Ok(Verdict::Reached { trace, shortest: false });
        }
        refuted = Some(horizon);
        horizon = schedule.after(horizon).min(greatest.unwrap_or(usize::MAX));
    }
}
