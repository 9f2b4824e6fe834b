//! GDL rule sheets: games of one player in the Game Description Language, written in KIF.

mod budget;
mod check;
mod clock;
mod conditions;
mod error;
mod formula;
mod game;
mod ground;
mod join;
mod kif;
mod limits;
mod model;
mod normal;
mod operators;
mod order;
mod pattern;
mod program;
mod read;
mod relation;
mod scc;
mod sheet;
mod simplify;
mod strata;
mod task;
mod terms;
mod unify;
mod variables;

pub use error::GroundError;
pub use game::Game;
pub use limits::Limits;
pub use read::{looks_like, read, read_path};
pub use sheet::{Atom, Condition, Rule, Sheet, Symbol, Symbols, Term};
