//! The strategies of one incremental solver: `incremental`, `fixed` and `minimize`.
//!
//! The goal is assumed, and its negation added when it is refuted. Idle frames come last, so a refutation covers every
//! shorter horizon, too, and the negation of the goal is added for all of them. "At most k steps" is one assumption in a
//! longer formula. So a trace that may be too long, be it of a schedule that leaves horizons out or of a single formula, is
//! shortened in the same formula.

use super::confirm::SpotChecks;
use super::outcome::{Event, Verdict};
use super::session::{Reply, Session};
use super::strategy::HorizonSchedule;
use crate::encode::Trace;
use crate::solver::{SolverError, Trust};

/// The strategy `incremental`: from the first horizon that is not known to be `refuted` up to `greatest`, or until the goal
/// is reached.
pub(super) fn incremental(
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
        // If growing is stopped, the first question is, too.
        session.exclude_up_to(known);
    }
    let silent = &mut |_: Event<'_>| {};
    let mut checks = SpotChecks::of(session, trust, refuted, silent)?;
    loop {
        match session.ask(horizon, horizon, &[])? {
            Reply::Reached(trace) => return descend(session, Descent::Trisection, trace, horizon, refuted),
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

/// The strategy `fixed`: one question. The trace is known to be shortest if all shorter lengths are known to be `refuted`.
pub(super) fn fixed(
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

/// The strategy `minimize`: finds a trace of at most `horizon` steps and descends to the shortest, as the ASP document's
/// `#minimize` does; lengths up to `refuted` are known to be refuted.
pub(super) fn minimize(
    session: &mut Session<'_, '_>,
    horizon: usize,
    refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    match session.ask(horizon, horizon, &[])? {
        Reply::Reached(trace) => descend(session, Descent::OneByOne, trace, horizon, refuted),
        Reply::Refuted => Ok(Verdict::NoneWithin(horizon)),
        Reply::Contradiction => Ok(Verdict::Unsolvable),
        Reply::Stopped(reason) => Ok(Verdict::Stopped(reason)),
    }
}

/// So many open lengths are close to the optimum.
const FEW: usize = 3;

/// The choice of the next length on the way down, between the refuted ones and that of the best trace.
#[derive(Clone, Copy)]
enum Descent {
    /// One step less than the best trace has, for a horizon that somebody guessed: the optimum is near.
    OneByOne,
    /// A trisection of the open lengths: two thirds of the way down. To find a trace takes as long as to refute a length a few
    /// steps below the optimum, and there are fewer answers than one by one. A bisection asks for more traces, and asking
    /// upwards from the last refuted length refutes too many lengths close to the optimum, which are the dearest. So the last
    /// [`FEW`] are asked for one by one.
    Trisection,
}

impl Descent {
    /// The next length to ask for, if some length below `best` is open.
    fn next(self, best: usize, refuted: Option<usize>) -> Option<usize> {
        let open = best.checked_sub(refuted.map_or(0, |known| known.saturating_add(1)))?;
        let down = match self {
            Self::OneByOne => 1,
            Self::Trisection if open <= FEW => 1,
            // Rounded.
            Self::Trisection => open - (open + 1) / 3,
        };
        (0 < open).then(|| best - down)
    }
}

/// Asks for shorter traces than `best` in a formula of that many `frames`, until every shorter length is refuted; lengths up
/// to `refuted` are known to be.
fn descend(
    session: &mut Session<'_, '_>,
    descent: Descent,
    mut best: Trace,
    frames: usize,
    mut refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    let mut is_told = false;
    while let Some(at_most) = descent.next(best.length(session.system()), refuted) {
        if !is_told {
            session.tell_reached(&best);
        }
        is_told = true;
        let idle = session.idle_at(at_most);
        match session.ask(at_most, frames, &[idle])? {
            Reply::Reached(trace) => (best, is_told) = (trace, false),
            Reply::Refuted | Reply::Contradiction => {
                session.exclude_up_to(at_most);
                refuted = Some(at_most);
            }
            Reply::Stopped(reason) => {
                session.note_stop(reason);
                return Ok(Verdict::Reached { trace: best, shortest: false });
            }
        }
    }
    Ok(Verdict::Reached { trace: best, shortest: true })
}
