//! The configuration of `compare`, made from its arguments and checked.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{ArgMatches, Args, FromArgMatches as _};
use itertools::Itertools as _;

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::identity::is_stream;
use super::super::picture_formats::PlotFile;
use super::super::problem_args::{ProblemArgs, Scope};
use super::super::schedule_args::ScheduleArgs;
use super::super::shared_args::one_of;
use crate::ask::modes::{MODE_ALIASES, MODES, mode_named};
use crate::ask::{Input, Limits};
use crate::encode::{Reductions, Semantics};
use crate::horizon::HorizonSchedule;
use crate::kinds::Kinds;
use crate::problem::encoding_named;
use crate::solver::SolverKind;
use crate::stop::Stop;
use bmcplan_bench::{Choices, Instance};
use bmcplan_planner::{LowerBound, SearchHeuristic};
use bmcplan_prisoners::{ScheduleEncoding, Symmetry};
use bmcplan_sat::figures::parse_duration;

const USUAL_TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(crate) struct CompareConfig {
    pub(super) compared: Compared,
    /// The choices that are combined. Without encodings, all that know the problem.
    pub(super) choices: Choices,
    pub(super) args: RunArgs,
    pub(super) plot: Option<PlotFile>,
    pub(super) named: Files,
}

#[derive(Debug)]
pub(super) enum Compared {
    Files {
        problem: ProblemArgs,
        /// Each is a question of its own.
        semantics: Vec<Semantics>,
    },
    Schedule(Instance),
}

impl CompareConfig {
    pub(super) fn limits(&self) -> Limits {
        let RunArgs { timeout, cpu_timeout, memory, .. } = self.args;
        let usual = cpu_timeout.is_none().then_some(USUAL_TIMEOUT);
        Limits { timeout: timeout.or(usual), cpu_timeout, memory: memory.map(Limits::bytes) }
    }

    pub(super) fn prints_log(&self) -> bool {
        self.args.json.as_deref() == Some(Path::new("-"))
    }
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<CompareConfig, Failure> {
    let mut named = Files::default();
    let (compared, mut choices, solvers, args) = match matches.subcommand() {
        Some((_, matches)) => of_schedule(matches)?,
        None => of_files(matches, kinds, &mut named)?,
    };
    let mut config = CompareConfig { compared, choices: Choices::default(), args, plot: None, named };
    let RunArgs { csv, json, plot, markdown, .. } = &config.args;
    if *markdown && config.prints_log() {
        return Err(Failure::Usage("--markdown --json -: only one of them can be printed".to_owned()));
    }
    let json = json.as_ref().filter(|_| !config.prints_log());
    for (option, path) in [("--csv", csv.as_ref()), ("--json", json)] {
        if let Some(path) = path {
            config.named.writes(option, path);
        }
    }
    config.plot = plot.clone().map(|path| PlotFile::of("--plot", path)).transpose()?;
    if let Some(plot) = &config.plot {
        plot.name(&mut config.named);
    }
    config.named.check()?;
    let solvers: Vec<SolverKind> =
        solvers.solvers.into_iter().flat_map(|solvers| solvers.0).unique().collect();
    for solver in &solvers {
        solver.build(&Stop::default()).map_err(Failure::Solver)?;
    }
    choices.solvers = names(&solvers);
    Ok(CompareConfig { choices, ..config })
}

fn names(values: &[impl ToString]) -> Vec<String> {
    values.iter().map(ToString::to_string).unique().collect()
}

/// The parts of a configuration that both ways to ask for a comparison give.
type Parts = (Compared, Choices, SolversArg, RunArgs);

fn of_files(matches: &ArgMatches, kinds: &Kinds, named: &mut Files) -> Result<Parts, Failure> {
    let CompareFiles { files: paths } = CompareFiles::from_arg_matches(matches)?;
    let args = CompareArgs::from_arg_matches(matches)?;
    let ProblemArgs { inputs, reading } = ProblemArgs::of_files(matches, &Scope::Any(kinds.clone()), paths)?;
    let refused =
        |what: String| Failure::Usage(format!("{what} every run has to read its problem anew; name a file"));
    if inputs.contains(&Input::Stdin) {
        return Err(refused("compare reads no standard input:".to_owned()));
    }
    if let Some(path) = inputs.iter().filter_map(Input::path).find(|path| is_stream(path)) {
        return Err(refused(format!("{}: this is a pipe or a device;", path.display())));
    }
    inputs.iter().for_each(|input| named.input(input));
    let compared = Compared::Files {
        problem: ProblemArgs { inputs: inputs.into_iter().unique().collect(), reading },
        semantics: args.semantics.into_iter().unique().collect(),
    };
    let seed = args.runs.seed.map(|seed| ("seed".to_owned(), seed.to_string()));
    let encodings: Vec<&str> = args.encodings.iter().map(|name| encoding_named(name)).collect();
    let choices = Choices {
        encodings: if encodings.contains(&ALL) { Vec::new() } else { names(&encodings) },
        modes: Some(args.modes),
        varied: vec![
            ("schedule", names(&args.schedules)),
            ("reduce", names(&args.reduce)),
            ("lower-bound", names(&args.lower_bound)),
            ("heuristic", names(&args.heuristic)),
        ],
        horizon: args.horizon,
        options: seed.into_iter().collect(),
        ..Choices::default()
    };
    Ok((compared, choices, args.solvers, args.runs))
}

fn of_schedule(matches: &ArgMatches) -> Result<Parts, Failure> {
    let args = CompareSchedulesArgs::from_arg_matches(matches)?;
    args.schedule.problem()?;
    let is_all = args.encodings.iter().any(|name| name == ALL);
    let choices = Choices {
        encodings: if is_all {
            names(&ScheduleEncoding::ALL.map(ScheduleEncoding::name))
        } else {
            args.encodings
        },
        varied: vec![("symmetry", names(&args.symmetries))],
        ..Choices::default()
    };
    let instance = Instance::of_options("prisoners", &args.schedule.options());
    Ok((Compared::Schedule(instance), choices, args.solvers, args.runs))
}

pub(super) const ALL: &str = "all";

#[derive(Debug, Args)]
pub(super) struct CompareFiles {
    /// The problems; a PDDL domain belongs to those behind it
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Encodings of a step, as --encoding takes them
    #[arg(
        long, value_name = "all|NAME,…", value_delimiter = ',', default_value = ALL,
        help_heading = "Compared"
    )]
    pub(super) encodings: Vec<String>,

    /// Modes: auto, incremental, fixed, minimize, search, pdr, first, anytime
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', default_value = "fixed,incremental,minimize",
        hide_possible_values = true, value_parser = modes(),
        help_heading = "Compared"
    )]
    pub(super) modes: Vec<String>,

    #[command(flatten)]
    pub(super) solvers: SolversArg,

    /// Horizons of incremental and auto, as --schedule takes them
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        help_heading = "Compared",
        hide_short_help = true
    )]
    pub(super) schedules: Vec<HorizonSchedule>,

    /// Moves in a step: sequential, forall, exists
    ///
    /// Each is a question of its own, with its own horizon of fixed and minimize.
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', default_value = "sequential",
        hide_possible_values = true, value_parser = one_of(Semantics::ALL, Semantics::name),
        help_heading = "Compared", hide_short_help = true
    )]
    pub(super) semantics: Vec<Semantics>,

    /// Plans to leave out, as --reduce of solve; may be repeated
    #[arg(long, value_name = "none|all|NAME,…", help_heading = "Compared", hide_short_help = true)]
    pub(super) reduce: Vec<Reductions>,

    /// Lower bounds: hmax, lmcut, none [default: hmax]
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of(LowerBound::ALL, LowerBound::name), help_heading = "Compared",
        hide_short_help = true
    )]
    pub(super) lower_bound: Vec<LowerBound>,

    /// Orders of search: blind, lmcut, patterns, symbolic [default: blind]
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of(SearchHeuristic::ALL, SearchHeuristic::name), help_heading = "Compared",
        hide_short_help = true
    )]
    pub(super) heuristic: Vec<SearchHeuristic>,

    /// The horizon of fixed and minimize [default: the shortest length]
    ///
    /// A run without a mode finds that length first.
    #[arg(long, value_name = "N", help_heading = "Compared")]
    pub(super) horizon: Option<usize>,

    #[command(flatten)]
    pub(super) runs: RunArgs,
}

#[derive(Debug, Args)]
pub(super) struct CompareSchedulesArgs {
    #[command(flatten)]
    pub(super) schedule: ScheduleArgs,

    /// Encodings of a schedule, as --encoding takes them
    #[arg(
        long, value_name = "all|NAME,…", value_delimiter = ',', default_value = ALL,
        value_parser = PossibleValuesParser::new([ALL].into_iter().chain(ScheduleEncoding::ALL.map(ScheduleEncoding::name))),
        help_heading = "Compared"
    )]
    pub(super) encodings: Vec<String>,

    /// Symmetry breaking: none, sound, strong, document
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "none,sound,strong",
        help_heading = "Compared"
    )]
    pub(super) symmetries: Vec<Symmetry>,

    #[command(flatten)]
    pub(super) solvers: SolversArg,

    #[command(flatten)]
    pub(super) runs: RunArgs,
}

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct SolversArg {
    /// SAT solvers, as --solver takes them
    ///
    /// cmd:, ipasir: and mallob: extend to the end of the text.
    #[arg(
        long, value_name = "NAME,…", default_value = "varisat", value_parser = solvers(),
        help_heading = "Compared"
    )]
    pub(super) solvers: Vec<Solvers>,
}

/// The arguments of runs: number, limits, log, tables.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct RunArgs {
    /// Number of runs of each combination
    #[arg(long, value_name = "N", default_value = "5", help_heading = "Runs")]
    pub(super) runs: NonZeroUsize,

    /// Stop each run after TIME [default: 60s, unless --cpu-timeout is given]
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Runs")]
    pub(super) timeout: Option<Duration>,

    /// Stop each run after TIME of CPU, all threads and processes together
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Runs", hide_short_help = true)]
    pub(super) cpu_timeout: Option<Duration>,

    /// Stop a run when it has taken MB megabytes since its start
    #[arg(
        long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Runs"
    )]
    pub(super) memory: Option<u32>,

    /// Seed of the random order of runs, and of each run
    ///
    /// Runs of problems break ties by N, N + 1 and so on, as --seed of solve does; schedules have only the order.
    #[arg(long, value_name = "N", help_heading = "Runs", hide_short_help = true)]
    pub(super) seed: Option<u64>,

    /// Print the table in Markdown
    #[arg(long, help_heading = "Output")]
    pub(super) markdown: bool,

    /// Write the table as CSV, too
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) csv: Option<PathBuf>,

    /// Write the run log, JSON lines, too; - prints it instead
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub(super) json: Option<PathBuf>,

    /// Plot seconds by problem; of one, bars and time by horizon
    ///
    /// Several problems stand on one axis, with a line for each combination and time on a logarithmic axis (.svg or .png).
    #[arg(long, value_name = "FILE.svg", help_heading = "Output")]
    pub(super) plot: Option<PathBuf>,
}

#[derive(Debug, Clone)]
pub(super) struct Solvers(pub(super) Vec<SolverKind>);

/// Parses the name of a mode, or another name of it.
fn modes() -> impl TypedValueParser<Value = String> {
    let names = MODES.map(|mode| mode.name).into_iter().chain(MODE_ALIASES.map(|(alias, _)| alias));
    let meant = |name: String| mode_named(&name).map_or(name, |mode| mode.name.to_owned());
    PossibleValuesParser::new(names).map(meant)
}

fn solvers() -> impl TypedValueParser<Value = Solvers> {
    StringValueParser::new()
        .try_map(|names| split(&names).into_iter().map(str::parse).collect::<Result<_, _>>().map(Solvers))
}

/// Splits at commas, but not within commands and paths, which have commas of their own.
fn split(names: &str) -> Vec<&str> {
    let (mut rest, mut parts) = (names, Vec::new());
    while !rest.starts_with("cmd:")
        && !rest.starts_with("ipasir:")
        && !rest.starts_with("mallob:")
        && let Some((part, after)) = rest.split_once(',')
    {
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}
