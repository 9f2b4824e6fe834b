//! The configuration of `bench`, made from its arguments and checked.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, FromArgMatches as _};

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::picture_formats::PlotFile;
use super::super::shared_args::Shard;
use super::args::BenchArgs;

/// A checked `bench` command.
#[derive(Debug)]
pub(crate) struct BenchConfig {
    pub(super) action: BenchAction,
    pub(super) cactus: Option<PlotFile>,
    pub(super) scatter: Option<Scatter>,
}

#[derive(Debug)]
pub(super) enum BenchAction {
    /// Run a suite.
    Run(SuiteRun),
    /// Report on a run log.
    Report(PathBuf),
    /// Join run logs into another.
    Merge(Vec<PathBuf>, PathBuf),
}

/// A suite to run.
#[derive(Debug)]
pub(super) struct SuiteRun {
    pub(super) suite: PathBuf,
    pub(super) out: PathBuf,
    pub(super) resume: bool,
    pub(super) at_a_time: NonZeroUsize,
    pub(super) shard: Option<Shard>,
}

/// Two configurations by their names, and where they are drawn.
#[derive(Debug)]
pub(super) struct Scatter {
    pub(super) names: [String; 2],
    pub(super) file: PlotFile,
}

/// Makes the configuration.
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
    let config = BenchConfig { action, cactus, scatter };
    config.files().check()?;
    Ok(config)
}

impl BenchConfig {
    /// All files that are named.
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
        files
    }
}

/// In the current folder, whatever folder the suite is in.
fn usual_name(suite: &Path, shard: Option<Shard>) -> PathBuf {
    let stem = suite.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match shard {
        Some(Shard { part, of }) => format!("{stem}-{part}-of-{of}.jsonl").into(),
        None => format!("{stem}.jsonl").into(),
    }
}
