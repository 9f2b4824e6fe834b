//! Explicit-state breadth-first search.
