//! The independent checker of schedules, which shares nothing with the formulas.
//!
//! Where the days use up all pairs ([`ScheduleProblem::is_full`]), no pair is left out if none meets twice: there are as many
//! meetings as pairs.

use crate::ordered::Map;

use super::{Schedule, ScheduleProblem};

/// The fault of a schedule. Days, rows and people are numbered from 1, as people read them.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The wrong number of days.
    #[error("{found} days instead of {expected}")]
    Days {
        /// The number in the schedule.
        found: usize,
        /// The right number.
        expected: usize,
    },
    /// The wrong number of rows on a day.
    #[error("day {day} has {found} of {expected} rows")]
    Rows {
        /// The day.
        day: usize,
        /// The number in the schedule.
        found: usize,
        /// The right number.
        expected: usize,
    },
    /// A row of the wrong length.
    #[error("day {day}, row {row}: {found} walk in it instead of {expected}")]
    RowLength {
        /// The day.
        day: usize,
        /// The row.
        row: usize,
        /// The number in the schedule.
        found: usize,
        /// The right number.
        expected: usize,
    },
    /// Somebody who does not exist.
    #[error("day {day}, row {row}: there is no number {person}")]
    Nobody {
        /// The day.
        day: usize,
        /// The row.
        row: usize,
        /// The number.
        person: usize,
    },
    /// Somebody at two places.
    #[error("day {day}: number {person} walks twice, in rows {} and {}", rows[0], rows[1])]
    Twice {
        /// The day.
        day: usize,
        /// The person's number.
        person: usize,
        /// Where.
        rows: [usize; 2],
    },
    /// A pair that meets again.
    #[error("{} and {} meet twice, on days {} and {}", pair[0], pair[1], days[0], days[1])]
    MeetTwice {
        /// The pair, the smaller number first.
        pair: [usize; 2],
        /// When.
        days: [usize; 2],
    },
}

debug_is_message!(Fault);

/// Checks that `schedule` solves `problem`.
///
/// # Errors
/// The first fault, in the order of the days and rows.
pub fn check(problem: &ScheduleProblem, schedule: &Schedule) -> Result<(), Fault> {
    let (found, expected) = (schedule.days().len(), problem.days());
    if found != expected {
        return Err(Fault::Days { found, expected });
    }
    let mut met: Map<[usize; 2], usize> = Map::new();
    for (day, rows) in (1..).zip(schedule.days()) {
        check_day(problem, day, rows)?;
        for pair in rows.iter().flat_map(|row| problem.meets().pairs(row)) {
            let pair = [pair[0].min(pair[1]) + 1, pair[0].max(pair[1]) + 1];
            if let Some(before) = met.insert(pair, day) {
                return Err(Fault::MeetTwice { pair, days: [before, day] });
            }
        }
    }
    Ok(())
}

/// Everybody walks in one row of the day, and all rows are of one length.
fn check_day(problem: &ScheduleProblem, day: usize, rows: &[Vec<usize>]) -> Result<(), Fault> {
    let mut walks = Map::new();
    for (row, members) in (1..).zip(rows) {
        let (found, expected) = (members.len(), problem.row());
        if found != expected {
            return Err(Fault::RowLength { day, row, found, expected });
        }
        for person in members.iter().map(|member| member.saturating_add(1)) {
            if problem.people() < person {
                return Err(Fault::Nobody { day, row, person });
            }
            if let Some(before) = walks.insert(person, row) {
                return Err(Fault::Twice { day, person, rows: [before, row] });
            }
        }
    }
    // No row is too short and nobody walks twice, so whoever is missing is a row that is missing.
    let (found, expected) = (rows.len(), problem.rows());
    if found == expected { Ok(()) } else { Err(Fault::Rows { day, found, expected }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prisoners::Meets;

    fn checked(days: &[&[&[usize]]]) -> Result<(), String> {
        let problem = ScheduleProblem::new(4, 2, days.len().max(1), Meets::Neighbours).unwrap();
        let rows = |day: &&[&[usize]]| day.iter().map(|row| row.iter().map(|n| n - 1).collect()).collect();
        check(&problem, &Schedule(days.iter().map(rows).collect())).map_err(|fault| fault.to_string())
    }

    #[test]
    fn right_ones() {
        assert_eq!(checked(&[&[&[1, 2], &[3, 4]]]), Ok(()));
        assert_eq!(checked(&[&[&[1, 2], &[3, 4]], &[&[4, 1], &[2, 3]], &[&[1, 3], &[2, 4]]]), Ok(()));
    }

    #[test]
    fn every_fault() {
        let good: &[&[usize]] = &[&[1, 2], &[3, 4]];
        for (days, message) in [
            (&[][..], "0 days instead of 1"),
            (&[&[&[1, 2][..]][..]], "day 1 has 1 of 2 rows"),
            (&[&[&[1, 2, 3], &[4]]], "day 1, row 1: 3 walk in it instead of 2"),
            (&[&[&[1, 2], &[3, 5]]], "day 1, row 2: there is no number 5"),
            (&[&[&[1, 2], &[3, 2]]], "day 1: number 2 walks twice, in rows 1 and 2"),
            (&[&[&[1, 1], &[3, 2]]], "day 1: number 1 walks twice, in rows 1 and 1"),
            (&[good, &[&[1, 3], &[2, 4]], &[&[2, 1], &[3, 4]]], "1 and 2 meet twice, on days 1 and 3"),
        ] {
            assert_eq!(checked(days), Err(message.to_owned()));
        }
    }
}
