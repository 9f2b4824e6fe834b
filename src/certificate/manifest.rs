//! `certificate.json`: what a certificate claims, and the digests of its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use super::sharing::SharedSteps;
use crate::problem::Kind;

/// The value of `format`.
pub const FORMAT: &str = "bmcplan certificate";
/// The version of the format of certificates.
pub const FORMAT_VERSION: u32 = 1;
/// The file that has the rest.
pub const MANIFEST: &str = "certificate.json";
/// The planning task.
pub const TASK: &str = "task.sas";
/// The plan.
pub const PLAN: &str = "plan.txt";
/// The formula that says that there is a shorter plan.
pub const FORMULA: &str = "below.cnf";
/// The proof that it has no model.
pub const PROOF: &str = "below.lrat";

/// The order in which the operators of a step run.
pub const ORDER: &str = "order.txt";

/// The metric of plans whose operators share steps.
pub const MAKESPAN: &str = "makespan";

/// The invariant that excludes all plans.
pub const INVARIANT: &str = "invariant.cnf";

/// The states that can be reached, layer by layer.
pub const LAYERS: &str = "layers.bin";

/// What a claim rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// Formulas, and proofs that they have no model.
    #[default]
    Proof,
    /// The states that can be reached: they are made again.
    Layers,
}

impl EvidenceKind {
    /// What a certificate rests on unless something else is asked for.
    pub fn usual(kind: &Kind) -> Self {
        if kind.suits_search { Self::Layers } else { Self::Proof }
    }

    /// As it stands in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proof => "proof",
            Self::Layers => "layers",
        }
    }

    /// What it makes of a claim that was checked.
    pub fn participle(self) -> &'static str {
        match self {
            Self::Proof => "certified",
            Self::Layers => "recomputed",
        }
    }
}

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CertifiedClaim {
    /// The plan is a shortest one.
    #[serde(rename = "shortest")]
    Shortest,
    /// There is no plan of any length.
    #[serde(rename = "no plan")]
    NoPlan,
}

impl CertifiedClaim {
    /// As it stands in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shortest => "shortest",
            Self::NoPlan => "no plan",
        }
    }
}

/// The claim, and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// [`FORMAT_VERSION`].
    pub version: u32,
    /// What is claimed.
    pub claim: CertifiedClaim,
    /// What the claim rests on.
    #[serde(default)]
    pub evidence: EvidenceKind,
    /// What its length counts.
    pub metric: String,
    /// Where the length is a [makespan](MAKESPAN): what its steps are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<CountedSteps>,
    /// How many operators the plan has, or steps where these are counted; none if there is no plan.
    pub length: Option<usize>,
    /// The kind of problem.
    pub kind: String,
    /// The options with which the problem was read; those without a value are flags.
    pub options: BTreeMap<String, Option<String>>,
    /// The value of the goal, for kinds whose goals have values.
    pub goal: Option<u32>,
    /// Whether the problem is a board in a single row of characters.
    pub one_row: bool,
    /// The problem's files.
    pub problem: Vec<String>,
    /// The program that made the certificate.
    pub program: String,
    /// What is proved, or recomputed.
    pub proved: Vec<String>,
    /// What has to be believed.
    pub trusted: Vec<String>,
    /// All other files.
    pub files: BTreeMap<String, FileDigest>,
}

impl Manifest {
    /// The problem's own metric.
    pub fn problem_metric(&self) -> &str {
        self.steps.as_ref().map_or(&self.metric, |steps| &steps.operators)
    }

    /// The claim in words.
    pub fn words(&self) -> String {
        let claim = self.claim.name();
        match (self.length, &self.steps) {
            (None, _) => format!("{claim} of any length"),
            (Some(length), None) => format!("{length} {}, {claim}", self.metric),
            (Some(length), Some(steps)) => {
                let plural = if length == 1 { "" } else { "s" };
                format!("{length} {}{plural}, {claim}", steps.semantics.step_name())
            }
        }
    }
}

/// Steps of several operators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedSteps {
    /// Which operators may share one.
    pub semantics: SharedSteps,
    /// What the problem's own metric is: what an operator does.
    pub operators: String,
}

/// The size and the digest of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDigest {
    /// How many bytes it has.
    pub bytes: u64,
    /// SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl FileDigest {
    /// The digest of a file.
    ///
    /// # Errors
    /// It cannot be read.
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
        let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { bytes, sha256 })
    }
}
