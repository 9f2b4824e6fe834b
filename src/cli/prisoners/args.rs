//! The arguments of `prisoners`.

use std::path::PathBuf;

use crate::formula::AtMostOne;
use crate::prisoners::{ScheduleEncoding, Symmetry};
use clap::Args;

use super::super::picture_args::PictureArgs;
use super::super::schedule_args::ScheduleArgs;
use super::super::setting_args::{LimitArgs, SolverArgs};
use super::super::shared_args::one_of;

#[derive(Debug, Args)]
pub(super) struct PrisonersArgs {
    #[command(flatten)]
    pub(super) schedule: ScheduleArgs,

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

    /// Write a certificate into a folder: with --count or --all, that there are no other schedules; with --symmetry document,
    /// that this loses one. `bmcplan verify FOLDER` checks it
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with = "check",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(super) certify: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub(super) json: bool,

    #[command(flatten)]
    pub(super) pictures: PictureArgs,
}
