//! The plan in what a solver elsewhere printed for a formula that `export` wrote.

use std::path::PathBuf;
use std::sync::Arc;

use crate::ask::{Settings, Stage, Watch, alone};
use crate::encode::{Encoding, Reductions, decode};
use crate::horizon::{ModelError, read_model};
use crate::problem::Problem;
use crate::stop::Stop;
use crate::task::Task;
use crate::text::{Diagnostic, Source};
use clap::Args;

use super::failure::Failure;
use super::setting_args::StepArgs;
use crate::ask::Input;

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
    settings: Settings,
}

impl ModelArgs {
    /// The formula, if the plan is a model.
    pub(crate) fn formula(&self) -> Result<Option<ModelFormula>, Failure> {
        let settings = &self.step.settings;
        match (self.horizon, settings.iter().next()) {
            (None, Some((setting, _))) => Err(Failure::Usage(format!(
                "--{} is of a formula; --horizon N says that the plan is a model of one",
                setting.name
            ))),
            (horizon, _) => Ok(horizon.map(|horizon| ModelFormula { horizon, settings: settings.clone() })),
        }
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
        let output = alone::<_, Failure>(Stage::Reading, move |_| Ok(Input::at(path).read_large()?), watch)?;
        let (formula, problem) = (self.clone(), problem.clone());
        let work = move |stop: &Stop| {
            let task = problem.task(goal, stop)?;
            let encoding = formula.settings.encoding(&*problem, formula.settings.semantics())?;
            formula.decoded(&output, &*problem, &task, &*encoding, stop)
        };
        alone(Stage::Working, work, watch)
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
        let system = encoding
            .encode(task, &self.settings.step(Reductions::NONE), stop)?
            .with_explicit_clock()
            .into_owned();
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
