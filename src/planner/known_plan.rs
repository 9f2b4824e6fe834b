//! A plan that is known while shorter ones are still looked for: an upper bound on the shortest length, and the answer when a
//! limit ends the rest.
//!
//! It comes from greedy search and need not be shortest. But as soon as all lengths below its own are refuted, by whomever, it is.

use std::sync::OnceLock;

use super::error::InternalError;
use super::first_greedy::FirstGreedy;
use super::options::Options;
use super::report::{Answer, Outcome, Report};
use crate::horizon::UpperBound;
use crate::plan::{Plan, without_needless};
use crate::search::SearchProgress;
use crate::stop::Stop;
use crate::task::Task;

/// A plan, once there is one.
#[derive(Debug, Default)]
pub(super) struct KnownPlan {
    plan: OnceLock<Plan>,
    bound: UpperBound,
}

impl KnownPlan {
    /// Looks for one within the greatest horizon, as long as greedy search makes progress.
    pub(super) fn find(
        &self,
        task: &Task,
        options: &Options,
        stop: &Stop,
        tell: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), InternalError> {
        let greedy = FirstGreedy::begin(task, options, stop, tell);
        if let Some(plan) = greedy.plan() {
            let plan = greedy.shortened(Plan::sequential(without_needless(task, plan).operators()), stop);
            log::info!("a plan of {} moves is known", plan.length());
            Outcome::of_plan(task, plan.clone(), false)?;
            self.bound.note(plan.length());
            self.plan.get_or_init(|| plan);
        }
        Ok(())
    }

    pub(super) fn get(&self) -> Option<&Plan> {
        self.plan.get()
    }

    /// Its length, for those who look for shorter ones.
    pub(super) fn bound(&self) -> UpperBound {
        self.bound.clone()
    }

    /// True if there is one, and it is a shortest one if all lengths up to `refuted` are refuted.
    pub(super) fn is_shortest(&self, refuted: Option<usize>) -> bool {
        self.get().is_some_and(|plan| plan.length().checked_sub(1) <= refuted)
    }

    /// The report with this plan, if it has no answer of its own and the plan is a shortest one.
    pub(super) fn if_shortest(&self, task: &Task, report: Report) -> Answer {
        if self.is_shortest(report.refuted) { self.instead(task, report) } else { Ok(report) }
    }

    /// The report with this plan, if it has no answer of its own and there is a plan.
    pub(super) fn instead(&self, task: &Task, report: Report) -> Answer {
        let (Outcome::Stopped(reason), Some(plan)) = (&report.outcome, self.get()) else { return Ok(report) };
        let is_shortest = self.is_shortest(report.refuted);
        let stopped = (!is_shortest).then_some(*reason);
        let outcome = Outcome::of_plan(task, plan.clone(), is_shortest)?;
        Ok(Report { outcome, stopped, ..report })
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Mode;
    use super::*;
    use crate::stop::StopReason;
    use crate::task::{Fact, Operator, TaskBuilder};

    /// Three steps from 0 to 3, and a task that cannot be done.
    fn stairs(goal: u32) -> Task {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("step", ["0", "1", "2", "3", "4"], 0);
        for value in 0..3 {
            let [here, above] = [value, value + 1].map(|value| Fact { var, value });
            builder.operator(Operator::simple("up", [here.into()], [above]));
        }
        builder.goal([Fact { var, value: goal }.into()]);
        builder.build().unwrap()
    }

    fn found(task: &Task, max_horizon: Option<usize>) -> KnownPlan {
        let known = KnownPlan::default();
        let options = Options { max_horizon, ..Options::default() };
        known.find(task, &options, &Stop::default(), &mut |_| {}).unwrap();
        known
    }

    fn stopped_after(refuted: usize) -> Report {
        let outcome = Outcome::Stopped(StopReason::Timeout);
        Report { refuted: Some(refuted), ..Report::of(outcome, Mode::Search) }
    }

    #[test]
    fn it_is_a_shortest_one_once_all_shorter_lengths_are_refuted() {
        let task = stairs(3);
        let known = found(&task, Some(3));
        assert!(!known.is_shortest(None));
        for (refuted, is_shortest) in [(0, false), (1, false), (2, true)] {
            let report = known.instead(&task, stopped_after(refuted)).unwrap();
            let Outcome::Solved { plan, optimal, .. } = &report.outcome else { panic!("{report:?}") };
            assert_eq!((plan.length(), *optimal, report.refuted), (3, is_shortest, Some(refuted)));
            assert_eq!(report.stopped, (!is_shortest).then_some(StopReason::Timeout));
            let alone = known.if_shortest(&task, stopped_after(refuted)).unwrap();
            assert_eq!(matches!(alone.outcome, Outcome::Solved { optimal: true, .. }), is_shortest);
        }
    }

    #[test]
    fn answers_stay_and_no_plan_is_none() {
        let task = stairs(3);
        let answer = Report { refuted: Some(2), ..Report::of(Outcome::NoPlanWithin(2), Mode::Search) };
        let report = found(&task, None).instead(&task, answer).unwrap();
        assert_eq!(report.outcome, Outcome::NoPlanWithin(2));
        for (task, most) in [(stairs(3), Some(2)), (stairs(4), None)] {
            let known = found(&task, most);
            assert!(known.get().is_none() && !known.is_shortest(Some(9)));
            let report = known.instead(&task, stopped_after(2)).unwrap();
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Timeout));
        }
    }
}
