//! The configuration of `compare`, made from its arguments and checked.

use std::path::Path;
use std::time::Duration;

use crate::ask::{Input, Reading};
use crate::bench::{Choices, Instance, RunLimits};
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
use super::args::{ALL, CompareArgs, CompareFiles, CompareSchedulesArgs, RunArgs, SolversArg};

/// The limit of a run where none is given.
const USUAL_TIMEOUT: Duration = Duration::from_secs(60);

/// A checked `compare` command.
#[derive(Debug)]
pub(crate) struct CompareConfig {
    pub(super) compared: Compared,
    /// The choices that are combined. Without encodings, all that know the problem.
    pub(super) choices: Choices,
    pub(super) args: RunArgs,
    pub(super) plot: Option<PlotFile>,
    /// All files that are named.
    pub(super) named: Files,
}

/// The problems that are compared.
#[derive(Debug)]
pub(super) enum Compared {
    /// Problems in files.
    Files {
        inputs: Vec<Input>,
        reading: Reading,
        /// Each is a question of its own.
        semantics: Vec<Semantics>,
    },
    /// A schedule.
    Schedule(Instance),
}

impl CompareConfig {
    /// The limits of each run.
    pub(super) fn limits(&self) -> RunLimits {
        let RunArgs { timeout, cpu_timeout, memory: memory_mb, .. } = self.args;
        let usual = cpu_timeout.is_none().then_some(USUAL_TIMEOUT);
        RunLimits { timeout: timeout.or(usual), cpu_timeout, memory_mb }
    }

    /// Is the run log printed in place of the table?
    pub(super) fn prints_log(&self) -> bool {
        self.args.json.as_deref() == Some(Path::new("-"))
    }
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<CompareConfig, Failure> {
    let mut named = Files::default();
    let (compared, mut choices, solvers, args) = match matches.subcommand() {
        Some((_, matches)) => of_schedule(matches)?,
        None => of_files(matches, kinds, &mut named)?,
    };
    let mut config = CompareConfig { compared, choices: Choices::default(), args, plot: None, named };
    let RunArgs { csv, json, plot, markdown, .. } = &config.args;
    if *markdown && config.prints_log() {
        return Err(Failure::Usage("--markdown --json -: only one of them can be printed".to_owned()));
    }
    let json = json.as_ref().filter(|_| !config.prints_log());
    for (option, path) in [("--csv", csv.as_ref()), ("--json", json)] {
        if let Some(path) = path {
            config.named.writes(option, path);
        }
    }
    config.plot = plot.clone().map(|path| PlotFile::of("--plot", path)).transpose()?;
    if let Some(plot) = &config.plot {
        plot.name(&mut config.named);
    }
    config.named.check()?;
    let solvers: Vec<SolverKind> =
        solvers.solvers.into_iter().flat_map(|solvers| solvers.0).unique().collect();
    for solver in &solvers {
        solver.build(&Stop::default()).map_err(Failure::Solver)?;
    }
    choices.solvers = names(&solvers);
    Ok(CompareConfig { choices, ..config })
}

fn names(values: &[impl ToString]) -> Vec<String> {
    values.iter().map(ToString::to_string).unique().collect()
}

/// The parts of a configuration that both ways to ask for a comparison give.
type Parts = (Compared, Choices, SolversArg, RunArgs);

fn of_files(matches: &ArgMatches, kinds: &Kinds, named: &mut Files) -> Result<Parts, Failure> {
    let CompareFiles { files: paths } = CompareFiles::from_arg_matches(matches)?;
    let args = CompareArgs::from_arg_matches(matches)?;
    let ProblemArgs { inputs, reading } = ProblemArgs::of_files(matches, &Scope::Any(kinds.clone()), paths)?;
    let refused =
        |what: String| Failure::Usage(format!("{what} every run has to read its problem anew; name a file"));
    if inputs.contains(&Input::Stdin) {
        return Err(refused("compare reads no standard input:".to_owned()));
    }
    if let Some(path) = inputs.iter().filter_map(Input::path).find(|path| is_stream(path)) {
        return Err(refused(format!("{}: this is a pipe or a device;", path.display())));
    }
    inputs.iter().for_each(|input| named.input(input));
    let compared = Compared::Files {
        inputs: inputs.into_iter().unique().collect(),
        reading,
        semantics: args.semantics.into_iter().unique().collect(),
    };
    let is_all = args.encodings.iter().any(|name| name == ALL);
    let choices = Choices {
        encodings: if is_all { Vec::new() } else { names(&args.encodings) },
        modes: Some(args.modes),
        varied: vec![
            ("schedule", names(&args.schedules)),
            ("reduce", names(&args.reduce)),
            ("lower-bound", names(&args.lower_bound)),
            ("heuristic", names(&args.heuristic)),
        ],
        horizon: args.horizon,
        ..Choices::default()
    };
    Ok((compared, choices, args.solvers, args.runs))
}

fn of_schedule(matches: &ArgMatches) -> Result<Parts, Failure> {
    let args = CompareSchedulesArgs::from_arg_matches(matches)?;
    args.schedule.problem()?;
    let is_all = args.encodings.iter().any(|name| name == ALL);
    let choices = Choices {
        encodings: if is_all {
            names(&ScheduleEncoding::ALL.map(ScheduleEncoding::name))
        } else {
            args.encodings
        },
        varied: vec![("symmetry", names(&args.symmetries))],
        ..Choices::default()
    };
    let instance = Instance::of_options("prisoners", &args.schedule.options());
    Ok((Compared::Schedule(instance), choices, args.solvers, args.runs))
}
