//! Kinds of problem: rows of a table with everything that is known before a text is read.

use std::path::PathBuf;

use bmcplan_base::stop::Stop;
use bmcplan_base::text::{CollectionForm, Diagnostic, MAX_BYTES, MAX_INPUT_BYTES, Source};
use bmcplan_task::plan::Metric;

use super::{GoalChoice, OptionError, Problem, ProblemError, ProblemOptions};

/// Names of the encodings that suit every problem, the default first.
pub const COMMON_ENCODINGS: &[&str] = &["transition", "operators", "strips"];

/// Other names of encodings, which the Rush Hour ASP document has.
pub const ENCODING_ALIASES: [(&str, &str); 2] = [("v1", "paper-v1"), ("v2", "paper-v2")];

/// Returns the name of an encoding that may be given by another name.
pub fn encoding_named(name: &str) -> &str {
    ENCODING_ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name)
}

/// A kind of problem.
#[derive(Debug)]
pub struct Kind {
    /// Name of the kind and of the command that solves it.
    pub name: &'static str,
    /// Other names of that command.
    pub aliases: &'static [&'static str],
    /// One line of help: what the command does.
    pub about: &'static str,
    /// The output of the command, for long help.
    pub description: &'static str,
    /// Example command lines with an explanation of each, for long help.
    pub examples: &'static str,
    /// Type of file, for help.
    pub file: &'static str,
    /// File formats, for long help.
    pub formats: &'static str,
    /// Greatest number of files of a problem, at least one.
    pub max_files: usize,
    /// Greatest size of each file in bytes. [`MAX_BYTES`], or more for files that programs write.
    pub max_bytes: usize,
    /// Returns the path of the other file of a problem in two files: the domain of a PDDL problem.
    pub companion: fn(&Source) -> Option<PathBuf>,
    /// Forms of a text with several problems, the most certain first.
    pub collections: &'static [CollectionForm],
    /// Unit of plan lengths, in the plural. The option `metric`, if there is one, overrides it.
    pub unit: &'static str,
    /// Options of this kind. An option called `metric` says what the length of a plan counts, or which measure of a plan is
    /// minimised ([`OptionForm::Measure`]).
    pub options: &'static [KindOption],
    /// Names of the encodings in any metric, the default first.
    pub encodings: &'static [&'static str],
    /// Description of the encodings, for long help.
    pub encodings_help: &'static str,
    /// True if search usually solves these problems and formulas are too weak for them.
    pub suits_search: bool,
    /// Checks whether `check.py`, the certificate checker in Python, reads these texts, too. Then their task need not be
    /// trusted.
    pub is_read_by_checker: fn(&[Source]) -> bool,
    /// Checks whether a text is a problem of this kind.
    pub recognise: fn(&[Source]) -> Recognition,
    /// Reads a problem until the stop flag is raised. The options are already checked and completed by defaults.
    pub read: ReadProblem,
}

/// Function that reads a problem of some kind.
pub type ReadProblem = fn(&[Source], &ProblemOptions, &Stop) -> Result<Box<dyn Problem>, ProblemError>;

/// An option of a kind of problem.
#[derive(Debug)]
pub struct KindOption {
    /// Name without dashes.
    pub name: &'static str,
    /// Form of the value.
    pub form: OptionForm,
    /// Placeholder of the value in help.
    pub value_name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Further text for long help; may be empty.
    pub details: &'static str,
    /// True if the option is left out of short help.
    pub is_rare: bool,
}

/// The values of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionForm {
    /// A flag without a value.
    Flag,
    /// One of several names.
    OneOf {
        /// All names. Metrics are ordered from the finest to the coarsest, so a plan has no more moves in a later one.
        names: &'static [&'static str],
        /// Value if none is given.
        default: &'static str,
        /// Wrong values to expect, each with the right value and a reason.
        instead: &'static [(&'static str, &'static str)],
    },
    /// The [`Metric`] to minimise. Without the option, the problem's own metric is minimised.
    Measure,
    /// A [`GoalChoice`].
    Goal {
        /// Value if none is given.
        default: &'static str,
    },
    /// Text of the problem itself, in place of files.
    Text,
}

/// Certainty that a text is a problem of some kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Recognition {
    /// The text is not of the kind.
    No,
    /// The text may be of the kind, perhaps with an error.
    Perhaps,
    /// The text is of the kind, valid or not.
    Certain,
}

impl Kind {
    /// Builds a kind that has a name, a unit of lengths and a reader, and of everything else what most kinds have: texts of one file, written by
    /// hand, no options, the [common encodings](COMMON_ENCODINGS). No text is taken for one of this kind unless it is asked for by name.
    pub const fn new(name: &'static str, unit: &'static str, read: ReadProblem) -> Self {
        Self {
            name,
            aliases: &[],
            about: "Solve a problem of this kind",
            description: "Prints the plan, and a summary.",
            examples: "",
            file: "The problem",
            formats: "",
            max_files: 1,
            max_bytes: MAX_BYTES,
            companion: |_| None,
            collections: &[],
            unit,
            options: &[],
            encodings: COMMON_ENCODINGS,
            encodings_help: "With a variable per operator (operators) or without (transition), or with propositions (strips).",
            suits_search: false,
            is_read_by_checker: |_| false,
            recognise: |_| Recognition::No,
            read,
        }
    }

    /// Returns the option called `name`.
    pub fn option(&self, name: &str) -> Option<&'static KindOption> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Returns all units in which the length of a plan may be counted.
    pub fn metrics(&self) -> &[&'static str] {
        match self.option("metric").map(|option| option.form) {
            Some(OptionForm::OneOf { names, .. }) => names,
            _ => std::slice::from_ref(&self.unit),
        }
    }

    /// Returns the unit in which the length of a plan is counted under `options`.
    pub fn metric(&self, options: &ProblemOptions) -> &'static str {
        match self.option("metric").map(|option| option.form) {
            Some(OptionForm::OneOf { names, default, .. }) => {
                let given = options.value("metric");
                names.iter().find(|name| Some(**name) == given).copied().unwrap_or(default)
            }
            _ => self.unit,
        }
    }

    /// Returns the metrics in which a plan may be shorter than in the metric of `options`.
    pub fn coarser_metrics(&self, options: &ProblemOptions) -> &'static [&'static str] {
        let metric = self.metric(options);
        let Some(OptionForm::OneOf { names, .. }) = self.option("metric").map(|option| option.form) else {
            return &[];
        };
        let place = names.iter().position(|name| *name == metric);
        place.and_then(|place| names.get(place + 1..)).unwrap_or_default()
    }

    /// Returns the option for the value of a goal state, for kinds with several values.
    pub fn goal_option(&self) -> Option<&'static KindOption> {
        self.options.iter().find(|option| matches!(option.form, OptionForm::Goal { .. }))
    }

    /// Returns the chosen value of a goal state, for kinds with several values.
    pub fn goal(&self, options: &ProblemOptions) -> Option<GoalChoice> {
        let goal = self.goal_option()?;
        options.value(goal.name).or(goal.form.default())?.parse().ok()
    }

    /// Completes `options` by defaults.
    ///
    /// # Errors
    /// The first option that the kind does not have, or whose value it does not allow.
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

    /// Prepends the companion of a single source, if it has one.
    pub fn with_companion(&self, mut sources: Vec<Source>) -> Result<Vec<Source>, Diagnostic> {
        if let [source] = &*sources
            && let Some(path) = (self.companion)(source)
        {
            sources.insert(0, Source::open_at_most(&path, MAX_INPUT_BYTES)?);
        }
        Ok(sources)
    }

    /// Reads a problem with `options`.
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

/// Returns the source of a problem that is in one file.
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
            // Such a text is the problem itself, and not an option of reading it.
            (OptionForm::Text, _) | (_, None) => false,
        }
    }
}

/// Names of all [`Metric`]s.
const MEASURES: [&str; Metric::ALL.len()] = [Metric::ALL[0].name(), Metric::ALL[1].name()];

impl OptionForm {
    /// Returns the right value for the expected wrong value `value`.
    fn instead_of(self, value: &str) -> Option<&'static str> {
        let Self::OneOf { instead, .. } = self else { return None };
        instead.iter().find(|(name, _)| *name == value).map(|(_, instead)| *instead)
    }

    /// Returns the value that applies if none is given.
    pub fn default(self) -> Option<&'static str> {
        match self {
            Self::OneOf { default, .. } | Self::Goal { default } => Some(default),
            Self::Flag | Self::Measure | Self::Text => None,
        }
    }

    /// Returns all values, if they are names.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Self::OneOf { names, .. } => names,
            Self::Measure => &MEASURES,
            Self::Flag | Self::Goal { .. } | Self::Text => &[],
        }
    }
}
