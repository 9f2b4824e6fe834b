//! Encodings: a task becomes a [`TransitionSystem`], and [`Unrolling`] copies that through time.
//!
//! An encoding is a pure function from a task to clauses over two frames. Equal input gives equal clauses, byte for byte.
//!
//! **Architecture Invariant:** this module knows neither horizons nor solvers.

mod blocking;
mod builder;
mod commuting;
mod decode;
mod disturbances;
mod dtg;
pub mod headings;
mod operator_variables;
mod operators;
mod order;
mod order_encoding;
mod parallel;
mod reduction;
mod repeats;
mod semantics;
mod sequential;
mod state;
mod step_exclusions;
mod strips;
mod suffix;
mod swept_cells;
mod symmetry;
mod system;
mod term;
mod transition;
mod unroll;

pub use builder::{Part, Section, SystemBuilder};
pub use decode::{DecodeError, decode, decode_steps};
pub use operators::Operators;
pub use reduction::{Reduction, Reductions, UnknownReduction};
pub use semantics::{Semantics, UnknownSemantics, UnsupportedSemantics};
pub use sequential::sequential_step;
pub use strips::Strips;
pub use suffix::{Cycle, Landmark, Suffix};
pub use system::{LandmarkFacts, TransitionSystem};
pub use term::{Term, next};
pub use transition::Transition;
pub use unroll::{FrameClause, Trace, Unrolling};

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::AtMostOne;
use bmcplan_task::Task;

/// Encoding of one step of a task as clauses. Values can be sent to another thread.
pub trait Encoding: Send + Sync {
    /// Returns the name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Returns the supported reductions; others are ignored.
    fn reductions(&self) -> Reductions {
        Reductions::NONE
    }

    /// Returns the supported step semantics.
    fn semantics(&self) -> &'static [Semantics] {
        &[Semantics::Sequential]
    }

    /// Encodes a step as clauses, given supported step semantics. Callers use [`Encoding::encode`], which checks that.
    ///
    /// # Errors
    /// `stop` was raised, or there are more variables than a frame can have.
    fn describe(
        &self,
        task: &Task,
        options: &StepOptions,
        stop: &Stop,
    ) -> Result<TransitionSystem, StopReason>;

    /// Checks that the encoding supports the step semantics `asked`.
    ///
    /// # Errors
    /// The encoding does not support these semantics; the error lists the supported ones.
    fn check(&self, asked: Semantics) -> Result<(), UnsupportedSemantics> {
        let known = self.semantics();
        if known.contains(&asked) {
            return Ok(());
        }
        Err(UnsupportedSemantics { encoding: self.name(), known, asked })
    }

    /// Encodes a step as clauses.
    ///
    /// # Errors
    /// Unsupported step semantics; or `stop` was raised, or there are more variables than a frame can have.
    fn encode(
        &self,
        task: &Task,
        options: &StepOptions,
        stop: &Stop,
    ) -> Result<TransitionSystem, EncodeError> {
        self.check(options.semantics)?;
        let system = self.describe(task, options, stop).map_err(EncodeError::Stopped)?;
        Ok(match options.seed {
            Some(seed) => system.shuffled(seed),
            None => system,
        })
    }
}

/// Form of a step. An encoding's formula may depend on all options; the answers depend only on the semantics, which defines
/// steps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepOptions {
    /// Encoding of "at most one operator a step". `[default: see `[`AtMostOne`]`]`
    pub at_most_one: AtMostOne,
    /// Constraints that prune plans and keep a shortest one. `[default: see `[`Reductions`]`]`
    pub reductions: Reductions,
    /// Sets of operators that may share a step. `[default: sequential]`
    pub semantics: Semantics,
    /// Position of empty steps. `[default: at the end]`
    pub idle: IdleSteps,
    /// Seed of a random order of the variables, by which solvers break ties. `[default: the encoding's order]`
    pub seed: Option<u64>,
}

/// Position of steps without an operator.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum IdleSteps {
    /// After the last operator, so that the number of other steps is the length of the plan.
    #[default]
    Last,
    /// Anywhere: a formula with more models, for any plan instead of a shortest one. Not with a clock, which every step
    /// advances.
    Anywhere,
}

/// Error of encoding a task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The encoding does not support these step semantics.
    #[error(transparent)]
    Semantics(#[from] UnsupportedSemantics),
    /// The encoding was stopped.
    #[error("the step was not encoded: {0}")]
    Stopped(StopReason),
}

/// Returns the encodings that work for every task, the default first.
pub fn encodings() -> Vec<Box<dyn Encoding>> {
    vec![Box::new(Transition), Box::new(Operators), Box::new(Strips)]
}
