//! `bmcplan explore`: the size of a problem's state space.

use std::time::Instant;

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use itertools::Itertools as _;

use crate::ask::{ExploreAnswer, Explored, Limits, SymbolicSpace, explore};
use crate::kinds::Kinds;
use bmcplan_search::{Counter, DiskSearch, IncompleteReason};

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::progress::ProgressLine;
use super::report::{Show, by, json_line, seconds_text};
use super::setting_args::DiskLimitArgs;
use super::shared_args::described;
use super::{limiter, output};

const ABOUT: &str = "Count the reachable states of a problem";

const DESCRIPTION: &str = "\
Prints the numbers of reachable states, transitions and goal states, and the greatest distance from the start. Goal states are expanded \
as others are, unless the rules forbid it. Beyond --memory, sets of states are counted as decision diagrams.";

const EXAMPLES: &str = "\
  bmcplan explore instances/prob40.toml
  bmcplan explore instances/sliding/klotski.toml --metric slides --json
  bmcplan explore instances/gdl/buttons-and-lights.kif
  bmcplan explore instances/large/9x9_5.toml --disk states:20000
  bmcplan explore - --kind sliding < puzzle.txt";

#[derive(Debug, Args)]
struct ExploreArgs {
    /// Tell states apart by the step counter of rule sheets, too
    #[arg(long)]
    counter: bool,

    #[command(flatten)]
    limits: DiskLimitArgs,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug)]
pub(crate) struct ExploreConfig {
    problem: ProblemArgs,
    counter: Counter,
    limits: Limits,
    disk: Option<DiskSearch>,
    show: Show,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let command = Scope::Any(kinds.clone()).add_to(Command::new("explore"), GoalArg::Value);
    described(ExploreArgs::augment_args(command), ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<ExploreConfig, Failure> {
    let args = ExploreArgs::from_arg_matches(matches)?;
    Ok(ExploreConfig {
        problem: ProblemArgs::of(matches, &Scope::Any(kinds.clone())),
        counter: if args.counter { Counter::Kept } else { Counter::LeftOut },
        limits: args.limits.limits(),
        disk: args.limits.disk()?,
        show: if args.json { Show::Json } else { Show::Text },
    })
}

pub(crate) fn run(config: &ExploreConfig) -> Result<Exit, Failure> {
    let begun = Instant::now();
    let limiter = limiter::start(&config.limits);
    let loaded = config.problem.load(&Files::default(), &limiter)?;
    let mut line = ProgressLine::of(config.show);
    let mut on_event = |event| line.on_event(event, &*loaded.problem);
    let explored =
        explore(&loaded, config.counter, &config.limits, config.disk.clone(), &limiter, &mut on_event);
    drop(line);
    limiter::answering();
    let explored = Explored { elapsed: begun.elapsed(), ..explored? };
    output::print(&match config.show {
        Show::Json => json_line(&ExploreAnswer::from(&explored))?,
        Show::Text | Show::Frames | Show::Moves => table(&explored),
    })?;
    let Some(reason) = explored.incomplete else { return Ok(Exit::Solved) };
    if config.show == Show::Json {
        output::print_error(why_incomplete(reason));
    }
    Ok(reason.into())
}

fn table(answer: &Explored<'_>) -> String {
    let SymbolicSpace { states, transitions, depth, goal_states } = answer.space;
    let lines = [
        ("states", states),
        ("transitions", transitions),
        ("depth", depth as u128),
        ("goal states", goal_states),
    ];
    let width = lines.iter().map(|(_, number)| number.to_string().len()).max().unwrap_or(0);
    let table = lines.iter().map(|(name, number)| format!("{name:11}  {number:>width$}\n")).join("");
    let end = match answer.incomplete {
        None => "everything that can be reached".to_owned(),
        Some(reason) => format!("there is more: {}", why_incomplete(reason)),
    };
    let counter = if answer.without_counter { ", step counter left out" } else { "" };
    format!(
        "{table}\n{end} ({}{counter}, {})\n",
        answer.loaded.problem.metric(),
        seconds_text(answer.elapsed)
    )
}

pub(super) fn why_incomplete(reason: IncompleteReason) -> &'static str {
    match reason {
        IncompleteReason::Stopped(reason) => by(reason),
        IncompleteReason::DepthReached => "the greatest depth was reached",
        IncompleteReason::TooLarge => "the states are too large to be held",
        IncompleteReason::CostOverflow => {
            "some plan costs 2^64 - 1 or more: divide all costs by the same number"
        }
    }
}
