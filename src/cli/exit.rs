//! The table of exit codes, which scripts may rely on (as Fast Downward documents its own).

use std::process::ExitCode;

use crate::stop::StopReason;
use bmcplan_planner::Outcome;
use bmcplan_search::IncompleteReason;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    Solved = 0,
    Usage = 2,
    Unsolvable = 10,
    NoPlanWithin = 11,
    Stopped = 12,
    Wrong = 20,
    Internal = 70,
    Interrupted = 130,
}

impl Exit {
    pub(super) const MEANINGS: [(Self, &'static str); 8] = [
        (Self::Solved, "solved: a plan was found and validated (or the exploration is complete)"),
        (Self::Usage, "bad usage or bad input, a file that cannot be written, a foreign solver that failed"),
        (Self::Unsolvable, "proved unsolvable: no plan of any length exists"),
        (Self::NoPlanWithin, "no plan within the given horizon or cost; a longer or dearer one may exist"),
        (
            Self::Stopped,
            "stopped by --timeout, --memory or a full disk before the answer or the picture was complete",
        ),
        (Self::Wrong, "checked, and wrong; or not what a suite expects"),
        (Self::Internal, "internal error: a bug, please report it"),
        (Self::Interrupted, "interrupted (Ctrl-C) before the answer or the picture was complete"),
    ];

    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    /// Writes the help topic `exit-codes`: a line for each.
    pub(crate) fn table() -> String {
        Self::MEANINGS.iter().map(|(exit, meaning)| format!("{:>3}  {meaning}\n", exit.code())).collect()
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

impl From<&Outcome> for Exit {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            // Also where a limit or Ctrl-C cut the proof short that it is a shortest one: a plan is an answer.
            Outcome::Solved { .. } => Self::Solved,
            Outcome::Unsolvable => Self::Unsolvable,
            Outcome::NoPlanWithin(_) | Outcome::NoPlanAtCost(_) => Self::NoPlanWithin,
            Outcome::Stopped(reason) => (*reason).into(),
        }
    }
}

impl From<StopReason> for Exit {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Timeout | StopReason::CpuTimeout | StopReason::Memory | StopReason::Disk => {
                Self::Stopped
            }
            StopReason::Interrupt => Self::Interrupted,
        }
    }
}

impl From<IncompleteReason> for Exit {
    fn from(reason: IncompleteReason) -> Self {
        match reason {
            IncompleteReason::Stopped(reason) => reason.into(),
            IncompleteReason::DepthReached | IncompleteReason::TooLarge | IncompleteReason::CostOverflow => {
                Self::Stopped
            }
        }
    }
}
