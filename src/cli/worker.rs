//! Reading a problem within the limits of a watch.

use std::sync::Arc;

use crate::ask::{ProblemText, Stage, Watch, alone};
use crate::problem::Problem;
use crate::stop::Stop;

use super::failure::{Failure, report_warnings};
use super::files::Files;
use super::problem_args::ProblemArgs;

/// Reads the files of a problem, within the limits of the watch: who writes to a pipe may never end.
pub(crate) fn text(args: &ProblemArgs, files: &Files, watch: &Watch) -> Result<ProblemText, Failure> {
    let (args, files) = (args.clone(), files.clone());
    alone::<_, Failure>(Stage::Reading, move |_| args.read(&files), watch)
}

/// Reads a problem, within the limits of the watch, and prints the warnings about it.
pub(crate) fn read(text: &ProblemText, watch: &Watch) -> Result<Arc<dyn Problem>, Failure> {
    let (text, are_errors) = (text.clone(), text.warnings_are_errors);
    let work = move |stop: &Stop| Ok(Arc::from(text.kind.read(&text.sources, &text.options, stop)?));
    let problem: Arc<dyn Problem> = alone::<_, Failure>(Stage::Reading, work, watch)?;
    report_warnings(problem.warnings(), are_errors)?;
    Ok(problem)
}
