//! The arguments of `bench`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::shared_args::Shard;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The suite, in TOML: instances, what is combined for them, limits, expected answers
    #[arg(value_name = "SUITE.toml", required_unless_present_any = ["merge", "report"])]
    pub(crate) suite: Option<PathBuf>,

    /// Write the runs to this file, as lines of JSON; with --merge, all of them
    ///
    /// [default: the name of the suite's file, in the current folder, as suite.jsonl, or suite-2-of-4.jsonl]
    #[arg(short, long, value_name = "FILE.jsonl", help_heading = "Runs")]
    pub(crate) out: Option<PathBuf>,

    /// Go on with a file that is there: what it has is not run again
    #[arg(long, help_heading = "Runs")]
    pub(crate) resume: bool,

    /// Make so many runs at a time
    #[arg(short, long, value_name = "N", default_value = "1", help_heading = "Runs")]
    pub(crate) jobs: NonZeroUsize,

    /// Run part I of N parts of the suite, which have as many runs each
    #[arg(long, value_name = "I/N", help_heading = "Runs")]
    pub(crate) shard: Option<Shard>,

    /// Join files of parts of a suite, in any order, into the one that --out names
    #[arg(
        long, value_name = "FILE.jsonl", num_args = 1.., requires = "out",
        conflicts_with_all = ["suite", "report", "resume", "shard", "jobs"], help_heading = "Run logs"
    )]
    pub(crate) merge: Vec<PathBuf>,

    /// Print the report of a run log
    #[arg(
        long, value_name = "FILE.jsonl", conflicts_with_all = ["suite", "out", "resume", "shard", "jobs"],
        help_heading = "Run logs"
    )]
    pub(crate) report: Option<PathBuf>,

    /// Draw how many problems each configuration answers in what time, as SVG or PNG
    #[arg(long, value_name = "FILE.svg", help_heading = "Plots")]
    pub(crate) cactus: Option<PathBuf>,

    /// Draw times of configuration A against those of B, as SVG or PNG
    ///
    /// Both are given by their whole names in the report, such as 'rushhour: transition, incremental, varisat'; commas may be
    /// left out, and so may the kind where there is one only.
    #[arg(long, num_args = 3, value_names = ["A", "B", "FILE.svg"], help_heading = "Plots")]
    pub(crate) scatter: Vec<String>,
}
