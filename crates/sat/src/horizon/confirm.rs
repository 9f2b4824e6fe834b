//! Refutations by a foreign solver, confirmed by a fresh built-in solver.
//!
//! A model can be checked; an answer "unsatisfiable" cannot. So the refutations that a verdict rests on are repeated. For a
//! shortest trace this is the horizon below, which covers all shorter ones. For "none within" it is that horizon. Where no
//! longer run exists, it is also the formula without its goal. Where all shortest traces were listed, it is the formula for
//! another trace.
//!
//! A solver that calls everything unsatisfiable would get ever greater horizons. So there are spot checks on the way: the first
//! refutations are confirmed at once, and then one at each doubling of their number.

use bmcplan_base::stop::Stop;

use super::outcome::{HorizonEvent, Run, Verdict};
use super::session::{Reply, Session};
use super::strategy::Strategy;
use crate::encode::{Trace, TransitionSystem};
use crate::solver::SolverError;
use crate::solver::{SolverKind, Trust};

/// Run by a foreign solver.
#[derive(Debug, Clone, Copy)]
pub struct ForeignRun<'a> {
    /// System of the run.
    pub system: &'a TransitionSystem,
    /// Strategy that was run.
    pub strategy: Strategy,
    /// Horizon up to which all were known to be refuted.
    pub known: Option<usize>,
    /// Result.
    pub run: &'a Run,
    /// Number of shortest traces, if they were listed to the end.
    pub listed: Option<usize>,
}

/// Result of a confirmation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confirmation {
    /// No claim rests on the solver alone.
    Confirmed,
    /// Some claim rests on the solver alone: confirmation was not requested, or was stopped.
    Open,
    /// The solver was wrong.
    Contradicted {
        /// Wrong claim, as the end of a sentence.
        claim: String,
        /// Denied trace, if the claim was about traces to the goal.
        trace: Option<Trace>,
    },
}

impl Confirmation {
    /// Builds the contradiction of a refutation of `horizon`, within which there is `trace`.
    fn denied(horizon: usize, trace: Trace) -> Self {
        let claim = format!("no plan exists within horizon {horizon}");
        Self::Contradicted { claim, trace: Some(trace) }
    }
}

/// Confirms the refutations that a run rests on, unless `trust` accepts them or the confirmation is stopped. `observer`
/// receives every such query.
///
/// # Errors
/// Faults of the built-in solver.
pub fn confirm(
    foreign: &ForeignRun<'_>,
    trust: Trust,
    stop: &Stop,
    observer: &mut dyn FnMut(HorizonEvent<'_>),
) -> Result<Confirmation, SolverError> {
    let ForeignRun { system, strategy, known, run, listed } = *foreign;
    let known = strategy.skips(known);
    let is_claimed = |horizon: &usize| known < Some(*horizon);
    let claimed = run.refuted.filter(is_claimed);
    let (horizon, length) = match &run.verdict {
        // Threads, or a spot check, may have found both.
        Verdict::Reached { trace, .. } if Some(trace.length(system)) <= claimed => {
            return Ok(Confirmation::denied(claimed.unwrap_or(0), trace.clone()));
        }
        Verdict::Reached { trace, shortest: true } => {
            let length = trace.length(system);
            (length.checked_sub(1).filter(is_claimed), length)
        }
        // Either no solver was needed, or its invariant was checked.
        Verdict::Unsolvable if system.excludes_goal() || strategy == Strategy::Pdr => {
            return Ok(Confirmation::Confirmed);
        }
        Verdict::Unsolvable => (run.refuted, 0),
        Verdict::NoneWithin(horizon) => (Some(*horizon).filter(is_claimed), 0),
        Verdict::Reached { shortest: false, .. } | Verdict::Stopped(_) if claimed.is_none() => (None, 0),
        Verdict::Reached { shortest: false, .. } | Verdict::Stopped(_) => return Ok(Confirmation::Open),
    };
    if horizon.is_none() && listed.is_none() {
        return Ok(Confirmation::Confirmed);
    }
    if trust == Trust::Unchecked {
        return Ok(Confirmation::Open);
    }
    let silent = &mut |_: HorizonEvent<'_>| {};
    let mut session = Session::new(system, &SolverKind::default(), stop, silent)?;
    if let Some(horizon) = horizon {
        observer(HorizonEvent::Confirming(horizon));
        let confirmation = refute(&mut session, horizon, known, run.verdict == Verdict::Unsolvable)?;
        if confirmation != Confirmation::Confirmed {
            return Ok(confirmation);
        }
    }
    match listed {
        Some(listed) => {
            observer(HorizonEvent::Confirming(length));
            count(&mut session, length, listed)
        }
        None => Ok(Confirmation::Confirmed),
    }
}

/// Refutes a horizon; if `for_good`, refutes also that any run continues from there.
fn refute(
    session: &mut Session<'_, '_>,
    horizon: usize,
    known: Option<usize>,
    for_good: bool,
) -> Result<Confirmation, SolverError> {
    if session.grow_to(horizon).is_err() {
        return Ok(Confirmation::Open);
    }
    if let Some(known) = known {
        session.exclude_up_to(known.min(horizon));
    }
    let reply = match session.query(horizon, horizon, &[])? {
        Reply::Refuted if for_good => {
            session.exclude_up_to(horizon);
            session.query_any_run()?
        }
        reply => reply,
    };
    Ok(match reply {
        Reply::Contradiction => Confirmation::Confirmed,
        Reply::Refuted if for_good => {
            let claim = format!("no run goes on up to horizon {horizon}");
            Confirmation::Contradicted { claim, trace: None }
        }
        Reply::Refuted => Confirmation::Confirmed,
        Reply::Reached(trace) => Confirmation::denied(horizon, trace),
        Reply::Stopped(_) => Confirmation::Open,
    })
}

/// Counts the traces of `length` steps, of which there are at least `listed`; shorter ones do not exist.
fn count(session: &mut Session<'_, '_>, length: usize, listed: usize) -> Result<Confirmation, SolverError> {
    if session.grow_to(length).is_err() {
        return Ok(Confirmation::Open);
    }
    if let Some(shorter) = length.checked_sub(1) {
        session.exclude_up_to(shorter);
    }
    for found in 0..=listed {
        match session.query_another(length)? {
            Reply::Reached(trace) if found == listed => {
                let claim = format!("no more than {listed} shortest plans exist");
                return Ok(Confirmation::Contradicted { claim, trace: Some(trace) });
            }
            Reply::Reached(trace) => session.exclude_trace(&trace, length),
            Reply::Stopped(_) => return Ok(Confirmation::Open),
            Reply::Refuted | Reply::Contradiction if found == listed => break,
            Reply::Refuted | Reply::Contradiction => {
                let cause = format!("it finds {found} of {listed} shortest plans");
                return Err(SolverError::internal(session.kind(), cause));
            }
        }
    }
    Ok(Confirmation::Confirmed)
}

/// Number of refutations that are confirmed one by one.
const ONE_BY_ONE: u32 = 3;

/// Spot checks of a foreign solver by a built-in one.
pub(super) struct SpotChecks<'s, 'o> {
    /// `None` if no check is needed or requested.
    session: Option<Session<'s, 'o>>,
    n_refutations: u32,
    /// Greatest horizon that was confirmed, or was known to be refuted from the start.
    confirmed: Option<usize>,
}

impl<'s, 'o> SpotChecks<'s, 'o> {
    /// Starts spot checks of a session; horizons up to `refuted` are already known to be refuted.
    pub(super) fn of(
        checked: &Session<'s, '_>,
        trust: Trust,
        refuted: Option<usize>,
        observer: &'o mut dyn FnMut(HorizonEvent<'_>),
    ) -> Result<Self, SolverError> {
        let is_needed = trust == Trust::Confirm && !checked.kind().is_built_in();
        let session = is_needed
            .then(|| Session::new(checked.system(), &SolverKind::default(), checked.stop(), observer))
            .transpose()?;
        Ok(Self { session, n_refutations: 0, confirmed: refuted })
    }

    /// Records that the solver has refuted a horizon, and checks that if it is due. Returns the trace that the solver has
    /// denied, if one is found.
    pub(super) fn record(&mut self, horizon: usize) -> Result<Option<Trace>, SolverError> {
        let Some(session) = &mut self.session else { return Ok(None) };
        self.n_refutations = self.n_refutations.saturating_add(1);
        let is_due = self.n_refutations <= ONE_BY_ONE || self.n_refutations.is_power_of_two();
        if !is_due || Some(horizon) <= self.confirmed {
            return Ok(None);
        }
        match refute(session, horizon, self.confirmed, false)? {
            Confirmation::Confirmed => {
                self.confirmed = Some(horizon);
                Ok(None)
            }
            Confirmation::Contradicted { trace, .. } => Ok(trace),
            // The run is stopped by the same flag.
            Confirmation::Open => Ok(None),
        }
    }
}
