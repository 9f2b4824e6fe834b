//! Front ends, one for each kind of file: readers that make a planning task of a text, or a diagnostic that points at the
//! place that is wrong.

mod cell;
mod collection;
mod diagnostic;
pub mod gdl;
mod name;
mod open;
pub mod pddl;
pub mod plasp;
mod printed;
mod rows;
pub mod rush_hour;
pub mod sas;
pub mod schedule;
mod sexpr;
pub mod sliding_block;
mod source;
pub(crate) mod toml;

pub use cell::Cell;
pub use collection::{Collection, CollectionEntry, CollectionForm};
pub use diagnostic::{Diagnostic, Paint};
pub use name::name;
pub use open::{MAX_BYTES, MAX_INPUT_BYTES};
pub use source::{Source, Span};
