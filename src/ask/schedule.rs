//! Looking for schedules of prisoners, schoolgirls and golfers, within limits.

use std::time::Instant;

use super::limits::{Stage, Watch, listen};
use crate::prisoners::{
    self, PrisonersError, ScheduleOptions, ScheduleProblem, ScheduleProgress, ScheduleReport,
};
use crate::stop::{Stop, StopReason};

/// Looks for schedules within the limits of a watch; `heard` gets the news.
///
/// # Errors
/// As [`prisoners::solve`]. A limit is an answer.
pub fn schedule(
    problem: ScheduleProblem,
    options: &ScheduleOptions,
    watch: &Watch,
    heard: &mut dyn FnMut(ScheduleProgress),
) -> Result<ScheduleReport, PrisonersError> {
    let options = options.clone();
    let work = move |stop: &Stop, mut send: &dyn Fn(ScheduleProgress)| {
        Ok(prisoners::solve(problem, &options, stop, &mut send))
    };
    let begun = Instant::now();
    let end = listen::<_, _, StopReason>(Stage::Working, work, watch, |progress| {
        heard(progress);
        if matches!(progress, ScheduleProgress::Confirmed(_)) { Stage::Confirming } else { Stage::Working }
    });
    end.unwrap_or_else(|reason| Ok(ScheduleReport::stopped(reason, begun.elapsed())))
}
