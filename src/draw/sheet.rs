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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_arranged_in_equal_rows() {
        let of = |count, width| arrange(count, width, None);
        assert_eq!([of(0, 5.6), of(1, 5.6), of(7, 5.6), of(40, 7.6)], [(1, 1), (1, 1), (4, 2), (4, 10)]);
        assert_eq!([of(3, 99.0), of(3, f64::NAN)], [(1, 3), (1, 3)]);
        let most = |most| arrange(10, 5.6, NonZeroUsize::new(most));
        assert_eq!([most(1), most(3), most(4), most(100)], [(1, 10), (3, 4), (4, 3), (10, 1)]);
    }
}
