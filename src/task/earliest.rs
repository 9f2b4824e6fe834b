//! The earliest step at which the goal can hold, by the clock alone.

use super::{Atom, Fact, Literal, Task};

impl Task {
    /// The least number of operators after which the clock allows the goal; `None` if it never does. 0 without a clock.
    ///
    /// Everything but the clock is taken to be open, so no plan is shorter.
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

/// What is true, false or open when nothing but the clock's value is known.
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
    use crate::task::TaskBuilder;

    /// A game that is over when the clock, of five values, shows one of these.
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
