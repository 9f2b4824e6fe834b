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

use serde::{Deserialize, Serialize};

use bmcplan_base::stop::Stop;
use bmcplan_base::text::Diagnostic;
use bmcplan_kinds::Kinds;
use bmcplan_kinds::problem::{ProblemOptions, ShownStates};
use bmcplan_planner::Event;
use bmcplan_sat::figures::ProcessStart;

use super::answer::Answer;
use super::fault::Fault;
use super::input::Input;
use super::limits::{Limiter, Stage, alone};
use super::named::NamedProblem;
use super::problem_text::{ProblemPlace, ProblemText};
use super::reading::Reading;
use super::settings::{NameStyle, SettingFault, Settings};
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

impl Question {
    /// Builds a question about the problem in a file: `-` is standard input, `boards.txt:7` the problem on line 7 of a collection.
    pub fn about(file: impl Into<PathBuf>) -> Self {
        Self { inputs: vec![Input::of_problem(file.into())], ..Self::default() }
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

/// Answers a question within its own limits and those of `limiter`; `observer` gets the news.
///
/// # Errors
/// See [`Fault`].
pub fn ask(
    question: &Question,
    kinds: &Kinds,
    limiter: &Limiter,
    observer: &mut dyn FnMut(Event),
) -> Result<Answer, Fault> {
    let (start, limiter) = (ProcessStart::now(), &limiter.part(&question.settings.limits()));
    question.settings.check_for_any_problem()?;
    let AskedProblem { text, place, .. } = question.problem(kinds)?;
    let read = move |stop: &Stop| Ok(LoadedProblem::read(text, Some(place), stop)?);
    let loaded = alone::<_, Fault>(Stage::Reading, read, limiter)?;
    let mut answer = answer(loaded, &question.settings, limiter, observer)?;
    answer.run.since(start);
    Ok(answer)
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
