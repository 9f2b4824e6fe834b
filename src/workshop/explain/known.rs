//! The news of the work, and everything that is known so far, of which an answer is made however the work ends.

use std::sync::Arc;
use std::time::Duration;

use crate::ask::{Fault, Subject};
use crate::plan::Plan;
use crate::problem::{ShownStates, Trajectory};
use crate::search::SearchProgress;
use crate::stop::{Stop, StopReason};
use crate::text::Paint;

use super::explained::{ExplainQuestion, Explained, Explanation, KeptElement};
use super::oracle::Least;
use super::parts::Parts;
use super::reduced::{ElementSet, Reduced};
use super::sets::SufficientSet;

/// News of the work.
pub(super) enum Message {
    Apart(Arc<Parts>),
    Searched(SearchProgress),
    /// The least measure of the whole problem.
    Least(Least),
    /// These suffice, and perhaps fewer.
    Enough(ElementSet),
    /// Another set.
    Found(SufficientSet),
    /// No set of fewer elements suffices.
    AtLeast(usize),
    /// Nothing but these sets; are they all?
    Sets(Vec<SufficientSet>, bool),
    /// Of the set with this number, the least without each of its elements.
    Without(usize, Vec<Option<Least>>),
    Solved(usize),
}

/// Everything that is known so far.
#[derive(Default)]
pub(super) struct Known {
    parts: Option<Arc<Parts>>,
    least: Option<Least>,
    /// A set that suffices while no minimal one is known.
    enough: Option<ElementSet>,
    sets: Vec<SufficientSet>,
    without: Vec<(usize, Vec<Option<Least>>)>,
    are_all: bool,
    at_least: usize,
    solved: Option<usize>,
}

impl Known {
    /// Takes in a message.
    pub(super) fn hear(&mut self, message: Message) {
        match message {
            Message::Searched(_) => {}
            Message::Apart(parts) => self.parts = Some(parts),
            Message::Least(least) => self.least = Some(least),
            Message::Enough(kept) => self.enough = Some(kept),
            Message::Found(set) => self.sets.push(set),
            Message::AtLeast(least) => self.at_least = least,
            Message::Sets(sets, are_all) => (self.sets, self.are_all) = (sets, are_all),
            Message::Without(number, without) => self.without.push((number, without)),
            Message::Solved(solved) => self.solved = Some(solved),
        }
    }

    /// The answer.
    ///
    /// # Errors
    /// Nothing is known.
    pub(super) fn explained<'a>(
        self,
        subject: &'a Subject,
        question: &ExplainQuestion,
        incomplete: Option<StopReason>,
        elapsed: Duration,
    ) -> Result<Explained<'a>, Fault> {
        let (Some(parts), Some(least)) = (self.parts, self.least) else {
            return Err(incomplete.map_or_else(|| Fault::bug("the work ended without a result"), Fault::from));
        };
        let mut sets = self.sets;
        if sets.is_empty() {
            let kept = self.enough.unwrap_or_else(|| parts.all());
            sets.push(SufficientSet { kept, is_minimal: false });
        }
        let without =
            |number: usize| self.without.iter().find(|(one, _)| *one == number).map(|(_, least)| least);
        let explanation = |(number, set): (usize, &SufficientSet)| explanation(&parts, set, without(number));
        Ok(Explained {
            subject,
            least,
            sets: sets.iter().enumerate().map(explanation).collect::<Result<_, _>>()?,
            elements: parts.elements.clone(),
            are_all: self.are_all,
            at_least: question.smallest.then_some(self.at_least),
            solved: self.solved,
            incomplete,
            elapsed,
        })
    }
}

fn explanation(
    parts: &Parts,
    set: &SufficientSet,
    without: Option<&Vec<Option<Least>>>,
) -> Result<Explanation, Fault> {
    // It was made before, in time.
    let Reduced { problem, task } = parts.reduced(&set.kept, &Stop::default())?;
    let without = |index: usize| without.and_then(|without| *without.get(index)?);
    let kept = set.kept.iter().enumerate();
    let text = problem.text_from(task.initial());
    let has_board = text.is_some() && problem.with_elements(&ElementSet::new()).is_some();
    let run =
        Trajectory { task: &task, plan: &Plan::default(), states: std::slice::from_ref(task.initial()) };
    let shown = || problem.states_as_text(run, ShownStates::Everything, Paint::Plain).concat();
    Ok(Explanation {
        kept: kept.map(|(index, number)| KeptElement { number: *number, without: without(index) }).collect(),
        is_minimal: set.is_minimal,
        shown: has_board.then(shown),
        text,
        problem,
        task,
    })
}
