//! A candidate board in its hardest position, without scenery.

use std::cmp::Reverse;
use std::sync::Arc;

use itertools::Itertools as _;

use bmcplan_ask::{Fault, LoadedProblem, ProblemText};
use bmcplan_base::stop::Stop;
use bmcplan_base::text::Source;
use bmcplan_kinds::problem::{Problem, VariantLimits};
use bmcplan_search::{GoalDistances, SearchLimits};

use crate::explain::{Essence, essence};

const MAX_TIES: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PositionFilter {
    /// Greatest allowed distance from a goal.
    pub(super) farthest: usize,
    pub(super) unique: bool,
    /// Memory for the positions of a board, in bytes; boards that need more are skipped.
    pub(super) memory: usize,
}

#[derive(Clone)]
pub(super) struct BoardText {
    pub(super) problem: Arc<dyn Problem>,
    pub(super) text: ProblemText,
}

impl BoardText {
    pub(super) fn like(other: &ProblemText, text: &str, stop: &Stop) -> Result<Self, Fault> {
        let text = ProblemText { sources: vec![Source::new("board.toml", text)], ..other.clone() };
        Ok(Self { problem: text.read(stop)?, text })
    }

    pub(super) fn distances(
        &self,
        wanted: PositionFilter,
        stop: &Stop,
    ) -> Result<Option<GoalDistances>, Fault> {
        let task = self.problem.task(self.text.goal_value()?, stop)?;
        let limits = SearchLimits { memory_bytes: Some(wanted.memory), ..SearchLimits::default() };
        let metric = self.problem.minimises();
        let found = bmcplan_search::goal_distances(&task, metric, &limits, stop, &mut |_| {}).ok();
        // A search that was stopped says nothing of the board.
        stop.check()?;
        Ok(found.filter(|distances| distances.incomplete.is_none()))
    }

    /// Returns the board in its hardest wanted position, or `None` if no position is wanted. Ties are broken by the least text,
    /// so mutually reachable boards become one.
    /// Pieces that stay keep their names.
    pub(super) fn hardest(
        &self,
        wanted: PositionFilter,
        limits: VariantLimits,
        stop: &Stop,
    ) -> Result<Option<Self>, Fault> {
        let Some(distances) = self.distances(wanted, stop)? else { return Ok(None) };
        let length = |number: &usize| Some((Reverse(wanted.distance(&distances, *number)?), *number));
        let hardest =
            (0..distances.len()).filter_map(|number| length(&number)).min_set_by_key(|(length, _)| *length);
        let mut first: Option<(String, Self)> = None;
        for (_, number) in hardest.into_iter().take(MAX_TIES) {
            let Some(text) = self.problem.text_from(&distances.state(number)) else { continue };
            let board = Self::like(&self.text, &text, stop)?;
            let Some((key, own)) = board.key() else { continue };
            if first.as_ref().is_none_or(|(other, _)| key < *other) {
                let board = if limits.keeps_pieces { board } else { Self::like(&self.text, &own, stop)? };
                first = Some((key, board));
            }
        }
        Ok(first.map(|(_, board)| board))
    }

    /// Returns the least text of the board and its mirror images. It is equal for boards that differ only in names and
    /// mirroring. The second text is the board's own, with its pieces named in reading order.
    pub(super) fn key(&self) -> Option<(String, String)> {
        let forms = self.problem.variants()?.forms();
        Some((forms.iter().min()?.clone(), forms.first()?.clone()))
    }

    pub(super) fn without_scenery(&self, stop: &Stop) -> Result<Option<String>, Fault> {
        let goal = self.text.goal_value()?;
        let Essence { kept, problem, .. } = essence(&self.problem, goal, stop)?;
        if kept.len() == self.problem.elements().len() {
            return Ok(None);
        }
        Ok(problem.text_from(problem.task(goal, stop)?.initial()))
    }

    pub(super) fn load(&self) -> LoadedProblem {
        LoadedProblem { problem: Arc::clone(&self.problem), text: Some(self.text.clone()), place: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Hardness {
    pub(super) length: Option<usize>,
    /// One more than the greatest distance of a position; 0 without any. If the best plan must be unique, the binary logarithm
    /// of the number of plans is subtracted, which guides the search to fewer plans.
    pub(super) score: f64,
}

#[expect(clippy::cast_precision_loss, reason = "lengths of plans are small")]
fn small(length: usize) -> f64 {
    length as f64
}

impl PositionFilter {
    pub(super) fn distance(self, distances: &GoalDistances, number: usize) -> Option<usize> {
        let length = distances.distance(number)?.length;
        let is_wanted = length <= self.farthest && (!self.unique || distances.n_plans(number) == Some(1));
        is_wanted.then_some(length)
    }

    pub(super) fn hardness(self, distances: &GoalDistances) -> Hardness {
        let mut hardness = Hardness::default();
        for number in 0..distances.len() {
            let Some(length) = distances.distance(number).map(|distance| distance.length) else { continue };
            if self.farthest < length {
                continue;
            }
            let n_plans = distances.n_plans(number).unwrap_or(u64::MAX);
            let penalty = if self.unique { f64::from(n_plans.max(1).ilog2()) } else { 0.0 };
            hardness.score = hardness.score.max(1.0 + small(length) - penalty);
            if !self.unique || n_plans == 1 {
                hardness.length = hardness.length.max(Some(length));
            }
        }
        hardness
    }
}
