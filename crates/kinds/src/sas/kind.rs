//! Planning tasks in SAS files, as Fast Downward's translator writes them, as a kind of problem.

use std::fmt;

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{MAX_INPUT_BYTES, Paint, Source};
use bmcplan_task::Task;
use bmcplan_task::plan::Metric;

use crate::atoms;
use crate::problem::only;
use crate::problem::{Kind, Problem, ProblemError, Recognition, ShownStates, Trajectory};
use crate::sas::{self, SasError, SasProblem};

/// SAS files.
pub static SAS: Kind = Kind {
    about: "Solve a planning task in Fast Downward's SAS format",
    description: "Prints the operators of a shortest plan, or of a cheapest one as --metric or the file says, what holds before \
                  and after, and a summary. Without a mode, explicit search and incremental SAT run side by side.",
    examples: "\
  bmcplan sas output.sas                         a shortest plan
  bmcplan sas output.sas --metric actions        fewest operators, whatever they cost
  bmcplan sas output.sas --plan-out plan.txt     for VAL, too
  bmcplan sas output.sas --incremental --semantics exists
  bmcplan export board.toml --format sas | bmcplan sas -",
    file: "The SAS file, version 3",
    formats: "",
    max_bytes: MAX_INPUT_BYTES,
    options: &[atoms::METRIC],
    recognise: |sources| match sources {
        [source] if sas::looks_like(source) => Recognition::Certain,
        _ => Recognition::No,
    },
    ..Kind::new("sas", "actions", |sources, options, stop| {
        Ok(Box::new(SasTask::read(only(sources)?, options.parsed("metric"), stop)?))
    })
};

struct SasTask {
    task: Task,
    minimises: Metric,
}

impl SasTask {
    /// Reads a file. `metric` is the quantity to minimise; `None` leaves it to the file.
    fn read(source: &Source, metric: Option<Metric>, stop: &Stop) -> Result<Self, ProblemError> {
        let SasProblem { task, minimises_cost } = sas::read(source, stop)?;
        // Without costs, each operator counts 1.
        let minimises = match metric {
            Some(Metric::Cost) | None if minimises_cost => Metric::Cost,
            _ => Metric::Actions,
        };
        Ok(Self { task, minimises })
    }
}

impl Problem for SasTask {
    fn kind(&self) -> &'static str {
        SAS.name
    }

    fn metric(&self) -> &str {
        SAS.unit
    }

    fn minimises(&self) -> Metric {
        self.minimises
    }

    fn task(&self, _: Option<u32>, _: &Stop) -> Result<Task, ProblemError> {
        Ok(self.task.clone())
    }

    fn states_as_text(&self, run: Trajectory<'_>, shown: ShownStates, _: Paint) -> Vec<String> {
        atoms::states_as_text(run, shown)
    }
}

impl fmt::Display for SasTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = &self.task;
        write!(f, "a task of {} variables and {} operators", task.variables().len(), task.operators().len())
    }
}

impl From<SasError> for ProblemError {
    fn from(error: SasError) -> Self {
        match error {
            SasError::Invalid(diagnostic) => diagnostic.into(),
            SasError::Task(error) => error.into(),
        }
    }
}
