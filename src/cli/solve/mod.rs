//! `bmcplan solve`, and a command for each kind of problem: solves a problem and prints the answer.

mod config;
mod many;
mod measures;
mod one;
mod stats;
mod text;

use crate::kinds::Kinds;
use crate::problem::Kind;
use clap::{Args as _, Command};

use super::exit::Exit;
use super::failure::Failure;
use super::limiter;
use super::problem_args::{GoalArg, Scope};
use super::shared_args::described;
use crate::ask::{Input, Limits};
pub(crate) use config::{SolveConfig, config};

const EXAMPLES: &str = "\
  bmcplan solve instances/sample02.toml --metric slides
  bmcplan solve instances/sliding/klotski.toml
  bmcplan solve instances/gdl/buttons-and-lights.kif --goal max
  bmcplan solve - --kind sliding < puzzle.txt";

const DESCRIPTION: &str = "\
Finds the kind of the problem in its file, and does what the command of that kind does.";

pub(crate) fn any(kinds: &Kinds) -> Command {
    let command = command(&Scope::Any(kinds.clone())).name("solve");
    described(command, "Solve a problem of any kind", DESCRIPTION, EXAMPLES)
}

pub(crate) fn one(kind: &'static Kind, kinds: &Kinds) -> Command {
    let command = command(&Scope::One(kind, kinds.clone())).name(kind.name).aliases(kind.aliases);
    described(command, kind.about, kind.description, kind.examples)
}

fn command(scope: &Scope) -> Command {
    let command = config::SolveArgs::augment_args(scope.add_to(Command::new("solve"), GoalArg::ValueOrBest));
    let command = scope
        .takes_many(command)
        .mut_arg("output", |arg| arg.help("Write a picture (.svg, .png, .gif), a page (.html) or the plan"));
    command.arg(scope.encoding_arg(" [default: by the kind]"))
}

pub(crate) fn run(config: SolveConfig) -> Result<Exit, Failure> {
    let all = limiter::start(&Limits::default());
    let limiter = all.part(&config.settings.limits());
    // Each of many problems has the limits for itself, and their texts are read before. A pipe may never end.
    let have_ends = config.problem.inputs.iter().all(Input::has_an_end);
    let problems = config.problem.problems(&config.files, if have_ends { &all } else { &limiter })?;
    if let Some(only) = config.problem.only(&problems).filter(|_| !config.are_many) {
        return one::run(&config, &config.problem.understood(only, &config.files)?, &limiter);
    }
    let numbered = problems.into_iter().enumerate();
    let is_here = |number| config.shard.is_none_or(|shard| shard.has(number));
    let here = numbered.filter(|(number, _)| is_here(*number)).map(|(_, problem)| problem).collect();
    many::run(config, here, &all)
}
