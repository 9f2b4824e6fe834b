//! Lower bounds on the number of steps, computed before any solver is asked. Horizons below them are not tried.

use super::proof::ProofSource;
use crate::encode::Semantics;
use crate::heuristic::LmCut;
use crate::names::chosen_by_name;
use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// The means to know that short plans do not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LowerBound {
    /// Nothing but what the task's clock says. With all horizons in turn, the short ones cost little and warm the solver.
    None,
    /// The layers of relaxed reachability, too: see [`Task::relaxed_distance`]. It pays with horizons that grow
    /// geometrically, as they do by default.
    #[default]
    HMax,
    /// The same, and [LM-cut](crate::heuristic::LmCut) from the initial state, where a step has one operator.
    LmCut,
}

chosen_by_name!(LowerBound { HMax: "hmax", LmCut: "lmcut", None: "none" }, UnknownLowerBound, "lower bound");

impl LowerBound {
    /// The least number of steps of these semantics that a plan must have; `None` if plans are ruled out. And what says so.
    pub(super) fn of(
        self,
        task: &Task,
        semantics: Semantics,
        stop: &Stop,
    ) -> Result<(Option<usize>, ProofSource), StopReason> {
        let Some(relaxed) = task.relaxed_distance(stop)? else {
            return Ok((None, ProofSource::RelaxedReachability));
        };
        let Some(by_clock) = task.earliest_goal() else { return Ok((None, ProofSource::StepCounter)) };
        let mut best = (by_clock, ProofSource::StepCounter);
        if self != Self::None && best.0 < relaxed {
            best = (relaxed, ProofSource::RelaxedReachability);
        }
        // Where operators share steps, there may be fewer steps than operators.
        if self == Self::LmCut && !semantics.is_parallel() {
            match LmCut::of(task, stop)?.distance(task.initial().values(), stop)? {
                None => return Ok((None, ProofSource::LmCut)),
                Some(operators) => {
                    let operators = usize::try_from(operators).unwrap_or(usize::MAX);
                    if best.0 < operators {
                        best = (operators, ProofSource::LmCut);
                    }
                }
            }
        }
        Ok((Some(best.0), best.1))
    }
}
