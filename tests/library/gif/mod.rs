//! Animated GIFs, decoded again: what they show is what the states say.

mod hostile;
mod plans;
mod screen;
