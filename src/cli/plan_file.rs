//! Plans that are read: the file of a plan, and the plan of a problem that it is.

use std::path::PathBuf;

use crate::frontend::{Diagnostic, Source};
use crate::plan::{Plan, PlanError, UnknownMove, WrittenPlan, read_plan};
use crate::problem::{OptionForm, Problem};
use crate::task::Task;

use super::failure::Failure;
use super::input::Input;
use super::problem_text::ProblemText;

/// A plan as it stands in a file.
#[derive(Debug)]
pub(crate) struct PlanFile {
    source: Source,
    written: WrittenPlan,
}

impl PlanFile {
    /// Reads a file; `-` is standard input.
    pub(crate) fn read(path: PathBuf) -> Result<Self, Failure> {
        let source = Input::at(path).read()?;
        let written =
            read_plan(source.text()).map_err(|error| Diagnostic::new(&source, error.to_string()))?;
        Ok(Self { source, written })
    }

    /// Chooses the metric in which the plan was found, if it says so and no other one was asked for.
    pub(crate) fn choose_metric(&self, text: &mut ProblemText) {
        let option = text.kind.option("metric").map(|option| option.form);
        if let (Some(OptionForm::OneOf { names, .. }), Some(metric)) = (option, &self.written.metric)
            && names.contains(&&**metric)
            && !text.given.has("metric")
        {
            text.options = std::mem::take(&mut text.options).with("metric", metric);
        }
    }

    /// The plan of a problem. It may not be one that can be replayed.
    pub(crate) fn plan(&self, problem: &dyn Problem, task: &Task) -> Result<Plan, Failure> {
        problem.read_plan(task, &self.written).map_err(|error| {
            let UnknownMove { step, .. } = error;
            let help = format!(
                "moves are called as `bmcplan` prints them, here in {}; --metric says what counts as one",
                problem.metric()
            );
            let has_metric = problem.metric() != "moves";
            let diagnostic = self.diagnostic(step, error.to_string(), "no such move");
            Failure::Input(if has_metric { diagnostic.help(help) } else { diagnostic })
        })
    }

    /// An error that points at the step that cannot be taken.
    pub(crate) fn refuse(&self, error: &PlanError) -> Failure {
        Failure::Input(self.diagnostic(error.step, error.to_string(), "this move"))
    }

    fn diagnostic(&self, step: usize, message: String, label: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(&self.source, message);
        let written = step.checked_sub(1).and_then(|index| self.written.moves.get(index));
        match written.and_then(|written| written.place.clone()) {
            Some(place) => diagnostic.at(place, label),
            None => diagnostic,
        }
    }
}
