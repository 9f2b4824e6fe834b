//! `bmcplan explore`: what can be reached from a board.

use std::time::Instant;

use bmcplan::frontend::rush_hour;
use bmcplan::search::{self, Counter, Incomplete, IncompleteReason, SearchLimits, StateSpace};

use super::exit::Exit;
use super::failure::Failure;
use super::hiargs::{Explore, Show};
use super::progress::ProgressLine;
use super::watch::Watch;
use super::{json, output, text};

/// Explores the board and tells what is there.
pub(crate) fn run(meant: &Explore) -> Result<Exit, Failure> {
    let board = meant.input.read()?;
    let watch = Watch::start(&meant.limits);
    let task = rush_hour::task(&board, meant.metric)?;
    let limits =
        SearchLimits { max_depth: None, memory_bytes: meant.limits.memory, counter: Counter::LeftOut };
    let begun = Instant::now();
    let mut line = ProgressLine::of(meant.show);
    let explored = search::explore(&task, &limits, &watch.stop, &mut |progress| line.show_search(progress));
    drop(line);
    let elapsed = begun.elapsed();
    let (space, incomplete): (StateSpace, Option<IncompleteReason>) = match explored {
        Ok(space) => (space, None),
        Err(Incomplete { reason, partial }) => (partial, Some(reason)),
    };
    output::print(&match meant.show {
        Show::Json => json::state_space(&space, incomplete, meant.metric, elapsed)?,
        Show::Text | Show::Frames | Show::Moves => {
            text::state_space(&space, incomplete, meant.metric, elapsed)
        }
    })?;
    let Some(reason) = incomplete else { return Ok(Exit::Solved) };
    if meant.show == Show::Json {
        output::complain(text::why_incomplete(reason));
    }
    Ok(reason.into())
}
