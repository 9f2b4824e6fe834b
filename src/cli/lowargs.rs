//! The arguments of all commands as clap parses them: names, shapes and help texts. See [`hiargs`](super::hiargs).

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use crate::encode::{Reductions, Semantics};
use crate::formula::AtMostOne;
use crate::frontend::{rush_hour, sliding_block};
use crate::horizon::HorizonSchedule;
use crate::planner::LowerBound;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::bench::BenchArgs;
use super::compare::CompareArgs;
use super::examples;
use super::lowlimits::{LowLimits, LowSolver};
use super::lowprisoners::LowPrisoners;
use super::lowproblem::{LowBoard, LowExplore, LowExport};
use super::pictures::LowPictures;

/// The names that `--encoding` takes for any problem.
pub(crate) const ENCODINGS: [&str; 2] = ["transition", "operators"];

/// The names that `--encoding` takes for Rush Hour; a metric may know fewer.
pub(crate) const RUSHHOUR_ENCODINGS: [&str; 4] = ["transition", "operators", "paper-v1", "paper-v2"];

/// The names that `--encoding` takes for sliding blocks; a metric may know fewer.
pub(crate) const SLIDING_ENCODINGS: [&str; 6] =
    ["shapes-counted", "shapes", "transition", "operators", "holes-counted", "holes"];

/// Finds provably shortest plans by incremental SAT solving.
///
/// What is printed as a plan was replayed by an independent validator; what is called shortest has all shorter
/// lengths refuted.
#[derive(Debug, Parser)]
#[command(name = "bmcplan", version, arg_required_else_help = true, after_help = examples::with_more(examples::PROGRAM), after_long_help = examples::with_exit_codes(examples::PROGRAM))]
pub(crate) struct LowArgs {
    #[command(subcommand)]
    pub(crate) command: LowCommand,

    /// Log to stderr; more often, more (RUST_LOG works too)
    #[arg(short, long, action = clap::ArgAction::Count, global = true, display_order = 900, hide_short_help = true)]
    pub(crate) verbose: u8,

    /// Colours: where a terminal has them and neither NO_COLOR nor CLICOLOR_FORCE says otherwise (auto), always, or never
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        hide_short_help = true,
        global = true,
        display_order = 901
    )]
    pub(crate) color: ColorChoice,

    /// End when this process, which started it, ends
    #[arg(long, value_name = "PROCESS", global = true, hide = true)]
    pub(crate) end_with_parent: Option<u32>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LowCommand {
    /// Solve a Rush Hour board
    ///
    /// Prints the moves of a plan, the board before and after, and a summary. Without a mode, explicit search is
    /// tried and, where that takes more than a moment, incremental SAT beside it.
    #[command(name = "rushhour", after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::RUSHHOUR))]
    RushHour(LowRushHour),
    /// Solve a sliding-block puzzle such as Klotski
    ///
    /// Prints the moves of a plan, the board before and after, and a summary. Pieces of the same shape are
    /// interchangeable unless the goal names them. Without a mode, explicit search is tried and, where
    /// that takes more than a moment, incremental SAT beside it.
    #[command(after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::SLIDING))]
    Sliding(LowSliding),
    /// Play a game of one player, given as a GDL rule sheet in KIF
    ///
    /// Prints the moves of a shortest play that ends with the wanted value, what is true before and after, and a
    /// summary. A play ends in the first terminal state. Without a mode, explicit search is tried and, where that
    /// takes more than a moment, incremental SAT beside it.
    #[command(after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::GDL))]
    Gdl(LowGdl),
    /// Count what can be reached in a problem of any kind
    ///
    /// Prints the reachable states, the transitions between them, the greatest distance from the start and the
    /// goal states, from which it goes on like from any other, unless the rules forbid it.
    #[command(after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::EXPLORE))]
    Explore(LowExplore),
    /// Write a problem of any kind as a formula for other solvers
    ///
    /// Comment lines say what each variable stands for: `c 17 at frame 3: b1=2,4`, or in dimspec `c 17: b1=2,4`. A formula
    /// is satisfiable exactly if there is a plan of at most so many moves. Not written are what --incremental adds after each
    /// refuted horizon, and anything that a lower bound knows.
    #[command(after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::EXPORT))]
    Export(LowExport),
    /// Walk prisoners in rows so that no two share handcuffs twice; schoolgirls and golfers, too
    ///
    /// By default Dudeney's nine prisoners in rows of three: on six days every pair shares handcuffs exactly once. Prints a
    /// schedule, one line a day, that was checked by code that knows nothing of the formula.
    #[command(after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::PRISONERS))]
    Prisoners(LowPrisoners),
    /// Solve problems in several ways and put what that takes side by side
    ///
    /// Every combination of encoding, mode and solver that makes sense for a problem is run several times, each time in a
    /// process of its own, in random order. Prints medians of what the runs took and what came of them. Two runs that
    /// contradict each other are an error. CPU seconds are those of all threads, from the start of the process to its end.
    /// Seconds of building, which is writing the formula, and of the solver are by the clock on the wall; the formula is
    /// measured as DIMACS text.
    #[command(after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::COMPARE))]
    Compare(CompareArgs),
    /// Run a suite of problems and configurations, and report on it
    ///
    /// Every run is made in a process of its own and written to a file when it is done, so that nothing is lost if the suite is
    /// interrupted; --resume goes on with it. Afterwards a report is printed as Markdown: scores, tables, the machine, versions.
    /// An answer that is not the expected one, and two runs that contradict each other, are an error. Parts of a suite can be
    /// run on several machines (scripts/slurm-bench.sh does it with Slurm) and joined. The library's documentation has the
    /// format of suites; instances/suite.toml and instances/documents.toml are two.
    #[command(after_help = examples::MORE, after_long_help = examples::with_exit_codes(examples::BENCH))]
    Bench(BenchArgs),
    /// Print a script that completes this command in a shell
    #[command(after_help = examples::COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
}

#[derive(Debug, Args)]
pub(crate) struct LowRushHour {
    #[command(flatten)]
    pub(crate) input: LowBoard,

    /// What counts as one move
    ///
    /// One car by one cell (units), or one car by any distance (slides).
    #[arg(
        long, value_name = "METRIC", default_value_t,
        value_parser = one_of(rush_hour::Metric::ALL, rush_hour::Metric::name)
    )]
    pub(crate) metric: rush_hour::Metric,

    #[command(flatten)]
    pub(crate) solve: LowSolve,

    /// How a move becomes clauses [default: transition]
    ///
    /// Without a variable per operator (transition), with one (operators), or as in version 1 or 2 of the ASP document
    /// (paper-v1, paper-v2; units only); where moves share steps, operators.
    #[arg(
        long, value_name = "NAME", value_parser = PossibleValuesParser::new(RUSHHOUR_ENCODINGS), help_heading = "Formula"
    )]
    pub(crate) encoding: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct LowSliding {
    /// The puzzle; - is stdin
    ///
    /// TOML with start and goal, or rows of characters under lines start and goal.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// What counts as one move of a piece
    ///
    /// By one cell (units), straight by any distance (slides), or any way in one go, around corners too (moves).
    #[arg(
        long, value_name = "METRIC", default_value_t,
        value_parser = one_of(sliding_block::Metric::ALL, sliding_block::Metric::name)
    )]
    pub(crate) metric: sliding_block::Metric,

    /// Keep all pieces of the same shape apart
    #[arg(long, hide_short_help = true)]
    pub(crate) labelled: bool,

    #[command(flatten)]
    pub(crate) solve: LowSolve,

    /// How a move becomes clauses [default: shapes-counted]
    ///
    /// As the anchor left and the one taken (shapes), as the empty cell filled (holes; units only), both with the empty
    /// cells of each frame counted or not, or as for any problem (transition, operators); where moves share steps,
    /// operators.
    #[arg(
        long, value_name = "NAME", value_parser = PossibleValuesParser::new(SLIDING_ENCODINGS), help_heading = "Formula"
    )]
    pub(crate) encoding: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct LowGdl {
    /// The rule sheet in KIF; - is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// What the play is to be worth: a number, or max for the best value that can be reached
    #[arg(long, value_name = "VALUE", default_value = "100", value_parser = goal)]
    pub(crate) goal: LowGoal,

    #[command(flatten)]
    pub(crate) solve: LowSolve,

    /// How a move becomes clauses [default: transition]
    ///
    /// Without a variable per operator where it can be (transition), or with one (operators); where moves share steps,
    /// operators.
    #[arg(
        long, value_name = "NAME", value_parser = PossibleValuesParser::new(ENCODINGS), help_heading = "Formula"
    )]
    pub(crate) encoding: Option<String>,
}

/// What a play is to be worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LowGoal {
    /// Exactly this.
    Value(u32),
    /// As much as can be.
    Max,
}

/// What all commands that look for a plan have.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct LowSolve {
    #[command(flatten)]
    pub(crate) mode: LowMode,

    /// Horizons of --incremental, and of the SAT part when no mode is given: one after the other (linear), or each FACTOR
    /// times the last one and then down to the proven minimum (ramp:FACTOR), or several at a time (parallel)
    #[arg(
        long, value_name = "linear|ramp:FACTOR|parallel", default_value_t,
        conflicts_with_all = ["horizon", "minimize", "search", "pdr"], help_heading = "Mode", hide_short_help = true
    )]
    pub(crate) schedule: HorizonSchedule,

    /// How many horizons --schedule parallel tries at a time [default: as many as there are cores]
    #[arg(long, value_name = "N", help_heading = "Mode", hide_short_help = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// What rules out short plans before the solver is asked: how soon the goal could hold if nothing ever became false
    /// (hmax), or nothing (none)
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(LowerBound::ALL, LowerBound::name),
        conflicts_with_all = ["search", "pdr"], help_heading = "Mode", hide_short_help = true
    )]
    pub(crate) lower_bound: LowerBound,

    /// Which moves may share a step: none (sequential); those that can be made in any order (forall), or in one order
    /// (exists). Then horizons count steps, the fewest steps are found, and there may be plans of fewer moves
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(Semantics::ALL, Semantics::name),
        help_heading = "Mode", hide_short_help = true
    )]
    pub(crate) semantics: Semantics,

    /// Try no more than N moves, or steps where moves share them
    #[arg(long, value_name = "N", help_heading = "Mode", hide_short_help = true)]
    pub(crate) max_horizon: Option<usize>,

    /// List all shortest plans, one a line
    #[arg(long, conflicts_with_all = ["horizon", "frames"], help_heading = "Mode")]
    pub(crate) all: bool,

    /// List no more than N of them
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        requires = "all",
        help_heading = "Mode",
        hide_short_help = true
    )]
    pub(crate) limit: usize,

    /// Count the shortest plans
    #[arg(long, conflicts_with_all = ["horizon", "frames", "all"], help_heading = "Mode")]
    pub(crate) count: bool,

    #[command(flatten)]
    pub(crate) limits: LowLimits,

    /// How "at most one move a step" becomes clauses; auto: pairwise for few moves, product for 600 and more
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(AtMostOne::ALL, AtMostOne::name),
        help_heading = "Formula", hide_short_help = true
    )]
    pub(crate) at_most_one: AtMostOne,

    #[arg(long, value_name = "none|all|NAME,…", help_heading = "Formula", help = reductions_help(), hide_short_help = true)]
    pub(crate) reduce: Option<Reductions>,

    #[command(flatten)]
    pub(crate) solver: LowSolver,

    /// Print the state before each move and after the last
    #[arg(long, help_heading = "Output")]
    pub(crate) frames: bool,

    /// Print the moves alone, one a line, and no progress
    #[arg(short, long, conflicts_with = "frames", help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["frames", "quiet"], help_heading = "Output")]
    pub(crate) json: bool,

    /// Write the plan to a file in the format of the planning competitions
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    pub(crate) plan_out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) pictures: LowPictures,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
#[command(next_help_heading = "Mode")]
pub(crate) struct LowMode {
    /// Ever greater horizons in one SAT solver, as --schedule has them
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

    /// SAT one step at a time; a shortest plan, or a proof that there is none
    ///
    /// Property-directed reachability: finds a shortest plan, or proves that none of any length exists.
    #[arg(long)]
    pub(crate) pdr: bool,
}

/// One of these values, by its name; help, errors and completions list the names.
pub(crate) fn one_of<T, const N: usize>(
    values: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(name)).try_map(|name| name.parse())
}

fn reductions_help() -> String {
    format!(
        "Which plans are left out of the formula because another one, as short or shorter, will do: those that move what has \
         no part in the goal (relevance), that make independent moves in another order (order), or that take a move back or \
         make it in two goes (repeats); and whether states are that no plan can reach (mutexes) [default: {}, as far as the encoding knows them]",
        Reductions::default()
    )
}

fn goal(typed: &str) -> Result<LowGoal, String> {
    if typed == "max" {
        return Ok(LowGoal::Max);
    }
    match typed.parse() {
        Ok(value) if value <= 100 => Ok(LowGoal::Value(value)),
        _ => Err("not a number from 0 to 100, nor max".to_owned()),
    }
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
}
