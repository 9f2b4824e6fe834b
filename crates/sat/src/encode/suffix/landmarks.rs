//! Landmarks: sets of propositions that no chosen operator reaches, so that one more operator is needed.
//!
//! The clauses of a suffix let propositions support each other in a cycle. So the operators that a model uses are run in the
//! relaxation from the model's last frame. If the goal is not reached, the unreached propositions are a set into which every
//! suffix of a plan has to lead. One of them holds in the last frame, or a used operator makes one of them true and needs none
//! of them (a loop formula: Lin & Zhao, *ASSAT*, 2004; as a landmark: Bonet & Castillo, *A complete algorithm for generating
//! landmarks*, 2011). The smaller the set, the stronger the clause. So it is made smaller: further operators, then
//! propositions, count as reached as long as the goal stays unreached (Haslum, Slaney & Thiébaux, *Minimal landmarks for
//! optimal delete-free planning*, 2012).

use bmcplan_base::ordered::distinct;
use bmcplan_task::relaxation::{index, number};

use super::relaxation::Relaxation;

/// Propositions of the relaxation, the goal among them, that one more operator has to reach.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Landmark {
    /// For each proposition, true if it is in the set.
    pub(super) unreached: Vec<bool>,
    /// Operators that make one of the set true and need none of them, ascending.
    pub(super) operators: Vec<u32>,
}

const MOST: usize = 64;

/// Returns the landmarks against a choice of operators, `used`, from the propositions `true_now`; none if the goal is reached.
/// Operators of a higher `rank` are left out of the landmarks first.
pub(super) fn landmarks(
    relaxation: &Relaxation,
    true_now: &[u32],
    used: impl Fn(u32) -> bool,
    rank: &[u32],
) -> Vec<Landmark> {
    let mut closure = Closure::of(relaxation);
    let n_operators = number(relaxation.operators.len());
    let mut chosen: Vec<bool> = (0..n_operators).map(used).collect();
    let mut found = Vec::new();
    while found.len() < MOST {
        closure.restart(true_now, &chosen);
        if closure.reaches_goal() {
            break;
        }
        for operator in rank {
            if !closure.available[index(*operator)] {
                closure.try_operator(*operator);
            }
        }
        for proposition in (0..).take(relaxation.facts.len()) {
            if !relaxation.facts[index(proposition)].is_empty() && !closure.reached[index(proposition)] {
                closure.try_proposition(proposition);
            }
        }
        let landmark = closure.landmark();
        landmark.operators.iter().for_each(|operator| chosen[index(*operator)] = true);
        let is_dead_end = landmark.operators.is_empty();
        found.push(landmark);
        if is_dead_end {
            break;
        }
    }
    found
}

/// Propositions reached by the available operators.
struct Closure<'r> {
    relaxation: &'r Relaxation,
    reached: Vec<bool>,
    available: Vec<bool>,
    /// For each part the number of its unreached needs.
    n_missing: Vec<u32>,
    /// Reached propositions, in the order in which they were reached.
    trail: Vec<u32>,
    /// Number of these whose consequences are computed.
    n_done: usize,
}

impl<'r> Closure<'r> {
    fn of(relaxation: &'r Relaxation) -> Self {
        Self {
            relaxation,
            reached: Vec::new(),
            available: Vec::new(),
            n_missing: Vec::new(),
            trail: Vec::new(),
            n_done: 0,
        }
    }

    fn restart(&mut self, true_now: &[u32], available: &[bool]) {
        self.reached = vec![false; self.relaxation.facts.len()];
        self.available = available.to_vec();
        self.n_missing = self.relaxation.parts.iter().map(|part| number(part.needs.len())).collect();
        self.trail.clear();
        self.n_done = 0;
        true_now.iter().for_each(|proposition| self.reach(*proposition));
        for part in (0..).take(self.relaxation.parts.len()) {
            self.run(part);
        }
        self.propagate();
    }

    fn reaches_goal(&self) -> bool {
        self.reached[index(self.relaxation.goal)]
    }

    fn reach(&mut self, proposition: u32) {
        if !std::mem::replace(&mut self.reached[index(proposition)], true) {
            self.trail.push(proposition);
        }
    }

    /// Makes a part's propositions true if it is available and misses nothing.
    fn run(&mut self, part: u32) {
        let relaxation = self.relaxation;
        let definition = &relaxation.parts[index(part)];
        if self.n_missing[index(part)] == 0
            && definition.operator.is_none_or(|operator| self.available[index(operator)])
        {
            definition.adds.iter().for_each(|added| self.reach(*added));
        }
    }

    fn propagate(&mut self) {
        let relaxation = self.relaxation;
        while !self.reaches_goal() {
            let Some(proposition) = self.trail.get(self.n_done) else { break };
            self.n_done += 1;
            for part in &relaxation.needed_by[index(*proposition)] {
                self.n_missing[index(*part)] -= 1;
                self.run(*part);
            }
        }
    }

    /// Makes `operator` available unless the goal is then reached.
    fn try_operator(&mut self, operator: u32) {
        let relaxation = self.relaxation;
        let n_before = self.trail.len();
        self.available[index(operator)] = true;
        relaxation.parts_of[index(operator)].iter().for_each(|part| self.run(*part));
        self.propagate();
        if self.reaches_goal() {
            self.available[index(operator)] = false;
            self.back_to(n_before);
        }
    }

    /// Makes `proposition` true unless the goal is then reached.
    fn try_proposition(&mut self, proposition: u32) {
        let n_before = self.trail.len();
        self.reach(proposition);
        self.propagate();
        if self.reaches_goal() {
            self.back_to(n_before);
        }
    }

    fn back_to(&mut self, n_before: usize) {
        let relaxation = self.relaxation;
        for (place, proposition) in self.trail.iter().enumerate().skip(n_before) {
            self.reached[index(*proposition)] = false;
            if place < self.n_done {
                for part in &relaxation.needed_by[index(*proposition)] {
                    self.n_missing[index(*part)] += 1;
                }
            }
        }
        self.trail.truncate(n_before);
        self.n_done = n_before;
    }

    fn landmark(&self) -> Landmark {
        let unreached: Vec<bool> = self.reached.iter().map(|reached| !reached).collect();
        // Operators with a part that makes one of these propositions true and needs none of them.
        let is_in =
            |propositions: &[u32]| propositions.iter().any(|proposition| unreached[index(*proposition)]);
        let parts = self.relaxation.parts.iter().filter(|part| is_in(&part.adds) && !is_in(&part.needs));
        let operators = distinct(parts.filter_map(|part| part.operator).collect());
        Landmark { unreached, operators }
    }
}
