//! The certificate of a number or list of schedules, or of a schedule that the document's symmetry breaking loses.

use std::path::Path;

#[cfg(feature = "varisat")]
use crate::certificate::{EvidenceKind, VerifyError, verify};
#[cfg(feature = "varisat")]
use crate::certify::{CertifyError, ScheduleCase, ScheduleClaim, write_schedule_certificate};
use crate::figures::CpuInstant;
use crate::prisoners::{
    Meets, ScheduleOptions, ScheduleOutcome, ScheduleProblem, ScheduleQuery, ScheduleReport,
};
use crate::problem::Kinds;
use crate::stop::Stop;

use super::super::failure::Failure;
use super::super::report::by;
use super::super::watch::Watch;
use super::super::worker::{self, Stage};
use crate::answer::Certified;

/// Writes the certificate and checks it.
#[cfg(feature = "varisat")]
pub(super) fn certify(
    folder: &Path,
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
    let folder = folder.to_path_buf();
    let work = move |stop: &Stop| {
        let claim = match (is_sound, listed.as_slice()) {
            (false, _) => ScheduleClaim::Lost,
            (true, []) => ScheduleClaim::Count(count),
            (true, listed) => ScheduleClaim::All(listed),
        };
        let begun = CpuInstant::now();
        match write_schedule_certificate(&folder, case, claim, stop) {
            Ok(()) => {}
            Err(CertifyError::Write(cause)) => {
                return Err(Failure::Output { place: folder.display().to_string(), cause });
            }
            Err(CertifyError::Stopped(reason)) => return Ok(Certified::missing(by(reason))),
            Err(error) => return Ok(Certified::missing(error.to_string())),
        }
        let (making_seconds, begun) = (begun.elapsed().as_secs_f64(), CpuInstant::now());
        match verify(&folder, &Kinds::default(), stop) {
            Ok(_) => Ok(Certified::Written {
                folder: folder.display().to_string(),
                evidence: EvidenceKind::Recount,
                proof_bytes: 0,
                making_seconds,
                checking_seconds: begun.elapsed().as_secs_f64(),
            }),
            Err(VerifyError::Stopped(reason)) => Ok(Certified::missing(by(reason))),
            Err(error @ VerifyError::Unreadable { .. }) => Ok(Certified::missing(error.to_string())),
            Err(error) => Err(Failure::Bug(error.to_string())),
        }
    };
    match worker::alone(Stage::Confirming, work, watch) {
        Err(Failure::Stopped { reason, .. }) => Ok(Certified::missing(by(reason))),
        result => result,
    }
}

/// Certificates are made where the solver is that keeps its derivations.
#[cfg(not(feature = "varisat"))]
pub(super) fn certify(
    _: &Path,
    _: &ScheduleProblem,
    _: &ScheduleOptions,
    _: &ScheduleReport,
    _: &Watch,
) -> Result<Certified, Failure> {
    Ok(Certified::missing("this program was built without the solver varisat"))
}
