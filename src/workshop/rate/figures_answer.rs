//! The figures of a problem as an object of JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{FIGURES, FigureValue, Rating};
use crate::ask::{AnswerEnd, ProblemPlace, Subject};
use crate::plan::Metric;
use crate::search::IncompleteReason;

/// The figures of a problem in JSON, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RateAnswer {
    /// The name of the problem's kind.
    pub kind: String,
    /// Its name and its file.
    #[serde(flatten)]
    pub place: Option<ProblemPlace>,
    /// `solved`, `unsolvable` or `stopped`.
    pub status: &'static str,
    /// `cost` where that is minimised, otherwise the unit in which lengths are counted.
    pub metric: String,
    /// The figures by their names; null where one is not known, or does not exist.
    pub figures: BTreeMap<&'static str, Option<FigureValue>>,
    /// The number of positions at each distance from a goal: pairs of both.
    pub distances: Option<Vec<(usize, u64)>>,
    /// The time and memory taken, the limit that was reached, warnings, and the version.
    #[serde(flatten)]
    pub end: AnswerEnd,
}

impl RateAnswer {
    /// The figures of a problem.
    pub fn of(subject: &Subject, rating: &Rating) -> Self {
        let problem = &*subject.problem;
        let metric = match problem.minimises() {
            Metric::Cost => Metric::Cost.name(),
            Metric::Actions => problem.metric(),
        };
        Self {
            kind: problem.kind().to_owned(),
            place: subject.place.clone(),
            status: rating.status(),
            metric: metric.to_owned(),
            figures: FIGURES.iter().map(|figure| (figure.name, (figure.value)(rating))).collect(),
            distances: rating.space.as_ref().map(|space| space.distances.clone()),
            end: AnswerEnd::of(problem, rating.elapsed, rating.incomplete.and_then(IncompleteReason::limit)),
        }
    }
}

impl Rating {
    /// `solved`, `unsolvable`, or `stopped` if not everything is known.
    pub fn status(&self) -> &'static str {
        match (self.is_solvable, self.incomplete) {
            (Some(false), _) => "unsolvable",
            (_, Some(_)) | (None, None) => "stopped",
            (Some(true), None) => "solved",
        }
    }
}
