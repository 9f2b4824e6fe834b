//! Input texts and reports about them: sources, places in them, diagnostics, names, and the forms that several kinds of
//! problems share: rows of characters, s-expressions, TOML with places, collections.

mod collection;
mod diagnostic;
mod open;
pub mod printed;
pub mod rows;
pub mod sexpr;
mod source;
pub mod toml;

pub use self::toml::name;
pub use collection::{Collection, CollectionEntry, CollectionForm};
pub use diagnostic::{Diagnostic, Paint};
pub use open::{MAX_BYTES, MAX_INPUT_BYTES};
pub use rows::Cell;
pub use source::{Source, Span};
