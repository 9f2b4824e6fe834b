//! Symmetry breaking: which of the schedules that differ only in names and order are left out.
//!
//! Renaming people and permuting days keep a schedule valid. Every part below selects some of the schedules that such changes
//! produce. Each *sound* part keeps at least one of them, and so do these parts together. Write D(a, b) for the day on which a
//! and b meet, ∞ if they do not.
//!
//! - **first-day**: on day 1 the rows are 1…k, k+1…2k, and so on. *Argument*: name the people by their places on day 1.
//! - **rows**: the rows of a day are in the order of their first members. *Argument*: the order of the rows on a day is
//!   irrelevant to the problem. Encodings without places have no order of rows, and nothing to break.
//! - **ends**: the first member of a row is smaller than the last; if everyone in a row meets, all members are in order.
//!   *Argument*: a reversed row has the same neighbours. Encodings without places have no direction of rows.
//! - **days**: the days are in the order of the smallest number that 1 meets. *Argument*: 1 meets some person every day, and
//!   no person twice. So these numbers are different and sort the days in exactly one way. Day 1 stays first where it is
//!   fixed, since there 1 meets 2. So exactly one of (d−1)! orders is kept, which gives the count of all schedules.
//! - **labels**: breaks more of the renamings that keep day 1: those that exchange rows, and those that reverse rows.
//!   *Argument*: let σ be the order of the people on day 1, with one change. In each row but the first, the ends come before
//!   the others (1 2 3, 4 6 5, 7 9 8). If everyone in a row meets, σ is just 1 2 3, 4 5 6, …. Consider all schedules that
//!   differ only in the names outside of the first row and in the order of days. Take one with the smallest sequence D(1, σ₂),
//!   D(1, σ₃), …. Then
//!   1. the days are in the order of their first occurrence in it: with this part, σ sorts the days;
//!   2. in each row but the first, the ends a, b have D(1, a) ≤ D(1, b). They are neighbours in σ, and reversing the row
//!      exchanges their days. If the second day were smaller, it would occur earlier in the sequence, or be the next day to
//!      occur. Exchanging the two and sorting the days again would change nothing before a and give less at a. (If everyone
//!      in a row meets, the same holds for all members next to each other.)
//!   3. the same holds for the first members a, b of consecutive rows other than the first, by exchanging the rows.
//!
//!   Before that, 4., if neighbours meet and k > 2: consider the day on which 1 and k meet, if any. Reverse the first row if
//!   necessary, so that on this day 1 is not farther from the middle of its row than k. The choices in 1.–3. do not affect
//!   this.
//! - **rows-as-printed**: the document's own, for nine prisoners in rows of three, with `c:{1,3}` for `c:{1,4}`. The first
//!   member of the first row is smaller than that of the second. *So is the last member.* **Not sound**: see the
//!   [module](super).

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use bmcplan_base::names::named;
use bmcplan_base::ordered::Set;

use super::{Meets, ScheduleProblem};

/// A part of symmetry breaking; the arguments are above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymmetryPart {
    /// Day 1 is fixed.
    FirstDay,
    /// The rows of a day are ordered.
    Rows,
    /// The ends of a row are ordered.
    Ends,
    /// The days are ordered.
    Days,
    /// The remaining renamings that keep day 1 are broken.
    Labels,
    /// The document's version of `Rows`. Not sound.
    RowsAsPrinted,
}

named!(SymmetryPart {
    FirstDay: "first-day",
    Rows: "rows",
    Ends: "ends",
    Days: "days",
    Labels: "labels",
    RowsAsPrinted: "rows-as-printed",
});

/// Set of parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry(Set<SymmetryPart>);

/// Named sets of parts.
const LEVELS: [(&str, &[SymmetryPart]); 4] = [
    ("none", &[]),
    ("sound", &[SymmetryPart::FirstDay, SymmetryPart::Rows, SymmetryPart::Ends, SymmetryPart::Days]),
    (
        "strong",
        &[
            SymmetryPart::FirstDay,
            SymmetryPart::Rows,
            SymmetryPart::Ends,
            SymmetryPart::Days,
            SymmetryPart::Labels,
        ],
    ),
    ("document", &[SymmetryPart::FirstDay, SymmetryPart::Ends, SymmetryPart::RowsAsPrinted]),
];

/// Error of choosing a symmetry breaking.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SymmetryError {
    /// A name is unknown.
    #[error("`{0}` is not a symmetry breaking; give {levels}, or some of {parts}, with commas between",
        levels = Symmetry::levels().join(", "), parts = SymmetryPart::ALL.map(SymmetryPart::name).join(", "))]
    Unknown(String),
    /// `labels` needs two other parts, and excludes the unsound one.
    #[error("labels requires first-day and days, and excludes rows-as-printed")]
    Labels,
    /// `rows-as-printed` applies only to nine prisoners in rows of three.
    #[error("the document's clauses are only for 9 prisoners in rows of 3")]
    OtherProblem,
    /// `rows-as-printed` needs the encoding `places`.
    #[error("the document's clauses are about places, so they need the encoding `places`")]
    NoPlaces,
}

impl Default for Symmetry {
    fn default() -> Self {
        Self::level(1)
    }
}

impl Symmetry {
    fn level(index: usize) -> Self {
        Self(LEVELS[index].1.iter().copied().collect())
    }

    /// Returns the names that stand for several parts.
    pub fn levels() -> [&'static str; 4] {
        LEVELS.map(|(name, _)| name)
    }

    /// Checks whether a part is chosen.
    pub fn has(&self, part: SymmetryPart) -> bool {
        self.0.contains(&part)
    }

    /// Checks whether at least one schedule is kept of all those that differ only in names and order.
    pub fn is_sound(&self) -> bool {
        !self.has(SymmetryPart::RowsAsPrinted)
    }

    /// Returns the number of orders of days that each kept schedule stands for, or `None` if that number varies or is too
    /// large.
    pub fn orders(&self, problem: &ScheduleProblem) -> Option<u128> {
        let ordered = if self.has(SymmetryPart::FirstDay) { problem.days() - 1 } else { problem.days() };
        match (self.has(SymmetryPart::Labels), self.has(SymmetryPart::Days)) {
            (true, _) => None,
            (_, true) => factorial(ordered),
            _ => Some(1),
        }
    }

    /// Returns the number of first days for each kept schedule, or `None` if that number varies or is too large.
    pub fn first_days(&self, problem: &ScheduleProblem) -> Option<u128> {
        if self.has(SymmetryPart::Labels) || !self.has(SymmetryPart::FirstDay) {
            return (!self.has(SymmetryPart::Labels)).then_some(1);
        }
        let ways_in_row = match problem.meets() {
            Meets::Neighbours => 2,
            Meets::Everyone => factorial(problem.row())?,
        };
        let rows = problem.rows();
        let same = ways_in_row.checked_pow(u32::try_from(rows).ok()?)?.checked_mul(factorial(rows)?)?;
        Some(factorial(problem.people())? / same)
    }
}

fn factorial(n: usize) -> Option<u128> {
    (1..=n).try_fold(1_u128, |product, factor| product.checked_mul(u128::try_from(factor).ok()?))
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match LEVELS.iter().find(|(_, parts)| parts.iter().copied().eq(self.0.iter().copied())) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{}", self.0.iter().map(|part| part.name()).format(",")),
        }
    }
}

impl FromStr for Symmetry {
    type Err = SymmetryError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut parts = Set::new();
        for word in name.split(',').map(str::trim) {
            let level = LEVELS.iter().find(|(level, _)| *level == word).map(|(_, parts)| parts.to_vec());
            let part =
                || SymmetryPart::ALL.into_iter().find(|part| part.name() == word).map(|part| vec![part]);
            let unknown = || SymmetryError::Unknown(word.to_owned());
            parts.extend(level.or_else(part).ok_or_else(unknown)?);
        }
        let chosen = Self(parts);
        let rests = [SymmetryPart::FirstDay, SymmetryPart::Days].iter().all(|part| chosen.has(*part));
        if chosen.has(SymmetryPart::Labels) && !(rests && chosen.is_sound()) {
            return Err(SymmetryError::Labels);
        }
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in Symmetry::levels() {
            assert_eq!(name.parse::<Symmetry>().unwrap().to_string(), name);
        }
        assert_eq!("days, first-day".parse::<Symmetry>().unwrap().to_string(), "first-day,days");
        assert_eq!(
            "document,days".parse::<Symmetry>().unwrap().to_string(),
            "first-day,ends,days,rows-as-printed"
        );
        assert_eq!(Symmetry::default().to_string(), "sound");
        assert_eq!("labels".parse::<Symmetry>(), Err(SymmetryError::Labels));
        assert_eq!("strong,document".parse::<Symmetry>(), Err(SymmetryError::Labels));
        assert!(matches!("sund".parse::<Symmetry>(), Err(SymmetryError::Unknown(_))));
    }

    #[test]
    fn how_many_one_stands_for() {
        let problem = ScheduleProblem::new(9, 3, 6, Meets::Neighbours).unwrap();
        let sound = Symmetry::default();
        assert_eq!((sound.orders(&problem), sound.first_days(&problem)), (Some(120), Some(7560)));
        let none: Symmetry = "none".parse().unwrap();
        assert_eq!((none.orders(&problem), none.first_days(&problem)), (Some(1), Some(1)));
        let strong: Symmetry = "strong".parse().unwrap();
        assert_eq!((strong.orders(&problem), strong.first_days(&problem)), (None, None));
        let large = ScheduleProblem::new(200, 2, 199, Meets::Neighbours).unwrap();
        assert_eq!((sound.orders(&large), sound.first_days(&large)), (None, None));
    }
}
