//! GDL rule sheets: games of one player in the Game Description Language, written in KIF.

mod check;
mod formula;
mod kif;
mod normal;
mod read;
mod sheet;

pub use read::{looks_like, read, read_path};
pub use sheet::{Atom, Condition, Rule, Sheet, Symbol, Symbols, Term};
