//! `bmcplan explore`: the size of a problem's state space.

use std::sync::mpsc;
use std::time::Instant;

use crate::search::{self, Counter, Incomplete, IncompleteReason, SearchLimits, StateSpace};

use super::exit::Exit;
use super::failure::Failure;
use super::hiargs::{Explore, Show};
use super::problem::Problem;
use super::progress::ProgressLine;
use super::watch::{self, Watch};
use super::worker::{self, Heard};
use super::{json, output, text};

/// Explores the problem and tells what is there.
pub(crate) fn run(meant: &Explore) -> Result<Exit, Failure> {
    let source = meant.problem.input.read()?;
    let meaning = meant.problem.meaning(&source)?;
    let watch = Watch::start(&meant.limits);
    let problem = worker::read(&source, &meaning, &meant.limits, &watch)?;
    let limits = SearchLimits { max_depth: None, memory_bytes: meant.limits.memory, counter: meant.counter };
    let begun = Instant::now();
    let mut line = ProgressLine::of(meant.show);
    let mut told = StateSpace::default();
    let mut without_counter = false;
    let (sender, receiver) = mpsc::channel();
    let work = {
        let (problem, goal, stop) = (problem.clone(), meant.problem.goal, watch.stop.clone());
        move || -> Result<_, Failure> {
            // Nobody listens any more once the answer is out.
            let tell = |message| drop(sender.send(message));
            let task = problem.whole_task(goal, &stop)?;
            tell(Message::Built { has_clock: task.clock().is_some() });
            Ok(search::explore(&task, &limits, &stop, &mut |progress| tell(Message::Searched(progress))))
        }
    };
    let heard = worker::listen(work, &receiver, &watch, |message| {
        match message {
            Message::Built { has_clock } => without_counter = has_clock && meant.counter == Counter::LeftOut,
            Message::Searched(progress) => {
                told = StateSpace { states: progress.states, depth: progress.depth, ..told };
                line.show_search(progress);
            }
        }
        // An exploration that was cut short is no answer to wait for.
        false
    });
    drop(line);
    watch::answering();
    let elapsed = begun.elapsed();
    let (space, incomplete): (StateSpace, Option<IncompleteReason>) = match heard {
        Heard::Result(Err(Failure::Stopped(reason))) | Heard::Stopped(reason, _) => {
            (told, Some(IncompleteReason::Stopped(reason)))
        }
        Heard::Result(Err(failure)) => return Err(failure),
        Heard::Result(Ok(Ok(space))) => (space, None),
        Heard::Result(Ok(Err(Incomplete { reason, partial }))) => (partial, Some(reason)),
    };
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

/// What the exploration tells.
enum Message {
    Built { has_clock: bool },
    Searched(search::SearchProgress),
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
