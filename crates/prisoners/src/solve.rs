//! Solving a problem: one schedule, all of them, or their number. Each is enumerated once: two schedules differ if some pair
//! meets on different days.
//!
//! Each schedule found is excluded by a clause. With a hundred thousand schedules, these clauses are most of the formula and
//! dominate the solver's time. So the first days are enumerated in turn. The first days of a model are assumed, and all
//! schedules with this prefix are found. Each of them is excluded by a clause that is active only under this prefix. Then
//! these clauses are dropped and one clause excludes the prefix. The formula never grows by more than the schedules with one
//! prefix.

use std::ops::{ControlFlow, Range};
use std::time::Instant;

use itertools::Itertools as _;

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{FormulaSize, Lit, Var};
use bmcplan_sat::figures::{CpuInstant, Figures, seconds};
use bmcplan_sat::solver::{Answer, Solver, SolverError, SolverKind, Trust};

use super::check::{Fault, check};
use super::encodings::ScheduleEncoding;
use super::model::ScheduleFormula;
use super::problem::{Meets, ScheduleProblem};
use super::report::{
    Impossible, PrisonersError, ScheduleOptions, ScheduleOutcome, ScheduleProgress, ScheduleQuery,
    ScheduleReport,
};
use super::schedule::Schedule;
use super::symmetry::{SymmetryError, SymmetryPart};

/// Searches for schedules. `observer` gets the progress.
///
/// # Errors
/// Contradictory options, and faults of the solver or of this crate, never of the problem.
pub fn solve(
    problem: ScheduleProblem,
    options: &ScheduleOptions,
    stop: &Stop,
    observer: &mut dyn FnMut(ScheduleProgress),
) -> Result<ScheduleReport, PrisonersError> {
    fits(&problem, options)?;
    let (begun, on_processor) = (Instant::now(), CpuInstant::now());
    if problem.most_days() < problem.days() {
        let none = (options.wanted != ScheduleQuery::One).then_some(0);
        let report = ScheduleReport::without_formula(
            ScheduleOutcome::Impossible(Impossible::Counting),
            begun.elapsed(),
        );
        return Ok(ScheduleReport { count: none, complete: true, ..report });
    }
    if let Some(reason) = stop.reason() {
        return Ok(ScheduleReport::without_formula(ScheduleOutcome::Stopped(reason), begun.elapsed()));
    }
    let mut solver = options.solver.build(stop)?;
    let model = options.encoding.encode(problem, &options.symmetry, options.at_most_one);
    load(&model, &mut *solver);
    let building = on_processor.elapsed();
    let (variables, clauses) = (model.formula.n_vars(), model.formula.cnf().len());
    observer(ScheduleProgress::Built { variables, clauses });
    log::info!("{variables} variables, {clauses} clauses");
    let mut found =
        ScheduleCollector { options, model: &model, schedules: Vec::new(), count: 0, fault: None };
    let ended = found.run(&mut *solver, &mut |count| observer(ScheduleProgress::Found(count)))?;
    if let Some(fault) = found.fault {
        return Err(PrisonersError::Check { encoding: options.encoding, fault });
    }
    let figures = Figures {
        build_seconds: Some(seconds(building)),
        solver_seconds: Some(seconds(on_processor.elapsed().saturating_sub(building))),
        conflicts: solver.statistics().conflicts,
        ..Figures::of_formula(FormulaSize::of(model.formula.n_vars(), model.formula.cnf()))
    };
    drop(solver);
    let is_trusted = matches!(ended, EnumerationResult::All)
        && !options.solver.is_built_in()
        && (options.trust == Trust::Unchecked
            || !is_confirmed(&model, options, found.count, stop, observer)?);
    let stopped = match ended {
        EnumerationResult::Stopped(reason) => Some(reason),
        EnumerationResult::All | EnumerationResult::Enough => None,
    };
    let outcome = match (found.count, stopped) {
        (0, Some(reason)) => ScheduleOutcome::Stopped(reason),
        (0, None) if !options.symmetry.is_sound() => return Err(PrisonersError::Unsound),
        (0, None) => ScheduleOutcome::Impossible(Impossible::Refuted),
        _ => ScheduleOutcome::Solved(found.schedules),
    };
    Ok(ScheduleReport {
        trusted: is_trusted.then(|| options.solver.clone()),
        outcome,
        count: (options.wanted != ScheduleQuery::One).then_some(found.count),
        complete: matches!(ended, EnumerationResult::All),
        stopped,
        figures,
        elapsed: begun.elapsed(),
    })
}

/// Checks that the document's symmetry breaking is used only for its own problem and encoding.
fn fits(problem: &ScheduleProblem, options: &ScheduleOptions) -> Result<(), SymmetryError> {
    let of_the_document = (problem.people(), problem.row(), problem.meets()) == (9, 3, Meets::Neighbours);
    match options.encoding {
        _ if !options.symmetry.has(SymmetryPart::RowsAsPrinted) => Ok(()),
        _ if !of_the_document => Err(SymmetryError::OtherProblem),
        ScheduleEncoding::Places => Ok(()),
        ScheduleEncoding::PairsCounted | ScheduleEncoding::Pairs => Err(SymmetryError::NoPlaces),
    }
}

struct ScheduleCollector<'a> {
    options: &'a ScheduleOptions,
    model: &'a ScheduleFormula,
    schedules: Vec<Schedule>,
    count: u128,
    fault: Option<Fault>,
}

impl ScheduleCollector<'_> {
    fn run(
        &mut self,
        solver: &mut dyn Solver,
        observer: &mut dyn FnMut(u128),
    ) -> Result<EnumerationResult, SolverError> {
        let model = self.model;
        enumerate(model, solver, &mut |solver| {
            let flow = self.take(solver);
            observer(self.count);
            flow
        })
    }

    /// Decodes and checks the schedule of the solver's model.
    fn take(&mut self, solver: &dyn Solver) -> ControlFlow<()> {
        let problem = self.model.problem;
        let schedule = self.model.schedule(&|lit| solver.value(lit) == Some(true));
        if let Err(fault) = check(&problem, &schedule) {
            self.fault = Some(fault);
            return ControlFlow::Break(());
        }
        let keeps = match self.options.wanted {
            ScheduleQuery::One => true,
            // The requested number was reached, and this is one more.
            ScheduleQuery::All(limit) if limit <= self.schedules.len() => return ControlFlow::Break(()),
            ScheduleQuery::All(_) => true,
            ScheduleQuery::Count(Some(limit)) if limit <= self.count => return ControlFlow::Break(()),
            // The first one is kept as an example.
            ScheduleQuery::Count(_) => self.schedules.is_empty(),
        };
        self.count += 1;
        if keeps {
            // Rows of the document's symmetry breaking stay as they are.
            let tidy = self.options.symmetry.is_sound();
            self.schedules.push(if tidy { schedule.tidy(problem.meets()) } else { schedule });
        }
        match self.options.wanted {
            ScheduleQuery::One => ControlFlow::Break(()),
            ScheduleQuery::All(_) | ScheduleQuery::Count(_) => ControlFlow::Continue(()),
        }
    }
}

/// Confirms that there are exactly `count` schedules. Returns false if it is stopped before that is known. Fails with
/// [`SolverError::Foreign`] if there are more: then another one was found and checked.
pub(super) fn is_confirmed(
    model: &ScheduleFormula,
    options: &ScheduleOptions,
    count: u128,
    stop: &Stop,
    observer: &mut dyn FnMut(ScheduleProgress),
) -> Result<bool, PrisonersError> {
    let built_in = SolverKind::default();
    let mut solver = built_in.build(stop)?;
    load(model, &mut *solver);
    let (mut found, mut fault) = (0, None);
    observer(ScheduleProgress::Confirmed(found));
    let ended = enumerate(model, &mut *solver, &mut |solver| {
        found += 1;
        observer(ScheduleProgress::Confirmed(found));
        if found <= count {
            return ControlFlow::Continue(());
        }
        fault = check(&model.problem, &model.schedule(&|lit| solver.value(lit) == Some(true))).err();
        ControlFlow::Break(())
    })?;
    match (ended, fault) {
        (_, Some(fault)) => Err(PrisonersError::Check { encoding: options.encoding, fault }),
        (EnumerationResult::Stopped(_), _) => Ok(false),
        (EnumerationResult::All, _) if found == count => Ok(true),
        (EnumerationResult::All, _) => {
            let cause = format!("it finds {found} of {count} schedules");
            Err(SolverError::Internal { solver: built_in.to_string(), cause }.into())
        }
        (EnumerationResult::Enough, _) => {
            let cause = match count {
                0 => "it says wrongly that no schedule exists".to_owned(),
                _ => format!("it says wrongly that no more than {count} schedules exist"),
            };
            Err(SolverError::Foreign { solver: options.solver.to_string(), cause }.into())
        }
    }
}

/// Callback for every model; `Break` ends the enumeration.
type OnModel<'a> = dyn FnMut(&dyn Solver) -> ControlFlow<()> + 'a;

/// Number of days of a prefix. If day 1 is fixed, the prefixes enumerate day 2. With 92,672 schedules of nine prisoners that
/// took 31 s, one more day took 54 s, and no prefix 80 s or more.
const FIRST_DAYS: usize = 2;

enum EnumerationResult {
    /// All schedules were enumerated.
    All,
    /// The callback ended the enumeration.
    Enough,
    Stopped(StopReason),
}

fn load(model: &ScheduleFormula, solver: &mut dyn Solver) {
    solver.reserve(model.formula.n_vars());
    model.formula.cnf().clauses().for_each(|clause| solver.add_clause(clause));
}

/// Calls `on_model` with every model, until it breaks.
fn enumerate(
    model: &ScheduleFormula,
    solver: &mut dyn Solver,
    on_model: &mut OnModel<'_>,
) -> Result<EnumerationResult, SolverError> {
    let n_vars = model.formula.n_vars();
    let mut search = Search { model, solver, on_model, assumed: Vec::new(), n_vars };
    match search.solver.solve(&[])? {
        Answer::Unsatisfiable => Ok(EnumerationResult::All),
        Answer::Stopped(reason) => Ok(EnumerationResult::Stopped(reason)),
        Answer::Satisfiable => Ok(search.enumerate_prefix(0)?.unwrap_or(EnumerationResult::All)),
    }
}

struct Search<'a, 'l> {
    model: &'a ScheduleFormula,
    solver: &'a mut dyn Solver,
    on_model: &'a mut OnModel<'l>,
    /// Prefix, and the activation literals of the clauses that exclude schedules.
    assumed: Vec<Lit>,
    n_vars: usize,
}

impl Search<'_, '_> {
    /// Enumerates all schedules with the assumed prefix of `day` days; the solver has a model of one. Returns why it ended
    /// early, or `None` if it enumerated all.
    fn enumerate_prefix(&mut self, day: usize) -> Result<Option<EnumerationResult>, SolverError> {
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
                let ended = self.enumerate_prefix(day + 1)?;
                self.assumed.truncate(here);
                ended
            } else {
                (self.on_model)(self.solver).is_break().then_some(EnumerationResult::Enough)
            };
            if ended.is_some() {
                break ended;
            }
            self.solver.add_clause(&met.into_iter().chain([switch]).map(|lit| !lit).collect_vec());
            match self.solver.solve(&self.assumed)? {
                Answer::Satisfiable => {}
                Answer::Unsatisfiable => break None,
                Answer::Stopped(reason) => break Some(EnumerationResult::Stopped(reason)),
            }
        };
        self.assumed.truncate(before);
        self.solver.add_clause(&[!switch]);
        Ok(ended)
    }

    /// Returns the pairs that meet on these days in the solver's model.
    fn met(&self, days: Range<usize>) -> Vec<Lit> {
        let n = self.model.problem.n_pairs();
        let lits = &self.model.meets[days.start * n..days.end * n];
        lits.iter().copied().filter(|lit| self.solver.value(*lit) == Some(true)).collect()
    }
}
