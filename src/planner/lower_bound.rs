//! Lower bounds on the number of steps, computed before any solver is asked. Horizons below them are not tried.

use super::proof::ProofSource;
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

    /// The least number of steps that a plan must have, with one operator or several in each; `None` if plans are ruled out.
    /// And what says so.
    pub(super) fn of(self, task: &Task, stop: &Stop) -> Result<(Option<usize>, ProofSource), StopReason> {
        let relaxed = task.relaxed_distance(stop)?;
        Ok(match (relaxed, task.earliest_goal()) {
            (None, _) => (None, ProofSource::RelaxedReachability),
            (_, None) => (None, ProofSource::StepCounter),
            (Some(relaxed), Some(by_clock)) if self == Self::HMax && by_clock < relaxed => {
                (Some(relaxed), ProofSource::RelaxedReachability)
            }
            (_, Some(by_clock)) => (Some(by_clock), ProofSource::StepCounter),
        })
    }
}

chosen_by_name!(LowerBound, UnknownLowerBound, "lower bound");
