//! SAT solvers that are programs, with the DIMACS format as input and the format of the SAT competitions as output.
//!
//! Every call of `solve` starts the program anew on the whole formula, with the assumptions as unit clauses.
//!
//! # Trust
//!
//! A model is checked against all clauses and assumptions first, so a wrong one is an error and never an answer. A refutation
//! cannot be checked here and is accepted, unless the exit code contradicts it (10 satisfiable, 20 unsatisfiable, 0 nothing;
//! anything else is an error, whatever was printed). Such a program does not name the failed assumptions. So all of them are
//! taken as failed, and callers lose conclusions from fewer.

mod output;

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::str::FromStr;

use itertools::Itertools as _;

use crate::figures;
use crate::solver::answer::{abridged, n_vars_of};
use crate::solver::{Answer, Evidence, Solver, SolverError};
use bmcplan_base::child::{self, ChildLimits, CutOff, EndedChild};
use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{Cnf, Lit, write_clause};
pub use output::{ClaimedAnswer, read_output};

pub(super) struct SolverProgram {
    path: PathBuf,
    arguments: Vec<String>,
    name: String,
    stop: Stop,
    clauses: Cnf,
    n_vars: usize,
    evidence: Evidence,
}

impl SolverProgram {
    /// Finds the program, without starting it.
    pub(super) fn find(line: &CommandLine, name: String, stop: Stop) -> Result<Self, SolverError> {
        let path = which::which(&line.program).map_err(|_| SolverError::Missing {
            solver: name.clone(),
            cause: format!("there is no program `{}` that can be run", line.program),
        })?;
        let (arguments, clauses, evidence) = (line.arguments.clone(), Cnf::default(), Evidence::None);
        Ok(Self { path, arguments, name, stop, clauses, n_vars: 0, evidence })
    }

    /// Writes the whole formula to a temporary file without a name; the inner error is a stop.
    fn write(&self, assumptions: &[Lit]) -> io::Result<Result<File, StopReason>> {
        let mut out = BufWriter::new(child::temporary()?);
        writeln!(out, "p cnf {} {}", self.n_vars, self.clauses.len() + assumptions.len())?;
        for clause in self.clauses.clauses().chain(assumptions.chunks(1)) {
            if let Some(reason) = self.stop.reason() {
                return Ok(Err(reason));
            }
            write_clause(clause, &mut out)?;
        }
        let mut formula = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        formula.rewind()?;
        Ok(Ok(formula))
    }

    fn run(&self, assumptions: &[Lit]) -> io::Result<Result<EndedChild, StopReason>> {
        // Size limit for a model, and for comments.
        const OUTPUT_PER_VARIABLE: u64 = 16;
        const OTHER_OUTPUT: u64 = 1 << 26;
        let formula = match self.write(assumptions)? {
            Ok(formula) => formula,
            Err(reason) => return Ok(Err(reason)),
        };
        let n_vars = u64::try_from(self.n_vars).unwrap_or(u64::MAX);
        let greatest = n_vars.saturating_mul(OUTPUT_PER_VARIABLE).saturating_add(OTHER_OUTPUT);
        let limits = ChildLimits { output: Some(greatest), ..ChildLimits::default() };
        let mut command = Command::new(&self.path);
        let ended = child::run(command.args(&self.arguments).stdin(formula), &limits, &self.stop)?;
        figures::add_child(ended.cpu);
        Ok(match ended.cut_off {
            Some(CutOff::Stopped(reason)) => Err(reason),
            _ => Ok(ended),
        })
    }

    fn judge(&self, status: ExitStatus, output: &[u8], assumptions: &[Lit]) -> Result<Evidence, String> {
        let claim = read_output(output, self.n_vars);
        match (claim, status.code()) {
            (_, None) => Err(format!("it crashed ({status})")),
            (Ok(ClaimedAnswer::Satisfiable(values)), Some(0 | 10)) => {
                Evidence::checked_model(values, &self.clauses, assumptions)
            }
            (Ok(ClaimedAnswer::Unsatisfiable), Some(0 | 20)) => {
                Ok(Evidence::Failed(assumptions.iter().copied().unique().collect()))
            }
            (Ok(ClaimedAnswer::Satisfiable(_)), Some(code)) => {
                Err(format!("it says `s SATISFIABLE`, but its exit code is {code}, not 10"))
            }
            (Ok(ClaimedAnswer::Unsatisfiable), Some(code)) => {
                Err(format!("it says `s UNSATISFIABLE`, but its exit code is {code}, not 20"))
            }
            (Err(wrong), Some(code)) => Err(format!("{wrong} (exit code {code})")),
        }
    }

    fn error(&self, cause: String) -> SolverError {
        SolverError::Foreign { solver: self.name.clone(), cause }
    }
}

fn first_line(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(|line| format!("; its error output: {}", abridged(line))).unwrap_or_default()
}

impl Solver for SolverProgram {
    fn reserve(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        self.n_vars = self.n_vars.max(n_vars);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        self.clauses.push(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.reserve(n_vars_of(assumptions));
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        let ended = match self.run(assumptions).map_err(|error| self.error(error.to_string()))? {
            Ok(ended) => ended,
            Err(reason) => return Ok(Answer::Stopped(reason)),
        };
        if ended.cut_off == Some(CutOff::Flooded) {
            return Err(self.error("it printed without end".to_owned()));
        }
        self.evidence = self
            .judge(ended.status, &ended.output, assumptions)
            .map_err(|wrong| self.error(wrong + &first_line(&ended.stderr)))?;
        Ok(match self.evidence {
            Evidence::Model(_) => Answer::Satisfiable,
            Evidence::Failed(_) | Evidence::None => Answer::Unsatisfiable,
        })
    }

    fn evidence(&self) -> &Evidence {
        &self.evidence
    }
}

/// Program and its arguments. Words are split at spaces. Quotes and backslashes keep them together, as in a shell; there are no
/// variables, patterns or pipes.
///
/// Displayed with quotes where needed, so that it parses to the same words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// Returns the program: a path, or a name to be searched for in `PATH`.
    pub fn program(&self) -> &str {
        &self.program
    }
}

/// Error of parsing a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No words.
    #[error("`cmd:` needs a program after it, such as cmd:'kissat -q'")]
    Empty,
    /// Unclosed quotation, or a backslash at the end.
    #[error("`cmd:{0}`: a quote is not closed, or a backslash is at the end")]
    Open(String),
    /// A NUL, which no argument can have.
    #[error("`cmd:`: a command cannot have a NUL in it")]
    Nul,
}

impl FromStr for CommandLine {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains('\0') {
            return Err(CommandError::Nul);
        }
        let mut words = shlex::split(text).ok_or_else(|| CommandError::Open(text.to_owned()))?.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandError::Empty)?;
        Ok(Self { program, arguments: words.collect() })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [&self.program].into_iter().chain(&self.arguments).map(String::as_str);
        f.write_str(&shlex::try_join(words).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words() {
        let line: CommandLine = r#" a/b 'c d'"e"  --f=\ g '' "#.parse().unwrap();
        assert_eq!(line.program, "a/b");
        assert_eq!(line.arguments, ["c de", "--f= g", ""]);
        assert_eq!(" \t".parse::<CommandLine>(), Err(CommandError::Empty));
        assert_eq!("''".parse::<CommandLine>(), Err(CommandError::Empty));
        assert_eq!("a 'b".parse::<CommandLine>(), Err(CommandError::Open("a 'b".to_owned())));
        assert_eq!("a\0b".parse::<CommandLine>(), Err(CommandError::Nul));
    }

    proptest! {
        #[test]
        fn what_is_displayed_reads_back(program in "[^\0]{1,8}", arguments in prop::collection::vec("[^\0]{0,8}", 0..4)) {
            let line = CommandLine { program, arguments };
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }
    }
}
