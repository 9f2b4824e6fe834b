//! The strategy `core-guided`: plans of the fewest operators in formulas whose steps have several, by cores.
//!
//! Operators that are independent of each other share [left-shifted](crate::encode::Placement::Earliest) steps, so that no
//! order of theirs is refuted. [Counted](counting) are operators, not steps: a bound on their number grows core by core
//! until a plan meets it. The cores are generalised landmarks, as many operators as any plan needs (Davies, Pearce, Stuckey
//! & Lipovetzky, *Sequencing operator counts*, 2015).
//!
//! A plan of n operators has at most n steps. So what n steps tell of plans with at most n operators, or of one more where
//! there is such a plan, holds for all plans; beyond that, more steps are tried.

mod counting;
mod uses;

use super::measured::{Measured, Stopwatch};
use super::outcome::{Attempt, HorizonAnswer, Verdict};
use super::schedule::HorizonSchedule;
use super::session::Session;
use super::too_long::check_length;
use crate::figures::CpuInstant;
use crate::solver::SolverError;
use crate::stop::StopReason;
use counting::{OperatorCount, Raised};

/// Tries numbers of steps as the schedule has them, from the least number of operators on that is not known to be `refuted`.
pub(super) fn run(
    session: &mut Session<'_, '_>,
    schedule: HorizonSchedule,
    mut refuted: Option<usize>,
    greatest: Option<usize>,
) -> Result<Verdict, SolverError> {
    let at_most = |horizon: usize| greatest.map_or(horizon, |greatest| horizon.min(greatest));
    if let Some(greatest) = greatest.filter(|greatest| Some(*greatest) <= refuted) {
        return Ok(Verdict::NoneWithin(greatest));
    }
    let mut n_steps = at_most(refuted.map_or(0, |known| known.saturating_add(1)));
    loop {
        if check_length(session.system(), n_steps).is_err() {
            return Ok(Verdict::Stopped(StopReason::Memory));
        }
        match with_steps(session, n_steps, greatest, &mut refuted)? {
            Some(verdict) => return Ok(verdict),
            None => n_steps = at_most(schedule.after(n_steps)),
        }
    }
}

/// What so many steps tell; nothing if plans have more than that many operators and one.
fn with_steps(
    session: &mut Session<'_, '_>,
    n_steps: usize,
    greatest: Option<usize>,
    refuted: &mut Option<usize>,
) -> Result<Option<Verdict>, SolverError> {
    let building = CpuInstant::now();
    let stopwatch = Stopwatch::default();
    let solver = stopwatch.on(session.kind().build(session.stop())?, session.stop());
    let mut counting = OperatorCount::of(session.system(), n_steps, solver);
    let building = building.elapsed();
    let mut begun = CpuInstant::now();
    let mut conflicts = counting.conflicts();
    let verdict = loop {
        let tried = refuted.map_or(0, |known| known.saturating_add(1));
        session.tell_started(tried);
        let raised = match session.stop().reason() {
            Some(reason) => Raised::Stopped(reason),
            None => counting.raise()?,
        };
        let now_refuted = match raised {
            Raised::Bound => counting.bound().checked_sub(1).map(|below| below.min(n_steps)),
            Raised::TooFewSteps | Raised::Contradiction => Some(n_steps),
            Raised::Reached(_) | Raised::Stopped(_) => None,
        };
        let answer = match raised {
            Raised::Reached(_) => HorizonAnswer::Reached,
            Raised::Stopped(_) => HorizonAnswer::Stopped,
            _ => HorizonAnswer::Refuted,
        };
        if now_refuted.is_none() || *refuted < now_refuted {
            *refuted = (*refuted).max(now_refuted);
            let (spent, before) = (begun.elapsed(), conflicts);
            (begun, conflicts) = (CpuInstant::now(), counting.conflicts());
            let conflicts = conflicts.zip(before).map(|(after, before)| after - before);
            session.enter(Attempt {
                horizon: now_refuted.unwrap_or(tried),
                answer,
                elapsed: spent,
                conflicts,
            });
        }
        match raised {
            Raised::Reached(trace) => break Some(Verdict::Reached { trace, shortest: true }),
            Raised::Contradiction => break Some(Verdict::Unsolvable),
            Raised::Stopped(reason) => break Some(Verdict::Stopped(reason)),
            _ if greatest.is_some() && greatest <= *refuted => {
                break greatest.map(Verdict::NoneWithin);
            }
            Raised::TooFewSteps => break None,
            Raised::Bound if n_steps + 1 < counting.bound() => break None,
            Raised::Bound => {}
        }
    };
    session.enter_measured(Measured { size: counting.size(), building, solving: stopwatch.take() });
    Ok(verdict)
}
