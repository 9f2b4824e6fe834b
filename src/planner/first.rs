//! The strategy `first`, for any plan, soon; and the mode `anytime`, for shorter ones after it.
//!
//! Formulas with steps of several moves (∃-steps) are short even where plans are long, and need no proof here. The plan is
//! put into an order, needless operators are left out, and it is validated as every plan is.
//!
//! On dense boards hardly any moves can share a step, but states are few. So, where steps of one move are asked for, there is
//! a short breadth-first search before the formulas, and a longer one where the short one has come far: then few states are
//! added by each step, and plans are long. They are bounded by memory and not by time, so the same input gives the same plan;
//! and a plan that they find is a shortest one.
//!
//! In the mode `anytime`, only shorter plans are asked for after the first. If there is none, the first is a shortest one; if
//! that is not proved in time, the best plan so far is the answer.

use super::auto;
use super::by_formula::by_formula;
use super::by_search::by_search;
use super::error::InternalError;
use super::options::{Mode, Options};
use super::proof::ProofSource;
use super::report::{Outcome, Progress, Report};
use crate::encode::{Encoding, IdleSteps, Operators, StepOptions};
use crate::figures::Figures;
use crate::horizon::{Event, Strategy};
use crate::plan::{Plan, without_needless};
use crate::search::{GreedySearch, SearchHeuristic, SearchLimits, SearchOutcome, SearchReport};
use crate::solver::SolverKind;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// The memory of the search before the formulas, in bytes: some ten thousand states, a hundredth of a second.
const SEARCH_MEMORY: usize = 4 << 20;

/// Its memory if it has come as far as [`FAR`] with the first share: a million states, a third of a second.
const FAR_SEARCH_MEMORY: usize = 64 << 20;

/// A depth that is far: on problems of the planning competitions, the search comes to 20 where formulas are better, and to 88
/// in Sokoban.
const FAR: usize = 40;

/// Finds a plan. Refutations on the way hold for plans of one move a step, too.
pub(super) fn first(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let semantics = options.semantics_of_formulas();
    let encoding = if encoding.check(semantics).is_ok() { encoding } else { &Operators };
    let step = StepOptions { semantics, idle: IdleSteps::Anywhere, ..options.step.clone() };
    let inside = Options { solver: SolverKind::Batsat, step, ..options.clone() };
    let mut searched = None;
    if !options.step.semantics.is_parallel() {
        for memory in [SEARCH_MEMORY, FAR_SEARCH_MEMORY] {
            let memory = options.search_memory.map_or(memory, |bytes| bytes.min(memory));
            let tell = &mut |progress| observer(Progress::Search(progress));
            let report = by_search(task, options, SearchHeuristic::Blind, Some(memory), stop, tell)?;
            // A horizon may have more moves than steps.
            let is_answer = matches!(report.outcome, Outcome::Solved { .. } | Outcome::Unsolvable);
            if is_answer || stop.is_raised() {
                return Ok(report);
            }
            let is_out_of_memory = matches!(report.outcome, Outcome::Stopped(StopReason::Memory));
            let goes_on = is_out_of_memory && Some(FAR) <= report.refuted;
            searched = Some(report);
            if !goes_on {
                break;
            }
        }
    }
    let mut greedy = Greedy::of(task, options, stop);
    greedy.advance(HEAD_START, stop, observer);
    let formulas_stop = stop.child();
    let report = if greedy.is_done() {
        Report::of(Outcome::Stopped(StopReason::Interrupt), Mode::Formula(Strategy::First))
    } else {
        let observer = &mut |progress: Progress<'_>| {
            if let Progress::Horizon(Event::Spent(effort)) = progress {
                greedy.advance(effort, stop, observer);
                if greedy.is_done() {
                    formulas_stop.raise(StopReason::Interrupt);
                }
            }
            observer(progress);
        };
        by_formula(task, encoding, &inside, Strategy::First, None, &formulas_stop, observer)?
    };
    if matches!(report.outcome, Outcome::Stopped(_)) {
        greedy.advance(u64::MAX, stop, observer);
    }
    let report = greedy.better(task, report, stop)?;
    let report = match searched {
        Some(searched) if report.refuted < searched.refuted => Report {
            refuted: searched.refuted,
            proved_by: searched.proved_by,
            figures: Figures { states: searched.figures.states, ..report.figures },
            ..report
        },
        _ => report,
    };
    let mode = Mode::Formula(Strategy::First);
    let Outcome::Solved { plan, .. } = report.outcome else { return Ok(Report { mode, ..report }) };
    let plan = without_needless(task, &plan);
    let plan = if options.step.semantics.is_parallel() {
        plan
    } else {
        greedy.shortened(&Plan::sequential(plan.operators()), stop)
    };
    Ok(Report { outcome: Outcome::of_plan(task, plan, false)?, mode, ..report })
}

/// The effort of greedy search before the formulas begin: about a second.
const HEAD_START: u64 = 1 << 28;

/// The memory of greedy search where no limit is given.
const GREEDY_MEMORY: usize = 1 << 30;

/// Greedy search, as far as it has come. There is none where steps may have several operators.
struct Greedy<'t> {
    search: Option<GreedySearch<'t>>,
    memory: usize,
    max_horizon: Option<usize>,
    ended: Option<SearchReport>,
}

impl<'t> Greedy<'t> {
    fn of(task: &'t Task, options: &Options, stop: &Stop) -> Self {
        let most = stop.memory().map_or(GREEDY_MEMORY, |bytes| GREEDY_MEMORY.min(bytes / 2));
        let memory = options.search_memory.map_or(most, |bytes| bytes.min(most));
        let limits = SearchLimits { memory_bytes: Some(memory), ..SearchLimits::default() };
        let search = (!options.step.semantics.is_parallel()).then(|| GreedySearch::of(task, &limits, stop));
        Self { search, memory, max_horizon: options.max_horizon, ended: None }
    }

    /// Goes on for so much more effort, unless there is an answer.
    fn advance(&mut self, effort: u64, stop: &Stop, observer: &mut dyn FnMut(Progress<'_>)) {
        if let Some(search) = self.search.as_mut().filter(|_| self.ended.is_none()) {
            self.ended = search.advance(effort, stop, &mut |progress| observer(Progress::Search(progress)));
        }
    }

    /// True if there is an answer that others need not look for.
    fn is_done(&self) -> bool {
        match self.ended.as_ref().map(|ended| &ended.outcome) {
            Some(SearchOutcome::Solved(plan)) => self.max_horizon.is_none_or(|most| plan.length() <= most),
            Some(SearchOutcome::Exhausted) => true,
            _ => false,
        }
    }

    /// The report of greedy search if it has an answer and the formulas have none.
    fn better(&self, task: &Task, formulas: Report, stop: &Stop) -> Result<Report, InternalError> {
        if !matches!(formulas.outcome, Outcome::Stopped(_)) || !self.is_done() {
            return Ok(formulas);
        }
        let Some(ended) = &self.ended else { return Ok(formulas) };
        let _ = stop;
        let outcome = match &ended.outcome {
            SearchOutcome::Solved(plan) => Outcome::of_plan(task, plan.clone(), false)?,
            _ => Outcome::Unsolvable,
        };
        let proved_by = match outcome {
            Outcome::Unsolvable => Some(ProofSource::Search),
            _ => formulas.proved_by,
        };
        let figures = Figures { states: Some(ended.states), ..formulas.figures };
        Ok(Report { outcome, proved_by, figures, ..formulas })
    }

    fn shortened(&self, plan: &Plan, stop: &Stop) -> Plan {
        self.search.as_ref().map_or_else(|| plan.clone(), |search| search.shortened(plan, Some(self.memory), stop))
    }
}

/// Finds a plan and asks for shorter ones until a shortest is proved.
pub(super) fn anytime(
    task: &Task,
    encoding: &dyn Encoding,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress<'_>),
) -> Result<Report, InternalError> {
    let of_first = Options { mode: Mode::Formula(Strategy::First), ..options.clone() };
    let found = first(task, encoding, &of_first, stop, observer)?;
    let Outcome::Solved { plan, optimal: false, .. } = &found.outcome else { return Ok(found) };
    log::info!("a first plan: {} moves in {} steps", plan.length(), plan.makespan());
    let Some(shorter) = plan.makespan().checked_sub(1) else { return Ok(proved(found)) };
    let greatest = options.max_horizon.map_or(shorter, |greatest| greatest.min(shorter));
    let options = &Options { mode: Mode::Auto, max_horizon: Some(greatest), ..options.clone() };
    observer(Progress::Plan(plan));
    let better = auto::run(task, encoding, options, stop, observer)?;
    let mut attempts = found.attempts.clone();
    attempts.extend(better.attempts.iter().cloned());
    let refuted = found.refuted.max(better.refuted);
    let proved_by =
        if found.refuted < better.refuted { better.proved_by.clone() } else { found.proved_by.clone() };
    let figures = Figures { states: better.figures.states, ..found.figures };
    let of_first = Report {
        refuted,
        proved_by,
        trusted: better.trusted.clone(),
        attempts: attempts.clone(),
        figures,
        ..found
    };
    Ok(match better.outcome {
        Outcome::Solved { .. } => Report { refuted, attempts, ..better },
        Outcome::NoPlanWithin(_) | Outcome::Unsolvable if greatest == shorter => {
            proved(Report { refuted: Some(shorter), proved_by: better.proved_by, ..of_first })
        }
        Outcome::Stopped(reason) => Report { stopped: Some(reason), ..of_first },
        Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) | Outcome::Unsolvable => of_first,
    })
}

/// The report with its plan called a shortest one.
fn proved(report: Report) -> Report {
    match report.outcome {
        Outcome::Solved { plan, states, .. } => {
            Report { outcome: Outcome::Solved { plan, states, optimal: true }, ..report }
        }
        _ => report,
    }
}
