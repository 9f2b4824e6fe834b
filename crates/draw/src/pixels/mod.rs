//! Films and plots as pixels, for GIF and PNG.
//!
//! [`tiny_skia`] paints areas and lines. Letters are outlines of an embedded font.

mod canvas;
mod caption;
mod layout;
mod scene;
mod text;

use std::io;

use bmcplan_base::stop::{Stop, StopReason};

pub(super) use canvas::{Canvas, extent, stamps};
pub(super) use layout::{Rect, whole};
pub(super) use scene::{PixelPlaces, Props, Scene, grown, heading};

/// Reason why a film does not become a GIF or a PNG.
#[derive(Debug, thiserror::Error)]
pub enum PixelError {
    /// The film has no size, or too large a one: its width and height, and the greatest one, in cells.
    #[error("a picture of pixels can be at most {2} cells wide and high, not {0} by {1}")]
    Size(f64, f64, f64),
    /// The film has more frames than a film of this size may have: its number, and the greatest one.
    #[error("{0} frames of a board of this size are too many for one picture: at most {1}")]
    Frames(usize, u64),
    /// The figure of plots is too high: its width and height in pixels.
    #[error("a plot of {0:.0} by {1:.0} pixels is too high for a PNG; write an SVG")]
    Figure(f64, f64),
    /// The actors exceed the memory for their pixels.
    #[error("too many moving parts for a picture of pixels")]
    Actors,
    /// The stop flag was raised.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The picture cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

pub(super) fn check_stop(stop: &Stop) -> Result<(), PixelError> {
    stop.check().map_err(PixelError::Stopped)
}
