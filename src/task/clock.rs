//! The clock: a state variable that is a function of time.
//!
//! Rule sheets count steps (`step 1`, `step 2`, …) to end a game. What such a counter says after n operators is known
//! beforehand: the first values in turn, then for ever a cycle of the last ones. A task can have one variable of this
//! kind. No effect sets it; applying any operator moves it on.

use super::{Fact, State, VarId};

/// A variable that every operator moves from each value to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The variable. Its initial value is 0.
    pub var: VarId,
    /// How many values it has.
    pub size: u32,
    /// The value after the last one.
    pub loop_to: u32,
}

impl Clock {
    /// The value after n operators.
    pub fn at(self, n_operators: usize) -> Fact {
        let Self { var, size, loop_to } = self;
        let n = n_operators as u64;
        let (first, period) = (u64::from(loop_to), u64::from(size.saturating_sub(loop_to)).max(1));
        let value = if n < u64::from(size) { n } else { first + (n - first) % period };
        Fact { var, value: u32::try_from(value).unwrap_or(loop_to) }
    }

    /// The value in the next state.
    pub(super) fn after(self, state: &State) -> Fact {
        let now = state.values().get(self.var.index()).copied().unwrap_or(0);
        let value = if now + 1 < self.size { now + 1 } else { self.loop_to };
        Fact { var: self.var, value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::{Operator, TaskBuilder, TaskError};

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
}
