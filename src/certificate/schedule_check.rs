//! Checking certificates of schedules: that so many are all, or that the document's order of places loses one.

use std::collections::BTreeSet;

use itertools::Itertools as _;

use super::checked_folder::{CheckedFolder, unreadable};
use super::error::VerifyError;
use super::manifest::{CertifiedClaim, MANIFEST, Manifest, SCHEDULE_METRIC, SCHEDULES};
use super::schedules::{RowsOfDay, ScheduleCountError, ScheduleSpace};
use crate::stop::Stop;
use crate::text::MAX_INPUT_BYTES;

/// Checks the claim of a certificate of schedules.
pub(super) fn check_schedules(
    folder: &mut CheckedFolder<'_>,
    manifest: &Manifest,
    stop: &Stop,
) -> Result<(), VerifyError> {
    let (space, count) = problem(manifest)?;
    let mut last = Vec::new();
    if manifest.files.contains_key(SCHEDULES) {
        let text = folder.read(SCHEDULES, MAX_INPUT_BYTES)?;
        last = listed(&space, text.text(), count)
            .map_err(|cause| VerifyError::Wrong(format!("{SCHEDULES}: {cause}")))?;
        folder
            .tell(format!("{SCHEDULES} has {count} schedules, which differ in more than the order of days"));
    }
    if manifest.claim == CertifiedClaim::Lost {
        let Some(day) = last.iter().position(is_lost) else {
            return Err(VerifyError::Wrong(
                "the rows of each day can be ordered and turned as the document wants it".to_owned(),
            ));
        };
        folder.tell(format!(
            "however the rows of day {} are ordered and turned, the document excludes it",
            day + 1
        ));
        return Ok(());
    }
    let found = space.count(stop).map_err(of_counting)?;
    if found.to_string() != count {
        return Err(VerifyError::Wrong(format!(
            "there are {found} schedules, and {MANIFEST} claims another number"
        )));
    }
    folder.tell(format!("{found} sets of days have no meeting twice and begin with all in order"));
    Ok(())
}

/// The walks that a certificate is about, and the number of schedules in it.
fn problem(manifest: &Manifest) -> Result<(ScheduleSpace, &str), VerifyError> {
    let unknown = || unreadable(MANIFEST, "the problem of its schedules is none that is known");
    let Manifest { metric, steps, goal, one_row, problem, options, .. } = manifest;
    let is_plain = steps.is_none() && goal.is_none() && !one_row && problem.is_empty();
    if metric != SCHEDULE_METRIC || !is_plain || options.len() != 3 {
        return Err(unreadable(MANIFEST, "it has something that schedules do not have"));
    }
    let option = |name: &str| manifest.options.get(name).and_then(Option::as_deref).ok_or_else(unknown);
    let number = |name: &str| option(name)?.parse::<usize>().map_err(|_| unknown());
    let everyone = match option("meets")? {
        "neighbours" => false,
        "everyone" => true,
        _ => return Err(unknown()),
    };
    let (people, row, days) = (number("people")?, number("row")?, manifest.length.ok_or_else(unknown)?);
    let count = manifest.count.as_deref().ok_or_else(unknown)?;
    if manifest.claim == CertifiedClaim::Lost
        && ((people, row, everyone, days), count) != ((9, 3, false, 6), "1")
    {
        return Err(unreadable(MANIFEST, "what the document breaks is another problem"));
    }
    let space = ScheduleSpace::of(people, row, days, everyone).map_err(of_counting)?;
    Ok((space, count))
}

fn of_counting(error: ScheduleCountError) -> VerifyError {
    match error {
        ScheduleCountError::Stopped(reason) => VerifyError::Stopped(reason),
        ScheduleCountError::TooMany => unreadable(MANIFEST, error),
    }
}

/// Checks that different schedules are listed, as many as said: rows with commas between, days with semicolons. The days of the
/// last one.
fn listed(space: &ScheduleSpace, text: &str, count: &str) -> Result<Vec<RowsOfDay>, String> {
    let lines = text.strip_suffix('\n').map(|lines| lines.split('\n').collect_vec()).unwrap_or_default();
    if lines.len().to_string() != count {
        return Err(format!("it has {} lines, not {count}", lines.len()));
    }
    let (mut seen, mut last) = (BTreeSet::new(), Vec::new());
    for (number, line) in (1..).zip(lines) {
        last = line.split("; ").map(day).collect::<Option<Vec<RowsOfDay>>>().unwrap_or_default();
        if last.is_empty() || !last.iter().all(|day| space.is_day(day)) {
            return Err(format!("a day in line {number} is none"));
        }
        let days = last.iter().map(|day| space.meetings(day)).collect_vec();
        if !space.is_schedule(&days) {
            return Err(format!("line {number} is no schedule that begins with all in order"));
        }
        if !seen.insert(days.into_iter().sorted_unstable().collect_vec()) {
            return Err(format!("line {number} is there before, with its days in the same or another order"));
        }
    }
    Ok(last)
}

fn day(text: &str) -> Option<RowsOfDay> {
    let number = |word: &str| {
        let number: usize = word.parse().ok()?;
        (number.to_string() == word).then_some(number)
    };
    text.split(", ").map(|row| row.split(' ').map(number).collect()).collect()
}

/// Does the document's order of places exclude a day in rows of three, however its rows are ordered and turned? Ends are in
/// order, so are the first places of the first two rows, and their last places.
pub fn is_lost(day: &RowsOfDay) -> bool {
    let turns = (0..1 << day.len()).map(|turns: usize| {
        let turned = |(place, row): (usize, &Vec<usize>)| {
            let mut row = row.clone();
            if turns >> place & 1 == 1 {
                row.reverse();
            }
            row
        };
        day.iter().enumerate().map(turned).collect_vec()
    });
    let mut arranged = turns.flat_map(|rows| rows.into_iter().permutations(day.len()));
    !arranged.any(|rows| {
        let end = |row: usize, place: usize| rows.get(row).and_then(|row| row.get(place)).copied();
        (0..rows.len()).all(|row| end(row, 0) < end(row, 2)) && end(0, 0) < end(1, 0) && end(0, 2) < end(1, 2)
    })
}
