//! Confirmation that a foreign solver has found all schedules: a solver that is built in looks for them anew.

use std::ops::ControlFlow;

use super::check::check;
use super::enumerate::{EnumerationEnd, enumerate, load};
use super::model::ScheduleFormula;
use super::report::{PrisonersError, ScheduleOptions, ScheduleProgress};
use crate::solver::{SolverError, SolverKind};
use crate::stop::Stop;

/// Are there `count` schedules and no more? No answer if it is stopped before that is known.
///
/// # Errors
/// [`SolverError::Foreign`] if there are more; then another one was found and checked.
pub(super) fn is_confirmed(
    model: &ScheduleFormula,
    options: &ScheduleOptions,
    count: u128,
    stop: &Stop,
    observer: &mut dyn FnMut(ScheduleProgress),
) -> Result<bool, PrisonersError> {
    let built_in = SolverKind::default();
    let mut solver = built_in.build(stop)?;
    load(model, &mut *solver);
    let (mut found, mut fault) = (0, None);
    observer(ScheduleProgress::Confirmed(found));
    let ended = enumerate(model, &mut *solver, &mut |solver| {
        found += 1;
        observer(ScheduleProgress::Confirmed(found));
        if found <= count {
            return ControlFlow::Continue(());
        }
        fault = check(&model.problem, &model.schedule(|lit| solver.value(lit) == Some(true))).err();
        ControlFlow::Break(())
    })?;
    match (ended, fault) {
        (_, Some(fault)) => Err(PrisonersError::Check { encoding: options.encoding, fault }),
        (EnumerationEnd::Stopped(_), _) => Ok(false),
        (EnumerationEnd::All, _) if found == count => Ok(true),
        (EnumerationEnd::All, _) => {
            let cause = format!("it finds {found} of {count} schedules");
            Err(SolverError::Internal { solver: built_in.to_string(), cause }.into())
        }
        (EnumerationEnd::Enough, _) => {
            let cause = match count {
                0 => "it says wrongly that no schedule exists".to_owned(),
                _ => format!("it says wrongly that no more than {count} schedules exist"),
            };
            Err(SolverError::Foreign { solver: options.solver.to_string(), cause }.into())
        }
    }
}
