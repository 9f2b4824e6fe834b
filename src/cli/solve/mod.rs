//! `bmcplan solve`, and a command for each kind of problem: solves a problem and prints the answer.

mod answer;
mod args;
mod config;
mod json;
mod planner_thread;
mod text;
mod without_effect;

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::plan::{Plan, write_plan};
use crate::planner::{BestValue, InternalError, Mode, Outcome, PlanQuery, Report, Strategy, best_value};
use crate::problem::{GoalChoice, Kind, Kinds, Problem, RenderedPlan, ShownStates, Trajectory};
use crate::stop::StopReason;
use crate::task::Task;
use clap::{Args as _, Command};

use super::encoding::encoding;
use super::exit::Exit;
use super::failure::Failure;
use super::problem_args::{GoalArg, ProblemText, Scope};
use super::progress::ProgressLine;
use super::report::{NothingKnown, Show, json_line};
use super::shared_args::with_examples;
use super::watch::{self, Watch};
use super::{exhaustion, files, output, worker};
use answer::SolveAnswer;
pub(crate) use config::{SolveConfig, config};
use without_effect::without_effect;

const EXAMPLES: &str = "\
  bmcplan solve instances/sample02.toml --metric slides
  bmcplan solve instances/sliding/klotski.toml
  bmcplan solve instances/gdl/buttons-and-lights.kif --goal max
  bmcplan solve - --kind sliding < puzzle.txt";

const DESCRIPTION: &str = "\
The kind is found out from what stands in the file: as the command of that kind, prints the moves of a plan, the state before \
and after, and a summary.";

/// The command that solves problems of any kind.
pub(crate) fn any(kinds: &Kinds) -> Command {
    let command = command(&Scope::Any(kinds.clone())).name("solve").about("Solve a problem of any kind");
    with_examples(command.long_about(format!("Solve a problem of any kind\n\n{DESCRIPTION}")), EXAMPLES)
}

/// The command that solves problems of a kind.
pub(crate) fn one(kind: &'static Kind, kinds: &Kinds) -> Command {
    let command = command(&Scope::One(kind, kinds.clone())).name(kind.name).aliases(kind.aliases);
    let long = format!("{}\n\n{}", kind.about, kind.description);
    with_examples(command.about(kind.about).long_about(long), kind.examples)
}

fn command(scope: &Scope) -> Command {
    let command = args::SolveArgs::augment_args(scope.add_to(Command::new("solve"), GoalArg::ValueOrBest));
    command.arg(scope.encoding_arg(", as in the command of the kind"))
}

/// Solves the problem and prints the answer.
pub(crate) fn run(config: &SolveConfig) -> Result<Exit, Failure> {
    let text = config.problem.read()?;
    if config.show == Show::Json {
        exhaustion::report_with(NothingKnown::of(text.kind.name, text.metric(), StopReason::Memory));
    }
    let watch = Watch::start(&config.limits);
    let problem = match worker::read(&text, &watch) {
        Err(Failure::Stopped { reason, at }) => {
            watch::answering();
            if config.show == Show::Json {
                let report = NothingKnown::of(text.kind.name, text.metric(), reason);
                output::print(&json_line(&report)?)?;
            }
            return Err(Failure::Stopped { reason, at });
        }
        read => read.map_err(|failure| text.hint(failure))?,
    };
    log::info!("{problem}");
    let mut line = ProgressLine::of(config.show);
    let solved = solve(config, &text, &problem, &watch, &mut line);
    drop(line);
    let Solved { work: Work { task, encoding }, goal, open, report } = solved?;
    watch::answering();
    let run = match (&report.outcome, &task) {
        (Outcome::Solved { plan, states, .. }, Some(task)) => Some(Trajectory { task, plan, states }),
        _ => None,
    };
    let plans = report.list.iter().flat_map(|list| &list.plans);
    let answer = SolveAnswer {
        kind: problem.kind(),
        metric: problem.metric(),
        goal,
        open,
        encoding,
        options: &config.options,
        report: &report,
        warnings: problem.warnings(),
        without_effect: without_effect(&config.formula_options, config.options.mode, &report),
        plan: run
            .map(|run| RenderedPlan::of(&*problem, run, shown_states(config), output::paint(&io::stdout()))),
        list: match run {
            Some(Trajectory { task, .. }) => plans.map(|plan| problem.moves(task, plan)).collect(),
            None => Vec::new(),
        },
    };
    print(&answer, config.show)?;
    match run {
        Some(run) => {
            if let Some(path) = &config.plan_out {
                write(path, run.task, run.plan)?;
            }
            let name = text.name().unwrap_or_else(|| config.problem.title());
            config
                .pictures
                .write(&watch.stop, || problem.film(&title(&name, config, &answer, run.plan), run))?;
        }
        None => config.pictures.leave_out("no plan was found; `bmcplan draw` draws the board alone"),
    }
    // Some of the plans are no answer to how many there are.
    let cut_short = report.cut_short(config.options.wanted);
    Ok(cut_short.map_or_else(|| Exit::from(&report.outcome), Exit::from))
}

/// The states that the answer shows: only those are rendered.
fn shown_states(config: &SolveConfig) -> ShownStates {
    match (config.show, config.options.wanted) {
        (Show::Frames, PlanQuery::One) => ShownStates::Everything,
        (Show::Text, PlanQuery::One) => ShownStates::Ends,
        (Show::Moves | Show::Json, _) | (_, PlanQuery::All(_) | PlanQuery::Count) => ShownStates::Nothing,
    }
}

/// What a picture is called: `sample02: 39 units, shortest, proved by varisat`.
fn title(name: &str, config: &SolveConfig, answer: &SolveAnswer<'_>, plan: &Plan) -> String {
    let is_optimal = matches!(answer.report.outcome, Outcome::Solved { optimal: true, .. });
    let shortest = is_optimal && answer.open().is_empty() && !config.options.step.semantics.is_parallel();
    let (length, metric) = (plan.length(), answer.metric);
    let shortest =
        if shortest { format!(", shortest{}", text::proved(answer.report)) } else { String::new() };
    format!("{name}: {length} {metric}{shortest}")
}

/// What was solved, and how.
struct Work {
    /// There is one where there is a plan.
    task: Option<Arc<Task>>,
    encoding: &'static str,
}

struct Solved {
    work: Work,
    goal: Option<u32>,
    open: Option<Vec<u32>>,
    report: Report,
}

/// Solves for the goal that was chosen.
fn solve(
    config: &SolveConfig,
    text: &ProblemText,
    problem: &Arc<dyn Problem>,
    watch: &Watch,
    line: &mut ProgressLine,
) -> Result<Solved, Failure> {
    let mut one = |goal| solve_for(goal, config, problem, watch, line);
    let goal = match text.goal() {
        None => None,
        Some(GoalChoice::Value(value)) => Some(value),
        Some(GoalChoice::Best) => {
            let best = best_value(&problem.goal_values(), |value| one(Some(value)))?;
            let Some(BestValue { value, report, with: work, open }) = best else {
                return Err(Failure::Usage("--goal max: no rule of the sheet gives any value".to_owned()));
            };
            return Ok(Solved { work, goal: Some(value), open: Some(open), report });
        }
    };
    let (report, work) = one(goal)?;
    Ok(Solved { work, goal, open: None, report })
}

/// Solves for one goal.
fn solve_for(
    goal: Option<u32>,
    config: &SolveConfig,
    problem: &Arc<dyn Problem>,
    watch: &Watch,
    line: &mut ProgressLine,
) -> Result<(Report, Work), Failure> {
    let semantics = config.options.step.semantics;
    let encoding = encoding(config.encoding.as_deref(), &**problem, semantics, config.reduce)?;
    let name = encoding.name();
    let (task, report) = planner_thread::solve(problem, goal, encoding, &config.options, watch, line)
        .map_err(|failure| match (failure, config.options.mode) {
            (Failure::Internal(InternalError::TooManySteps(error)), Mode::Formula(Strategy::Minimize(_))) => {
                Failure::Usage(format!("--minimize: {error}"))
            }
            (Failure::Internal(InternalError::TooManySteps(error)), _) => {
                Failure::Usage(format!("--horizon: {error}"))
            }
            (failure, _) => failure,
        })?;
    Ok((report, Work { task, encoding: name }))
}

fn print(answer: &SolveAnswer<'_>, show: Show) -> Result<(), Failure> {
    output::print_painted(&match show {
        Show::Text | Show::Frames => text::answer(answer, show),
        Show::Moves => text::moves_alone(answer),
        Show::Json => json::answer(answer)?,
    })?;
    if let Some(stopped) = text::stopped(answer, show) {
        output::print_error(&stopped);
    }
    if let Some(better) = text::better_values(answer, show) {
        output::print_error(&better);
    }
    if let Some(message) = &answer.without_effect {
        output::print_error(&format!("warning: {message}"));
    }
    Ok(())
}

fn write(path: &Path, task: &Task, plan: &Plan) -> Result<(), Failure> {
    let mut file = Vec::new();
    write_plan(task, plan, &mut file)
        .map_err(|cause| Failure::Output { place: output::place(Some(path)), cause })?;
    files::write(path, &file)
}
