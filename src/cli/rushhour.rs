//! `bmcplan rushhour`: from a board to an answer.

use std::fs;
use std::path::Path;

use bmcplan::frontend::rush_hour::{self, Board, Metric};
use bmcplan::plan::{Plan, write_plan};
use bmcplan::planner::{Options, Outcome, Report};
use bmcplan::task::Task;

use super::exit::Exit;
use super::failure::Failure;
use super::hiargs::{self, RushHour, Show};
use super::progress::ProgressLine;
use super::watch::Watch;
use super::{json, output, text, worker};

/// A report with what is needed to tell it.
pub(crate) struct Answer<'a> {
    pub(crate) board: &'a Board,
    pub(crate) task: &'a Task,
    pub(crate) metric: Metric,
    pub(crate) encoding: &'a str,
    pub(crate) options: &'a Options,
    pub(crate) report: &'a Report,
}

impl Answer<'_> {
    /// The names of a plan's moves.
    pub(crate) fn moves(&self, plan: &Plan) -> Vec<&str> {
        plan.operators().map(|id| &*self.task.operator(id).name).collect()
    }
}

/// Solves the board and tells the answer.
pub(crate) fn run(meant: &RushHour) -> Result<Exit, Failure> {
    let board = meant.input.read()?;
    let encoding = hiargs::encoding(&meant.encoding, &board, meant.metric)?;
    let watch = Watch::start(&meant.limits);
    let task = rush_hour::task(&board, meant.metric)?;
    log::info!(
        "{} cars on {}×{} cells: {} operators in {}",
        board.cars().len(),
        board.rows(),
        board.columns(),
        task.operators().len(),
        meant.metric
    );
    let mut line = ProgressLine::of(meant.show);
    let name = encoding.name();
    let solved = worker::solve(&task, encoding, &meant.options, &watch.stop, &mut line);
    drop(line);
    let report = solved?;
    let answer = Answer {
        board: &board,
        task: &task,
        metric: meant.metric,
        encoding: name,
        options: &meant.options,
        report: &report,
    };
    output::print(&match meant.show {
        Show::Text | Show::Frames => text::answer(&answer, meant.show),
        Show::Moves => text::moves_alone(&answer),
        Show::Json => json::answer(&answer)?,
    })?;
    if let Some(stopped) = text::stopped(&report, meant.show) {
        output::complain(&stopped);
    }
    if let (Some(path), Outcome::Solved { plan, .. }) = (&meant.plan_out, &report.outcome) {
        write(path, &task, plan)?;
    }
    Ok(Exit::from(&report.outcome))
}

/// The whole file is made first: an old one is touched only when there is a new one.
fn write(path: &Path, task: &Task, plan: &Plan) -> Result<(), Failure> {
    let mut file = Vec::new();
    write_plan(task, plan, &mut file)
        .and_then(|()| fs::write(path, file))
        .map_err(|cause| Failure::Output { place: path.display().to_string(), cause })
}
