//! Rush Hour.
