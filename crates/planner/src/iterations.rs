//! Ever better plans by the iterations of LAMA: greedy search without regard to costs, then with it, then weighted A\* with
//! falling weights (Richter & Westphal, *The LAMA planner*, 2010; Richter, Thayer & Ruml, *The joy of forgetting*, 2010).
//!
//! Each iteration starts anew, and looks for a plan that is better than that of the one before. What it finds goes to the board without
//! needless operators, and improved by its neighbourhood. That plan is mostly much better, and would leave the next iteration too few
//! paths to try. Only the last one is held to the best plan on the board. It goes on after a plan. When it has no state left, the best
//! plan is proved to be the best.

use bmcplan_base::stop::StopReason;
use bmcplan_search::{GreedySearch, Preference, SearchOutcome};
use bmcplan_task::plan::{Metric, without_needless};

use super::error::InternalError;
use super::event::Event;
use super::options::Mode;
use super::portfolio::{Engine, Question};
use super::proof::ProofSource;
use super::report::{Done, Observer, Outcome, Report};

/// The weights of the iterations that know costs; without a weight the path to a state does not count.
const WEIGHTS: [Option<u64>; 5] = [None, Some(5), Some(3), Some(2), Some(1)];

/// The effort between two looks at the board: some milliseconds.
const STRETCH: u64 = 1 << 20;

pub(super) struct Iterations;

impl Engine for Iterations {
    fn name(&self) -> &'static str {
        "iterations of LAMA"
    }

    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
        if question.task.clock().is_some() {
            return Ok(());
        }
        let metric = question.options.metric;
        let mut preferences = Vec::from(WEIGHTS.map(|weight| Preference { metric, weight }));
        // It pays to have any plan soon.
        if metric == Metric::Cost && question.bounds.measure().is_none() {
            preferences.insert(0, Preference::FIRST);
        }
        let last = preferences.len() - 1;
        let mut found = None;
        for (place, preference) in preferences.into_iter().enumerate() {
            if iterate(question, preference, place == last, &mut found, observer)?
                || question.stop.is_raised()
            {
                break;
            }
        }
        Ok(())
    }
}

/// Searches until there is a plan, whose measure becomes `found`, or, in the last iteration, the best one. Returns true if nothing is
/// left to be found.
fn iterate(
    question: Question<'_>,
    preference: Preference,
    is_last: bool,
    found: &mut Option<u128>,
    observer: Observer<'_>,
) -> Result<bool, InternalError> {
    let Question { task, relevant, options, bounds, stop, .. } = question;
    let memory = Some(question.memory).filter(|bytes| *bytes != usize::MAX);
    let asked = options.greatest_measure();
    let mut search = GreedySearch::of(relevant, preference, memory, stop);
    loop {
        let (worse, most) = if is_last { (bounds.measure(), asked) } else { (*found, None) };
        // No plan is better than one of cost 0.
        if worse == Some(0) {
            return Ok(true);
        }
        let better = worse.map(|worse| u64::try_from(worse - 1).unwrap_or(u64::MAX));
        // Lengths are no limit on costs.
        let limit = most.into_iter().chain(better).min().filter(|_| preference.metric == options.metric);
        search.set_limit(limit);
        let report = search.advance(STRETCH, stop, &mut |progress| observer(Event::Searched(progress)));
        if bounds.is_settled() {
            return Ok(true);
        }
        let Some(report) = report else { continue };
        match report.outcome {
            SearchOutcome::Solved(plan) => {
                if preference.metric == options.metric {
                    *found = Some(options.metric.of_plan(task, &plan));
                }
                let plan = without_needless(task, &plan);
                let plan = search.improved(&plan, options.metric, memory, stop);
                log::info!("{preference:?}: a plan of {} moves and cost {}", plan.length(), plan.cost(task));
                let measure = options.metric.of_plan(task, &plan);
                if asked.is_none_or(|most| measure <= u128::from(most)) {
                    question.offer(plan)?;
                }
                if !is_last {
                    return Ok(false);
                }
            }
            SearchOutcome::Exhausted if limit.is_none() => {
                let proved_by = Some(ProofSource::Search);
                question.enter(Report { proved_by, ..Report::of(Outcome::Unsolvable, Mode::Search) });
                return Ok(true);
            }
            SearchOutcome::DepthReached => {
                // The greatest number stands for all sums that are too great.
                if let Some(limit) = limit.filter(|limit| *limit < u64::MAX) {
                    question.enter(none_within(options.metric, limit));
                }
                return Ok(true);
            }
            SearchOutcome::Stopped(StopReason::Memory) => return Ok(false),
            _ => return Ok(true),
        }
    }
}

/// Returns the report that no plan is within a limit.
fn none_within(metric: Metric, limit: u64) -> Report {
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let (outcome, refuted, refuted_cost) = match metric {
        Metric::Actions => (Outcome::NoPlanWithin(length), Some(length), None),
        Metric::Cost => (Outcome::NoPlanAtCost(limit), None, Some(limit)),
    };
    Report {
        refuted,
        refuted_cost,
        proved_by: Some(ProofSource::Search),
        ..Report::of(outcome, Mode::Search)
    }
}
