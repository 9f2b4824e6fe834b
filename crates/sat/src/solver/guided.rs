//! A solver with an external decision rule: batsat with decisions by a callback.
//!
//! batsat decides on the variable of greatest activity and has no hook for another choice. So only *dummy variables* are
//! decision variables here. These occur in no clause. Whenever one is decided, the rule returns a literal. batsat gets this
//! literal from a theory (Ganzinger et al., *DPLL(T): fast decision procedures*, 2004) as a consequence of the dummy
//! variable. No other literal depends directly on the dummy variable, and all others of its level depend on the literal. So
//! the first unique implication point of a conflict is never a dummy variable, and no learned clause mentions one. Learned
//! clauses do not depend on later decisions.

use std::cell::Cell;
use std::rc::Rc;

use ::batsat::intmap::AsIndex as _;
use ::batsat::theory::{Theory, TheoryArg};
use ::batsat::{Callbacks, ClauseKind, SolverInterface as _, SolverOpts, lbool};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::Lit;

use crate::solver::batsat::to_batsat;

/// Rule for the next decision of a solver.
pub trait DecisionRule {
    /// Returns a literal without a value, which the solver makes true; `None` if every variable has a value.
    fn decide(&mut self, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Lit>;

    /// Opens a level: decisions made in it are undone together.
    fn open_level(&mut self);

    /// Undoes the last `n` levels.
    fn close_levels(&mut self, n: usize);
}

/// Outcome of a bounded call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuidedAnswer {
    /// Satisfiable, with the value of every variable in a model.
    Satisfiable(Vec<bool>),
    /// No model exists.
    Unsatisfiable,
    /// The effort was spent first. The next call continues with the learned clauses.
    Spent,
    /// The stop flag was raised.
    Stopped(StopReason),
}

const CONFLICT: u64 = 200;

/// Effort in literals that were given a value; unlike time, it is the same in every run.
#[derive(Clone, Default)]
struct Effort {
    spent: Rc<Cell<u64>>,
    limit: Rc<Cell<u64>>,
}

impl Effort {
    fn add(&self, effort: u64) {
        self.spent.set(self.spent.get().saturating_add(effort));
    }
}

struct UntilSpent {
    effort: Effort,
    stop: Stop,
}

impl Callbacks for UntilSpent {
    fn stop(&self) -> bool {
        self.effort.limit.get() <= self.effort.spent.get() || self.stop.is_raised()
    }

    fn on_new_clause(&mut self, _: &[::batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.effort.add(CONFLICT);
        }
    }
}

struct Guide<R> {
    rule: R,
    /// Index of the first dummy variable.
    n_vars: usize,
    n_levels: usize,
    /// Choices of the rule, each with its dummy variable.
    chosen: Vec<(::batsat::Lit, [::batsat::Lit; 1])>,
    /// Number of literals that had a value when the solver last checked.
    n_seen: usize,
    effort: Effort,
}

impl<R: DecisionRule> Theory for Guide<R> {
    fn final_check(&mut self, _: &mut TheoryArg<'_>) {}

    fn create_level(&mut self) {
        self.n_levels += 1;
        self.rule.open_level();
    }

    fn pop_levels(&mut self, n: usize) {
        self.n_levels -= n;
        self.rule.close_levels(n);
    }

    fn n_levels(&self) -> usize {
        self.n_levels
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        let trail = acts.model();
        let new = trail.len().saturating_sub(self.n_seen);
        self.n_seen = trail.len();
        self.effort.add(u64::try_from(new).unwrap_or(u64::MAX).saturating_add(4));
        let Some(dummy) = trail.last().copied().filter(|lit| self.n_vars <= lit.var().as_index()) else {
            return;
        };
        let value = |lit: Lit| {
            let truth = acts.value(::batsat::Lit::from_index(lit.code()).var());
            if truth == lbool::UNDEF { None } else { Some((truth == lbool::TRUE) == lit.is_positive()) }
        };
        if let Some(lit) = self.rule.decide(&value) {
            let lit = ::batsat::Lit::from_index(lit.code());
            self.chosen.truncate(self.n_levels);
            self.chosen.push((lit, [dummy]));
            acts.propagate(lit);
        }
    }

    fn explain_propagation(&mut self, lit: ::batsat::Lit) -> &[::batsat::Lit] {
        self.chosen.iter().rev().find(|(chosen, _)| *chosen == lit).map_or(&[], |(_, dummy)| dummy)
    }
}

/// batsat with a decision rule. Its variables are created first, all at once.
pub struct GuidedSolver<R> {
    solver: ::batsat::Solver<UntilSpent>,
    guide: Guide<R>,
    n_dummy_variables: usize,
    stop: Stop,
}

impl<R: DecisionRule> GuidedSolver<R> {
    /// Builds a solver with `n_vars` variables and no clauses.
    pub fn new(n_vars: usize, rule: R, stop: &Stop) -> Self {
        let effort = Effort::default();
        let callbacks = UntilSpent { effort: effort.clone(), stop: stop.clone() };
        let mut solver = ::batsat::Solver::new(SolverOpts::default(), callbacks);
        for _ in 0..n_vars {
            solver.new_var(lbool::UNDEF, false);
        }
        let guide = Guide { rule, n_vars, n_levels: 0, chosen: Vec::new(), n_seen: 0, effort };
        Self { solver, guide, n_dummy_variables: 0, stop: stop.clone() }
    }

    /// Adds a clause permanently.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut to_batsat(clause));
    }

    /// Returns the number of conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// Returns the effort spent so far, in literals.
    pub fn spent(&self) -> u64 {
        self.guide.effort.spent.get()
    }

    /// Decides whether there is a model, with limited `effort`. Decisions are made anew in every call. So if nothing was
    /// learned, a call with the same effort gets no further.
    pub fn solve(&mut self, effort: u64) -> GuidedAnswer {
        self.guide.effort.limit.set(self.spent().saturating_add(effort));
        if self.n_dummy_variables == 0 {
            self.add_pickets(self.guide.n_vars / 8 + 64);
        }
        loop {
            if let Some(reason) = self.stop.reason() {
                return GuidedAnswer::Stopped(reason);
            }
            let result = self.solver.solve_limited_th(&mut self.guide, &[]);
            if result == lbool::FALSE {
                return GuidedAnswer::Unsatisfiable;
            }
            if result == lbool::TRUE {
                let model = self.solver.get_model().iter().take(self.guide.n_vars);
                let model: Vec<lbool> = model.copied().collect();
                if !model.contains(&lbool::UNDEF) {
                    return GuidedAnswer::Satisfiable(
                        model.into_iter().map(|value| value == lbool::TRUE).collect(),
                    );
                }
                // All dummy variables were decided, and there was more to decide.
                self.add_pickets(self.n_dummy_variables);
            } else if self.stop.reason().is_none() {
                return GuidedAnswer::Spent;
            }
        }
    }

    fn add_pickets(&mut self, n: usize) {
        for _ in 0..n {
            self.solver.new_var(lbool::TRUE, true);
        }
        self.n_dummy_variables += n;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use bmcplan_formula::Var;

    use super::*;
    use crate::solver::{Answer, SolverKind};

    struct Random {
        n_vars: usize,
        seed: usize,
        levels: Vec<usize>,
    }

    impl DecisionRule for Random {
        fn decide(&mut self, value: &dyn Fn(Lit) -> Option<bool>) -> Option<Lit> {
            self.seed =
                self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let start = (self.seed >> 33) % self.n_vars;
            let mut order =
                (start..self.n_vars).chain(0..start).map(|index| Var::from_index(index).positive());
            let free = order.find(|lit| value(*lit).is_none())?;
            Some(if self.seed >> 62 & 1 == 0 { free } else { !free })
        }

        fn open_level(&mut self) {
            self.levels.push(self.seed);
        }

        fn close_levels(&mut self, n: usize) {
            self.levels.truncate(self.levels.len() - n);
        }
    }

    proptest! {
        #[test]
        fn answers_are_those_of_other_solvers(
            clauses in prop::collection::vec(prop::collection::vec((0..12_usize, any::<bool>()), 1..4), 0..70),
            seed in any::<usize>(),
            mut effort in 1..3000_u64,
        ) {
            let clauses: Vec<Vec<Lit>> = clauses
                .iter()
                .map(|clause| clause.iter().map(|(var, sign)| Var::from_index(*var).lit(*sign)).collect())
                .collect();
            let stop = Stop::default();
            let mut other = SolverKind::Batsat.build(&stop).unwrap();
            other.reserve(12);
            let mut guided = GuidedSolver::new(12, Random { n_vars: 12, seed, levels: Vec::new() }, &stop);
            for clause in &clauses {
                other.add_clause(clause);
                guided.add_clause(clause);
            }
            let answer = loop {
                match guided.solve(effort) {
                    // If nothing was learned, the same effort gets no further.
                    GuidedAnswer::Spent => effort *= 2,
                    answer => break answer,
                }
            };
            match (answer, other.solve(&[]).unwrap()) {
                (GuidedAnswer::Unsatisfiable, Answer::Unsatisfiable) => {}
                (GuidedAnswer::Satisfiable(model), Answer::Satisfiable) => {
                    let holds = |clause: &Vec<Lit>| {
                        clause.iter().any(|lit| model[lit.var().index()] == lit.is_positive())
                    };
                    prop_assert!(clauses.iter().all(holds));
                }
                other => prop_assert!(false, "{other:?}"),
            }
        }
    }

    #[test]
    fn a_raised_flag_stops_it() {
        let stop = Stop::default();
        stop.raise(StopReason::Timeout);
        let mut guided = GuidedSolver::new(1, Random { n_vars: 1, seed: 0, levels: Vec::new() }, &stop);
        assert_eq!(guided.solve(1), GuidedAnswer::Stopped(StopReason::Timeout));
    }
}
