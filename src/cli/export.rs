//! `bmcplan export`: a problem as a formula for other solvers, or as a task for other planners.

use std::io;
use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};

use crate::ask::{ExportFormat, Settings, Stage, alone, export};
use crate::kinds::Kinds;
use crate::problem::Problem;
use crate::stop::Stop;

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::identity;
use super::limiter;
use super::output::{self, OutputSink};
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::setting_args::{LimitArgs, StepArgs, keeping_all_plans};
use super::shared_args::{described, one_of};

const ABOUT: &str = "Write a problem for other solvers or planners";

const DESCRIPTION: &str = "\
Writes a formula that is satisfiable if and only if a plan has at most N moves, without lower bounds or learned clauses. Comment lines name its \
variables. `bmcplan check FILE MODEL --horizon N` turns a model into a plan. The best model of wcnf and opb is a cheapest of these plans. The formats sas, pddl and lp have the task itself, asp-v1 and asp-v2 a Rush Hour board.";

const EXAMPLES: &str = "\
  bmcplan export board.toml --horizon 39 -o board.cnf
  bmcplan export puzzle.txt --metric moves --horizon 30 --format icnf > puzzle.icnf
  bmcplan export game.kif --format dimspec -o game.dimspec
  bmcplan export domain.pddl problem.pddl --horizon 2 --encoding operators --format text
  bmcplan export problem.pddl --horizon 12 --encoding operators --format wcnf -o costs.wcnf
  bmcplan export board.toml --format sas -o board.sas
  bmcplan export board.toml --format lp -o board.lp
  bmcplan export board.toml --format asp-v1 -o board.lp
  bmcplan export board.toml --format pddl --domain domain.pddl -o problem.pddl
  bmcplan export board.toml --horizon 39 --encoding operators --at-most-one ladder | kissat -q";

#[derive(Debug, Args)]
struct FormulaArgs {
    /// Steps of the formula: for plans of at most N moves
    ///
    /// icnf has the formulas of 0 to N steps; dimspec needs no horizon.
    #[arg(long, value_name = "N", help_heading = "Formula")]
    horizon: Option<usize>,

    /// Format: dimacs, icnf, dimspec, text, wcnf, opb, sas, pddl, lp, asp-v1, asp-v2
    ///
    /// One formula (dimacs), all up to the horizon, with goals as assumptions (icnf), or start, invariants, goal and one step
    /// (dimspec). The formula with names and headings, to be read by people (text), or with costs to be minimised (wcnf, opb). The task as Fast Downward's translator writes
    /// it (sas), in PDDL without variables, or as facts for clingo, as plasp 3 writes them (lp). A Rush Hour board as facts of the ASP document (asp-v1, asp-v2).
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(ExportFormat::ALL, ExportFormat::name),
        hide_possible_values = true, help_heading = "Formula"
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

    /// With --format pddl: write the domain to this file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    domain: Option<PathBuf>,
}

#[derive(Debug, Clone)]
pub(crate) struct ExportConfig {
    problem: ProblemArgs,
    format: ExportFormat,
    settings: Settings,
    /// Standard output if there is none.
    output: Option<PathBuf>,
    /// The file of the domain; together with the problem if there is none.
    domain: Option<PathBuf>,
    files: Files,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = FormulaArgs::augment_args(scope.add_to(Command::new("export"), GoalArg::Value));
    let encoding = scope.encoding_arg(" [default: as in solve]");
    let command = keeping_all_plans(ExportArgs::augment_args(command.arg(encoding)));
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<ExportConfig, Failure> {
    let FormulaArgs { horizon, format } = FormulaArgs::from_arg_matches(matches)?;
    let args = ExportArgs::from_arg_matches(matches)?;
    let mut settings = args.step.settings;
    if let Some(horizon) = horizon {
        settings.set("horizon", &horizon.to_string())?;
    }
    format.check(&settings)?;
    if args.domain.is_some() && format != ExportFormat::Pddl {
        return Err(Failure::Usage(format!(
            "--domain makes no sense with --format {format}; only pddl has a domain"
        )));
    }
    let problem = ProblemArgs::of(matches, &Scope::Any(kinds.clone()));
    let output = args.output.filter(|path| !identity::is_stdout(path));
    let outputs = [("--output", &output), ("--domain", &args.domain)];
    let mut files = Files::of(&problem.inputs);
    outputs.iter().for_each(|(option, path)| path.iter().for_each(|path| files.writes(option, path)));
    files.check()?;
    let limits = args.limits.settings;
    limits.iter().try_for_each(|(setting, value)| settings.set(setting.name, value))?;
    Ok(ExportConfig { problem, format, settings, output, domain: args.domain, files })
}

pub(crate) fn run(config: &ExportConfig) -> Result<Exit, Failure> {
    let limiter = limiter::start(&config.settings.limits());
    let loaded = config.problem.load(&config.files, &limiter)?;
    let (config, goal) = (config.clone(), loaded.goal_value()?);
    alone(Stage::Working, move |stop| write(&config, &*loaded.problem, goal, stop), &limiter)
}

fn write(
    config: &ExportConfig,
    problem: &dyn Problem,
    goal: Option<u32>,
    stop: &Stop,
) -> Result<Exit, Failure> {
    let mut out = OutputSink::open(config.output.as_deref())?;
    let mut domain = config.domain.as_deref().map(|path| OutputSink::open(Some(path))).transpose()?;
    let written = {
        let domain = domain.as_mut().map(|domain| domain as &mut dyn io::Write);
        export(problem, goal, config.format, &config.settings, stop, &mut out, domain)?
    };
    match written {
        Ok(()) => {
            out.finish()?;
            domain.map_or(Ok(()), OutputSink::finish).map(|()| Exit::Solved)
        }
        // Who reads no further has read enough.
        Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Solved),
        Err(cause) => Err(Failure::Output { place: output::place(config.output.as_deref()), cause }),
    }
}
