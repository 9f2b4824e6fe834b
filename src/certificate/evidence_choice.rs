//! The choice of evidence for a certificate, by name.

use super::manifest::EvidenceKind;
use crate::names::chosen_by_name;
use crate::problem::Kind;

/// The evidence that a certificate is to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EvidenceChoice {
    /// Layers for kinds of problems that suit search, proofs for all others.
    #[default]
    Auto,
    /// Proofs.
    Proof,
    /// Layers.
    Layers,
}

chosen_by_name!(
    EvidenceChoice { Auto: "auto", Proof: "proof", Layers: "layers" },
    UnknownEvidence,
    "evidence"
);

impl EvidenceChoice {
    /// The kind of evidence for problems of a kind, if plans are to be counted or not. Plans are counted again in layers.
    pub fn of(self, kind: &Kind, counts: bool) -> EvidenceKind {
        match self {
            Self::Auto if counts => EvidenceKind::Layers,
            Self::Auto => EvidenceKind::usual(kind),
            Self::Proof => EvidenceKind::Proof,
            Self::Layers => EvidenceKind::Layers,
        }
    }
}
