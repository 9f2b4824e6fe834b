//! `certificate.json`: what a certificate claims, and the digests of its files.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

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
    /// How many operators the plan has, if there is one.
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
