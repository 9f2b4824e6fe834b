//! The limits of grounding, and the action or rule with most instances when one is reached.

use bmcplan_base::stop::{Stop, StopReason};

use super::super::diagnostics::{LargestRule, PddlGroundError};
use super::super::lifted::LiftedTask;
use super::super::syntax::PddlProblem;
use super::program::RulePurpose;

/// Counter of the steps, bytes and instances of grounding.
pub(super) struct GroundMeter<'p> {
    problem: &'p PddlProblem,
    task: &'p LiftedTask,
    stop: &'p Stop,
    ticks: u32,
    /// Instances of each action, and of the rules of each predicate.
    actions: Vec<usize>,
    predicates: Vec<usize>,
}

impl<'p> GroundMeter<'p> {
    const TICKS_PER_POLL: u32 = 1 << 6;

    pub(super) fn new(problem: &'p PddlProblem, task: &'p LiftedTask, stop: &'p Stop) -> Self {
        let (actions, predicates) = (vec![0; problem.actions.len()], vec![0; task.predicates.len()]);
        Self { problem, task, stop, ticks: 0, actions, predicates }
    }

    pub(super) fn count(&mut self, purpose: RulePurpose) {
        match purpose {
            RulePurpose::Operator(number) | RulePurpose::Effect(number) => {
                self.actions[self.task.operators[number].action] += 1;
            }
            RulePurpose::Rule(number) | RulePurpose::Part(number) => {
                self.predicates[self.task.axioms[number].head.predicate] += 1
            }
        }
    }

    /// Counts a step; call this in every step of every long loop, with the bytes in use.
    pub(super) fn tick(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), PddlGroundError> {
        self.ticks += 1;
        if self.ticks < Self::TICKS_PER_POLL {
            return Ok(());
        }
        self.ticks = 0;
        if self.stop.is_raised() {
            return Err(self.stopped(self.stop.reason().unwrap_or(StopReason::Interrupt)));
        }
        if self.stop.memory().is_some_and(|memory| memory < bytes()) {
            return Err(self.stopped(StopReason::Memory));
        }
        Ok(())
    }

    /// Returns the error for more atoms than there are numbers.
    pub(super) fn overflow(&self) -> PddlGroundError {
        self.stopped(StopReason::Memory)
    }

    fn stopped(&self, reason: StopReason) -> PddlGroundError {
        let most = |counts: &[usize]| {
            let counts = counts.iter().copied().enumerate();
            counts.max_by_key(|(place, count)| (*count, usize::MAX - place)).filter(|(_, count)| 0 < *count)
        };
        let (action, predicate) = (most(&self.actions), most(&self.predicates));
        let largest = match (action, predicate) {
            (Some((action, instances)), other) if other.is_none_or(|(_, count)| count <= instances) => {
                let action = &self.problem.actions[action];
                Some(LargestRule { name: action.name.clone(), span: Some(action.span.clone()), instances })
            }
            (_, Some((predicate, instances))) => {
                let rule = self.problem.axioms.iter().find(|rule| rule.predicate.0 == predicate);
                let name = self.task.predicates[predicate].name.clone();
                Some(LargestRule { name, span: rule.map(|rule| rule.span.clone()), instances })
            }
            _ => None,
        };
        PddlGroundError::Stopped { reason, largest }
    }
}

/// Returns the approximate number of bytes of an allocation of `count` values.
pub(super) fn allocated<T>(count: usize) -> usize {
    const OVERHEAD: usize = 16;
    if count == 0 { 0 } else { OVERHEAD + count * size_of::<T>() }
}
