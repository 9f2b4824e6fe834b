//! Open goals first: a decision rule for formulas of plans, which works back from what is still to be made true.
//!
//! A literal of the goal is followed back in time: to the last step before which it is known to be false. There something has
//! to make it true, and unless something does already, a move that may is what is decided. What a move needs is followed back
//! likewise. When nothing is open, everything stays as it is where it may (Rintanen, *Planning as satisfiability:
//! heuristics*, 2012). Solvers that know nothing of plans decide by conflicts alone and first have to make some.

use std::rc::Rc;

use super::supports::Supports;
use crate::formula::{Lit, Var};
use crate::solver::DecisionRule;

/// The rule for a formula of so many frames.
pub(super) struct OpenGoals {
    supports: Rc<Supports>,
    goal: Vec<Lit>,
    n_vars: usize,
    n_frames: usize,
    /// When each variable was last visited.
    visited: Vec<u32>,
    now: u32,
    open: Vec<(Lit, usize)>,
    /// How many of the literals that remain when nothing is open are known to have values, and so it was at each level.
    settled: usize,
    levels: Vec<usize>,
}

impl OpenGoals {
    /// The goal is that of the last frame.
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

    /// A move that makes true what is open: the earliest.
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

    /// Follows a state literal back to what makes it true: a move that is decided, if any.
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

    /// The default decision: first let true facts persist; then set all other open variables false.
    fn rest(&mut self, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Lit> {
        let n_facts = self.supports.facts().len();
        let n_stays = n_facts * (self.n_frames - 1);
        while self.settled < n_stays {
            let (frame, fact) = (self.settled / n_facts, self.supports.facts()[self.settled % n_facts]);
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
