//! The table of exit codes, which scripts may rely on (as Fast Downward documents its own).

use std::fmt::Write as _;
use std::process::ExitCode;

use crate::planner::Outcome;
use crate::search::IncompleteReason;
use crate::stop::StopReason;

/// The end of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// An answer: a validated plan, a complete exploration, a help text.
    Solved,
    /// Bad usage, bad input, output that cannot be written, or a foreign solver that failed.
    Usage,
    /// No plan exists.
    Unsolvable,
    /// No plan within the given horizon.
    NoPlanWithin,
    /// A limit stopped it.
    Stopped,
    /// The thing that was to be checked is wrong.
    Wrong,
    /// A fault of this program.
    Internal,
    /// The user stopped it.
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

    /// The code that the calling process sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Solved => 0,
            Self::Usage => 2,
            Self::Unsolvable => 10,
            Self::NoPlanWithin => 11,
            Self::Stopped => 12,
            Self::Wrong => 20,
            Self::Internal => 70,
            Self::Interrupted => 130,
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Solved => "solved: a plan was found and validated (or the exploration is complete)",
            Self::Usage => {
                "bad usage or bad input, a file that cannot be written, a foreign solver that failed"
            }
            Self::Unsolvable => "proved unsolvable: no plan of any length exists",
            Self::NoPlanWithin => {
                "no plan within the given horizon or cost; a longer or dearer one may exist"
            }
            Self::Stopped => {
                "stopped by --timeout, --memory or a full disk before there was an answer, all of --all or --count, or a picture"
            }
            Self::Wrong => "checked, and wrong; or not what a suite expects",
            Self::Internal => "internal error: a bug, please report it",
            Self::Interrupted => {
                "interrupted (Ctrl-C) before there was an answer, all of --all or --count, or a picture"
            }
        }
    }

    /// The table, for `--help`.
    pub(crate) fn table() -> String {
        let mut table = "Exit codes:\n".to_owned();
        for exit in Self::ALL {
            let _ = writeln!(table, "  {:>3}  {}", exit.code(), exit.meaning());
        }
        table.trim_end().to_owned()
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
