//! The arguments of `compare`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use crate::ask::modes::MODES;
use crate::encode::{Reductions, Semantics};
use crate::figures::parse_duration;
use crate::horizon::HorizonSchedule;
use crate::planner::{LowerBound, SearchHeuristic};
use crate::prisoners::{ScheduleEncoding, Symmetry};
use crate::solver::SolverKind;
use clap::Args;
use clap::builder::{PossibleValuesParser, StringValueParser, TypedValueParser};

use super::super::schedule_args::ScheduleArgs;
use super::super::shared_args::one_of;

/// Stands for all encodings that know the problem.
pub(super) const ALL: &str = "all";

/// The problems that are compared.
#[derive(Debug, Args)]
pub(super) struct CompareFiles {
    /// The problems, of any kind; a domain in PDDL belongs to those behind it
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// The encodings of a move as clauses
    ///
    /// An encoding that does not know a problem is left out there, with a note.
    #[arg(
        long, value_name = "all|NAME,…", value_delimiter = ',', default_value = ALL,
        help_heading = "Compared"
    )]
    pub(super) encodings: Vec<String>,

    /// Modes: fixed, incremental, minimize, search, auto, pdr, first, anytime
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', default_value = "fixed,incremental,minimize",
        hide_possible_values = true, value_parser = PossibleValuesParser::new(MODES.map(|mode| mode.name)),
        help_heading = "Compared"
    )]
    pub(super) modes: Vec<String>,

    #[command(flatten)]
    pub(super) solvers: SolversArg,

    /// Horizons, as --schedule takes them [default: the usual ones]
    ///
    /// For incremental and auto.
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        help_heading = "Compared",
        hide_short_help = true
    )]
    pub(super) schedules: Vec<HorizonSchedule>,

    /// The moves that may share a step: sequential, forall, exists
    ///
    /// The fewest steps are another question than the fewest moves: rows of different semantics are not held against each
    /// other, and fixed and minimize have a horizon for each.
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', default_value = "sequential",
        hide_possible_values = true, value_parser = one_of(Semantics::ALL, Semantics::name),
        help_heading = "Compared", hide_short_help = true
    )]
    pub(super) semantics: Vec<Semantics>,

    /// The plans that are left out of formulas, as --reduce of `solve` has it; several times for several such lists [default: the
    /// usual ones]
    #[arg(long, value_name = "none|all|NAME,…", help_heading = "Compared", hide_short_help = true)]
    pub(super) reduce: Vec<Reductions>,

    /// The lower bounds that rule out short plans before the solver is asked: hmax, lmcut, none [default: hmax]
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of(LowerBound::ALL, LowerBound::name), help_heading = "Compared",
        hide_short_help = true
    )]
    pub(super) lower_bound: Vec<LowerBound>,

    /// The order in which search looks at states: blind, lmcut [default: blind]
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of(SearchHeuristic::ALL, SearchHeuristic::name), help_heading = "Compared",
        hide_short_help = true
    )]
    pub(super) heuristic: Vec<SearchHeuristic>,

    /// The horizon of fixed and minimize [default: the shortest length]
    ///
    /// A run without a mode finds the shortest length before anything is measured.
    #[arg(long, value_name = "N", help_heading = "Compared")]
    pub(super) horizon: Option<usize>,

    #[command(flatten)]
    pub(super) runs: RunArgs,
}

/// The schedules that are compared.
#[derive(Debug, Args)]
pub(super) struct CompareSchedulesArgs {
    #[command(flatten)]
    pub(super) schedule: ScheduleArgs,

    /// The encodings of a schedule as clauses
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

/// The solvers that are compared.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct SolversArg {
    /// The SAT solvers, as --solver takes them
    ///
    /// The text after cmd:, ipasir: or mallob: is one solver up to the end.
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
    /// The number of runs of each combination
    #[arg(long, value_name = "N", default_value = "5", help_heading = "Runs")]
    pub(super) runs: NonZeroUsize,

    /// Stop each run after so long, by the clock on the wall [default: 60s, unless --cpu-timeout is given]
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Runs")]
    pub(super) timeout: Option<Duration>,

    /// Stop each run when it has been on a processor for so long, all threads and processes together
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Runs", hide_short_help = true)]
    pub(super) cpu_timeout: Option<Duration>,

    /// Stop a run when it has taken more than so many megabytes since its start
    #[arg(
        long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Runs"
    )]
    pub(super) memory: Option<u32>,

    /// Another number, another random order of the runs
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Runs", hide_short_help = true)]
    pub(super) seed: u64,

    /// Print the table in Markdown
    #[arg(long, help_heading = "Output")]
    pub(super) markdown: bool,

    /// Write the table as comma-separated values, too
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) csv: Option<PathBuf>,

    /// Write the run log, too; - prints it instead of the table
    ///
    /// A line of JSON for each run.
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub(super) json: Option<PathBuf>,

    /// Draw seconds as bars, and horizon against time, as SVG or PNG
    ///
    /// For that, fixed is run once for each horizon up to the one it has, or for some of them.
    #[arg(long, value_name = "FILE.svg", help_heading = "Output")]
    pub(super) plot: Option<PathBuf>,
}

/// Solvers with commas between.
#[derive(Debug, Clone)]
pub(super) struct Solvers(pub(super) Vec<SolverKind>);

fn solvers() -> impl TypedValueParser<Value = Solvers> {
    StringValueParser::new()
        .try_map(|names| split(&names).into_iter().map(str::parse).collect::<Result<_, _>>().map(Solvers))
}

/// At commas, but not in what comes from elsewhere: commands and paths have commas of their own.
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
