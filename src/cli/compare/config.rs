//! The configuration of `compare`, made from its arguments and checked.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::bench::{Instance, RunLimits, TableStyle};
use crate::encode::Semantics;
use crate::kinds::Kinds;
use crate::prisoners::ScheduleEncoding;
use crate::solver::SolverKind;
use crate::stop::Stop;
use clap::{ArgMatches, FromArgMatches as _};
use itertools::Itertools as _;

use super::super::failure::Failure;
use super::super::files::Files;
use super::super::identity::is_stream;
use super::super::picture_formats::PlotFile;
use super::super::problem_args::{ProblemArgs, Scope};
use super::args::{ALL, CompareArgs, CompareFiles, CompareSchedulesArgs, RunArgs, Solvers};
use crate::ask::{Input, Reading};

/// The limit of a run where none is given.
const USUAL_TIMEOUT: Duration = Duration::from_secs(60);

/// A checked `compare` command.
#[derive(Debug)]
pub(crate) struct CompareConfig {
    pub(super) compared: Compared,
    pub(super) solvers: Vec<String>,
    pub(super) runs: usize,
    pub(super) limits: RunLimits,
    pub(super) seed: u64,
    pub(super) outputs: Outputs,
    /// All files that are named.
    pub(super) named: Files,
}

impl CompareConfig {
    /// Bytes that a run may take.
    pub(super) fn memory(&self) -> Option<usize> {
        const MEGABYTE: usize = 1_000_000;
        let megabytes = usize::try_from(self.limits.memory_mb?).ok()?;
        Some(megabytes.saturating_mul(MEGABYTE))
    }
}

/// The things that are compared, apart from solvers.
#[derive(Debug)]
pub(super) enum Compared {
    /// Problems in files.
    Files(FileChoices),
    /// A schedule in all these encodings and symmetry breakings.
    Schedule { instance: Instance, encodings: Vec<String>, symmetries: Vec<String> },
}

/// The choices that are combined for problems in files.
#[derive(Debug)]
pub(super) struct FileChoices {
    pub(super) inputs: Vec<Input>,
    pub(super) reading: Reading,
    /// All that know the problem if there are none.
    pub(super) encodings: Option<Vec<String>>,
    pub(super) modes: Vec<String>,
    /// The semantics of steps: each is a question of its own.
    pub(super) semantics: Vec<Semantics>,
    /// The values of further options, by their long names without dashes.
    pub(super) varied: Vec<(&'static str, Vec<String>)>,
    pub(super) horizon: Option<usize>,
}

/// The form of the report and its files.
#[derive(Debug)]
pub(super) struct Outputs {
    pub(super) style: TableStyle,
    pub(super) csv: Option<PathBuf>,
    pub(super) json: Option<JsonOutput>,
    pub(super) plot: Option<PlotFile>,
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
    match matches.subcommand() {
        Some((_, matches)) => of_schedule(matches),
        None => of_files(matches, kinds),
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

fn of_files(matches: &ArgMatches, kinds: &Kinds) -> Result<CompareConfig, Failure> {
    let CompareFiles { files: paths } = CompareFiles::from_arg_matches(matches)?;
    let args = CompareArgs::from_arg_matches(matches)?;
    let ProblemArgs { inputs, reading } = ProblemArgs::of_files(matches, &Scope::Any(kinds.clone()), paths)?;
    if inputs.contains(&Input::Stdin) {
        return Err(Failure::Usage(
            "compare reads no standard input: every run has to read its problem anew; name a file".to_owned(),
        ));
    }
    if let Some(path) = inputs.iter().filter_map(Input::path).find(|path| is_stream(path)) {
        return Err(Failure::Usage(format!(
            "{}: this is a pipe or a device; every run has to read its problem anew; name a file",
            path.display()
        )));
    }
    let mut files = Files::default();
    inputs.iter().for_each(|input| files.input(input));
    let compared = Compared::Files(FileChoices {
        inputs: inputs.into_iter().unique().collect(),
        reading,
        encodings: (!args.encodings.iter().any(|name| name == ALL)).then_some(args.encodings),
        modes: args.modes,
        semantics: args.semantics.into_iter().unique().collect(),
        varied: vec![
            ("schedule", names(&args.schedules)),
            ("reduce", names(&args.reduce)),
            ("lower-bound", names(&args.lower_bound)),
            ("heuristic", names(&args.heuristic)),
        ],
        horizon: args.horizon,
    });
    compare(compared, args.solvers.solvers, args.runs, files)
}

fn names(values: &[impl ToString]) -> Vec<String> {
    values.iter().map(ToString::to_string).unique().collect()
}

fn of_schedule(matches: &ArgMatches) -> Result<CompareConfig, Failure> {
    let args = CompareSchedulesArgs::from_arg_matches(matches)?;
    args.schedule.problem()?;
    let encodings: Vec<String> = if args.encodings.iter().any(|name| name == ALL) {
        ScheduleEncoding::ALL.iter().map(|encoding| encoding.name().to_owned()).collect()
    } else {
        args.encodings
    };
    let compared = Compared::Schedule {
        instance: Instance::of_options("prisoners", &args.schedule.options()),
        encodings,
        symmetries: names(&args.symmetries),
    };
    compare(compared, args.solvers.solvers, args.runs, Files::default())
}

/// `files` are those that are read.
fn compare(
    compared: Compared,
    solvers: Vec<Solvers>,
    runs: RunArgs,
    mut files: Files,
) -> Result<CompareConfig, Failure> {
    let json =
        runs.json.map(|path| if is_stdin(&path) { JsonOutput::Printed } else { JsonOutput::File(path) });
    if runs.markdown && matches!(json, Some(JsonOutput::Printed)) {
        return Err(Failure::Usage("--markdown --json -: only one of them can be printed".to_owned()));
    }
    let json_file = match &json {
        Some(JsonOutput::File(path)) => Some(path),
        _ => None,
    };
    for (option, path) in [("--csv", runs.csv.as_ref()), ("--json", json_file)] {
        if let Some(path) = path {
            files.writes(option, path);
        }
    }
    let plot = runs.plot.map(|path| PlotFile::of("--plot", path)).transpose()?;
    if let Some(plot) = &plot {
        plot.name(&mut files);
    }
    files.check()?;
    let solvers: Vec<SolverKind> = solvers.into_iter().flat_map(|solvers| solvers.0).unique().collect();
    for solver in &solvers {
        solver.build(&Stop::default()).map_err(Failure::Solver)?;
    }
    Ok(CompareConfig {
        named: files,
        compared,
        solvers: solvers.iter().map(SolverKind::to_string).collect(),
        runs: runs.runs.get(),
        limits: RunLimits {
            timeout: runs.timeout.or(runs.cpu_timeout.is_none().then_some(USUAL_TIMEOUT)),
            cpu_timeout: runs.cpu_timeout,
            memory_mb: runs.memory,
        },
        seed: runs.seed,
        outputs: Outputs {
            style: if runs.markdown { TableStyle::Markdown } else { TableStyle::Terminal },
            csv: runs.csv,
            json,
            plot,
        },
    })
}
