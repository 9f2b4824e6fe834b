//! The strategy `incremental` with a solver that keeps its derivations: the refutation below a shortest plan can be proved to others
//! without refuting it again.

use std::ops::ControlFlow;

use super::error::RunError;
use super::outcome::{Event, HorizonAnswer, Run, Verdict};
use super::run_in;
use super::session::Session;
use super::strategy::{HorizonRange, Strategy};
use crate::encode::TransitionSystem;
use crate::solver::{DerivationLog, StepId, with_log};
use crate::stop::Stop;

/// What a solver derived about a system of which it was given frame after frame.
#[derive(Debug)]
pub struct HorizonRefutation {
    /// The system.
    pub system: TransitionSystem,
    /// The greatest number of steps that was refuted.
    pub n_steps: usize,
    /// The derivations. The clauses given are those of the system's frames, and now and then one that was derived before: that the
    /// goal is not reached in the last frame.
    pub log: DerivationLog,
    /// The last refutation: its literals are negations of the goal's literals in the last frame, and of
    /// [idle](TransitionSystem::idle) after `n_steps` steps.
    pub last: StepId,
}

/// As [`run`](super::run) with [`Strategy::Incremental`], and with the refutation of one step less than the
/// shortest trace has, if there was one.
///
/// # Errors
/// As [`run`](super::run).
pub fn run_proving(
    system: &TransitionSystem,
    range: &HorizonRange,
    stop: &Stop,
    observer: &mut dyn FnMut(Event<'_>),
) -> Result<(Run, Option<HorizonRefutation>), RunError> {
    let (run, log) = with_log(stop, |solver| {
        let session = Session::proving(system, Box::new(solver), stop, observer);
        run_in(session, Strategy::Incremental, range, &mut |_| ControlFlow::Break(()))
    });
    let run = run?;
    let below = match &run.verdict {
        Verdict::Reached { trace, shortest: true } => trace.length(system).checked_sub(1),
        _ => None,
    };
    let was_asked = |n_steps: &usize| {
        let refutes = |answer| answer == HorizonAnswer::Refuted;
        run.attempts.iter().any(|attempt| attempt.horizon == *n_steps && refutes(attempt.answer))
    };
    let refutation = below.filter(was_asked).zip(log.refutations().last().copied());
    let refutation =
        refutation.map(|(n_steps, last)| HorizonRefutation { system: system.clone(), n_steps, log, last });
    Ok((run, refutation))
}
