//! The workshop: what designers of puzzles want to know of a problem beyond its shortest plan.
//!
//! [`rate()`] measures how hard it is; [`harden()`] finds the hardest positions of the same pieces; [`explain()`] what alone forces the
//! length of a shortest plan; [`invent()`] makes new puzzles.

mod explain;
#[cfg(feature = "pictures")]
mod gallery;
mod generate;
mod harden;
mod rate;

use serde::{Deserialize, Serialize};

use crate::ask::{ProblemPlace, Subject};
use crate::plan::Metric;

pub use explain::{
    ElementObject, Essence, ExplainAnswer, ExplainQuestion, Explained, Explanation, ExplanationObject,
    KeptElement, KeptObject, Least, essence, explain, explained_film,
};
#[cfg(feature = "pictures")]
pub use gallery::{exhibit, rated_exhibit, rated_figures};
pub use generate::{
    FigureFilter, FigureRange, InventEnd, InventNews, InventQuestion, NewPuzzle, NoRange, SAME, invent,
};
#[cfg(feature = "cli")]
pub(crate) use harden::shown;
pub use harden::{HardPosition, HardenAnswer, HardenQuestion, Hardened, harden};
pub use rate::{
    FIGURES, FigureValue, FirstPlan, PuzzleFigure, RateAnswer, Rating, SpaceFigures, Ways, figure, rate,
    rate_on_this_thread,
};

/// The first keys of an answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerHead {
    /// The name of the problem's kind.
    pub kind: String,
    /// Its name and its file.
    #[serde(flatten)]
    pub place: Option<ProblemPlace>,
    /// `complete` or `stopped`; of figures `solved`, `unsolvable` or `stopped`.
    pub status: String,
    /// `cost` where that is minimised, otherwise the unit in which lengths are counted.
    pub metric: String,
}

impl AnswerHead {
    fn of(subject: &Subject, status: &str) -> Self {
        let problem = &subject.problem;
        let metric = match problem.minimises() {
            Metric::Cost => Metric::Cost.name(),
            Metric::Actions => problem.metric(),
        };
        let (kind, place) = (problem.kind().to_owned(), subject.place.clone());
        Self { kind, place, status: status.to_owned(), metric: metric.to_owned() }
    }

    /// As [`Self::of`], of an answer that is complete or not.
    fn complete(subject: &Subject, is_complete: bool) -> Self {
        Self::of(subject, if is_complete { "complete" } else { "stopped" })
    }
}
