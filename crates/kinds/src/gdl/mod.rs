//! GDL rule sheets: games of one player in the Game Description Language, written in KIF or in infix form.

mod check;
mod clock;
mod conditions;
pub mod film;
mod game;
mod ground;
mod infix;
mod invariants;
mod kind;
mod limits;
mod model;
mod normal;
mod operators;
mod program;
mod read;
mod sheet;
mod task;
mod warnings;

pub use film::orders;
pub use game::Game;
use infix::is_infix;
pub use kind::GDL;
pub use limits::{GroundError, GroundLimits};
pub use read::{looks_like, read};
pub use sheet::{Condition, GdlAtom, GdlRule, GdlTerm, Sheet, Symbol, Symbols};
