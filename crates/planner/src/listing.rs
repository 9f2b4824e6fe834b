//! Lists of all shortest plans: counted, and listed as far as wanted. Each listed plan is validated.

use std::ops::ControlFlow;

use itertools::Itertools;

use bmcplan_sat::encode::{Trace, TransitionSystem, decode_steps};
use bmcplan_sat::horizon::Run;
use bmcplan_search::PlanGraph;
use bmcplan_task::plan::{Plan, validate};
use bmcplan_task::{OperatorId, Task};

use super::error::InternalError;
use super::options::PlanQuery;

/// Shortest plans.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanList {
    /// The plans that were asked for, each validated; in no particular order if a solver found them.
    pub plans: Vec<Plan>,
    /// Number of shortest plans, the same in every mode. Plans are sequences of operator names: other names through the same states
    /// are another plan, and operators of one name (the cases of an action) count as one. A lower bound if it is not
    /// [exact](Self::exact); with [`PlanQuery::All`], never more than are listed. `None` if it is 2^128 or more.
    pub count: Option<u128>,
    /// True if `count` is the number of all shortest plans.
    pub exact: bool,
}

impl PlanList {
    /// Returns true if all shortest plans are listed.
    pub fn has_all(&self) -> bool {
        self.exact && self.lists_what_was_counted()
    }

    fn lists_what_was_counted(&self) -> bool {
        self.count == Some(self.plans.len() as u128)
    }

    /// Returns the result of every mode that lists plans: counts the listed ones, exact if these are all.
    fn of_listed(self) -> Self {
        let listed = Some(self.plans.len() as u128);
        Self { exact: self.exact && self.count == listed, count: listed, ..self }
    }
}

/// Counts the plans that a search found, and lists as many as are wanted.
pub(super) fn from_search(
    task: &Task,
    plans: &PlanGraph,
    wanted: PlanQuery,
) -> Result<PlanList, InternalError> {
    of_plans(task, plans.iter().take(wanted.limit()).collect(), plans.count(), wanted)
}

/// Validates plans that were listed, of the number of all.
pub(super) fn of_plans(
    task: &Task,
    plans: Vec<Plan>,
    count: Option<u128>,
    wanted: PlanQuery,
) -> Result<PlanList, InternalError> {
    for plan in &plans {
        validate(task, plan)?;
    }
    let list = PlanList { plans, count, exact: true };
    Ok(if wanted == PlanQuery::Count { list } else { list.of_listed() })
}

/// Collects plans from the traces of a formula.
pub(super) struct Collector<'a> {
    task: &'a Task,
    system: &'a TransitionSystem,
    wanted: PlanQuery,
    list: PlanList,
    fault: Option<InternalError>,
    n_traces: usize,
    /// True if more were wanted after the last trace.
    goes_on: bool,
}

impl<'a> Collector<'a> {
    pub(super) fn new(task: &'a Task, system: &'a TransitionSystem, wanted: PlanQuery) -> Self {
        let list = PlanList { count: Some(0), exact: true, ..PlanList::default() };
        Self { task, system, wanted, list, fault: None, n_traces: 0, goes_on: false }
    }

    /// Takes in a trace; breaks off when no more are wanted.
    pub(super) fn collect(&mut self, trace: &Trace) -> ControlFlow<()> {
        let flow = self.take(trace);
        self.n_traces += 1;
        self.goes_on = flow.is_continue();
        flow
    }

    fn take(&mut self, trace: &Trace) -> ControlFlow<()> {
        if self.wanted == PlanQuery::One {
            return ControlFlow::Break(());
        }
        match self.add(trace) {
            // The list is full, and there are more plans.
            Ok(()) if self.wanted != PlanQuery::Count && !self.list.lists_what_was_counted() => {
                self.list.exact = false;
                ControlFlow::Break(())
            }
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => {
                self.fault = Some(fault);
                ControlFlow::Break(())
            }
        }
    }

    fn add(&mut self, trace: &Trace) -> Result<(), InternalError> {
        let steps = decode_steps(self.task, self.system, trace)?;
        let ways = steps.iter().try_fold(1_u128, |ways, operators| ways.checked_mul(operators.len() as u128));
        self.list.count = self.list.count.zip(ways).and_then(|(count, ways)| count.checked_add(ways));
        let room = self.wanted.limit() - self.list.plans.len().min(self.wanted.limit());
        let first: Vec<OperatorId> =
            steps.iter().filter_map(|operators| operators.first().copied()).collect();
        validate(self.task, &Plan::sequential(first))?;
        let ways = if steps.is_empty() {
            vec![Vec::new()]
        } else {
            steps.into_iter().multi_cartesian_product().take(room).collect()
        };
        for operators in ways.into_iter().take(room) {
            let plan = Plan::sequential(operators);
            validate(self.task, &plan)?;
            self.list.plans.push(plan);
        }
        Ok(())
    }

    /// Returns the number of all traces, if the run has listed them to the end.
    pub(super) fn listed(&self, run: &Run) -> Option<usize> {
        (self.goes_on && run.stopped.is_none()).then_some(self.n_traces)
    }

    /// Returns the plans that were collected. There may be more if the listing was stopped.
    pub(super) fn finish(self, stopped: bool) -> Result<PlanList, InternalError> {
        match self.fault {
            Some(fault) => Err(fault),
            None => {
                let list = PlanList { exact: self.list.exact && !stopped, ..self.list };
                Ok(if self.wanted == PlanQuery::Count { list } else { list.of_listed() })
            }
        }
    }
}
