//! The plan in what a solver elsewhere printed for a formula that `export` wrote.

use std::path::PathBuf;
use std::sync::Arc;

use crate::encode::{Encoding, StepOptions, decode};
use crate::frontend::{Diagnostic, Source};
use crate::horizon::{ModelError, read_model};
use crate::problem::Problem;
use crate::stop::Stop;
use crate::task::Task;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args};

use super::encoding::encoding;
use super::failure::Failure;
use super::input::Input;
use super::step_args::StepArgs;
use super::watch::Watch;
use super::worker::{self, Stage};

/// The options of the formula of a model.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ModelArgs {
    /// The plan is a model: what a solver printed for the formula that `export --horizon N` wrote with these options
    #[arg(long, value_name = "N", help_heading = "Formula")]
    horizon: Option<usize>,

    #[command(flatten)]
    step: StepArgs,
}

/// The formula of a model.
#[derive(Debug, Clone)]
pub(crate) struct ModelFormula {
    horizon: usize,
    step: StepOptions,
    encoding: Option<String>,
}

impl ModelArgs {
    /// The formula, if the plan is a model.
    pub(crate) fn formula(&self, matches: &ArgMatches) -> Result<Option<ModelFormula>, Failure> {
        let is_typed = |name: &&&str| matches.value_source(name) == Some(ValueSource::CommandLine);
        if let (None, Some(name)) = (self.horizon, StepArgs::NAMES.iter().find(is_typed)) {
            return Err(Failure::Usage(format!(
                "--{} is of a formula; --horizon N says that the plan is a model of one",
                name.replace('_', "-")
            )));
        }
        let encoding = matches.get_one::<String>("encoding").cloned();
        Ok(self.horizon.map(|horizon| ModelFormula { horizon, step: self.step.options(), encoding }))
    }
}

impl ModelFormula {
    /// The moves of the plan in a model that stands in a file, or in standard input.
    pub(crate) fn moves(
        &self,
        path: PathBuf,
        problem: &Arc<dyn Problem>,
        goal: Option<u32>,
        watch: &Watch,
    ) -> Result<Vec<String>, Failure> {
        let output = worker::alone(Stage::Reading, move |_| Ok(Input::at(path).read_large()?), watch)?;
        let (formula, problem) = (self.clone(), problem.clone());
        let work = move |stop: &Stop| {
            let task = problem.task(goal, stop)?;
            let asked = Some(formula.step.reductions);
            let encoding = encoding(formula.encoding.as_deref(), &*problem, formula.step.semantics, asked)?;
            formula.decoded(&output, &*problem, &task, &*encoding, stop)
        };
        worker::alone(Stage::Working, work, watch)
    }

    fn decoded(
        &self,
        output: &Source,
        problem: &dyn Problem,
        task: &Task,
        encoding: &dyn Encoding,
        stop: &Stop,
    ) -> Result<Vec<String>, Failure> {
        let refused = |message: String| {
            Diagnostic::new(output, message).help(
                "--horizon, --encoding, --at-most-one, --semantics and --reduce have to be those of the export",
            )
        };
        let system = encoding.encode(task, &self.step, stop)?.with_explicit_clock().into_owned();
        let trace = read_model(&system, self.horizon, output.text()).map_err(|error| match error {
            ModelError::TooLarge(error) => Failure::Usage(format!("--horizon: {error}")),
            ModelError::Unsatisfiable(_) => Diagnostic::new(output, error.to_string()).into(),
            ModelError::Unreadable { .. } => refused(error.to_string()).into(),
        })?;
        let plan = decode(task, &system, &trace)
            .map_err(|error| refused(format!("this is no model of the formula: {error}")))?;
        Ok(problem.moves(task, &plan))
    }
}
