//! LM-cut: a lower bound on the number or the cost of operators to the goal, from disjunctive action landmarks.
//!
//! In the delete relaxation, keep of each operator only its costliest precondition, its supporter by
//! [h^max](super::exploration). The rest is a graph. The *goal zone* has the propositions from which free operators lead to the
//! goal. The operators that enter it from propositions reached outside are a cut: every plan has one of them. So the least cost
//! in the cut can be counted. Then all its operators become cheaper by that cost, and the next cut is computed, until the goal
//! is free.
//!
//! M. Helmert, C. Domshlak, *Landmarks, critical paths and abstractions: what's the difference anyway?*, ICAPS 2009. The choice
//! of supporter among equally costly preconditions matters much; it keeps the goal zone small, as in P. Lauer, M. Fickert,
//! *Beating LM-cut with LM-cut: quick cutting and practical tie breaking for the precondition choice function*, HSDIP 2020.
//! Operators of cost 0 are free from the beginning.
//!
//! A landmark of a state is one of its successor, too, unless the operator that leads there is in it. So such landmarks can be
//! kept, and only the rest is computed (Pommerening & Helmert, *Incremental LM-cut*, ICAPS 2013). This takes a third of the time
//! or less. Values differ, since they depend on the path.
//!
//! An operator in parts is in a cut if a part is. Then all its parts become cheaper, so that it is counted once. The sum of the
//! cuts may be less than h^max, so the result is the greater of the two.

use std::sync::Arc;

use bmcplan_base::stop::{Stop, StopReason};

use super::exploration::{Exploration, UNREACHED};
use super::relaxed_task::RelaxedTask;
use crate::plan::Metric;
use crate::relaxation::{index, number};
use crate::{OperatorId, Task};

/// The LM-cut heuristic, with its working space.
#[derive(Debug, Clone)]
pub struct LmCut {
    /// Shared by copies.
    task: Arc<RelaxedTask>,
    exploration: Exploration,
    zones: Vec<Zone>,
    open: Vec<u32>,
    cut: Vec<u32>,
    /// For each operator of the task that in the relaxation; [`FREE`] for those that are in no cut.
    relaxed: Arc<[u32]>,
    /// Cuts of the state that was evaluated last: the worth of each, the number of its operators, and these, sorted.
    found: Vec<u32>,
}

/// Cuts that the value of a state counts, with their worth.
#[derive(Debug, Clone, Default)]
pub struct CutLandmarks(Arc<[u32]>);

impl CutLandmarks {
    /// Returns the number of bytes that they take.
    pub fn n_bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

const FREE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Zone {
    Unknown,
    Goal,
    /// Reached without the goal zone.
    Before,
}

impl LmCut {
    /// Builds the heuristic for states reachable from the task's initial state, in `metric`.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn of(task: &Task, metric: Metric, stop: &Stop) -> Result<Self, StopReason> {
        let mut relaxed = vec![FREE; task.operators().len()];
        let task = RelaxedTask::of(task, &|operator| metric.of(operator), stop)?;
        for operator in 0..number(task.costs.len()) {
            task.stands_for.list(operator).iter().for_each(|id| relaxed[index(*id)] = operator);
        }
        Ok(Self {
            exploration: Exploration::of(&task),
            zones: vec![Zone::Unknown; task.n_propositions],
            open: Vec::new(),
            cut: Vec::new(),
            relaxed: relaxed.into(),
            found: Vec::new(),
            task: Arc::new(task),
        })
    }

    /// Returns a lower bound on the measure of plans from the state with these `values`; `None` if there is no plan.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn distance(&mut self, values: &[u32], stop: &Stop) -> Result<Option<u64>, StopReason> {
        self.evaluate(values, None, stop)
    }

    /// Returns a lower bound like [`Self::distance`], and its landmarks. `before` has those of a state, and an operator that
    /// leads from there. Landmarks without the operator are kept, so the value depends on them, too.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn distance_after(
        &mut self,
        values: &[u32],
        before: Option<(&CutLandmarks, OperatorId)>,
        stop: &Stop,
    ) -> Result<Option<(u64, CutLandmarks)>, StopReason> {
        let distance = self.evaluate(values, before, stop)?;
        Ok(distance.map(|distance| (distance, CutLandmarks(self.found.as_slice().into()))))
    }

    fn evaluate(
        &mut self,
        values: &[u32],
        before: Option<(&CutLandmarks, OperatorId)>,
        stop: &Stop,
    ) -> Result<Option<u64>, StopReason> {
        self.exploration.reset();
        self.found.clear();
        let kept = before.map_or(0, |(landmarks, operator)| self.keep(landmarks, operator));
        self.exploration.explore(&self.task, values);
        let h_max = self.exploration.costs[index(self.task.goal)];
        if h_max == UNREACHED {
            return Ok(None);
        }
        let mut counted = 0;
        while 0 < self.exploration.costs[index(self.task.goal)] {
            stop.check()?;
            self.find_goal_zone();
            self.find_cut(values);
            counted += self.count();
        }
        // The greatest number represents "no plan".
        Ok(Some(u64::from(kept + h_max.max(counted)).saturating_mul(self.task.unit).min(u64::MAX - 1)))
    }

    /// Counts the landmarks that an operator is not in; returns their worth.
    fn keep(&mut self, CutLandmarks(landmarks): &CutLandmarks, operator: OperatorId) -> u32 {
        let (operator, mut kept, mut left) = (self.relaxed[operator.index()], 0, &**landmarks);
        while let [worth, n_operators, rest @ ..] = left {
            let (operators, others) = rest.split_at(index(*n_operators));
            if operators.binary_search(&operator).is_err() {
                operators.iter().for_each(|other| self.exploration.reduce(&self.task, *other, *worth));
                self.found.extend(&left[..2 + operators.len()]);
                kept += worth;
            }
            left = others;
        }
        kept
    }

    fn find_goal_zone(&mut self) {
        let Self { task, exploration, zones, open, .. } = self;
        zones.fill(Zone::Unknown);
        zones[index(task.goal)] = Zone::Goal;
        open.push(task.goal);
        while let Some(proposition) = open.pop() {
            for part in task.added_by.list(proposition) {
                let Some(supporter) =
                    exploration.free_supporter(task, *part, |p| zones[index(p)] == Zone::Goal)
                else {
                    continue;
                };
                let zone = &mut zones[index(supporter)];
                if *zone == Zone::Unknown {
                    *zone = Zone::Goal;
                    open.push(supporter);
                }
            }
        }
    }

    /// Collects the operators that enter the goal zone from propositions reached outside.
    fn find_cut(&mut self, values: &[u32]) {
        let Self { task, exploration, zones, open, cut, .. } = self;
        cut.clear();
        for proposition in task.true_in(values) {
            come_before(zones, open, proposition);
        }
        while let Some(proposition) = open.pop() {
            for part in task.needed_by.list(proposition) {
                if exploration.parts[index(*part)].supporter != proposition {
                    continue;
                }
                let adds = task.adds.list(*part);
                if adds.iter().any(|added| zones[index(*added)] == Zone::Goal) {
                    // Free operators do not enter the goal zone: they are in it.
                    cut.extend(task.operator_of.get(index(*part)));
                } else {
                    adds.iter().for_each(|added| come_before(zones, open, *added));
                }
            }
        }
        cut.sort_unstable();
        cut.dedup();
    }

    /// Counts the cut: makes its operators cheaper by their least cost, which is returned.
    fn count(&mut self) -> u32 {
        let Self { task, exploration, cut, found, .. } = self;
        let cost = |operator: &u32| {
            let part = task.parts_of[index(*operator)].start;
            exploration.parts[index(part)].cost
        };
        let worth = cut.iter().map(cost).min().unwrap_or(0);
        found.extend([worth, number(cut.len())]);
        found.extend(&*cut);
        for operator in cut {
            exploration.reduce(task, *operator, worth);
        }
        exploration.update(task);
        worth
    }
}

#[inline]
fn come_before(zones: &mut [Zone], open: &mut Vec<u32>, proposition: u32) {
    let zone = &mut zones[index(proposition)];
    if *zone == Zone::Unknown {
        *zone = Zone::Before;
        open.push(proposition);
    }
}
