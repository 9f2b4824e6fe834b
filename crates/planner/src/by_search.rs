//! Answers by explicit search: of one operator a step, or over the steps of several operators that the formulas have.

use std::num::NonZeroUsize;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_sat::encode::{Encoding, Semantics, StepOptions, TransitionSystem};
use bmcplan_sat::figures::Figures;
use bmcplan_search::{
    BestPlans, Counter, OnDisk, OnProgress, PlansReport, SearchHeuristic, SearchLimits, SearchOutcome,
    SearchReport, SearchThreads, StepOrders,
};
use bmcplan_task::plan::Metric;
use bmcplan_task::{OperatorId, Task};

use super::error::Unsupported;
use super::event::Event;
use super::listing;
use super::options::{Mode, PlanQuery};
use super::portfolio::{Engine, Question};
use super::proof::ProofSource;
use super::report::{Answer, Done, Observer, Outcome, Report};

/// Search for steps of one operator: breadth first, or by cost, or by A\*.
pub(super) struct Search(SearchHeuristic);

pub(super) const BLIND: Search = Search(SearchHeuristic::Blind);

pub(super) const A_STAR: Search = Search(SearchHeuristic::LmCut);

pub(super) const PATTERNS: Search = Search(SearchHeuristic::Patterns);

impl Engine for Search {
    fn name(&self) -> &'static str {
        match self.0 {
            SearchHeuristic::Blind => "search",
            SearchHeuristic::LmCut => "A* with LM-cut",
            SearchHeuristic::Patterns => "A* with pattern databases",
        }
    }

    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
        question.enter(by_search(question, self.0, observer)?);
        Ok(())
    }
}

/// Searches within the memory of the question, without deadlines that are no more than limits of length. All plans are found
/// without a heuristic only.
pub(super) fn by_search(
    question: Question<'_>,
    heuristic: SearchHeuristic,
    observer: Observer<'_>,
) -> Answer {
    let Question { task, options, stop, .. } = question;
    let memory_bytes = Some(question.memory).filter(|bytes| *bytes != usize::MAX);
    let threads = threads_of(question, heuristic);
    let on_progress = &mut |progress| observer(Event::Searched(progress));
    if options.metric == Metric::Cost {
        let limits = SearchLimits {
            max_cost: options.max_cost,
            memory_bytes,
            orbits: true,
            threads,
            ..SearchLimits::default()
        };
        return by_cost(question, heuristic, &limits, on_progress);
    }
    let counter = if task.is_earlier_never_worse(stop) { Counter::LeftOut } else { Counter::Kept };
    let (task_to_search, latest) = question.searched();
    let task_to_search = &*task_to_search;
    let max_depth = options.max_horizon.into_iter().chain(latest).min();
    let limits =
        SearchLimits { max_depth, memory_bytes, counter, orbits: true, threads, ..SearchLimits::default() };
    if let Some(disk) = &options.disk {
        let OnDisk { result, files } =
            bmcplan_search::shortest_plan_on_disk(task_to_search, &limits, disk, stop, on_progress)?;
        let report = report_of(task, result, latest, ProofSource::Search)?;
        if let (Outcome::Solved { .. } | Outcome::Unsolvable, Some(files)) = (&report.outcome, files) {
            files.remove();
        }
        return Ok(report);
    }
    let (searched, by) = match (options.wanted, heuristic) {
        (PlanQuery::One, SearchHeuristic::Blind) => {
            let first = bmcplan_search::shortest_plan(task_to_search, &limits, stop, on_progress);
            (PlansReport::of(first), ProofSource::Search)
        }
        (PlanQuery::One, SearchHeuristic::LmCut | SearchHeuristic::Patterns) => (
            bmcplan_search::best_plan(
                task_to_search,
                Metric::Actions,
                BestPlans::Cheapest,
                heuristic,
                &limits,
                stop,
                on_progress,
            ),
            proof_of(heuristic),
        ),
        (PlanQuery::All(_) | PlanQuery::Count, _) => {
            (bmcplan_search::shortest_plans(task_to_search, &limits, stop, on_progress), ProofSource::Search)
        }
    };
    let PlansReport { first, plans, stopped, .. } = searched;
    let report = report_of(task, first, latest, by)?;
    let list = plans.map(|plans| listing::from_search(task, &plans, options.wanted)).transpose()?;
    Ok(Report { list, stopped, ..report })
}

fn proof_of(heuristic: SearchHeuristic) -> ProofSource {
    match heuristic {
        SearchHeuristic::Blind => ProofSource::Search,
        SearchHeuristic::LmCut => ProofSource::AStar,
        SearchHeuristic::Patterns => ProofSource::Patterns,
    }
}

/// Returns the threads of a search. Beside other engines A\* has one, and breadth-first search leaves one to them.
fn threads_of(question: Question<'_>, heuristic: SearchHeuristic) -> SearchThreads {
    let threads = match (question.options.search_threads, heuristic) {
        (threads, _) if !question.is_shared => threads,
        (_, SearchHeuristic::LmCut | SearchHeuristic::Patterns) => None,
        (threads, SearchHeuristic::Blind) => threads.and_then(|threads| NonZeroUsize::new(threads.get() - 1)),
    };
    threads.map(SearchThreads::of).unwrap_or_default()
}

/// Works as [`by_search`], for cheapest plans.
fn by_cost(
    question: Question<'_>,
    heuristic: SearchHeuristic,
    limits: &SearchLimits,
    on_progress: OnProgress<'_>,
) -> Answer {
    let Question { task, relevant, options, stop, .. } = question;
    let which = if options.fewest { BestPlans::CheapestAndShortest } else { BestPlans::Cheapest };
    let (searched, by) = match options.wanted {
        PlanQuery::One => {
            let found = bmcplan_search::best_plan(
                relevant,
                Metric::Cost,
                which,
                heuristic,
                limits,
                stop,
                on_progress,
            );
            (found, proof_of(heuristic))
        }
        PlanQuery::All(_) | PlanQuery::Count => {
            (bmcplan_search::best_plans(task, which, limits, stop, on_progress), ProofSource::Search)
        }
    };
    let PlansReport { first, plans, stopped, endless } = searched;
    if endless {
        return Err(Unsupported::Endless.into());
    }
    let report = report_of(task, first, None, by)?;
    let list = plans.map(|plans| listing::from_search(task, &plans, options.wanted)).transpose()?;
    Ok(Report { list, stopped, ..report })
}

/// Search over steps of several operators, in these orders.
pub(super) struct StepSearch(pub(super) StepOrders);

impl Engine for StepSearch {
    fn name(&self) -> &'static str {
        "search over steps"
    }

    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
        let limits = SearchLimits {
            max_depth: question.options.max_horizon,
            memory_bytes: Some(question.memory).filter(|bytes| *bytes != usize::MAX),
            threads: threads_of(question, SearchHeuristic::Blind),
            ..SearchLimits::default()
        };
        let on_progress = &mut |progress| observer(Event::Searched(progress));
        let searched =
            bmcplan_search::shortest_steps(question.task, &self.0, &limits, question.stop, on_progress);
        question.enter(report_of(question.task, searched, None, ProofSource::Search)?);
        Ok(())
    }
}

/// Returns the report of a search of a task; `latest` is the step at which the task itself ends.
fn report_of(task: &Task, searched: SearchReport, latest: Option<usize>, by: ProofSource) -> Answer {
    let SearchReport { outcome, states, refuted, refuted_cost, .. } = searched;
    let outcome = match outcome {
        SearchOutcome::Solved(plan) => Outcome::of_plan(task, plan, true)?,
        SearchOutcome::Exhausted => Outcome::Unsolvable,
        // Nothing is possible after the deadline.
        SearchOutcome::DepthReached if latest.is_some_and(|latest| Some(latest) <= refuted) => {
            Outcome::Unsolvable
        }
        SearchOutcome::DepthReached => match refuted_cost {
            Some(cost) => Outcome::NoPlanAtCost(cost),
            None => Outcome::NoPlanWithin(refuted.unwrap_or(0)),
        },
        SearchOutcome::CostOverflow => return Err(Unsupported::TooDear.into()),
        SearchOutcome::Stopped(reason) => Outcome::Stopped(reason),
        SearchOutcome::TooLarge => {
            log::warn!("the states of this task are too large to be held by the search");
            Outcome::Stopped(StopReason::Memory)
        }
    };
    let figures = Figures { states: Some(states), ..Figures::default() };
    let is_proof = refuted.is_some() || refuted_cost.is_some() || outcome == Outcome::Unsolvable;
    let proved_by = is_proof.then_some(by);
    Ok(Report { refuted, refuted_cost, proved_by, figures, ..Report::of(outcome, Mode::Search) })
}

/// Returns the steps that formulas of a task without a clock have where several operators share a step.
pub(super) fn step_orders(
    task: &Task,
    encoding: &dyn Encoding,
    step: &StepOptions,
    stop: &Stop,
) -> Result<(StepOrders, Option<KnownStep>), StopReason> {
    let relevant = task.relevant_operators(stop);
    let takes_part = |id: &OperatorId| relevant[id.index()];
    if step.semantics != Semantics::Exists {
        return Ok((StepOrders::All(task.operator_ids().filter(takes_part).collect()), None));
    }
    let system = encoding.describe(task, step, stop)?;
    let order = system.operators().iter().map(|(id, _)| *id).filter(takes_part).collect();
    Ok((StepOrders::Listed(order), Some(KnownStep { system, name: encoding.name() })))
}

/// A step that was described once, as the encoding of the formulas: they need not describe it again.
pub(super) struct KnownStep {
    system: TransitionSystem,
    name: &'static str,
}

impl Encoding for KnownStep {
    fn name(&self) -> &'static str {
        self.name
    }

    fn semantics(&self) -> &'static [Semantics] {
        &[Semantics::Exists]
    }

    fn describe(&self, _: &Task, _: &StepOptions, _: &Stop) -> Result<TransitionSystem, StopReason> {
        Ok(self.system.clone())
    }
}
