//! The clock of packed states.

use super::packing::{Field, Packing};
use crate::task::{Fact, Task};

/// How every operator moves the clock on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tick {
    pub(super) field: Field,
    last: u64,
    pub(super) loop_to: u64,
}

impl Tick {
    /// `None` without a clock, or with one that never moves.
    pub(super) fn of(task: &Task, packing: &Packing) -> Option<Self> {
        let clock = task.clock().filter(|clock| packing.can_change(clock.var))?;
        let code = |value| packing.code(Fact { var: clock.var, value });
        let field = packing.variable(clock.var).packed;
        Some(Self { field, last: code(clock.size.checked_sub(1)?)?, loop_to: code(clock.loop_to)? })
    }

    /// The clock of the next state.
    pub(super) fn apply(self, next: &mut [u64]) {
        let now = self.field.get(next);
        let after = if now == self.last { self.loop_to } else { now + 1 };
        let word = &mut next[self.field.word];
        *word = *word & !self.field.mask() | after << self.field.shift;
    }
}
