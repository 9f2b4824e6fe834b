//! `certificate.json`: the claim of a certificate, the evidence for it, and the digests of its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use bmcplan_base::names::chosen_by_name;
use bmcplan_kinds::problem::Kind;
use bmcplan_task::plan::Cost;

use super::invariant::InvariantFormula;
use super::sharing::SharedSteps;

/// Value of `format`.
pub const FORMAT: &str = "bmcplan certificate";
/// Version of the format of certificates. Format 1 had tables of states, `layers.bin`.
pub const FORMAT_VERSION: u32 = 2;
/// File of the manifest, which lists the rest.
pub const MANIFEST: &str = "certificate.json";
/// File of the planning task.
pub const TASK: &str = "task.sas";
/// File of the plan.
pub const PLAN: &str = "plan.txt";
/// File of the formula "there is a shorter plan".
pub const FORMULA: &str = "below.cnf";
/// File of the proof that it has no model.
pub const PROOF: &str = "below.lrat";

/// File of the landmarks of a relaxed suffix.
pub const LANDMARKS: &str = "landmarks.txt";

/// File of the order in which the operators of a step run.
pub const ORDER: &str = "order.txt";

/// Metric of plans with parallel steps.
pub const MAKESPAN: &str = "makespan";

/// Metric of plans that are compared by the costs of their operators.
pub const COST: &str = "cost";

/// File of the invariant that excludes all plans.
pub const INVARIANT: &str = "invariant.cnf";

/// File of the checker in Python.
pub const CHECKER: &str = "check.py";
/// Its text.
pub const CHECK_PY: &str = include_str!("check.py");
/// File of the instructions for checking the folder.
pub const README: &str = "README";

/// Checks whether a file of a certificate may have that name, besides those of the problem. This includes files of format 1,
/// which new certificates replace.
pub fn is_usual_file(name: &str) -> bool {
    const FILES: [&str; 11] =
        [MANIFEST, CHECKER, README, TASK, PLAN, ORDER, LANDMARKS, FORMULA, PROOF, INVARIANT, "layers.bin"];
    let is_of = |formula: &InvariantFormula| [formula.formula_file(), formula.proof_file()].contains(&name);
    FILES.contains(&name) || InvariantFormula::ALL.iter().any(is_of)
}

/// Kind of evidence that a claim rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// Formulas, and proofs that they have no model.
    #[default]
    Proof,
    /// No file: all states are explored again.
    Recount,
}

impl EvidenceKind {
    /// Returns the default kind of evidence for problems of a kind.
    pub fn usual(kind: &Kind) -> Self {
        if kind.suits_search { Self::Recount } else { Self::Proof }
    }

    /// Returns the name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proof => "proof",
            Self::Recount => "recount",
        }
    }

    /// Returns the participle for a claim that was checked.
    pub fn participle(self) -> &'static str {
        match self {
            Self::Proof => "certified",
            Self::Recount => "recomputed",
        }
    }
}

/// Requested evidence of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EvidenceChoice {
    /// A recount for kinds of problems that suit search, proofs for all others.
    #[default]
    Auto,
    /// Proofs.
    Proof,
    /// A recount.
    Recount,
}

chosen_by_name!(
    EvidenceChoice { Auto: "auto", Proof: "proof", Recount: "recount" },
    UnknownEvidence,
    "evidence"
);

impl EvidenceChoice {
    /// Returns the kind of evidence for problems of a kind.
    pub fn of(self, kind: &Kind) -> EvidenceKind {
        match self {
            Self::Auto => EvidenceKind::usual(kind),
            Self::Proof => EvidenceKind::Proof,
            Self::Recount => EvidenceKind::Recount,
        }
    }
}

/// Kind of claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CertifiedClaim {
    /// The plan is a shortest one.
    Shortest,
    /// The plan is a cheapest one.
    Cheapest,
    /// No plan of any length exists.
    #[serde(rename = "no plan")]
    NoPlan,
    /// Number of shortest plans.
    Count,
}

impl CertifiedClaim {
    /// Returns the name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shortest => "shortest",
            Self::Cheapest => "cheapest",
            Self::NoPlan => "no plan",
            Self::Count => "count",
        }
    }
}

pub(crate) const MAX_LENGTH: usize = 1_000_000;

/// Claim and its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always [`FORMAT_VERSION`].
    pub version: u32,
    /// Kind of claim.
    pub claim: CertifiedClaim,
    /// Evidence that the claim rests on.
    #[serde(default)]
    pub evidence: EvidenceKind,
    /// Unit of its length.
    pub metric: String,
    /// Semantics of steps, where the length is a [makespan](MAKESPAN).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<CountedSteps>,
    /// Cost, where plans are compared by [it](COST).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<ClaimedCost>,
    /// Number of the plan's operators, or of its steps where these are counted; `None` if there is no plan.
    pub length: Option<usize>,
    /// Number of shortest plans in decimal digits, where that is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// For a recount, the number of states that fewer steps than the length lead to, or any number of steps if there is no
    /// plan. Where costs are compared, the number of states that are cheaper to reach, or equally cheap in fewer steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// Kind of problem.
    pub kind: String,
    /// Options with which the problem was read; those without a value are flags.
    pub options: BTreeMap<String, Option<String>>,
    /// Value of the goal, for kinds whose goals have values.
    pub goal: Option<u32>,
    /// True if the problem is a board in a single row of characters.
    pub one_row: bool,
    /// Files of the problem.
    pub problem: Vec<String>,
    /// Program that made the certificate.
    pub program: String,
    /// Reason for this evidence, if another was tried first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Statements that are proved, or recomputed.
    pub proved: Vec<String>,
    /// Assumptions that remain.
    pub trusted: Vec<String>,
    /// All other files.
    pub files: BTreeMap<String, FileDigest>,
}

impl Manifest {
    /// Returns the problem's own metric.
    pub fn problem_metric(&self) -> &str {
        match (&self.steps, &self.cost) {
            (Some(steps), _) => &steps.operators,
            (None, Some(cost)) => &cost.operators,
            (None, None) => &self.metric,
        }
    }

    fn unit(&self, length: usize) -> String {
        let unit = match &self.steps {
            None => self.metric.clone(),
            Some(steps) => steps.name(length),
        };
        unit + &self.to_goal()
    }

    /// Returns the words that say which goal a plan of a game reaches; none for other kinds.
    pub fn to_goal(&self) -> String {
        self.goal.map(|value| format!(" to a goal of value {value}")).unwrap_or_default()
    }

    /// Returns the reading of the problem, where it has several; empty for the usual one.
    pub fn reading(&self) -> String {
        let labelled = self.options.contains_key("labelled").then_some("; all pieces are kept apart");
        let one_row = self.one_row.then_some("; the one row of the board is all its cells");
        labelled.into_iter().chain(one_row).collect()
    }

    /// Returns the claim as a sentence.
    pub fn sentence(&self) -> String {
        self.finding() + &self.reading()
    }

    fn finding(&self) -> String {
        let claim = self.claim;
        if let (Some(cost), Some(length)) = (&self.cost, self.length) {
            let (cost, operators) = (cost.in_problem(), &cost.operators);
            let fewest = match self.evidence {
                EvidenceKind::Proof => "; fewer of that cost are not excluded",
                EvidenceKind::Recount => ", and fewest of that cost",
            };
            return format!(
                "cost {cost}{}, {}, by {length} {operators}{fewest}",
                self.to_goal(),
                claim.name()
            );
        }
        match (self.length, &self.count) {
            (Some(length), Some(count)) => {
                format!("{length} {}, shortest; {count} of that length", self.unit(length))
            }
            (Some(length), None) => format!("{length} {}, {}", self.unit(length), claim.name()),
            (None, _) => format!("{} of any length{}", claim.name(), self.to_goal()),
        }
    }
}

/// Parallel steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedSteps {
    /// Operators that may share a step.
    pub semantics: SharedSteps,
    /// Problem's own metric: the name of a run of an operator.
    pub operators: String,
}

impl CountedSteps {
    /// Returns the name of `n_steps` such steps. It includes a fixed order, since with another order there may be fewer steps.
    pub fn name(&self, n_steps: usize) -> String {
        let plural = if n_steps == 1 { "" } else { "s" };
        let order = match self.semantics {
            SharedSteps::ForAll => String::new(),
            SharedSteps::Exists => format!(" in the order of {ORDER}"),
        };
        format!("{}{plural} of {}{order}", self.semantics.step_name(), self.operators)
    }
}

/// Cost that is a lower bound for all plans.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimedCost {
    /// Sum of the costs of the plan's operators in the task, in decimal digits.
    pub total: String,
    /// Power of ten by which the task has multiplied the problem's costs, so that they are whole.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub scale: u64,
    /// Problem's own metric: the name of a run of an operator.
    pub operators: String,
    /// For a proof, the number of steps before the relaxed suffix; `None` if the cost is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
}

fn one() -> u64 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_one(scale: &u64) -> bool {
    *scale == 1
}

impl ClaimedCost {
    /// Returns the sum in the problem's own unit; `None` if it is not written as a number.
    pub fn own(&self) -> Option<Cost> {
        self.value().map(|total| Cost::of(total, self.scale))
    }

    /// Returns the sum in the problem's own unit, and in that of the task where they differ.
    pub fn in_problem(&self) -> String {
        match self.own() {
            Some(cost) if !is_one(&self.scale) => format!("{cost} ({} in {TASK})", self.total),
            _ => self.total.clone(),
        }
    }

    /// Returns the sum as a number; `None` if it is not written as one.
    pub fn value(&self) -> Option<u128> {
        self.total.parse().ok().filter(|value: &u128| value.to_string() == self.total)
    }
}

/// Size and digest of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileDigest {
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl FileDigest {
    /// Returns the digest of a file.
    pub fn of(path: &Path) -> io::Result<Self> {
        let (mut file, mut hash, mut bytes) = (File::open(path)?, Hash::new(), 0);
        let mut buffer = vec![0; 1 << 16];
        loop {
            let n = file.read(&mut buffer)?;
            if n == 0 {
                break;
            }
            hash.update(&buffer[..n]);
            bytes += n as u64;
        }
        Ok(Self::with(bytes, hash.finalize()))
    }

    /// Returns the digest of a file with these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::with(bytes.len() as u64, Hash::hash(bytes))
    }

    fn with(bytes: u64, hash: [u8; 32]) -> Self {
        Self { bytes, sha256: hash.iter().map(|byte| format!("{byte:02x}")).collect() }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use bmcplan_kinds::Kinds;

    use super::CHECK_PY;

    /// Both checkers refuse what a problem does not count.
    #[test]
    fn the_checker_in_python_knows_the_metrics_of_all_kinds() {
        let row = |name: &str, metrics: &[&str]| {
            let metrics = metrics.iter().map(|metric| format!("\"{metric}\",")).join(" ");
            let metrics =
                if metrics.matches(',').count() == 1 { &metrics } else { metrics.trim_end_matches(',') };
            format!("    \"{name}\": ({metrics}),\n")
        };
        let rows = Kinds::default().iter().map(|kind| row(kind.name, kind.metrics())).join("");
        assert!(CHECK_PY.contains(&format!("KINDS = {{\n{rows}}}\n")), "{rows}");
    }
}
