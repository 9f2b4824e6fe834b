//! The answer of `prisoners`: a report with what is needed to show it.

use crate::prisoners::{Options, Problem, Report, Schedule};

use super::args::Design;

/// A report with what is needed to show it.
pub(super) struct PrisonersAnswer<'a> {
    pub(super) design: Design,
    pub(super) problem: &'a Problem,
    pub(super) options: &'a Options,
    pub(super) report: &'a Report,
    pub(super) neighbours: Option<usize>,
}

/// Whom a person meets, day by day, numbered from 1.
pub(super) fn met(problem: &Problem, found: &Schedule, person: usize) -> Vec<Vec<usize>> {
    let days = found.met_by(person - 1, problem.meets());
    days.into_iter().map(|day| day.into_iter().map(|other| other + 1).collect()).collect()
}
