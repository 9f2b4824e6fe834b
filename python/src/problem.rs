//! The class `Problem`: what stands in files or in a text, or was built in Python, and everything that can be asked of it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use bmcplan::answer::ProblemPlace;
use bmcplan::frontend::{self, Diagnostic, MAX_INPUT_BYTES, Source};
use bmcplan::problem::{
    Contents, GoalChoice, KINDS, Kind, Kinds, OptionForm, Problem as AnyProblem, ProblemOptions,
};
use bmcplan::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Deserialize;

use crate::built::{BuiltProblem, TaskParts};
use crate::failure::Failure;
use crate::lifted::LiftedParts;
use crate::settings::{MODES, Settings};
use crate::{certificate, explore, export, pictures, solve, work};

/// A problem, which is read when it is first asked for something.
#[pyclass(frozen, module = "bmcplan._native")]
pub(crate) struct Problem(Arc<Given>);

/// A problem as it was given.
pub(crate) struct Given {
    form: Form,
    place: ProblemPlace,
    read: OnceLock<Arc<dyn AnyProblem>>,
}

enum Form {
    /// Texts of a kind.
    Written(Written),
    /// A task that was built.
    Built(TaskParts),
    /// Schemas that are still to be grounded.
    Lifted(Box<LiftedParts>),
}

/// The texts of a problem, its kind and its options.
pub(crate) struct Written {
    pub(crate) kind: &'static Kind,
    pub(crate) sources: Vec<Source>,
    pub(crate) options: ProblemOptions,
}

/// A description of texts: either files or a text, and how they are read.
#[derive(Deserialize)]
struct Description {
    files: Vec<PathBuf>,
    texts: Vec<(String, String)>,
    kind: Option<String>,
    options: Vec<(String, Option<String>)>,
}

impl Description {
    fn given(self) -> Result<Given, Failure> {
        let kinds = Kinds::default();
        let mut sources = Vec::new();
        for file in &self.files {
            sources.push(Source::open_at_most(file, MAX_INPUT_BYTES)?);
        }
        for (name, text) in &self.texts {
            let source = Source::new(name, text);
            sources.push(if text.contains(['\n', '\r']) { source } else { source.in_one_row() });
        }
        let kind = self.kind.as_deref().map(|name| kind_named(&kinds, name)).transpose()?;
        if let [source] = &mut *sources
            && let Contents::Collection(collection) = kinds.contents(source.clone())?
        {
            let only = collection.get(0).filter(|_| collection.len() == 1);
            let many = || {
                let message = format!("there are {} problems in it, and one is asked for", collection.len());
                Diagnostic::without_text(source.name(), message)
            };
            *source = only.ok_or_else(many)?.source;
        }
        let kind = kind.map_or_else(|| kinds.kind_of(&sources), Ok)?;
        let given = self.options.iter().fold(ProblemOptions::default(), |options, (name, value)| {
            value
                .as_ref()
                .map_or_else(|| options.clone().with_flag(name), |value| options.clone().with(name, value))
        });
        let options = kind.complete(&given).map_err(|error| refused_option(kind, &given, &error))?;
        let sources = kind.with_companion(sources)?;
        let title = || match (self.files.last(), self.texts.last()) {
            (Some(file), _) => file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned(),
            (None, Some((name, text))) if text.contains(['\n', '\r']) => name.clone(),
            (None, Some((_, text))) => text.clone(),
            (None, None) => String::new(),
        };
        let files = self.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
        let place = ProblemPlace {
            name: sources.last().and_then(frontend::name).unwrap_or_else(title),
            file: (!files.is_empty()).then(|| files.join(" ")),
        };
        let form = Form::Written(Written { kind, sources, options });
        Ok(Given { form, place, read: OnceLock::new() })
    }
}

fn kind_named(kinds: &Kinds, name: &str) -> Result<&'static Kind, Failure> {
    let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
    let unknown = || Failure::Argument(format!("kind: no kind is called `{name}`; there are: {}", names()));
    kinds.named(name).ok_or_else(unknown)
}

/// An option that a kind does not have, or a value of it; and what it has.
fn refused_option(kind: &Kind, given: &ProblemOptions, error: &dyn std::fmt::Display) -> Failure {
    let has = kind.options.iter().filter(|option| option.form != OptionForm::Text);
    let has = has.map(|option| match option.form {
        OptionForm::OneOf { names, .. } => format!("{} ({})", option.name, names.join(", ")),
        _ => option.name.to_owned(),
    });
    let has = has.collect::<Vec<_>>().join(", ");
    let known = if has.is_empty() { "it has no options".to_owned() } else { format!("it has: {has}") };
    let which = given.iter().map(|(name, _)| name).collect::<Vec<_>>().join(", ");
    Failure::Argument(format!("{which}: {error}; {known}"))
}

impl Given {
    /// The problem, read now if it was not before.
    pub(crate) fn problem(&self, stop: &Stop) -> Result<Arc<dyn AnyProblem>, Failure> {
        if let Some(problem) = self.read.get() {
            return Ok(problem.clone());
        }
        let problem: Arc<dyn AnyProblem> = match &self.form {
            Form::Written(Written { kind, sources, options }) => {
                Arc::from(kind.read(sources, options, stop)?)
            }
            Form::Built(parts) => Arc::new(BuiltProblem::of_parts(&self.place.name, parts, stop)?),
            Form::Lifted(parts) => Arc::new(BuiltProblem::of_schemas(&self.place.name, parts, stop)?),
        };
        Ok(self.read.get_or_init(|| problem).clone())
    }

    pub(crate) fn place(&self) -> &ProblemPlace {
        &self.place
    }

    /// Its texts, if there are any.
    pub(crate) fn written(&self) -> Option<&Written> {
        match &self.form {
            Form::Written(written) => Some(written),
            Form::Built(_) | Form::Lifted(_) => None,
        }
    }

    /// The name of its kind.
    pub(crate) fn kind(&self) -> &'static str {
        self.written().map_or(BuiltProblem::KIND, |written| written.kind.name)
    }

    /// What the length of a plan counts.
    pub(crate) fn metric(&self) -> &'static str {
        self.written().map_or(BuiltProblem::METRIC, |written| written.kind.metric(&written.options))
    }

    /// The value that a goal state is to have, if goals have values.
    pub(crate) fn goal(&self) -> Option<GoalChoice> {
        self.written().and_then(|written| written.kind.goal(&written.options))
    }

    /// The same, unless it is the best one.
    pub(crate) fn goal_value(&self) -> Option<u32> {
        match self.goal() {
            Some(GoalChoice::Value(value)) => Some(value),
            Some(GoalChoice::Best) | None => None,
        }
    }
}

#[pymethods]
impl Problem {
    /// A problem of a description as JSON: files or texts, `"task"`, or `"lifted"`.
    #[staticmethod]
    fn of(py: Python<'_>, form: &str, name: String, description: &str) -> PyResult<Self> {
        let place = ProblemPlace { name, file: None };
        let made = || -> Result<Given, Failure> {
            let form = match form {
                "task" => Form::Built(serde_json::from_str(description).map_err(Failure::argument)?),
                "lifted" => Form::Lifted(serde_json::from_str(description).map_err(Failure::argument)?),
                _ => {
                    let read: Description = serde_json::from_str(description).map_err(Failure::argument)?;
                    return read.given();
                }
            };
            Ok(Given { form, place, read: OnceLock::new() })
        };
        let given = work::quietly(made).map_err(|failure| failure.exception(py))?;
        Ok(Self(Arc::new(given)))
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    #[getter]
    fn metric(&self) -> &'static str {
        self.0.metric()
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.place.name
    }

    #[getter]
    fn file(&self) -> Option<&str> {
        self.0.place.file.as_deref()
    }

    /// The answer, as JSON.
    #[pyo3(signature = (settings, progress=None, stopper=None))]
    fn solve(
        &self,
        py: Python<'_>,
        settings: &str,
        progress: Option<&Bound<'_, PyAny>>,
        stopper: Option<&work::Stopper>,
    ) -> PyResult<String> {
        let settings = Settings::of_json(settings).map_err(|failure| failure.exception(py))?;
        let given = self.0.clone();
        let limits = settings.limits;
        let parent = stopper.map(|stopper| stopper.0.clone()).unwrap_or_default();
        work::run(py, limits, progress, &parent, move |stop, listener| {
            solve::solve(&given, &settings, stop, listener)
        })
    }

    /// The size of the state space, as JSON.
    #[pyo3(signature = (settings, counter, progress=None))]
    fn explore(
        &self,
        py: Python<'_>,
        settings: &str,
        counter: bool,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let settings = Settings::of_json(settings).map_err(|failure| failure.exception(py))?;
        let given = self.0.clone();
        let limits = settings.limits;
        work::run(py, limits, progress, &Stop::default(), move |stop, listener| {
            explore::explore(&given, limits, counter, stop, listener)
        })
    }

    /// The problem in a format, as text.
    fn export(&self, py: Python<'_>, format: String, settings: &str) -> PyResult<String> {
        let settings = Settings::of_json(settings).map_err(|failure| failure.exception(py))?;
        let given = self.0.clone();
        work::run(py, settings.limits, None, &Stop::default(), move |stop, _| {
            export::export(&given, &format, &settings, stop)
        })
    }

    /// The certificate of a plan that is shortest, written into a folder and checked; as JSON.
    fn certify(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        plan: String,
        goal: Option<u32>,
        settings: &str,
    ) -> PyResult<String> {
        let of_settings = Settings::of_json(settings).and_then(|settings| settings.evidence());
        let evidence = of_settings.map_err(|failure| failure.exception(py))?;
        let given = self.0.clone();
        work::run(py, work::Limits::default(), None, &Stop::default(), move |stop, _| {
            Ok(serde_json::to_string(&certificate::of_moves(&given, &folder, &plan, goal, evidence, stop)?)?)
        })
    }

    /// Replays a plan; as JSON.
    fn check(&self, py: Python<'_>, plan: String, goal: Option<u32>) -> PyResult<String> {
        let given = self.0.clone();
        work::run(py, work::Limits::default(), None, &Stop::default(), move |stop, _| {
            certificate::replayed(&given, &plan, goal, stop)
        })
    }

    /// A picture of a plan, or of the start: `svg`, `strip`, `html` or `text` as a string.
    fn draw(&self, py: Python<'_>, format: String, plan: String, goal: Option<u32>) -> PyResult<String> {
        let given = self.0.clone();
        work::run(py, work::Limits::default(), None, &Stop::default(), move |stop, _| {
            pictures::text(&given, &format, &plan, goal, stop)
        })
    }

    /// A GIF of a plan.
    fn draw_gif(&self, py: Python<'_>, plan: String, goal: Option<u32>) -> PyResult<Py<PyBytes>> {
        let given = self.0.clone();
        let (sender, receiver) = std::sync::mpsc::channel();
        work::run(py, work::Limits::default(), None, &Stop::default(), move |stop, _| {
            drop(sender.send(pictures::gif(&given, &plan, goal, stop)?));
            Ok(String::new())
        })?;
        Ok(PyBytes::new(py, &receiver.recv().unwrap_or_default()).unbind())
    }
}

/// The names that arguments may have, by what they are the names of.
#[pyfunction]
pub(crate) fn names() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![("mode", MODES.to_vec()), ("kind", KINDS.iter().map(|kind| kind.name).collect())]
}
