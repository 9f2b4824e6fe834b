//! Search for schedules of prisoners, schoolgirls and golfers, within limits.

use std::time::Instant;

use bmcplan_ask::{Limiter, Stage, listen};
use bmcplan_base::stop::{Stop, StopReason};

use crate::{PrisonersError, ScheduleOptions, ScheduleProblem, ScheduleProgress, ScheduleReport};

/// Searches for schedules within the limits of `limiter`; `on_progress` gets the progress.
///
/// # Errors
/// The same as of [`solve`](crate::solve()). A limit is no error, but an outcome of the report.
pub fn solve_within(
    problem: ScheduleProblem,
    options: &ScheduleOptions,
    limiter: &Limiter,
    on_progress: &mut dyn FnMut(ScheduleProgress),
) -> Result<ScheduleReport, PrisonersError> {
    let options = options.clone();
    let work = move |stop: &Stop, mut send: &dyn Fn(ScheduleProgress)| {
        Ok(crate::solve(problem, &options, stop, &mut send))
    };
    let begun = Instant::now();
    let end = listen::<_, _, StopReason>(Stage::Working, work, limiter, |progress| {
        on_progress(progress);
        if matches!(progress, ScheduleProgress::Confirmed(_)) { Stage::Confirming } else { Stage::Working }
    });
    end.unwrap_or_else(|reason| Ok(ScheduleReport::stopped(reason, begun.elapsed())))
}
