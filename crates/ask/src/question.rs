//! A question about a problem, as one value: the problem's files or texts, how they are read, and the settings.
//!
//! ```
//! use bmcplan_ask::Question;
//!
//! let text = r#"{"inputs": [{"file": "instances/sample02.toml"}], "options": {"metric": "slides"}, "settings": {"mode": "pdr"}}"#;
//! let question = Question::about("instances/sample02.toml").option("metric", "slides").setting("mode", "pdr")?;
//! assert_eq!(serde_json::from_str::<Question>(text)?, question);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{Diagnostic, Source};
use bmcplan_kinds::Kinds;
use bmcplan_kinds::problem::{ProblemOptions, ShownStates};
use bmcplan_planner::Event;
use bmcplan_sat::figures::ProcessStart;
use bmcplan_search::Counter;

use super::answer::Answer;
use super::check::{CheckAnswer, check};
use super::explore::{ExploreAnswer, explore};
use super::export::{ExportFormat, export_text};
use super::fault::Fault;
use super::input::Input;
use super::limits::{Limiter, Limits, Stage, alone};
use super::named::NamedProblem;
use super::plan_text::PlanText;
use super::problem_text::{ProblemPlace, ProblemText};
use super::reading::Reading;
use super::settings::{NameStyle, SettingFault, Settings};
use super::settings_table::setting_named;
use super::solution::LoadedProblem;
use super::solve::solve;

/// A question about a problem.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    /// The files or texts of the problem.
    pub inputs: Vec<Input>,
    /// Its place in a collection that is read as a whole, counted from 0; none for the only one.
    pub entry: Option<usize>,
    /// The name of its kind; none if the text tells.
    pub kind: Option<String>,
    /// The options of its kind, such as the metric.
    pub options: ProblemOptions,
    /// Are warnings about the problem errors?
    pub strict: bool,
    /// The mode, the limits, and the rest of the table of settings.
    pub settings: Settings,
}

/// The problem of a question, recognised but not yet read.
#[derive(Debug, Clone)]
pub struct AskedProblem {
    /// The question about this problem alone.
    pub question: Question,
    /// Its text, its kind and its options.
    pub text: ProblemText,
    /// Its name, its file, and its place there.
    pub place: ProblemPlace,
}

impl AskedProblem {
    /// Reads the problem within the limits of `limiter`.
    ///
    /// # Errors
    /// Its text has a fault, or a limit came first.
    pub fn load(self, limiter: &Limiter) -> Result<LoadedProblem, Fault> {
        let Self { text, place, .. } = self;
        let read = move |stop: &Stop| Ok(LoadedProblem::read(text, Some(place), stop)?);
        alone::<_, Fault>(Stage::Reading, read, limiter)
    }
}

impl Question {
    /// Builds a question about the problem in a file: `-` is standard input, `boards.txt:7` the problem on line 7 of a collection.
    pub fn about(file: impl Into<PathBuf>) -> Self {
        Self { inputs: vec![Input::of_problem(file.into())], ..Self::default() }
    }

    /// Builds a question about the problem in a text, of whatever kind.
    pub fn of_text(text: impl Into<String>) -> Self {
        let text = Input::Typed { option: "the text".to_owned(), text: text.into() };
        Self { inputs: vec![text], ..Self::default() }
    }

    /// Returns the question in this metric, such as `slides`; checked when the problem is read.
    #[must_use]
    pub fn metric(self, name: &str) -> Self {
        self.option("metric", name)
    }

    /// Returns the question with a limit of the time on the clock, reading the problem included.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { settings: self.settings.with_timeout(timeout), ..self }
    }

    /// Returns the question with this flag: a [setting](super::settings_table) such as `count`, or else one of the problem's kind, such
    /// as `labelled`, which is checked when the problem is read.
    ///
    /// # Errors
    /// The setting is no flag.
    pub fn flag(self, name: &str) -> Result<Self, SettingFault> {
        match setting_named(name) {
            Some(_) => self.setting(name, ""),
            None => Ok(Self { options: self.options.with_flag(name), ..self }),
        }
    }

    /// Returns the question with this option of the problem's kind, such as the metric; checked when the problem is read.
    #[must_use]
    pub fn option(self, name: &str, value: &str) -> Self {
        Self { options: self.options.with(name, value), ..self }
    }

    /// Returns the question with this [setting](super::settings_table).
    ///
    /// # Errors
    /// No setting has this name, or it has no such value.
    pub fn setting(self, name: &str, value: &str) -> Result<Self, SettingFault> {
        Ok(Self { settings: self.settings.with(name, value)?, ..self })
    }

    /// Answers the question.
    ///
    /// # Errors
    /// See [`Fault`]. That there is no plan, or that a limit came first, is an answer.
    pub fn ask(&self) -> Result<Answer, Fault> {
        self.ask_with(&Kinds::default(), &Stop::default(), &mut |_| {})
    }

    /// Answers the question about a problem of these kinds; any thread ends it by the stop flag, and `observer` gets the news.
    ///
    /// # Errors
    /// As [`Question::ask`].
    pub fn ask_with(
        &self,
        kinds: &Kinds,
        stop: &Stop,
        observer: &mut dyn FnMut(Event),
    ) -> Result<Answer, Fault> {
        let start = ProcessStart::now();
        self.settings.check_for_any_problem()?;
        let limiter = self.limiter(stop);
        let asked = self.problem(kinds)?;
        let unread = (asked.text.kind.name, asked.place.clone(), asked.text.metric());
        match asked.load(&limiter) {
            Err(Fault::Stopped { reason, .. }) => {
                let (kind, place, metric) = unread;
                Ok(Answer::unread(kind, Some(place), metric, reason))
            }
            loaded => {
                let mut answer = answer(loaded?, &self.settings, &limiter, observer)?;
                answer.run.since(start);
                Ok(answer)
            }
        }
    }

    /// Replays a plan, written in any form that `bmcplan check` reads, by the rules of the problem; in the metric in which it was found if
    /// none was asked for. A better plan is looked for if `optimal`.
    ///
    /// # Errors
    /// See [`Fault`]. A wrong plan is an answer.
    pub fn check(&self, plan: &str, optimal: bool) -> Result<CheckAnswer, Fault> {
        self.settings.check_only(&[], "a plan is checked, and it has no use for that")?;
        let limiter = self.limiter(&Stop::default());
        let plan = PlanText::of(Source::new("the plan", plan))?;
        let mut asked = self.problem(&Kinds::default())?;
        plan.choose_metric(&mut asked.text);
        let loaded = asked.load(&limiter)?;
        let memory = self.settings.limits().memory;
        Ok(check(&loaded, loaded.goal_value()?, plan, optimal, memory, &limiter)?.answer(None))
    }

    /// Counts the reachable states, without the step counter of a rule sheet.
    ///
    /// # Errors
    /// See [`Fault`]. A limit is an answer.
    pub fn explore(&self) -> Result<ExploreAnswer, Fault> {
        self.settings.check_only(&["disk", "resume"], "states are counted, and it has no use for that")?;
        let start = ProcessStart::now();
        let (limits, limiter) = (self.settings.limits(), self.limiter(&Stop::default()));
        let loaded = self.problem(&Kinds::default())?.load(&limiter)?;
        let explored =
            explore(&loaded, Counter::LeftOut, &limits, self.settings.disk(), &limiter, &mut |_| {})?;
        let mut answer = ExploreAnswer::from(&explored);
        answer.run.since(start);
        Ok(answer)
    }

    /// Returns the problem as text in a format: as a formula, a task, or facts.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn export(&self, format: ExportFormat) -> Result<String, Fault> {
        format.check(&self.settings)?;
        let limiter = self.limiter(&Stop::default());
        let loaded = self.problem(&Kinds::default())?.load(&limiter)?;
        export_text(&loaded, format, &self.settings, &limiter)
    }

    fn limiter(&self, stop: &Stop) -> Limiter {
        Limiter::over(stop.clone(), &Limits::default()).part(&self.settings.limits())
    }

    /// Returns the rules by which the texts are understood.
    ///
    /// # Errors
    /// No kind has this name.
    pub fn reading(&self, kinds: &Kinds) -> Result<Reading, Fault> {
        let named = |name: &String| {
            let names = || kinds.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
            let unknown =
                || Fault::Question(format!("kind: no kind is called `{name}`; there are: {}", names()));
            kinds.named(name).ok_or_else(unknown)
        };
        Ok(Reading {
            kinds: kinds.clone(),
            kind: self.kind.as_ref().map(named).transpose()?,
            options: self.options.clone(),
            warnings_are_errors: self.strict,
        })
    }

    /// Reads the texts of the problem, and finds out of what kind it is.
    ///
    /// # Errors
    /// They cannot be read or are several problems, or the kind does not have an option.
    pub fn problem(&self, kinds: &Kinds) -> Result<AskedProblem, Fault> {
        let reading = self.reading(kinds)?;
        let named = self.named(&reading)?;
        let refused = |message: String| {
            Diagnostic::without_text(&self.inputs.first().map(Input::title).unwrap_or_default(), message)
        };
        let index = match (self.entry, named.len()) {
            (Some(index), _) => index,
            (None, 1) => 0,
            (None, n_problems) => {
                let line = |file| format!("name one by its line or by its id, as in {file}:7, or ");
                let line =
                    self.inputs.first().filter(|input| !input.is_folder()).and_then(Input::file).map(line);
                let help = format!("{}ask for all of them (`read_all` in Python)", line.unwrap_or_default());
                let message = format!("there are {n_problems} problems in it, and one is asked for");
                return Err(refused(message).help(help).into());
            }
        };
        let missing = || refused("there are not so many problems".to_owned());
        self.asked(named.get(index).ok_or_else(missing)?, &reading)
    }

    /// Reads all problems that its inputs name.
    ///
    /// # Errors
    /// As [`Question::problem`].
    pub fn problems(&self, kinds: &Kinds) -> Result<Vec<AskedProblem>, Fault> {
        let reading = self.reading(kinds)?;
        self.named(&reading)?.iter().map(|named| self.asked(named, &reading)).collect()
    }

    /// Joins several files to one problem.
    fn named(&self, reading: &Reading) -> Result<Vec<NamedProblem>, Fault> {
        match &*self.inputs {
            [_] => Ok(NamedProblem::all(&self.inputs, reading).0),
            several => Ok(vec![NamedProblem::one(several, reading)?]),
        }
    }

    fn asked(&self, named: &NamedProblem, reading: &Reading) -> Result<AskedProblem, Fault> {
        let text = reading.problem(named.sources()?)?;
        let ProblemPlace { id, line, .. } = named.place();
        let place = ProblemPlace { id, line, ..ProblemPlace::of(&named.inputs, &text) };
        let question = Self { inputs: named.inputs.to_vec(), entry: named.entry(), ..self.clone() };
        Ok(AskedProblem { question, text, place })
    }
}

/// Answers a question about a problem that was read, or built by a program, within the limits of `limiter` alone.
///
/// # Errors
/// See [`Fault`].
pub fn answer(
    loaded: LoadedProblem,
    settings: &Settings,
    limiter: &Limiter,
    observer: &mut dyn FnMut(Event),
) -> Result<Answer, Fault> {
    let mut solved = solve(loaded, settings, limiter, observer)?;
    if let Some(fault) = solved.unwritten.take() {
        return Err(fault);
    }
    let shown = if settings.frames { ShownStates::Everything } else { ShownStates::Nothing };
    Ok(solved.answer(shown, NameStyle::Keywords))
}
