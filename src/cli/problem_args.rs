//! The arguments that name a problem: its files, its kind, and the options of kinds, made from the table of kinds.

use std::path::PathBuf;

use crate::frontend::{Diagnostic, Source};
use crate::problem::{
    GoalChoice, Kind, KindOption, Kinds, OptionError, OptionForm, ProblemOptions, Recognition,
};
use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser as _};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use itertools::Itertools as _;

use super::failure::Failure;
use super::input::Input;

const FILES: &str = "file";
const KIND: &str = "kind";

/// The kinds whose problems a command takes.
#[derive(Debug, Clone)]
pub(crate) enum Scope {
    /// One, of these: the command has its name.
    One(&'static Kind, Kinds),
    /// Any of these.
    Any(Kinds),
}

/// The goals that a command takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoalArg {
    /// A value.
    Value,
    /// A value, or the best one.
    ValueOrBest,
}

impl Scope {
    fn kinds(&self) -> Vec<&'static Kind> {
        match self {
            Self::One(kind, _) => vec![kind],
            Self::Any(kinds) => kinds.iter().collect(),
        }
    }

    /// The options of its kinds, each once, with the kinds that have it.
    fn options(&self) -> Vec<(&'static KindOption, Vec<&'static Kind>)> {
        let kinds = self.kinds();
        let all = kinds.iter().flat_map(|kind| kind.options).unique_by(|option| option.name);
        let with = |name: &str| kinds.iter().copied().filter(|kind| kind.option(name).is_some()).collect();
        all.map(|option| (option, with(option.name))).collect()
    }

    fn texts(&self) -> Vec<(&'static KindOption, Vec<&'static Kind>)> {
        self.options().into_iter().filter(|(option, _)| option.form == OptionForm::Text).collect()
    }

    /// The command with all arguments that name a problem.
    pub(crate) fn add_to(&self, command: Command, goal: GoalArg) -> Command {
        let most = self.kinds().iter().map(|kind| kind.max_files).max().unwrap_or(1);
        let (file, formats) = match self {
            Self::One(kind, _) => (kind.file, kind.formats),
            Self::Any(_) => ("The problem", ""),
        };
        let texts = self.texts();
        let files =
            Arg::new(FILES).value_name("FILE").value_parser(value_parser!(PathBuf)).num_args(1..=most);
        let files = with_help(files, &format!("{file}; - is stdin"), formats).required(texts.is_empty());
        let command =
            command.arg(files).args(texts.iter().map(|(option, kinds)| self.arg(option, kinds, goal)));
        let command = if texts.is_empty() {
            command
        } else {
            let inputs = [FILES].into_iter().chain(texts.iter().map(|(option, _)| option.name));
            command.group(ArgGroup::new("input").args(inputs).required(true).multiple(false))
        };
        self.add_options_to(command, goal)
    }

    /// The command with all arguments that say how a file is understood.
    pub(crate) fn add_options_to(&self, command: Command, goal: GoalArg) -> Command {
        let command = match self {
            Self::One(..) => command,
            Self::Any(kinds) => command.arg(
                Arg::new(KIND)
                    .long(KIND)
                    .value_name("KIND")
                    .value_parser(PossibleValuesParser::new(kinds.iter().map(|kind| kind.name)))
                    .help("The kind of problem; by default found out from what stands in its file"),
            ),
        };
        let options = self.options().into_iter().filter(|(option, _)| option.form != OptionForm::Text);
        command.args(options.map(|(option, kinds)| self.arg(option, &kinds, goal)).collect_vec())
    }

    fn arg(&self, option: &'static KindOption, kinds: &[&'static Kind], goal: GoalArg) -> Arg {
        let arg = Arg::new(option.name).long(option.name).hide_short_help(option.is_rare);
        let goals = if goal == GoalArg::ValueOrBest { GOALS } else { "" };
        let help = match (self, option.form) {
            (Self::One(..), OptionForm::Goal { .. }) => format!("{}{goals}", option.help),
            (Self::Any(_), OptionForm::Goal { .. }) => format!("{}{goals} ({})", option.help, names(kinds)),
            (Self::One(..), _) | (Self::Any(_), OptionForm::Text) => option.help.to_owned(),
            (Self::Any(_), _) => format!("{} ({})", option.help, names(kinds)),
        };
        let is_own = matches!(self, Self::One(..)) || option.form == OptionForm::Text;
        let arg = with_help(arg, &help, if is_own { option.details } else { "" });
        if option.form == OptionForm::Flag {
            return arg.action(ArgAction::SetTrue);
        }
        let arg = arg.value_name(option.value_name);
        let arg = match (self, option.form.default()) {
            (Self::One(..), Some(default)) => arg.default_value(default),
            _ => arg,
        };
        match (option.form, goal) {
            (OptionForm::Flag | OptionForm::Text, _) => arg,
            (OptionForm::OneOf { .. }, _) => {
                let values = kinds.iter().filter_map(|kind| kind.option(option.name)).flat_map(values);
                arg.value_parser(PossibleValuesParser::new(values.unique()))
            }
            (OptionForm::Goal { .. }, GoalArg::Value) => arg.value_parser(
                value_parser!(u32).range(..=i64::from(GoalChoice::GREATEST)).map(|value| value.to_string()),
            ),
            (OptionForm::Goal { .. }, GoalArg::ValueOrBest) => arg.value_parser(
                StringValueParser::new().try_map(|text| text.parse::<GoalChoice>().map(|_| text)),
            ),
        }
    }

    /// The names of the encodings of its kinds.
    pub(crate) fn encodings(&self) -> Vec<&'static str> {
        self.kinds().iter().flat_map(|kind| kind.encodings).copied().unique().collect()
    }

    /// What `--encoding` does, in short and in long.
    pub(crate) fn encoding_arg(&self, usual: &str) -> Arg {
        let arg = Arg::new("encoding").long("encoding").value_name("NAME").help_heading("Formula");
        let arg = arg.value_parser(PossibleValuesParser::new(self.encodings()));
        match self {
            Self::One(kind, _) => {
                let help = format!("How a move becomes clauses [default: {}]", kind.encodings[0]);
                with_help(arg, &help, kind.encodings_help)
            }
            Self::Any(_) => arg.help(format!("How a move becomes clauses{usual}")),
        }
    }
}

/// What stands behind the help of a goal that may be the best one.
const GOALS: &str = ": a number, or max for the best value that can be reached";

fn values(option: &'static KindOption) -> &'static [&'static str] {
    match option.form {
        OptionForm::OneOf { names, .. } => names,
        OptionForm::Flag | OptionForm::Goal { .. } | OptionForm::Text => &[],
    }
}

fn names(kinds: &[&'static Kind]) -> String {
    kinds.iter().map(|kind| kind.name).join(", ")
}

fn with_help(arg: Arg, help: &str, details: &str) -> Arg {
    let arg = arg.help(help.to_owned());
    if details.is_empty() { arg } else { arg.long_help(format!("{help}\n\n{details}")) }
}

/// The arguments that name a problem, as far as they were given.
#[derive(Debug, Clone)]
pub(crate) struct ProblemArgs {
    /// Its files, or what stands for them; never none.
    pub(crate) inputs: Vec<Input>,
    /// How they are understood.
    pub(crate) understanding: Understanding,
}

/// What was given on how files are understood.
#[derive(Debug, Clone)]
pub(crate) struct Understanding {
    scope: Scope,
    kind: Option<&'static Kind>,
    options: ProblemOptions,
}

impl ProblemArgs {
    /// The problem of a command.
    pub(crate) fn of(matches: &ArgMatches, scope: &Scope) -> Self {
        let understanding = Understanding::of(matches, scope);
        let mut texts = scope.texts().into_iter();
        let given =
            texts.find_map(|(option, kinds)| Some((option, kinds, matches.get_one::<String>(option.name)?)));
        match given {
            Some((option, kinds, text)) => Self {
                inputs: vec![Input::Typed { option: format!("--{}", option.name), text: text.clone() }],
                understanding: Understanding {
                    kind: understanding.kind.or(kinds.first().copied()),
                    ..understanding
                },
            },
            None => {
                let files = matches.get_many::<PathBuf>(FILES).into_iter().flatten();
                Self { inputs: files.cloned().map(Input::at).collect(), understanding }
            }
        }
    }

    /// What the problem is called, as far as can be told.
    pub(crate) fn title(&self) -> String {
        self.inputs.last().map(Input::title).unwrap_or_default()
    }

    /// Reads its files and finds out of what kind it is.
    pub(crate) fn read(&self) -> Result<ProblemText, Failure> {
        let sources = self.inputs.iter().map(Input::read).collect::<Result<Vec<Source>, Diagnostic>>()?;
        self.understanding.apply(sources)
    }
}

impl Understanding {
    /// What the arguments of a command say.
    pub(crate) fn of(matches: &ArgMatches, scope: &Scope) -> Self {
        let kind = match scope {
            Scope::One(kind, _) => Some(*kind),
            Scope::Any(kinds) => matches.get_one::<String>(KIND).and_then(|name| kinds.named(name)),
        };
        let given = scope.options().into_iter().filter(|(option, _)| option.form != OptionForm::Text);
        let options = given.fold(ProblemOptions::default(), |options, (option, _)| match option.form {
            OptionForm::Flag if matches.get_flag(option.name) => options.with_flag(option.name),
            OptionForm::Flag => options,
            _ => match matches.get_one::<String>(option.name) {
                Some(value) => options.with(option.name, value),
                None => options,
            },
        });
        Self { scope: scope.clone(), kind, options }
    }

    /// The problem that stands in some texts.
    pub(crate) fn apply(&self, sources: Vec<Source>) -> Result<ProblemText, Failure> {
        let (Scope::One(_, kinds) | Scope::Any(kinds)) = &self.scope;
        let kind = match self.kind {
            Some(kind) => kind,
            None => kinds
                .kind_of(&sources)
                .map_err(|error| Failure::Usage(format!("{error}; --kind names one")))?,
        };
        let options = kind.complete(&self.options).map_err(|OptionError { option, kind }| {
            let found =
                if self.kind.is_some() { "" } else { ", which this one looks like; --kind says otherwise" };
            Failure::Usage(format!("--{option} makes no sense for a problem of kind {kind}{found}"))
        })?;
        Ok(ProblemText { kind, sources, given: self.options.clone(), options, kinds: kinds.clone() })
    }
}

/// A problem before it is read: its kind is known, and its options are.
#[derive(Debug, Clone)]
pub(crate) struct ProblemText {
    pub(crate) kind: &'static Kind,
    pub(crate) sources: Vec<Source>,
    /// The options that were given.
    pub(crate) given: ProblemOptions,
    /// These and the defaults of the others.
    pub(crate) options: ProblemOptions,
    kinds: Kinds,
}

impl ProblemText {
    /// What the length of a plan counts.
    pub(crate) fn metric(&self) -> &'static str {
        self.kind.metric(&self.options)
    }

    /// The value that a goal state is to have, if goals have values.
    pub(crate) fn goal(&self) -> Option<GoalChoice> {
        self.kind.goal(&self.options)
    }

    /// As [`ProblemText::goal`], where it cannot be the best one.
    pub(crate) fn goal_value(&self) -> Option<u32> {
        match self.goal() {
            Some(GoalChoice::Value(value)) => Some(value),
            Some(GoalChoice::Best) | None => None,
        }
    }

    /// The error, with the command that the text is for if it is another one.
    pub(crate) fn hint(&self, error: Failure) -> Failure {
        match (error, self.kinds.recognise(&self.sources)) {
            (Failure::Input(diagnostic), Some((kind, Recognition::Certain)))
                if kind.name != self.kind.name =>
            {
                let help = format!("this looks like a problem for `bmcplan {}`", kind.name);
                Failure::Input(diagnostic.help(help))
            }
            (error, _) => error,
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn understood(arguments: &str, text: &str) -> Result<String, String> {
        let scope = Scope::Any(Kinds::default());
        let command = scope.add_to(Command::new("test"), GoalArg::Value);
        let words = ["test"].into_iter().chain(arguments.split_whitespace());
        let matches = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
        let arguments = ProblemArgs::of(&matches, &scope);
        let read = arguments.understanding.apply(vec![Source::new("test", text)]);
        let read = read.map_err(|failure| failure.to_string())?;
        let given = |(name, value): (&str, Option<&str>)| format!(" {name} {}", value.unwrap_or_default());
        Ok(format!("{}{}", read.kind.name, read.options.iter().map(given).join("")))
    }

    #[test]
    fn a_problem_is_understood_by_its_text_and_the_arguments() {
        let (board, puzzle, sheet) = ("XX.\n", "start\nA.\ngoal\n.A\n", "; a game\n(role me)\n");
        for (arguments, text, expected) in [
            ("f", board, "rushhour metric units"),
            ("f --metric slides", board, "rushhour metric slides"),
            ("f", puzzle, "sliding metric units"),
            ("f --metric moves --labelled", puzzle, "sliding labelled  metric moves"),
            ("f --goal 50", sheet, "gdl goal 50"),
            ("f --kind gdl", board, "gdl goal 100"),
            ("--board XX..", sheet, "rushhour metric units"),
        ] {
            assert_eq!(understood(arguments, text).as_deref(), Ok(expected), "{arguments}");
        }
        let refused = |arguments, text| understood(arguments, text).unwrap_err();
        expect!["--metric moves makes no sense for a problem of kind rushhour, which this one looks like; --kind says otherwise"]
            .assert_eq(&refused("f --metric moves", board));
        expect!["--goal makes no sense for a problem of kind sliding"]
            .assert_eq(&refused("f --kind sliding --goal 3", sheet));
        expect!["--metric makes no sense for a problem of kind gdl, which this one looks like; --kind says otherwise"]
            .assert_eq(&refused("f --metric units", sheet));
    }
}
