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
//! An operator in parts is in a cut if a part is. Then all its parts become cheaper, so that it is counted once. The sum of the
//! cuts may be less than h^max, so the result is the greater of the two.

use std::sync::Arc;

use bmcplan_base::stop::{Stop, StopReason};

use super::exploration::{Exploration, UNREACHED};
use super::relaxed_task::RelaxedTask;
use crate::Task;
use crate::plan::Metric;
use crate::relaxation::index;

/// The LM-cut heuristic, with its working space.
#[derive(Debug, Clone)]
pub struct LmCut {
    /// Shared by copies.
    task: Arc<RelaxedTask>,
    exploration: Exploration,
    zones: Vec<Zone>,
    open: Vec<u32>,
    cut: Vec<u32>,
}

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
        let task = RelaxedTask::of(task, &|operator| metric.of(operator), stop)?;
        Ok(Self {
            exploration: Exploration::of(&task),
            zones: vec![Zone::Unknown; task.n_propositions],
            open: Vec::new(),
            cut: Vec::new(),
            task: Arc::new(task),
        })
    }

    /// Returns a lower bound on the measure of plans from the state with these `values`; `None` if there is no plan.
    ///
    /// # Errors
    /// `stop` was raised meanwhile.
    pub fn distance(&mut self, values: &[u32], stop: &Stop) -> Result<Option<u64>, StopReason> {
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
        Ok(Some(u64::from(h_max.max(counted)).saturating_mul(self.task.unit).min(u64::MAX - 1)))
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
        let Self { task, exploration, zones, open, cut } = self;
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
        let Self { task, exploration, cut, .. } = self;
        let cost = |operator: &u32| {
            let part = task.parts_of[index(*operator)].start;
            exploration.parts[index(part)].cost
        };
        let worth = cut.iter().map(cost).min().unwrap_or(0);
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
