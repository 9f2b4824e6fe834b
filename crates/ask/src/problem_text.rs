//! The text of a problem, before it is read: its kind is known, and its options are.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{self, Diagnostic, Source};
use bmcplan_kinds::problem::{GoalChoice, Kind, Problem, ProblemError, ProblemOptions, Recognition};

use super::fault::Fault;
use super::input::Input;
use super::reading::Reading;
use super::settings::SettingFault;

/// The name of a problem, its file, as that was named, and its place in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProblemPlace {
    /// Its id in its collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The name, as printed.
    pub name: String,
    /// Its file, if it is in one.
    pub file: Option<String>,
    /// Its first line in its collection, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl ProblemPlace {
    /// Builds a problem of that name, in no file.
    pub fn called(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Returns the name of the problem that was read from these inputs, and its files as they were named; none if it is not in files.
    pub fn of(inputs: &[Input], text: &ProblemText) -> Self {
        let title = || inputs.last().map(Input::title).unwrap_or_default();
        let files: Option<Vec<String>> = inputs.iter().map(Input::file).collect();
        let files = files.filter(|files| !files.is_empty());
        let file = files.map(|files| files.join(" "));
        Self { name: text.name().unwrap_or_else(title), file, ..Self::default() }
    }

    /// Returns the name without its extension of its file.
    pub fn stem(&self) -> String {
        let file = Path::new(self.file.as_deref().unwrap_or_default());
        file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the name among those of other problems.
    pub fn title(&self) -> String {
        match (&self.id, self.line) {
            (Some(id), _) => id.clone(),
            (None, Some(line)) if self.name == self.stem() => format!("{}:{line}", self.name),
            (None, _) => self.name.clone(),
        }
    }
}

/// `60 2332 (boards.txt:1)`, `boards.txt:2` or `board.toml`.
impl fmt::Display for ProblemPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or(&self.name);
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        match &self.id {
            Some(id) => write!(f, "{id} ({file}{line})"),
            None => write!(f, "{file}{line}"),
        }
    }
}

/// The text of a problem.
#[derive(Debug, Clone)]
pub struct ProblemText {
    /// Its kind.
    pub kind: &'static Kind,
    /// The texts of its files.
    pub sources: Vec<Source>,
    /// The rules by which it was understood, with the options that were given.
    pub reading: Reading,
    /// These options, and the defaults of the others.
    pub options: ProblemOptions,
}

impl Reading {
    /// Returns the problem that stands in some texts, and in the file that belongs to them.
    ///
    /// # Errors
    /// They look like no problem, an option makes no sense for their kind, or the other file cannot be read.
    pub fn problem(&self, sources: Vec<Source>) -> Result<ProblemText, Fault> {
        let kind = self.kind.map_or_else(|| self.kinds.kind_of(&sources), Ok)?;
        let options = self.complete(kind)?;
        Ok(ProblemText { kind, sources: kind.with_companion(sources)?, reading: self.clone(), options })
    }
}

impl ProblemText {
    /// Returns the problem that was read.
    ///
    /// # Errors
    /// The text is wrong, or reading it was stopped.
    pub fn read(&self, stop: &Stop) -> Result<Arc<dyn Problem>, ProblemError> {
        Ok(Arc::from(self.kind.read(&self.sources, &self.options, stop)?))
    }

    /// Returns the unit in which the length of a plan is counted.
    pub fn metric(&self) -> &'static str {
        self.kind.metric(&self.options)
    }

    /// Returns other metrics in which a plan may be shorter, where none was chosen.
    pub fn other_metrics(&self) -> &'static [&'static str] {
        if self.reading.options.has("metric") { &[] } else { self.kind.coarser_metrics(&self.options) }
    }

    /// Returns the other metrics that a plan may be in, where none was chosen.
    pub(super) fn metrics_to_try(&self) -> impl Iterator<Item = &'static str> {
        let (own, is_chosen) = (self.metric(), self.reading.options.has("metric"));
        self.kind.metrics().iter().copied().filter(move |metric| !is_chosen && *metric != own)
    }

    /// Returns the same text, to be read in another metric.
    #[must_use]
    pub fn in_metric(&self, metric: &str) -> Self {
        Self { options: self.options.clone().with("metric", metric), ..self.clone() }
    }

    /// Returns the value that a goal state is to have, if goals have values.
    pub fn goal(&self) -> Option<GoalChoice> {
        self.kind.goal(&self.options)
    }

    /// Works as [`ProblemText::goal`], for questions about one value.
    ///
    /// # Errors
    /// It is the best one.
    pub fn goal_value(&self) -> Result<Option<u32>, SettingFault> {
        match self.goal() {
            Some(GoalChoice::Value(value)) => Ok(Some(value)),
            Some(GoalChoice::Best) => {
                let why = format!(
                    "max is for solving, which finds the value; here, give one from 0 to {}",
                    GoalChoice::GREATEST
                );
                Err(SettingFault::other("goal", why))
            }
            None => Ok(None),
        }
    }

    /// Returns the name of the problem, if its file has one.
    pub fn name(&self) -> Option<String> {
        self.sources.last().and_then(text::name)
    }

    /// Returns the error, with the command that the text is for if it is another one.
    pub fn hint(&self, error: Diagnostic) -> Diagnostic {
        match self.reading.kinds.recognise(&self.sources) {
            Some((kind, Recognition::Certain)) if kind.name != self.kind.name => {
                error.help(format!("this looks like a problem for `bmcplan {}`", kind.name))
            }
            _ => error,
        }
    }
}
