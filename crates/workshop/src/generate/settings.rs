//! Settings of the search for puzzles, with the ranges of their figures, and a puzzle that was found.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use bmcplan_ask::LoadedProblem;
use bmcplan_base::ordered::Set;
use bmcplan_kinds::problem::VariantLimits;

use super::hardened::PositionFilter;
use crate::rate::{PuzzleFigure, Rating};

/// Settings of the search for puzzles.
#[derive(Debug, Clone)]
pub struct GenerateSettings {
    /// Ranges of the figures.
    pub filters: Vec<FigureFilter>,
    /// Number of puzzles. [default: 1]
    pub count: usize,
    /// Seed of all random choices. [default: 0]
    pub seed: u64,
    /// Number of threads. [default: 1]
    pub jobs: NonZeroUsize,
    /// Allowed changes of boards. If the pieces are kept, scenery stays, too.
    pub limits: VariantLimits,
    /// Number of boards that an attempt visits. [default: 600]
    pub steps: usize,
    /// Number of consecutive attempts without a new puzzle after which the search ends. [default: 100]
    pub patience: u64,
    /// Number of such attempts just before the first one, in an earlier run. [default: 0]
    pub fruitless: u64,
    /// Number of the first attempt. [default: 0]
    pub first: u64,
    /// Keys of known puzzles, which do not count as new.
    pub known: Set<String>,
    /// Memory for the positions of a board, in bytes; boards that need more are skipped. [default: 10 MB]
    pub memory: usize,
}

impl Default for GenerateSettings {
    fn default() -> Self {
        Self {
            filters: Vec::new(),
            count: 1,
            seed: 0,
            jobs: NonZeroUsize::MIN,
            limits: VariantLimits::default(),
            steps: 600,
            patience: 100,
            fruitless: 0,
            first: 0,
            known: Set::new(),
            memory: 10_000_000,
        }
    }
}

/// A new puzzle.
pub struct NewPuzzle {
    /// Text that identifies the puzzle up to names and mirrors.
    pub key: String,
    /// Text of the puzzle, as a file of its kind.
    pub text: String,
    /// Problem read from that text.
    pub loaded: LoadedProblem,
    /// Figures of the puzzle.
    pub rating: Rating,
}

impl GenerateSettings {
    fn range(&self, name: &str) -> FigureRange {
        let filter = self.filters.iter().find(|filter| filter.figure.name == name);
        filter.map(|filter| filter.range).unwrap_or_default()
    }

    pub(super) fn position_filter(&self) -> PositionFilter {
        PositionFilter {
            farthest: self.range("length").to.map_or(usize::MAX, whole),
            unique: self.range("plans").to.is_some_and(|most| most < 2.0),
            memory: self.memory,
        }
    }

    pub(super) fn least(&self) -> Option<usize> {
        self.range("length").from.map(|from| whole(from.ceil()))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and ranges begin at 0"
)]
fn whole(number: f64) -> usize {
    number as usize
}

/// A closed range of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FigureRange {
    /// Lower end; `None` if unbounded.
    pub from: Option<f64>,
    /// Upper end; `None` if unbounded.
    pub to: Option<f64>,
}

/// Error of parsing a range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RangeError {
    /// The form is wrong.
    #[error("'{0}' is not a range: give a number, or a range such as 30..40, 30.. or ..40")]
    Form(String),
    /// The range is empty.
    #[error("the range {0} is empty: write the smaller number first")]
    Empty(String),
}

impl FigureRange {
    /// Checks whether a number lies in the range.
    pub fn contains(self, number: f64) -> bool {
        self.from.is_none_or(|from| from <= number) && self.to.is_none_or(|to| number <= to)
    }
}

impl FromStr for FigureRange {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let form = || RangeError::Form(text.to_owned());
        let number = |part: &str| {
            let number: f64 = part.parse().map_err(|_| form())?;
            if number.is_finite() && 0.0 <= number { Ok(number) } else { Err(form()) }
        };
        let end = |part: &str| if part.is_empty() { Ok(None) } else { number(part).map(Some) };
        let (from, to) = match text.split_once("..") {
            None => (Some(number(text)?), Some(number(text)?)),
            Some(("", "")) => return Err(form()),
            Some((from, to)) => (end(from)?, end(to.strip_prefix('=').unwrap_or(to))?),
        };
        match from.zip(to) {
            Some((from, to)) if to < from => Err(RangeError::Empty(text.to_owned())),
            _ => Ok(Self { from, to }),
        }
    }
}

impl fmt::Display for FigureRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from == to => write!(f, "{from}"),
            (from, to) => {
                let end = |end: Option<f64>| end.map(|end| end.to_string()).unwrap_or_default();
                write!(f, "{}..{}", end(from), end(to))
            }
        }
    }
}

/// A figure and its allowed range.
#[derive(Debug, Clone, Copy)]
pub struct FigureFilter {
    /// The figure that is limited.
    pub figure: &'static PuzzleFigure,
    /// Allowed range.
    pub range: FigureRange,
}

impl FigureFilter {
    /// Checks whether a puzzle's figure exists and lies in the range.
    pub fn allows(&self, rating: &Rating) -> bool {
        (self.figure.value)(rating).is_some_and(|value| self.range.contains(value.number()))
    }
}
