//! Planning tasks in SAS files, as Fast Downward's translator writes them, as a kind of problem.

use std::fmt;

use crate::kinds::atoms;
use crate::kinds::sas::{self, SasError, SasProblem};
use crate::problem::only;
use crate::problem::{COMMON_ENCODINGS, Kind, Problem, ProblemError, Recognition, ShownStates, Trajectory};
use crate::stop::Stop;
use crate::task::Task;
use crate::text::{MAX_INPUT_BYTES, Paint};

/// SAS files.
pub static SAS: Kind = Kind {
    name: "sas",
    aliases: &[],
    about: "Solve a planning task in the format of Fast Downward's translator",
    description: "Prints the operators of a shortest plan, what holds before and after, and a summary. What is minimised is the \
                  number of operators, whatever they cost. Without a mode, explicit search is tried and, where that takes more \
                  than a moment, incremental SAT beside it.",
    examples: "\
  bmcplan sas output.sas                         a shortest plan
  bmcplan sas output.sas --plan-out plan.txt    for VAL, too
  bmcplan sas output.sas --incremental --semantics exists
  bmcplan export board.toml --format sas | bmcplan sas -",
    file: "The task, version 3 of the format",
    formats: "",
    max_files: 1,
    max_bytes: MAX_INPUT_BYTES,
    companion: |_| None,
    collections: &[],
    unit: "actions",
    options: &[],
    encodings: COMMON_ENCODINGS,
    encodings_help: "Without a variable per operator where it can be (transition), or with one (operators); where operators \
                     share steps, operators.",
    suits_search: false,
    is_read_by_checker: |_| false,
    recognise: |sources| match sources {
        [source] if sas::looks_like(source) => Recognition::Certain,
        _ => Recognition::No,
    },
    read: |sources, _, stop| Ok(Box::new(SasTask(sas::read(only(sources)?, stop)?))),
};

/// A SAS file that was read.
struct SasTask(SasProblem);

impl Problem for SasTask {
    fn kind(&self) -> &'static str {
        SAS.name
    }

    fn metric(&self) -> &str {
        SAS.unit
    }

    fn task(&self, _: Option<u32>, _: &Stop) -> Result<Task, ProblemError> {
        Ok(self.0.task.clone())
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, _: Paint) -> Vec<String> {
        atoms::states_as_text(run, shown)
    }
}

impl fmt::Display for SasTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = &self.0.task;
        write!(f, "a task of {} variables and {} operators", task.variables().len(), task.operators().len())
    }
}

impl From<SasError> for ProblemError {
    fn from(error: SasError) -> Self {
        match error {
            SasError::Refused(diagnostic) => diagnostic.into(),
            SasError::Task(error) => error.into(),
        }
    }
}
