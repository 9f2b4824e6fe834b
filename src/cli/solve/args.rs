//! The arguments of commands that solve a problem.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::certificate::EvidenceChoice;
use crate::encode::{Reductions, Semantics};
use crate::formula::AtMostOne;
use crate::horizon::HorizonSchedule;
use crate::planner::{LowerBound, SearchHeuristic};
use clap::Args;

use super::super::picture_args::PictureArgs;
use super::super::shared_args::{LimitArgs, SolverArgs, one_of};

#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) mode: ModeArgs,

    /// With --first: go on with shorter plans until a shortest is proved; when a limit ends that, the best so far is the
    /// answer
    #[arg(long, requires = "first", help_heading = "Mode", hide_short_help = true)]
    pub(crate) anytime: bool,

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
    /// (hmax), sets of moves of which every plan has one (lmcut), or nothing (none)
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(LowerBound::ALL, LowerBound::name),
        conflicts_with_all = ["search", "pdr"], help_heading = "Mode", hide_short_help = true
    )]
    pub(crate) lower_bound: LowerBound,

    /// Which states --search looks at first: those met first (blind, breadth-first search), or by A* those that may be on the
    /// shortest plans (lmcut): far fewer of them, but each takes about a thousand times as long
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(SearchHeuristic::ALL, SearchHeuristic::name),
        requires = "search", conflicts_with_all = ["all", "count"], help_heading = "Mode", hide_short_help = true
    )]
    pub(crate) heuristic: SearchHeuristic,

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
    pub(crate) limits: LimitArgs,

    /// How "at most one move a step" becomes clauses; auto: pairwise for few moves, product for 600 and more
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(AtMostOne::ALL, AtMostOne::name),
        help_heading = "Formula", hide_short_help = true
    )]
    pub(crate) at_most_one: AtMostOne,

    #[arg(long, value_name = "none|all|NAME,…", help_heading = "Formula", help = reductions_help(), hide_short_help = true)]
    pub(crate) reduce: Option<Reductions>,

    #[command(flatten)]
    pub(crate) solver: SolverArgs,

    /// Print the state before each move and after the last; with --json, as `frames`
    #[arg(long, help_heading = "Output")]
    pub(crate) frames: bool,

    /// Print the moves alone, one a line, and no progress
    #[arg(short, long, conflicts_with = "frames", help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub(crate) json: bool,

    /// Print what was measured, too: formula, solver, horizons, search, times, memory
    #[arg(long, conflicts_with_all = ["json", "quiet"], help_heading = "Output", hide_short_help = true)]
    pub(crate) stats: bool,

    /// Print one JSON object a line for each problem, be it one or many
    #[arg(long, conflicts_with_all = ["frames", "quiet"], help_heading = "Many problems", hide_short_help = true)]
    pub(crate) jsonl: bool,

    /// Solve N problems at a time [default: as many as there are cores]
    #[arg(short, long, value_name = "N", help_heading = "Many problems", hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Name the N hardest in the summary, and draw no others [default: 5 are named, and all are drawn]
    #[arg(long, value_name = "N", help_heading = "Many problems", hide_short_help = true)]
    pub(crate) hardest: Option<NonZeroUsize>,

    /// Print answers in the order of the problems, not as soon as they are known
    #[arg(long, help_heading = "Many problems", hide_short_help = true)]
    pub(crate) ordered: bool,

    /// Write the plan to a file in the format of the planning competitions; so does --output, unless its name is a picture's
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true)]
    pub(crate) plan_out: Option<PathBuf>,

    /// Write a certificate that the plan is shortest into a folder: the problem, the plan, a formula that says that there is a
    /// shorter one, and a proof that it has no model; where there is no plan, an invariant with its proofs; with --all, a proof
    /// that there are no other plans, with --count, what it takes to count them again. The folder is a new or empty one, or has a certificate,
    /// whose place the new one takes. `bmcplan verify FOLDER` checks it
    #[arg(
        long, value_name = "FOLDER", conflicts_with_all = ["first", "horizon", "jsonl"],
        help_heading = "Output", hide_short_help = true
    )]
    pub(crate) certify: Option<PathBuf>,

    /// What the certificate rests on: proofs that other programs can check (proof), or a table of the states that can be reached,
    /// whose successors whoever checks it makes again (layers); layers for sliding blocks and --count, else proofs (auto)
    #[arg(
        long, value_name = "NAME", default_value_t, requires = "certify",
        value_parser = one_of(EvidenceChoice::ALL, EvidenceChoice::name), help_heading = "Output", hide_short_help = true
    )]
    pub(crate) evidence: EvidenceChoice,

    #[command(flatten)]
    pub(crate) pictures: PictureArgs,
}

#[derive(Debug, Args)]
#[group(multiple = false)]
#[command(next_help_heading = "Mode")]
pub(crate) struct ModeArgs {
    /// Ever greater horizons in one SAT solver, as --schedule has them
    #[arg(long)]
    pub(crate) incremental: bool,

    /// One formula: is there a plan of at most N moves?
    #[arg(long, value_name = "N")]
    pub(crate) horizon: Option<usize>,

    /// One formula of N moves, down to the proven minimum
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub(crate) minimize: Option<usize>,

    /// Explicit search without SAT: breadth-first, or as --heuristic says
    #[arg(long)]
    pub(crate) search: bool,

    /// SAT one step at a time; a shortest plan, or a proof that there is none
    ///
    /// Property-directed reachability: finds a shortest plan, or proves that none of any length exists.
    #[arg(long)]
    pub(crate) pdr: bool,

    /// Any plan, as fast as possible; it need not be shortest
    ///
    /// Several horizons in turn, with steps of several moves, in a solver of its own that works back from open goals.
    /// --max-horizon counts these steps.
    #[arg(long, conflicts_with_all = ["schedule", "all", "count", "kind"])]
    pub(crate) first: bool,

    /// SAT with steps of several moves, whose number is counted
    ///
    /// Moves that do not disturb each other share steps; how many moves a plan needs at least is raised core by core until a
    /// plan has no more. For problems with many independent moves, as in transport.
    #[arg(long, conflicts_with_all = ["all", "count"], hide_short_help = true)]
    pub(crate) core_guided: bool,
}

fn reductions_help() -> String {
    format!(
        "Which plans are left out of the formula because another one, as short or shorter, will do: those that move what has \
         no part in the goal (relevance), that make independent moves in another order (order), that use another one of objects that are alike \
         (symmetries), or that take a move back or make it in two goes (repeats); and whether states are that no plan can reach (mutexes) [default: {}, as far as the encoding knows them]",
        Reductions::default()
    )
}
