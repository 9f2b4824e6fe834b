//! Open goals first: a decision rule for formulas of plans, which works back from literals that still have to be made true.
//!
//! A literal of the goal is followed back in time, to the last step before which the literal is known to be false. There some
//! operator has to make it true. Unless one does already, the rule decides for an operator that can. The needs of an operator
//! are followed back likewise. When nothing is open, facts persist where they can (Rintanen, *Planning as satisfiability:
//! heuristics*, 2012).
//!
//! The supports of literals are read off the clauses. If `¬a ∨ l'` is in the transition, a makes l true in the next frame; if
//! `¬a ∨ p` is, a needs p. A literal of neither a state nor an operator is defined by the clauses of every frame. It implies
//! single literals, its needs, or at least one literal of a set, its choices.

use std::rc::Rc;

use bmcplan_formula::{Lit, Var};

use crate::encode::TransitionSystem;
use crate::solver::DecisionRule;

pub(super) struct OpenGoals {
    supports: Rc<Supports>,
    goal: Vec<Lit>,
    n_vars: usize,
    n_frames: usize,
    /// Time of each variable's last visit.
    visited: Vec<u32>,
    now: u32,
    open: Vec<(Lit, usize)>,
    /// Number of default decisions that are known to be made already, from the first on.
    settled: usize,
    /// The same number at each decision level.
    levels: Vec<usize>,
}

impl OpenGoals {
    pub(super) fn new(supports: Rc<Supports>, goal: &[Lit], n_vars: usize, n_frames: usize) -> Self {
        Self {
            supports,
            goal: goal.to_vec(),
            n_vars,
            n_frames,
            visited: vec![0; n_vars * n_frames],
            now: 0,
            open: Vec::new(),
            settled: 0,
            levels: Vec::new(),
        }
    }

    fn at(&self, lit: Lit, frame: usize) -> Lit {
        Var::from_index(frame * self.n_vars + lit.var().index()).lit(lit.is_positive())
    }

    fn open_goal(&mut self, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Lit> {
        self.now += 1;
        let last = self.n_frames - 1;
        self.open.clear();
        self.open.extend(self.goal.iter().rev().map(|lit| (*lit, last)));
        let supports = self.supports.clone();
        while let Some((lit, frame)) = self.open.pop() {
            let visited = &mut self.visited[frame * self.n_vars + lit.var().index()];
            if *visited == self.now {
                continue;
            }
            *visited = self.now;
            if !supports.is_state(lit) {
                self.open.extend(supports.needs(lit).iter().map(|need| (*need, frame)));
                for choice in supports.choices(lit) {
                    let is_met = choice.iter().any(|one| value(self.at(*one, frame)) == Some(true));
                    let may = choice.iter().find(|one| value(self.at(**one, frame)).is_none());
                    self.open.extend(may.filter(|_| !is_met).map(|one| (*one, frame)));
                }
                continue;
            }
            if let Some(decision) = self.follow(lit, frame, &supports, value) {
                return Some(decision);
            }
        }
        None
    }

    /// Follows a state literal back to the step that makes it true; returns an operator to decide for, if any.
    fn follow(
        &mut self,
        lit: Lit,
        frame: usize,
        supports: &Supports,
        value: &dyn Fn(Lit) -> Option<bool>,
    ) -> Option<Lit> {
        let mut after = value(self.at(lit, frame));
        for before in (0..frame).rev() {
            let now = value(self.at(lit, before));
            if now != Some(true) && after != Some(false) {
                let makers = supports.makers(lit);
                if after == Some(true)
                    && let Some(maker) =
                        makers.iter().find(|maker| value(self.at(**maker, before)) == Some(true))
                {
                    self.open.extend(supports.needs(*maker).iter().map(|need| (*need, before)));
                    return None;
                }
                if now == Some(false) {
                    let free = makers.iter().filter(|maker| value(self.at(**maker, before)).is_none());
                    let unmet = |maker: &&Lit| {
                        let needs = supports.needs(**maker).iter();
                        needs.filter(|need| value(self.at(**need, before)) != Some(true)).count()
                    };
                    return free.min_by_key(unmet).map(|maker| self.at(*maker, before));
                }
            }
            if now == Some(false) {
                return None;
            }
            after = now;
        }
        None
    }

    /// Returns the default decision: first let true facts persist; then set all other open variables false.
    fn rest(&mut self, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Lit> {
        let n_facts = self.supports.facts.len();
        let n_stays = n_facts * (self.n_frames - 1);
        while self.settled < n_stays {
            let (frame, fact) = (self.settled / n_facts, self.supports.facts[self.settled % n_facts]);
            let after = self.at(fact, frame + 1);
            if value(after).is_none() && value(self.at(fact, frame)) == Some(true) {
                return Some(after);
            }
            self.settled += 1;
        }
        while self.settled < n_stays + self.n_vars * self.n_frames {
            let lit = Var::from_index(self.settled - n_stays).positive();
            if value(lit).is_none() {
                return Some(!lit);
            }
            self.settled += 1;
        }
        None
    }
}

impl DecisionRule for OpenGoals {
    fn decide(&mut self, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Lit> {
        if self.settled == 0
            && let Some(decision) = self.open_goal(value)
        {
            return Some(decision);
        }
        self.rest(value)
    }

    fn open_level(&mut self) {
        self.levels.push(self.settled);
    }

    fn close_levels(&mut self, n: usize) {
        let left = self.levels.len().saturating_sub(n);
        self.settled = self.levels.get(left).copied().unwrap_or(0);
        self.levels.truncate(left);
    }
}

/// Supports of a system's literals, by their codes: the literals that make them true, and the literals that follow from them.
#[derive(Debug)]
pub(super) struct Supports {
    is_state: Vec<bool>,
    makers: Vec<Vec<Lit>>,
    needs: Vec<Vec<Lit>>,
    choices: Vec<Vec<Vec<Lit>>>,
    /// Literals that represent a value of a variable.
    facts: Vec<Lit>,
}

impl Supports {
    pub(super) fn of(system: &TransitionSystem) -> Self {
        let n_vars = system.n_vars();
        let mut is_state = vec![false; n_vars];
        let facts: Vec<Lit> = system.state_literals().collect();
        facts.iter().for_each(|lit| is_state[lit.var().index()] = true);
        let mut supports = Self {
            makers: vec![Vec::new(); 2 * n_vars],
            needs: vec![Vec::new(); 2 * n_vars],
            choices: vec![Vec::new(); 2 * n_vars],
            facts,
            is_state,
        };
        supports.read_transition(system, n_vars);
        for clause in system.universal().clauses() {
            for lit in clause.iter().filter(|lit| !supports.is_state[lit.var().index()]) {
                let rest: Vec<Lit> = clause.iter().copied().filter(|other| other != lit).collect();
                match rest.as_slice() {
                    [only] => supports.needs[(!*lit).code()].push(*only),
                    _ => supports.choices[(!*lit).code()].push(rest),
                }
            }
        }
        supports
    }

    fn read_transition(&mut self, system: &TransitionSystem, n_vars: usize) {
        for clause in system.transition().clauses() {
            let [a, b] = clause else { continue };
            for (cause, effect) in [(!*a, *b), (!*b, *a)] {
                let is_now = cause.var().index() < n_vars;
                if !is_now || self.is_state[cause.var().index()] || cause.var() == system.idle().var() {
                    continue;
                }
                let index = effect.var().index() % n_vars;
                let lit = Var::from_index(index).lit(effect.is_positive());
                if effect.var().index() < n_vars {
                    self.needs[cause.code()].push(lit);
                } else if self.is_state[index] {
                    self.makers[lit.code()].push(cause);
                }
            }
        }
        // An operator that excludes another one, or itself, has no need by that.
        let is_state = &self.is_state;
        let is_defined = |lit: &Lit| !is_state[lit.var().index()];
        let mut defined = vec![false; n_vars];
        for lit in system.universal().clauses().flatten().filter(|lit| is_defined(lit)) {
            defined[lit.var().index()] = true;
        }
        for needs in &mut self.needs {
            needs.retain(|lit| is_state[lit.var().index()] || defined[lit.var().index()]);
        }
    }

    /// Checks whether a literal describes a state: then it persists unless an operator makes it false.
    fn is_state(&self, lit: Lit) -> bool {
        self.is_state[lit.var().index()]
    }

    fn makers(&self, lit: Lit) -> &[Lit] {
        &self.makers[lit.code()]
    }

    /// Returns the literals that are true in every frame in which this one is.
    fn needs(&self, lit: Lit) -> &[Lit] {
        &self.needs[lit.code()]
    }

    /// Returns sets of literals, at least one of which is true in every frame in which this one is.
    fn choices(&self, lit: Lit) -> &[Vec<Lit>] {
        &self.choices[lit.code()]
    }
}
