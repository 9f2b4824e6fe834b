//! The configuration of `bench`, made from its arguments and checked.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, FromArgMatches as _};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::picture_formats::PlotFile;
use super::super::shared_args::Shard;

#[derive(Debug)]
pub(crate) struct BenchConfig {
    pub(super) action: BenchAction,
    pub(super) cactus: Option<PlotFile>,
    pub(super) scatter: Option<Scatter>,
    pub(super) csv: Option<PathBuf>,
}

#[derive(Debug)]
pub(super) enum BenchAction {
    Run(SuiteRun),
    Report(PathBuf),
    Merge(Vec<PathBuf>, PathBuf),
}

#[derive(Debug)]
pub(super) struct SuiteRun {
    pub(super) suite: PathBuf,
    pub(super) out: PathBuf,
    pub(super) resume: bool,
    pub(super) at_a_time: NonZeroUsize,
    pub(super) shard: Option<Shard>,
}

#[derive(Debug)]
pub(super) struct Scatter {
    pub(super) names: [String; 2],
    pub(super) file: PlotFile,
}

pub(crate) fn config(matches: &ArgMatches) -> Result<BenchConfig, Failure> {
    let args = BenchArgs::from_arg_matches(matches)?;
    let scatter = match <[String; 3]>::try_from(args.scatter) {
        Ok([across, upright, file]) => {
            let file = PlotFile::of("--scatter", file.into())?;
            Some(Scatter { names: [across, upright], file })
        }
        Err(_) => None,
    };
    let action = match (args.suite, args.report, args.out) {
        (Some(suite), _, out) => BenchAction::Run(SuiteRun {
            out: out.unwrap_or_else(|| usual_name(&suite, args.shard)),
            suite,
            resume: args.resume,
            at_a_time: args.jobs,
            shard: args.shard,
        }),
        (None, Some(file), _) => BenchAction::Report(file),
        (None, None, out) => BenchAction::Merge(args.merge, out.unwrap_or_default()),
    };
    let cactus = args.cactus.map(|path| PlotFile::of("--cactus", path)).transpose()?;
    let config = BenchConfig { action, cactus, scatter, csv: args.csv };
    config.files().check()?;
    Ok(config)
}

impl BenchConfig {
    pub(super) fn files(&self) -> Files {
        let mut files = Files::default();
        match &self.action {
            BenchAction::Run(SuiteRun { suite, out, .. }) => {
                files.reads("the suite", suite);
                files.writes("--out", out);
            }
            BenchAction::Report(file) => files.reads("--report", file),
            BenchAction::Merge(parts, out) => {
                parts.iter().for_each(|part| files.reads("--merge", part));
                files.writes("--out", out);
            }
        }
        let plots = self.cactus.iter().chain(self.scatter.as_ref().map(|scatter| &scatter.file));
        plots.for_each(|plot| plot.name(&mut files));
        self.csv.iter().for_each(|path| files.writes("--csv", path));
        files
    }
}

fn usual_name(suite: &Path, shard: Option<Shard>) -> PathBuf {
    let stem = suite.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match shard {
        Some(Shard { part, of }) => format!("{stem}-{part}-of-{of}.jsonl").into(),
        None => format!("{stem}.jsonl").into(),
    }
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The suite: instances, configurations, limits, expected answers
    #[arg(value_name = "SUITE.toml", required_unless_present_any = ["merge", "report"])]
    pub(crate) suite: Option<PathBuf>,

    /// The run log to write [default: suite.jsonl, or suite-2-of-4.jsonl]
    #[arg(short, long, value_name = "FILE.jsonl", help_heading = "Runs")]
    pub(crate) out: Option<PathBuf>,

    /// Go on with a run log: its runs are not repeated
    #[arg(long, help_heading = "Runs")]
    pub(crate) resume: bool,

    /// Make N runs at a time
    #[arg(short, long, value_name = "N", default_value = "1", help_heading = "Runs")]
    pub(crate) jobs: NonZeroUsize,

    /// Run part I of N equal parts of the suite
    #[arg(long, value_name = "I/N", help_heading = "Runs")]
    pub(crate) shard: Option<Shard>,

    /// Join run logs of parts of a suite into that of --out
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

    /// Write the tables as CSV, too
    ///
    /// A line for each problem and configuration.
    #[arg(long, value_name = "FILE", help_heading = "Run logs")]
    pub(crate) csv: Option<PathBuf>,

    /// Plot the number of answers by time (.svg or .png)
    #[arg(long, value_name = "FILE.svg", help_heading = "Plots")]
    pub(crate) cactus: Option<PathBuf>,

    /// Plot the times of configuration A against those of B
    ///
    /// By their names in the report, such as 'rushhour: transition, incremental, varisat'. Commas may be left out, and so may
    /// the kind where there is only one.
    #[arg(long, num_args = 3, value_names = ["A", "B", "FILE.svg"], help_heading = "Plots")]
    pub(crate) scatter: Vec<String>,
}
