//! The configuration of `prisoners`, checked and made from its arguments.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use crate::ask::{Input, Limits};
use crate::formula::AtMostOne;
use bmcplan_prisoners::{ScheduleEncoding, ScheduleOptions, ScheduleProblem, ScheduleQuery, Symmetry};
use clap::{ArgMatches, Args, FromArgMatches as _};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::output;
use super::super::pictures::{PictureArgs, Pictures};
use super::super::report::Show;
use super::super::schedule_args::{Design, ScheduleArgs};
use super::super::setting_args::{LimitArgs, SolverArgs};
use super::super::shared_args::one_of;

const LISTED: usize = 10_000;

#[derive(Debug)]
pub(crate) struct PrisonersConfig {
    pub(super) task: PrisonersTask,
    pub(super) neighbours: Option<Neighbours>,
    pub(super) has_stats: bool,
    pub(super) limits: Limits,
    pub(super) show: Show,
    pub(super) pictures: Pictures,
    pub(super) leaves_stdout: bool,
}

/// People whose neighbours are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Neighbours {
    /// A person, numbered from 1.
    Of(usize),
    All,
}

impl FromStr for Neighbours {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            _ => text.parse().map(Self::Of).map_err(|_| "name a person by its number, or all".to_owned()),
        }
    }
}

#[derive(Debug)]
pub(super) enum PrisonersTask {
    /// A file, and what its design is called.
    Check(Input, Option<Design>),
    Solve(Design, ScheduleProblem, ScheduleOptions),
}

pub(crate) fn config(matches: &ArgMatches) -> Result<PrisonersConfig, Failure> {
    let mut args = PrisonersArgs::from_arg_matches(matches)?;
    let task = match &args.check {
        Some(path) => PrisonersTask::Check(Input::at(path.clone()), args.schedule.design),
        None => {
            let problem = args.schedule.problem()?;
            if let Some(person) = args.neighbours {
                check_person(person, &problem)?;
            }
            PrisonersTask::Solve(args.schedule.design(), problem, options(&args)?)
        }
    };
    args.pictures.take_picture()?;
    let pictures = Pictures::of(args.pictures)?.without_names()?;
    let mut files = Files::default();
    if let PrisonersTask::Check(input, _) = &task {
        files.input(input);
    }
    let on_stdout: Vec<_> = pictures.on_stdout().collect();
    let leaves_stdout = output::takes_stdout(&on_stdout, args.json.then_some("--json"))?;
    pictures.name(&mut files);
    files.check()?;
    Ok(PrisonersConfig {
        task,
        neighbours: args.neighbours,
        has_stats: args.stats,
        limits: args.limits.limits(),
        show: match (args.json, args.quiet) {
            (true, _) => Show::Json,
            (_, true) => Show::Moves,
            _ => Show::Text,
        },
        pictures,
        leaves_stdout,
    })
}

fn options(args: &PrisonersArgs) -> Result<ScheduleOptions, Failure> {
    Ok(ScheduleOptions {
        encoding: args.encoding,
        symmetry: args.symmetry.clone(),
        at_most_one: args.at_most_one,
        solver: args.solver.settings.solver()?,
        trust: args.solver.settings.trust(),
        wanted: match (args.all, args.count) {
            (true, _) => ScheduleQuery::All(args.limit.map_or(LISTED, NonZeroUsize::get)),
            (_, true) => ScheduleQuery::Count(args.limit.map(|limit| limit.get() as u128)),
            _ => ScheduleQuery::One,
        },
    })
}

pub(super) fn check_person(person: Neighbours, problem: &ScheduleProblem) -> Result<(), Failure> {
    match person {
        Neighbours::Of(person) if !(1..=problem.people()).contains(&person) => Err(Failure::Usage(format!(
            "--neighbours {person}: they are numbered from 1 to {}",
            problem.people()
        ))),
        Neighbours::Of(_) | Neighbours::All => Ok(()),
    }
}

#[derive(Debug, Args)]
pub(super) struct PrisonersArgs {
    #[command(flatten)]
    pub(super) schedule: ScheduleArgs,

    /// Check a schedule in TOML instead; - is stdin
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = [
            "prisoners", "row", "days", "groups", "size", "weeks", "all", "count", "encoding", "symmetry",
            "at_most_one", "solver", "trust"
        ]
    )]
    pub(super) check: Option<PathBuf>,

    /// List all schedules that --symmetry keeps, one a line
    #[arg(long, group = "several")]
    pub(super) all: bool,

    /// List or count no more than N of them [default: 10000 for --all]
    #[arg(long, value_name = "N", requires = "several", hide_short_help = true)]
    pub(super) limit: Option<NonZeroUsize>,

    /// Count the schedules
    #[arg(long, group = "several")]
    pub(super) count: bool,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// Encoding of a schedule: pairs-counted, pairs or places
    ///
    /// The pairs that meet and the distance of each person from the end of a row, with counts or without; or the person at
    /// each place.
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(ScheduleEncoding::ALL, ScheduleEncoding::name),
        hide_possible_values = true, help_heading = "Formula"
    )]
    pub(super) encoding: ScheduleEncoding,

    /// Symmetry breaking: none, sound, strong, document, or parts
    ///
    /// document is as printed there and loses schedules. Parts, with commas between: first-day, rows, ends, days, labels,
    /// rows-as-printed.
    #[arg(long, value_name = "NAME", default_value_t, help_heading = "Formula")]
    pub(super) symmetry: Symmetry,

    /// Clauses of "at most one": auto, pairwise, ladder, product, commander
    #[arg(
        long, value_name = "NAME", default_value_t = AtMostOne::Ladder,
        value_parser = one_of(AtMostOne::ALL, AtMostOne::name), hide_possible_values = true, help_heading = "Formula",
        hide_short_help = true
    )]
    pub(super) at_most_one: AtMostOne,

    #[command(flatten)]
    pub(super) solver: SolverArgs,

    /// Print the neighbours of person WHO, or of all, day by day
    #[arg(long, value_name = "WHO", conflicts_with_all = ["all", "count"], help_heading = "Output")]
    pub(super) neighbours: Option<Neighbours>,

    /// Print numbers with other symmetries, and of the formula
    #[arg(long, conflicts_with_all = ["check", "quiet", "json"], help_heading = "Output")]
    pub(super) stats: bool,

    /// Print schedules alone, and no progress
    #[arg(short, long, help_heading = "Output")]
    pub(super) quiet: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) pictures: PictureArgs,
}
