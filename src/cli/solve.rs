//! `bmcplan rushhour`, `sliding` and `gdl`: solves a problem and prints the answer.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::frontend::{Diagnostic, Source};
use crate::plan::{Plan, write_plan};
use crate::planner::{
    BestValue, InternalError, Mode, Options, Outcome, PlanQuery, Report, Strategy, best_value,
};
use crate::stop::StopReason;
use crate::task::Task;

use super::encoding::encoding;
use super::exit::Exit;
use super::failure::Failure;
use super::hiargs::{Show, Solve};
use super::lowargs::LowGoal;
use super::problem::{Kind, Pictured, Problem, Story};
use super::progress::ProgressLine;
use super::watch::{self, Watch};
use super::{exhaustion, files, json, output, text, worker};

/// A report with what is needed to tell it.
pub(crate) struct Answer<'a> {
    pub(crate) kind: Kind,
    pub(crate) metric: &'a str,
    /// What the play was to be worth, if it is a game.
    pub(crate) goal: Option<u32>,
    /// The values that plays may have in spite of all that is known, where the best one was asked for: better ones than
    /// `goal` if there is a plan.
    pub(crate) open: Option<Vec<u32>>,
    pub(crate) encoding: &'a str,
    pub(crate) options: &'a Options,
    pub(crate) report: &'a Report,
    /// The plan, if there is one.
    pub(crate) story: Option<Story>,
    /// The moves of each of the shortest plans, if they were asked for.
    pub(crate) list: Vec<Vec<String>>,
}

impl Answer<'_> {
    /// The open values, if there are any.
    pub(crate) fn open(&self) -> &[u32] {
        self.open.as_deref().unwrap_or_default()
    }
}

/// Solves the problem and tells the answer.
pub(crate) fn run(meant: &Solve) -> Result<Exit, Failure> {
    let source = meant.input.read()?;
    if meant.show == Show::Json {
        let (kind, metric) = (meant.meaning.kind(), meant.meaning.metric());
        exhaustion::answer_with(json::stopped(kind, metric, StopReason::Memory)?);
    }
    let watch = Watch::start(&meant.limits);
    let problem = match worker::read(&source, &meant.meaning, &meant.limits, &watch) {
        Err(failure @ (Failure::Grounding(_, reason) | Failure::Stopped(reason))) => {
            return stopped_while_reading(meant, failure, reason);
        }
        Err(Failure::Input(diagnostic)) => return Err(Failure::Input(hint(diagnostic, meant, &source))),
        read => read?,
    };
    log::info!("{problem}");
    let mut line = ProgressLine::of(meant.show);
    let solved = solve(meant, &problem, &watch, &mut line);
    drop(line);
    let Solved { work: Work { task, encoding }, goal, open, report } = solved?;
    let is_best = open.as_ref().is_none_or(Vec::is_empty);
    watch::answering();
    let (story, list) = match (&report.outcome, &task) {
        (Outcome::Solved { plan, states, .. }, Some(task)) => {
            let plans = report.list.iter().flat_map(|list| &list.plans);
            let paint = output::paint(&io::stdout());
            (
                Some(problem.story(task, plan, states, pictured(meant), paint)),
                plans.map(|plan| problem.moves(task, plan)).collect(),
            )
        }
        _ => (None, Vec::new()),
    };
    tell(
        &Answer {
            kind: problem.kind(),
            metric: problem.metric(),
            goal,
            open,
            encoding,
            options: &meant.options,
            report: &report,
            story,
            list,
        },
        meant.show,
    )?;
    if let (Some(path), Outcome::Solved { plan, .. }, Some(task)) = (&meant.plan_out, &report.outcome, &task)
    {
        write(path, task, plan)?;
    }
    match (&report.outcome, &task) {
        (Outcome::Solved { plan, states, optimal }, Some(task)) => {
            meant.pictures.write(&watch.stop, || {
                let title = title(meant, &problem, plan, *optimal && is_best);
                problem.film(&title, task, plan, states)
            })?
        }
        _ => meant.pictures.leave_out("no plan was found"),
    }
    // Some of the plans are no answer to how many there are.
    let cut_short = report.cut_short(meant.options.wanted);
    Ok(cut_short.map_or_else(|| Exit::from(&report.outcome), Exit::from))
}

/// The states that the answer shows: only those are drawn.
fn pictured(meant: &Solve) -> Pictured {
    match (meant.show, meant.options.wanted) {
        (Show::Frames, PlanQuery::One) => Pictured::Everything,
        (Show::Text, PlanQuery::One) => Pictured::Ends,
        (Show::Moves | Show::Json, _) | (_, PlanQuery::All(_) | PlanQuery::Count) => Pictured::Nothing,
    }
}

/// What a picture is called: `sample02: 39 units, shortest`.
fn title(meant: &Solve, problem: &Problem, plan: &Plan, optimal: bool) -> String {
    let shortest = optimal && !meant.options.step.semantics.is_parallel();
    let (name, length, metric) = (meant.input.title(), plan.length(), problem.metric());
    format!("{name}: {length} {metric}{}", if shortest { ", shortest" } else { "" })
}

/// What is wrong with a text, or rather which command it is for.
fn hint(diagnostic: Diagnostic, meant: &Solve, source: &Source) -> Diagnostic {
    match Kind::surely_of(source).filter(|kind| *kind != meant.meaning.kind()) {
        Some(kind) => diagnostic.help(format!("this looks like a problem for `bmcplan {}`", kind.name())),
        None => diagnostic,
    }
}

/// What is solved, and how.
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

/// Solves for the goal that is meant.
fn solve(
    meant: &Solve,
    problem: &Arc<Problem>,
    watch: &Watch,
    line: &mut ProgressLine,
) -> Result<Solved, Failure> {
    let mut one = |goal| solve_for(goal, meant, problem, watch, line);
    let goal = match meant.goal {
        None => None,
        Some(LowGoal::Value(value)) => Some(value),
        Some(LowGoal::Max) => {
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
    meant: &Solve,
    problem: &Arc<Problem>,
    watch: &Watch,
    line: &mut ProgressLine,
) -> Result<(Report, Work), Failure> {
    let encoding = encoding(&meant.encoding, problem, meant.options.step.semantics, meant.reduce)?;
    let name = encoding.name();
    let (task, report) =
        worker::solve(problem, goal, encoding, &meant.options, watch, line).map_err(|failure| {
            match (failure, meant.options.mode) {
                (
                    Failure::Internal(InternalError::TooManySteps(error)),
                    Mode::Formula(Strategy::Minimize(_)),
                ) => Failure::Usage(format!("--minimize: {error}")),
                (Failure::Internal(InternalError::TooManySteps(error)), _) => {
                    Failure::Usage(format!("--horizon: {error}"))
                }
                (failure, _) => failure,
            }
        })?;
    Ok((report, Work { task, encoding: name }))
}

/// The answer when there is no task yet.
fn stopped_while_reading(meant: &Solve, failure: Failure, reason: StopReason) -> Result<Exit, Failure> {
    watch::answering();
    if meant.show == Show::Json {
        output::print(&json::stopped(meant.meaning.kind(), meant.meaning.metric(), reason)?)?;
    }
    Err(failure)
}

fn tell(answer: &Answer<'_>, show: Show) -> Result<(), Failure> {
    output::print_painted(&match show {
        Show::Text | Show::Frames => text::answer(answer, show),
        Show::Moves => text::moves_alone(answer),
        Show::Json => json::answer(answer)?,
    })?;
    if let Some(stopped) = text::stopped(answer, show) {
        output::complain(&stopped);
    }
    if let Some(better) = text::better_values(answer, show) {
        output::complain(&better);
    }
    Ok(())
}

fn write(path: &Path, task: &Task, plan: &Plan) -> Result<(), Failure> {
    let mut file = Vec::new();
    write_plan(task, plan, &mut file)
        .map_err(|cause| Failure::Output { place: output::place(Some(path)), cause })?;
    files::write(path, &file)
}
