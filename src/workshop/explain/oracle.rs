//! The oracle: the least length or cost of a plan of a reduced problem, as far as it is less than that of the whole problem; and the
//! conflicts found on the way.
//!
//! A plan of a reduced problem that is better than any of the whole breaks some of the elements that were left out. These are a
//! *conflict*: whoever keeps none of them has that plan, too.

use std::collections::BTreeMap;

use crate::ask::{Fault, Settings};
use crate::plan::{Metric, Plan};
use crate::planner::{Mode, Options, Outcome, Progress, solve};
use crate::problem::Problem;
use crate::search::SearchProgress;
use crate::stop::Stop;
use crate::task::Task;

use super::parts::Parts;
use super::reduced::{ElementSet, Reduced};

/// The least length of a plan, or its least cost where that is minimised, in parts of the problem's scale; none if there is no plan.
pub type Least = Option<u128>;

/// A reduced problem compared with the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Its plans are as long as those of the whole.
    Same,
    /// Its shortest plan is shorter.
    Less(u128),
    /// It is too large to be solved.
    Unknown,
}

/// Answers about reduced problems.
pub(super) struct Oracle<'a> {
    pub(super) parts: &'a Parts,
    /// The least measure of the whole problem.
    pub(super) least: Least,
    /// Every set of elements that suffices has one of each of these.
    pub(super) conflicts: Vec<ElementSet>,
    /// The number of reduced problems solved.
    pub(super) n_solved: usize,
    known: BTreeMap<ElementSet, Comparison>,
    memory: Option<usize>,
    stop: &'a Stop,
    tell: &'a mut dyn FnMut(SearchProgress),
}

impl<'a> Oracle<'a> {
    /// Solves the whole problem.
    pub(super) fn of(
        parts: &'a Parts,
        memory: Option<usize>,
        stop: &'a Stop,
        tell: &'a mut dyn FnMut(SearchProgress),
    ) -> Result<Self, Fault> {
        let all = parts.all();
        let known = BTreeMap::from([(all.clone(), Comparison::Same)]);
        let mut oracle =
            Self { parts, least: None, conflicts: Vec::new(), n_solved: 0, known, memory, stop, tell };
        let whole = parts.reduced(&all, stop)?;
        oracle.least = match oracle.solved(&whole)? {
            Outcome::Solved { plan, .. } => Some(measure(&*whole.problem, &whole.task, &plan)),
            _ => None,
        };
        Ok(oracle)
    }

    /// The stop flag.
    pub(super) fn stop(&self) -> &Stop {
        self.stop
    }

    /// Do these elements suffice? `None` if that cannot be found out.
    pub(super) fn is_enough(&mut self, kept: &ElementSet) -> Result<Option<bool>, Fault> {
        if self.conflict_with(kept).is_some() {
            return Ok(Some(false));
        }
        Ok(match self.compared(kept)? {
            Comparison::Same => Some(true),
            Comparison::Less(_) => Some(false),
            Comparison::Unknown => None,
        })
    }

    /// A conflict that has none of these elements.
    pub(super) fn conflict_with(&self, kept: &ElementSet) -> Option<&ElementSet> {
        self.conflicts.iter().find(|conflict| conflict.is_disjoint(kept))
    }

    /// The number of conflicts that an element is in.
    pub(super) fn weight(&self, element: usize) -> usize {
        self.conflicts.iter().filter(|conflict| conflict.contains(&element)).count()
    }

    /// Compares the problem that has these elements alone with the whole.
    pub(super) fn compared(&mut self, kept: &ElementSet) -> Result<Comparison, Fault> {
        // No plan is shorter than one without moves.
        if self.least == Some(0) {
            return Ok(Comparison::Same);
        }
        if let Some(known) = self.known.get(kept) {
            return Ok(*known);
        }
        let compared = match self.parts.reduced(kept, self.stop) {
            Ok(reduced) => self.compared_with(kept, &reduced)?,
            // A board with few pieces may be too open for its task.
            Err(Fault::Question(_)) => Comparison::Unknown,
            Err(fault) => return Err(fault),
        };
        self.known.insert(kept.clone(), compared);
        Ok(compared)
    }

    fn compared_with(&mut self, kept: &ElementSet, reduced: &Reduced) -> Result<Comparison, Fault> {
        let Outcome::Solved { plan, .. } = self.solved(reduced)? else { return Ok(Comparison::Same) };
        let least = measure(&*reduced.problem, &reduced.task, &plan);
        if self.least.is_some_and(|whole| whole <= least) {
            return Ok(Comparison::Same);
        }
        let conflict = self.parts.broken(kept, reduced, &plan);
        if conflict.is_empty() {
            return Err(Fault::bug(
                "a plan of a reduced problem breaks nothing, and is better than the best plan",
            ));
        }
        self.conflicts.push(conflict);
        Ok(Comparison::Less(least))
    }

    /// Solves a reduced problem, as far as its plans are better than those of the whole.
    fn solved(&mut self, Reduced { problem, task }: &Reduced) -> Result<Outcome, Fault> {
        self.n_solved += 1;
        let metric = problem.minimises();
        let bound = self.least.and_then(|least| least.checked_sub(1));
        let mut options =
            Options { mode: Mode::Auto, metric, search_memory: self.memory, ..Options::default() };
        match metric {
            Metric::Actions => options.max_horizon = bound.and_then(|bound| usize::try_from(bound).ok()),
            Metric::Cost => options.max_cost = bound.and_then(|bound| u64::try_from(bound).ok()),
        }
        let encoding = Settings::default().encoding(&**problem, options.semantics_of_formulas())?;
        let report = solve(task, &*encoding, &options, self.stop, &mut |progress| {
            if let Progress::Search(progress) = progress {
                (self.tell)(progress);
            }
        })?;
        match report.outcome {
            Outcome::Stopped(reason) => Err(reason.into()),
            outcome => Ok(outcome),
        }
    }
}

fn measure(problem: &dyn Problem, task: &Task, plan: &Plan) -> u128 {
    match problem.minimises() {
        Metric::Actions => plan.length() as u128,
        Metric::Cost => plan.cost(task),
    }
}
