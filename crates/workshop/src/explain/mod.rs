//! Why there is no shorter plan: a set of elements that alone forces the length of the shortest plan. Everything else is
//! scenery.
//!
//! Without some of its pieces, walls, goals or conditions, a problem has shorter plans or equally long ones, never longer
//! ones. So a set of elements explains the least length if that length is the same with the set alone. The set is *minimal* if
//! no element can be left out. Minimal sets of conflicting goals are the same idea (Eifler et al., *A new approach to
//! plan-space explanation*, 2020).

mod explained;
mod oracle;
mod parts;
mod sets;

use std::sync::Arc;
use std::time::{Duration, Instant};

use oracle::Oracle;
use parts::{ElementSet, Parts, Reduced};
use sets::SufficientSet;

use bmcplan_ask::{Fault, Stage, Subject, Watch, half_of_spare_memory, listen};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_kinds::problem::{Element, Problem};
use bmcplan_planner::Event;
use bmcplan_search::SearchProgress;

use super::harden::shown;

pub use explained::{
    ElementObject, ExplainAnswer, ExplainQuestion, Explained, Explanation, ExplanationObject, KeptElement,
    KeptObject, explained_film,
};
pub use oracle::Least;

/// A problem without scenery.
pub struct Essence {
    /// Remaining elements.
    pub kept: Vec<Element>,
    /// Least length or cost, the same as of the whole problem.
    pub least: Least,
    /// Problem with these elements alone.
    pub problem: Arc<dyn Problem>,
}

/// Finds sufficient sets of elements. Once the least length of the whole problem is known, a limit gives a partial answer.
pub fn explain<'a>(
    subject: &'a Subject,
    question: &ExplainQuestion,
    watch: &Watch,
    heard: &mut dyn FnMut(Event),
) -> Result<Explained<'a>, Fault> {
    let begun = Instant::now();
    let work = {
        let (subject, question) = (subject.clone(), *question);
        move |stop: &Stop, send: &dyn Fn(Message)| work(&subject, &question, stop, send)
    };
    let mut known = PartialExplanation::default();
    let end = listen(Stage::Working, work, watch, |message| {
        match message {
            Message::Searched(progress) => heard(Event::Searched(progress)),
            Message::Learned(learn) => learn(&mut known),
        }
        Stage::Working
    });
    let incomplete = match end {
        Err(Fault::Stopped { reason, .. }) => Some(reason),
        result => {
            result?;
            None
        }
    };
    known.explained(subject, question, incomplete, begun.elapsed())
}

fn work(
    subject: &Subject,
    question: &ExplainQuestion,
    stop: &Stop,
    send: &dyn Fn(Message),
) -> Result<(), Fault> {
    fn learn(send: &dyn Fn(Message), learn: impl FnOnce(&mut PartialExplanation) + Send + 'static) {
        send(Message::Learned(Box::new(learn)));
    }
    let parts = Arc::new(Parts::of(&subject.problem, subject.goal_value()?, question.only, stop)?);
    let apart = parts.clone();
    learn(send, move |known| known.parts = Some(apart));
    let mut tell = |progress| send(Message::Searched(progress));
    let memory = question.memory.or_else(half_of_spare_memory);
    let oracle = &mut Oracle::of(&parts, memory, stop, &mut tell)?;
    let least = oracle.least;
    learn(send, move |known| known.least = Some(least));
    let first = minimal(oracle, &mut |kept| {
        let kept = kept.clone();
        learn(send, move |known| known.enough = Some(kept));
    })?;
    let mut found = |set: &SufficientSet| {
        let set = set.clone();
        learn(send, move |known| known.sets.push(set));
    };
    found(&first);
    let (sets, are_all) = if question.smallest {
        let mut lower = |lower| learn(send, move |known| known.at_least = lower);
        sets::least(oracle, &first, question.most, &mut lower)?
    } else if 1 < question.most {
        sets::several(oracle, first, question.most, &mut found)?
    } else {
        (vec![first], false)
    };
    let all = sets.clone();
    learn(send, move |known| (known.sets, known.are_all) = (all, are_all));
    for set in &sets {
        let without = sets::without_each(oracle, &set.kept)?;
        learn(send, move |known| known.without.push(without));
    }
    let n_solved = oracle.n_solved;
    learn(send, move |known| known.solved = Some(n_solved));
    Ok(())
}

fn minimal(oracle: &mut Oracle<'_>, enough: &mut dyn FnMut(&ElementSet)) -> Result<SufficientSet, Fault> {
    let grown = sets::grown(oracle, ElementSet::new())?;
    enough(&grown);
    sets::shrunk(oracle, grown, enough)
}

/// Removes scenery from a problem: keeps a set of elements, minimal as far as known, that forces the same least length. Fails
/// if a limit is reached.
pub fn essence(problem: &Arc<dyn Problem>, goal: Option<u32>, stop: &Stop) -> Result<Essence, Fault> {
    let parts = Parts::of(problem, goal, None, stop)?;
    let mut tell = |_| {};
    let mut oracle = Oracle::of(&parts, None, stop, &mut tell)?;
    let SufficientSet { kept, .. } = minimal(&mut oracle, &mut |_| {})?;
    let problem = parts.reduced(&kept, stop)?.problem;
    let kept = kept.iter().map(|number| parts.elements[*number].clone()).collect();
    Ok(Essence { kept, least: oracle.least, problem })
}

enum Message {
    Searched(SearchProgress),
    /// A result, for the answer in case of a limit.
    Learned(Box<dyn FnOnce(&mut PartialExplanation) + Send>),
}

#[derive(Default)]
struct PartialExplanation {
    parts: Option<Arc<Parts>>,
    least: Option<Least>,
    enough: Option<ElementSet>,
    sets: Vec<SufficientSet>,
    /// For each set, in order: the least length without each element.
    without: Vec<Vec<Option<Least>>>,
    are_all: bool,
    at_least: usize,
    solved: Option<usize>,
}

impl PartialExplanation {
    fn explained<'a>(
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
        let explanation =
            |(number, set): (usize, &SufficientSet)| explanation(&parts, set, self.without.get(number));
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
    // The same reduction succeeded before, so it needs no limit.
    let Reduced { problem, task } = parts.reduced(&set.kept, &Stop::default())?;
    let without = |index: usize| without.and_then(|without| *without.get(index)?);
    let kept = set.kept.iter().enumerate();
    let text = problem.text_from(task.initial());
    let has_board = text.is_some() && problem.with_elements(&ElementSet::new()).is_some();
    Ok(Explanation {
        kept: kept.map(|(index, number)| KeptElement { number: *number, without: without(index) }).collect(),
        is_minimal: set.is_minimal,
        shown: has_board.then(|| shown(&*problem, &task, task.initial())),
        text,
        problem,
        task,
    })
}
