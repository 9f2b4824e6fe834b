//! The metrics of sliding blocks: what counts as one move.

use crate::names::chosen_by_name;

/// The metric of a plan's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PuzzleMetric {
    /// One piece moves one cell: the metric of the TLA+ module *SlidingPuzzles*.
    #[default]
    Units,
    /// One piece moves any distance along one straight line.
    Slides,
    /// One piece moves any distance in one go, around corners too: the metric of most published solutions.
    Moves,
}

impl PuzzleMetric {
    /// All metrics.
    pub const ALL: [Self; 3] = [Self::Units, Self::Slides, Self::Moves];

    /// The name, as typed and printed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Units => "units",
            Self::Slides => "slides",
            Self::Moves => "moves",
        }
    }
}

chosen_by_name!(PuzzleMetric, UnknownPuzzleMetric, "metric");
