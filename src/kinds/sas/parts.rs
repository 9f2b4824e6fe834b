//! The parts of a SAS file: variables, facts, and what is wrong.

use crate::task::{Task, TaskError, VarId};
use crate::text::Diagnostic;

/// Why a SAS file gives no task.
#[derive(thiserror::Error)]
pub enum SasError {
    /// What is wrong with it, and where.
    #[error(transparent)]
    Refused(#[from] Diagnostic),
    /// There is no such task, or it was stopped.
    #[error(transparent)]
    Task(#[from] TaskError),
}

debug_is_message!(SasError);

/// What a SAS file says.
#[derive(Debug, Clone)]
pub struct SasProblem {
    /// The planning task.
    pub task: Task,
    /// Does it ask for a plan of least cost?
    pub minimises_cost: bool,
}

/// A variable of the file.
#[derive(Debug, Clone)]
pub(super) struct SasVariable {
    pub(super) name: String,
    /// The layer of its axioms; none for a variable that operators change.
    pub(super) layer: Option<u32>,
    pub(super) values: Vec<String>,
    pub(super) initial: u32,
    /// The variable of the task, unless it is derived.
    pub(super) id: Option<VarId>,
}

/// A variable and a value of it, as numbers of the file.
pub(super) type SasFact = (usize, u32);
