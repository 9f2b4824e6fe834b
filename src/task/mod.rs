//! The planning task.
