//! Certificates of schedules: of their number, of a list of them, or of one that the document's symmetry breaking loses.

use super::certified::certified_schedules;
use super::certify::{WriteFault, put};
use super::fault::Fault;
use super::given::SettingFault;
use super::limits::{Stage, Watch, alone};
use super::solve_answer::Certified;
use super::stopped_by;
use crate::certificate::make::{CertificatePlace, ScheduleCase, ScheduleClaim};
use crate::prisoners::{
    Meets, ScheduleOptions, ScheduleOutcome, ScheduleProblem, ScheduleQuery, ScheduleReport, Symmetry,
};
use crate::stop::Stop;

/// Checks that there are certificates of these schedules.
///
/// # Errors
/// No certificates are made for these schedules.
pub fn check_certified(problem: &ScheduleProblem, options: &ScheduleOptions) -> Result<(), SettingFault> {
    let refused = |why: &str| Err(SettingFault::other("certify", why));
    let is_dudeneys = (problem.people(), problem.row(), problem.days()) == (9, 3, 6);
    match (options.wanted, options.symmetry.is_sound()) {
        (ScheduleQuery::One, true) => refused(
            "certificates are for numbers and lists of schedules, and for what symmetry document loses",
        ),
        (_, true) if options.symmetry != Symmetry::default() => refused(
            "schedules are counted again with symmetry sound, where day 1 is fixed and days are in order",
        ),
        (_, true) => Ok(()),
        (ScheduleQuery::One, false) if is_dudeneys => Ok(()),
        (_, false) => refused(
            "symmetry document has one of a schedule that is lost, of 9 prisoners in rows of 3 on 6 days, if neither a number \
             nor a list is asked for",
        ),
    }
}

/// Writes the certificate of schedules, checks it and puts it into its place.
///
/// # Errors
/// The certificate cannot be written there, or is wrong.
pub fn certify_schedules(
    place: &CertificatePlace,
    problem: &ScheduleProblem,
    options: &ScheduleOptions,
    report: &ScheduleReport,
    watch: &Watch,
) -> Result<Certified, Fault> {
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
    put(place, |folder| {
        let folder = folder.to_path_buf();
        let work = move |stop: &Stop| {
            let claim = match (is_sound, listed.as_slice()) {
                (false, _) => ScheduleClaim::Lost,
                (true, []) => ScheduleClaim::Count(count),
                (true, listed) => ScheduleClaim::All(listed),
            };
            Ok(certified_schedules(&folder, case, claim, stop)?)
        };
        match alone(Stage::Confirming, work, watch) {
            Err(WriteFault::Problem(Fault::Stopped { reason, .. })) => {
                Ok(Certified::missing(stopped_by(reason)))
            }
            result => result,
        }
    })
}
