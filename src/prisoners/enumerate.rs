//! Enumeration of all schedules of a formula, each once: schedules differ in who meets whom on which day.
//!
//! Whatever was found is excluded by a clause. With a hundred thousand of them, these clauses are most of the formula and
//! the solver does little but look through them. So the first days are gone through one by one: those of a model are
//! assumed, all schedules that begin with them are found, each excluded by a clause that holds as long as this beginning
//! is looked at, and then the clauses are dropped and one excludes the beginning. The formula never grows by more than the
//! schedules with one beginning.

use std::ops::{ControlFlow, Range};

use itertools::Itertools;

use super::model::ScheduleFormula;
use crate::formula::{Lit, Var};
use crate::solver::{Answer, Solver, SolverError};
use crate::stop::StopReason;

/// Hears of every model; breaks off when it has heard enough.
type ModelListener<'a> = dyn FnMut(&dyn Solver) -> ControlFlow<()> + 'a;

/// The number of days that make a beginning. Where day 1 is fixed, days 2 are gone through: 92,672 schedules of nine prisoners
/// took 31 s with this, 54 s with one more day, and 80 s or more without any.
const FIRST_DAYS: usize = 2;

pub(super) enum EnumerationEnd {
    /// No others exist.
    All,
    /// As many as were wanted were found.
    Enough,
    Stopped(StopReason),
}

pub(super) fn load(model: &ScheduleFormula, solver: &mut dyn Solver) {
    solver.reserve(model.formula.n_vars());
    model.formula.cnf().clauses().for_each(|clause| solver.add_clause(clause));
}

/// Tells `listener` of every model, until it breaks off.
pub(super) fn enumerate(
    model: &ScheduleFormula,
    solver: &mut dyn Solver,
    listener: &mut ModelListener<'_>,
) -> Result<EnumerationEnd, SolverError> {
    let n_vars = model.formula.n_vars();
    let mut search = Search { model, solver, listener, assumed: Vec::new(), n_vars };
    match search.solver.solve(&[])? {
        Answer::Unsatisfiable => Ok(EnumerationEnd::All),
        Answer::Stopped(reason) => Ok(EnumerationEnd::Stopped(reason)),
        Answer::Satisfiable => Ok(search.go_through(0)?.unwrap_or(EnumerationEnd::All)),
    }
}

struct Search<'a, 'l> {
    model: &'a ScheduleFormula,
    solver: &'a mut dyn Solver,
    listener: &'a mut ModelListener<'l>,
    /// The beginning, and what makes the clauses hold that exclude others.
    assumed: Vec<Lit>,
    n_vars: usize,
}

impl Search<'_, '_> {
    /// Goes through all schedules that begin as assumed, of which `day` days are; the solver has a model of one. Tells how
    /// that ended, if not with the last of them.
    fn go_through(&mut self, day: usize) -> Result<Option<EnumerationEnd>, SolverError> {
        let before = self.assumed.len();
        let switch = Var::from_index(self.n_vars).positive();
        self.n_vars += 1;
        self.assumed.push(switch);
        let days = self.model.problem.days();
        let begins = day < FIRST_DAYS && day + 1 < days;
        let ended = loop {
            let met = self.met(day..if begins { day + 1 } else { days });
            let ended = if begins {
                let here = self.assumed.len();
                self.assumed.extend(&met);
                let ended = self.go_through(day + 1)?;
                self.assumed.truncate(here);
                ended
            } else {
                (self.listener)(self.solver).is_break().then_some(EnumerationEnd::Enough)
            };
            if ended.is_some() {
                break ended;
            }
            self.solver.add_clause(&met.into_iter().chain([switch]).map(|lit| !lit).collect_vec());
            match self.solver.solve(&self.assumed)? {
                Answer::Satisfiable => {}
                Answer::Unsatisfiable => break None,
                Answer::Stopped(reason) => break Some(EnumerationEnd::Stopped(reason)),
            }
        };
        self.assumed.truncate(before);
        self.solver.add_clause(&[!switch]);
        Ok(ended)
    }

    /// The pairs that meet on these days in the solver's model.
    fn met(&self, days: Range<usize>) -> Vec<Lit> {
        let n = self.model.problem.n_pairs();
        let lits = &self.model.all_meets()[days.start * n..days.end * n];
        lits.iter().copied().filter(|lit| self.solver.value(*lit) == Some(true)).collect()
    }
}
