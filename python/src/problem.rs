//! The class `Problem`, with everything that can be asked of a problem.

use std::path::PathBuf;
use std::sync::Arc;

use bmcplan::ask::settings_table::SETTINGS;
use bmcplan::ask::{
    self, Event, ExploreAnswer, ExportFormat, Limiter, Limits, LoadedProblem, PlanText, RunInfo,
    SettingFault, Settings, Stage, alone,
};
use bmcplan::encode::Reduction;
use bmcplan::kinds::KINDS;
use bmcplan::problem::ElementKind;
use bmcplan::stop::Stop;
use bmcplan::text::Source;
use bmcplan_sat::figures::ProcessStart;
use bmcplan_search::{Counter, IncompleteReason};
use bmcplan_workshop::{
    ExplainAnswer, ExplainSettings, HardenAnswer, HardenSettings, RateAnswer, explain, harden,
};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use serde_json::json;

use crate::failure::Failure;
use crate::lazy_problem::LazyProblem;
use crate::space::Space;
use crate::work::{Listener, StopFlag};
use crate::{certificate, generate, keywords, pictures, solve, work};

/// A problem, which is read when it is first asked for something.
#[pyclass(frozen, module = "bmcplan._native")]
pub(crate) struct Problem(Arc<LazyProblem>);

/// Parses the settings of a question in JSON.
pub(crate) fn settings_of(py: Python<'_>, json: &str) -> PyResult<Settings> {
    serde_json::from_str(json).map_err(|error| Failure::argument(error).exception(py))
}

#[pymethods]
impl Problem {
    /// Reads a description in JSON: files or texts, `"task"`, or `"lifted"`.
    #[staticmethod]
    fn of(py: Python<'_>, form: &str, name: String, description: &str) -> PyResult<Self> {
        let given = work::quietly(|| LazyProblem::of(form, name, description));
        Ok(Self(Arc::new(given.map_err(|failure| failure.exception(py))?)))
    }

    /// Reads all problems of a description in JSON, each with the description that makes it again.
    #[staticmethod]
    fn all(py: Python<'_>, description: &str) -> PyResult<Vec<(Self, String)>> {
        let all = work::quietly(|| LazyProblem::all(description)).map_err(|failure| failure.exception(py))?;
        Ok(all.into_iter().map(|(given, description)| (Self(Arc::new(given)), description)).collect())
    }

    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.place().id.as_deref()
    }

    #[getter]
    fn line(&self) -> Option<usize> {
        self.0.place().line
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
        &self.0.place().name
    }

    #[getter]
    fn file(&self) -> Option<&str> {
        self.0.place().file.as_deref()
    }

    /// Returns the kind, the options and the texts, as JSON: what two problems that are the same have in common. Line breaks at the end
    /// of a text make no difference.
    #[getter]
    fn content(&self) -> Option<String> {
        self.0.text().map(|text| {
            let texts: Vec<&str> =
                text.sources.iter().map(|source| source.text().trim_end_matches(['\n', '\r'])).collect();
            json!([text.kind.name, text.options, texts]).to_string()
        })
    }

    /// Returns the answer, as JSON. A `KeyboardInterrupt` has the answer that is known by then as its attribute `answer`.
    #[pyo3(signature = (settings, progress=None, stop=None))]
    fn solve(
        &self,
        py: Python<'_>,
        settings: &str,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&StopFlag>,
    ) -> PyResult<String> {
        let settings = settings_of(py, settings)?;
        let given = self.0.clone();
        let limits = settings.limits();
        let mut known = String::new();
        let ended = work::run(py, limits, progress, stop, |limiter, listener| {
            known = solve::solve(&given, &settings, limiter, listener)?;
            Ok(())
        });
        if let Err(error) = &ended
            && error.is_instance_of::<PyKeyboardInterrupt>(py)
            && !known.is_empty()
        {
            error.value(py).setattr("answer", &known)?;
        }
        ended.map(|()| known)
    }

    /// Returns its state space.
    fn space(&self, py: Python<'_>) -> PyResult<Space> {
        let given = self.0.clone();
        work::run(py, Limits::default(), None, None, move |limiter, _| {
            let loaded = given.load(None, limiter)?;
            let goal = loaded.goal_value()?;
            let work = move |stop: &Stop| Ok::<_, Failure>(loaded.problem.task(goal, stop)?);
            Ok(Space(alone(Stage::Working, work, limiter)?))
        })
    }

    /// Returns what is known before any plan is looked for, as JSON.
    fn facts(&self, py: Python<'_>, settings: &str) -> PyResult<String> {
        let start = ProcessStart::now();
        self.ask(py, settings, None, None, move |loaded, _, limiter, _| {
            let answer = ask::facts(&loaded, limiter)?;
            timed(answer, |answer| &mut answer.run, start)
        })
    }

    /// Returns the size of the state space, as JSON.
    #[pyo3(signature = (settings, counter, progress=None, stop=None))]
    fn explore(
        &self,
        py: Python<'_>,
        settings: &str,
        counter: bool,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&StopFlag>,
    ) -> PyResult<String> {
        let start = ProcessStart::now();
        self.ask(py, settings, progress, stop, move |loaded, settings, limiter, listener| {
            let counter = if counter { Counter::Kept } else { Counter::LeftOut };
            let hear = &mut |event: Event| tell(listener, &event);
            let explored = ask::explore(&loaded, counter, &settings.limits(), None, limiter, hear)?;
            check_size(explored.incomplete)?;
            let answer = ExploreAnswer::from(&explored);
            timed(answer, |answer| &mut answer.run, start)
        })
    }

    /// Returns the hardest positions, as JSON.
    #[pyo3(signature = (settings, top, unique, progress=None, stop=None))]
    fn harden(
        &self,
        py: Python<'_>,
        settings: &str,
        top: usize,
        unique: bool,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&StopFlag>,
    ) -> PyResult<String> {
        let start = ProcessStart::now();
        self.ask(py, settings, progress, stop, move |loaded, settings, limiter, listener| {
            let memory = settings.limits().memory;
            let question = HardenSettings { top, unique, memory };
            let found = harden(&loaded, &question, limiter, &mut |event| tell(listener, &event))?;
            check_size(found.incomplete)?;
            let answer = HardenAnswer::from(&found);
            timed(answer, |answer| &mut answer.run, start)
        })
    }

    /// Returns the elements that alone force the least length, as JSON. `sets` says whether only smallest sets are wanted, how many
    /// at most, and of which kind of elements.
    #[pyo3(signature = (settings, sets, progress=None, stop=None))]
    fn explain(
        &self,
        py: Python<'_>,
        settings: &str,
        sets: (bool, usize, Option<String>),
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&StopFlag>,
    ) -> PyResult<String> {
        let start = ProcessStart::now();
        self.ask(py, settings, progress, stop, move |loaded, settings, limiter, listener| {
            let (smallest, most, only) = sets;
            let kind_of = |kind: String| {
                kind.parse::<ElementKind>().map_err(|error| SettingFault::other("only", error.to_string()))
            };
            let only = only.map(kind_of).transpose()?;
            let question = ExplainSettings { smallest, most, only, memory: settings.limits().memory };
            let found = explain(&loaded, &question, limiter, &mut |event| tell(listener, &event))?;
            let answer = ExplainAnswer::from(&found);
            timed(answer, |answer| &mut answer.run, start)
        })
    }

    /// Returns how hard the problem is for people, as JSON.
    #[pyo3(signature = (settings, progress=None, stop=None))]
    fn rate(
        &self,
        py: Python<'_>,
        settings: &str,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&StopFlag>,
    ) -> PyResult<String> {
        let start = ProcessStart::now();
        self.ask(py, settings, progress, stop, move |loaded, settings, limiter, listener| {
            let memory = settings.limits().memory;
            let rating =
                bmcplan_workshop::rate(&loaded, memory, limiter, &mut |event| tell(listener, &event))?;
            let answer = RateAnswer::of(&loaded, &rating);
            timed(answer, |answer| &mut answer.run, start)
        })
    }

    /// Returns new puzzles like the problem, as JSON.
    #[pyo3(signature = (settings, question, progress=None, stop=None))]
    fn generate(
        &self,
        py: Python<'_>,
        settings: &str,
        question: String,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&StopFlag>,
    ) -> PyResult<String> {
        self.ask(py, settings, progress, stop, move |loaded, _, limiter, listener| {
            generate::generate(&loaded, &question, limiter, listener)
        })
    }

    /// Exports the problem in a format, as text.
    fn export(&self, py: Python<'_>, format: String, settings: &str) -> PyResult<String> {
        self.ask(py, settings, None, None, move |loaded, settings, limiter, _| {
            let parsed = format.parse::<ExportFormat>();
            let format = parsed.map_err(|error| SettingFault::other("format", error.to_string()))?;
            format.check(settings)?;
            Ok(ask::export_text(&loaded, format, settings, limiter)?)
        })
    }

    /// Writes the certificate of a shortest plan into a folder, and checks it; as JSON.
    fn certify(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        plan: String,
        goal: Option<u32>,
        settings: &str,
    ) -> PyResult<String> {
        let settings = settings_of(py, settings)?;
        self.ask_of_plan(
            py,
            settings,
            plan.clone(),
            move |LoadedProblem { problem, text, .. }, _, settings, limiter| {
                let (text, evidence) = (text.as_ref(), settings.evidence());
                let written = ask::certify_moves(&problem, text, &plan, goal, &folder, evidence, limiter)?;
                Ok(serde_json::to_string(&written)?)
            },
        )
    }

    /// Replays a plan, and, if asked, looks for a better one; as JSON.
    fn check(
        &self,
        py: Python<'_>,
        plan: String,
        goal: Option<u32>,
        optimal: bool,
        settings: &str,
    ) -> PyResult<String> {
        let settings = settings_of(py, settings)?;
        self.ask_of_plan(py, settings, plan, move |loaded, plan, settings, limiter| {
            let plan = plan.map_or_else(|| PlanText::of_moves(&[]), Ok)?;
            certificate::checked(&loaded, plan, goal, optimal, settings.limits().memory, limiter)
        })
    }

    /// Draws a plan, or the start, as a string: `svg`, `strip`, `html` or `text`.
    fn draw(&self, py: Python<'_>, format: String, plan: String, goal: Option<u32>) -> PyResult<String> {
        self.ask_of_plan(py, Settings::default(), plan, move |loaded, plan, _, limiter| {
            pictures::text(&loaded, &format, plan, goal, limiter)
        })
    }

    /// Draws a plan, or the start, as bytes: `gif` or `png`.
    fn draw_bytes(
        &self,
        py: Python<'_>,
        format: String,
        plan: String,
        goal: Option<u32>,
    ) -> PyResult<Py<PyBytes>> {
        let bytes = self.ask_of_plan(py, Settings::default(), plan, move |loaded, plan, _, limiter| {
            pictures::bytes(&loaded, &format, plan, goal, limiter)
        })?;
        Ok(PyBytes::new(py, &bytes).unbind())
    }
}

impl Problem {
    /// Asks the problem something, with settings from JSON.
    fn ask(
        &self,
        py: Python<'_>,
        settings: &str,
        progress: Option<&Bound<'_, PyAny>>,
        stop: Option<&StopFlag>,
        question: impl FnOnce(LoadedProblem, &Settings, &Limiter, &Listener) -> Result<String, Failure> + Send,
    ) -> PyResult<String> {
        let (settings, given) = (settings_of(py, settings)?, self.0.clone());
        work::run(py, settings.limits(), progress, stop, move |limiter, listener| {
            question(given.load(None, limiter)?, &settings, limiter, listener)
        })
    }

    /// Asks something about a plan, which is JSON, or nothing; in the metric in which it was found if none was asked for.
    fn ask_of_plan<R: Send>(
        &self,
        py: Python<'_>,
        settings: Settings,
        plan: String,
        question: impl FnOnce(LoadedProblem, Option<PlanText>, &Settings, &Limiter) -> Result<R, Failure> + Send,
    ) -> PyResult<R> {
        let given = self.0.clone();
        work::run(py, settings.limits(), None, None, move |limiter, _| {
            let source = Some(Source::new("the plan", &plan)).filter(|_| !plan.is_empty());
            let plan = source.map(PlanText::of).transpose()?;
            question(given.load(plan.as_ref(), limiter)?, plan, &settings, limiter)
        })
    }
}

/// Returns an answer as JSON, with what it [has taken](RunInfo::since) since `start`.
pub(crate) fn timed<A: Serialize>(
    mut answer: A,
    run: impl FnOnce(&mut A) -> &mut RunInfo,
    start: ProcessStart,
) -> Result<String, Failure> {
    run(&mut answer).since(start);
    Ok(serde_json::to_string(&answer)?)
}

/// Tells a listener how far a search has come.
fn tell(listener: &Listener, event: &Event) {
    if let Event::Searched(progress) = event {
        listener
            .hear(|| Some(json!({"event": "searched", "depth": progress.depth, "states": progress.states})));
    }
}

/// Refuses problems whose states cannot be held at all.
fn check_size(incomplete: Option<IncompleteReason>) -> Result<(), Failure> {
    if incomplete == Some(IncompleteReason::TooLarge) {
        return Err(Failure::argument("the states are too large to be held"));
    }
    Ok(())
}

/// Returns the names that arguments may have, by the arguments.
#[pyfunction]
pub(crate) fn names() -> Vec<(String, Vec<String>)> {
    let of_settings = SETTINGS.iter().map(|setting| (setting.keyword(), keywords::names_of(setting)));
    let options = KINDS.iter().flat_map(|kind| kind.options);
    let of_options = options.map(|option| (option.name, option.form.names().to_vec()));
    let others = [
        ("kind", KINDS.iter().map(|kind| kind.name).collect()),
        ("reduce", Reduction::ALL.map(Reduction::name).to_vec()),
        ("format", ExportFormat::ALL.map(ExportFormat::name).to_vec()),
    ];
    let owned =
        |(name, names): (&str, Vec<&str>)| (name.to_owned(), names.into_iter().map(str::to_owned).collect());
    of_options
        .chain(others)
        .map(owned)
        .chain(of_settings)
        .filter(|(_, names): &(_, Vec<_>)| !names.is_empty())
        .collect()
}
