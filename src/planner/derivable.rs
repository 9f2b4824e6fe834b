//! Formulas whose refutation can be derived from a naive formula, step by step.
//!
//! [Reductions](crate::encode::Reduction) that keep some plan of each length only are no part of them, as what they leave out does
//! not follow. Without most of them answers take somewhat longer, and the refutation serves a certificate.

use super::options::{Options, PlanQuery};
use crate::encode::{
    EncodeError, Encoding, Reduction, Reductions, Semantics, StepOptions, Transition, TransitionSystem,
};
use crate::horizon::{HorizonSchedule, Strategy};
use crate::solver::SolverKind;
use crate::stop::Stop;
use crate::task::Task;

/// The system whose refutation is to be kept, if one is and can be.
pub(super) fn derivable(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    strategy: Strategy,
    stop: &Stop,
) -> Result<Option<TransitionSystem>, EncodeError> {
    let can_be = cfg!(feature = "varisat")
        && options.keeps_refutation
        && options.wanted == PlanQuery::One
        && strategy == Strategy::Incremental
        && !matches!(options.schedule, HorizonSchedule::Parallel(_))
        && options.solver == SolverKind::default()
        && options.step.semantics == Semantics::Sequential
        && encoding.name() == Transition.name()
        // Frames say only what the clock leaves open.
        && task.clock().is_none();
    if !can_be {
        return Ok(None);
    }
    let chosen = options.step.reductions;
    let with = |kept: &[Reduction]| {
        let kept = kept.iter().filter(|reduction| chosen.has(**reduction));
        let reductions = kept.fold(Reductions::NONE, |all, reduction| all.with(*reduction));
        encoding.encode(task, &StepOptions { reductions, ..options.step.clone() }, stop)
    };
    let system = with(&[Reduction::Mutexes])?;
    // Where symmetries are broken there may be no answer at all without that.
    if chosen.has(Reduction::Symmetries) {
        let broken = with(&[Reduction::Mutexes, Reduction::Symmetries])?;
        if broken.transition().len() != system.transition().len() {
            return Ok(None);
        }
    }
    Ok(Some(system))
}
