//! Lower bounds on the number of steps, computed before any solver is asked. Horizons below them are not tried.

use crate::names::chosen_by_name;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// What is done to know that short plans do not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LowerBound {
    /// Nothing but what the task's clock says. With all horizons in turn, the short ones cost little and warm the solver.
    None,
    /// The layers of relaxed reachability, too: see [`Task::relaxed_distance`]. It pays with horizons that grow
    /// geometrically, as they do by default.
    #[default]
    HMax,
}

impl LowerBound {
    /// All of them, the default first.
    pub const ALL: [Self; 2] = [Self::HMax, Self::None];

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::HMax => "hmax",
        }
    }

    /// The least number of steps that a plan must have, with one operator or several in each; `None` if relaxed
    /// reachability or the clock rules plans out.
    pub(super) fn of(self, task: &Task, stop: &Stop) -> Result<Option<usize>, StopReason> {
        let relaxed = task.relaxed_distance(stop)?;
        Ok(relaxed.zip(task.earliest_goal()).map(|(relaxed, by_clock)| match self {
            Self::None => by_clock,
            Self::HMax => by_clock.max(relaxed),
        }))
    }
}

chosen_by_name!(LowerBound, UnknownLowerBound, "lower bound");
