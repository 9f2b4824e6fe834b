//! Reasons why a certificate is not accepted.

use crate::stop::StopReason;

/// A reason not to accept a certificate.
#[derive(thiserror::Error)]
pub enum VerifyError {
    /// Something in it is wrong.
    #[error("not certified: {0}")]
    Wrong(String),
    /// A file is missing, cannot be read, or is none that a certificate could have.
    #[error("{file}: {cause}")]
    Unreadable {
        /// Its name.
        file: String,
        /// The reason.
        cause: String,
    },
    /// It was stopped before everything was checked.
    #[error("not everything was checked: {0}")]
    Stopped(StopReason),
}

debug_is_message!(VerifyError);
