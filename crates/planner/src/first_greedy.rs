//! Greedy search in turn with the formulas of a first plan.

use bmcplan_base::stop::Stop;
use bmcplan_sat::figures::Figures;
use bmcplan_search::{GreedySearch, Preference, SearchOutcome, SearchReport};
use bmcplan_task::Task;
use bmcplan_task::plan::{Metric, Plan};

use super::event::Event;
use super::options::{Mode, Options};
use super::portfolio::Question;
use super::proof::ProofSource;
use super::report::{Done, Observer, Outcome, Report};

/// The effort of greedy search without progress before the formulas begin, at least: a fifth of a second.
const PATIENCE: u64 = 1 << 26;

/// The number of states without progress before they begin, at least. Where tasks are large, these take longer; but formulas suffer
/// more from that than estimates do.
const PATIENT_STATES: u64 = 1 << 15;

/// The effort after which they begin in any case: some seconds.
const HEAD_START: u64 = 1 << 30;

/// The effort between two looks at the progress.
const STRETCH: u64 = 1 << 22;

/// The effort of greedy search for each literal of effort of the formulas. Literals take longer, so it has a fifth of the time or less.
const SHARE: u64 = 2;

/// The memory of greedy search where no limit is given, in bytes.
const MEMORY: usize = 1 << 30;

pub(super) struct FirstGreedy<'t> {
    /// None where steps may have several operators.
    search: Option<GreedySearch<'t>>,
    memory: usize,
    max_horizon: Option<usize>,
    ended: Option<SearchReport>,
}

impl<'t> FirstGreedy<'t> {
    /// Searches as long as it makes progress.
    pub(super) fn begin(task: &'t Task, options: &Options, stop: &Stop, observer: Observer<'_>) -> Self {
        let most = stop.memory().map_or(MEMORY, |bytes| MEMORY.min(bytes / 2));
        let memory = options.search_memory.map_or(most, |bytes| bytes.min(most));
        let search = (!options.step.semantics.is_parallel())
            .then(|| GreedySearch::of(task, Preference::FIRST, Some(memory), stop));
        let mut greedy = Self { search, memory, max_horizon: options.max_horizon, ended: None };
        let mut spent = 0;
        let is_stuck = |greedy: &Self| {
            let stall = greedy.search.as_ref().map(GreedySearch::since_progress);
            stall.is_none_or(|stall| PATIENCE < stall.effort && PATIENT_STATES < stall.n_evaluated)
        };
        while greedy.ended.is_none() && spent < HEAD_START && !is_stuck(&greedy) {
            greedy.advance(STRETCH, stop, observer);
            spent += STRETCH;
        }
        greedy
    }

    /// Continues after the formulas have spent their effort, unless there is an answer.
    pub(super) fn keep_up(&mut self, effort: u64, stop: &Stop, observer: Observer<'_>) {
        self.advance(effort.saturating_mul(SHARE), stop, observer);
    }

    /// Runs to the end, and enters the answer if there is one.
    pub(super) fn finish(&mut self, question: Question<'_>, observer: Observer<'_>) -> Done {
        self.advance(u64::MAX, question.stop, observer);
        let Some(ended) = &self.ended else { return Ok(()) };
        let (outcome, proved_by) = match (&ended.outcome, self.plan()) {
            (_, Some(plan)) => (Outcome::of_plan(question.task, plan.clone(), false)?, None),
            (SearchOutcome::Exhausted, _) => (Outcome::Unsolvable, Some(ProofSource::Search)),
            (SearchOutcome::Stopped(reason), _) => (Outcome::Stopped(*reason), None),
            _ => return Ok(()),
        };
        let figures = Figures { states: Some(ended.states), ..Figures::default() };
        question.enter(Report { proved_by, figures, ..Report::of(outcome, Mode::FIRST) });
        Ok(())
    }

    /// Returns true if there is an answer: a plan that is not too long, or a proof that there is none.
    pub(super) fn is_done(&self) -> bool {
        let is_exhausted = |ended: &SearchReport| ended.outcome == SearchOutcome::Exhausted;
        self.plan().is_some() || self.ended.as_ref().is_some_and(is_exhausted)
    }

    /// Returns the plan that was found, if it is not too long.
    pub(super) fn plan(&self) -> Option<&Plan> {
        let Some(SearchReport { outcome: SearchOutcome::Solved(plan), .. }) = &self.ended else {
            return None;
        };
        Some(plan).filter(|plan| self.max_horizon.is_none_or(|greatest| plan.length() <= greatest))
    }

    /// Builds a plan that is no longer, from the neighbourhood of this one.
    pub(super) fn shortened(&self, plan: Plan, stop: &Stop) -> Plan {
        match &self.search {
            Some(search) => search.improved(&plan, Metric::Actions, Some(self.memory), stop),
            None => plan,
        }
    }

    fn advance(&mut self, effort: u64, stop: &Stop, observer: Observer<'_>) {
        let on_progress = &mut |progress| observer(Event::Searched(progress));
        if let Some(search) = self.search.as_mut().filter(|_| self.ended.is_none()) {
            self.ended = search.advance(effort, stop, on_progress);
        }
    }
}
