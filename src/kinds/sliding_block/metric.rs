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

chosen_by_name!(
    PuzzleMetric { Units: "units", Slides: "slides", Moves: "moves" },
    UnknownPuzzleMetric,
    "metric"
);
