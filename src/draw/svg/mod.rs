//! Films as SVG.

pub(super) mod shape;
