//! Writing the folder of a certificate of schedules.

use std::ops::ControlFlow;
use std::path::Path;

use itertools::Itertools as _;

use super::error::CertifyError;
use super::new_folder::NewFolder;
use crate::certificate::check::{RowsOfDay, ScheduleCountError, ScheduleSpace, is_lost};
use crate::certificate::{
    CertifiedClaim, EvidenceKind, FORMAT, FORMAT_VERSION, Manifest, SCHEDULE_KIND, SCHEDULE_METRIC, SCHEDULES,
};
use crate::stop::Stop;

const README: &str = include_str!("readme_schedules.txt");

/// The problem that a claim about schedules is about.
#[derive(Debug, Clone, Copy)]
pub struct ScheduleCase {
    /// The number of people who walk.
    pub people: usize,
    /// The number of people in a row.
    pub row: usize,
    /// The number of days.
    pub days: usize,
    /// Do all in a row meet, and not neighbours alone?
    pub everyone: bool,
}

/// A claim about schedules.
#[derive(Debug, Clone, Copy)]
pub enum ScheduleClaim<'a> {
    /// The number of schedules.
    Count(u128),
    /// These are all; people are numbered from 1.
    All(&'a [Vec<RowsOfDay>]),
    /// The document's symmetry breaking loses one.
    Lost,
}

/// Writes a certificate of schedules into a folder, as [`write_certificate`](super::write_certificate) does.
///
/// # Errors
/// The claim is wrong; there are too many schedules; it was stopped; or a file could not be written.
pub fn write_schedule_certificate(
    folder: &Path,
    case: ScheduleCase,
    claim: ScheduleClaim<'_>,
    stop: &Stop,
) -> Result<(), CertifyError> {
    let ScheduleCase { people, row, days, everyone } = case;
    let space = ScheduleSpace::of(people, row, days, everyone)?;
    let lost;
    let (listed, count) = match claim {
        ScheduleClaim::Count(count) => (&[][..], count),
        ScheduleClaim::All(schedules) => (schedules, schedules.len() as u128),
        ScheduleClaim::Lost => {
            lost = [first_lost(&space, stop)?];
            (&lost[..], 1)
        }
    };
    let mut new = NewFolder::of(folder)?;
    let written = write_files(&mut new, case, claim, listed, count);
    if written.is_err() {
        new.clear();
    }
    written
}

fn write_files(
    folder: &mut NewFolder<'_>,
    ScheduleCase { people, row, days, everyone }: ScheduleCase,
    claim: ScheduleClaim<'_>,
    listed: &[Vec<RowsOfDay>],
    count: u128,
) -> Result<(), CertifyError> {
    if !listed.is_empty() {
        folder.write(SCHEDULES, |out| {
            listed.iter().try_for_each(|schedule| writeln!(out, "{}", in_a_line(schedule)))
        })?;
    }
    let is_lost = matches!(claim, ScheduleClaim::Lost);
    let mut manifest = Manifest {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        claim: if is_lost { CertifiedClaim::Lost } else { CertifiedClaim::Schedules },
        evidence: EvidenceKind::Recount,
        metric: SCHEDULE_METRIC.to_owned(),
        steps: None,
        cost: None,
        length: Some(days),
        count: Some(count.to_string()),
        states: None,
        kind: SCHEDULE_KIND.to_owned(),
        options: [
            ("people", people.to_string()),
            ("row", row.to_string()),
            ("meets", if everyone { "everyone" } else { "neighbours" }.to_owned()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), Some(value)))
        .collect(),
        goal: None,
        one_row: false,
        problem: Vec::new(),
        program: format!("bmcplan {}", env!("CARGO_PKG_VERSION")),
        note: None,
        proved: Vec::new(),
        trusted: Vec::new(),
        files: folder.digests()?,
    };
    manifest.proved.push(manifest.sentence());
    folder.finish(&README.replace("CLAIM", &manifest.sentence()), &manifest)
}

/// The first schedule with a day that the document's order of places excludes.
fn first_lost(space: &ScheduleSpace, stop: &Stop) -> Result<Vec<RowsOfDay>, CertifyError> {
    let excluded = |day: &u128| space.rows(*day).is_some_and(is_lost);
    let mut found = None;
    space.for_each(stop, |begin, last| {
        let begin_is_lost = begin.iter().any(excluded);
        let last = last.iter().find(|last| begin_is_lost || excluded(last));
        found = last.map(|last| begin.iter().chain([last]).copied().collect_vec());
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let days = found.unwrap_or_default();
    Ok(days.iter().filter_map(|day| space.rows(*day).cloned()).collect())
}

/// `1 2 3, 4 5 6; …`
fn in_a_line(schedule: &[RowsOfDay]) -> String {
    schedule.iter().map(|day| day.iter().map(|row| row.iter().join(" ")).join(", ")).join("; ")
}

impl From<ScheduleCountError> for CertifyError {
    fn from(error: ScheduleCountError) -> Self {
        match error {
            ScheduleCountError::Stopped(reason) => Self::Stopped(reason),
            ScheduleCountError::TooMany => Self::Schedules(error),
        }
    }
}
