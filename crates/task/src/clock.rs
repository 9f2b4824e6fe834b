//! The clock: a state variable that is a function of time, and the earliest step at which it allows the goal.
//!
//! Rule sheets count steps (`step 1`, `step 2`, …) to end a game. The value of such a counter after n operators is known
//! beforehand: the first values in turn, then a cycle of the last ones for ever. A task has at most one such variable. No
//! effect sets it; every operator advances it.

use super::{Atom, Fact, Literal, State, Task, VarId};

/// Variable that every operator moves from each value to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// State variable; its initial value is 0.
    pub var: VarId,
    /// Number of values, at least 1.
    pub size: u32,
    /// Value after the last one, below `size`.
    pub loop_to: u32,
}

impl Clock {
    /// Returns the clock's fact after `n_operators` operators.
    pub fn at(self, n_operators: usize) -> Fact {
        let Self { var, size, loop_to } = self;
        let n = n_operators as u64;
        let (first, period) = (u64::from(loop_to), u64::from(size.saturating_sub(loop_to)).max(1));
        let value = if n < u64::from(size) { n } else { first + (n - first) % period };
        Fact { var, value: u32::try_from(value).unwrap_or(loop_to) }
    }

    pub(super) fn after(self, state: &State) -> Fact {
        self.at(state.values().get(self.var.index()).map_or(0, |now| *now as usize) + 1)
    }
}

impl Task {
    /// Returns the least number of operators after which the clock allows the goal. `None` if it never does; 0 without a clock.
    ///
    /// Everything but the clock counts as open, so this is a lower bound on the length of plans.
    pub fn earliest_goal(&self) -> Option<usize> {
        match self.clock() {
            None => Some(0),
            Some(clock) => (0..clock.size as usize).find(|n| {
                let truths = Truths::of(self, clock.at(*n));
                self.goal().iter().all(|literal| truths.of_literal(*literal) != Some(false))
            }),
        }
    }
}

/// Truth of literals when only the clock's value is known: true, false or open (`None`).
struct Truths {
    now: Fact,
    derived: Vec<Option<bool>>,
}

impl Truths {
    fn of(task: &Task, now: Fact) -> Self {
        let mut truths = Self { now, derived: Vec::with_capacity(task.derived().len()) };
        for derived in task.derived() {
            let bodies = || derived.rules.iter().map(|body| truths.of_conjunction(body));
            let truth = if bodies().any(|truth| truth == Some(true)) {
                Some(true)
            } else if bodies().all(|truth| truth == Some(false)) {
                Some(false)
            } else {
                None
            };
            truths.derived.push(truth);
        }
        truths
    }

    fn of_conjunction(&self, body: &[Literal]) -> Option<bool> {
        let truths = || body.iter().map(|literal| self.of_literal(*literal));
        if truths().any(|truth| truth == Some(false)) {
            Some(false)
        } else {
            truths().all(|truth| truth == Some(true)).then_some(true)
        }
    }

    fn of_literal(&self, literal: Literal) -> Option<bool> {
        let truth = match literal.atom {
            Atom::Fact(fact) => (fact.var == self.now.var).then_some(fact == self.now),
            Atom::Derived(id) => self.derived.get(id.index()).copied().flatten(),
        };
        truth.map(|truth| truth == literal.positive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operator, TaskBuilder, TaskError};

    #[test]
    fn every_operator_moves_it_on() {
        for loop_to in 0..3 {
            let mut builder = TaskBuilder::default();
            builder.clock("time", ["0", "1", "2"], loop_to);
            let wait = builder.operator(Operator::simple("wait", [], []));
            let task = builder.build().unwrap();
            let clock = task.clock().unwrap();
            let mut state = task.initial().clone();
            for n in 0..10 {
                assert!(state.contains(clock.at(n)), "{n} operators, back to {loop_to}");
                state = task.extend(&state).successor(wait).unwrap();
            }
        }
    }

    #[test]
    fn nobody_sets_it() {
        let mut builder = TaskBuilder::default();
        let var = builder.clock("time", ["0", "1"], 1);
        builder.operator(Operator::simple("reset", [], [Fact { var, value: 0 }]));
        assert_eq!(builder.build().unwrap_err(), TaskError::ClockSet("reset".into()));
        let mut builder = TaskBuilder::default();
        builder.clock("time", ["0", "1"], 2);
        assert!(matches!(builder.build(), Err(TaskError::NoSuchFact { .. })));
    }

    /// Builds a game that is over when the clock, of five values, shows one of `late`.
    fn over_at(late: &[u32]) -> Task {
        let mut builder = TaskBuilder::default();
        let var = builder.clock("step", ["1", "2", "3", "4", "5"], 4);
        let rules = late.iter().map(|value| vec![Fact { var, value: *value }.into()]);
        let over = builder.derived("over", rules.collect());
        builder.goal([over.into()]);
        builder.build().unwrap()
    }

    #[test]
    fn the_clock_may_tell_when_to_look() {
        assert_eq!(over_at(&[0, 4]).earliest_goal(), Some(0));
        assert_eq!(over_at(&[3, 4]).earliest_goal(), Some(3));
        assert_eq!(over_at(&[]).earliest_goal(), None);
        assert_eq!(TaskBuilder::default().build().unwrap().earliest_goal(), Some(0));
    }
}
