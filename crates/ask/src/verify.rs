//! Checking a certificate, or a proof of any origin.

use std::path::Path;

use serde::{Deserialize, Serialize};

use bmcplan_kinds::Kinds;
use bmcplan_task::plan::Cost;
use bmcplan_verify::{ClaimedCost, EvidenceKind, RefutedFormula, SharedSteps, Verified, VerifyError};

use super::VERSION;
use super::fault::Fault;
use super::limits::{Limiter, Stage, alone};
use super::status::Status;

/// A certificate or a proof that was checked, as an object of JSON, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct VerifyAnswer {
    /// What came out.
    pub status: Status,
    /// The name of the claim.
    pub claim: Option<String>,
    /// The whole claim, with everything that it is about.
    pub sentence: Option<String>,
    /// The name of the evidence.
    pub evidence: Option<String>,
    /// The unit in which the length of a plan is counted.
    pub metric: Option<String>,
    /// The things that plans consist of, if costs or steps of several are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The semantics of steps, if these are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub semantics: Option<SharedSteps>,
    /// The value of the goal, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<u32>,
    /// The number of moves of the plan.
    pub length: Option<usize>,
    /// The cost of the plan, if it is that no plan is cheaper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The number of shortest plans, if that is claimed.
    pub count: Option<String>,
    /// The parts that were checked, a sentence each.
    pub checked: Vec<String>,
    /// The parts that have to be believed, a sentence each.
    pub believed: Vec<String>,
    /// The fault of a wrong certificate.
    pub reason: Option<String>,
    /// The version of the library.
    pub version: String,
}

/// The finding about a certificate.
#[derive(Debug)]
pub enum Verification {
    /// Everything was checked.
    Certified(Box<Verified>),
    /// The formula has no model.
    Refuted(RefutedFormula),
    /// The first fault.
    Wrong(String),
}

/// Checks the certificate in a folder.
///
/// # Errors
/// The folder cannot be read, or it was stopped. A wrong certificate is an answer.
pub fn verify(folder: &Path, kinds: &Kinds, limiter: &Limiter) -> Result<Verification, Fault> {
    if folder.is_file() {
        let why = "this is a file and no certificate; a formula needs a proof".to_owned();
        return Err(Fault::Unreadable { place: folder.to_owned(), why });
    }
    let (place, kinds) = (folder.to_owned(), kinds.clone());
    let work = move |stop: &_| Ok(bmcplan_verify::verify(&place, &kinds, stop));
    let found = alone::<_, Fault>(Stage::Working, work, limiter)?;
    Verification::of(Some(folder), found.map(|verified| Verification::Certified(Box::new(verified))))
}

/// Checks a proof in LRAT, text or binary, that a formula in DIMACS has no model.
///
/// # Errors
/// A file cannot be read, or it was stopped. A wrong proof is an answer.
pub fn verify_proof(formula: &Path, proof: &Path, limiter: &Limiter) -> Result<Verification, Fault> {
    let (formula_file, proof) = (formula.to_owned(), proof.to_owned());
    let work = move |stop: &_| Ok(bmcplan_verify::verify_proof(&formula_file, &proof, stop));
    let found = alone::<_, Fault>(Stage::Working, work, limiter)?;
    Verification::of(None, found.map(Verification::Refuted))
}

impl Verification {
    /// Sorts a finding: wrong is an answer. Names of files are those in `folder`, if there is one.
    fn of(folder: Option<&Path>, found: Result<Self, VerifyError>) -> Result<Self, Fault> {
        let unreadable = |name: String, why: String| match folder {
            Some(folder) => Fault::Unreadable { place: folder.to_owned(), why: format!("{name}: {why}") },
            None => Fault::Unreadable { place: name.into(), why },
        };
        found.or_else(|error| match error {
            VerifyError::Wrong(reason) => Ok(Self::Wrong(reason)),
            VerifyError::Stopped(reason) => Err(reason.into()),
            VerifyError::Unreadable(name, why) => Err(unreadable(name, why)),
            VerifyError::Read(name, cause) => Err(unreadable(name, cause.to_string())),
        })
    }

    /// Returns the object of JSON.
    pub fn answer(&self) -> VerifyAnswer {
        let answer = VerifyAnswer { version: VERSION.to_owned(), ..VerifyAnswer::default() };
        match self {
            Self::Certified(verified) => {
                let Verified { manifest, checked, believed } = &**verified;
                let is_of_operators = manifest.problem_metric() == manifest.metric;
                VerifyAnswer {
                    status: Status::Certified,
                    claim: Some(manifest.claim.name().to_owned()),
                    sentence: Some(manifest.sentence()),
                    evidence: Some(manifest.evidence.name().to_owned()),
                    metric: Some(manifest.metric.clone()),
                    unit: (!is_of_operators).then(|| manifest.problem_metric().to_owned()),
                    semantics: manifest.steps.as_ref().map(|steps| steps.semantics),
                    goal: manifest.goal,
                    length: manifest.length,
                    cost: manifest.cost.as_ref().and_then(ClaimedCost::own),
                    count: manifest.count.clone(),
                    checked: checked.clone(),
                    believed: believed.clone(),
                    ..answer
                }
            }
            Self::Refuted(refuted) => VerifyAnswer {
                status: Status::Certified,
                claim: Some("no model".to_owned()),
                sentence: Some(refuted.sentence.clone()),
                evidence: Some(EvidenceKind::Proof.name().to_owned()),
                checked: vec![refuted.checked.clone()],
                believed: vec![refuted.believed.clone()],
                ..answer
            },
            Self::Wrong(reason) => {
                VerifyAnswer { status: Status::Wrong, reason: Some(reason.clone()), ..answer }
            }
        }
    }
}
