//! `bmcplan check`: replays a written plan, and can look for a better one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ask::{
    Checked, CheckedPlan, Input, Limiter, PlanSize, PlanText, Settings, Stage, WrongStep, alone, check,
};
use crate::encode::{Encoding, Reductions, decode};
use crate::horizon::{ModelError, read_model};
use crate::kinds::Kinds;
use crate::plan::{Metric, counted};
use crate::problem::Problem;
use crate::stop::Stop;
use crate::task::Task;
use crate::text::{Diagnostic, Source};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::report::{by, json_line};
use super::setting_args::{LimitArgs, StepArgs, keeping_all_plans};
use super::shared_args::described;
use super::{limiter, output};

const ABOUT: &str = "Check a plan of any origin";

const DESCRIPTION: &str = "\
Replays a plan by the rules of the problem, in any metric that fits it unless --metric is given. A plan is an answer of --json or \
of clingo, a plan file, or names of moves, one a line. A wrong plan ends with exit code 20 and its first faulty step.";

const EXAMPLES: &str = "\
  bmcplan check board.toml plan
  bmcplan check domain.pddl problem.pddl plan
  bmcplan check board.toml answer.json --optimal
  clingo card.lp program.lp | bmcplan check card.toml -
  bmcplan check game.kif moves.txt --goal 50 --json
  bmcplan check board.toml - --metric slides < moves.txt
  bmcplan check board.toml model.txt --horizon 39";

#[derive(Debug, Args)]
struct CheckArgs {
    /// The problem (one or two files) and the plan; - is stdin
    #[arg(value_name = "FILE", required = true, num_args = 1..=3)]
    files: Vec<PathBuf>,

    /// Call the plan wrong if a shorter (or cheaper) one exists
    #[arg(long, alias = "shortest")]
    optimal: bool,

    #[command(flatten)]
    model: ModelArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug)]
pub(crate) struct CheckConfig {
    problem: ProblemArgs,
    plan: PathBuf,
    formula: Option<ModelFormula>,
    args: CheckArgs,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let scope = Scope::Any(kinds.clone());
    let command = keeping_all_plans(CheckArgs::augment_args(Command::new("check")));
    let command = scope.add_options_to(command, GoalArg::Value);
    let command = scope.add_texts_to(command, GoalArg::Value);
    let command = command.arg(scope.encoding_arg(", as in the export"));
    let command = command.override_usage("bmcplan check [OPTIONS] <FILE...|--board <STRING>> <PLAN>");
    described(command, ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<CheckConfig, Failure> {
    let args = CheckArgs::from_arg_matches(matches)?;
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
    Ok(CheckConfig { problem, plan: plan.clone(), formula: args.model.formula()?, args })
}

pub(crate) fn run(config: &CheckConfig) -> Result<Exit, Failure> {
    let (args, limits) = (&config.args, config.args.limits.limits());
    let limiter = limiter::start(&limits);
    let mut text = config.problem.text(&Files::default(), &limiter)?;
    let written = match config.formula {
        None => Some(plan_text(config.plan.clone(), &limiter)?),
        Some(_) => None,
    };
    if let Some(plan) = &written {
        plan.choose_options(&mut text)?;
    }
    let loaded = config.problem.load_text(text, &limiter)?;
    let goal = loaded.goal_value()?;
    let in_model =
        |formula: &ModelFormula| formula.moves(config.plan.clone(), &loaded.problem, goal, &limiter);
    let moves = config.formula.as_ref().map(in_model).transpose()?;
    let plan = written.map_or_else(|| PlanText::of_moves(moves.as_deref().unwrap_or_default()), Ok)?;
    let checked = check(&loaded, goal, plan, args.optimal, limits.memory, &limiter)?;
    if args.json {
        output::print(&json_line(&checked.answer(moves.as_deref()))?)?;
    } else if let Some(text) = text_of(&checked, moves.as_deref()) {
        output::print(&text)?;
    }
    if checked.other_than.is_some() {
        let other = checked.problem.metric();
        let metric = loaded.problem.metric();
        output::print_error(&format!("the plan is read in {other}; in {metric} it is none"));
    }
    match checked.found {
        CheckedPlan::Wrong(WrongStep { diagnostic, .. }) => Err(Failure::Wrong(diagnostic)),
        CheckedPlan::NotOptimal(..) => Ok(Exit::Wrong),
        CheckedPlan::Valid(_) | CheckedPlan::Optimal(_) => Ok(Exit::Solved),
        CheckedPlan::Open(_, reason) => Ok(reason.into()),
    }
}

/// Returns the text of a plan in a file, read within the limits of `limiter`; `-` is standard input.
pub(crate) fn plan_text(path: PathBuf, limiter: &Limiter) -> Result<PlanText, Failure> {
    let source = alone::<_, Failure>(Stage::Reading, move |_| Ok(Input::at(path).read()?), limiter)?;
    Ok(PlanText::of(source)?)
}

fn text_of(checked: &Checked, moves: Option<&[String]>) -> Option<String> {
    let length = |size: &PlanSize| counted(size.length, checked.problem.metric());
    let measure = |size: &PlanSize| {
        let cost = size.cost.map(|cost| format!(", cost {cost}")).unwrap_or_default();
        let goal = checked.goal.map(|goal| format!(", goal {goal}")).unwrap_or_default();
        format!("{}{cost}{goal}", length(size))
    };
    let minimises = checked.problem.minimises();
    let best = if minimises == Metric::Cost { "cheapest" } else { "shortest" };
    let moves: String = moves.iter().copied().flatten().map(|name| format!("{name}\n")).collect();
    let known = match &checked.found {
        CheckedPlan::Wrong(_) => return None,
        CheckedPlan::Valid(size) => format!("valid: {}\n", measure(size)),
        CheckedPlan::Optimal(size) => format!("valid, and {best}: {}\n", measure(size)),
        CheckedPlan::NotOptimal(size, better) => {
            let other = match (minimises, better.cost) {
                (Metric::Cost, Some(cost)) => format!("cost {cost}"),
                _ => length(better),
            };
            format!("valid, and not {best}: {}; there is a plan of {other}\n", measure(size))
        }
        CheckedPlan::Open(size, reason) => {
            format!("valid: {}; whether it is {best} is not known: {}\n", measure(size), by(*reason))
        }
    };
    Some(moves + &known)
}

/// The options of the formula of a model.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ModelArgs {
    /// The plan is a model of the formula of `export --horizon N`
    ///
    /// Give the other options of that export, too. The moves are printed.
    #[arg(long, value_name = "N", help_heading = "Formula")]
    horizon: Option<usize>,

    #[command(flatten)]
    step: StepArgs,
}

#[derive(Debug, Clone)]
pub(crate) struct ModelFormula {
    horizon: usize,
    settings: Settings,
}

impl ModelArgs {
    pub(crate) fn formula(&self) -> Result<Option<ModelFormula>, Failure> {
        let settings = &self.step.settings;
        match (self.horizon, settings.iter().next()) {
            (None, Some((setting, _))) => Err(Failure::Usage(format!(
                "--{} is of a formula; --horizon N says that the plan is a model of one",
                setting.name
            ))),
            (horizon, _) => Ok(horizon.map(|horizon| ModelFormula { horizon, settings: settings.clone() })),
        }
    }
}

impl ModelFormula {
    pub(crate) fn moves(
        &self,
        path: PathBuf,
        problem: &Arc<dyn Problem>,
        goal: Option<u32>,
        limiter: &Limiter,
    ) -> Result<Vec<String>, Failure> {
        let output =
            alone::<_, Failure>(Stage::Reading, move |_| Ok(Input::at(path).read_large()?), limiter)?;
        let (formula, problem) = (self.clone(), problem.clone());
        let work = move |stop: &Stop| {
            let task = problem.task(goal, stop)?;
            let encoding = formula.settings.encoding(&*problem, formula.settings.semantics())?;
            formula.decoded(&output, &*problem, &task, &*encoding, stop)
        };
        alone(Stage::Working, work, limiter)
    }

    fn decoded(
        &self,
        output: &Source,
        problem: &dyn Problem,
        task: &Task,
        encoding: &dyn Encoding,
        stop: &Stop,
    ) -> Result<Vec<String>, Failure> {
        let refused = |message: String| {
            Diagnostic::new(output, message).help(
                "--horizon, --encoding, --at-most-one, --semantics and --reduce have to be those of the export",
            )
        };
        let system = encoding
            .encode(task, &self.settings.step(Reductions::NONE), stop)?
            .with_explicit_clock()
            .into_owned();
        let trace = read_model(&system, self.horizon, output.text()).map_err(|error| match error {
            ModelError::TooLarge(error) => Failure::Usage(format!("--horizon: {error}")),
            ModelError::Unsatisfiable(_) => Diagnostic::new(output, error.to_string()).into(),
            ModelError::Unreadable { .. } => refused(error.to_string()).into(),
        })?;
        let plan = decode(task, &system, &trace)
            .map_err(|error| refused(format!("this is no model of the formula: {error}")))?;
        Ok(problem.moves(task, &plan))
    }
}
