//! `bmcplan check`: whether a plan that somebody wrote solves a problem, and whether it is shortest.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::encode::Semantics;
use crate::planner::{self, Options, Outcome};
use crate::problem::{Kinds, Problem};
use crate::stop::Stop;
use crate::task::Task;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};

use super::check_report::{CheckReport, CheckedPlan};
use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::input::Input;
use super::model_file::{ModelArgs, ModelFormula};
use super::output;
use super::plan_file::{PlanFile, WrongStep};
use super::problem_args::{GoalArg, ProblemArgs, Scope, hinted};
use super::replay::replay;
use super::setting_args::{LimitArgs, keeping_all_plans};
use super::shared_args::with_examples;
use super::watch;
use super::worker;
use crate::ask::{Limits, Settings, Watch};
use crate::ask::{Stage, alone};

const ABOUT: &str = "Check a plan that somebody wrote";

const DESCRIPTION: &str = "\
The plan is an answer of --json, a plan file, or names of moves, one a line, with or without numbers. It is replayed by the rules of \
the problem, move by move, in the metric that fits it unless --metric is given. With --horizon it is a model, as a solver prints it for \
a formula of `export`, and its moves are printed. A wrong plan ends with exit code 20, and with the first step that cannot be taken and the condition that fails there.";

const EXAMPLES: &str = "\
  bmcplan check board.toml plan
  bmcplan check domain.pddl problem.pddl plan
  bmcplan check board.toml answer.json --shortest
  bmcplan check game.kif moves.txt --goal 50 --json
  bmcplan check board.toml - --metric slides < moves.txt
  bmcplan check board.toml model.txt --horizon 39";

#[derive(Debug, Args)]
struct CheckArgs {
    /// The problem, in a file or two, and behind it the plan; - is stdin
    #[arg(value_name = "FILE", required = true, num_args = 1..=3)]
    files: Vec<PathBuf>,

    /// Find out whether there is a shorter plan, too; then the plan is wrong
    #[arg(long)]
    shortest: bool,

    #[command(flatten)]
    model: ModelArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A plan to check.
#[derive(Debug)]
pub(crate) struct CheckConfig {
    problem: ProblemArgs,
    plan: PathBuf,
    /// The plan is a model of this formula.
    formula: Option<ModelFormula>,
    shortest: bool,
    limits: Limits,
    json: bool,
}

/// The command.
pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = keeping_all_plans(CheckArgs::augment_args(Command::new("check")));
    let command = scope.add_options_to(command, GoalArg::Value);
    let command = scope.add_texts_to(command, GoalArg::Value);
    let command = command.arg(scope.encoding_arg(", as in the export [default: as there]"));
    let command = command.override_usage("bmcplan check [OPTIONS] <FILE...|--board <STRING>> <PLAN>");
    with_examples(command.about(ABOUT).long_about(format!("{ABOUT}\n\n{DESCRIPTION}")), EXAMPLES)
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<CheckConfig, Failure> {
    let args = CheckArgs::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let Some((plan, files)) = args.files.split_last() else {
        return Err(Failure::Usage("the plan is missing: name its file".to_owned()));
    };
    let scope = Scope::Any(kinds.clone());
    let problem =
        ProblemArgs::of_files(matches, &scope, files.iter().cloned()).map_err(|failure| match files {
            [] => Failure::Usage("check takes a problem and a plan: bmcplan check FILE PLAN".to_owned()),
            _ => failure,
        })?;
    if plan == Path::new("-") && problem.inputs.contains(&Input::Stdin) {
        return Err(Failure::Usage(
            "the problem and the plan cannot both come from standard input".to_owned(),
        ));
    }
    Ok(CheckConfig {
        problem,
        plan: plan.clone(),
        formula: args.model.formula()?,
        shortest: args.shortest,
        limits: args.limits.limits(),
        json: args.json,
    })
}

/// Checks the plan and prints what is known of it.
pub(crate) fn run(config: &CheckConfig) -> Result<Exit, Failure> {
    let watch = watch::start(&config.limits);
    let mut text = worker::text(&config.problem, &Files::default(), &watch)?;
    let written = match config.formula {
        None => Some(PlanFile::read(config.plan.clone(), &watch)?),
        Some(_) => None,
    };
    written.iter().for_each(|file| file.choose_metric(&mut text));
    let problem = worker::read(&text, &watch).map_err(|failure| hinted(&text, failure))?;
    let in_model =
        |formula: &ModelFormula| formula.moves(config.plan.clone(), &problem, text.goal_value(), &watch);
    let moves = config.formula.as_ref().map(in_model).transpose()?;
    let file = written.map_or_else(|| PlanFile::of_moves(moves.as_deref().unwrap_or_default()), Ok)?;
    let (mut problem, mut cost, mut note) = (problem, None, None);
    let found = match replay(file, &problem, &text, &watch)? {
        Err(wrong) => CheckedPlan::Wrong(wrong),
        Ok(plan) => {
            if plan.is_in_other_metric {
                let (metric, other) = (problem.metric(), plan.problem.metric());
                note = Some(format!("the plan is read in {other}; in {metric} it is none"));
            }
            (problem, cost) = (plan.problem, plan.cost);
            match config.shortest {
                true => shorter(&problem, plan.task, plan.length, config.limits.memory, &watch)?,
                false => CheckedPlan::Valid(plan.length),
            }
        }
    };
    let place = config.problem.place(&text);
    let moves = moves.as_deref();
    let report =
        CheckReport { place, problem: &*problem, goal: text.goal_value(), moves, cost, found: &found };
    if config.json {
        output::print(&report.json()?)?;
    } else if let Some(text) = report.text() {
        output::print(&text)?;
    }
    note.iter().for_each(|note| output::print_error(note));
    match found {
        CheckedPlan::Wrong(WrongStep { diagnostic, .. }) => Err(Failure::Wrong(diagnostic)),
        CheckedPlan::NotShortest(..) => Ok(Exit::Wrong),
        CheckedPlan::Valid(_) | CheckedPlan::Shortest(_) => Ok(Exit::Solved),
        CheckedPlan::Open(_, reason) => Ok(reason.into()),
    }
}

/// Looks for a plan that is shorter than one of that length.
fn shorter(
    problem: &Arc<dyn Problem>,
    task: Arc<Task>,
    length: usize,
    memory: Option<usize>,
    watch: &Watch,
) -> Result<CheckedPlan, Failure> {
    let Some(less) = length.checked_sub(1) else { return Ok(CheckedPlan::Shortest(length)) };
    let search_memory = memory.map(|bytes| bytes / 2);
    let options = Options { max_horizon: Some(less), search_memory, ..Options::default() };
    let encoding = Settings::default().encoding(&**problem, Semantics::Sequential)?;
    let solve =
        move |stop: &Stop| Ok(planner::solve(&task, &*encoding, &options, stop, &mut |_| {})?.outcome);
    match alone(Stage::Working, solve, watch) {
        Ok(Outcome::Solved { plan, .. }) => Ok(CheckedPlan::NotShortest(length, plan.length())),
        Ok(Outcome::NoPlanWithin(_) | Outcome::Unsolvable) => Ok(CheckedPlan::Shortest(length)),
        Ok(Outcome::Stopped(reason)) | Err(Failure::Stopped { reason, .. }) => {
            Ok(CheckedPlan::Open(length, reason))
        }
        Err(failure) => Err(failure),
    }
}
