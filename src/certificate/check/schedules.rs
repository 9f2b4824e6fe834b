//! Checking certificates of schedules: that so many are all, or that the document's order of places loses one.
//!
//! Schedules of people who walk in rows on some days are counted again by going through the days they can walk in. Schedules begin
//! with the people in order, and are sets of days: their order plays no part, nor does that of rows, nor which way a row is turned.
//! `docs/certificates.md`, "Schedules", says which are counted.
//!
//! **Architecture Invariant:** this shares no code with the room `prisoners`, whose answers it counts again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use itertools::Itertools as _;

use super::folder::{CheckedFolder, VerifyError, unreadable};
use crate::certificate::manifest::{CertifiedClaim, MANIFEST, Manifest, SCHEDULE_METRIC, SCHEDULES};
use crate::stop::{Stop, StopReason};
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
    let number = |name: &str| plain_number(option(name)?).ok_or_else(unknown);
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
    let lines = match text.strip_suffix('\n') {
        Some(lines) => lines.split('\n').collect_vec(),
        None if text.is_empty() => Vec::new(),
        None => return Err("its last line has no end".to_owned()),
    };
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

fn plain_number(word: &str) -> Option<usize> {
    word.parse().ok().filter(|number: &usize| number.to_string() == word)
}

fn day(text: &str) -> Option<RowsOfDay> {
    text.split(", ").map(|row| row.split(' ').map(plain_number).collect()).collect()
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

/// The greatest number of people.
const MOST_PEOPLE: usize = 16;
/// The greatest number of ways in which they can walk on a day.
const MOST_WAYS: usize = 20_000;
/// The greatest number of beginnings that are looked at.
const MOST_NODES: usize = 20_000_000;

/// A day: rows of people, who are numbered from 1.
pub type RowsOfDay = Vec<Vec<usize>>;

/// A reason why schedules were not counted.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleCountError {
    /// Too many people, ways or schedules.
    #[error("there are too many people, or ways in which they can walk, to count the schedules again")]
    TooMany,
    /// Stopped from outside.
    #[error("it was stopped")]
    Stopped(StopReason),
}

debug_is_message!(ScheduleCountError);

/// Everybody's walks, on so many days.
#[derive(Debug)]
pub struct ScheduleSpace {
    people: usize,
    row: usize,
    n_days: usize,
    /// Do all in a row meet, and not neighbours alone?
    everyone: bool,
    /// The meetings of the first day.
    first: u128,
    /// The days, by their meetings.
    ways: BTreeMap<u128, RowsOfDay>,
}

impl ScheduleSpace {
    /// The walks of people in rows on so many days.
    ///
    /// # Errors
    /// Too many people or ways.
    pub fn of(people: usize, row: usize, n_days: usize, everyone: bool) -> Result<Self, ScheduleCountError> {
        let is_odd = row < 2 || people < row || !people.is_multiple_of(row) || n_days == 0 || 200 < n_days;
        if MOST_PEOPLE < people || is_odd {
            return Err(ScheduleCountError::TooMany);
        }
        let mut this = Self { people, row, n_days, everyone, first: 0, ways: BTreeMap::new() };
        let all: Vec<usize> = (1..=people).collect();
        this.first = this.meetings(&all.chunks(row).map(<[usize]>::to_vec).collect::<RowsOfDay>());
        let mut ways = BTreeMap::new();
        let ended = this.days(&all, &mut Vec::new(), &mut |day| {
            ways.insert(this.meetings(day), day.to_vec());
            if ways.len() <= MOST_WAYS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if ended.is_break() {
            return Err(ScheduleCountError::TooMany);
        }
        this.ways = ways;
        Ok(this)
    }

    /// The pairs that meet on a day, as bits.
    pub fn meetings(&self, day: &[Vec<usize>]) -> u128 {
        let bit = |a: usize, b: usize| {
            let (a, b) = (a.min(b) - 1, a.max(b) - 1);
            1_u128 << (b * (b - 1) / 2 + a)
        };
        let of_row = |row: &Vec<usize>| -> u128 {
            if self.everyone {
                row.iter().array_combinations().map(|[a, b]| bit(*a, *b)).sum()
            } else {
                row.iter().tuple_windows().map(|(a, b)| bit(*a, *b)).sum()
            }
        };
        day.iter().map(of_row).sum()
    }

    /// The rows of the day with these meetings.
    pub fn rows(&self, meetings: u128) -> Option<&RowsOfDay> {
        self.ways.get(&meetings)
    }

    /// Does everybody walk in one row, and is each row as long as it has to be?
    pub fn is_day(&self, day: &[Vec<usize>]) -> bool {
        let everybody = day.iter().flatten().copied().sorted_unstable();
        everybody.eq(1..=self.people) && day.iter().all(|row| row.len() == self.row)
    }

    /// Are days, given by their meetings, a schedule that begins with all in order?
    pub fn is_schedule(&self, days: &[u128]) -> bool {
        let mut met = 0;
        let are_new = days.iter().all(|day| {
            let is_new = met & day == 0;
            met |= day;
            is_new
        });
        are_new && days.len() == self.n_days && days.first() == Some(&self.first)
    }

    /// The days of some of the people, each once.
    fn days(
        &self,
        people: &[usize],
        rows: &mut RowsOfDay,
        each: &mut dyn FnMut(&RowsOfDay) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((first, others)) = people.split_first() else { return each(rows) };
        for others_in_row in others.iter().copied().combinations(self.row - 1) {
            let rest: Vec<usize> =
                others.iter().copied().filter(|one| !others_in_row.contains(one)).collect();
            let members = [&[*first], &others_in_row[..]].concat();
            let n_orders = if self.everyone { 1 } else { usize::MAX };
            let orders = members.iter().copied().permutations(self.row).take(n_orders);
            for row in orders.filter(|row| self.everyone || row.first() <= row.last()) {
                rows.push(row);
                self.days(&rest, rows, each)?;
                rows.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of schedules.
    ///
    /// # Errors
    /// Too many schedules to go through them; or a stop.
    pub fn count(&self, stop: &Stop) -> Result<u128, ScheduleCountError> {
        let mut n_schedules = 0;
        self.for_each(stop, |_, last| {
            n_schedules += last.len() as u128;
            ControlFlow::Continue(())
        })?;
        Ok(if self.n_days == 1 { 1 } else { n_schedules })
    }

    /// Calls, for each beginning of a schedule behind its first day, with it and all days that complete it; until it breaks off.
    ///
    /// # Errors
    /// Too many schedules to go through them; or a stop.
    pub fn for_each(
        &self,
        stop: &Stop,
        each: impl FnMut(&[u128], &[u128]) -> ControlFlow<()>,
    ) -> Result<(), ScheduleCountError> {
        let n_pairs = self.people * (self.people - 1) / 2;
        let n_meetings = self.n_days * self.first.count_ones() as usize;
        if n_pairs < n_meetings {
            return Ok(());
        }
        let days: Vec<u128> = self.ways.keys().copied().filter(|day| day & self.first == 0).collect();
        let open = (0..n_pairs).map(|pair| 1_u128 << pair).filter(|bit| bit & self.first == 0).collect_vec();
        let having = |bit: &u128| (*bit, DaySet::of(days.len(), |place| days[place] & bit != 0));
        let mut walk = ScheduleWalk {
            fits: days.iter().map(|day| DaySet::of(days.len(), |place| days[place] & day == 0)).collect(),
            having: (n_meetings == n_pairs).then(|| open.iter().map(having).collect()),
            days,
            chosen: vec![self.first],
            n_nodes: 0,
            stop,
            each,
        };
        let all = DaySet::of(walk.days.len(), |_| true);
        if 1 < self.n_days { walk.go(self.n_days - 1, &all).map(drop) } else { Ok(()) }
    }
}

/// A set of days, by their places.
#[derive(Debug, Clone)]
struct DaySet(Vec<u64>);

impl DaySet {
    fn of(n_days: usize, has: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0; n_days.div_ceil(64)];
        (0..n_days).filter(|place| has(*place)).for_each(|place| words[place / 64] |= 1 << (place % 64));
        Self(words)
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn n_common(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones()).sum()
    }

    fn remove(&mut self, place: usize) {
        self.0[place / 64] &= !(1 << (place % 64));
    }

    fn places(&self) -> impl Iterator<Item = usize> {
        let of_word = |(index, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * index + bit)
        };
        self.0.iter().enumerate().flat_map(of_word)
    }
}

/// Goes through beginnings of schedules.
struct ScheduleWalk<'a, E> {
    days: Vec<u128>,
    /// For each day, the days that share no meeting with it.
    fits: Vec<DaySet>,
    /// For each meeting that is open behind the first day, the days that have it; only where days use up all meetings.
    having: Option<Vec<(u128, DaySet)>>,
    chosen: Vec<u128>,
    n_nodes: usize,
    stop: &'a Stop,
    each: E,
}

impl<E: FnMut(&[u128], &[u128]) -> ControlFlow<()>> ScheduleWalk<'_, E> {
    /// Adds `n` of these days to the chosen ones, in all ways. If all meetings are used up, an open one is in some day, and the
    /// one that is in the fewest is tried; else days are chosen in their order.
    fn go(&mut self, n: usize, allowed: &DaySet) -> Result<ControlFlow<()>, ScheduleCountError> {
        self.n_nodes += 1;
        if MOST_NODES < self.n_nodes {
            return Err(ScheduleCountError::TooMany);
        }
        if let Some(reason) = self.stop.reason() {
            return Err(ScheduleCountError::Stopped(reason));
        }
        if n == 1 {
            let last: Vec<u128> = allowed.places().map(|place| self.days[place]).collect();
            return Ok((self.each)(&self.chosen, &last));
        }
        let met: u128 = self.chosen.iter().sum();
        let tried = self.having.as_ref().and_then(|having| {
            let open = having.iter().filter(|(bit, _)| met & bit == 0);
            open.map(|(_, days)| days).min_by_key(|days| allowed.n_common(days)).map(|days| allowed.and(days))
        });
        let is_full = tried.is_some();
        let mut later = allowed.clone();
        for place in tried.as_ref().unwrap_or(allowed).places() {
            later.remove(place);
            let rest = if is_full { allowed.and(&self.fits[place]) } else { later.and(&self.fits[place]) };
            self.chosen.push(self.days[place]);
            let ended = self.go(n - 1, &rest)?;
            self.chosen.pop();
            if ended.is_break() {
                return Ok(ended);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows may be in any order, and turned.
    #[test]
    fn days_that_are_lost() {
        let is_lost = |rows: [[usize; 3]; 3]| is_lost(&rows.map(Vec::from).into());
        assert!(is_lost([[1, 5, 9], [2, 6, 8], [3, 4, 7]]));
        assert!(!is_lost([[1, 2, 3], [4, 5, 6], [7, 8, 9]]));
        assert!(!is_lost([[9, 5, 1], [8, 6, 2], [3, 4, 10]]));
    }

    #[test]
    fn days_and_schedules_that_are_none_are_refused() {
        let space = ScheduleSpace::of(6, 2, 2, false).unwrap();
        let read =
            |days: &str| listed(&space, &format!("1 2, 3 4, 5 6; {days}\n"), "1").map(|days| days.len());
        assert_eq!(read("3 1, 2 5, 6 4"), Ok(2));
        // Somebody walks twice; in rows of three; in rows of different lengths; nobody walks.
        for days in ["1 3, 2 5, 4 4", "1 3 2, 5 4 6", "1 3, 2 5 4, 6", ""] {
            assert_eq!(read(days), Err("a day in line 1 is none".to_owned()), "{days}");
        }
        // A meeting takes place twice; there are three days.
        for days in ["1 2, 3 5, 4 6", "1 3, 2 5, 4 6; 1 4, 2 6, 3 5"] {
            let why = "line 1 is no schedule that begins with all in order";
            assert_eq!(read(days), Err(why.to_owned()), "{days}");
        }
        let days = ["1 3, 2 5, 4 6", "1 2, 3 4, 5 6"].map(|text| space.meetings(&day(text).unwrap()));
        assert!(!space.is_schedule(&days));
    }

    #[test]
    fn a_list_of_no_schedules_is_empty() {
        let space = ScheduleSpace::of(4, 2, 4, false).unwrap();
        let is_empty = |text| listed(&space, text, "0").is_ok();
        assert!(is_empty("") && !is_empty("\n") && !is_empty("nobody"));
    }

    /// The greatest numbers are allowed, and the next ones are not.
    #[test]
    fn people_and_days_that_are_counted() {
        for (people, row, n_days, everyone, expected) in [
            (3, 3, 1, false, Some(1)),
            (9, 3, 1, false, Some(1)),
            (4, 2, 3, false, Some(1)),
            (4, 2, 200, false, Some(0)),
            (9, 3, 7, false, Some(0)),
            (4, 2, 201, false, None),
            (16, 16, 1, true, Some(1)),
            (17, 17, 1, true, None),
        ] {
            let space = ScheduleSpace::of(people, row, n_days, everyone);
            let found = space.and_then(|space| space.count(&Stop::default()));
            assert_eq!(found.ok(), expected, "{people} {row} {n_days}");
        }
    }
}
