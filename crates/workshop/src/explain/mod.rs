//! Why there is no shorter plan: a set of elements that alone forces the length of the shortest plan. Everything else is
//! scenery.
//!
//! Without some of its pieces, walls, goals or conditions, a problem has shorter plans or equally long ones, never longer
//! ones. So a set of elements explains the least length if that length is the same with the set alone. The set is *minimal* if
//! no element can be left out. Minimal sets of conflicting goals are the same idea (Eifler et al., *A new approach to
//! plan-space explanation*, 2020).

mod blocked;
mod explained;
mod oracle;
mod parts;
mod sets;

use std::sync::Arc;
use std::time::{Duration, Instant};

use oracle::Oracle;
use parts::{ElementSet, Parts, Reduced};
use sets::SufficientSet;

use bmcplan_ask::{Fault, Limiter, LoadedProblem, Stage, half_of_spare_memory, listen};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_kinds::problem::{Element, Problem};
use bmcplan_planner::Event;
use bmcplan_search::SearchProgress;

use super::harden::shown;

pub use blocked::BlockedPiece;
pub use explained::{
    BlockedObject, ElementObject, ExplainAnswer, ExplainSettings, Explained, Explanation, ExplanationObject,
    KeptElement, KeptObject, explained_film,
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
    loaded: &'a LoadedProblem,
    settings: &ExplainSettings,
    limiter: &Limiter,
    on_event: &mut dyn FnMut(Event),
) -> Result<Explained<'a>, Fault> {
    let begun = Instant::now();
    let work = {
        let (loaded, settings) = (loaded.clone(), *settings);
        move |stop: &Stop, send: &dyn Fn(Message)| work(&loaded, &settings, stop, send)
    };
    let mut known = PartialExplanation::default();
    let end = listen(Stage::Working, work, limiter, |message| {
        match message {
            Message::Searched(progress) => on_event(Event::Searched(progress)),
            Message::Recorded(record) => record(&mut known),
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
    known.explained(loaded, settings, incomplete, begun.elapsed())
}

fn work(
    loaded: &LoadedProblem,
    settings: &ExplainSettings,
    stop: &Stop,
    send: &dyn Fn(Message),
) -> Result<(), Fault> {
    fn record(send: &dyn Fn(Message), record: impl FnOnce(&mut PartialExplanation) + Send + 'static) {
        send(Message::Recorded(Box::new(record)));
    }
    let parts = Arc::new(Parts::of(&loaded.problem, loaded.goal_value()?, settings.only, stop)?);
    let apart = parts.clone();
    record(send, move |known| known.parts = Some(apart));
    let mut on_progress = |progress| send(Message::Searched(progress));
    let memory = settings.memory.or_else(half_of_spare_memory);
    let oracle = &mut Oracle::of(&parts, memory, stop, &mut on_progress)?;
    let least = oracle.least;
    record(send, move |known| known.least = Some(least));
    let first = minimal(oracle, &mut |kept| {
        let kept = kept.clone();
        record(send, move |known| known.sufficient = Some(kept));
    })?;
    let mut found = |set: &SufficientSet| {
        let set = set.clone();
        record(send, move |known| known.sets.push(set));
    };
    found(&first);
    let (sets, are_all) = if settings.smallest {
        let mut lower = |lower| record(send, move |known| known.at_least = lower);
        sets::least(oracle, &first, settings.most, &mut lower)?
    } else if 1 < settings.most {
        sets::several(oracle, first, settings.most, &mut found)?
    } else {
        (vec![first], false)
    };
    let all = sets.clone();
    record(send, move |known| (known.sets, known.are_all) = (all, are_all));
    for set in &sets {
        let without = sets::without_each(oracle, &set.kept)?;
        record(send, move |known| known.without.push(without));
    }
    if let Some(whole) = (!oracle.by_formulas).then(|| parts.reduced(&parts.all(), stop)).transpose()? {
        let blocked = blocked::blocked(&*whole.problem, &whole.task, stop);
        record(send, move |known| known.blocked = blocked);
    }
    let n_solved = oracle.n_solved;
    record(send, move |known| known.solved = Some(n_solved));
    Ok(())
}

fn minimal(oracle: &mut Oracle<'_>, sufficient: &mut dyn FnMut(&ElementSet)) -> Result<SufficientSet, Fault> {
    let grown = sets::grown(oracle, ElementSet::new())?;
    sufficient(&grown);
    sets::shrunk(oracle, grown, sufficient)
}

/// Removes scenery from a problem: keeps a set of elements, minimal as far as known, that forces the same least length. Fails
/// if a limit is reached.
pub fn essence(problem: &Arc<dyn Problem>, goal: Option<u32>, stop: &Stop) -> Result<Essence, Fault> {
    let parts = Parts::of(problem, goal, None, stop)?;
    let mut on_progress = |_| {};
    let mut oracle = Oracle::of(&parts, None, stop, &mut on_progress)?;
    let SufficientSet { kept, .. } = minimal(&mut oracle, &mut |_| {})?;
    let problem = parts.reduced(&kept, stop)?.problem;
    let kept = kept.iter().map(|number| parts.elements[*number].clone()).collect();
    Ok(Essence { kept, least: oracle.least, problem })
}

enum Message {
    Searched(SearchProgress),
    /// A result, for the answer in case of a limit.
    Recorded(Box<dyn FnOnce(&mut PartialExplanation) + Send>),
}

#[derive(Default)]
struct PartialExplanation {
    parts: Option<Arc<Parts>>,
    least: Option<Least>,
    sufficient: Option<ElementSet>,
    sets: Vec<SufficientSet>,
    /// For each set, in order: the least length without each element.
    without: Vec<Vec<Option<Least>>>,
    are_all: bool,
    at_least: usize,
    blocked: Option<Vec<BlockedPiece>>,
    solved: Option<usize>,
}

impl PartialExplanation {
    fn explained<'a>(
        self,
        loaded: &'a LoadedProblem,
        settings: &ExplainSettings,
        incomplete: Option<StopReason>,
        elapsed: Duration,
    ) -> Result<Explained<'a>, Fault> {
        let (Some(parts), Some(least)) = (self.parts, self.least) else {
            return Err(incomplete.map_or_else(|| Fault::bug("the work ended without a result"), Fault::from));
        };
        let mut sets = self.sets;
        if sets.is_empty() {
            let kept = self.sufficient.unwrap_or_else(|| parts.all());
            sets.push(SufficientSet { kept, is_minimal: false });
        }
        let explanation =
            |(number, set): (usize, &SufficientSet)| explanation(&parts, set, self.without.get(number));
        Ok(Explained {
            loaded,
            least,
            sets: sets.iter().enumerate().map(explanation).collect::<Result<_, _>>()?,
            elements: parts.elements.clone(),
            are_all: self.are_all,
            blocked: self.blocked,
            at_least: settings.smallest.then_some(self.at_least),
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
