//! Landmark counts: the number or the cost of the landmarks, simple or disjunctive, that still have to become true, or have to again. A
//! landmark costs as much as the cheapest operator that makes it true.
//!
//! On the path to a state, a landmark is *past* once it was true. It is still to *come* if it was not true since it was
//! required. It is required again if it is false and one of these holds: it belongs to the goal; it must be true directly
//! before a landmark that is not past; or one that should come before it is not past (Richter & Westphal, *The LAMA planner*,
//! 2010). The count depends on the path, and may be too great or too small.

mod bit_rows;
mod graph;
mod interference;

use std::sync::Arc;

use bmcplan_base::stop::Stop;

use self::bit_rows::{BitRows, add, bits, words_for};
use self::graph::LandmarkGraph;
use self::interference::reasonably_earlier;
use super::relaxed_task::RelaxedTask;
use crate::relaxation::{NumberLists, index, number};
use crate::{Fact, Task};

/// Landmarks of a task, and the working space of their count.
#[derive(Debug)]
pub struct Landmarks {
    task: Arc<RelaxedTask>,
    /// Propositions of each landmark, of which one must be true.
    landmarks: Vec<Vec<u32>>,
    landmarks_of: NumberLists,
    /// For each landmark those that should come before it.
    reasonably_earlier: BitRows,
    /// For each landmark those that it must be true directly before.
    directly_before: BitRows,
    of_goal: Vec<u64>,
    /// Cost of each landmark.
    costs: Vec<u64>,
    /// Landmarks that are true in the current state.
    is_true: Vec<u64>,
}

impl Landmarks {
    /// Finds the landmarks among `candidates`, for plans from the initial state.
    pub(super) fn of(task: &Task, relaxed: &Arc<RelaxedTask>, candidates: &[u32], stop: &Stop) -> Self {
        let facts_of = relaxed.facts_of();
        let graph = LandmarkGraph::of(relaxed, task.initial().values(), candidates, &facts_of, stop);
        let n = graph.landmarks.len();
        let members = NumberLists::of(graph.landmarks.iter().map(|set| &**set));
        let landmarks_of = members.transposed(relaxed.n_propositions);
        let mut is_goal = vec![false; n];
        for part in relaxed.added_by.list(relaxed.goal) {
            for asked in relaxed.preconditions.list(*part) {
                let simple =
                    landmarks_of.list(*asked).iter().filter(|landmark| members.list(**landmark).len() == 1);
                simple.for_each(|landmark| is_goal[index(*landmark)] = true);
            }
        }
        let mut of_goal = vec![0; words_for(n)];
        (0..)
            .zip(&is_goal)
            .filter(|(_, is_goal)| **is_goal)
            .for_each(|(landmark, _)| add(&mut of_goal, landmark));
        Self {
            task: relaxed.clone(),
            reasonably_earlier: reasonably_earlier(task, relaxed, &graph, &facts_of, &is_goal),
            directly_before: graph.directly_before,
            costs: graph.landmarks.iter().map(|set| least_cost(relaxed, set)).collect(),
            landmarks: graph.landmarks,
            landmarks_of,
            of_goal,
            is_true: vec![0; words_for(n)],
        }
    }

    /// Returns the number of landmarks.
    pub fn len(&self) -> usize {
        self.landmarks.len()
    }

    /// Checks whether there are no landmarks.
    pub fn is_empty(&self) -> bool {
        self.landmarks.is_empty()
    }

    /// Returns each landmark as facts of which one is true at some time in every plan.
    pub fn facts(&self) -> Vec<Vec<Fact>> {
        let facts_of = self.task.facts_of();
        let facts =
            |proposition: &u32| facts_of[index(*proposition)].iter().map(|fact| self.task.fact(*fact));
        self.landmarks.iter().map(|set| set.iter().flat_map(facts).collect()).collect()
    }

    /// Returns the number of words of a [status](Self::start).
    pub fn n_words(&self) -> usize {
        2 * self.of_goal.len()
    }

    /// Writes the status before the initial state: no landmark is past, and all are still to come.
    pub fn start(&self, status: &mut [u64]) {
        let (past, to_come) = status.split_at_mut(self.of_goal.len());
        past.fill(0);
        to_come.fill(0);
        (0..).zip(&self.landmarks).for_each(|(landmark, _)| add(to_come, landmark));
    }

    /// Updates `status` from the state before to the state with these `values`, and returns the sum of the costs of the landmarks that
    /// are still to come.
    pub fn count(&mut self, values: &[u32], status: &mut [u64]) -> u64 {
        let Self { task, landmarks_of, reasonably_earlier, directly_before, of_goal, is_true, .. } = self;
        is_true.fill(0);
        for proposition in task.true_in(values) {
            landmarks_of.list(proposition).iter().for_each(|landmark| add(is_true, *landmark));
        }
        let (past, to_come) = status.split_at_mut(of_goal.len());
        past.iter_mut().zip(&*is_true).for_each(|(past, is_true)| *past |= is_true);
        let past = &*past;
        let is_not_past = |set: &[u64]| set.iter().zip(past).any(|(set, past)| set & !past != 0);
        for (place, word) in to_come.iter_mut().enumerate() {
            *word = (*word | of_goal[place]) & !is_true[place];
            let may_come_again = past[place] & !*word;
            for bit in bits(&[may_come_again]) {
                let landmark = number(place) * 64 + bit;
                let is_lost = is_true[place] >> bit & 1 == 0;
                if is_not_past(reasonably_earlier.row(landmark))
                    || is_lost && is_not_past(directly_before.row(landmark))
                {
                    *word |= 1 << bit;
                }
            }
        }
        bits(to_come).fold(0, |sum: u64, landmark| sum.saturating_add(self.costs[index(landmark)]))
    }
}

/// Returns the cost of the cheapest operator that adds one of these propositions; that of a unit if none does.
fn least_cost(relaxed: &RelaxedTask, propositions: &[u32]) -> u64 {
    let parts = propositions.iter().flat_map(|proposition| relaxed.added_by.list(*proposition));
    let operators = parts.filter_map(|part| relaxed.operator_of.get(index(*part)));
    let least = operators.map(|operator| relaxed.costs[index(*operator)]).min();
    u64::from(least.unwrap_or(1)).saturating_mul(relaxed.unit)
}
