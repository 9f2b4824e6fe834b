//! Encodings of a task as a transition system.
