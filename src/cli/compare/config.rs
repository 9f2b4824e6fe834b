//! The configuration of `compare`, made from its arguments and checked.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::bench::{RunLimits, TableStyle};
use crate::problem::Kinds;
use crate::solver::SolverKind;
use crate::stop::Stop;
use clap::{ArgMatches, FromArgMatches as _};
use itertools::Itertools as _;

use super::super::failure::Failure;
use super::super::files::{Files, is_stream};
use super::super::problem_args::{Scope, Understanding};
use super::args::{ALL, CompareArgs, CompareFiles};

/// The limit of a run where none is given.
const USUAL_TIMEOUT: Duration = Duration::from_secs(60);

/// A checked `compare` command.
#[derive(Debug)]
pub(crate) struct CompareConfig {
    pub(super) files: Vec<PathBuf>,
    pub(super) understanding: Understanding,
    /// All that know the problem if there are none.
    pub(super) encodings: Option<Vec<String>>,
    pub(super) modes: Vec<String>,
    pub(super) solvers: Vec<String>,
    pub(super) schedules: Vec<String>,
    pub(super) horizon: Option<usize>,
    pub(super) runs: usize,
    pub(super) limits: RunLimits,
    pub(super) seed: u64,
    pub(super) outputs: Outputs,
}

/// The form of the report and its files.
#[derive(Debug)]
pub(super) struct Outputs {
    pub(super) style: TableStyle,
    pub(super) csv: Option<PathBuf>,
    pub(super) json: Option<JsonOutput>,
    pub(super) plot: Option<PathBuf>,
}

/// Where the run log goes.
#[derive(Debug)]
pub(super) enum JsonOutput {
    /// To standard output, in place of the table.
    Printed,
    /// To a file.
    File(PathBuf),
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<CompareConfig, Failure> {
    let usage = |error: clap::Error| Failure::Usage(error.to_string());
    let CompareFiles { files: paths } = CompareFiles::from_arg_matches(matches).map_err(usage)?;
    let args = CompareArgs::from_arg_matches(matches).map_err(usage)?;
    let is_stdin = |path: &Path| path == Path::new("-");
    if paths.iter().any(|path| is_stdin(path)) {
        return Err(Failure::Usage(
            "compare reads no standard input: every run has to read its problem anew; name a file".to_owned(),
        ));
    }
    if let Some(path) = paths.iter().find(|path| is_stream(path)) {
        return Err(Failure::Usage(format!(
            "{}: this is a pipe or a device; every run has to read its problem anew; name a file",
            path.display()
        )));
    }
    let json =
        args.json.map(|path| if is_stdin(&path) { JsonOutput::Printed } else { JsonOutput::File(path) });
    if args.markdown && matches!(json, Some(JsonOutput::Printed)) {
        return Err(Failure::Usage("--markdown --json -: only one of them can be printed".to_owned()));
    }
    let json_file = match &json {
        Some(JsonOutput::File(path)) => Some(path),
        _ => None,
    };
    let mut files = Files::default();
    for path in &paths {
        files.reads("the problem", path);
    }
    for (option, path) in
        [("--csv", args.csv.as_ref()), ("--json", json_file), ("--plot", args.plot.as_ref())]
    {
        if let Some(path) = path {
            files.writes(option, path);
        }
    }
    files.check()?;
    let solvers: Vec<SolverKind> = args.solvers.into_iter().flat_map(|solvers| solvers.0).unique().collect();
    for solver in &solvers {
        solver.build(&Stop::default()).map_err(Failure::Solver)?;
    }
    Ok(CompareConfig {
        files: paths.into_iter().unique().collect(),
        understanding: Understanding::of(matches, &Scope::Any(kinds.clone())),
        encodings: (!args.encodings.iter().any(|name| name == ALL)).then_some(args.encodings),
        modes: args.modes,
        solvers: solvers.iter().map(SolverKind::to_string).collect(),
        schedules: args.schedules.iter().map(ToString::to_string).unique().collect(),
        horizon: args.horizon,
        runs: args.runs.get(),
        limits: RunLimits {
            timeout: args.timeout.or(args.cpu_timeout.is_none().then_some(USUAL_TIMEOUT)),
            cpu_timeout: args.cpu_timeout,
            memory_mb: args.memory,
        },
        seed: args.seed,
        outputs: Outputs {
            style: if args.markdown { TableStyle::Markdown } else { TableStyle::Terminal },
            csv: args.csv,
            json,
            plot: args.plot,
        },
    })
}
