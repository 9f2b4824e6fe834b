//! The arguments of commands that solve a problem.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::pictures::PictureArgs;
use super::super::setting_args::{SettingArgs, SolveRows};
use super::super::shared_args::Shard;

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) asked: SettingArgs<SolveRows>,

    /// Print the moves alone, one a line, and no progress
    #[arg(short, long, conflicts_with = "frames", help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub(crate) json: bool,

    /// Print what was measured, too: formula, solver, horizons, search, times, memory
    #[arg(long, conflicts_with_all = ["json", "quiet"], help_heading = "Output", hide_short_help = true)]
    pub(crate) stats: bool,

    /// Print one JSON object a line for each problem, be it one or many
    #[arg(
        long, conflicts_with_all = ["frames", "quiet", "certify", "disk"], help_heading = "Many problems", hide_short_help = true
    )]
    pub(crate) jsonl: bool,

    /// Solve N problems at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N", help_heading = "Many problems", hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Solve the I-th of N parts of the problems: every N-th, from the I-th on
    #[arg(
        long, value_name = "I/N", conflicts_with_all = ["frames", "certify", "disk", "plan_out"], help_heading = "Many problems",
        hide_short_help = true
    )]
    pub(crate) shard: Option<Shard>,

    /// Name the N hardest in the summary, and draw no others [default: 5 are named, and all are drawn]
    #[arg(long, value_name = "N", help_heading = "Many problems", hide_short_help = true)]
    pub(crate) hardest: Option<NonZeroUsize>,

    /// Print answers in the order of the problems, not as soon as they are known
    #[arg(long, help_heading = "Many problems", hide_short_help = true)]
    pub(crate) ordered: bool,

    /// Write the plan to a file in the format of the planning competitions; so does --output, unless its name is a picture's
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    pub(crate) plan_out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
}
