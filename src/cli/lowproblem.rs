//! The arguments of commands that take a problem of any kind; see [`lowargs`](super::lowargs).

use std::path::PathBuf;

use crate::formula::AtMostOne;
use crate::frontend::sliding_block;
use clap::Args;
use clap::builder::PossibleValuesParser;
use itertools::Itertools as _;

use super::export::Format;
use super::lowargs::{RUSHHOUR_ENCODINGS, SLIDING_ENCODINGS, one_of};
use super::lowlimits::LowLimits;
use super::problem::Kind;

#[derive(Debug, Args)]
pub(crate) struct LowExplore {
    #[command(flatten)]
    pub(crate) problem: LowProblem,

    /// Tell states apart by a step counter, too (rule sheets)
    #[arg(long)]
    pub(crate) counter: bool,

    #[command(flatten)]
    pub(crate) limits: LowLimits,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LowExport {
    #[command(flatten)]
    pub(crate) problem: LowProblem,

    /// Write the formula of N steps: a plan of at most N moves?
    ///
    /// With icnf, the formulas of 0, 1, … up to N steps; dimspec needs no horizon.
    #[arg(long, value_name = "N", help_heading = "Formula")]
    pub(crate) horizon: Option<usize>,

    /// The format of the formula
    ///
    /// One formula (dimacs), all up to the horizon with the goals as assumptions (icnf), or the first state, what always
    /// holds, the goal and one step, to be unrolled by the reader (dimspec).
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(Format::ALL, Format::name),
        help_heading = "Formula"
    )]
    pub(crate) format: Format,

    /// How a move becomes clauses, as in the command that solves the problem [default: as there]
    #[arg(
        long, value_name = "NAME", help_heading = "Formula",
        value_parser = PossibleValuesParser::new(
            RUSHHOUR_ENCODINGS.into_iter().chain(SLIDING_ENCODINGS).unique().collect_vec()
        )
    )]
    pub(crate) encoding: Option<String>,

    /// How "at most one move a step" becomes clauses; auto: pairwise for few moves, product for 600 and more
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(AtMostOne::ALL, AtMostOne::name),
        help_heading = "Formula"
    )]
    pub(crate) at_most_one: AtMostOne,

    #[command(flatten)]
    pub(crate) limits: LowLimits,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// A problem of any kind.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct LowProblem {
    #[command(flatten)]
    pub(crate) input: LowBoard,

    #[command(flatten)]
    pub(crate) meaning: LowMeaning,
}

/// What is told of a problem beside its text.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct LowMeaning {
    /// The kind of problem; by default found out from what stands in its file
    #[arg(long, value_name = "KIND", value_parser = one_of(Kind::ALL, Kind::name))]
    pub(crate) kind: Option<Kind>,

    /// What counts as one move: units, slides, or (sliding blocks) moves
    #[arg(
        long, value_name = "METRIC",
        value_parser = PossibleValuesParser::new(sliding_block::Metric::ALL.map(sliding_block::Metric::name))
    )]
    pub(crate) metric: Option<String>,

    /// Keep all pieces of the same shape apart (sliding blocks)
    #[arg(long, hide_short_help = true)]
    pub(crate) labelled: bool,

    /// What a goal state is worth (rule sheets; 100 if not given)
    #[arg(long, value_name = "VALUE", value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) goal: Option<u32>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct LowBoard {
    /// The problem; - is stdin
    ///
    /// A board in TOML, as facts of the ASP document (.lp) or in rows of characters.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// The board itself, n·n characters row by row
    ///
    /// . or o empty, # or x wall, X or A the red car.
    #[arg(long, value_name = "STRING")]
    pub(crate) board: Option<String>,
}
