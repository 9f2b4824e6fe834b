//! Sets of elements, and the problem with some of its elements alone.

use crate::ordered::Set;
use std::sync::Arc;

use crate::problem::Problem;
use crate::task::Task;

/// Elements of a problem, by their numbers.
pub(super) type ElementSet = Set<usize>;

/// A problem with some of its elements alone, and its task.
pub(super) struct Reduced {
    pub(super) problem: Arc<dyn Problem>,
    pub(super) task: Arc<Task>,
}
