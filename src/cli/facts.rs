//! `bmcplan facts`: what is known about a problem before any plan is looked for.

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use itertools::Itertools as _;

use crate::ask::{FactsAnswer, GoalFact, RelaxedDistances, VariableFacts, facts};
use crate::kinds::Kinds;
use crate::plan::counted;
use bmcplan_bench::{ColumnAlign, TableStyle, lay_out};

use super::exit::Exit;
use super::failure::Failure;
use super::files::Files;
use super::problem_args::{GoalArg, ProblemArgs, Scope};
use super::report::json_line;
use super::setting_args::LimitArgs;
use super::shared_args::described;
use super::{limiter, output};

const ABOUT: &str = "Show what is known about a problem before it is solved";

const DESCRIPTION: &str = "\
Prints the variables with their values, before which step no part of the goal can hold, pairs of facts that exclude each other, landmarks, \
objects that are alike, and relaxed distances: what encodings and heuristics start from.";

const EXAMPLES: &str = "\
  bmcplan facts instances/pddl/trolley/problem.pddl
  bmcplan facts instances/thinkfun/card02.toml --metric slides
  bmcplan facts instances/sample02.toml --json";

/// Rows of a list that are printed; JSON has all.
const SHOWN: usize = 20;

#[derive(Debug, Args)]
struct FactsArgs {
    #[command(flatten)]
    limits: LimitArgs,

    /// Print one JSON object, with everything
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug)]
pub(crate) struct FactsConfig {
    problem: ProblemArgs,
    args: FactsArgs,
}

pub(crate) fn command(kinds: &Kinds) -> Command {
    let command = Scope::Any(kinds.clone()).add_to(Command::new("facts"), GoalArg::Value);
    described(FactsArgs::augment_args(command), ABOUT, DESCRIPTION, EXAMPLES)
}

pub(crate) fn config(matches: &ArgMatches, kinds: &Kinds) -> Result<FactsConfig, Failure> {
    let args = FactsArgs::from_arg_matches(matches)?;
    Ok(FactsConfig { problem: ProblemArgs::of(matches, &Scope::Any(kinds.clone())), args })
}

pub(crate) fn run(config: &FactsConfig) -> Result<Exit, Failure> {
    let limiter = limiter::start(&config.args.limits.limits());
    let loaded = config.problem.load(&Files::default(), &limiter)?;
    let found = facts(&loaded, &limiter);
    limiter::answering();
    let found = found?;
    output::print(&if config.args.json { json_line(&found)? } else { text(&found) })?;
    Ok(Exit::Solved)
}

fn text(found: &FactsAnswer) -> String {
    let parts = [
        variables(found),
        operators(found),
        goals(found),
        mutexes(found),
        landmarks(found),
        symmetries(found),
    ];
    let RelaxedDistances { hmax, lmcut, hff } = &found.distances;
    let known = parts.iter().join("\n");
    let (Some(hmax), Some(lmcut), Some(hff)) = (hmax, lmcut, hff) else {
        return format!("{known}\nno plan: the goal is out of reach even where nothing becomes false\n");
    };
    let of_plans = if found.head.metric == "cost" { "costs less" } else { "is shorter" };
    format!(
        "{known}\nrelaxed distances: h^max {hmax} and LM-cut {lmcut} (no plan {of_plans}), h^FF {hff} (an estimate)\n"
    )
}

/// Formats a list under its heading, cut off after some lines.
fn list(heading: &str, n_all: usize, lines: impl Iterator<Item = String>) -> String {
    let shown = lines.take(SHOWN).map(|line| format!("  {line}\n")).join("");
    let more = n_all.saturating_sub(SHOWN);
    let more = if more == 0 { String::new() } else { format!("  … and {more} more: --json has them\n") };
    format!("{heading}\n{shown}{more}")
}

fn variables(found: &FactsAnswer) -> String {
    let variables = &found.variables;
    let n_values: usize = variables.iter().map(|variable| variable.values.len()).sum();
    let n_never: usize = variables.iter().map(|variable| variable.unreachable.len()).sum();
    let n_static = variables.iter().filter(|variable| variable.is_static).count();
    let derived =
        if found.derived.is_empty() { String::new() } else { format!("; {} derived", found.derived.len()) };
    let heading = format!(
        "{} with {}, {n_never} of them never true; {n_static} static{derived}",
        counted(variables.len(), "variables"),
        counted(n_values, "values")
    );
    let heading_of_table = ["variable", "at first", "later", "never"].map(str::to_owned).to_vec();
    let line = |variable: &VariableFacts| {
        let later = variable
            .values
            .iter()
            .filter(|value| **value != variable.initial && !variable.unreachable.contains(value));
        let [later, never] =
            [later.cloned().collect_vec(), variable.unreachable.clone()].map(|values| values.join(", "));
        vec![variable.name.clone(), variable.initial.clone(), later, never]
    };
    let lines = [heading_of_table].into_iter().chain(variables.iter().take(SHOWN).map(line)).collect_vec();
    let table = lay_out(&lines, &[ColumnAlign::Left; 4], TableStyle::Terminal);
    list(&heading, variables.len() + 1, table.lines().map(str::to_owned))
}

fn operators(found: &FactsAnswer) -> String {
    format!(
        "{}, {} of them never applicable, {} without a part in reaching the goal\n",
        counted(found.operators, "operators"),
        found.unreachable_operators,
        found.irrelevant_operators
    )
}

fn goals(found: &FactsAnswer) -> String {
    let line = |goal: &GoalFact| match goal.not_before {
        Some(step) => format!("{}: not before step {step}", goal.fact),
        None => format!("{}: never", goal.fact),
    };
    if found.goals.is_empty() {
        return "no goal fact is open: the goal holds at the start\n".to_owned();
    }
    list(&counted(found.goals.len(), "goal facts"), found.goals.len(), found.goals.iter().map(line))
}

fn mutexes(found: &FactsAnswer) -> String {
    let heading = format!("{} of facts that exclude each other", counted(found.mutexes, "pairs"));
    list(&heading, found.mutexes, found.mutex_pairs.iter().map(|pair| pair.join(" | ")))
}

fn landmarks(found: &FactsAnswer) -> String {
    let heading = format!(
        "{}: one of these facts is true some time in every plan",
        counted(found.landmarks.len(), "landmarks")
    );
    list(&heading, found.landmarks.len(), found.landmarks.iter().map(|facts| facts.join(" or ")))
}

fn symmetries(found: &FactsAnswer) -> String {
    let number = match found.symmetries.len() {
        1 => "1 symmetry".to_owned(),
        n => format!("{n} symmetries"),
    };
    let heading = format!("{number}: exchanges that keep operators and goal");
    let line = |pairs: &Vec<[String; 2]>| pairs.iter().map(|pair| pair.join(" ↔ ")).join(", ");
    list(&heading, found.symmetries.len(), found.symmetries.iter().map(line))
}
