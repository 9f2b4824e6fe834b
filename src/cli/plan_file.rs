//! Plans that are read: the file of a plan, and the plan of a problem that it is.

use std::path::PathBuf;

use crate::frontend::{Diagnostic, Source};
use crate::names::nearest;
use crate::plan::{Plan, PlanError, Reason, UnknownMove, WrittenPlan, read_plan};
use crate::problem::{OptionForm, Problem};
use crate::task::Task;

use super::failure::Failure;
use super::input::Input;
use crate::ask::ProblemText;
use crate::ask::Watch;
use crate::ask::{Stage, alone};

/// A plan as it stands in a file.
#[derive(Debug)]
pub(crate) struct PlanFile {
    source: Source,
    written: WrittenPlan,
}

/// The first step of a plan that is wrong; that of the last move, where the goal is not reached.
#[derive(Debug)]
pub(crate) struct WrongStep {
    /// Counted from 1.
    pub(crate) step: usize,
    pub(crate) diagnostic: Diagnostic,
}

impl From<WrongStep> for Failure {
    fn from(wrong: WrongStep) -> Self {
        Self::Input(wrong.diagnostic)
    }
}

impl PlanFile {
    /// Reads a file, within the limits of the watch; `-` is standard input.
    pub(crate) fn read(path: PathBuf, watch: &Watch) -> Result<Self, Failure> {
        let source = alone::<_, Failure>(Stage::Reading, move |_| Ok(Input::at(path).read()?), watch)?;
        if source.text().lines().any(|line| line == "s SATISFIABLE") {
            let message = "this is what a solver prints for a formula";
            let help =
                "--horizon N says that the plan is the model of the formula that export --horizon N wrote";
            return Err(Diagnostic::new(&source, message).help(help).into());
        }
        Self::of(source)
    }

    /// The plan of these moves.
    pub(crate) fn of_moves(moves: &[String]) -> Result<Self, Failure> {
        Self::of(Source::new("the plan", &moves.join("\n")))
    }

    fn of(source: Source) -> Result<Self, Failure> {
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
    pub(crate) fn plan(&self, problem: &dyn Problem, task: &Task) -> Result<Plan, WrongStep> {
        problem.read_plan(task, &self.written).map_err(|error| {
            let UnknownMove { step, written } = &error;
            let names = task.operators().iter().map(|operator| &*operator.name);
            let near = nearest(&written.name, names).map(|near| format!("did you mean '{near}'?"));
            let metric = format!(
                "moves are called as `bmcplan` prints them, here in {}; --metric says what counts as one",
                problem.metric()
            );
            let metric = (problem.metric() != "moves").then_some(metric);
            let help = near.into_iter().chain(metric).collect::<Vec<_>>().join(" ");
            let diagnostic = self.diagnostic(*step, error.to_string(), "no such move");
            WrongStep {
                step: *step,
                diagnostic: if help.is_empty() { diagnostic } else { diagnostic.help(help) },
            }
        })
    }

    /// An error that points at the step that cannot be taken.
    pub(crate) fn refuse(&self, error: &PlanError) -> WrongStep {
        let label = match error.reason {
            Reason::GoalNotReached(_) => "the last move",
            Reason::NoSuchOperator(_) | Reason::Inapplicable(..) => "this move",
        };
        WrongStep { step: error.step, diagnostic: self.diagnostic(error.step, error.to_string(), label) }
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
