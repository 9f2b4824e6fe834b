//! The definition of the arguments that name a problem, made from the table of kinds: files, kind, and the kinds' own options.

use std::path::PathBuf;

use crate::kinds::Kinds;
use crate::problem::{GoalChoice, Kind, KindOption, OptionForm};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser as _};
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};
use itertools::Itertools as _;

pub(super) const FILES: &str = "problem-file";
pub(super) const KIND: &str = "problem-kind";
pub(super) const STRICT: &str = "strict";

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
    pub(super) fn options(&self) -> Vec<(&'static KindOption, Vec<&'static Kind>)> {
        let kinds = self.kinds();
        let all = kinds.iter().flat_map(|kind| kind.options).unique_by(|option| option.name);
        let with = |name: &str| kinds.iter().copied().filter(|kind| kind.option(name).is_some()).collect();
        all.map(|option| (option, with(option.name))).collect()
    }

    pub(super) fn texts(&self) -> Vec<(&'static KindOption, Vec<&'static Kind>)> {
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

    /// As [`Scope::add_to`], where there may be no problem at all; then nothing says how it is understood.
    pub(crate) fn add_optional_to(&self, command: Command, goal: GoalArg) -> Command {
        let texts: Vec<&str> = self.texts().iter().map(|(option, _)| option.name).collect();
        let input = if texts.is_empty() { FILES } else { "input" };
        let command = self.add_to(command, goal).mut_args(|arg| {
            let id = arg.get_id();
            if id == FILES {
                arg.required(false)
            } else if texts.contains(&id.as_str()) {
                arg
            } else {
                arg.requires(input)
            }
        });
        if texts.is_empty() { command } else { command.mut_group(input, |group| group.required(false)) }
    }

    /// The command with the options that stand for files.
    pub(crate) fn add_texts_to(&self, command: Command, goal: GoalArg) -> Command {
        command.args(self.texts().iter().map(|(option, kinds)| self.arg(option, kinds, goal)))
    }

    /// The command with any number of files.
    pub(crate) fn takes_many(&self, command: Command) -> Command {
        command.mut_arg(FILES, |arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let long = arg.get_long_help().map(ToString::to_string).unwrap_or_else(|| help.clone());
            arg.num_args(1..)
                .help(format!("{help}; several, or folders, for many"))
                .long_help(format!("{long}\n\n{MANY}"))
        })
    }

    /// The command with all arguments that say how a file is understood.
    pub(crate) fn add_options_to(&self, command: Command, goal: GoalArg) -> Command {
        let command = match self {
            Self::One(..) => command,
            Self::Any(kinds) => command.arg(
                Arg::new(KIND)
                    .long("kind")
                    .value_name("KIND")
                    .value_parser(PossibleValuesParser::new(kinds.iter().map(|kind| kind.name)))
                    .hide_possible_values(true)
                    .help(format!(
                        "{}; by default found out from the file",
                        kinds.iter().map(|kind| kind.name).join(", ")
                    )),
            ),
        };
        let options = self.options().into_iter().filter(|(option, _)| option.form != OptionForm::Text);
        let strict = Arg::new(STRICT).long(STRICT).action(ArgAction::SetTrue).hide_short_help(true);
        let strict = strict.help("Take warnings about the problem for errors");
        command.args(options.map(|(option, kinds)| self.arg(option, &kinds, goal)).collect_vec()).arg(strict)
    }

    fn arg(&self, option: &'static KindOption, kinds: &[&'static Kind], goal: GoalArg) -> Arg {
        let arg = Arg::new(option.name).long(option.name).hide_short_help(option.is_rare);
        let goals = if goal == GoalArg::ValueOrBest { GOALS } else { "" };
        let help = match (self, option.form) {
            (Self::One(..), OptionForm::Goal { .. }) => format!("{}{goals}", option.help),
            (Self::Any(_), OptionForm::Goal { .. }) => format!("{}{goals} ({})", option.help, names(kinds)),
            (Self::One(..), _) | (Self::Any(_), OptionForm::Text) => option.help.to_owned(),
            (Self::Any(_), OptionForm::OneOf { .. }) => {
                let values = kinds.iter().filter_map(|kind| kind.option(option.name)).flat_map(values);
                format!("{}: {} ({})", option.help, values.unique().join(", "), names(kinds))
            }
            (Self::Any(_), OptionForm::Flag) => format!("{} ({})", option.help, names(kinds)),
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
                let options = || kinds.iter().filter_map(|kind| kind.option(option.name));
                let hidden = options().flat_map(instead).map(|name| PossibleValue::new(name).hide(true));
                let all = options().flat_map(values).map(PossibleValue::new).chain(hidden);
                let all = all.unique_by(|value| value.get_name().to_owned());
                let is_listed = matches!(self, Self::Any(_));
                arg.value_parser(PossibleValuesParser::new(all)).hide_possible_values(is_listed)
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

    /// The argument `--encoding`, with short and long help.
    pub(crate) fn encoding_arg(&self, usual: &str) -> Arg {
        let arg = Arg::new("encoding").long("encoding").value_name("NAME").help_heading("Formula");
        let arg = arg.value_parser(PossibleValuesParser::new(self.encodings()));
        match self {
            Self::One(kind, _) => {
                let help = format!("How a move becomes clauses [default: {}]", kind.encodings[0]);
                with_help(arg, &help, kind.encodings_help)
            }
            Self::Any(_) => {
                let help = format!("How a move becomes clauses{usual}");
                with_help(arg, &help, &self.encodings().join(", ")).hide_possible_values(true)
            }
        }
    }
}

/// Help about files that are many problems.
const MANY: &str = "Many problems are several files, the files in a folder, or a collection: a text with a square board on each line, \
                    with boards between blank lines, or with several starts and goals; or TOML with [[problem]] tables.";

/// The end of the help of a goal that may be the best one.
const GOALS: &str = ": a number, or max for the best";

fn values(option: &'static KindOption) -> &'static [&'static str] {
    match option.form {
        OptionForm::OneOf { names, .. } => names,
        OptionForm::Flag | OptionForm::Goal { .. } | OptionForm::Text => &[],
    }
}

/// Values that are refused with a hint at others.
fn instead(option: &'static KindOption) -> impl Iterator<Item = &'static str> {
    let instead = match option.form {
        OptionForm::OneOf { instead, .. } => instead,
        OptionForm::Flag | OptionForm::Goal { .. } | OptionForm::Text => &[],
    };
    instead.iter().map(|(name, _)| *name)
}

fn names(kinds: &[&'static Kind]) -> String {
    kinds.iter().map(|kind| kind.name).join(", ")
}

fn with_help(arg: Arg, help: &str, details: &str) -> Arg {
    let arg = arg.help(help.to_owned());
    if details.is_empty() { arg } else { arg.long_help(format!("{help}\n\n{details}")) }
}
