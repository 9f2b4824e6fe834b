//! The class `Problem`: what stands in files or in a text, or was built in Python, and everything that can be asked of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bmcplan::ask::settings::{Form, SETTINGS};
use bmcplan::ask::{
    self, AskedProblem, ExportFormat, Fault, Input, Limits, ProblemPlace, ProblemText, Question, Reading,
    SettingValue, Settings, Subject,
};
use bmcplan::encode::Reduction;
use bmcplan::kinds::{KINDS, Kinds};
use bmcplan::problem::Problem as AnyProblem;
use bmcplan::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::built::{BuiltProblem, TaskParts};
use crate::failure::Failure;
use crate::lifted::LiftedParts;
use crate::{certificate, explore, export, pictures, solve, work};

/// A problem, which is read when it is first asked for something.
#[pyclass(frozen, module = "bmcplan._native")]
pub(crate) struct Problem(Arc<Given>);

/// A problem as it was given.
pub(crate) struct Given {
    form: GivenForm,
    place: ProblemPlace,
    /// Where it stands in a collection, if it is in one.
    entry: Option<EntryPlace>,
    read: OnceLock<Arc<dyn AnyProblem>>,
}

struct EntryPlace {
    /// Its id in the collection.
    id: Option<String>,
    /// Its first line.
    line: usize,
}

enum GivenForm {
    /// Texts of a kind.
    Written(ProblemText),
    /// A task that was built.
    Built(TaskParts),
    /// Schemas that are still to be grounded.
    Lifted(Box<LiftedParts>),
}

/// The problem of a question, which is alone.
fn written(asked: AskedProblem) -> Given {
    let AskedProblem { text, place, id, line, .. } = asked;
    let entry = line.map(|line| EntryPlace { id, line });
    Given { form: GivenForm::Written(text), place, entry, read: OnceLock::new() }
}

/// A question as JSON; a file may be a problem in a collection, such as `boards.txt:7`.
fn question(description: &str) -> Result<Question, Failure> {
    let read: Question = serde_json::from_str(description).map_err(Failure::argument)?;
    let input = |input| match input {
        Input::File(path) => Input::of_problem(path),
        input => input,
    };
    Ok(Question { inputs: read.inputs.into_iter().map(input).collect(), ..read })
}

/// Does something with a question whose files are there.
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

/// The files in a folder, and in the folders in it, that look like problems, by their names.
#[pyfunction]
pub(crate) fn problem_files(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<PathBuf>> {
    let found = || -> Result<Vec<PathBuf>, Failure> {
        let found = Reading::default().in_folder(&folder)?;
        Ok(found.problems.iter().filter_map(|source| source.path().map(Path::to_owned)).collect())
    };
    work::quietly(found).map_err(|failure| failure.exception(py))
}

impl Given {
    /// The problem, read now if it was not before.
    pub(crate) fn problem(&self, stop: &Stop) -> Result<Arc<dyn AnyProblem>, Failure> {
        if let Some(problem) = self.read.get() {
            return Ok(problem.clone());
        }
        let problem: Arc<dyn AnyProblem> = match &self.form {
            GivenForm::Written(text) => text.read(stop)?,
            GivenForm::Built(parts) => Arc::new(BuiltProblem::of_parts(&self.place.name, parts, stop)?),
            GivenForm::Lifted(parts) => Arc::new(BuiltProblem::of_schemas(&self.place.name, parts, stop)?),
        };
        Ok(self.read.get_or_init(|| problem).clone())
    }

    /// The problem with its text and its place.
    pub(crate) fn subject(&self, stop: &Stop) -> Result<Subject, Failure> {
        let problem = self.problem(stop)?;
        Ok(Subject { problem, text: self.text().cloned(), place: Some(self.place.clone()) })
    }

    pub(crate) fn place(&self) -> &ProblemPlace {
        &self.place
    }

    /// Its text, if there is one.
    pub(crate) fn text(&self) -> Option<&ProblemText> {
        match &self.form {
            GivenForm::Written(text) => Some(text),
            GivenForm::Built(_) | GivenForm::Lifted(_) => None,
        }
    }

    /// The name of its kind.
    pub(crate) fn kind(&self) -> &'static str {
        self.text().map_or(BuiltProblem::KIND, |text| text.kind.name)
    }

    /// The unit in which the length of a plan is counted.
    pub(crate) fn metric(&self) -> &'static str {
        self.text().map_or(BuiltProblem::METRIC, ProblemText::metric)
    }

    /// The value that a goal state is to have, if goals have values, unless it is the best one.
    pub(crate) fn goal_value(&self) -> Option<u32> {
        self.text().and_then(ProblemText::goal_value)
    }
}

/// The settings of a question, from JSON.
fn settings_of(py: Python<'_>, json: &str) -> PyResult<Settings> {
    let read = || -> Result<Settings, Failure> {
        let values: BTreeMap<String, SettingValue> = serde_json::from_str(json).map_err(Failure::argument)?;
        let mut settings = Settings::default();
        values.iter().try_for_each(|(name, value)| settings.set_value(name, value))?;
        Ok(settings)
    };
    read().map_err(|failure| failure.exception(py))
}

#[pymethods]
impl Problem {
    /// A problem of a description as JSON: files or texts, `"task"`, or `"lifted"`.
    #[staticmethod]
    fn of(py: Python<'_>, form: &str, name: String, description: &str) -> PyResult<Self> {
        let place = ProblemPlace { name, file: None };
        let made = || -> Result<Given, Failure> {
            let form = match form {
                "task" => GivenForm::Built(serde_json::from_str(description).map_err(Failure::argument)?),
                "lifted" => GivenForm::Lifted(serde_json::from_str(description).map_err(Failure::argument)?),
                _ => return asked(description, Question::problem).map(written),
            };
            Ok(Given { form, place, entry: None, read: OnceLock::new() })
        };
        let given = work::quietly(made).map_err(|failure| failure.exception(py))?;
        Ok(Self(Arc::new(given)))
    }

    /// All problems of a description as JSON, each with the description that makes it again.
    #[staticmethod]
    fn all(py: Python<'_>, description: &str) -> PyResult<Vec<(Self, String)>> {
        let made = || -> Result<Vec<(Self, String)>, Failure> {
            let one = |asked: AskedProblem| {
                let description = serde_json::to_string(&asked.question)?;
                Ok((Self(Arc::new(written(asked))), description))
            };
            asked(description, Question::problems)?.into_iter().map(one).collect()
        };
        work::quietly(made).map_err(|failure| failure.exception(py))
    }

    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.entry.as_ref()?.id.as_deref()
    }

    #[getter]
    fn line(&self) -> Option<usize> {
        self.0.entry.as_ref().map(|entry| entry.line)
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
        let settings = settings_of(py, settings)?;
        let given = self.0.clone();
        let limits = settings.limits();
        let parent = stopper.map(|stopper| stopper.0.clone()).unwrap_or_default();
        work::run(py, limits, progress, &parent, move |watch, listener| {
            solve::solve(&given, &settings, watch, listener)
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
        let settings = settings_of(py, settings)?;
        let given = self.0.clone();
        let limits = settings.limits();
        work::run(py, limits, progress, &Stop::default(), move |watch, listener| {
            explore::explore(&given, limits.memory, counter, watch, listener)
        })
    }

    /// The problem in a format, as text.
    fn export(&self, py: Python<'_>, format: String, settings: &str) -> PyResult<String> {
        let settings = settings_of(py, settings)?;
        let given = self.0.clone();
        work::run(py, settings.limits(), None, &Stop::default(), move |watch, _| {
            export::export(&given, &format, &settings, &watch.stop)
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
        let settings = settings_of(py, settings)?;
        let given = self.0.clone();
        work::run(py, settings.limits(), None, &Stop::default(), move |watch, _| {
            let (problem, text) = (given.problem(&watch.stop)?, given.text());
            let evidence = settings.evidence();
            let written = ask::certify_moves(&problem, text, &plan, goal, &folder, evidence, watch)?;
            Ok(serde_json::to_string(&written)?)
        })
    }

    /// Replays a plan, and, if asked, looks for a shorter one; as JSON.
    fn check(
        &self,
        py: Python<'_>,
        plan: String,
        goal: Option<u32>,
        shortest: bool,
        settings: &str,
    ) -> PyResult<String> {
        let limits = settings_of(py, settings)?.limits();
        let given = self.0.clone();
        work::run(py, limits, None, &Stop::default(), move |watch, _| {
            certificate::checked(&given, &plan, goal, shortest, limits.memory, watch)
        })
    }

    /// A picture of a plan, or of the start: `svg`, `strip`, `html` or `text` as a string.
    fn draw(&self, py: Python<'_>, format: String, plan: String, goal: Option<u32>) -> PyResult<String> {
        let given = self.0.clone();
        work::run(py, Limits::default(), None, &Stop::default(), move |watch, _| {
            pictures::text(&given, &format, &plan, goal, watch)
        })
    }

    /// A picture of a plan, or of the start, as bytes: `gif` or `png`.
    fn draw_bytes(
        &self,
        py: Python<'_>,
        format: String,
        plan: String,
        goal: Option<u32>,
    ) -> PyResult<Py<PyBytes>> {
        let given = self.0.clone();
        let (sender, receiver) = std::sync::mpsc::channel();
        work::run(py, Limits::default(), None, &Stop::default(), move |watch, _| {
            drop(sender.send(pictures::bytes(&given, &format, &plan, goal, watch)?));
            Ok(String::new())
        })?;
        Ok(PyBytes::new(py, &receiver.recv().unwrap_or_default()).unbind())
    }
}

/// The names that arguments may have, by the arguments.
#[pyfunction]
pub(crate) fn names() -> Vec<(String, Vec<&'static str>)> {
    let of_settings = SETTINGS.iter().filter_map(|setting| match setting.form {
        Form::Name(names) => Some((setting.keyword(), names())),
        _ => None,
    });
    let others = [
        ("kind", KINDS.iter().map(|kind| kind.name).collect()),
        ("reduce", Reduction::ALL.map(Reduction::name).to_vec()),
        ("format", ExportFormat::ALL.map(ExportFormat::name).to_vec()),
    ];
    others.into_iter().map(|(name, names)| (name.to_owned(), names)).chain(of_settings).collect()
}
