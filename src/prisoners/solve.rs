//! Solving a problem: one schedule, all of them, or their number.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::confirm::is_confirmed;
use super::encodings::Encoding;
use super::enumerate::enumerate;
use super::model::Model;
use super::symmetry::Part;
use super::{Fault, Meets, Problem, Schedule, Symmetry, SymmetryError, check};
use crate::figures::{Figures, seconds};
use crate::formula::{AtMostOne, FormulaSize};
use crate::solver::{Solver, SolverError, SolverKind, Trust};
use crate::stop::{Stop, StopReason};

/// How schedules are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How a schedule becomes clauses.
    pub encoding: Encoding,
    /// Which schedules are left out.
    pub symmetry: Symmetry,
    /// How "at most one" becomes clauses.
    pub at_most_one: AtMostOne,
    /// The solver.
    pub solver: SolverKind,
    /// What is done with its refutations, unless it is built in.
    pub trust: Trust,
    /// Which schedules are asked for.
    pub wanted: Wanted,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            encoding: Encoding::default(),
            symmetry: Symmetry::default(),
            at_most_one: AtMostOne::Ladder,
            solver: SolverKind::default(),
            trust: Trust::default(),
            wanted: Wanted::default(),
        }
    }
}

/// Which schedules are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted {
    /// One.
    #[default]
    One,
    /// All that symmetry breaking keeps, up to so many.
    All(usize),
    /// The number of all that it keeps.
    Count,
}

/// Why there is no schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impossible {
    /// There are not pairs enough for so many days.
    Counting,
    /// The formula has no model.
    Refuted,
}

/// What is known at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Schedules, each checked: one, or as many as were wanted.
    Solved(Vec<Schedule>),
    /// There is none.
    Impossible(Impossible),
    /// Stopped before the first was found.
    Stopped(StopReason),
}

/// An answer and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The answer.
    pub outcome: Outcome,
    /// How many schedules were found, where they were counted or listed.
    pub count: Option<u128>,
    /// Whether these are all that symmetry breaking keeps.
    pub complete: bool,
    /// Set where it is this solver's word alone that there are no others: it comes from elsewhere, and no solver that is built
    /// in has confirmed it.
    pub trusted: Option<SolverKind>,
    /// Set where one was found and the search for more was stopped.
    pub stopped: Option<StopReason>,
    /// What was measured; the formula is without the clauses that exclude what was listed, and without what confirmed it.
    pub figures: Figures,
    /// How long it took.
    pub elapsed: Duration,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrisonersError {
    /// The options do not go together.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
    /// The solver broke.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// What the formula gives is no schedule: a fault of the encoding.
    #[error("the encoding `{encoding}` gave a schedule that is none: {fault}")]
    Check {
        /// The encoding.
        encoding: Encoding,
        /// What is wrong.
        fault: Fault,
    },
    /// An unsound symmetry breaking left nothing, which proves nothing.
    #[error("the document's symmetry breaking left no schedule; that proves nothing")]
    Unsound,
}

/// What a search tells while it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// So many schedules were found so far.
    Found(u128),
    /// A solver that is built in confirms that there are no others, and has found so many again.
    Confirmed(u128),
}

/// Looks for schedules. `observer` hears how it gets on.
///
/// # Errors
/// Options that do not go together, and faults of the solver or of this crate, never of the problem.
pub fn solve(
    problem: Problem,
    options: &Options,
    stop: &Stop,
    observer: &mut dyn FnMut(Progress),
) -> Result<Report, PrisonersError> {
    fits(&problem, options)?;
    let begun = Instant::now();
    if problem.most_days() < problem.days() {
        let none = (options.wanted != Wanted::One).then_some(0);
        let report = Report::without_formula(Outcome::Impossible(Impossible::Counting), begun.elapsed());
        return Ok(Report { count: none, complete: true, ..report });
    }
    if let Some(reason) = stop.reason() {
        return Ok(Report::without_formula(Outcome::Stopped(reason), begun.elapsed()));
    }
    let mut solver = options.solver.build(stop)?;
    let model = options.encoding.encode(problem, &options.symmetry, options.at_most_one);
    load(&model, &mut *solver);
    let building = begun.elapsed();
    log::info!("{} variables, {} clauses", model.formula.n_vars(), model.formula.cnf().len());
    let mut found = Found { options, model: &model, schedules: Vec::new(), count: 0, fault: None };
    let ended = found.look(&mut *solver, &mut |count| observer(Progress::Found(count)))?;
    if let Some(fault) = found.fault {
        return Err(PrisonersError::Check { encoding: options.encoding, fault });
    }
    let figures = Figures {
        build_seconds: Some(seconds(building)),
        solver_seconds: Some(seconds(begun.elapsed() - building)),
        conflicts: solver.statistics().conflicts,
        ..Figures::of_formula(FormulaSize::of(model.formula.n_vars(), model.formula.cnf()))
    };
    drop(solver);
    let is_trusted = matches!(ended, Ended::All)
        && !options.solver.is_built_in()
        && (options.trust == Trust::Believe || !is_confirmed(&model, options, found.count, stop, observer)?);
    let stopped = match ended {
        Ended::Stopped(reason) => Some(reason),
        Ended::All | Ended::Enough => None,
    };
    let outcome = match (found.count, stopped) {
        (0, Some(reason)) => Outcome::Stopped(reason),
        (0, None) if !options.symmetry.is_sound() => return Err(PrisonersError::Unsound),
        (0, None) => Outcome::Impossible(Impossible::Refuted),
        _ => Outcome::Solved(found.schedules),
    };
    Ok(Report {
        trusted: is_trusted.then(|| options.solver.clone()),
        outcome,
        count: (options.wanted != Wanted::One).then_some(found.count),
        complete: matches!(ended, Ended::All),
        stopped,
        figures,
        elapsed: begun.elapsed(),
    })
}

/// Gives the formula to a solver.
pub(super) fn load(model: &Model, solver: &mut dyn Solver) {
    solver.reserve(model.formula.n_vars());
    model.formula.cnf().clauses().for_each(|clause| solver.add_clause(clause));
}

/// Whether the document's symmetry breaking is asked for where it means something.
fn fits(problem: &Problem, options: &Options) -> Result<(), SymmetryError> {
    let of_the_document = (problem.people(), problem.row(), problem.meets()) == (9, 3, Meets::Neighbours);
    match options.encoding {
        _ if !options.symmetry.has(Part::RowsAsPrinted) => Ok(()),
        _ if !of_the_document => Err(SymmetryError::OtherProblem),
        Encoding::Places => Ok(()),
        Encoding::PairsCounted | Encoding::Pairs => Err(SymmetryError::NoPlaces),
    }
}

impl Report {
    /// What cut the search short after the first schedule and before there were as many as were wanted.
    pub fn cut_short(&self, wanted: Wanted) -> Option<StopReason> {
        let has_enough = |limit| matches!(&self.outcome, Outcome::Solved(found) if limit <= found.len());
        match wanted {
            Wanted::One => None,
            Wanted::All(limit) => self.stopped.filter(|_| !has_enough(limit)),
            Wanted::Count => self.stopped,
        }
    }

    /// Of a search that was left behind when it was stopped.
    pub fn stopped(reason: StopReason, elapsed: Duration) -> Self {
        Self::without_formula(Outcome::Stopped(reason), elapsed)
    }

    fn without_formula(outcome: Outcome, elapsed: Duration) -> Self {
        Self {
            outcome,
            count: None,
            complete: false,
            trusted: None,
            stopped: None,
            figures: Figures::default(),
            elapsed,
        }
    }
}

/// How a search ended.
pub(super) enum Ended {
    /// There are no others.
    All,
    /// There are as many as were wanted.
    Enough,
    /// It was stopped.
    Stopped(StopReason),
}

/// What was found so far.
struct Found<'a> {
    options: &'a Options,
    model: &'a Model,
    schedules: Vec<Schedule>,
    count: u128,
    fault: Option<Fault>,
}

impl Found<'_> {
    fn look(
        &mut self,
        solver: &mut dyn Solver,
        observer: &mut dyn FnMut(u128),
    ) -> Result<Ended, SolverError> {
        let model = self.model;
        enumerate(model, solver, &mut |solver| {
            let goes_on = self.take(solver);
            observer(self.count);
            goes_on
        })
    }

    /// Takes the schedule of the solver's model, checked.
    fn take(&mut self, solver: &dyn Solver) -> ControlFlow<()> {
        let problem = self.model.problem;
        let schedule = self.model.schedule(|lit| solver.value(lit) == Some(true));
        if let Err(fault) = check(&problem, &schedule) {
            self.fault = Some(fault);
            return ControlFlow::Break(());
        }
        let keeps = match self.options.wanted {
            Wanted::One => true,
            // As many as are wanted are there, and this is one more.
            Wanted::All(limit) if limit <= self.schedules.len() => return ControlFlow::Break(()),
            Wanted::All(_) => true,
            // The first, to have something to show.
            Wanted::Count => self.schedules.is_empty(),
        };
        self.count += 1;
        if keeps {
            // The document's rows are shown as it has them.
            let tidy = self.options.symmetry.is_sound();
            self.schedules.push(if tidy { schedule.tidy(problem.meets()) } else { schedule });
        }
        match self.options.wanted {
            Wanted::One => ControlFlow::Break(()),
            Wanted::All(_) | Wanted::Count => ControlFlow::Continue(()),
        }
    }
}
