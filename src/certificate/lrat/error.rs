//! Reasons why a proof is not accepted.

/// A fault of a proof.
#[derive(thiserror::Error)]
pub enum LratError {
    /// It cannot be read.
    #[error("the proof cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// A byte, number or literal that cannot be there.
    #[error("step {step} of the proof is not well formed")]
    Malformed {
        /// The step, counted from 1.
        step: u64,
    },
    /// A step of more numbers than a checker takes.
    #[error("step {step} of the proof is too long")]
    TooLong {
        /// The step, counted from 1.
        step: u64,
    },
    /// A step names a clause that is not there.
    #[error("step {step} of the proof names clause {clause}, which there is not")]
    NoSuchClause {
        /// The step, counted from 1.
        step: u64,
        /// The clause's number.
        clause: u64,
    },
    /// A step whose number is not greater than all before it.
    #[error("step {step} of the proof has the number {clause}, which is not greater than those before")]
    NotGreater {
        /// The step, counted from 1.
        step: u64,
        /// The number.
        clause: u64,
    },
    /// A hint that leaves more than one literal.
    #[error("in step {step} of the proof, hint {clause} leaves more than one literal")]
    NotUnit {
        /// The step, counted from 1.
        step: u64,
        /// The clause's number.
        clause: u64,
    },
    /// The hints of a step lead to no conflict, and it is no definition.
    #[error("step {step} of the proof does not follow from its hints")]
    NotImplied {
        /// The step, counted from 1.
        step: u64,
    },
    /// A definition that a clause speaks against.
    #[error("step {step} of the proof is no definition: clause {clause} speaks against it")]
    NotBlocked {
        /// The step, counted from 1.
        step: u64,
        /// The clause's number.
        clause: u64,
    },
    /// It ends before the empty clause.
    #[error("the proof does not end in a contradiction")]
    NoContradiction,
}

debug_is_message!(LratError);
