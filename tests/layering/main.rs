//! The order of the house: rooms import only rooms above them, files never import each other in a circle, and a type's name
//! has one meaning within its room.

#![allow(clippy::unwrap_used)]

mod circles;
mod crates;
mod names;
mod rooms;
mod source;
