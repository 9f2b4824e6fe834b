//! A problem taken apart: its elements, the problem with some of them alone, and the elements that a plan of that would break.

use crate::ordered::Set;
use std::sync::Arc;

use crate::ask::Fault;
use crate::plan::Plan;
use crate::problem::{Element, ElementKind, Problem};
use crate::stop::Stop;

use super::reduced::{ElementSet, Reduced};
use super::task_parts::TaskParts;

/// A problem taken apart.
pub(super) struct Parts {
    problem: Arc<dyn Problem>,
    goal: Option<u32>,
    /// The elements that may be left out.
    pub(super) elements: Vec<Element>,
    /// Their numbers among all elements of the problem.
    numbers: Vec<usize>,
    /// The numbers of all others.
    fixed: Set<usize>,
    /// The goals and conditions of the task, where there are no pieces and walls.
    of_task: Option<TaskParts>,
}

impl Parts {
    /// The elements of a problem, of all kinds or of one.
    pub(super) fn of(
        problem: &Arc<dyn Problem>,
        goal: Option<u32>,
        only: Option<ElementKind>,
        stop: &Stop,
    ) -> Result<Self, Fault> {
        let (all, of_task) = match problem.with_elements(&Set::new()) {
            Some(_) => (problem.elements(), None),
            None => {
                let (all, parts) = TaskParts::of(problem, Arc::new(problem.task(goal, stop)?));
                (all, Some(parts))
            }
        };
        let is_wanted = |element: &Element| only.is_none_or(|kind| kind == element.kind);
        let fixed = (0..all.len()).filter(|number| !is_wanted(&all[*number])).collect();
        let wanted = all.into_iter().enumerate().filter(|(_, element)| is_wanted(element));
        let (numbers, elements) = wanted.unzip();
        Ok(Self { problem: problem.clone(), goal, elements, numbers, fixed, of_task })
    }

    /// All elements.
    pub(super) fn all(&self) -> ElementSet {
        (0..self.elements.len()).collect()
    }

    /// The problem with these elements alone, and with whatever is no element.
    pub(super) fn reduced(&self, kept: &ElementSet, stop: &Stop) -> Result<Reduced, Fault> {
        let kept = kept.iter().map(|number| self.numbers[*number]).chain(self.fixed.iter().copied());
        let kept = kept.collect();
        if let Some(parts) = &self.of_task {
            return Ok(parts.reduced(&kept));
        }
        let without = || Fault::bug("a problem with elements has no form without them");
        let problem = self.problem.with_elements(&kept).ok_or_else(without)?;
        let task = Arc::new(problem.task(self.goal, stop)?);
        Ok(Reduced { problem, task })
    }

    /// The elements that a plan of a reduced problem, which has these alone, would break: with all others it is still a plan. Pieces
    /// that are not there stand still.
    pub(super) fn broken(&self, kept: &ElementSet, reduced: &Reduced, plan: &Plan) -> ElementSet {
        let gone = (0..self.elements.len()).filter(|number| !kept.contains(number));
        if let Some(parts) = &self.of_task {
            let broken = parts.broken(&reduced.task, plan);
            return gone.filter(|number| broken.contains(&self.numbers[*number])).collect();
        }
        let swept = reduced.problem.swept_cells(&reduced.task, plan);
        let is_broken = |number: &usize| self.elements[*number].cells.iter().any(|cell| swept.contains(cell));
        gone.filter(is_broken).collect()
    }
}
