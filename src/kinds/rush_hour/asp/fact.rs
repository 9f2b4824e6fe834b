//! A fact of an ASP program, and what its terms stand for.

use std::cmp::Ordering;

use crate::text::Span;

/// The values that a term stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AspValue<'a> {
    /// A whole number.
    Number(i64),
    /// A constant.
    Name(AspName<'a>),
    /// All numbers from the first to the last; an end that is not known is none.
    Interval(Option<i64>, Option<i64>),
    /// Anything else.
    Unknown,
}

/// A constant or a predicate, as it is written where it stands first. All that have the same name share that place, so
/// that names of any length are compared at once.
#[derive(Debug, Clone, Copy)]
pub(super) struct AspName<'a>(&'a str);

/// A term and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Argument<'a> {
    pub(super) value: AspValue<'a>,
    pub(super) span: Span,
}

/// A fact and where it stands.
#[derive(Debug, Clone)]
pub(super) struct AspFact<'a> {
    pub(super) predicate: AspName<'a>,
    pub(super) arguments: Vec<Argument<'a>>,
    pub(super) span: Span,
}

impl<'a> AspName<'a> {
    /// The name that is first written here.
    pub(super) fn of(text: &'a str) -> Self {
        Self(text)
    }

    pub(super) fn text(self) -> &'a str {
        self.0
    }
}

impl PartialEq for AspName<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for AspName<'_> {}

/// By the place.
impl Ord for AspName<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.as_ptr().cmp(&other.0.as_ptr())
    }
}

impl PartialOrd for AspName<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
