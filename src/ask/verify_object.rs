//! The answer of `bmcplan verify` in JSON.

use serde::Serialize;

use super::VERSION;
use crate::certificate::Verified;

/// The parts of a certificate that were checked, or its fault.
#[derive(Debug, Serialize)]
pub struct VerifyObject<'a> {
    status: &'static str,
    claim: Option<&'a str>,
    evidence: Option<&'a str>,
    metric: Option<&'a str>,
    length: Option<usize>,
    count: Option<&'a str>,
    checked: &'a [String],
    believed: &'a [String],
    reason: Option<&'a str>,
    version: &'static str,
}

impl<'a> VerifyObject<'a> {
    /// The parts that were checked, or the first fault.
    pub fn of(found: Result<&'a Verified, &'a str>) -> Self {
        let manifest = found.ok().map(|verified| &verified.manifest);
        Self {
            status: if found.is_ok() { "certified" } else { "wrong" },
            claim: manifest.map(|manifest| manifest.claim.name()),
            evidence: manifest.map(|manifest| manifest.evidence.name()),
            metric: manifest.map(|manifest| &*manifest.metric),
            length: manifest.and_then(|manifest| manifest.length),
            count: manifest.and_then(|manifest| manifest.count.as_deref()),
            checked: found.map_or(&[], |verified| &verified.checked),
            believed: found.map_or(&[], |verified| &verified.believed),
            reason: found.err(),
            version: VERSION,
        }
    }
}
