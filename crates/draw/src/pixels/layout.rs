//! The size of a film in pixels: large enough to read, small enough to send.

use super::super::film::{Film, Point};
use super::super::stage::MARGIN;
use super::{PixelError, caption};

/// Usual width and height of a film in pixels, if that makes cells neither too small nor too large.
const USUAL: (f64, f64) = (420.0, 560.0);

/// Least number of pixels of a cell in which names are readable. Cells are smaller only if the film would exceed [`LARGE`].
const READABLE_CELL: f64 = 25.0;
const LARGE: f64 = 800.0;
const LARGEST_CELL: f64 = 60.0;

/// Cells have a multiple of this number of pixels. A margin of four fifths of a cell is then a whole number of pixels, and all
/// edges of the board are sharp.
const SHARP: f64 = 5.0;

/// Greatest width and height of a film, in cells: each gets [`SHARP`] pixels even then.
const MAX_CELLS: f64 = LARGE / SHARP;

const MIN_WIDTH: f64 = 240.0;
const STRIP: f64 = 40.0;
pub(super) const STRIP_FOOT: i32 = 34;
const TEXT_MARGIN: f64 = 16.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct PixelLayout {
    pub(super) cell: f64,
    left: f64,
    text_left: f64,
    pub(in super::super) picture: Rect,
    pub(in super::super) strip: Rect,
}

impl PixelLayout {
    /// Computes the layout. Fails with [`PixelError::Size`] if the film has no size, or too large a one.
    pub(in super::super) fn of(film: &Film) -> Result<Self, PixelError> {
        let fits = |length: f64| 0.0 < length && length <= MAX_CELLS;
        if !(fits(film.width) && fits(film.height)) {
            return Err(PixelError::Size(film.width, film.height, MAX_CELLS));
        }
        let within = |width: f64, height: f64| (width / film.width).min(height / film.height);
        let default_size = within(USUAL.0, USUAL.1).min(LARGEST_CELL);
        let cell = default_size.max(READABLE_CELL.min(within(LARGE, LARGE)));
        let cell = (cell / SHARP).floor().max(1.0) * SHARP;
        let board = (film.width * cell).round();
        let steps = film.frames.len().saturating_sub(1);
        let names = || film.frames.iter().map(|frame| frame.caption.as_str());
        let widest = names().map(|name| f64::from(caption::width(name, steps))).fold(0.0, f64::max);
        // Next to a small board there is space for long names.
        let width = board.max(MIN_WIDTH).max((widest + 2.0 * TEXT_MARGIN).min(USUAL.0).ceil());
        let height = (film.height * cell).round();
        let left = ((width - board) / 2.0).floor();
        let text_left = (left + MARGIN * cell).min(((width - widest) / 2.0).max(TEXT_MARGIN)).floor();
        let mut layout =
            Self { cell, left, text_left, picture: Rect::of_size(0, 0), strip: Rect::of_size(0, 0) };
        layout.picture.right = whole(width);
        let space = layout.caption_space(steps);
        let lines = names().map(|name| caption::lines(name, space).0.len()).max().unwrap_or(1);
        let more = i32::try_from(lines - 1).unwrap_or(0).saturating_mul(caption::LINE);
        layout.picture.bottom = whole(height + STRIP).saturating_add(more);
        layout.strip = Rect { top: whole(height), ..layout.picture };
        Ok(layout)
    }

    pub(super) fn caption_space(&self, steps: usize) -> f32 {
        single(f64::from(self.picture.right) - 2.0 * self.text_left) - caption::counter_width(steps)
    }

    pub(in super::super) fn place(&self, place: Point) -> (i32, i32) {
        (whole(self.left + place.x * self.cell), whole(place.y * self.cell))
    }

    /// Returns the distance of the text below the board from the left edge and the right edge: that of the board, or less for
    /// a long name.
    pub(super) fn text_margin(&self) -> i32 {
        whole(self.text_left)
    }
}

/// Rounds to the nearest whole number; saturates, and turns NaN into 0.
pub(in super::super) fn whole(length: f64) -> i32 {
    // Saturates, by definition: no other conversion does.
    length.round() as i32
}

/// Rounds to the nearest number of single precision, which is infinite if the number is too large.
pub(super) fn single(length: f64) -> f32 {
    length as f32
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Rect {
    pub(in super::super) left: i32,
    pub(in super::super) top: i32,
    pub(in super::super) right: i32,
    pub(in super::super) bottom: i32,
}

impl Rect {
    pub(in super::super) fn of_size(width: i32, height: i32) -> Self {
        Self { left: 0, top: 0, right: width, bottom: height }
    }

    pub(in super::super) fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    pub(in super::super) fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    pub(in super::super) fn moved(self, (x, y): (i32, i32)) -> Self {
        Self {
            left: self.left.saturating_add(x),
            top: self.top.saturating_add(y),
            right: self.right.saturating_add(x),
            bottom: self.bottom.saturating_add(y),
        }
    }

    pub(in super::super) fn common(self, other: Self) -> Option<Self> {
        let common = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (common.left < common.right && common.top < common.bottom).then_some(common)
    }

    pub(in super::super) fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}
