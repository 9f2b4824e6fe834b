//! A canvas of pixels.

use super::super::palette::Rgb;
use super::layout::Rect;
use super::stamp::{LEVELS, Stamp};

/// Pixels, row by row, from the upper left corner.
#[derive(Clone)]
pub(in super::super) struct Canvas {
    size: Rect,
    pixels: Vec<Rgb>,
}

impl Canvas {
    pub(in super::super) fn filled(size: Rect, colour: Rgb) -> Self {
        let row = vec![colour; extent(size.width())];
        Self { size, pixels: row.repeat(extent(size.height())) }
    }

    pub(in super::super) fn size(&self) -> Rect {
        self.size
    }

    pub(in super::super) fn rows(&self, part: Rect) -> impl Iterator<Item = &[Rgb]> {
        let (columns, width) = (extent(part.left)..extent(part.right), extent(self.size.width()));
        let rows = self.pixels.chunks_exact(width.max(1));
        let rows = rows.skip(extent(part.top)).take(extent(part.height()));
        rows.filter_map(move |row| row.get(columns.clone()))
    }

    fn rows_mut(&mut self, part: Rect) -> impl Iterator<Item = &mut [Rgb]> {
        let (columns, width) = (extent(part.left)..extent(part.right), extent(self.size.width()));
        let rows = self.pixels.chunks_exact_mut(width.max(1));
        let rows = rows.skip(extent(part.top)).take(extent(part.height()));
        rows.filter_map(move |row| row.get_mut(columns.clone()))
    }

    pub(in super::super) fn copy(&mut self, from: &Self, part: Rect) {
        for (to, from) in self.rows_mut(part).zip(from.rows(part)) {
            to.copy_from_slice(from);
        }
    }

    pub(in super::super) fn put(&mut self, from: &Self, place: (i32, i32)) {
        for (to, from) in self.rows_mut(from.size.moved(place)).zip(from.rows(from.size)) {
            to.copy_from_slice(from);
        }
    }

    pub(in super::super) fn paint(&mut self, stamp: &Stamp, place: (i32, i32), part: Rect) {
        let bounds = stamp.bounds.moved(place);
        let Some(part) = bounds.common(part).and_then(|part| part.common(self.size)) else { return };
        let columns = extent(part.left - bounds.left)..extent(part.right - bounds.left);
        let coverage = stamp.coverage.chunks_exact(extent(bounds.width()).max(1));
        let coverage = coverage.skip(extent(part.top - bounds.top));
        for (pixels, coverage) in self.rows_mut(part).zip(coverage) {
            for (pixel, covered) in pixels.iter_mut().zip(coverage.get(columns.clone()).unwrap_or_default()) {
                *pixel = mixed(*pixel, stamp.colour, *covered);
            }
        }
    }
}

pub(in super::super) fn extent(length: i32) -> usize {
    usize::try_from(length).unwrap_or(0)
}

/// A colour that is covered by another, from not at all at 0 to quite at [`LEVELS`].
fn mixed(under: Rgb, over: Rgb, covered: u8) -> Rgb {
    match covered {
        0 => under,
        LEVELS.. => over,
        _ => std::array::from_fn(|channel| {
            let [under, over] = [under, over].map(|colour| u16::from(colour[channel]));
            let sum = under * u16::from(LEVELS - covered) + over * u16::from(covered);
            u8::try_from((sum + u16::from(LEVELS) / 2) / u16::from(LEVELS)).unwrap_or(u8::MAX)
        }),
    }
}
