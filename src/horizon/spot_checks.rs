//! Spot checks of a foreign solver: some of its refutations are confirmed while it goes on to greater horizons.
//!
//! Confirmation at the end comes too late where there is no end: a solver that calls everything unsatisfiable is asked for
//! ever greater horizons. So the first refutations are confirmed at once, and then one at each doubling of their number,
//! which costs little beside the confirmation of the last one.

use super::confirm::{Confirmation, refute};
use super::outcome::Event;
use super::session::Session;
use crate::encode::Trace;
use crate::solver::{SolverError, SolverKind, Trust};

/// So many refutations are confirmed one by one.
const FIRST: u32 = 3;

/// A solver that is built in, beside one that is not.
pub(super) struct SpotChecks<'s, 'o> {
    /// Nothing where no check is needed or wanted.
    session: Option<Session<'s, 'o>>,
    n_refutations: u32,
    /// The greatest horizon that was confirmed, or that was known from the start.
    confirmed: Option<usize>,
}

impl<'s, 'o> SpotChecks<'s, 'o> {
    /// Checks of a session; horizons up to `refuted` are known to be, by others.
    pub(super) fn of(
        checked: &Session<'s, '_>,
        trust: Trust,
        refuted: Option<usize>,
        observer: &'o mut dyn FnMut(Event<'_>),
    ) -> Result<Self, SolverError> {
        let is_needed = trust == Trust::Confirm && !checked.kind().is_built_in();
        let session = is_needed
            .then(|| Session::new(checked.system(), &SolverKind::default(), checked.stop(), observer))
            .transpose()?;
        Ok(Self { session, n_refutations: 0, confirmed: refuted })
    }

    /// Hears that the solver has refuted a horizon. The trace within it that the solver has denied, if one is found.
    pub(super) fn hear(&mut self, horizon: usize) -> Result<Option<Trace>, SolverError> {
        let Some(session) = &mut self.session else { return Ok(None) };
        self.n_refutations = self.n_refutations.saturating_add(1);
        let is_due = self.n_refutations <= FIRST || self.n_refutations.is_power_of_two();
        if !is_due || Some(horizon) <= self.confirmed {
            return Ok(None);
        }
        match refute(session, horizon, self.confirmed, false)? {
            Confirmation::Confirmed => {
                self.confirmed = Some(horizon);
                Ok(None)
            }
            Confirmation::Contradicted { trace, .. } => Ok(trace),
            // The stop is the run's, too.
            Confirmation::Open => Ok(None),
        }
    }
}
