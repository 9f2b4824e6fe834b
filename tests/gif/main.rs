//! Animated GIFs, decoded again: what they show is what the states say.

#![allow(clippy::unwrap_used)]

mod hostile;
mod plans;
mod screen;
