//! Answers by symbolic search, for steps of one operator.

use bmcplan_base::stop::StopReason;
use bmcplan_search::{SearchMethod, SearchProgress};
use bmcplan_symbolic::{News, SymbolicOutcome, SymbolicQuestion, best_plan};
use bmcplan_task::plan::Metric;

use super::error::Unsupported;
use super::event::Event;
use super::listing;
use super::options::{Mode, PlanQuery};
use super::portfolio::{Engine, Question};
use super::proof::ProofSource;
use super::report::{Done, Observer, Outcome, Report};

/// Search over sets of states, for one best plan or all.
pub(super) struct Symbolic;

impl Engine for Symbolic {
    fn name(&self) -> &'static str {
        "symbolic search"
    }

    fn run(&self, question: Question<'_>, observer: Observer<'_>) -> Done {
        let Question { task, options, stop, .. } = question;
        let of_lengths = options.metric == Metric::Actions;
        let (searched, latest) = question.searched();
        let most_steps = options.max_horizon.into_iter().chain(latest).min();
        let asked = SymbolicQuestion {
            metric: options.metric,
            fewest: options.fewest,
            most: if of_lengths { most_steps.map(measure) } else { options.max_cost },
            list: Some(options.wanted.limit()).filter(|_| options.wanted != PlanQuery::One),
            memory_bytes: Some(question.memory).filter(|bytes| *bytes != usize::MAX),
        };
        let (mut refuted, mut fault, mut list) = (None, Ok(()), None);
        let outcome = best_plan(&searched, &asked, stop, &mut |news| match news {
            // Before it is the best, it may pass a goal, where the game ends.
            News::Plan(plan) if latest.is_none() && fault.is_ok() => fault = question.offer(plan),
            News::Plan(_) => {}
            News::Layer { refuted: bound, memory_bytes } => {
                refuted = bound.map(|bound| u64::try_from(bound).unwrap_or(u64::MAX));
                observer(Event::Searched(SearchProgress {
                    method: SearchMethod::Symbolic,
                    depth: refuted.filter(|_| of_lengths).map_or(0, steps),
                    refuted_cost: refuted.filter(|_| !of_lengths),
                    states: 0,
                    memory_bytes,
                }));
            }
        });
        fault?;
        let outcome = match outcome {
            SymbolicOutcome::Solved(plan) => Outcome::of_plan(task, plan, true)?,
            SymbolicOutcome::All { first, plans, count } => {
                list = Some(listing::of_plans(task, plans, count, options.wanted)?);
                Outcome::of_plan(task, first, true)?
            }
            SymbolicOutcome::Endless => return Err(Unsupported::Endless.into()),
            SymbolicOutcome::NoPlan => Outcome::Unsolvable,
            // Nothing is possible after the deadline.
            SymbolicOutcome::LimitReached if latest.is_some() && latest.map(measure) <= refuted => {
                Outcome::Unsolvable
            }
            SymbolicOutcome::LimitReached if of_lengths => Outcome::NoPlanWithin(most_steps.unwrap_or(0)),
            SymbolicOutcome::LimitReached => Outcome::NoPlanAtCost(options.max_cost.unwrap_or(0)),
            SymbolicOutcome::Stopped(reason) => Outcome::Stopped(reason),
            SymbolicOutcome::TooLarge => {
                log::warn!("the states of this task are too large to be held by symbolic search");
                Outcome::Stopped(StopReason::Memory)
            }
        };
        let is_proof = refuted.is_some() || outcome == Outcome::Unsolvable;
        question.enter(Report {
            refuted: refuted.filter(|_| of_lengths).map(steps),
            refuted_cost: refuted.filter(|_| !of_lengths),
            proved_by: is_proof.then_some(ProofSource::Symbolic),
            list,
            ..Report::of(outcome, Mode::Search)
        });
        Ok(())
    }
}

fn measure(steps: usize) -> u64 {
    u64::try_from(steps).unwrap_or(u64::MAX)
}

fn steps(refuted: u64) -> usize {
    usize::try_from(refuted).unwrap_or(usize::MAX)
}
