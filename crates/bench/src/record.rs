//! Records: each holds one run, as one line of JSON.
//!
//! Unknown values are `null`, never zero: a killed run has printed no sizes, and explicit search has no clauses.

use serde::{Deserialize, Serialize};

use bmcplan_ask::{Certified, Cost, HorizonRecord};
use bmcplan_sat::figures::Figures;
use bmcplan_task::plan::counted;

use super::configuration::Configuration;

/// A run of a configuration on an instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Path of the instance, as given.
    pub instance: String,
    /// Kind of problem, such as `rushhour`.
    pub kind: String,
    /// How the problem was solved.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// Number of the run within the configuration, from 1.
    pub run: usize,
    /// What came of it.
    pub result: RunOutcome,
    /// Seed of the run, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Solver whose result was not checked, if the result depends on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trusted: Option<String>,
    /// Greatest k such that all plan lengths up to k were refuted.
    pub refuted: Option<usize>,
    /// Greatest refuted cost, where costs are minimised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_cost: Option<Cost>,
    /// Solver or argument that proved `refuted`, or that there is no plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved_by: Option<String>,
    /// Values of a game that the run left undecided, where the best value was requested. The numbers of steps then need not be
    /// those of the best value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_goals: Vec<u32>,
    /// Certificate of the answer, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateRecord>,
    /// Greatest horizon tried.
    pub horizon: Option<usize>,
    /// Figures measured by the program.
    #[serde(flatten)]
    pub figures: Figures,
    /// CPU seconds of the whole process, user and system time, over all threads.
    pub cpu_seconds: Option<f64>,
    /// Seconds from the start of the process to its end.
    pub wall_seconds: f64,
    /// Greatest resident set of the process, in megabytes (1 MB = 10⁶ bytes).
    pub memory_mb: Option<f64>,
    /// Horizons tried, in order.
    #[serde(default)]
    pub horizons: Vec<HorizonRecord>,
    /// Version of the program.
    pub version: String,
}

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum RunOutcome {
    /// A validated plan.
    Solved {
        /// Number of moves; `None` if the problem has no plan length.
        length: Option<usize>,
        /// Number of steps: fewer than moves if moves share steps.
        steps: Option<usize>,
        /// Cost, where costs are minimised.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Cost>,
        /// True if no plan has fewer steps, or a lower cost where costs are minimised.
        optimal: bool,
        /// Limit that ended a list or count of plans or schedules before it was complete. A partial list does not answer the
        /// question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cut_short_by: Option<String>,
    },
    /// No plan of any length exists.
    Unsolvable,
    /// No plan has at most this number of steps. A longer one may exist.
    NoPlanWithin {
        /// Number of steps.
        horizon: usize,
    },
    /// No plan has at most this cost. A more expensive one may exist.
    NoPlanAtCost {
        /// Cost of the plan, where costs are minimised.
        cost: Cost,
    },
    /// Time limit reached.
    OutOfTime,
    /// Memory limit reached.
    OutOfMemory,
    /// The system could not start the program. The run is worth another attempt.
    NotStarted {
        /// Message of the system.
        message: String,
    },
    /// No answer for another reason.
    Failed {
        /// Last message of the program.
        message: String,
        /// Exit code; `None` if the program was killed.
        exit_code: Option<i32>,
    },
}

impl RunOutcome {
    /// Checks whether this answers the question.
    pub fn is_answer(&self) -> bool {
        matches!(
            self,
            Self::Solved { cut_short_by: None, .. }
                | Self::Unsolvable
                | Self::NoPlanWithin { .. }
                | Self::NoPlanAtCost { .. }
        )
    }

    /// Returns the message of the failure, if the run failed.
    pub fn failure(&self) -> Option<&str> {
        match self {
            Self::Failed { message, .. } | Self::NotStarted { message } => Some(message),
            _ => None,
        }
    }

    /// Checks whether the run failed; with `code`, whether it failed with this exit code.
    pub fn has_failed(&self, code: Option<i32>) -> bool {
        match self {
            Self::Failed { exit_code, .. } => code.is_none() || *exit_code == code,
            Self::NotStarted { .. } => code.is_none(),
            _ => false,
        }
    }

    /// Describes the result in a few words: `39, shortest`. With parallel steps it is `makespan 15 (38 slides), least`; after
    /// an incomplete count it is `39, shortest; incomplete: timeout`.
    pub fn in_words(&self, configuration: &Configuration) -> String {
        let found = match self {
            Self::Solved { length: None, .. } => "solved".to_owned(),
            Self::Solved { cost: Some(cost), optimal, .. } => {
                format!("cost {cost}{}", if *optimal { ", cheapest" } else { "" })
            }
            Self::Solved { length: Some(length), steps, optimal, .. } if configuration.shares_steps() => {
                let steps = steps.map_or_else(|| "unknown".to_owned(), |steps| steps.to_string());
                let metric = configuration.metric.as_deref().unwrap_or("moves");
                let least = if *optimal { ", least" } else { "" };
                format!("makespan {steps} ({}){least}", counted(*length, metric))
            }
            Self::Solved { length: Some(length), optimal: true, .. } => format!("{length}, shortest"),
            Self::Solved { length: Some(length), optimal: false, .. } => length.to_string(),
            Self::Unsolvable => "unsolvable".to_owned(),
            Self::NoPlanWithin { horizon } => format!("none within {horizon}"),
            Self::NoPlanAtCost { cost } => format!("none up to cost {cost}"),
            Self::OutOfTime => "out of time".to_owned(),
            Self::OutOfMemory => "out of memory".to_owned(),
            Self::NotStarted { .. } => "not started".to_owned(),
            Self::Failed { exit_code: Some(code), .. } => format!("failed ({code})"),
            Self::Failed { exit_code: None, .. } => "failed".to_owned(),
        };
        match self {
            Self::Solved { cut_short_by: Some(limit), .. } => format!("{found}; incomplete: {limit}"),
            _ => found,
        }
    }
}

/// A certificate that was written and checked, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CertificateRecord {
    pub proof_bytes: Option<u64>,
    /// CPU seconds of writing.
    pub making_seconds: Option<f64>,
    /// CPU seconds of checking.
    pub checking_seconds: Option<f64>,
    pub missing: Option<String>,
}

impl From<Certified> for CertificateRecord {
    fn from(certified: Certified) -> Self {
        match certified {
            Certified::Written { proof_bytes, making_seconds, checking_seconds, .. } => Self {
                proof_bytes: Some(proof_bytes),
                making_seconds: Some(making_seconds),
                checking_seconds: Some(checking_seconds),
                missing: None,
            },
            Certified::Missing { missing } => Self { missing: Some(missing), ..Self::default() },
        }
    }
}

impl Record {
    /// Describes the result in a few words.
    pub fn result_in_words(&self) -> String {
        self.result.in_words(&self.configuration)
    }
}
