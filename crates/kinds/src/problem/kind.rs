//! A kind of problem: a row of the table, with all that is known before a text is read.

use std::path::PathBuf;

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{CollectionForm, Diagnostic, MAX_INPUT_BYTES, Source};
use bmcplan_task::plan::Metric;

use super::{GoalChoice, OptionError, Problem, ProblemError, ProblemOptions};

/// The names of the encodings that know every problem, the usual one first.
pub const COMMON_ENCODINGS: &[&str] = &["transition", "operators"];

/// A kind of problem.
#[derive(Debug)]
pub struct Kind {
    /// Its name, which is also that of the command that solves it.
    pub name: &'static str,
    /// Other names of that command.
    pub aliases: &'static [&'static str],
    /// One line of help: what the command does.
    pub about: &'static str,
    /// The output of the command, for long help.
    pub description: &'static str,
    /// Command lines with a word on each, for long help.
    pub examples: &'static str,
    /// The sort of its file, for help.
    pub file: &'static str,
    /// The formats of its file, for long help.
    pub formats: &'static str,
    /// The greatest number of files of a problem, at least one.
    pub max_files: usize,
    /// The greatest size of each file in bytes; [`MAX_BYTES`](bmcplan_base::text::MAX_BYTES) unless programs write them.
    pub max_bytes: usize,
    /// The path of the other file of a problem in two files, given one of them: the domain beside a PDDL problem.
    pub companion: fn(&Source) -> Option<PathBuf>,
    /// The forms in which several problems stand in one text, the surest first.
    pub collections: &'static [CollectionForm],
    /// The unit in which the length of a plan is counted, in the plural, unless the option `metric` names it.
    pub unit: &'static str,
    /// Its own options. One called `metric` says what the length of a plan counts, or what a plan has least of
    /// ([`OptionForm::Measure`]).
    pub options: &'static [KindOption],
    /// The names of its encodings in any metric, the usual one first.
    pub encodings: &'static [&'static str],
    /// Their description, for long help.
    pub encodings_help: &'static str,
    /// Does search answer its problems, as a rule, and are formulas too weak for them?
    pub suits_search: bool,
    /// Does `check.py`, the checker of certificates in Python, read these texts, too, so that their task need not be
    /// trusted?
    pub is_read_by_checker: fn(&[Source]) -> bool,
    /// Is a text one of its problems?
    pub recognise: fn(&[Source]) -> Recognition,
    /// Reads a problem, until the flag is raised. The options were checked, and have their defaults.
    pub read: ReadProblem,
}

/// A function that reads a problem of some kind.
pub type ReadProblem = fn(&[Source], &ProblemOptions, &Stop) -> Result<Box<dyn Problem>, ProblemError>;

/// An option of a kind of problem.
#[derive(Debug)]
pub struct KindOption {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The form of its value.
    pub form: OptionForm,
    /// The placeholder of its value in help.
    pub value_name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// More words for long help; may be empty.
    pub details: &'static str,
    /// Is it left out of short help?
    pub is_rare: bool,
}

/// The values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionForm {
    /// A flag without a value.
    Flag,
    /// One of several names.
    OneOf {
        /// All of them; metrics from the finest to the coarsest, so that a plan has no more moves in a later one.
        names: &'static [&'static str],
        /// The value if none is given.
        default: &'static str,
        /// Wrong values that people may try, each with the right one and a reason.
        instead: &'static [(&'static str, &'static str)],
    },
    /// A [`Metric`]: what a plan is to have least of. Without one, that is what the problem says.
    Measure,
    /// A [`GoalChoice`].
    Goal {
        /// The value if none is given.
        default: &'static str,
    },
    /// The text of the problem itself, in place of files.
    Text,
}

/// The certainty that a text is a problem of some kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recognition {
    /// The text is none.
    No,
    /// The text may be one, perhaps with a fault in it.
    Perhaps,
    /// The text is one, right or wrong.
    Certain,
}

impl Kind {
    /// The option of that name.
    pub fn option(&self, name: &str) -> Option<&'static KindOption> {
        self.options.iter().find(|option| option.name == name)
    }

    /// All units in which the length of a plan may be counted.
    pub fn metrics(&self) -> &[&'static str] {
        match self.option("metric").map(|option| option.form) {
            Some(OptionForm::OneOf { names, .. }) => names,
            _ => std::slice::from_ref(&self.unit),
        }
    }

    /// The unit in which the length of a plan is counted with these options.
    pub fn metric(&self, options: &ProblemOptions) -> &'static str {
        match self.option("metric").map(|option| option.form) {
            Some(OptionForm::OneOf { names, default, .. }) => {
                let given = options.value("metric");
                names.iter().find(|name| Some(**name) == given).copied().unwrap_or(default)
            }
            _ => self.unit,
        }
    }

    /// The metrics in which a plan may be shorter than in the one of these options.
    pub fn coarser_metrics(&self, options: &ProblemOptions) -> &'static [&'static str] {
        let metric = self.metric(options);
        let Some(OptionForm::OneOf { names, .. }) = self.option("metric").map(|option| option.form) else {
            return &[];
        };
        let place = names.iter().position(|name| *name == metric);
        place.and_then(|place| names.get(place + 1..)).unwrap_or_default()
    }

    /// The option for the value of a goal state, for kinds with several.
    pub fn goal_option(&self) -> Option<&'static KindOption> {
        self.options.iter().find(|option| matches!(option.form, OptionForm::Goal { .. }))
    }

    /// The chosen value of a goal state, for kinds with several.
    pub fn goal(&self, options: &ProblemOptions) -> Option<GoalChoice> {
        let goal = self.goal_option()?;
        options.value(goal.name).or(goal.form.default())?.parse().ok()
    }

    /// These options, completed by defaults.
    ///
    /// # Errors
    /// An option, or a value of it, that the kind does not have: the first one.
    pub fn complete(&self, options: &ProblemOptions) -> Result<ProblemOptions, OptionError> {
        for (name, value) in options.iter() {
            let is_known = self.option(name).is_some_and(|option| option.takes(value));
            if !is_known {
                let option = self.option(name);
                let value = value.filter(|_| option.is_some());
                let instead = option.zip(value).and_then(|(option, value)| option.form.instead_of(value));
                let value = value.map(|value| format!(" {value}")).unwrap_or_default();
                return Err(OptionError { option: format!("{name}{value}"), kind: self.name, instead });
            }
        }
        let missing = self.options.iter().filter(|option| !options.has(option.name));
        let defaults = missing.filter_map(|option| Some((option.name, option.form.default()?)));
        Ok(defaults.fold(options.clone(), |options, (name, value)| options.with(name, value)))
    }

    /// These texts, preceded by the companion of a single one, if it has one.
    pub fn with_companion(&self, mut sources: Vec<Source>) -> Result<Vec<Source>, Diagnostic> {
        if let [source] = &*sources
            && let Some(path) = (self.companion)(source)
        {
            sources.insert(0, Source::open_at_most(&path, MAX_INPUT_BYTES)?);
        }
        Ok(sources)
    }

    /// Reads a problem with these options.
    pub fn read(
        &self,
        sources: &[Source],
        options: &ProblemOptions,
        stop: &Stop,
    ) -> Result<Box<dyn Problem>, ProblemError> {
        sources.iter().try_for_each(|source| source.check_size(self.max_bytes))?;
        (self.read)(sources, &self.complete(options)?, stop)
    }
}

/// The source of a problem that is in one file.
pub(crate) fn only(sources: &[Source]) -> Result<&Source, Diagnostic> {
    match sources {
        [source] => Ok(source),
        [] => Err(Diagnostic::without_text("the problem", "there is no file of it")),
        [_, second, ..] => Err(Diagnostic::without_text(second.name(), "the problem is in one file only")),
    }
}

impl KindOption {
    fn takes(&self, value: Option<&str>) -> bool {
        match (self.form, value) {
            (OptionForm::Flag, value) => value.is_none(),
            (OptionForm::OneOf { names, .. }, Some(value)) => names.contains(&value),
            (OptionForm::Measure, Some(value)) => value.parse::<Metric>().is_ok(),
            (OptionForm::Goal { .. }, Some(value)) => value.parse::<GoalChoice>().is_ok(),
            // Such a text is the problem itself, and no option of reading it.
            (OptionForm::Text, _) | (_, None) => false,
        }
    }
}

/// The names of the metrics that costs can be a part of.
const MEASURES: [&str; Metric::ALL.len()] = [Metric::ALL[0].name(), Metric::ALL[1].name()];

impl OptionForm {
    /// The value to give instead of one that people may try.
    fn instead_of(self, value: &str) -> Option<&'static str> {
        let Self::OneOf { instead, .. } = self else { return None };
        instead.iter().find(|(name, _)| *name == value).map(|(_, instead)| *instead)
    }

    /// The value that holds if none is given.
    pub fn default(self) -> Option<&'static str> {
        match self {
            Self::OneOf { default, .. } | Self::Goal { default } => Some(default),
            Self::Flag | Self::Measure | Self::Text => None,
        }
    }

    /// All values, if they are names.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::OneOf { names, .. } => names,
            Self::Measure => &MEASURES,
            Self::Flag | Self::Goal { .. } | Self::Text => &[],
        }
    }
}
