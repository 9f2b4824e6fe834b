//! A problem as it was given from Python: texts of a kind, a task that was built, or schemas that are still to be grounded.

use std::sync::{Arc, OnceLock};

use bmcplan::ask::{
    AskedProblem, Fault, Input, Limiter, LoadedProblem, PlanText, ProblemPlace, ProblemText, Question, Stage,
    alone,
};
use bmcplan::kinds::Kinds;
use bmcplan::plan::Metric;
use bmcplan::problem::Problem as AnyProblem;
use bmcplan::stop::Stop;

use crate::built::{BuiltProblem, TaskParts};
use crate::failure::Failure;
use crate::lifted::LiftedParts;

/// A problem as it was given; it is read when it is first asked for something.
pub(crate) struct LazyProblem {
    form: GivenForm,
    place: ProblemPlace,
    read: OnceLock<Arc<dyn AnyProblem>>,
}

enum GivenForm {
    /// Texts of a kind.
    Written(ProblemText),
    /// A task that was built.
    Built(TaskParts),
    /// Schemas that are still to be grounded.
    Lifted(Box<LiftedParts>),
}

impl From<AskedProblem> for LazyProblem {
    fn from(asked: AskedProblem) -> Self {
        let AskedProblem { text, place, .. } = asked;
        Self { form: GivenForm::Written(text), place, read: OnceLock::new() }
    }
}

/// Parses a question in JSON; a file may be a problem in a collection, such as `boards.txt:7`.
fn question(description: &str) -> Result<Question, Failure> {
    let read: Question = serde_json::from_str(description).map_err(Failure::argument)?;
    let input = |input| match input {
        Input::File(path) => Input::of_problem(path),
        input => input,
    };
    Ok(Question { inputs: read.inputs.into_iter().map(input).collect(), ..read })
}

/// Runs `work` on a question whose files exist.
fn asked<R>(
    description: &str,
    found: impl FnOnce(&Question, &Kinds) -> Result<R, Fault>,
) -> Result<R, Failure> {
    let question = question(description)?;
    found(&question, &Kinds::default()).map_err(|fault| match fault {
        Fault::Input(error) => {
            let mut files = question.inputs.iter().filter_map(Input::path);
            match files.find(|file| file.display().to_string() == error.source_name()) {
                Some(file) => Failure::of_file(file, error),
                None => error.into(),
            }
        }
        fault => fault.into(),
    })
}

impl LazyProblem {
    /// Reads a description in JSON: files or texts, `"task"`, or `"lifted"`.
    pub(crate) fn of(form: &str, name: String, description: &str) -> Result<Self, Failure> {
        let form = match form {
            "task" => GivenForm::Built(serde_json::from_str(description).map_err(Failure::argument)?),
            "lifted" => GivenForm::Lifted(serde_json::from_str(description).map_err(Failure::argument)?),
            _ => return asked(description, Question::problem).map(Self::from),
        };
        Ok(Self { form, place: ProblemPlace::called(&name), read: OnceLock::new() })
    }

    /// Reads all problems of a description in JSON, each with the description that makes it again.
    pub(crate) fn all(description: &str) -> Result<Vec<(Self, String)>, Failure> {
        let one = |asked: AskedProblem| {
            let mut files = asked.question.inputs.iter().filter_map(Input::path);
            if let Some(file) = files.find(|file| file.to_str().is_none()) {
                let file = file.display();
                let why = format!("names and texts are read in UTF-8 alone, and '{file}' is not in it");
                return Err(Failure::Argument(format!("problem: {why}")));
            }
            let description = serde_json::to_string(&asked.question)?;
            Ok((Self::from(asked), description))
        };
        asked(description, Question::problems)?.into_iter().map(one).collect()
    }

    fn problem(&self, stop: &Stop) -> Result<Arc<dyn AnyProblem>, Failure> {
        let problem: Arc<dyn AnyProblem> = match &self.form {
            GivenForm::Written(text) => text.read(stop)?,
            GivenForm::Built(parts) => Arc::new(BuiltProblem::of_parts(&self.place.name, parts, stop)?),
            GivenForm::Lifted(parts) => Arc::new(BuiltProblem::of_schemas(&self.place.name, parts, stop)?),
        };
        Ok(self.read.get_or_init(|| problem).clone())
    }

    /// Returns the problem, read now if it was not before, with its text and its place; in the metric in which a plan was found, if none was
    /// asked for.
    pub(crate) fn load(
        self: &Arc<Self>,
        plan: Option<&PlanText>,
        limiter: &Limiter,
    ) -> Result<LoadedProblem, Failure> {
        let mut text = self.text().cloned();
        if let (Some(plan), Some(text)) = (plan, &mut text) {
            plan.choose_metric(text);
        }
        let other = text.clone().filter(|text| self.text().is_some_and(|own| own.options != text.options));
        let (own, read) = (self.clone(), self.read.get().filter(|_| other.is_none()));
        let work = move |stop: &Stop| match other {
            Some(text) => Ok(text.read(stop)?),
            None => own.problem(stop),
        };
        let problem = read.cloned().map_or_else(|| alone::<_, Failure>(Stage::Reading, work, limiter), Ok)?;
        Ok(LoadedProblem { problem, text, place: Some(self.place.clone()) })
    }

    pub(crate) fn place(&self) -> &ProblemPlace {
        &self.place
    }

    /// Returns its text, if it has one.
    pub(crate) fn text(&self) -> Option<&ProblemText> {
        match &self.form {
            GivenForm::Written(text) => Some(text),
            GivenForm::Built(_) | GivenForm::Lifted(_) => None,
        }
    }

    /// Returns the name of its kind.
    pub(crate) fn kind(&self) -> &'static str {
        self.text().map_or(BuiltProblem::KIND, |text| text.kind.name)
    }

    /// Returns the measure that plans are compared by: `cost` where a built problem asks for a cheapest plan, otherwise the unit in which
    /// lengths are counted.
    pub(crate) fn metric(&self) -> &'static str {
        let minimises = match &self.form {
            GivenForm::Written(text) => return text.metric(),
            GivenForm::Built(parts) => parts.minimises(),
            GivenForm::Lifted(parts) => parts.minimises(),
        };
        match minimises {
            Metric::Actions => BuiltProblem::METRIC,
            Metric::Cost => minimises.name(),
        }
    }
}
