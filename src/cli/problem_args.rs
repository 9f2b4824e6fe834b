//! The arguments that name a problem, and what they make of its files.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser as _};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, value_parser};
use itertools::Itertools as _;

use super::failure::{Failure, checked_warnings};
use super::files::Files;
use super::shared_args::with_help;
use super::terminal;
use crate::ask::{
    Input, Limiter, LoadedProblem, NamedProblem, ProblemPlace, ProblemText, Reading, Stage, alone,
};
use crate::kinds::Kinds;
use crate::problem::{ENCODING_ALIASES, GoalChoice, Kind, KindOption, OptionForm, ProblemOptions};
use crate::stop::Stop;

#[derive(Debug, Clone)]
pub(crate) struct ProblemArgs {
    /// Its files, or what stands for them; never none.
    pub(crate) inputs: Vec<Input>,
    pub(crate) reading: Reading,
}

impl ProblemArgs {
    pub(crate) fn of(matches: &ArgMatches, scope: &Scope) -> Self {
        let reading = reading(matches, scope);
        let mut texts = scope.texts().into_iter();
        let given =
            texts.find_map(|(option, kinds)| Some((option, kinds, matches.get_one::<String>(option.name)?)));
        match given {
            Some((option, kinds, text)) => Self {
                inputs: vec![Input::Typed { option: format!("--{}", option.name), text: text.clone() }],
                reading: Reading { kind: reading.kind.or(kinds.first().copied()), ..reading },
            },
            None => {
                let files = matches.try_get_many::<PathBuf>(FILES).ok().flatten().into_iter().flatten();
                Self { inputs: files.cloned().map(Input::of_problem).collect(), reading }
            }
        }
    }

    pub(crate) fn of_files(
        matches: &ArgMatches,
        scope: &Scope,
        files: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Self, Failure> {
        let mut args = Self::of(matches, scope);
        let files: Vec<Input> = files.into_iter().map(Input::of_problem).collect();
        match (&*args.inputs, &*files) {
            ([], []) => Err(Failure::Usage("the problem is missing: name its file".to_owned())),
            ([Input::Typed { option, .. }, ..], [_, ..]) => {
                Err(Failure::Usage(format!("{option}: there is a file, too; give one of them")))
            }
            ([], _) => {
                args.inputs = files;
                Ok(args)
            }
            _ => Ok(args),
        }
    }

    /// Returns the name of the problem of this text, and its files as they were named; none if it is not in files.
    pub(crate) fn place(&self, text: &ProblemText) -> ProblemPlace {
        ProblemPlace::of(&self.inputs, text)
    }

    /// Returns all problems that are named, read within the limits of `limiter`: a pipe may never end. `files` are those that are written
    /// later.
    pub(crate) fn problems(&self, files: &Files, limiter: &Limiter) -> Result<Vec<NamedProblem>, Failure> {
        let Self { inputs, reading } = self.clone();
        let read = move |_: &_| Ok(NamedProblem::all(&inputs, &reading));
        let (problems, left_out) = alone::<_, Failure>(Stage::Reading, read, limiter)?;
        if !left_out.is_empty() {
            let left_out = left_out.iter().map(|file| file.display()).join(", ");
            terminal::print_error(&format!("left out, as they look like no problems: {left_out}"));
        }
        files.check_problems(&problems)?;
        if let ([input], [only]) = (&*self.inputs, &*problems)
            && !input.is_folder()
        {
            only.sources()?;
        }
        Ok(problems)
    }

    /// Returns the problem, if only one was named: in files of its own, not in a folder.
    pub(crate) fn only<'p>(&self, problems: &'p [NamedProblem]) -> Option<&'p NamedProblem> {
        let [only] = problems else { return None };
        Some(only).filter(|_| !self.inputs.iter().any(Input::is_folder))
    }

    /// Returns the problem that stands in all its files together, read within the limits of `limiter`, and its kind.
    pub(crate) fn text(&self, files: &Files, limiter: &Limiter) -> Result<ProblemText, Failure> {
        let (args, files) = (self.clone(), files.clone());
        let read = move |_: &_| args.understood(&NamedProblem::one(&args.inputs, &args.reading)?, &files);
        alone::<_, Failure>(Stage::Reading, read, limiter)
    }

    /// Returns the text of a problem, with the file that belongs to it, and its kind; none of `files`, which are written later, is one of these.
    pub(crate) fn understood(&self, problem: &NamedProblem, files: &Files) -> Result<ProblemText, Failure> {
        let text = self.reading.problem(problem.sources()?)?;
        files.check_read(&text.sources)?;
        Ok(text)
    }

    /// Reads the problem.
    pub(crate) fn load(&self, files: &Files, limiter: &Limiter) -> Result<LoadedProblem, Failure> {
        self.load_text(self.text(files, limiter)?, limiter)
    }

    /// Works as [`Self::load`], of its text.
    pub(crate) fn load_text(&self, text: ProblemText, limiter: &Limiter) -> Result<LoadedProblem, Failure> {
        let place = self.place(&text);
        load_problem(text, Some(place), limiter)
    }
}

pub(crate) fn reading(matches: &ArgMatches, scope: &Scope) -> Reading {
    let kind = match scope {
        Scope::One(kind, _) => Some(*kind),
        Scope::Any(kinds) => matches.get_one::<String>(KIND).and_then(|name| kinds.named(name)),
    };
    let given = scope.options().into_iter().filter(|(option, _)| option.form != OptionForm::Text);
    // Defaults are not given.
    let typed = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
    let given = given.filter(|(option, _)| typed(option.name));
    let options = given.fold(ProblemOptions::default(), |options, (option, _)| match option.form {
        OptionForm::Flag if matches.get_flag(option.name) => options.with_flag(option.name),
        OptionForm::Flag => options,
        _ => match matches.get_one::<String>(option.name) {
            Some(value) => options.with(option.name, value),
            None => options,
        },
    });
    let (Scope::One(_, kinds) | Scope::Any(kinds)) = scope;
    Reading { kinds: kinds.clone(), kind, options, warnings_are_errors: matches.get_flag(STRICT) }
}

pub(super) const FILES: &str = "problem-file";
pub(super) const KIND: &str = "problem-kind";
pub(super) const STRICT: &str = "strict";

#[derive(Debug, Clone)]
pub(crate) enum Scope {
    /// One, of these: the command has its name.
    One(&'static Kind, Kinds),
    Any(Kinds),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoalArg {
    Value,
    ValueOrBest,
}

impl Scope {
    fn kinds(&self) -> Vec<&'static Kind> {
        match self {
            Self::One(kind, _) => vec![kind],
            Self::Any(kinds) => kinds.iter().collect(),
        }
    }

    pub(super) fn options(&self) -> Vec<(&'static KindOption, Vec<&'static Kind>)> {
        let kinds = self.kinds();
        let all = kinds.iter().flat_map(|kind| kind.options).unique_by(|option| option.name);
        let with = |name: &str| kinds.iter().copied().filter(|kind| kind.option(name).is_some()).collect();
        all.map(|option| (option, with(option.name))).collect()
    }

    pub(super) fn texts(&self) -> Vec<(&'static KindOption, Vec<&'static Kind>)> {
        self.options().into_iter().filter(|(option, _)| option.form == OptionForm::Text).collect()
    }

    pub(crate) fn add_to(&self, command: Command, goal: GoalArg) -> Command {
        let most = self.kinds().iter().map(|kind| kind.max_files).max().unwrap_or(1);
        let file = match self {
            Self::One(kind, _) => kind.file,
            Self::Any(_) => "The problem",
        };
        let texts = self.texts();
        let files =
            Arg::new(FILES).value_name("FILE").value_parser(value_parser!(PathBuf)).num_args(1..=most);
        let files =
            with_help(files, &format!("{file}; - is stdin"), self.formats()).required(texts.is_empty());
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

    /// Works as [`Scope::add_to`], where there may be no problem at all; then nothing says how it is understood.
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

    pub(crate) fn add_texts_to(&self, command: Command, goal: GoalArg) -> Command {
        command.args(self.texts().iter().map(|(option, kinds)| self.arg(option, kinds, goal)))
    }

    pub(crate) fn takes_many(&self, command: Command) -> Command {
        command.mut_arg(FILES, |arg| {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let details = format!("{}\n{MANY}", self.formats());
            let help = format!("{help}; many: files, folders, collections");
            with_help(arg.num_args(1..), &help, details.trim_start())
        })
    }

    fn formats(&self) -> &'static str {
        match self {
            Self::One(kind, _) => kind.formats,
            Self::Any(_) => "",
        }
    }

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
                        "{} [default: by the file]",
                        kinds.iter().map(|kind| kind.name).join(", ")
                    )),
            ),
        };
        let options = self.options().into_iter().filter(|(option, _)| option.form != OptionForm::Text);
        let strict = Arg::new(STRICT).long(STRICT).action(ArgAction::SetTrue).hide_short_help(true);
        let strict = strict.help("Treat warnings about the problem as errors");
        command.args(options.map(|(option, kinds)| self.arg(option, &kinds, goal)).collect_vec()).arg(strict)
    }

    fn arg(&self, option: &'static KindOption, kinds: &[&'static Kind], goal: GoalArg) -> Arg {
        let arg = Arg::new(option.name).long(option.name).hide_short_help(option.is_rare);
        let goals = if goal == GoalArg::ValueOrBest { GOALS } else { "" };
        let help = match (self, option.form) {
            (Self::One(..), OptionForm::Goal { .. }) => format!("{}{goals}", option.help),
            (Self::Any(_), OptionForm::Goal { .. }) => format!("{}{goals} ({})", option.help, names(kinds)),
            (Self::One(..), _) | (Self::Any(_), OptionForm::Text) => option.help.to_owned(),
            (Self::Any(_), OptionForm::OneOf { .. } | OptionForm::Measure) => {
                // One name may stand for what moves count and for what plans have least of.
                let of = |is_measure: bool| {
                    let options = kinds.iter().filter_map(|kind| Some((*kind, kind.option(option.name)?)));
                    let options =
                        options.filter(|(_, option)| (option.form == OptionForm::Measure) == is_measure);
                    let (kinds, options): (Vec<_>, Vec<_>) = options.unzip();
                    let values = options.iter().flat_map(|option| option.form.names()).unique().join(", ");
                    (!kinds.is_empty()).then(|| format!("{values} ({})", names(&kinds)))
                };
                [false, true].into_iter().filter_map(of).join("; ")
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
            (OptionForm::OneOf { .. } | OptionForm::Measure, _) => {
                let options = || kinds.iter().filter_map(|kind| kind.option(option.name));
                let hidden = options().flat_map(instead).map(|name| PossibleValue::new(name).hide(true));
                let all = options().flat_map(|option| option.form.names());
                let all = all.map(PossibleValue::new).chain(hidden);
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

    pub(crate) fn encodings(&self) -> Vec<&'static str> {
        self.kinds().iter().flat_map(|kind| kind.encodings).copied().unique().collect()
    }

    pub(crate) fn encoding_arg(&self, usual: &str) -> Arg {
        let arg = Arg::new("encoding").long("encoding").value_name("NAME").help_heading("Formula");
        let (own, Self::One(_, kinds) | Self::Any(kinds)) = (self.encodings(), self);
        // Those of other kinds are refused where it is known which ones describe the problem.
        let others = kinds.iter().flat_map(|kind| kind.encodings).unique().filter(|name| !own.contains(name));
        let others = others.map(|name| PossibleValue::new(*name).hide(true));
        let all = own.iter().copied().map(encoding_value).chain(others);
        let arg = arg.value_parser(PossibleValuesParser::new(all.collect_vec())).hide_possible_values(true);
        match self {
            Self::One(kind, _) => {
                let names = kind.encodings.iter().join(", ").replacen(',', " (default),", 1);
                with_help(arg, &format!("Encoding of a step: {names}"), kind.encodings_help)
            }
            Self::Any(_) => {
                with_help(arg, &format!("Encoding of a step{usual}"), &self.encodings().join(", "))
                    .hide_short_help(true)
            }
        }
    }
}

/// Returns an encoding as a value, with its other names.
pub(crate) fn encoding_value(name: &'static str) -> PossibleValue {
    let aliases = ENCODING_ALIASES.iter().filter(|(_, meant)| *meant == name);
    PossibleValue::new(name).aliases(aliases.map(|(alias, _)| *alias))
}

const MANY: &str = "A collection has a board on each line or between blank lines, or [[problem]] tables.";

const GOALS: &str = ", or max for the best";

/// Values that are refused with a hint at others.
fn instead(option: &'static KindOption) -> impl Iterator<Item = &'static str> {
    let instead = match option.form {
        OptionForm::OneOf { instead, .. } => instead,
        OptionForm::Flag | OptionForm::Measure | OptionForm::Goal { .. } | OptionForm::Text => &[],
    };
    instead.iter().map(|(name, _)| *name)
}

fn names(kinds: &[&'static Kind]) -> String {
    kinds.iter().map(|kind| kind.name).join(", ")
}

/// Reads a problem within the limits of `limiter`, and reports the warnings about it.
pub(crate) fn load_problem(
    text: ProblemText,
    place: Option<ProblemPlace>,
    limiter: &Limiter,
) -> Result<LoadedProblem, Failure> {
    let read = move |stop: &Stop| Ok(LoadedProblem { place, ..read_here(text, stop)? });
    let loaded = alone::<_, Failure>(Stage::Reading, read, limiter)?;
    loaded.problem.warnings().iter().for_each(terminal::print_diagnostic);
    Ok(loaded)
}

/// Reads a problem on this thread. A failure names the command that its text is for if it is another one.
pub(crate) fn read_here(text: ProblemText, stop: &Stop) -> Result<LoadedProblem, Failure> {
    let problem = text.read(stop).map_err(|error| match Failure::from(error) {
        Failure::Input(diagnostic) => Failure::Input(text.hint(diagnostic)),
        failure => failure,
    })?;
    checked_warnings(problem.warnings(), text.reading.warnings_are_errors)?;
    Ok(LoadedProblem { problem, text: Some(text), place: None })
}
