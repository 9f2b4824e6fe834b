//! Landmark counts: how many facts that every plan has to make true are still to come, or have to come again.
//!
//! A landmark is *accepted* on the way to a state once it was true and everything that comes before it was accepted. It has to come
//! again if it is false and belongs to the goal, or must be true directly before one that is not accepted (Richter & Westphal, *The
//! LAMA planner*, 2010). The count depends on the way, and may be too great or too small.

mod bit_rows;
mod graph;
mod interference;

use std::sync::Arc;

use self::bit_rows::{BitRows, add, bits, words_for};
use self::graph::LandmarkGraph;
use self::interference::earlier_with_reasonable;
use super::relaxed_task::RelaxedTask;
use crate::relaxation::index;
use crate::stop::Stop;
use crate::task::{Fact, Task};

/// The landmarks of a task, and the working space of their count.
#[derive(Debug)]
pub struct Landmarks {
    task: Arc<RelaxedTask>,
    /// The proposition of each landmark.
    propositions: Vec<u32>,
    /// For each proposition its landmark, or [`NO_LANDMARK`].
    landmark_of: Vec<u32>,
    /// For each landmark those that are accepted before it.
    earlier: BitRows,
    /// For each landmark those that it must be true directly before.
    directly_before: BitRows,
    /// The landmarks of the goal.
    of_goal: Vec<u64>,
    /// The landmarks that are true in the state at hand.
    is_true: Vec<u64>,
}

const NO_LANDMARK: u32 = u32::MAX;

impl Landmarks {
    /// The landmarks among these propositions, for plans from the initial state.
    pub(super) fn of(task: &Task, relaxed: &Arc<RelaxedTask>, candidates: &[u32], stop: &Stop) -> Self {
        let facts_of = relaxed.facts_of();
        let seen: Vec<u32> =
            candidates.iter().copied().filter(|candidate| !facts_of[index(*candidate)].is_empty()).collect();
        let graph = LandmarkGraph::of(relaxed, task.initial().values(), &seen, stop);
        let n = graph.propositions.len();
        let mut landmark_of = vec![NO_LANDMARK; relaxed.n_propositions];
        for (landmark, proposition) in (0..).zip(&graph.propositions) {
            landmark_of[index(*proposition)] = landmark;
        }
        let mut is_goal = vec![false; n];
        for part in relaxed.added_by.list(relaxed.goal) {
            for asked in relaxed.preconditions.list(*part) {
                if landmark_of[index(*asked)] != NO_LANDMARK {
                    is_goal[index(landmark_of[index(*asked)])] = true;
                }
            }
        }
        let mut of_goal = vec![0; words_for(n)];
        (0..).zip(&is_goal).filter(|(_, is_goal)| **is_goal).for_each(|(landmark, _)| add(&mut of_goal, landmark));
        Self {
            task: relaxed.clone(),
            earlier: earlier_with_reasonable(task, relaxed, &graph, &is_goal),
            directly_before: graph.directly_before,
            propositions: graph.propositions,
            landmark_of,
            of_goal,
            is_true: vec![0; words_for(n)],
        }
    }

    /// The number of landmarks.
    pub fn len(&self) -> usize {
        self.propositions.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.propositions.is_empty()
    }

    /// Each landmark as facts of which one is true at some time in every plan.
    pub fn facts(&self) -> Vec<Vec<Fact>> {
        let facts_of = self.task.facts_of();
        let facts = |proposition: &u32| facts_of[index(*proposition)].iter().map(|fact| self.task.fact(*fact)).collect();
        self.propositions.iter().map(facts).collect()
    }

    /// The number of words of a set of landmarks.
    pub fn n_words(&self) -> usize {
        self.of_goal.len()
    }

    /// Accepts what is accepted in a state, given those accepted in the state before it (none in the initial state), and counts
    /// the landmarks that are still to come.
    pub fn count(&mut self, values: &[u32], accepted: &mut [u64]) -> u32 {
        let Self { task, landmark_of, earlier, directly_before, of_goal, is_true, .. } = self;
        is_true.fill(0);
        for proposition in task.true_in(values) {
            let landmark = landmark_of[index(proposition)];
            if landmark != NO_LANDMARK {
                add(is_true, landmark);
            }
        }
        let before = accepted.to_vec();
        let mut to_come = 0;
        let n_bits = self.propositions.len();
        for (place, word) in accepted.iter_mut().enumerate() {
            let news = is_true[place] & !*word;
            for bit in bits(&[news]) {
                let landmark = u32::try_from(place).unwrap_or(u32::MAX) * 64 + bit;
                let is_ready = earlier.row(landmark).iter().zip(&before).all(|(needs, has)| needs & !has == 0);
                if is_ready {
                    *word |= 1 << bit;
                }
            }
            let in_word = (n_bits - 64 * place).min(64);
            to_come += u32::try_from(in_word).unwrap_or(0) - word.count_ones();
        }
        for (place, word) in accepted.iter().enumerate() {
            let lost = word & !is_true[place];
            to_come += (lost & of_goal[place]).count_ones();
            for bit in bits(&[lost & !of_goal[place]]) {
                let landmark = u32::try_from(place).unwrap_or(u32::MAX) * 64 + bit;
                let after = directly_before.row(landmark).iter().zip(&*accepted);
                to_come += u32::from(after.into_iter().any(|(after, has)| after & !has != 0));
            }
        }
        to_come
    }
}
