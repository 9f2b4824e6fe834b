//! The configuration of a solving command, made from its arguments; combinations that make no sense are refused here, before
//! anything is read.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgMatches, Args, FromArgMatches as _};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::output;
use super::super::pictures::{PictureArgs, Pictures};
use super::super::problem_args::{ProblemArgs, Scope};
use super::super::report::Show;
use super::super::setting_args::{SettingArgs, SolveRows};
use super::super::shared_args::{Shard, jobs};
use crate::ask::Settings;
use crate::problem::ShownStates;
use bmcplan_planner::PlanQuery;

#[derive(Debug)]
pub(crate) struct SolveConfig {
    pub(super) problem: ProblemArgs,
    pub(crate) settings: Settings,
    pub(super) show: Show,
    pub(super) stats: bool,
    pub(super) plan_out: Option<PathBuf>,
    pub(super) files: Files,
    pub(super) pictures: Pictures,
    pub(super) leaves_stdout: bool,
    pub(super) are_many: bool,
    pub(super) shard: Option<Shard>,
    pub(super) jobs: NonZeroUsize,
    /// The number of the hardest that are named and drawn; without it, five are named and all are drawn.
    pub(super) hardest: Option<usize>,
    /// Are answers for many problems printed in the order of the problems?
    pub(super) is_ordered: bool,
}

impl SolveConfig {
    pub(super) fn shown_states(&self) -> ShownStates {
        match (self.show, self.settings.wanted()) {
            (Show::Json, PlanQuery::One) if self.settings.frames => ShownStates::Everything,
            (Show::Frames, PlanQuery::One) => ShownStates::Everything,
            (Show::Text, PlanQuery::One) => ShownStates::Ends,
            (Show::Moves | Show::Json, _) | (_, PlanQuery::All(_) | PlanQuery::Count) => ShownStates::Nothing,
        }
    }

    pub(super) fn check_many(&self, n_problems: usize) -> Result<(), Failure> {
        let of_settings = self.settings.iter().find(|(row, _)| row.writes_files).map(|(row, _)| row.name);
        let written = self.plan_out.is_some().then_some("plan-out").or(of_settings);
        if let Some(option) = self.pictures.for_one_problem().next() {
            return Err(Failure::Usage(format!(
                "--{option} is for one problem, and there are {n_problems}; with %s in the name there is a file for each"
            )));
        }
        let option = written.or((self.show == Show::Frames).then_some("frames"));
        option.map_or(Ok(()), |option| {
            Err(Failure::Usage(format!(
                "--{option} is for one problem, and there are {n_problems}; name one of them in a command of its own"
            )))
        })
    }
}

pub(crate) fn config(matches: &ArgMatches, scope: &Scope) -> Result<SolveConfig, Failure> {
    let mut args = SolveArgs::from_arg_matches(matches)?;
    args.asked.settings.check_for_any_problem()?;
    let settings = std::mem::take(&mut args.asked.settings);
    let problem = ProblemArgs::of(matches, scope);
    problem.reading.check()?;
    if let Some(path) = args.pictures.take_output()?
        && let Some(plan) = args.plan_out.replace(path.clone())
    {
        let (path, plan) = (path.display(), plan.display());
        return Err(Failure::Usage(format!("--output {path} and --plan-out {plan}: give one of them")));
    }
    let pictures = Pictures::of(std::mem::take(&mut args.pictures))?;
    let mut files = Files::of(&problem.inputs);
    let mut on_stdout: Vec<_> = pictures.on_stdout().collect();
    let plan_out = args.plan_out.as_deref().and_then(|path| output::name(&mut files, "--plan-out", path));
    on_stdout.extend(plan_out.map(|option| (option, true)));
    let as_json = [(args.json, "--json"), (args.jsonl, "--jsonl")];
    let as_json = as_json.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option);
    let leaves_stdout = output::takes_stdout(&on_stdout, as_json)?;
    pictures.name(&mut files);
    if let Some(folder) = &settings.certify {
        files.certificate("--certify", folder)?;
    }
    files.check()?;
    Ok(SolveConfig {
        problem,
        stats: args.stats,
        leaves_stdout,
        are_many: args.jsonl || args.shard.is_some(),
        shard: args.shard,
        jobs: jobs(args.jobs, &settings.limits()),
        hardest: args.hardest.map(NonZeroUsize::get),
        is_ordered: args.ordered || args.quiet,
        show: match (args.json || args.jsonl, args.quiet, settings.frames) {
            (true, ..) => Show::Json,
            (_, true, _) => Show::Moves,
            (_, _, true) => Show::Frames,
            _ => Show::Text,
        },
        plan_out: args.plan_out,
        files,
        pictures,
        settings,
    })
}

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) asked: SettingArgs<SolveRows>,

    /// Print only the moves, one a line
    #[arg(short, long, conflicts_with = "frames", help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub(crate) json: bool,

    /// Print measurements, too: formula, solver, horizons, search, times, memory
    #[arg(long, conflicts_with_all = ["json", "quiet"], help_heading = "Output", hide_short_help = true)]
    pub(crate) stats: bool,

    /// Print one JSON object a line for each problem
    #[arg(
        long, conflicts_with_all = ["frames", "quiet", "certify", "disk"], help_heading = "Many problems", hide_short_help = true
    )]
    pub(crate) jsonl: bool,

    /// Solve N problems at a time [default: one a core]
    #[arg(short, long, value_name = "N", help_heading = "Many problems", hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Solve every N-th problem, from the I-th on
    #[arg(
        long, value_name = "I/N", conflicts_with_all = ["frames", "certify", "disk", "plan_out"], help_heading = "Many problems",
        hide_short_help = true
    )]
    pub(crate) shard: Option<Shard>,

    /// Name the N hardest in the summary, and draw only these
    #[arg(long, value_name = "N", help_heading = "Many problems", hide_short_help = true)]
    pub(crate) hardest: Option<NonZeroUsize>,

    /// Print answers in the order of the problems
    #[arg(long, help_heading = "Many problems", hide_short_help = true)]
    pub(crate) ordered: bool,

    /// Write the plan in the format of the planning competitions
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plan_out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
}
