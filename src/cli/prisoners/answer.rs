//! The answer of `prisoners`: a report with what is needed to show it.

use crate::prisoners::{Schedule, ScheduleOptions, ScheduleProblem, ScheduleReport};

use super::super::schedule_args::Design;
use crate::ask::Certified;

/// A report with what is needed to show it.
pub(super) struct PrisonersAnswer<'a> {
    pub(super) design: Design,
    pub(super) problem: &'a ScheduleProblem,
    pub(super) options: &'a ScheduleOptions,
    pub(super) report: &'a ScheduleReport,
    pub(super) neighbours: Option<usize>,
    pub(super) certified: Option<Certified>,
}

/// Whom a person meets, day by day, numbered from 1.
pub(super) fn met(problem: &ScheduleProblem, found: &Schedule, person: usize) -> Vec<Vec<usize>> {
    let days = found.met_by(person - 1, problem.meets());
    days.into_iter().map(|day| day.into_iter().map(|other| other + 1).collect()).collect()
}
