//! The list of all shortest plans: counted, and listed as far as wanted. Each of them is validated.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::error::InternalError;
use super::options::PlanQuery;
use crate::encode::{Trace, TransitionSystem, decode_steps};
use crate::plan::{Plan, validate};
use crate::search::ShortestPlans;
use crate::task::{OperatorId, Task};

/// Shortest plans.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanList {
    /// Those that were asked for, each of them validated. In no particular order where a solver found them.
    pub plans: Vec<Plan>,
    /// How many there are, in whatever mode: sequences of names of operators, so that two which pass through the same states by
    /// operators of other names are two, and the cases of one action, which are operators of one name, are one. At least how many
    /// there are, if it is not [exact](Self::exact); with [`PlanQuery::All`], never more than are listed. `None` if that is 2^128
    /// or more.
    pub count: Option<u128>,
    /// Is `count` the number of all shortest plans?
    pub exact: bool,
}

impl PlanList {
    /// Are all shortest plans listed?
    pub fn has_all(&self) -> bool {
        self.exact && self.lists_what_was_counted()
    }

    fn lists_what_was_counted(&self) -> bool {
        self.count == Some(self.plans.len() as u128)
    }

    /// The result of every mode that lists plans: how many there are, and whether there are more.
    fn of_listed(self) -> Self {
        let listed = Some(self.plans.len() as u128);
        Self { exact: self.exact && self.count == listed, count: listed, ..self }
    }
}

/// Counts the plans that a search found, and lists what is wanted of them.
pub(super) fn from_search(
    task: &Task,
    plans: &ShortestPlans,
    wanted: PlanQuery,
) -> Result<PlanList, InternalError> {
    let plans_listed: Vec<Plan> = plans.iter().take(wanted.limit()).collect();
    for plan in &plans_listed {
        validate(task, plan)?;
    }
    let list = PlanList { plans: plans_listed, count: plans.count(), exact: true };
    Ok(if wanted == PlanQuery::Count { list } else { list.of_listed() })
}

/// Collects plans from the traces of a formula.
pub(super) struct Collector<'a> {
    task: &'a Task,
    system: &'a TransitionSystem,
    wanted: PlanQuery,
    list: PlanList,
    fault: Option<InternalError>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(task: &'a Task, system: &'a TransitionSystem, wanted: PlanQuery) -> Self {
        let list = PlanList { count: Some(0), exact: true, ..PlanList::default() };
        Self { task, system, wanted, list, fault: None }
    }

    /// Takes in a trace; breaks off when no more are wanted.
    pub(super) fn hear(&mut self, trace: &Trace) -> ControlFlow<()> {
        if self.wanted == PlanQuery::One {
            return ControlFlow::Break(());
        }
        match self.add(trace) {
            // As many as are wanted are listed, and there are more.
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

    /// The plans that were collected. There may be more if the listing was stopped.
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
