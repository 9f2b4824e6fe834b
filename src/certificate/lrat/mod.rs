//! LRAT: proofs that a formula has no model, as steps with hints (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp,
//! *Efficient certified RAT verification*, 2017), in binary form.
//!
//! See `docs/certificates.md`, "The proof".

mod check;
mod error;
mod number;
mod write;

pub(super) use number::byte;

pub use check::LratChecker;
pub use error::LratError;
pub use write::LratWriter;
