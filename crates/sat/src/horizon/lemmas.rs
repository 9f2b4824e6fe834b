//! Lemmas of a solver in all frames: a clause that follows from the steps alone, without initial state and goal, holds at
//! every time.
//!
//! A solver learns such a clause for one frame after the other, and only where its search leads it. Here its short learned
//! clauses are tested by a second solver with a window of a few frames without initial state and goal. Those that hold there
//! are added to the formula for every frame (replication of conflict clauses: Shtrichman, *Pruning techniques for the
//! SAT-based bounded model checking problem*, CHARME 2001; there the derivations are traced). Runs found by the second solver
//! falsify most of the others without a query (as van Eijk, *Sequential equivalence checking based on structural
//! similarities*, 2000).

use std::collections::HashSet;

use itertools::{Itertools as _, iproduct};

use bmcplan_formula::{Lit, Var};

use crate::encode::TransitionSystem;
use crate::solver::{Answer, Evidence, Learned, Solver, SolverError};

const SPAN: usize = 3;

/// Frames before and after those of a lemma that may be needed to prove it.
const MARGIN: usize = 1;

const WINDOW: usize = SPAN + 2 * MARGIN;

/// Most literals of a learned clause that is tried. The second solver often needs only some of them.
pub(super) const LONGEST: usize = 6;

/// Most literals of a lemma: longer ones cost more than they help.
const MOST_LITERALS: usize = 3;

/// Most runs that are kept: each has a byte for every variable of the window.
const MOST_RUNS: usize = 200;

/// Copies of learned clauses that hold at every time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LemmaCopies {
    /// Copies are added once the solver has learned a thousand clauses of any kind and the formula has at least 15 frames. An
    /// easier formula is decided before copies help.
    #[default]
    Late,
    /// Copies are added to all frames from the first lemma on.
    Always,
}

/// Number of learned clauses after which lemmas are looked for among them.
const LATE: usize = 1000;

/// Number of frames of formulas in which a lemma has many more copies than it was learned for.
const MANY_FRAMES: usize = 3 * WINDOW;

pub(super) struct LemmaCopier<'s> {
    system: &'s TransitionSystem,
    /// Number of clauses still to be learned before any is tried.
    n_awaited: usize,
    /// Number of frames needed before any is tried.
    least_frames: usize,
    /// Learned clauses that are not tried yet, in frames from 0 on.
    candidates: Vec<Vec<Lit>>,
    known: HashSet<Vec<Lit>>,
    /// Second solver, with the steps of the window, once there are candidates.
    window: Option<Box<dyn Solver>>,
    runs: Vec<Vec<bool>>,
    /// Lemmas, each with the first frame of its next copy.
    lemmas: Vec<(Vec<Lit>, usize)>,
}

impl<'s> LemmaCopier<'s> {
    /// Starts collecting the lemmas of a solver. `None` if there is a clock, so that frames differ.
    pub(super) fn new(system: &'s TransitionSystem, copies: LemmaCopies) -> Option<Self> {
        let (n_awaited, least_frames) = match copies {
            LemmaCopies::Late => (LATE, MANY_FRAMES),
            LemmaCopies::Always => (0, 0),
        };
        (!system.has_clock()).then(|| Self {
            system,
            n_awaited,
            least_frames,
            candidates: Vec::new(),
            known: HashSet::new(),
            window: None,
            runs: Vec::new(),
            lemmas: Vec::new(),
        })
    }

    /// Records learned clauses. Clauses of a single literal are skipped: they depend on the time.
    pub(super) fn record(&mut self, learned: &Learned) {
        self.n_awaited = self.n_awaited.saturating_sub(learned.n_clauses);
        for clause in learned.short.clauses().filter(|clause| 1 < clause.len()) {
            if let Some(candidate) = self.at_the_front(clause)
                && self.known.insert(candidate.clone())
            {
                self.candidates.push(candidate);
            }
        }
    }

    /// Returns the copies of lemmas that a formula of `n_frames` frames has not had yet: clauses in frames from 0 on, each with
    /// the frame to which it is to be moved. `new_solver` makes another solver without clauses.
    pub(super) fn copies(
        &mut self,
        n_frames: usize,
        new_solver: impl Fn() -> Result<Box<dyn Solver>, SolverError>,
    ) -> Result<Vec<(&[Lit], usize)>, SolverError> {
        if self.n_awaited == 0 && self.least_frames <= n_frames {
            self.try_candidates(new_solver)?;
        }
        let mut copies = Vec::new();
        for (lemma, next) in &mut self.lemmas {
            while *next + WINDOW - MARGIN <= n_frames {
                copies.push((&**lemma, *next));
                *next += 1;
            }
        }
        Ok(copies)
    }

    fn try_candidates(
        &mut self,
        new_solver: impl Fn() -> Result<Box<dyn Solver>, SolverError>,
    ) -> Result<(), SolverError> {
        let (n_candidates, n_before) = (self.candidates.len(), self.lemmas.len());
        for candidate in std::mem::take(&mut self.candidates) {
            // More clauses than a step has slow the solver down.
            let is_enough = self.system.transition().len() <= self.lemmas.len();
            if is_enough || self.runs.iter().any(|run| self.refutes(run, &candidate)) {
                continue;
            }
            let window = match &mut self.window {
                Some(window) => window,
                none => none.insert(with_steps(self.system, new_solver()?)),
            };
            let negated: Vec<Lit> = candidate.iter().map(|lit| !self.system.at(*lit, MARGIN)).collect();
            match window.solve(&negated)? {
                Answer::Unsatisfiable => {
                    let failed = window.failed().unwrap_or_default().to_vec();
                    self.enter(&candidate, &failed);
                }
                Answer::Satisfiable => {
                    if let Evidence::Model(run) = window.evidence()
                        && self.runs.len() < MOST_RUNS
                    {
                        self.runs.push(run.clone());
                    }
                }
                Answer::Stopped(_) => break,
            }
        }
        log::debug!("{} lemmas among {n_candidates} learned clauses", self.lemmas.len() - n_before);
        Ok(())
    }

    /// Adds the lemma that was just proved, with those literals of the candidate that were needed: their negations failed.
    fn enter(&mut self, candidate: &[Lit], failed: &[Lit]) {
        let lemma: Vec<Lit> = failed.iter().map(|lit| !self.earlier(*lit, MARGIN)).collect();
        if MOST_LITERALS < lemma.len() {
            return;
        }
        let is_new =
            |this: &mut Self| this.at_the_front(&lemma).is_some_and(|moved| this.known.insert(moved));
        if lemma.len() == candidate.len() || is_new(self) {
            self.lemmas.push((lemma, MARGIN));
        }
    }

    /// Returns a clause moved to the frames from 0 on, its literals in order. `None` if it has no literals, or spans too many
    /// frames.
    fn at_the_front(&self, clause: &[Lit]) -> Option<Vec<Lit>> {
        let frames = clause.iter().map(|lit| lit.var().index() / self.system.n_vars());
        let (first, last) = frames.minmax().into_option()?;
        let moved = clause.iter().map(|lit| self.earlier(*lit, first)).sorted().collect();
        (last - first < SPAN).then_some(moved)
    }

    fn refutes(&self, run: &[bool], clause: &[Lit]) -> bool {
        (MARGIN..WINDOW - MARGIN).any(|frame| {
            clause.iter().all(|lit| {
                let lit = self.system.at(*lit, frame);
                run.get(lit.var().index()) == Some(&!lit.is_positive())
            })
        })
    }

    fn earlier(&self, lit: Lit, frames: usize) -> Lit {
        Var::from_index(lit.var().index() - frames * self.system.n_vars()).lit(lit.is_positive())
    }
}

fn with_steps(system: &TransitionSystem, mut solver: Box<dyn Solver>) -> Box<dyn Solver> {
    solver.reserve(WINDOW * system.n_vars());
    let parts = [(system.universal(), 1), (system.transition(), 2), (system.succession(), 3)];
    for (part, n_frames) in parts {
        for (clause, frame) in iproduct!(part.clauses(), 0..=WINDOW - n_frames) {
            let clause: Vec<Lit> = clause.iter().map(|lit| system.at(*lit, frame)).collect();
            solver.add_clause(&clause);
        }
    }
    solver
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::Stop;
    use bmcplan_formula::Cnf;

    use super::*;
    use crate::encode::{Part, SystemBuilder, Term};
    use crate::solver::SolverKind;

    /// Checks that "a light that is on stays on" is copied, and that "a light stays off" is not, whatever was learned for one
    /// time.
    #[test]
    fn clauses_that_hold_at_every_time_are_copied() {
        let mut builder = SystemBuilder::default();
        let [light, idle] = ["light", "idle"].map(|name| builder.var(name));
        builder.part(Part::Transition).rule(&[light.into()], &[Term::from(light).next()]);
        let system = builder.finish(&[], idle, Vec::new()).unwrap();
        let [before, after] = [4, 6].map(|frame| system.at(light, frame));
        let short: Cnf = [&[!before, after][..], &[before, !after]].into_iter().collect();
        let mut copier = LemmaCopier::new(&system, LemmaCopies::Always).unwrap();
        copier.record(&Learned { n_clauses: 2, short });
        let lemma = [!light, system.at(light, 2)].into_iter().sorted().collect_vec();
        let mut copies = |n_frames| {
            let copies = copier.copies(n_frames, || SolverKind::default().build(&Stop::default())).unwrap();
            let copies = copies.into_iter().map(|(clause, frame)| {
                assert_eq!(clause.iter().copied().sorted().collect_vec(), lemma);
                frame
            });
            copies.collect_vec()
        };
        assert_eq!(copies(8), [1, 2, 3, 4]);
        assert_eq!(copies(9), [5]);
    }
}
