//! Films and plots as pixels, for GIF and PNG.
//!
//! Areas and lines are painted by [`tiny_skia`], letters are outlines of a font that is part of the program. Below each board
//! stand the name of the move and the number of the step.

mod canvas;
mod caption;
mod error;
mod layout;
mod rect;
mod scene;
mod stamp;
mod text;

pub(super) use canvas::{Canvas, extent};
pub use error::PixelError;
pub(super) use error::go_on;
pub(super) use layout::whole;
pub(super) use rect::Rect;
pub(super) use scene::{PixelPlaces, Props, Scene, grown, heading};
pub(super) use stamp::stamps;
