//! What people write: every front end reads text with spans and gives a task, or a diagnostic that points at the text.

mod diagnostic;
pub mod gdl;
pub mod rush_hour;
mod source;

pub use diagnostic::{Diagnostic, Paint};
pub use source::{MAX_BYTES, Source, Span};
