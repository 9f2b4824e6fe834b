//! Encodings: a task becomes a [`TransitionSystem`], and [`Unrolling`] copies that through time.
//!
//! An encoding is a pure function from a task to clauses over two frames. It never sees a horizon; a horizon
//! strategy never sees a task; so every encoding runs under every strategy and every solver, and every cell
//! of that table is tested against breadth-first search. Equal input gives equal clauses, byte for byte.
//!
//! **Architecture Invariant:** this room knows neither horizons nor solvers.

mod arcs;
mod blocking;
mod decode;
mod explicit;
mod interference;
mod lines;
mod one_move;
mod operators;
mod options;
mod order;
mod parallel;
mod passing;
mod reduction;
mod repeats;
mod semantics;
mod state;
mod system;
mod term;
mod ticking;
mod transition;
mod unroll;

pub use decode::{DecodeError, decode, decode_steps};
pub use one_move::one_move;
pub use operators::Operators;
pub use options::StepOptions;
pub use reduction::{Reduction, Reductions, UnknownReduction};
pub use semantics::{Semantics, UnknownSemantics};
pub use system::{Part, Section, SystemBuilder, TransitionSystem, next};
pub use term::Term;
pub use transition::Transition;
pub use unroll::{Trace, Unrolling};

use crate::stop::{Stop, StopReason};
use crate::task::Task;

/// A way to write one step of a task as clauses. A value of it can be handed to another thread.
pub trait Encoding: Send {
    /// Its name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// The reductions that it knows; it ignores others.
    fn reductions(&self) -> Reductions {
        Reductions::NONE
    }

    /// The step semantics that it knows. Asked for another one, it describes steps of one operator.
    fn semantics(&self) -> &'static [Semantics] {
        &[Semantics::Sequential]
    }

    /// The step as clauses.
    ///
    /// # Errors
    /// The flag was raised, or there are more variables than a frame can have.
    fn encode(&self, task: &Task, options: &StepOptions, stop: &Stop)
    -> Result<TransitionSystem, StopReason>;
}

/// The encodings that work for every task, the default first.
pub fn encodings() -> Vec<Box<dyn Encoding>> {
    vec![Box::new(Transition), Box::new(Operators)]
}
