//! The choice of what a certificate is to rest on, by name.

use super::manifest::EvidenceKind;
use crate::names::chosen_by_name;
use crate::problem::Kind;

/// What a certificate is to rest on.
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

impl EvidenceChoice {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Proof, Self::Layers];

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Proof => "proof",
            Self::Layers => "layers",
        }
    }

    /// What it is for problems of a kind, if plans are to be counted or not. Plans are counted again in layers.
    pub fn of(self, kind: &Kind, counts: bool) -> EvidenceKind {
        match self {
            Self::Auto if counts => EvidenceKind::Layers,
            Self::Auto => EvidenceKind::usual(kind),
            Self::Proof => EvidenceKind::Proof,
            Self::Layers => EvidenceKind::Layers,
        }
    }
}

chosen_by_name!(EvidenceChoice, UnknownEvidence, "evidence");
