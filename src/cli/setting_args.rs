//! The arguments of settings, made from their table: of all of them for commands that solve, of some for others.

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::ask::modes::{MODE_ALIASES, MODES, ModeRow};
use crate::ask::setting::Setting;
use crate::ask::settings_table::{SETTINGS, setting_named};
use crate::ask::{Form, Limits, SettingFault, SettingProblem, Settings};
use bmcplan_search::DiskSearch;

use super::files::NO_FOLDER;
use super::shared_args::with_help;

pub(crate) trait Rows {
    fn has(name: &str) -> bool;
}

#[derive(Debug)]
pub(crate) struct SolveRows;

impl Rows for SolveRows {
    fn has(_: &str) -> bool {
        true
    }
}

/// Some of the settings, and the arguments that are made from them.
macro_rules! rows {
    ($($rows:ident, $args:ident: $names:pat,)*) => { $(
        #[derive(Debug)]
        pub(crate) struct $rows;

        impl Rows for $rows {
            fn has(name: &str) -> bool {
                matches!(name, $names)
            }
        }

        pub(crate) type $args = SettingArgs<$rows>;
    )* };
}

rows! {
    LimitRows, LimitArgs: "timeout" | "cpu-timeout" | "memory",
    // Of a search that may be on disk.
    DiskLimitRows, DiskLimitArgs: "timeout" | "cpu-timeout" | "memory" | "disk" | "resume",
    SolverRows, SolverArgs: "solver" | "trust",
    // Of a formula that is written for other solvers, and read again with their models.
    StepRows, StepArgs: "at-most-one" | "semantics" | "reduce" | "encoding" | "seed",
}

#[derive(Debug)]
pub(crate) struct SettingArgs<R> {
    pub(crate) settings: Settings,
    rows: PhantomData<R>,
}

/// Returns the command in which formulas keep every plan unless `--reduce` says otherwise.
pub(crate) fn keeping_all_plans(command: Command) -> Command {
    command.mut_arg("reduce", |arg| {
        let details = "dimspec, which has two frames, knows relevance, mutexes and symmetries.";
        with_help(arg.default_value("none"), "Plans to leave out, as --reduce of solve has it", details)
    })
}

impl<R> SettingArgs<R> {
    pub(crate) fn limits(&self) -> Limits {
        self.settings.limits()
    }
}

impl DiskLimitArgs {
    pub(crate) fn disk(&self) -> Result<Option<DiskSearch>, SettingFault> {
        if self.settings.has("resume") && !self.settings.has("disk") {
            return Err(SettingFault::of("resume", SettingProblem::Needs(&["disk"])));
        }
        self.settings.check_begun()?;
        Ok(self.settings.disk())
    }
}

/// `--first` becomes another mode with this.
const ANYTIME: &str = "anytime";
const MODE: &str = "mode";

impl<R: Rows> Args for SettingArgs<R> {
    fn augment_args(command: Command) -> Command {
        let command = if R::has(MODE) { with_modes(command) } else { command };
        // Modes are arguments of their own, and the names of encodings depend on the kind of problem.
        let rows = SETTINGS.iter().filter(|row| !matches!(row.name, "mode" | "horizon" | "encoding"));
        command.args(rows.filter(|row| R::has(row.name)).map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<R: Rows> FromArgMatches for SettingArgs<R> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut settings = Settings::default();
        let mut set = |name: &str, value: &str| {
            settings.set(name, value).map_err(|fault| Error::raw(ErrorKind::ValueValidation, fault))
        };
        let is_of_mode = |row: &&Setting| matches!(row.name, "mode" | "horizon");
        for row in SETTINGS.iter().filter(|row| R::has(row.name) && !is_of_mode(row)) {
            if let Some(value) = typed(matches, row.name) {
                set(row.name, &value)?;
            }
        }
        for mode in MODES.iter().filter(|mode| R::has(MODE) && !mode.help.is_empty()) {
            if let Some(horizon) = typed(matches, mode.option()) {
                set("mode", mode.name)?;
                if mode.needs_horizon {
                    set("horizon", &horizon)?;
                }
            }
        }
        if R::has(MODE) && matches.get_flag(ANYTIME) {
            set("mode", ANYTIME)?;
        }
        Ok(Self { settings, rows: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn typed(matches: &ArgMatches, name: &str) -> Option<String> {
    if !matches.try_contains_id(name).is_ok_and(|is_there| is_there)
        || matches.value_source(name) != Some(ValueSource::CommandLine)
    {
        return None;
    }
    let text = matches.try_get_one::<String>(name);
    // Anything else is a flag.
    text.map_or_else(|_| Some(String::new()), Option::<&String>::cloned)
}

fn with_modes(command: Command) -> Command {
    let chosen = MODES.iter().filter(|mode| !mode.help.is_empty());
    let horizon = setting_named("horizon");
    let as_arg = |mode: &ModeRow| {
        let arg =
            Arg::new(mode.option()).long(mode.option()).help_heading("Mode").hide_short_help(mode.is_rare);
        let aliases =
            MODE_ALIASES.iter().filter(|(alias, name)| *name == mode.name && *alias != mode.option());
        let arg = arg.help(mode.help).aliases(aliases.map(|(alias, _)| *alias));
        match horizon.filter(|_| mode.needs_horizon) {
            Some(row) => arg.value_name(row.form.value_name()).value_parser(CheckedText(row)),
            None => arg.action(ArgAction::SetTrue),
        }
    };
    let anytime = Arg::new(ANYTIME).long(ANYTIME).action(ArgAction::SetTrue).requires("first");
    // With another mode, --first is not asked for.
    let (first, others): (Vec<&ModeRow>, Vec<_>) = chosen.clone().partition(|mode| mode.name == "first");
    let anytime = anytime
        .conflicts_with_all(others.iter().map(|mode| mode.option()))
        .help_heading("Mode")
        .help("With --first: improve the plan until a shortest one is proved");
    command
        .args(first.into_iter().map(as_arg))
        .arg(anytime)
        .args(others.into_iter().map(as_arg))
        .group(ArgGroup::new(MODE).args(chosen.map(|mode| mode.option())).multiple(false))
}

fn arg(row: &'static Setting) -> Arg {
    let arg = Arg::new(row.name).long(row.name).help_heading(row.heading).hide_short_help(row.is_rare);
    let arg = with_help(arg, &row.help(), row.details);
    let arg = arg.default_value(row.default);
    match row.form {
        Form::Flag(_) => arg.action(ArgAction::SetTrue),
        form => {
            let arg = arg.value_name(form.value_name()).hide_possible_values(true);
            match form {
                Form::Name(names, _) => arg.value_parser(PossibleValuesParser::new(names())),
                _ => arg.value_parser(CheckedText(row)),
            }
        }
    }
}

/// Any text that is a value of the setting; the names among these can be completed.
#[derive(Debug, Clone)]
struct CheckedText(&'static Setting);

impl TypedValueParser for CheckedText {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, typed: &OsStr) -> Result<String, Error> {
        let row = self.0;
        let checked = move |text: String| {
            // Perhaps with more behind a colon.
            if row.form.value_name().starts_with("FOLDER") && (text == "-" || text.starts_with("-:")) {
                return Err(NO_FOLDER.to_owned());
            }
            row.read(&text, &mut Settings::default()).map(|()| text)
        };
        StringValueParser::new().try_map(checked).parse_ref(command, argument, typed)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let Form::Text { names, .. } = self.0.form else { return None };
        let names = names();
        (!names.is_empty()).then(|| Box::new(names.into_iter().map(PossibleValue::new)) as Box<_>)
    }
}
