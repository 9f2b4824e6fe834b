//! `bmcplan export`: a problem as a formula for other solvers, or as a task for other planners.

use std::io;
use std::path::PathBuf;

use crate::encode::{Reduction, Reductions, StepOptions};
use crate::frontend::{pddl, plasp, sas};
use crate::horizon::{self, ExportError};
use crate::names::chosen_by_name;
use crate::problem::{Kinds, Problem};
use crate::stop::Stop;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};

use super::encoding::encoding;
use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::output;
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::shared_args::{LimitArgs, one_of, with_examples};
use super::step_args::StepArgs;
use super::watch::{Limits, Watch};
use super::worker::{self, Stage};
use crate::answer::VERSION;

const ABOUT: &str = "Write a problem of any kind for other solvers or planners";

const DESCRIPTION: &str = "\
Writes a formula. Comment lines say what each variable stands for: `c 17 at frame 3: b1=2,4`, or in dimspec `c 17: b1=2,4`. A formula is \
satisfiable exactly if there is a plan of at most so many moves. Not written are what --incremental adds after each refuted \
horizon, and anything that a lower bound knows.

With --format sas, pddl or lp the task itself is written, for other planners: as Fast Downward's translator would (version 3), \
as a domain and a problem in PDDL without variables, or as facts for answer set programs, as plasp 3 has them.

What a solver prints for a formula becomes a plan with `bmcplan check`.";

const EXAMPLES: &str = "\
  bmcplan export board.toml --horizon 39 -o board.cnf
  bmcplan export puzzle.txt --metric moves --horizon 30 --format icnf > puzzle.icnf
  bmcplan export game.kif --format dimspec -o game.dimspec
  bmcplan export board.toml --format sas -o board.sas
  bmcplan export board.toml --format lp -o board.lp
  bmcplan export board.toml --format pddl --domain domain.pddl -o problem.pddl
  bmcplan export board.toml --horizon 39 --encoding operators --at-most-one ladder | kissat -q";

#[derive(Debug, Args)]
struct FormulaArgs {
    /// Write the formula of N steps: a plan of at most N moves?
    ///
    /// With icnf, the formulas of 0, 1, … up to N steps; dimspec needs no horizon.
    #[arg(long, value_name = "N", help_heading = "Formula")]
    horizon: Option<usize>,

    /// The format
    ///
    /// One formula (dimacs), all up to the horizon with the goals as assumptions (icnf), or the first state, what always
    /// holds, the goal and one step, to be unrolled by the reader (dimspec); or no formula, but the task (sas, pddl, and lp: facts
    /// for clingo as plasp writes them).
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(ExportFormat::ALL, ExportFormat::name),
        help_heading = "Formula"
    )]
    format: ExportFormat,
}

#[derive(Debug, Args)]
struct ExportArgs {
    #[command(flatten)]
    step: StepArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// With --format pddl, write the domain to a file of its own; else it comes before the problem
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    domain: Option<PathBuf>,
}

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ExportFormat {
    #[default]
    Dimacs,
    Icnf,
    Dimspec,
    Sas,
    Pddl,
    Lp,
}

chosen_by_name!(
    ExportFormat { Dimacs: "dimacs", Icnf: "icnf", Dimspec: "dimspec", Sas: "sas", Pddl: "pddl", Lp: "lp" },
    UnknownFormat,
    "format"
);

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exported {
    /// The task as a SAS file.
    Sas,
    /// The task as a domain and a problem in PDDL.
    Pddl,
    /// The task as facts of an answer set program.
    Lp,
    Formula(ExportedFormula),
}

/// The formulas that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExportedFormula {
    /// One formula of so many steps.
    Dimacs(usize),
    /// All formulas up to so many steps.
    Icnf(usize),
    /// The parts of any.
    Dimspec,
}

/// A problem to write in another form.
#[derive(Debug, Clone)]
pub(crate) struct ExportConfig {
    problem: ProblemArgs,
    exported: Exported,
    /// By default that of the command that solves the problem.
    encoding: Option<String>,
    step: StepOptions,
    limits: Limits,
    /// Standard output if there is none.
    output: Option<PathBuf>,
    /// Where the domain goes; together with the problem if there is none.
    domain: Option<PathBuf>,
    files: Files,
}

/// The command.
pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = FormulaArgs::augment_args(scope.add_to(Command::new("export"), GoalArg::Value));
    let usual = ", as in the command that solves the problem [default: as there]";
    let command = ExportArgs::augment_args(command.arg(scope.encoding_arg(usual)));
    with_examples(command.about(ABOUT).long_about(format!("{ABOUT}\n\n{DESCRIPTION}")), EXAMPLES)
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<ExportConfig, Failure> {
    let usage = |error: clap::Error| Failure::Usage(error.to_string());
    let FormulaArgs { horizon, format } = FormulaArgs::from_arg_matches(matches).map_err(usage)?;
    let args = ExportArgs::from_arg_matches(matches).map_err(usage)?;
    let exported = match (format, horizon) {
        (ExportFormat::Dimspec, _) => Exported::Formula(ExportedFormula::Dimspec),
        (ExportFormat::Sas, _) => Exported::Sas,
        (ExportFormat::Pddl, _) => Exported::Pddl,
        (ExportFormat::Lp, _) => Exported::Lp,
        (ExportFormat::Dimacs, Some(horizon)) => Exported::Formula(ExportedFormula::Dimacs(horizon)),
        (ExportFormat::Icnf, Some(horizon)) => Exported::Formula(ExportedFormula::Icnf(horizon)),
        (format, None) => {
            return Err(Failure::Usage(format!(
                "--format {format} needs --horizon; dimspec has the steps left open, and sas, pddl and lp are no formulas"
            )));
        }
    };
    let step = args.step.options();
    let over_three_frames = [Reduction::Order, Reduction::Repeats];
    if let (Exported::Formula(ExportedFormula::Dimspec), Some(reduction)) =
        (exported, over_three_frames.into_iter().find(|reduction| step.reductions.has(*reduction)))
    {
        return Err(Failure::Usage(format!(
            "--format dimspec --reduce {reduction}: its clauses are over three frames, and dimspec has two"
        )));
    }
    if args.domain.is_some() && exported != Exported::Pddl {
        return Err(Failure::Usage(format!(
            "--domain makes no sense with --format {format}; only pddl has a domain"
        )));
    }
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let outputs = [("--output", &args.output), ("--domain", &args.domain)];
    let mut files = Files::default();
    problem.inputs.iter().for_each(|input| files.input(input));
    outputs.iter().for_each(|(option, path)| path.iter().for_each(|path| files.writes(option, path)));
    files.check()?;
    Ok(ExportConfig {
        problem,
        exported,
        encoding: matches.get_one::<String>("encoding").cloned(),
        step,
        limits: args.limits.limits(),
        output: args.output,
        domain: args.domain,
        files,
    })
}

/// Writes it.
pub(crate) fn run(config: &ExportConfig) -> Result<Exit, Failure> {
    let watch = Watch::start(&config.limits);
    let text = worker::text(&config.problem, &config.files, &watch)?;
    let problem = worker::read(&text, &watch)?;
    let (config, goal) = (config.clone(), text.goal_value());
    worker::alone(Stage::Working, move |stop| write(&config, &*problem, goal, stop), &watch)
}

fn write(
    config: &ExportConfig,
    problem: &dyn Problem,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<Exit, Failure> {
    let task = problem.task(goal, stop)?;
    let formula = match config.exported {
        Exported::Formula(formula) => formula,
        Exported::Sas | Exported::Lp => {
            let mut out = output::OutputSink::open(config.output.as_deref())?;
            let is_sas = config.exported == Exported::Sas;
            let written =
                if is_sas { sas::write_task(&task, &mut out) } else { plasp::write_task(&task, &mut out) };
            return finish(config, out, written.map_err(ExportError::Io));
        }
        Exported::Pddl => {
            let mut out = output::OutputSink::open(config.output.as_deref())?;
            let Some(path) = config.domain.as_deref() else {
                let written = pddl::write_task(&task, &mut out, None).map_err(ExportError::Io);
                return finish(config, out, written);
            };
            let mut domain = output::OutputSink::open(Some(path))?;
            let written = pddl::write_task(&task, &mut domain, Some(&mut out)).map_err(ExportError::Io);
            return finish(config, out, written).and_then(|exit| domain.finish().map(|()| exit));
        }
    };
    let semantics = config.step.semantics;
    let counted = if semantics.is_parallel() {
        format!("{}s", semantics.step_name())
    } else {
        problem.metric().to_owned()
    };
    let length = match formula {
        ExportedFormula::Dimacs(horizon) => format!("at most {horizon} {counted}"),
        ExportedFormula::Icnf(horizon) => format!("at most 0, 1, … {horizon} {counted}"),
        ExportedFormula::Dimspec => format!("any number of {counted}"),
    };
    let reduce = Some(config.step.reductions);
    let encoding = encoding(config.encoding.as_deref(), problem, semantics, reduce)?;
    let system = encoding.encode(&task, &config.step, stop)?;
    let reductions = config.step.reductions;
    let reduced =
        if reductions == Reductions::NONE { String::new() } else { format!(", reduced by {reductions}") };
    let comments = format!(
        "bmcplan {VERSION}: {problem}\nencoding {}, at most one {}{reduced}; satisfiable if there is a plan of {length}",
        encoding.name(),
        config.step.at_most_one,
    );
    let mut out = output::OutputSink::open(config.output.as_deref())?;
    let written = match formula {
        ExportedFormula::Dimacs(horizon) => {
            horizon::write_dimacs(&system, horizon, &comments, stop, &mut out)
        }
        ExportedFormula::Icnf(horizon) => horizon::write_icnf(&system, horizon, &comments, stop, &mut out),
        ExportedFormula::Dimspec => horizon::write_dimspec(&system, &comments, stop, &mut out),
    };
    finish(config, out, written)
}

fn finish(
    config: &ExportConfig,
    out: output::OutputSink,
    written: Result<(), ExportError>,
) -> Result<Exit, Failure> {
    match written {
        Ok(()) => out.finish().map(|()| Exit::Solved),
        Err(ExportError::Stopped(reason)) => Err(reason.into()),
        Err(error @ ExportError::ThreeFrames) => Err(Failure::Usage(format!("--format dimspec: {error}"))),
        Err(error @ ExportError::TooLarge(_)) => Err(Failure::Usage(format!("--horizon: {error}"))),
        // Who reads no further has read enough.
        Err(ExportError::Io(cause)) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Solved),
        Err(ExportError::Io(cause)) => {
            Err(Failure::Output { place: output::place(config.output.as_deref()), cause })
        }
    }
}
