//! Objects of JSON that are written and read: the answer to a question, warnings and errors with their places, and counts, which may be
//! larger than JSON's numbers. The keys and their order are a promise to scripts.

use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use bmcplan_base::stop::StopReason;
use bmcplan_base::text::Diagnostic;
use bmcplan_kinds::problem::{MoveDetails, Problem};
use bmcplan_sat::figures::{Figures, ProcessFigures, ProcessStart, seconds};
use bmcplan_sat::horizon::{Attempt, HorizonAnswer};
use bmcplan_task::plan::{Cost, Metric};
use bmcplan_verify::EvidenceKind;

use super::problem_text::ProblemPlace;
use super::status::Status;
use super::{VERSION, reason_name};

/// The answer to a question, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Answer {
    /// The name of the problem's kind.
    pub kind: String,
    /// Name and files, unless the caller prints them.
    #[serde(flatten)]
    pub place: Option<ProblemPlace>,
    /// What came out.
    pub status: Status,
    /// The measure that a plan has least of: `cost`, or else the unit in which its length is counted.
    pub metric: String,
    /// The unit in which the length of a plan is counted.
    pub unit: String,
    /// The value of the goal, if goals have values.
    pub goal: Option<u32>,
    /// The values that plays may have in spite of all that is known, where the best one was asked for.
    pub open_goals: Option<Vec<u32>>,
    /// The number of moves of the plan.
    pub length: Option<usize>,
    /// The cost of the plan, if costs are minimised or operators have other costs than 1.
    pub cost: Option<Cost>,
    /// The certificate, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certified>,
    /// The number of steps of the plan.
    pub makespan: Option<usize>,
    /// The least cost that a plan can have where costs are minimised, or else the least number of steps, as far as is proved.
    pub lower_bound: Option<Cost>,
    /// What the plan has more than that; none if a better value of the goal is open.
    pub gap: Option<Cost>,
    /// True if the gap is 0.
    pub optimal: bool,
    /// The greatest k such that every horizon up to k was refuted.
    pub refuted: Option<usize>,
    /// Where costs are minimised: the greatest cost that is ruled out, with all that are lower.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted_below: Option<Cost>,
    /// The means of the proof.
    pub proved_by: Option<String>,
    /// The names of the moves.
    pub plan: Option<Vec<String>>,
    /// The names of the moves of each step, where moves share steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Vec<String>>>,
    /// The moves in parts.
    pub moves: Option<Vec<MoveDetails>>,
    /// The states of the plan as text, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<Vec<String>>,
    /// The shortest plans, if all were asked for.
    pub plans: Option<Vec<Vec<String>>>,
    /// The number of shortest plans, if that was asked for.
    pub count: Option<JsonCount>,
    /// True if these are all, or that is the number of all.
    pub complete: Option<bool>,
    /// The mode that gave the answer; none if the problem was not read.
    pub mode: Option<String>,
    /// The schedule of horizons, in the mode `incremental`.
    #[serde(deserialize_with = "text_or_nothing")]
    pub schedule: Option<String>,
    /// The encoding, if there was a formula.
    pub encoding: Option<String>,
    /// The semantics of steps: which moves may share one; none if the problem was not read.
    pub semantics: Option<String>,
    /// The solver, if there was a formula.
    pub solver: Option<String>,
    /// The seed by which ties were broken, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The solver on whose word alone the answer rests, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trusted: Option<String>,
    /// Every horizon that was tried, in order.
    pub horizons: Vec<HorizonRecord>,
    /// The figures of the run.
    #[serde(flatten)]
    pub figures: Figures,
    /// Time and memory, the limit that ended the run, warnings, and the version.
    #[serde(flatten)]
    pub run: RunInfo,
}

/// The first keys of an answer to another question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerHead {
    /// The name of the problem's kind.
    pub kind: String,
    /// Its name and its file.
    #[serde(flatten)]
    pub place: Option<ProblemPlace>,
    /// What came out.
    pub status: Status,
    /// `cost` where that is minimised, otherwise the unit in which lengths are counted.
    pub metric: String,
}

impl AnswerHead {
    /// Builds the head of an answer about the problem at `place`.
    pub fn of(problem: &dyn Problem, place: Option<&ProblemPlace>, status: Status) -> Self {
        let metric = match problem.minimises() {
            Metric::Cost => Metric::Cost.name(),
            Metric::Actions => problem.metric(),
        };
        let (kind, place) = (problem.kind().to_owned(), place.cloned());
        Self { kind, place, status, metric: metric.to_owned() }
    }
}

impl Answer {
    /// Builds the answer about a problem that a limit left unread. Writing it allocates nothing.
    pub fn unread(kind: &str, place: Option<ProblemPlace>, unit: &str, reason: StopReason) -> Self {
        Self {
            kind: kind.to_owned(),
            place,
            metric: unit.to_owned(),
            unit: unit.to_owned(),
            run: RunInfo {
                stopped_by: Some(reason_name(reason).to_owned()),
                version: VERSION.to_owned(),
                ..RunInfo::default()
            },
            ..Self::default()
        }
    }
}

/// The last keys of an answer: what the run took, and what ended it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RunInfo {
    /// Wall-clock seconds; so is `wall_seconds`. None if the problem was not read.
    pub seconds: Option<f64>,
    /// Wall-clock seconds.
    pub wall_seconds: Option<f64>,
    /// CPU seconds of the process so far; of an answer to a [question](super::Question::ask), [since it was asked](RunInfo::since).
    pub cpu_seconds: Option<f64>,
    /// The greatest resident set of the process so far, in megabytes; likewise.
    pub memory_mb: Option<f64>,
    /// The limit that was reached: `timeout`, `cpu_timeout`, `memory`, `interrupt` or `disk`.
    pub stopped_by: Option<String>,
    /// Warnings about the problem.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<DiagnosticObject>,
    /// The version of the library.
    pub version: String,
}

impl RunInfo {
    /// Builds it for a problem, with the time and the limit that was reached, if any.
    pub fn of(problem: &dyn Problem, elapsed: Duration, stopped: Option<StopReason>) -> Self {
        let ProcessFigures { cpu_seconds, memory_mb } = ProcessFigures::now();
        Self {
            seconds: Some(seconds(elapsed)),
            wall_seconds: Some(seconds(elapsed)),
            cpu_seconds,
            memory_mb,
            stopped_by: stopped.map(|reason| reason_name(reason).to_owned()),
            warnings: problem.warnings().iter().map(DiagnosticObject::from).collect(),
            version: VERSION.to_owned(),
        }
    }

    /// Replaces the figures of the process by what [it has taken](ProcessStart::taken) since `start`.
    pub fn since(&mut self, start: ProcessStart) {
        ProcessFigures { cpu_seconds: self.cpu_seconds, memory_mb: self.memory_mb } = start.taken();
    }
}

/// Reads a text; nothing where another sort of answer has something else under this key, such as the days of a schedule.
fn text_or_nothing<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Value::deserialize(from)?.as_str().map(str::to_owned))
}

/// One horizon of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HorizonRecord {
    /// The number of steps.
    pub horizon: usize,
    /// `reached`, `refuted` or `stopped`.
    pub result: String,
    /// Seconds from the question to the answer, with the growing of the formula for it.
    pub seconds: f64,
    /// Conflicts in the solver, if it counts them.
    pub conflicts: Option<u64>,
}

impl From<&Attempt> for HorizonRecord {
    fn from(attempt: &Attempt) -> Self {
        let result = match attempt.answer {
            HorizonAnswer::Reached => "reached",
            HorizonAnswer::Refuted => "refuted",
            HorizonAnswer::Stopped => "stopped",
        };
        Self {
            horizon: attempt.horizon,
            result: result.to_owned(),
            seconds: seconds(attempt.elapsed),
            conflicts: attempt.conflicts,
        }
    }
}

/// The certificate that was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Certified {
    /// A certificate, with its evidence, the size of that, and the CPU seconds of making and checking it.
    Written {
        /// Where it is.
        folder: String,
        /// Its evidence.
        evidence: EvidenceKind,
        /// The size of the proofs.
        proof_bytes: u64,
        /// CPU seconds in which it was made.
        making_seconds: f64,
        /// CPU seconds in which it was checked.
        checking_seconds: f64,
    },
    /// None could be made.
    Missing {
        /// Why.
        missing: String,
    },
}

impl Certified {
    /// Builds the record of a missing certificate, with the reason.
    pub fn missing(why: impl Into<String>) -> Self {
        Self::Missing { missing: why.into() }
    }

    /// Returns the line that is printed about it.
    pub fn text(&self) -> String {
        match self {
            Self::Written { folder, evidence, proof_bytes, making_seconds, checking_seconds } => {
                let kilobytes = *proof_bytes as f64 / 1e3;
                let size = match proof_bytes {
                    0 => String::new(),
                    _ if kilobytes < 100.0 => format!("{kilobytes:.1} kB "),
                    _ => format!("{:.1} MB ", kilobytes / 1e3),
                };
                format!(
                    "{}: {size}in {folder}, made in {making_seconds:.2} s, checked in {checking_seconds:.2} s",
                    evidence.participle()
                )
            }
            Self::Missing { missing } => format!("no certificate: {missing}"),
        }
    }
}

/// A warning or an error in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiagnosticObject {
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl From<&Diagnostic> for DiagnosticObject {
    fn from(warning: &Diagnostic) -> Self {
        let place = warning.line_and_column();
        Self {
            message: warning.message().to_owned(),
            file: Some(warning.source_name().to_owned()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}

impl DiagnosticObject {
    /// Builds a warning about no text.
    pub fn without_place(message: &str) -> Self {
        Self { message: message.to_owned(), file: None, line: None, column: None }
    }
}

/// Greatest number up to which readers of JSON that use `f64` keep all integers exact: 2^53.
const GREATEST_NUMBER: u128 = 1 << 53;

/// A count in JSON: a number, or a string of digits beyond 2^53.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonCount(pub u128);

impl Serialize for JsonCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) if self.0 <= GREATEST_NUMBER => serializer.serialize_u64(count),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for JsonCount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let count = match Value::deserialize(from)? {
            Value::Number(number) => number.as_u64().map(u128::from),
            Value::String(digits) => digits.parse().ok(),
            _ => None,
        };
        count.map(Self).ok_or_else(|| D::Error::custom("a count is meant: a number, or a string of digits"))
    }
}

/// A count that is always there, as [`JsonCount`] writes it.
pub(super) mod json_count {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::JsonCount;

    pub(in super::super) fn serialize<S: Serializer>(count: &u128, to: S) -> Result<S::Ok, S::Error> {
        JsonCount(*count).serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        JsonCount::deserialize(from).map(|count| count.0)
    }
}
