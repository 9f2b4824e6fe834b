//! GDL rule sheets: games of one player in the Game Description Language, written in KIF.

mod sheet;

pub use sheet::{Atom, Condition, Rule, Sheet, Symbol, Symbols, Term};
