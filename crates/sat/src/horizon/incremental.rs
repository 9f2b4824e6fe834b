//! The strategies of one incremental solver: `incremental`, `fixed` and `minimize`.
//!
//! The goal is assumed, and its negation added when it is refuted. Idle frames come last, so a refutation covers every shorter
//! horizon, too, and the negation of the goal is added for all of them. "At most k steps" is one assumption in a longer
//! formula. So a trace that may be too long is shortened in the same formula, for schedules that skip horizons and for a single
//! formula.

use super::confirm::SpotChecks;
use super::outcome::{HorizonEvent, Verdict};
use super::session::{Reply, Session};
use super::strategy::{HorizonRange, HorizonSchedule};
use crate::encode::Trace;
use crate::solver::SolverError;

/// Answers queries one after the other, and keeps the records in a session.
pub(super) trait Querier<'s, 'o> {
    /// Searches for a trace to the goal within `horizon` steps, in a formula of `frames` frames.
    fn query(&mut self, horizon: usize, frames: usize) -> Result<Reply, SolverError>;

    /// Records that all horizons up to `horizon` are refuted, in a formula of `frames` frames.
    fn exclude_up_to(&mut self, horizon: usize, frames: usize);

    fn session(&mut self) -> &mut Session<'s, 'o>;
}

impl<'s, 'o> Querier<'s, 'o> for Session<'s, 'o> {
    fn query(&mut self, horizon: usize, frames: usize) -> Result<Reply, SolverError> {
        Session::query(self, horizon, frames, &self.at_most(horizon, frames))
    }

    fn exclude_up_to(&mut self, horizon: usize, frames: usize) {
        // If growing is stopped, the next query is, too.
        if self.gives_clauses(horizon, frames) && self.grow_to(frames).is_ok() {
            Session::exclude_up_to(self, horizon);
        }
    }

    fn session(&mut self) -> &mut Self {
        self
    }
}

/// Runs the strategy `incremental`: from the first horizon that is not `refuted` up to `greatest`, or until the goal is
/// reached.
pub(super) fn incremental(
    querier: &mut dyn Querier<'_, '_>,
    schedule: HorizonSchedule,
    range: &HorizonRange,
) -> Result<Verdict, SolverError> {
    let HorizonRange { mut refuted, greatest, trust, ref bound, .. } = *range;
    let mut horizon = refuted.map_or(0, |known| known.saturating_add(1));
    if let Some(greatest) = greatest.filter(|greatest| *greatest < horizon) {
        return Ok(Verdict::NoneWithin(greatest));
    }
    if let Some(known) = refuted {
        querier.exclude_up_to(known, horizon);
    }
    let silent = &mut |_: HorizonEvent<'_>| {};
    let mut checks = SpotChecks::of(querier.session(), trust, refuted, silent)?;
    loop {
        match querier.query(horizon, horizon)? {
            Reply::Reached(trace) => return descend(querier, Descent::Trisection, trace, horizon, refuted),
            Reply::Contradiction => return Ok(Verdict::Unsolvable),
            Reply::Stopped(reason) => return Ok(Verdict::Stopped(reason)),
            Reply::Refuted if Some(horizon) == greatest => return Ok(Verdict::NoneWithin(horizon)),
            Reply::Refuted => querier.exclude_up_to(horizon, horizon),
        }
        if let Some(trace) = checks.record(horizon)? {
            return Ok(Verdict::Reached { trace, shortest: false });
        }
        refuted = Some(horizon);
        horizon = bound.limit(schedule.after(horizon), horizon).min(greatest.unwrap_or(usize::MAX));
    }
}

/// Runs the strategy `fixed`: one query. The trace is shortest if all shorter lengths are `refuted`.
pub(super) fn fixed(
    session: &mut Session<'_, '_>,
    horizon: usize,
    refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    Ok(match session.query(horizon, horizon, &[])? {
        Reply::Reached(trace) => {
            let shortest = trace.length(session.system()).checked_sub(1) <= refuted;
            Verdict::Reached { trace, shortest }
        }
        Reply::Refuted => Verdict::NoneWithin(horizon),
        Reply::Contradiction => Verdict::Unsolvable,
        Reply::Stopped(reason) => Verdict::Stopped(reason),
    })
}

/// Runs the strategy `minimize`: finds a trace of at most `horizon` steps and descends to the shortest, as the ASP document's
/// `#minimize` does. Lengths up to `refuted` are known to be refuted.
pub(super) fn minimize(
    session: &mut Session<'_, '_>,
    horizon: usize,
    refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    match session.query(horizon, horizon, &[])? {
        Reply::Reached(trace) => descend(session, Descent::OneByOne, trace, horizon, refuted),
        Reply::Refuted => Ok(Verdict::NoneWithin(horizon)),
        Reply::Contradiction => Ok(Verdict::Unsolvable),
        Reply::Stopped(reason) => Ok(Verdict::Stopped(reason)),
    }
}

/// This many open lengths are close to the optimum.
const FEW: usize = 3;

/// Choice of the next length in a descent, between the refuted ones and that of the best trace.
#[derive(Clone, Copy)]
enum Descent {
    /// One step less than the best trace has, for a guessed horizon: the optimum is near.
    OneByOne,
    /// Trisection of the open lengths: two thirds of the way down. Finding a trace takes as long as refuting a length a few
    /// steps below the optimum, and there are fewer answers than one by one. A bisection needs more traces. Going up from the
    /// last refuted length refutes too many lengths close to the optimum, which are the costliest. So the last [`FEW`] are
    /// tried one by one.
    Trisection,
}

impl Descent {
    /// Returns the next length to try, if some length below `best` is open.
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

/// Searches for shorter traces than `best` in a formula of `frames` frames, until every shorter length is refuted. Lengths up
/// to `refuted` are known to be.
fn descend(
    querier: &mut dyn Querier<'_, '_>,
    descent: Descent,
    mut best: Trace,
    frames: usize,
    mut refuted: Option<usize>,
) -> Result<Verdict, SolverError> {
    let mut is_told = false;
    while let Some(at_most) = descent.next(best.length(querier.session().system()), refuted) {
        if !is_told {
            querier.session().emit(HorizonEvent::Reached(&best));
        }
        is_told = true;
        match querier.query(at_most, frames)? {
            Reply::Reached(trace) => (best, is_told) = (trace, false),
            Reply::Refuted | Reply::Contradiction => {
                querier.exclude_up_to(at_most, frames);
                refuted = Some(at_most);
            }
            Reply::Stopped(reason) => {
                querier.session().record_stop(reason);
                return Ok(Verdict::Reached { trace: best, shortest: false });
            }
        }
    }
    Ok(Verdict::Reached { trace: best, shortest: true })
}
