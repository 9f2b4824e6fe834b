//! `bmcplan rushhour`, `sliding` and `gdl`: from a problem to an answer.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use bmcplan::frontend::{Diagnostic, Source};
use bmcplan::plan::{Plan, write_plan};
use bmcplan::planner::{Options, Outcome, Report};
use bmcplan::stop::StopReason;
use bmcplan::task::Task;

use super::encoding::encoding;
use super::exit::Exit;
use super::failure::Failure;
use super::hiargs::{Show, Solve};
use super::lowargs::LowGoal;
use super::problem::{Kind, Problem, Story};
use super::progress::ProgressLine;
use super::watch::{self, Watch};
use super::{exhaustion, json, output, text, worker};

/// A report with what is needed to tell it.
pub(crate) struct Answer<'a> {
    pub(crate) kind: Kind,
    pub(crate) metric: &'a str,
    /// What the play was to be worth, if it is a game.
    pub(crate) goal: Option<u32>,
    /// Of a game, the best value that may be reached by longer plays than were looked for.
    pub(crate) open: Option<u32>,
    pub(crate) encoding: &'a str,
    pub(crate) options: &'a Options,
    pub(crate) report: &'a Report,
    /// The plan, if there is one.
    pub(crate) story: Option<Story>,
    /// The moves of each of the shortest plans, if they were asked for.
    pub(crate) list: Vec<Vec<String>>,
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
    let solved = best(meant, &problem, &watch, &mut line);
    drop(line);
    let Solved { task, goal, open, report, encoding } = solved?;
    watch::answering();
    let (story, list) = match (&report.outcome, &task) {
        (Outcome::Solved { plan, states, .. }, Some(task)) => {
            let plans = report.list.iter().flat_map(|list| &list.plans);
            let paint = output::paint(&io::stdout());
            (
                Some(problem.story(task, plan, states, paint)),
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
        (Outcome::Solved { plan, states, optimal }, Some(task)) => meant.pictures.write(|| {
            let title = title(meant, &problem, plan, *optimal);
            problem.film(&title, task, plan, states)
        })?,
        _ => meant.pictures.leave_out("no plan was found"),
    }
    Ok(Exit::from(&report.outcome))
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

struct Solved {
    /// There is one where there is a plan.
    task: Option<Arc<Task>>,
    goal: Option<u32>,
    open: Option<u32>,
    report: Report,
    encoding: &'static str,
}

/// Solves for the goal that is meant; for the best one, from the best value down to one that can be reached.
fn best(
    meant: &Solve,
    problem: &Arc<Problem>,
    watch: &Watch,
    line: &mut ProgressLine,
) -> Result<Solved, Failure> {
    let goals: Vec<Option<u32>> = match meant.goal {
        None => vec![None],
        Some(LowGoal::Value(value)) => vec![Some(value)],
        Some(LowGoal::Max) => problem.goal_values().into_iter().map(Some).collect(),
    };
    let mut open = None;
    let last = goals.len().saturating_sub(1);
    for (index, goal) in goals.into_iter().enumerate() {
        let encoding = encoding(&meant.encoding, problem, meant.options.step.semantics, meant.reduce)?;
        let name = encoding.name();
        let (task, report) = worker::solve(problem, goal, encoding, &meant.options, watch, line)?;
        match report.outcome {
            Outcome::Unsolvable if index < last => log::info!("no play is worth {}", goal.unwrap_or(0)),
            Outcome::NoPlanWithin(_) if index < last => open = open.or(goal),
            _ => return Ok(Solved { task, goal, open, report, encoding: name }),
        }
    }
    Err(Failure::Usage("--goal max: no rule of the sheet gives any value".to_owned()))
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
    output::print(&match show {
        Show::Text | Show::Frames => text::answer(answer, show),
        Show::Moves => text::moves_alone(answer),
        Show::Json => json::answer(answer)?,
    })?;
    if let Some(stopped) = text::stopped(answer, show) {
        output::complain(&stopped);
    }
    if let Some(value) = answer.open {
        output::complain(&format!("longer plays may be worth {value}; they were not looked for"));
    }
    Ok(())
}

/// The whole file is made first: an old one is touched only when there is a new one.
fn write(path: &Path, task: &Task, plan: &Plan) -> Result<(), Failure> {
    let mut file = Vec::new();
    write_plan(task, plan, &mut file)
        .and_then(|()| fs::write(path, file))
        .map_err(|cause| Failure::Output { place: path.display().to_string(), cause })
}
