//! What was typed: names, shapes and help texts, nothing about what it leads to. See [`hiargs`](super::hiargs).

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use bmcplan::formula::AtMostOne;
use bmcplan::frontend::rush_hour::Metric;
use bmcplan::solver::SolverKind;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::exit::Exit;

/// The names that `--encoding` takes; a board and a metric may know fewer.
pub(crate) const ENCODINGS: [&str; 4] = ["transition", "operators", "paper-v1", "paper-v2"];

const EXAMPLES: &str = "\
Examples:
  bmcplan rushhour instances/sample02.toml --incremental
  bmcplan rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN
  bmcplan explore instances/prob40.toml";

const RUSHHOUR_EXAMPLES: &str = "\
Examples:
  bmcplan rushhour board.toml                    search while it is small, then SAT
  bmcplan rushhour board.toml --incremental      horizons 0, 1, 2, … in one solver
  bmcplan rushhour board.toml --horizon 40       a plan of at most 40 moves?
  bmcplan rushhour board.toml --minimize 45      from 45 moves down to the minimum
  bmcplan rushhour board.toml --metric slides    fewest slides of any distance
  bmcplan rushhour facts.lp --json --timeout 60  facts of the ASP document to JSON
  bmcplan rushhour - --frames < board.txt        rows of characters; all boards
  bmcplan rushhour board.toml --plan-out plan    an IPC plan file
  bmcplan rushhour --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN";

const EXPLORE_EXAMPLES: &str = "\
Examples:
  bmcplan explore instances/prob40.toml
  bmcplan explore instances/sample1.toml --metric slides --json";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bmcplan completions bash > ~/.local/share/bash-completion/completions/bmcplan
  bmcplan completions fish > ~/.config/fish/completions/bmcplan.fish
  bmcplan completions zsh > ~/.zfunc/_bmcplan";

fn after(examples: &str) -> String {
    format!("{examples}\n\n{}", Exit::table())
}

/// Finds provably shortest plans by incremental SAT solving.
///
/// What is printed as a plan was replayed by an independent validator; what is called shortest has all shorter
/// lengths refuted.
#[derive(Debug, Parser)]
#[command(name = "bmcplan", version, arg_required_else_help = true, after_help = after(EXAMPLES))]
pub(crate) struct LowArgs {
    #[command(subcommand)]
    pub(crate) command: LowCommand,

    /// Log to stderr; more often, more (RUST_LOG works too)
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LowCommand {
    /// Solve a Rush Hour board
    ///
    /// Prints the moves of a plan, the board before and after, and a summary. Without a mode, explicit search is
    /// tried while it is small, then incremental SAT.
    #[command(name = "rushhour", after_help = after(RUSHHOUR_EXAMPLES))]
    RushHour(LowRushHour),
    /// Count what can be reached from a Rush Hour board
    ///
    /// Prints the reachable states, the transitions between them, the greatest distance from the start and the
    /// goal states, from which it goes on like from any other.
    #[command(after_help = after(EXPLORE_EXAMPLES))]
    Explore(LowExplore),
    /// Print a script that completes this command in a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub(crate) struct LowRushHour {
    #[command(flatten)]
    pub(crate) problem: LowProblem,
    #[command(flatten)]
    pub(crate) mode: LowMode,

    /// Try no more than N moves
    #[arg(long, value_name = "N", help_heading = "Mode")]
    pub(crate) max_horizon: Option<usize>,

    #[command(flatten)]
    pub(crate) limits: LowLimits,

    /// How a move becomes clauses: without a variable per operator (transition), with one (operators), or as in
    /// version 1 or 2 of the ASP document (paper-v1, paper-v2; units only)
    #[arg(
        long, value_name = "NAME", default_value = ENCODINGS[0], value_parser = PossibleValuesParser::new(ENCODINGS),
        help_heading = "Formula"
    )]
    pub(crate) encoding: String,

    /// How "at most one move a step" becomes clauses
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(AtMostOne::ALL, AtMostOne::name),
        help_heading = "Formula"
    )]
    pub(crate) at_most_one: AtMostOne,

    /// The SAT solver
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(SolverKind::ALL, SolverKind::name),
        help_heading = "Formula"
    )]
    pub(crate) solver: SolverKind,

    /// Print all boards of the plan, each under its move
    #[arg(long, help_heading = "Output")]
    pub(crate) frames: bool,

    /// Print the moves alone, one a line, and no progress
    #[arg(short, long, conflicts_with = "frames", help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["frames", "quiet"], help_heading = "Output")]
    pub(crate) json: bool,

    /// Write the plan, if there is one, to a file in the format of the planning competitions
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) plan_out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct LowExplore {
    #[command(flatten)]
    pub(crate) problem: LowProblem,
    #[command(flatten)]
    pub(crate) limits: LowLimits,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct LowProblem {
    #[command(flatten)]
    pub(crate) input: LowInput,

    /// What counts as one move: one car by one cell (units), or one car by any distance (slides)
    #[arg(long, value_name = "METRIC", default_value_t, value_parser = one_of(Metric::ALL, Metric::name))]
    pub(crate) metric: Metric,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct LowInput {
    /// The board: TOML, facts of the ASP document (.lp), or rows of characters; - is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// The board itself, n·n characters row by row: . or o empty, # or x wall, X or A the red car
    #[arg(long, value_name = "STRING")]
    pub(crate) board: Option<String>,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
#[command(next_help_heading = "Mode")]
pub(crate) struct LowMode {
    /// Horizons 0, 1, 2, … in one SAT solver
    #[arg(long)]
    pub(crate) incremental: bool,

    /// One formula: is there a plan of at most N moves?
    #[arg(long, value_name = "N")]
    pub(crate) horizon: Option<usize>,

    /// One formula of N moves, down to the proven minimum
    #[arg(long, value_name = "N")]
    pub(crate) minimize: Option<usize>,

    /// Explicit breadth-first search, without SAT
    #[arg(long)]
    pub(crate) search: bool,
}

#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LowLimits {
    /// Stop after so many seconds and say what was refuted so far; so does Ctrl-C, and a second one kills
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Stop when more than so many megabytes were taken since the start
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) memory: Option<u32>,
}

/// One of these values, by its name; help, errors and completions list the names.
fn one_of<T, const N: usize>(values: [T; N], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(name)).try_map(|name| name.parse())
}

fn seconds(typed: &str) -> Result<Duration, String> {
    let number = typed.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

/// The completion script for a shell.
pub(crate) fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut LowArgs::command(), "bmcplan", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        LowArgs::command().debug_assert();
    }

    #[test]
    fn the_examples_can_be_typed() {
        let commands = [EXAMPLES, RUSHHOUR_EXAMPLES, EXPLORE_EXAMPLES, COMPLETIONS_EXAMPLES]
            .into_iter()
            .flat_map(|examples| examples.lines().skip(1))
            .map(|line| line.trim().split("  ").next().unwrap().split(['<', '>']).next().unwrap());
        for command in commands {
            let typed = LowArgs::try_parse_from(command.split_whitespace());
            assert!(typed.is_ok(), "{command}: {typed:?}");
        }
    }

    #[test]
    fn seconds_may_have_fractions() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("3"), Ok(Duration::from_secs(3)));
        for wrong in ["", "x", "-1", "nan", "inf", "1e30"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
