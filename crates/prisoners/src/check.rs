//! The independent checker of schedules, which shares no code with the formulas.
//!
//! If the days use up all pairs ([`ScheduleProblem::is_full`]) and no pair meets twice, every pair meets: there are as many
//! meetings as pairs.

use bmcplan_base::ordered::Map;

use super::{Schedule, ScheduleProblem};

/// Fault of a schedule, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    message: String,
    /// Place of the fault, then the place that it conflicts with.
    pub(super) places: Vec<FaultPlace>,
}

/// Place in a schedule. Days, rows and people are numbered from 1, as in messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FaultPlace {
    Day(usize),
    /// Day and row.
    Row(usize, usize),
    /// Day, and a pair that meets in a row of it.
    Pair(usize, [usize; 2]),
}

fn fault(message: String, places: Vec<FaultPlace>) -> Result<(), Fault> {
    Err(Fault { message, places })
}

/// Checks that `schedule` solves `problem`.
///
/// # Errors
/// The first fault, in the order of the days and rows.
pub fn check(problem: &ScheduleProblem, schedule: &Schedule) -> Result<(), Fault> {
    let (found, expected) = (schedule.days().len(), problem.days());
    if found != expected {
        return fault(format!("{found} days instead of {expected}"), Vec::new());
    }
    let mut met: Map<[usize; 2], usize> = Map::new();
    for (day, rows) in (1..).zip(schedule.days()) {
        check_day(problem, day, rows)?;
        for pair in rows.iter().flat_map(|row| problem.meets().pairs(row)) {
            let pair = [pair[0].min(pair[1]) + 1, pair[0].max(pair[1]) + 1];
            if let Some(before) = met.insert(pair, day) {
                let message = format!("{} and {} meet twice, on days {before} and {day}", pair[0], pair[1]);
                return fault(message, vec![FaultPlace::Pair(day, pair), FaultPlace::Pair(before, pair)]);
            }
        }
    }
    Ok(())
}

/// Checks that each person walks in exactly one row of the day, and that all rows have the right length.
fn check_day(problem: &ScheduleProblem, day: usize, rows: &[Vec<usize>]) -> Result<(), Fault> {
    let mut walks = Map::new();
    for (row, members) in (1..).zip(rows) {
        let (found, expected) = (members.len(), problem.row());
        if found != expected {
            let message = format!("day {day}, row {row}: {found} walk in it instead of {expected}");
            return fault(message, vec![FaultPlace::Row(day, row)]);
        }
        for person in members.iter().map(|member| member.saturating_add(1)) {
            if problem.people() < person {
                let message = format!("day {day}, row {row}: there is no number {person}");
                return fault(message, vec![FaultPlace::Row(day, row)]);
            }
            if let Some(before) = walks.insert(person, row) {
                let message = format!("day {day}: number {person} walks twice, in rows {before} and {row}");
                return fault(message, vec![FaultPlace::Row(day, row), FaultPlace::Row(day, before)]);
            }
        }
    }
    // No row is too short and no person walks twice, so missing people mean missing rows.
    let (found, expected) = (rows.len(), problem.rows());
    if found == expected {
        return Ok(());
    }
    fault(format!("day {day} has {found} of {expected} rows"), vec![FaultPlace::Day(day)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Meets;

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
