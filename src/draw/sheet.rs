//! The arrangement of a film's frames on one sheet, row by row.

use std::num::NonZeroUsize;

use super::block::cells;

/// The room between frames, in cells.
pub(super) const GAP: f64 = 0.4;

/// The greatest width of a sheet of frames, in cells, if one frame is not wider and no other width is given.
const WIDTH: f64 = 36.0;

/// The numbers of columns and rows for so many frames of that width: at least one of each, and no more columns than the
/// rows need.
pub(super) fn arrange(count: usize, width: f64, most: Option<NonZeroUsize>) -> (usize, usize) {
    let count = count.max(1);
    let most = most.map_or_else(
        || (1..=count).take_while(|columns| cells(*columns) * (width + GAP) <= WIDTH + GAP).count().max(1),
        NonZeroUsize::get,
    );
    let rows = count.div_ceil(most);
    (count.div_ceil(rows), rows)
}
