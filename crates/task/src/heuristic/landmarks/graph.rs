//! Landmarks of the delete relaxation and their orders.
//!
//! A proposition is a landmark if the goal cannot be reached without it (Zhu & Givan, *Landmark extraction via planning graph
//! propagation*, 2003). A relaxed plan contains all landmarks, so only its propositions are tried. Each is forbidden in turn.
//! If the goal is then unreachable, it is a landmark, and comes before everything else that is then unreachable. The parts that
//! are then reachable and make it true are its first achievers. What all of them need must be true directly before it, which is
//! a *greedy-necessary* order (Hoffmann, Porteous & Sebastia, *Ordered landmarks in planning*, 2004).
//!
//! Where first achievers need different things, these make a disjunctive landmark, of which one must be true (Porteous &
//! Cresswell, *Extending landmarks analysis to reason about resources and repetition*, 2002). Its members are values of one
//! variable, or else propositions chosen so that they are few.

use std::collections::HashMap;

use bmcplan_base::ordered::sort;
use bmcplan_base::stop::Stop;

use super::super::relaxed_task::RelaxedTask;
use super::bit_rows::{BitRows, add, has, words_for};
use crate::relaxation::{index, number};

/// Landmarks, numbered from 0, and their orders.
#[derive(Debug)]
pub(super) struct LandmarkGraph {
    /// Propositions of each landmark, ascending: one of them must be true.
    pub(super) landmarks: Vec<Vec<u32>>,
    /// For each landmark, those that are true before it is true for the first time.
    pub(super) earlier: BitRows,
    /// For each landmark, those that it must be true directly before.
    pub(super) directly_before: BitRows,
    /// For each landmark, those that must be true directly before it.
    pub(super) directly_after: BitRows,
}

const EFFORT: usize = 1 << 26;

const MOST_LANDMARKS: usize = 1 << 11;

const MOST_CHOICES: usize = 4;

/// Relaxed reachability without some forbidden propositions.
struct Forbidding<'t> {
    task: &'t RelaxedTask,
    n_preconditions: Vec<u32>,
    n_missing: Vec<u32>,
    is_reached: Vec<bool>,
    open: Vec<u32>,
    achievers: Vec<u32>,
    effort: usize,
}

impl LandmarkGraph {
    /// Finds the landmarks among `candidates`, those that follow from their achievers, and their orders. Only propositions of
    /// facts are in landmarks: `facts_of` gives for each proposition the facts that make it true.
    pub(super) fn of(
        task: &RelaxedTask,
        values: &[u32],
        candidates: &[u32],
        facts_of: &[Vec<u32>],
        stop: &Stop,
    ) -> Self {
        let preconditions =
            (0..number(task.n_parts())).map(|part| number(task.preconditions.list(part).len()));
        let mut search = Forbidding {
            n_preconditions: preconditions.collect(),
            n_missing: Vec::new(),
            is_reached: vec![false; task.n_propositions],
            open: Vec::new(),
            achievers: Vec::new(),
            effort: 0,
            task,
        };
        let mut is_true = vec![false; task.n_propositions];
        task.true_in(values).for_each(|proposition| is_true[index(proposition)] = true);
        let seen = |proposition: &u32| !facts_of[index(*proposition)].is_empty();
        let mut tried: Vec<Vec<u32>> = candidates.iter().filter(|p| seen(p)).map(|p| vec![*p]).collect();
        let mut known: HashMap<Vec<u32>, Option<u32>> = tried.iter().map(|set| (set.clone(), None)).collect();
        // For each landmark the propositions unreachable without it, and what its first achievers need.
        let (mut landmarks, mut later, mut needs) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(set) = tried.get(next).cloned() {
            next += 1;
            if EFFORT < search.effort || landmarks.len() == MOST_LANDMARKS || stop.is_raised() {
                break;
            }
            let is_simple =
                |proposition: &u32| matches!(known.get(std::slice::from_ref(proposition)), Some(Some(_)));
            if 1 < set.len() && set.iter().any(is_simple) || search.reaches_goal(values, &set) {
                continue;
            }
            known.insert(set.clone(), Some(number(landmarks.len())));
            later.push(search.out_of_reach());
            let mut needed: Vec<Vec<u32>> =
                search.needed_by_all_achievers().into_iter().map(|p| vec![p]).collect();
            let choices = search.choices(|p| seen(&p) && !is_true[index(p)], |p| facts_of[index(p)][0]);
            for choice in choices {
                if !known.contains_key(&choice) {
                    known.insert(choice.clone(), None);
                    tried.push(choice.clone());
                }
                needed.push(choice);
            }
            needs.push(needed);
            landmarks.push(set);
        }
        let n = landmarks.len();
        let rows = || BitRows::empty(n, n);
        let (mut earlier, mut directly_before, mut directly_after) = (rows(), rows(), rows());
        for (landmark, (later, needs)) in (0..).zip(later.iter().zip(&needs)) {
            for (other, set) in (0..).zip(&landmarks).filter(|(other, _)| *other != landmark) {
                if set.iter().all(|proposition| has(later, *proposition)) {
                    earlier.add(other, landmark);
                }
            }
            let needed = needs.iter().filter_map(|set| known.get(set).copied().flatten());
            for other in needed.filter(|other| *other != landmark) {
                directly_before.add(other, landmark);
                directly_after.add(landmark, other);
            }
        }
        Self { landmarks, earlier, directly_before, directly_after }
    }
}

impl Forbidding<'_> {
    /// Checks whether the goal is reachable. If it is not, `is_reached` is complete afterwards.
    fn reaches_goal(&mut self, values: &[u32], forbidden: &[u32]) -> bool {
        let Self { task, n_preconditions, n_missing, is_reached, open, achievers, effort } = self;
        n_missing.clone_from(n_preconditions);
        is_reached.fill(false);
        open.clear();
        achievers.clear();
        *effort += n_missing.len() / 8;
        let mut reach = |open: &mut Vec<u32>, proposition: u32| {
            if !forbidden.contains(&proposition)
                && !std::mem::replace(&mut is_reached[index(proposition)], true)
            {
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
                        if forbidden.contains(added) {
                            achievers.push(*part);
                        }
                        reach(open, *added);
                    }
                }
            }
        }
        false
    }

    fn needed_by_all_achievers(&self) -> Vec<u32> {
        let Some((first, others)) = self.achievers.split_first() else { return Vec::new() };
        let mut shared = self.task.preconditions.list(*first).to_vec();
        for other in others {
            let needs = self.task.preconditions.list(*other);
            shared.retain(|asked| needs.binary_search(asked).is_ok());
        }
        shared
    }

    fn out_of_reach(&self) -> Vec<u64> {
        let mut set = vec![0; words_for(self.is_reached.len())];
        let out = (0..).zip(&self.is_reached).filter(|(_, is_reached)| !**is_reached);
        out.for_each(|(proposition, _)| add(&mut set, proposition));
        set
    }

    /// Returns small sets of wanted propositions such that every first achiever needs one of each set. There is a set for each
    /// variable that all achievers require something of, and one more set of other propositions. The variable of a proposition
    /// is that of its first fact.
    fn choices(&self, is_wanted: impl Fn(u32) -> bool, first_fact: impl Fn(u32) -> u32) -> Vec<Vec<u32>> {
        let mut asked: Vec<Vec<u32>> = Vec::with_capacity(self.achievers.len());
        for part in &self.achievers {
            asked.push(
                self.task.preconditions.list(*part).iter().copied().filter(|p| is_wanted(*p)).collect(),
            );
        }
        let Some(first) = asked.first() else { return Vec::new() };
        let variable = |proposition: u32| self.task.siblings(first_fact(proposition)).start;
        let mut sets: Vec<Vec<u32>> = Vec::new();
        for of_variable in first.iter().map(|proposition| variable(*proposition)) {
            let mut set = Vec::new();
            for asked in &asked {
                let of_same = asked.iter().find(|proposition| variable(**proposition) == of_variable);
                let Some(proposition) = of_same.filter(|_| set.len() <= MOST_CHOICES) else {
                    set.clear();
                    break;
                };
                if !set.contains(proposition) {
                    set.push(*proposition);
                }
            }
            if (2..=MOST_CHOICES).contains(&set.len()) {
                sort(&mut set);
                sets.push(set);
            }
        }
        asked.iter_mut().for_each(|asked| asked.retain(|p| !sets.iter().any(|set| set.contains(p))));
        sets.extend(few_of_all(asked));
        sets
    }
}

/// Returns a small hitting set of the lists, greedily: the most frequent member first.
fn few_of_all(mut lists: Vec<Vec<u32>>) -> Option<Vec<u32>> {
    let mut set = Vec::new();
    while !lists.is_empty() {
        let mut members = lists.concat();
        sort(&mut members);
        let most = members.chunk_by(|a, b| a == b).rev().max_by_key(|same| same.len())?[0];
        lists.retain(|list| !list.contains(&most));
        set.push(most);
        if MOST_CHOICES < set.len() {
            return None;
        }
    }
    sort(&mut set);
    (1 < set.len()).then_some(set)
}
