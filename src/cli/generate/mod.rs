//! `bmcplan generate`: new puzzles, by chance, or all interesting boards of a size.

mod args;
mod by_chance;
mod exhaustive;
mod kept;

use clap::ArgMatches;

use crate::ask;
use crate::kinds::Kinds;
use crate::plan::Plan;
use crate::problem::{Problem, Trajectory};
use crate::task::Task;
use crate::text::Paint;

use super::exit::Exit;
use super::failure::Failure;
use args::GenerateArgs;
pub(crate) use args::command;

/// Puzzles to be made.
#[derive(Debug)]
pub(crate) enum GenerateConfig {
    ByChance(Box<by_chance::ByChanceConfig>),
    Exhaustive(exhaustive::ExhaustiveConfig),
}

/// Makes the configuration.
pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<GenerateConfig, Failure> {
    Ok(match GenerateArgs::of(matches)? {
        GenerateArgs::ByChance(args) => GenerateConfig::ByChance(Box::new(by_chance::config(args, kinds)?)),
        GenerateArgs::Exhaustive(args) => GenerateConfig::Exhaustive(exhaustive::config(args, kinds)?),
    })
}

/// The start of a problem as it is printed.
fn start_as_text(problem: &dyn Problem, task: &Task) -> String {
    let states = std::slice::from_ref(task.initial());
    let run = Trajectory { task, plan: &Plan::default(), states };
    ask::text(problem, run, None, Paint::Plain)
}

/// Makes the puzzles and prints them.
pub(crate) fn run(config: GenerateConfig) -> Result<Exit, Failure> {
    match config {
        GenerateConfig::ByChance(config) => by_chance::run(*config),
        GenerateConfig::Exhaustive(config) => exhaustive::run(&config),
    }
}
