//! A task as a problem, as a program would bring one.

use std::fmt;

use bmcplan::plan::Metric;
use bmcplan::problem::{Problem, ProblemError};
use bmcplan::stop::Stop;
use bmcplan::task::Task;

/// A problem that a program made, and what its plans are to have least of.
pub(crate) struct Made(pub(crate) Task, pub(crate) Metric);

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a task")
    }
}

impl Problem for Made {
    fn kind(&self) -> &'static str {
        "made"
    }

    fn metric(&self) -> &str {
        "actions"
    }

    fn minimises(&self) -> Metric {
        self.1
    }

    fn task(&self, _: Option<u32>, _: &Stop) -> Result<Task, ProblemError> {
        Ok(self.0.clone())
    }
}
