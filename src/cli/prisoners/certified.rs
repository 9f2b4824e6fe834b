//! The certificate of a number or list of schedules, or of a schedule that the document's symmetry breaking loses.

use crate::answer::{Certified, certified_schedules};
use crate::certify::{CertificatePlace, ScheduleCase, ScheduleClaim};
use crate::prisoners::{
    Meets, ScheduleOptions, ScheduleOutcome, ScheduleProblem, ScheduleQuery, ScheduleReport,
};
use crate::stop::Stop;

use super::super::certificate;
use super::super::failure::Failure;
use super::super::report::by;
use super::super::watch::Watch;
use super::super::worker::{self, Stage};

/// Writes the certificate and checks it.
pub(super) fn certify(
    place: &CertificatePlace,
    problem: &ScheduleProblem,
    options: &ScheduleOptions,
    report: &ScheduleReport,
    watch: &Watch,
) -> Result<Certified, Failure> {
    let case = ScheduleCase {
        people: problem.people(),
        row: problem.row(),
        days: problem.days(),
        everyone: problem.meets() == Meets::Everyone,
    };
    let listed = match (&report.outcome, options.wanted) {
        (ScheduleOutcome::Solved(schedules), ScheduleQuery::All(_)) => {
            let row = |row: &Vec<usize>| row.iter().map(|person| person + 1).collect();
            let days =
                |days: &[Vec<Vec<usize>>]| days.iter().map(|rows| rows.iter().map(row).collect()).collect();
            schedules.iter().map(|schedule| days(schedule.days())).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    let is_sound = options.symmetry.is_sound();
    let count = match (is_sound, report.count) {
        (true, Some(count)) if report.complete => count,
        (true, _) => return Ok(Certified::missing("not all schedules are known")),
        (false, _) => 0,
    };
    certificate::put(place, |folder| {
        let (folder, named) = (folder.to_path_buf(), place.named().to_path_buf());
        let work = move |stop: &Stop| {
            let claim = match (is_sound, listed.as_slice()) {
                (false, _) => ScheduleClaim::Lost,
                (true, []) => ScheduleClaim::Count(count),
                (true, listed) => ScheduleClaim::All(listed),
            };
            certified_schedules(&folder, case, claim, stop)
                .map_err(|fault| Failure::of_certificate(fault, &named))
        };
        match worker::alone(Stage::Confirming, work, watch) {
            Err(Failure::Stopped { reason, .. }) => Ok(Certified::missing(by(reason))),
            result => result,
        }
    })
}
