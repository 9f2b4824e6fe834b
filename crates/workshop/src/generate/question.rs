//! The puzzles that are wanted, with the ranges that their figures have to lie in, and one that was found.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use bmcplan_ask::Subject;
use bmcplan_base::ordered::Set;
use bmcplan_kinds::problem::VariantLimits;

use super::hardened::Wanted;
use crate::rate::{PuzzleFigure, Rating};

/// The puzzles that are wanted.
#[derive(Debug, Clone)]
pub struct InventQuestion {
    /// The figures that are wanted.
    pub filters: Vec<FigureFilter>,
    /// The number of puzzles.
    pub count: usize,
    /// The seed of all that is left to chance.
    pub seed: u64,
    /// The number of threads.
    pub jobs: NonZeroUsize,
    /// The changes that boards may have. Where the pieces are kept, scenery stays, too.
    pub limits: VariantLimits,
    /// The number of boards that an attempt looks at.
    pub steps: usize,
    /// It ends after so many attempts in a row without a new puzzle.
    pub patience: u64,
    /// The number of the first attempt.
    pub first: u64,
    /// The keys of puzzles that are known, and so are not new.
    pub known: Set<String>,
    /// The memory for the positions of a board, in bytes; boards with more are left aside.
    pub memory: usize,
}

impl Default for InventQuestion {
    fn default() -> Self {
        Self {
            filters: Vec::new(),
            count: 1,
            seed: 0,
            jobs: NonZeroUsize::MIN,
            limits: VariantLimits::default(),
            steps: 600,
            patience: 100,
            first: 0,
            known: Set::new(),
            memory: 10_000_000,
        }
    }
}

/// A new puzzle.
pub struct NewPuzzle {
    /// The text by which equal puzzles are known: it is the same for those that differ by names or mirrors only.
    pub key: String,
    /// Its text, as a file of its kind.
    pub text: String,
    /// The puzzle that was read from it.
    pub subject: Subject,
    /// Its figures.
    pub rating: Rating,
}

impl InventQuestion {
    fn range(&self, name: &str) -> FigureRange {
        let filter = self.filters.iter().find(|filter| filter.figure.name == name);
        filter.map(|filter| filter.range).unwrap_or_default()
    }

    pub(super) fn wanted(&self) -> Wanted {
        Wanted {
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

/// A range of numbers, its ends included.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FigureRange {
    /// The least of them, if there is one.
    pub from: Option<f64>,
    /// The greatest, if there is one.
    pub to: Option<f64>,
}

/// A text that is no range.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRange {
    /// It has no numbers where they should be.
    #[error("'{0}' is no range: a number is meant, or a range such as 30..40, 30.. or ..40")]
    Form(String),
    /// No number lies in it.
    #[error("no number lies in {0}: the smaller one comes first")]
    Empty(String),
}

bmcplan_base::debug_is_message!(NoRange);

impl FigureRange {
    /// Does a number lie in the range?
    pub fn contains(self, number: f64) -> bool {
        self.from.is_none_or(|from| from <= number) && self.to.is_none_or(|to| number <= to)
    }
}

impl FromStr for FigureRange {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Self, NoRange> {
        let form = || NoRange::Form(text.to_owned());
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
            Some((from, to)) if to < from => Err(NoRange::Empty(text.to_owned())),
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

/// A figure and the range that it has to lie in.
#[derive(Debug, Clone, Copy)]
pub struct FigureFilter {
    /// The figure.
    pub figure: &'static PuzzleFigure,
    /// The range.
    pub range: FigureRange,
}

impl FigureFilter {
    /// Does the figure of a puzzle lie in the range? One that does not exist, does not.
    pub fn allows(&self, rating: &Rating) -> bool {
        (self.figure.value)(rating).is_some_and(|value| self.range.contains(value.number()))
    }
}
