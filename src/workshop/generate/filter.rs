//! Ranges that figures of new puzzles have to lie in.

use std::fmt;
use std::str::FromStr;

use crate::workshop::rate::{PuzzleFigure, Rating};

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

debug_is_message!(NoRange);

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
