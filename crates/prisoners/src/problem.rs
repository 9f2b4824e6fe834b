//! The problem: number of people, length of rows, number of days, and who meets in a row.

use std::str::FromStr;

use bmcplan_base::names::named;

/// Greatest number of people.
pub const MAX_PEOPLE: usize = 200;

/// Relation of the pairs that meet in a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Meets {
    /// Neighbours: the handcuffs of the prisoners.
    #[default]
    Neighbours,
    /// Everyone: Kirkman's schoolgirls, golfers in a group.
    Everyone,
}

named!(Meets { Neighbours: "neighbours", Everyone: "everyone" });

impl Meets {
    /// Returns the pairs that meet in a row, in the order of their places.
    pub fn pairs(self, row: &[usize]) -> Vec<[usize; 2]> {
        match self {
            Self::Neighbours => row.windows(2).map(|pair| [pair[0], pair[1]]).collect(),
            Self::Everyone => {
                let with_later = |(at, a): (usize, &usize)| -> Vec<[usize; 2]> {
                    row[at + 1..].iter().map(|b| [*a, *b]).collect()
                };
                row.iter().enumerate().flat_map(with_later).collect()
            }
        }
    }
}

impl FromStr for Meets {
    type Err = ScheduleProblemError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|meets| meets.name() == name);
        let unknown = || format!("unknown way to meet `{name}`; there are: neighbours, everyone");
        found.ok_or_else(|| ScheduleProblemError(unknown()))
    }
}

/// The problem: `people` walk in rows of `row` on each of `days` days, and no two meet twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduleProblem {
    people: usize,
    row: usize,
    days: usize,
    meets: Meets,
}

/// Reason why numbers are no valid problem, in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ScheduleProblemError(String);

/// Returns a hint with the lengths of rows that divide `people`.
fn fitting(people: usize) -> String {
    let lengths: Vec<String> =
        (2..=people).filter(|row| people.is_multiple_of(*row)).map(|row| row.to_string()).collect();
    format!("; rows of {} would do", lengths.join(", "))
}

impl ScheduleProblem {
    /// Validates the numbers and builds the problem.
    pub fn new(people: usize, row: usize, days: usize, meets: Meets) -> Result<Self, ScheduleProblemError> {
        let message = match (people, row, days) {
            (0 | 1, ..) => "at least 2 people are needed".to_owned(),
            _ if MAX_PEOPLE < people => format!("{people} are too many; at most {MAX_PEOPLE}"),
            (_, 0 | 1, _) => format!("rows of {row} are too short: at least 2 in a row"),
            _ if people < row => format!("rows of {row} are too long for {people}"),
            _ if !people.is_multiple_of(row) => {
                let (left, fitting) = (people % row, fitting(people));
                format!("{people} do not fill rows of {row}: {left} would be left over{fitting}")
            }
            (.., 0) => "at least 1 day".to_owned(),
            _ => return Ok(Self { people, row, days, meets }),
        };
        Err(ScheduleProblemError(message))
    }

    /// Returns the number of people. They are numbered from 0 here and from 1 in all texts.
    pub fn people(&self) -> usize {
        self.people
    }

    /// Returns the length of a row.
    pub fn row(&self) -> usize {
        self.row
    }

    /// Returns the number of days.
    pub fn days(&self) -> usize {
        self.days
    }

    /// Returns which pairs meet in a row.
    pub fn meets(&self) -> Meets {
        self.meets
    }

    /// Returns the number of rows on a day.
    pub fn rows(&self) -> usize {
        self.people / self.row
    }

    /// Returns the number of pairs of people.
    pub fn n_pairs(&self) -> usize {
        self.people * (self.people - 1) / 2
    }

    /// Returns the number of pairs that meet on one day.
    pub fn n_pairs_a_day(&self) -> usize {
        self.rows()
            * match self.meets {
                Meets::Neighbours => self.row - 1,
                Meets::Everyone => self.row * (self.row - 1) / 2,
            }
    }

    /// Returns an upper bound on the number of days: every day uses up [`n_pairs_a_day`](Self::n_pairs_a_day) pairs.
    pub fn most_days(&self) -> usize {
        self.n_pairs() / self.n_pairs_a_day()
    }

    /// Checks whether the days use up all pairs, so that every pair must meet.
    pub fn is_full(&self) -> bool {
        self.days.checked_mul(self.n_pairs_a_day()) == Some(self.n_pairs())
    }

    /// Returns the number of days for every pair to meet exactly once, or `None` if it is not a whole number: k·(v−1) / 2(k−1)
    /// days for v prisoners in rows of k, (v−1) / (k−1) if everyone in a row meets.
    pub fn full_days(people: usize, row: usize, meets: Meets) -> Result<Option<usize>, ScheduleProblemError> {
        let one_day = Self::new(people, row, 1, meets)?;
        let whole = one_day.n_pairs().is_multiple_of(one_day.n_pairs_a_day());
        Ok(whole.then(|| one_day.most_days()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_schedules() {
        for (people, row, days) in
            [(9, 3, Some(6)), (21, 3, Some(15)), (33, 3, Some(24)), (4, 4, Some(2)), (16, 4, Some(10))]
        {
            assert_eq!(
                ScheduleProblem::full_days(people, row, Meets::Neighbours),
                Ok(days),
                "{people} in rows of {row}"
            );
        }
        assert_eq!(ScheduleProblem::full_days(12, 3, Meets::Neighbours), Ok(None));
        assert_eq!(ScheduleProblem::full_days(8, 2, Meets::Neighbours), Ok(Some(7)));
        assert_eq!(ScheduleProblem::full_days(15, 3, Meets::Everyone), Ok(Some(7)));
        assert_eq!(ScheduleProblem::full_days(32, 4, Meets::Everyone), Ok(None));
    }

    #[test]
    fn bad_numbers() {
        let refused = |people, row, days| {
            ScheduleProblem::new(people, row, days, Meets::Neighbours).map_err(|error| error.to_string())
        };
        for (numbers, message) in [
            ((0, 3, 1), "at least 2 people are needed"),
            ((201, 3, 1), "201 are too many; at most 200"),
            ((9, 0, 1), "rows of 0 are too short: at least 2 in a row"),
            ((9, 1, 1), "rows of 1 are too short: at least 2 in a row"),
            ((9, 10, 1), "rows of 10 are too long for 9"),
            ((10, 4, 1), "10 do not fill rows of 4: 2 would be left over; rows of 2, 5, 10 would do"),
            ((9, 3, 0), "at least 1 day"),
        ] {
            assert_eq!(refused(numbers.0, numbers.1, numbers.2), Err(message.to_owned()));
        }
        assert!(refused(200, 200, usize::MAX).is_ok_and(|problem| !problem.is_full()));
    }

    #[test]
    fn pairs_of_a_row() {
        assert_eq!(Meets::Neighbours.pairs(&[4, 1, 7]), [[4, 1], [1, 7]]);
        assert_eq!(Meets::Everyone.pairs(&[4, 1, 7]), [[4, 1], [4, 7], [1, 7]]);
    }
}
