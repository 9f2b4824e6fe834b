//! What counts as one move: the length of a plan means nothing without its metric.

use std::fmt;
use std::str::FromStr;

/// The metric of a plan's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Metric {
    /// One piece moves one cell: the metric of the TLA+ module *SlidingPuzzles*.
    #[default]
    Units,
    /// One piece moves any distance along one straight line.
    Slides,
    /// One piece moves any distance in one go, around corners too: the metric of most published solutions.
    Moves,
}

impl Metric {
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

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no [`Metric`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no metric '{0}': use 'units', 'slides' or 'moves'")]
pub struct UnknownMetric(String);

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(name: &str) -> Result<Self, UnknownMetric> {
        Self::ALL
            .into_iter()
            .find(|metric| metric.name() == name)
            .ok_or_else(|| UnknownMetric(name.to_owned()))
    }
}
