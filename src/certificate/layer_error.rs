//! Faults of layer tables.

use std::io;

use crate::stop::StopReason;

/// The greatest number of states of a table: as many are held in memory.
pub const MAX_STATES: usize = 10_000_000;

/// A fault of a layer table.
#[derive(thiserror::Error)]
pub enum LayerError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// A number that cannot be there.
    #[error("layer {layer} is not well formed")]
    Malformed {
        /// The layer, counted from 0.
        layer: usize,
    },
    /// There are more states than are checked, or states have larger numbers.
    #[error("it has more than {MAX_STATES} states, or the task has more than 2^128")]
    TooLarge,
    /// The initial state is not in it.
    #[error("the initial state is not in layer 0")]
    Start,
    /// A goal state is in it.
    #[error("layer {layer} has a goal state")]
    Goal {
        /// The layer, counted from 0.
        layer: usize,
    },
    /// A state has a successor that is in no layer up to the next.
    #[error(
        "operator {operator:?} leads from a state of layer {layer} to one that is in no layer up to the next"
    )]
    Successor {
        /// The layer, counted from 0.
        layer: usize,
        /// The operator's name.
        operator: String,
    },
    /// It has more or fewer layers than the plan has steps.
    #[error("it has {found} layers, and {expected} are needed")]
    Layers {
        /// Its number of layers.
        found: usize,
        /// The number of layers that is needed.
        expected: usize,
    },
    /// For a count, a layer has other states than those that are first reached in so many steps.
    #[error("layer {layer} does not have the states that are first reached in {layer} steps, and no others")]
    OtherStates {
        /// The layer, counted from 0.
        layer: usize,
    },
    /// It was stopped.
    #[error("it was stopped")]
    Stopped(StopReason),
}

debug_is_message!(LayerError);
