//! The arguments of `prisoners`.

use std::path::PathBuf;

use crate::formula::AtMostOne;
use crate::prisoners::{MAX_PEOPLE, Meets, ScheduleEncoding, ScheduleProblem, Symmetry};
use clap::{Args, ValueEnum};

use super::super::pictures::PictureArgs;
use super::super::shared_args::{LimitArgs, SolverArgs, one_of};

#[derive(Debug, Args)]
pub(super) struct PrisonersArgs {
    /// What is walked for
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Design::Prisoners)]
    pub(super) design: Design,

    #[arg(long, visible_alias = "people", value_name = "N", help = many())]
    pub(super) prisoners: Option<usize>,

    /// How many walk in a row [default: 3]
    #[arg(long, value_name = "K")]
    pub(super) row: Option<usize>,

    /// On how many days [default: as many as all pairs need to meet once]
    #[arg(long, value_name = "D")]
    pub(super) days: Option<usize>,

    /// How many groups of golfers there are
    #[arg(long, value_name = "G", conflicts_with_all = ["prisoners", "row", "days"])]
    pub(super) groups: Option<usize>,

    /// How many golfers play in a group
    #[arg(long, value_name = "S", conflicts_with_all = ["prisoners", "row", "days"])]
    pub(super) size: Option<usize>,

    /// In how many weeks they play
    #[arg(long, value_name = "W", conflicts_with_all = ["prisoners", "row", "days"])]
    pub(super) weeks: Option<usize>,

    /// Check a schedule in TOML instead of looking for one; - is stdin
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["design", "prisoners", "row", "days", "groups", "size", "weeks", "all", "count"]
    )]
    pub(super) check: Option<PathBuf>,

    /// List all schedules that symmetry breaking keeps, one a line
    #[arg(long, group = "several")]
    pub(super) all: bool,

    /// List or count no more than N of them [default: 10000 for --all]
    #[arg(long, value_name = "N", requires = "several", hide_short_help = true)]
    pub(super) limit: Option<usize>,

    /// Count the schedules
    #[arg(long, group = "several")]
    pub(super) count: bool,

    #[command(flatten)]
    pub(super) limits: LimitArgs,

    /// How a schedule becomes clauses
    ///
    /// As pairs that meet and how far from the end of a row everybody is, with counts of these or without, or as who walks
    /// at which place.
    #[arg(
        long, value_name = "NAME", default_value_t, value_parser = one_of(ScheduleEncoding::ALL, ScheduleEncoding::name),
        help_heading = "Formula"
    )]
    pub(super) encoding: ScheduleEncoding,

    /// Symmetry breaking
    ///
    /// Which of the schedules are left out that are the same but for names and order: none, sound, strong, document (as printed there, which loses some), or parts with commas between: first-day, rows,
    /// ends, days, labels, rows-as-printed.
    #[arg(long, value_name = "NAME", default_value_t, help_heading = "Formula")]
    pub(super) symmetry: Symmetry,

    /// How "at most one" becomes clauses
    #[arg(
        long, value_name = "NAME", default_value_t = AtMostOne::Ladder,
        value_parser = one_of(AtMostOne::ALL, AtMostOne::name), help_heading = "Formula", hide_short_help = true
    )]
    pub(super) at_most_one: AtMostOne,

    #[command(flatten)]
    pub(super) solver: SolverArgs,

    /// Print whom this one meets, day by day
    #[arg(long, value_name = "WHO", conflicts_with_all = ["all", "count"], help_heading = "Output")]
    pub(super) neighbours: Option<usize>,

    /// Print schedules alone, and no progress
    #[arg(short, long, help_heading = "Output")]
    pub(super) quiet: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) pictures: PictureArgs,
}

/// What is walked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Design {
    /// Neighbours in a row share handcuffs
    Prisoners,
    /// Everyone in a row meets: Kirkman's schoolgirls
    Kirkman,
    /// Everyone in a group meets: social golfers
    Golfers,
}

fn many() -> String {
    format!("How many there are, at most {MAX_PEOPLE} [default: 9; schoolgirls: 15]")
}

impl Design {
    /// What to call the design of a schedule that was read.
    pub(super) fn of(problem: &ScheduleProblem) -> Self {
        match problem.meets() {
            Meets::Neighbours => Self::Prisoners,
            Meets::Everyone => Self::Kirkman,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Prisoners => "prisoners",
            Self::Kirkman => "kirkman",
            Self::Golfers => "golfers",
        }
    }

    /// A number of people, with their name.
    pub(super) fn many(self, n: usize) -> String {
        format!("{n} {}", self.plural())
    }

    pub(super) fn plural(self) -> &'static str {
        match self {
            Self::Prisoners => "prisoners",
            Self::Kirkman => "schoolgirls",
            Self::Golfers => "golfers",
        }
    }

    pub(super) fn day(self) -> &'static str {
        if self == Self::Golfers { "week" } else { "day" }
    }

    pub(super) fn row(self) -> &'static str {
        if self == Self::Golfers { "groups" } else { "rows" }
    }
}
