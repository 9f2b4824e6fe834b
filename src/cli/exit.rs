//! The table of exit codes, which scripts may rely on (as Fast Downward documents its own).

use std::process::ExitCode;

use crate::planner::Outcome;
use crate::search::IncompleteReason;
use crate::stop::StopReason;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Solved,
    Usage,
    Unsolvable,
    NoPlanWithin,
    Stopped,
    Wrong,
    Internal,
    Interrupted,
}

impl Exit {
    const ALL: [Self; 8] = [
        Self::Solved,
        Self::Usage,
        Self::Unsolvable,
        Self::NoPlanWithin,
        Self::Stopped,
        Self::Wrong,
        Self::Internal,
        Self::Interrupted,
    ];

    pub(crate) fn code(self) -> u8 {
        self.row().0
    }

    fn row(self) -> (u8, &'static str) {
        match self {
            Self::Solved => (0, "solved: a plan was found and validated (or the exploration is complete)"),
            Self::Usage => {
                (2, "bad usage or bad input, a file that cannot be written, a foreign solver that failed")
            }
            Self::Unsolvable => (10, "proved unsolvable: no plan of any length exists"),
            Self::NoPlanWithin => {
                (11, "no plan within the given horizon or cost; a longer or dearer one may exist")
            }
            Self::Stopped => (
                12,
                "stopped by --timeout, --memory or a full disk before there was an answer, all of --all or --count, or a picture",
            ),
            Self::Wrong => (20, "checked, and wrong; or not what a suite expects"),
            Self::Internal => (70, "internal error: a bug, please report it"),
            Self::Interrupted => (
                130,
                "interrupted (Ctrl-C) before there was an answer, all of --all or --count, or a picture",
            ),
        }
    }

    pub(crate) fn table() -> String {
        let row = |exit: Self| format!("\n  {:>3}  {}", exit.row().0, exit.row().1);
        Self::ALL.into_iter().fold("Exit codes:".to_owned(), |table, exit| table + &row(exit))
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
            StopReason::Timeout | StopReason::Memory | StopReason::Disk => Self::Stopped,
            StopReason::Interrupt => Self::Interrupted,
        }
    }
}

impl From<IncompleteReason> for Exit {
    fn from(reason: IncompleteReason) -> Self {
        match reason {
            IncompleteReason::Stopped(reason) => reason.into(),
            IncompleteReason::DepthReached | IncompleteReason::TooLarge | IncompleteReason::TooDear => {
                Self::Stopped
            }
        }
    }
}
