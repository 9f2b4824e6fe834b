//! The configuration of `compare`, made from its arguments and checked.

use std::path::{Path, PathBuf};

use crate::bench::{RunLimits, TableStyle};
use crate::solver::SolverKind;
use crate::stop::Stop;
use itertools::Itertools as _;

use super::super::asked::Asked;
use super::super::failure::Failure;
use super::super::files::{Files, is_stream};
use super::super::input::Input;
use super::args::{ALL, CompareArgs};

/// A checked `compare` command.
#[derive(Debug)]
pub(crate) struct CompareConfig {
    pub(super) problems: Vec<(PathBuf, Asked)>,
    /// All that know the problem if there are none.
    pub(super) encodings: Option<Vec<String>>,
    pub(super) modes: Vec<String>,
    pub(super) solvers: Vec<String>,
    pub(super) schedules: Vec<String>,
    pub(super) horizon: Option<usize>,
    pub(super) labelled: bool,
    pub(super) goal: Option<u32>,
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

pub(crate) fn interpret(typed: CompareArgs) -> Result<CompareConfig, Failure> {
    let is_stdin = |path: &Path| path == Path::new("-");
    if typed.files.iter().any(|path| is_stdin(path)) {
        return Err(Failure::Usage(
            "compare reads no standard input: every run has to read its problem anew; name a file".to_owned(),
        ));
    }
    if let Some(path) = typed.files.iter().find(|path| is_stream(path)) {
        return Err(Failure::Usage(format!(
            "{}: this is a pipe or a device; every run has to read its problem anew; name a file",
            path.display()
        )));
    }
    let json =
        typed.json.map(|path| if is_stdin(&path) { JsonOutput::Printed } else { JsonOutput::File(path) });
    if typed.markdown && matches!(json, Some(JsonOutput::Printed)) {
        return Err(Failure::Usage("--markdown --json -: only one of them can be printed".to_owned()));
    }
    let json_file = match &json {
        Some(JsonOutput::File(path)) => Some(path),
        _ => None,
    };
    let mut files = Files::default();
    for path in &typed.files {
        files.reads("the problem", path);
    }
    for (option, path) in
        [("--csv", typed.csv.as_ref()), ("--json", json_file), ("--plot", typed.plot.as_ref())]
    {
        if let Some(path) = path {
            files.writes(option, path);
        }
    }
    files.check()?;
    let solvers: Vec<SolverKind> = typed.solvers.into_iter().flat_map(|solvers| solvers.0).unique().collect();
    for solver in &solvers {
        solver.build(&Stop::default()).map_err(Failure::Solver)?;
    }
    let problem = |path: &PathBuf| (path.clone(), Asked::of(Input::File(path.clone()), &typed.meaning));
    Ok(CompareConfig {
        problems: typed.files.iter().unique().map(problem).collect(),
        encodings: (!typed.encodings.iter().any(|name| name == ALL)).then_some(typed.encodings),
        modes: typed.modes,
        solvers: solvers.iter().map(SolverKind::to_string).collect(),
        schedules: typed.schedules.iter().map(ToString::to_string).unique().collect(),
        horizon: typed.horizon,
        labelled: typed.meaning.labelled,
        goal: typed.meaning.goal,
        runs: typed.runs.get(),
        limits: RunLimits { timeout: Some(typed.timeout), memory_mb: typed.memory },
        seed: typed.seed,
        outputs: Outputs {
            style: if typed.markdown { TableStyle::Markdown } else { TableStyle::Terminal },
            csv: typed.csv,
            json,
            plot: typed.plot,
        },
    })
}
