//! The metrics of Rush Hour: what counts as one move.

use crate::names::chosen_by_name;

/// The metric of a plan's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BoardMetric {
    /// One car moves one cell: the metric of the Rush Hour ASP document.
    #[default]
    Units,
    /// One car moves any distance along its lane: the metric of the puzzle cards.
    Slides,
}

chosen_by_name!(BoardMetric { Units: "units", Slides: "slides" }, UnknownBoardMetric, "metric");
