//! The record of one run, as one line of JSON.
//!
//! Unknown values are `null`, never zero: a run that was killed has printed no sizes, and an explicit search has no clauses.

use serde::{Deserialize, Serialize};

use bmcplan_ask::{Certified, Cost, HorizonRecord};
use bmcplan_sat::figures::Figures;
use bmcplan_task::plan::counted;

use super::configuration::Configuration;

/// A run of a configuration on an instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The instance: its path, as it was given.
    pub instance: String,
    /// The kind of problem, such as `rushhour`.
    pub kind: String,
    /// The configuration.
    #[serde(flatten)]
    pub configuration: Configuration,
    /// The number of the run among those of the configuration, from 1 on.
    pub run: usize,
    /// The result.
    pub result: RunOutcome,
    /// The solver on whose word alone the result rests, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trusted: Option<String>,
    /// The greatest k such that no plan has k steps or fewer, as far as was shown.
    pub refuted: Option<usize>,
    /// The greatest cost up to which there is no plan, where costs are minimised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_cost: Option<Cost>,
    /// The solver or the argument that proved `refuted`, or that there is no plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved_by: Option<String>,
    /// The values of a game that the run left open, where the best one was asked for: the numbers of steps need not hold for the
    /// best value then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open_goals: Vec<u32>,
    /// The certificate of the answer, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateRecord>,
    /// The greatest horizon that was tried.
    pub horizon: Option<usize>,
    /// The figures that the program measured.
    #[serde(flatten)]
    pub figures: Figures,
    /// Seconds that the whole process was on a processor, its own and the system's, all threads together.
    pub cpu_seconds: Option<f64>,
    /// Seconds from the start of the process to its end.
    pub wall_seconds: f64,
    /// The greatest resident set of the process, in megabytes (1 MB = 10⁶ bytes).
    pub memory_mb: Option<f64>,
    /// Every horizon that was tried, in order.
    #[serde(default)]
    pub horizons: Vec<HorizonRecord>,
    /// The version of the program.
    pub version: String,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "kebab-case")]
pub enum RunOutcome {
    /// A validated plan.
    Solved {
        /// The number of moves; none where a length means nothing.
        length: Option<usize>,
        /// The number of steps: fewer than moves where moves share them.
        steps: Option<usize>,
        /// The cost, where costs are minimised.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Cost>,
        /// Does no plan have fewer steps, or a lower cost where costs are minimised?
        optimal: bool,
        /// The limit that came before all plans or schedules were listed or counted, where that was the question: some of them
        /// are no answer to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cut_short_by: Option<String>,
    },
    /// No plan of any length exists.
    Unsolvable,
    /// No plan of at most so many steps exists; a longer one may.
    NoPlanWithin {
        /// The number of steps.
        horizon: usize,
    },
    /// No plan costs so much or less; a dearer one may exist.
    NoPlanAtCost {
        /// The cost.
        cost: Cost,
    },
    /// The time was over.
    OutOfTime,
    /// The memory was used up.
    OutOfMemory,
    /// The system could not run the program: nothing is known, and it is worth another try.
    NotStarted {
        /// The system's message.
        message: String,
    },
    /// No answer, for another reason.
    Failed {
        /// The program's last message.
        message: String,
        /// The exit code; none if it was killed.
        exit_code: Option<i32>,
    },
}

impl RunOutcome {
    /// Is this an answer to the question?
    pub fn is_answer(&self) -> bool {
        matches!(
            self,
            Self::Solved { cut_short_by: None, .. }
                | Self::Unsolvable
                | Self::NoPlanWithin { .. }
                | Self::NoPlanAtCost { .. }
        )
    }

    /// The message of the failure, if the run failed.
    pub fn failure(&self) -> Option<&str> {
        match self {
            Self::Failed { message, .. } | Self::NotStarted { message } => Some(message),
            _ => None,
        }
    }

    /// Did the run fail? With a code: with this one.
    pub fn has_failed(&self, code: Option<i32>) -> bool {
        match self {
            Self::Failed { exit_code, .. } => code.is_none() || *exit_code == code,
            Self::NotStarted { .. } => code.is_none(),
            _ => false,
        }
    }

    /// The result in a few words, for people: `39, shortest`, or, where moves share steps, `makespan 15 (38 slides), least`; and
    /// `39, shortest; incomplete: timeout` where not all were counted.
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

/// A certificate that was written and checked, or why there is none.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CertificateRecord {
    pub proof_bytes: Option<u64>,
    /// CPU seconds in which it was made.
    pub making_seconds: Option<f64>,
    /// CPU seconds in which it was checked.
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
    /// The result in a few words, for people.
    pub fn result_in_words(&self) -> String {
        self.result.in_words(&self.configuration)
    }
}
