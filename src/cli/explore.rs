//! `bmcplan explore`: the size of a problem's state space.

use std::sync::mpsc;
use std::time::Instant;

use crate::kinds::Kinds;
use crate::search::{self, Counter, Incomplete, IncompleteReason, SearchLimits, StateSpace};
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use itertools::Itertools as _;

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::output;
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::progress::ProgressLine;
use super::report::{Show, by, json_line, seconds_text};
use super::setting_args::LimitArgs;
use super::shared_args::with_examples;
use super::watch;
use super::worker;
use crate::ask::Limits;
use crate::ask::{ExploreAnswer, explore_object};
use crate::ask::{Stage, WorkEnd, listen};
use crate::figures::ProcessFigures;

const ABOUT: &str = "Count what can be reached in a problem of any kind";

const DESCRIPTION: &str = "\
Prints the reachable states, the transitions between them, the greatest distance from the start and the goal states, from which \
it goes on like from any other, unless the rules forbid it.";

const EXAMPLES: &str = "\
  bmcplan explore instances/prob40.toml
  bmcplan explore instances/sliding/klotski.toml --metric slides --json
  bmcplan explore instances/gdl/buttons-and-lights.kif
  bmcplan explore - --kind sliding < puzzle.txt";

#[derive(Debug, Args)]
struct ExploreArgs {
    /// Tell states apart by a step counter, too (rule sheets)
    #[arg(long)]
    counter: bool,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A problem to explore.
#[derive(Debug)]
pub(crate) struct ExploreConfig {
    problem: ProblemArgs,
    counter: Counter,
    limits: Limits,
    show: Show,
}

/// The command.
pub(crate) fn command(kinds: &Kinds) -> Command {
    let command = Scope::Any(kinds.clone()).add_to(Command::new("explore"), GoalArg::Value);
    let command =
        ExploreArgs::augment_args(command).about(ABOUT).long_about(format!("{ABOUT}\n\n{DESCRIPTION}"));
    with_examples(command, EXAMPLES)
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<ExploreConfig, Failure> {
    let args = ExploreArgs::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(ExploreConfig {
        problem: ProblemArgs::of(matches, &Scope::Any(kinds.clone())),
        counter: if args.counter { Counter::Kept } else { Counter::LeftOut },
        limits: args.limits.limits(),
        show: if args.json { Show::Json } else { Show::Text },
    })
}

/// Explores the problem and prints how large it is.
pub(crate) fn run(config: &ExploreConfig) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let watch = watch::start(&config.limits);
    let text = worker::text(&config.problem, &Files::default(), &watch)?;
    let problem = worker::read(&text, &watch)?;
    let limits =
        SearchLimits { max_depth: None, memory_bytes: config.limits.memory, counter: config.counter };
    let mut line = ProgressLine::of(config.show);
    let mut space_so_far = StateSpace::default();
    let mut without_counter = false;
    let (sender, receiver) = mpsc::channel();
    let work = {
        let (problem, goal, stop) = (problem.clone(), text.goal_value(), watch.stop.clone());
        move || -> Result<_, Failure> {
            // Nobody listens any more once the answer is out.
            let send = |message| drop(sender.send(message));
            let task = problem.whole_task(goal, &stop)?;
            send(ExploreMessage::Built { has_clock: task.clock().is_some() });
            Ok(search::explore(&task, &limits, &stop, &mut |progress| {
                send(ExploreMessage::Searched(progress))
            }))
        }
    };
    let end = listen(Stage::Working, work, &receiver, &watch, |message| {
        match message {
            ExploreMessage::Built { has_clock } => {
                without_counter = has_clock && config.counter == Counter::LeftOut;
            }
            ExploreMessage::Searched(progress) => {
                space_so_far = StateSpace { states: progress.states, depth: progress.depth, ..space_so_far };
                line.show_search(progress);
            }
        }
        Stage::Working
    });
    drop(line);
    watch::answering();
    let elapsed = begun.elapsed();
    let (space, incomplete): (StateSpace, Option<IncompleteReason>) = match end {
        WorkEnd::Result(Err(Failure::Stopped { reason, .. })) | WorkEnd::Stopped(reason, _) => {
            (space_so_far, Some(IncompleteReason::Stopped(reason)))
        }
        WorkEnd::Result(Err(failure)) => return Err(failure),
        WorkEnd::Result(Ok(Ok(space))) => (space, None),
        WorkEnd::Result(Ok(Err(Incomplete { reason, partial }))) => (partial, Some(reason)),
    };
    let answer = ExploreAnswer {
        problem: &*problem,
        place: config.problem.place(&text),
        space,
        is_complete: incomplete.is_none(),
        without_counter,
        elapsed,
        taken: ProcessFigures::now(),
    };
    output::print(&match config.show {
        Show::Json => json_line(&explore_object(&answer))?,
        Show::Text | Show::Frames | Show::Moves => table(&answer, incomplete),
    })?;
    let Some(reason) = incomplete else { return Ok(Exit::Solved) };
    if config.show == Show::Json {
        output::print_error(why_incomplete(reason));
    }
    Ok(reason.into())
}

/// The progress of an exploration.
enum ExploreMessage {
    Built { has_clock: bool },
    Searched(search::SearchProgress),
}

/// The answer as a table.
fn table(answer: &ExploreAnswer<'_>, incomplete: Option<IncompleteReason>) -> String {
    let StateSpace { states, transitions, depth, goal_states } = answer.space;
    let lines = [
        ("states", states),
        ("transitions", transitions),
        ("depth", u64::try_from(depth).unwrap_or(u64::MAX)),
        ("goal states", goal_states),
    ];
    let width = lines.iter().map(|(_, number)| number.to_string().len()).max().unwrap_or(0);
    let table = lines.iter().map(|(name, number)| format!("{name:11}  {number:>width$}\n")).join("");
    let end = match incomplete {
        None => "everything that can be reached".to_owned(),
        Some(reason) => format!("there is more: {}", why_incomplete(reason)),
    };
    let counter = if answer.without_counter { ", step counter left out" } else { "" };
    format!("{table}\n{end} ({}{counter}, {})\n", answer.problem.metric(), seconds_text(answer.elapsed))
}

/// Why an exploration is not complete.
fn why_incomplete(reason: IncompleteReason) -> &'static str {
    match reason {
        IncompleteReason::Stopped(reason) => by(reason),
        IncompleteReason::DepthReached => "the greatest depth was reached",
        IncompleteReason::TooLarge => "the states are too large to be held",
    }
}
