//! Formulas as text for other solvers, in DIMACS, iCNF and DIMSPEC, and the models that these print, parsed as traces.
//!
//! | format | contents | first line after the comments |
//! |---|---|---|
//! | DIMACS | frames up to a horizon, the goal in the last one | `p cnf VARIABLES CLAUSES` |
//! | iCNF | frame by frame, after each the goal in it as a line of assumptions, `a LITERALS 0` | `p inccnf` |
//! | DIMSPEC | the system itself, to be unrolled by the reader: sections `i`, `u`, `g` and `t` | `i cnf VARIABLES CLAUSES` |
//!
//! The clauses of DIMACS have headings in comments, such as `c step 3: frame axioms`. No frame has a clause twice.
//!
//! Idle frames satisfy the goal. So the formula of a horizon is satisfiable exactly if there is a plan of at most that many
//! steps. This holds even if there are frames beyond it, as for readers of iCNF that take all clauses first.
//!
//! A comment names every variable, such as `c 17 at frame 3: b1=2,4`. The variable of index v (from 0) in frame t has the
//! number t·n + v + 1, where a frame has n of them. In DIMSPEC it is `c 17: b1=2,4`, and in section `t` number n + 17 is the
//! same in the next frame.
//!
//! **References:** "Satisfiability: suggested format", DIMACS challenge 1993; Wieringa, Niemenmaa & Heljanko, *Tarmo*, 2009
//! (iCNF); Gocht & Balyo, *Accelerating SAT based planning with incremental SAT solving*, ICAPS 2017 (DIMSPEC).

use std::io::{self, Write};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{ClauseSink, Cnf, FormulaSize, Lit, Var, write_clause, write_comments};

use super::outcome::{TooManySteps, check_length};
use crate::encode::headings::GOAL;
use crate::encode::{Trace, TransitionSystem, Unrolling};
use crate::solver::{ClaimedAnswer, read_output};

/// Error of writing a formula.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The unrolled formula would have more variables than literals can number.
    #[error(transparent)]
    TooLarge(#[from] TooManySteps),
    /// Some clauses are over three frames, and those of DIMSPEC over two.
    #[error(
        "DIMSPEC allows clauses over two frames, and the reductions order and repeats add clauses over three"
    )]
    ThreeFrames,
    /// The costs of all steps do not fit the weights of solvers.
    #[error("the costs of all operators in all steps sum up to 2^63 or more")]
    TooDear,
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Writing was stopped, and the text is incomplete.
    #[error("the formula is incomplete: {0}")]
    Stopped(StopReason),
}

/// Writes "the goal is reached within `horizon` steps" in the DIMACS format, after `comments`.
///
/// # Errors
/// Too many variables (then nothing is written), a failure to write, or a stop.
pub fn write_dimacs(
    system: &TransitionSystem,
    horizon: usize,
    comments: &str,
    stop: &Stop,
    mut out: impl Write,
) -> Result<(), ExportError> {
    let system = &system.with_explicit_clock().without_repeats(stop).map_err(ExportError::Stopped)?;
    let n_vars = n_vars(system, horizon)?;
    let n_clauses = n_clauses(system, horizon, stop)?;
    write_head(system, horizon, comments, "c", stop, &mut out)?;
    writeln!(out, "p cnf {n_vars} {n_clauses}")?;
    let mut unrolling = Unrolling::of(system);
    for frame in 0..=horizon {
        let place = if frame == 0 { "frame 0".to_owned() } else { format!("step {frame}") };
        grow(&mut unrolling, Some(&place), ClauseForm::Dimacs, stop, &mut out)?;
    }
    write_comments(GOAL, &mut out)?;
    for lit in unrolling.goal_at(horizon) {
        write_clause(&[lit], &mut out)?;
    }
    Ok(out.flush()?)
}

/// Writes "the goal is reached within k steps" for every k up to `horizon`, one after the other, in the format iCNF, after
/// `comments`.
///
/// # Errors
/// As for [`write_dimacs`].
pub fn write_icnf(
    system: &TransitionSystem,
    horizon: usize,
    comments: &str,
    stop: &Stop,
    mut out: impl Write,
) -> Result<(), ExportError> {
    let system = &system.with_explicit_clock().without_repeats(stop).map_err(ExportError::Stopped)?;
    n_vars(system, horizon)?;
    write_head(system, horizon, comments, "c", stop, &mut out)?;
    writeln!(out, "p inccnf")?;
    let mut unrolling = Unrolling::of(system);
    for frame in 0..=horizon {
        grow(&mut unrolling, None, ClauseForm::Dimacs, stop, &mut out)?;
        write!(out, "a ")?;
        write_clause(&unrolling.goal_at(frame), &mut out)?;
    }
    Ok(out.flush()?)
}

/// Writes the system in the format DIMSPEC, after `comments`.
///
/// # Errors
/// Clauses over three frames, a failure to write, or a stop.
pub fn write_dimspec(
    system: &TransitionSystem,
    comments: &str,
    stop: &Stop,
    mut out: impl Write,
) -> Result<(), ExportError> {
    let system = &system.with_explicit_clock().without_repeats(stop).map_err(ExportError::Stopped)?;
    if !system.succession().is_empty() {
        return Err(ExportError::ThreeFrames);
    }
    write_comments(comments, &mut out)?;
    for (index, name) in system.names().iter().enumerate() {
        go_on(stop)?;
        write_comments(&format!("{}: {}", index + 1, one_line(name)), &mut out)?;
    }
    let goal: Cnf = system.goal().chunks(1).collect();
    let n_vars = system.n_vars();
    for (section, n_vars, clauses) in [
        ('i', n_vars, system.initial()),
        ('u', n_vars, system.universal()),
        ('g', n_vars, &goal),
        ('t', 2 * n_vars, system.transition()),
    ] {
        writeln!(out, "{section} cnf {n_vars} {}", clauses.len())?;
        for clause in clauses.clauses() {
            go_on(stop)?;
            write_clause(clause, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

pub(super) fn go_on(stop: &Stop) -> Result<(), ExportError> {
    stop.check().map_err(ExportError::Stopped)
}

pub(super) fn n_vars(system: &TransitionSystem, horizon: usize) -> Result<usize, TooManySteps> {
    check_length(system, horizon)?;
    Ok(system.n_vars() * (horizon + 1))
}

/// Counts the clauses of the formula, those of the goal included.
pub(super) fn n_clauses(
    system: &TransitionSystem,
    horizon: usize,
    stop: &Stop,
) -> Result<usize, ExportError> {
    let mut size = FormulaSize::default();
    let mut unrolling = Unrolling::of(system);
    for _ in 0..=horizon {
        go_on(stop)?;
        unrolling.grow(&mut size);
    }
    Ok(size.clauses + system.goal().len())
}

/// Writes the comments, and the names of the variables of all frames, in lines that begin with `sign`.
pub(super) fn write_head(
    system: &TransitionSystem,
    horizon: usize,
    comments: &str,
    sign: &str,
    stop: &Stop,
    out: &mut impl Write,
) -> Result<(), ExportError> {
    for line in comments.lines() {
        writeln!(out, "{sign} {line}")?;
    }
    let mut number = 0;
    for frame in 0..=horizon {
        for name in system.names() {
            go_on(stop)?;
            number += 1;
            writeln!(out, "{}", format!("{sign} {number} at frame {frame}: {}", one_line(name)).trim_end())?;
        }
    }
    Ok(())
}

pub(super) fn one_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

/// Writes the clauses of the next frame; with headings, in comments, if they have the name of a place.
pub(super) fn grow(
    unrolling: &mut Unrolling<'_>,
    place: Option<&str>,
    form: ClauseForm,
    stop: &Stop,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let n_vars = unrolling.n_frames() * unrolling.system().n_vars();
    let mut text = Text { out, place, form, stop, n_vars, result: Ok(()) };
    unrolling.grow(&mut text);
    text.result
}

/// Form of the lines of clauses.
#[derive(Debug, Clone, Copy)]
pub(super) enum ClauseForm {
    Dimacs,
    /// Hard clauses of WCNF.
    Hard,
    /// Inequalities of OPB.
    Linear,
}

impl ClauseForm {
    pub(super) fn write(self, clause: &[Lit], out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Dimacs => write_clause(clause, out),
            Self::Hard => {
                out.write_all(b"h ")?;
                write_clause(clause, out)
            }
            Self::Linear => {
                // No solver has to read a sum of nothing.
                if clause.is_empty() {
                    write!(out, "+0 x1 ")?;
                }
                for lit in clause {
                    write!(
                        out,
                        "{}1 x{} ",
                        if lit.is_positive() { '+' } else { '-' },
                        lit.var().index() + 1
                    )?;
                }
                let n_negative = clause.iter().filter(|lit| !lit.is_positive()).count();
                writeln!(out, ">= {} ;", 1 - i64::try_from(n_negative).unwrap_or(i64::MAX))
            }
        }
    }
}

struct Text<'a> {
    out: &'a mut dyn Write,
    /// The place of headings; `None` without headings.
    place: Option<&'a str>,
    form: ClauseForm,
    stop: &'a Stop,
    n_vars: usize,
    result: Result<(), ExportError>,
}

impl ClauseSink for Text<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        if self.result.is_ok() {
            self.result = go_on(self.stop).and_then(|()| Ok(self.form.write(clause, &mut self.out)?));
        }
    }

    fn new_var(&mut self) -> Var {
        self.n_vars += 1;
        Var::from_index(self.n_vars - 1)
    }

    fn heading(&mut self, heading: &'static str) {
        if let (Some(place), Ok(())) = (self.place, &self.result) {
            let written = write_comments(&format!("{place}: {heading}"), self.out);
            self.result = written.map_err(ExportError::Io);
        }
    }
}

/// Error of reading a model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The formula would have more variables than literals can number.
    #[error(transparent)]
    TooLarge(#[from] TooManySteps),
    /// The text is not the output of a solver, or belongs to another formula.
    #[error("no model of this formula of {n_vars} variables: {cause}")]
    Unreadable {
        /// Number of variables of the formula.
        n_vars: usize,
        /// Flaw, such as `its model does not end with 0`.
        cause: String,
    },
    /// The solver reports that the formula has no model.
    #[error("the solver says that the formula has no model: no plan within horizon {0}")]
    Unsatisfiable(usize),
}

/// Parses a solver's output for the formula of [`write_dimacs`], in the format of the SAT competitions. The caller must
/// validate the trace.
///
/// # Errors
/// [`ModelError`].
pub fn read_model(system: &TransitionSystem, horizon: usize, output: &str) -> Result<Trace, ModelError> {
    let system = &*system.with_explicit_clock();
    let n_vars = n_vars(system, horizon)?;
    let answer = read_output(output.as_bytes(), n_vars);
    match answer.map_err(|cause| ModelError::Unreadable { n_vars, cause })? {
        ClaimedAnswer::Unsatisfiable => Err(ModelError::Unsatisfiable(horizon)),
        ClaimedAnswer::Satisfiable(values) => {
            let value =
                |lit: Lit| values.get(lit.var().index()).is_some_and(|value| *value == lit.is_positive());
            Ok(Unrolling::of(system).trace(horizon + 1, value))
        }
    }
}
