//! `bmcplan explore`: the size of a problem's state space.

use std::time::Instant;

use bmcplan::search::{self, Incomplete, IncompleteReason, SearchLimits, StateSpace};

use super::exit::Exit;
use super::failure::Failure;
use super::hiargs::{Explore, Show};
use super::problem::Problem;
use super::progress::ProgressLine;
use super::watch::Watch;
use super::{json, output, text};

/// Explores the problem and tells what is there.
pub(crate) fn run(meant: &Explore) -> Result<Exit, Failure> {
    let source = meant.problem.input.read()?;
    let meaning = meant.problem.meaning(&source)?;
    let watch = Watch::start(&meant.limits);
    let problem = Problem::read(&source, &meaning, &meant.limits, &watch.stop)?;
    let task = problem.whole_task(meant.problem.goal)?;
    let limits = SearchLimits { max_depth: None, memory_bytes: meant.limits.memory, counter: meant.counter };
    let begun = Instant::now();
    let mut line = ProgressLine::of(meant.show);
    let explored = search::explore(&task, &limits, &watch.stop, &mut |progress| line.show_search(progress));
    drop(line);
    let elapsed = begun.elapsed();
    let (space, incomplete): (StateSpace, Option<IncompleteReason>) = match explored {
        Ok(space) => (space, None),
        Err(Incomplete { reason, partial }) => (partial, Some(reason)),
    };
    let without_counter = task.clock().is_some() && meant.counter == search::Counter::LeftOut;
    let seen = Seen { problem: &problem, space, incomplete, without_counter, elapsed };
    output::print(&match meant.show {
        Show::Json => json::state_space(&seen)?,
        Show::Text | Show::Frames | Show::Moves => text::state_space(&seen),
    })?;
    let Some(reason) = incomplete else { return Ok(Exit::Solved) };
    if meant.show == Show::Json {
        output::complain(text::why_incomplete(reason));
    }
    Ok(reason.into())
}

/// What an exploration saw.
pub(crate) struct Seen<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) space: StateSpace,
    pub(crate) incomplete: Option<IncompleteReason>,
    /// Whether there is a step counter that was not counted.
    pub(crate) without_counter: bool,
    pub(crate) elapsed: std::time::Duration,
}
