//! The class `Problem`: what stands in files or in a text, or was built in Python, and everything that can be asked of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::{fs, io};

use bmcplan::ask::settings::{Form, SETTINGS};
use bmcplan::ask::{self, ExportFormat, Limits, ProblemPlace, ProblemText, SettingValue, Settings};
use bmcplan::encode::Reduction;
use bmcplan::kinds::{Contents, KINDS, Kinds};
use bmcplan::problem::{Kind, OptionForm, Problem as AnyProblem, ProblemOptions, Recognition};
use bmcplan::stop::Stop;
use bmcplan::text::{self, CollectionEntry, Diagnostic, MAX_INPUT_BYTES, Source};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::{Deserialize, Serialize};

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
    /// What the collection calls it.
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

/// A description of texts: either files or a text, and how they are read.
#[derive(Clone, Deserialize, Serialize)]
struct Description {
    files: Vec<PathBuf>,
    texts: Vec<(String, String)>,
    kind: Option<String>,
    options: Vec<(String, Option<String>)>,
    /// Which problem of a collection it is, counted from 0.
    #[serde(default)]
    entry: Option<usize>,
}

impl Description {
    /// The problem, which is alone.
    fn given(&self) -> Result<Given, Failure> {
        let sources = self.sources()?;
        let collection = match &*sources {
            [source] => match Kinds::default().contents(source.clone())? {
                Contents::Collection(collection) => Some(collection),
                Contents::Problem(_) => None,
            },
            _ => None,
        };
        let Some(collection) = collection else { return self.of(sources, None) };
        let index = self.entry.or_else(|| (collection.len() == 1).then_some(0));
        let many = || {
            let message = format!("there are {} problems in it, and one is asked for", collection.len());
            let help = "read_all gives all of them";
            Diagnostic::without_text(sources[0].name(), message).help(help)
        };
        let entry = index.and_then(|index| collection.get(index)).ok_or_else(many)?;
        self.of(sources, Some(entry))
    }

    /// All problems of a file or a text, each with the description that makes it again.
    fn all(&self) -> Result<Vec<(Given, String)>, Failure> {
        let sources = self.sources()?;
        let collection = match &*sources {
            [source] => Kinds::default().contents(source.clone())?,
            _ => return Ok(vec![(self.of(sources, None)?, serde_json::to_string(self)?)]),
        };
        let Contents::Collection(collection) = collection else {
            return Ok(vec![(self.of(sources, None)?, serde_json::to_string(self)?)]);
        };
        let one = |(index, entry): (usize, CollectionEntry)| -> Result<(Given, String), Failure> {
            let description = Self { entry: Some(index), ..self.clone() };
            Ok((description.of(sources.clone(), Some(entry))?, serde_json::to_string(&description)?))
        };
        collection.iter().enumerate().map(one).collect()
    }

    /// The texts.
    fn sources(&self) -> Result<Vec<Source>, Failure> {
        let mut sources = Vec::new();
        for file in &self.files {
            let source = Source::open_at_most(file, MAX_INPUT_BYTES);
            sources.push(source.map_err(|error| Failure::of_file(file, error))?);
        }
        for (name, text) in &self.texts {
            let source = Source::new(name, text);
            sources.push(if text.contains(['\n', '\r']) { source } else { source.in_one_row() });
        }
        Ok(sources)
    }

    /// The problem of these texts, or of an entry of the only one.
    fn of(&self, mut sources: Vec<Source>, entry: Option<CollectionEntry>) -> Result<Given, Failure> {
        let kinds = Kinds::default();
        let kind = self.kind.as_deref().map(|name| kind_named(&kinds, name)).transpose()?;
        let mut entry_place = None;
        if let Some(CollectionEntry { id, source }) = entry {
            entry_place = Some(EntryPlace { id, line: source.first_line() });
            sources = vec![source];
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
            name: sources.last().and_then(text::name).unwrap_or_else(title),
            file: (!files.is_empty()).then(|| files.join(" ")),
        };
        let text = ProblemText { kind, sources, given, options, warnings_are_errors: false, kinds };
        let form = GivenForm::Written(text);
        Ok(Given { form, place, entry: entry_place, read: OnceLock::new() })
    }
}

/// The files in a folder, and in the folders in it, that look like problems, by their names.
#[pyfunction]
pub(crate) fn problem_files(py: Python<'_>, folder: PathBuf) -> PyResult<Vec<PathBuf>> {
    let found = || -> Result<Vec<PathBuf>, Failure> {
        let mut sources = Vec::new();
        for file in files_in(&folder).map_err(|error| Failure::File(error.to_string()))? {
            if let Ok(source) = Source::open_at_most(&file, MAX_INPUT_BYTES)
                && looks_like_problems(&source)
            {
                sources.push((file, source));
            }
        }
        // What belongs to a problem is read with it.
        let companion = |(_, source): &(PathBuf, Source)| {
            let kind = Kinds::default().kind_of(std::slice::from_ref(source)).ok()?;
            (kind.companion)(source)
        };
        let companions: Vec<PathBuf> = sources.iter().filter_map(companion).collect();
        Ok(sources.into_iter().map(|(file, _)| file).filter(|file| !companions.contains(file)).collect())
    };
    work::quietly(found).map_err(|failure| failure.exception(py))
}

fn looks_like_problems(source: &Source) -> bool {
    let kinds = Kinds::default();
    let sure = |kind: &Kind| (kind.recognise)(std::slice::from_ref(source)) == Recognition::Certain;
    kinds.iter().any(sure) || matches!(kinds.contents(source.clone()), Ok(Contents::Collection(_)))
}

/// The files whose names do not begin with a dot.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.retain(|path| path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b".")));
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() && !entry.is_symlink() {
            files.extend(files_in(&entry)?);
        } else if entry.is_file() {
            files.push(entry);
        }
    }
    Ok(files)
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
            GivenForm::Written(text) => text.read(stop)?,
            GivenForm::Built(parts) => Arc::new(BuiltProblem::of_parts(&self.place.name, parts, stop)?),
            GivenForm::Lifted(parts) => Arc::new(BuiltProblem::of_schemas(&self.place.name, parts, stop)?),
        };
        Ok(self.read.get_or_init(|| problem).clone())
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
                _ => {
                    let read: Description = serde_json::from_str(description).map_err(Failure::argument)?;
                    return read.given();
                }
            };
            Ok(Given { form, place, entry: None, read: OnceLock::new() })
        };
        let given = work::quietly(made).map_err(|failure| failure.exception(py))?;
        Ok(Self(Arc::new(given)))
    }

    /// All problems of a description as JSON, each with the description that makes it again.
    #[staticmethod]
    fn all(py: Python<'_>, description: &str) -> PyResult<Vec<(Self, String)>> {
        let made = || -> Result<Vec<(Given, String)>, Failure> {
            let read: Description = serde_json::from_str(description).map_err(Failure::argument)?;
            read.all()
        };
        let all = work::quietly(made).map_err(|failure| failure.exception(py))?;
        Ok(all.into_iter().map(|(given, description)| (Self(Arc::new(given)), description)).collect())
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
            pictures::text(&given, &format, &plan, goal, &watch.stop)
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
            drop(sender.send(pictures::bytes(&given, &format, &plan, goal, &watch.stop)?));
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
