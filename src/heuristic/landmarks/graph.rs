//! Landmarks of the delete relaxation and their orders.
//!
//! A proposition is a landmark if the goal cannot be reached without it (Zhu & Givan, *Landmark extraction via planning graph
//! propagation*, 2003). A relaxed plan has all of them, so only its propositions are tried: each is forbidden, and if the goal is out
//! of reach then, it is a landmark, and comes before everything else that is out of reach. The parts that are in reach then and make
//! it true are its first achievers: what all of them need must be true directly before it, which is a *greedy-necessary* order
//! (Hoffmann, Porteous & Sebastia, *Ordered landmarks in planning*, 2004).

use super::super::relaxed_task::RelaxedTask;
use super::bit_rows::BitRows;
use crate::relaxation::{index, number};
use crate::stop::Stop;

/// The landmarks, numbered from 0, and what comes before what.
#[derive(Debug)]
pub(super) struct LandmarkGraph {
    /// The proposition of each.
    pub(super) propositions: Vec<u32>,
    /// For each the landmarks that are true before it is true for the first time.
    pub(super) earlier: BitRows,
    /// For each the landmarks that it must be true directly before.
    pub(super) directly_before: BitRows,
    /// For each the landmarks that must be true directly before it.
    pub(super) directly_after: BitRows,
}

/// The greatest number of preconditions that are looked at.
const EFFORT: usize = 1 << 26;

/// The greatest number of landmarks.
const MOST_LANDMARKS: usize = 1 << 11;

/// Relaxed reachability where one proposition is forbidden.
struct Forbidding<'t> {
    task: &'t RelaxedTask,
    /// For each part the number of its preconditions.
    n_preconditions: Vec<u32>,
    n_missing: Vec<u32>,
    is_reached: Vec<bool>,
    open: Vec<u32>,
    /// The parts in reach that make the forbidden proposition true.
    achievers: Vec<u32>,
    effort: usize,
}

impl LandmarkGraph {
    /// The landmarks among some propositions, and their orders. Only propositions that can be seen in a state are landmarks.
    pub(super) fn of(task: &RelaxedTask, values: &[u32], candidates: &[u32], stop: &Stop) -> Self {
        let mut search = Forbidding {
            n_preconditions: (0..number(task.n_parts())).map(|part| number(task.preconditions.list(part).len())).collect(),
            n_missing: Vec::new(),
            is_reached: vec![false; task.n_propositions],
            open: Vec::new(),
            achievers: Vec::new(),
            effort: 0,
            task,
        };
        let mut propositions = Vec::new();
        // For each landmark the candidates out of reach without it, and what all its first achievers need.
        let (mut later, mut needs): (Vec<Vec<u32>>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
        for candidate in candidates {
            if EFFORT < search.effort || propositions.len() == MOST_LANDMARKS || stop.is_raised() {
                break;
            }
            if search.reaches_goal(values, *candidate) {
                continue;
            }
            propositions.push(*candidate);
            later.push(candidates.iter().copied().filter(|other| !search.is_reached[index(*other)]).collect());
            needs.push(search.needed_by_all_achievers());
        }
        let n = propositions.len();
        let mut number_of = vec![u32::MAX; task.n_propositions];
        for (landmark, proposition) in (0..).zip(&propositions) {
            number_of[index(*proposition)] = landmark;
        }
        let known = |list: &[u32]| -> Vec<u32> {
            let numbers = list.iter().map(|proposition| number_of[index(*proposition)]);
            numbers.filter(|landmark| *landmark != u32::MAX).collect()
        };
        let rows = || BitRows::empty(n, n);
        let (mut earlier, mut directly_before, mut directly_after) = (rows(), rows(), rows());
        for (landmark, (later, needs)) in (0..).zip(later.iter().zip(&needs)) {
            let later = known(later).into_iter().filter(|other| *other != landmark);
            later.for_each(|other| earlier.add(other, landmark));
            for other in known(needs).into_iter().filter(|other| *other != landmark) {
                directly_before.add(other, landmark);
                directly_after.add(landmark, other);
            }
        }
        Self { propositions, earlier, directly_before, directly_after }
    }
}

impl Forbidding<'_> {
    /// True if the goal is in reach. If it is not, everything in reach is known afterwards.
    fn reaches_goal(&mut self, values: &[u32], forbidden: u32) -> bool {
        let Self { task, n_preconditions, n_missing, is_reached, open, achievers, effort } = self;
        n_missing.clone_from(n_preconditions);
        is_reached.fill(false);
        open.clear();
        achievers.clear();
        *effort += n_missing.len() / 8;
        let mut reach = |open: &mut Vec<u32>, proposition: u32| {
            if proposition != forbidden && !std::mem::replace(&mut is_reached[index(proposition)], true) {
                open.push(proposition);
            }
        };
        task.true_in(values).for_each(|proposition| reach(open, proposition));
        while let Some(proposition) = open.pop() {
            if proposition == task.goal {
                return true;
            }
            let needed_by = task.needed_by.list(proposition);
            *effort += needed_by.len() + 1;
            for part in needed_by {
                let missing = &mut n_missing[index(*part)];
                *missing -= 1;
                if *missing == 0 {
                    for added in task.adds.list(*part) {
                        if *added == forbidden {
                            achievers.push(*part);
                        }
                        reach(open, *added);
                    }
                }
            }
        }
        false
    }

    /// The preconditions that all first achievers share.
    fn needed_by_all_achievers(&self) -> Vec<u32> {
        let Some((first, others)) = self.achievers.split_first() else { return Vec::new() };
        let mut shared = self.task.preconditions.list(*first).to_vec();
        for other in others {
            let needs = self.task.preconditions.list(*other);
            shared.retain(|asked| needs.binary_search(asked).is_ok());
        }
        shared
    }
}
