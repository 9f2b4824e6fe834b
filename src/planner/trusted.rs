//! Trust in foreign solvers: which of their refutations an answer rests on without confirmation.

use std::ops::ControlFlow;

use super::error::InternalError;
use super::options::Options;
use super::report::Outcome;
use crate::encode::decode;
use crate::horizon::{Confirmation, Event, ForeignRun, Run, confirm};
use crate::solver::{SolverError, SolverKind};
use crate::stop::Stop;
use crate::task::Task;

/// The solver on whose word the run rests after what could be confirmed was.
///
/// # Errors
/// [`SolverError::Foreign`] if the solver was wrong; then the plan that it denied was validated.
pub(super) fn trusted(
    task: &Task,
    options: &Options,
    foreign: &ForeignRun<'_>,
    stop: &Stop,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<Option<SolverKind>, InternalError> {
    if options.solver.is_built_in() {
        return Ok(None);
    }
    match confirm(foreign, options.trust, stop, observer)? {
        Confirmation::Confirmed => Ok(None),
        Confirmation::Open => Ok(Some(options.solver.clone())),
        Confirmation::Contradicted { claim, trace } => {
            if let Some(trace) = trace {
                Outcome::of_plan(task, decode(task, foreign.system, &trace)?, false)?;
            }
            let cause = format!("it says wrongly that {claim}");
            Err(SolverError::Foreign { solver: options.solver.to_string(), cause }.into())
        }
    }
}

/// How many traces were listed.
#[derive(Default)]
pub(super) struct Listing {
    traces: usize,
    /// Were more wanted after the last one?
    goes_on: bool,
}

impl Listing {
    /// Counts a trace, after which it goes on or not.
    pub(super) fn count(&mut self, flow: ControlFlow<()>) -> ControlFlow<()> {
        self.traces += 1;
        self.goes_on = flow.is_continue();
        flow
    }

    /// How many traces there are, if the run has listed all.
    pub(super) fn listed(&self, run: &Run) -> Option<usize> {
        (self.goes_on && run.stopped.is_none()).then_some(self.traces)
    }
}
