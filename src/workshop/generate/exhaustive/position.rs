//! Positions: the placements of all lanes in one word.

use super::lanes::LaneTable;

/// The bits of a lane, enough for the number of a placement.
const LANE_BITS: usize = 5;

const LANE: u64 = (1 << LANE_BITS) - 1;

/// The placements of all rows, then of all columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct LanePosition(pub u64);

impl LanePosition {
    /// The placement in a lane: rows from the top, then columns from the left.
    pub(super) fn placement(self, lane: usize) -> u8 {
        (self.0 >> (LANE_BITS * lane) & LANE) as u8
    }

    /// The position with another placement in one lane.
    #[must_use]
    pub(super) fn with(self, lane: usize, placement: u8) -> Self {
        let shift = LANE_BITS * lane;
        Self(self.0 & !(LANE << shift) | u64::from(placement) << shift)
    }

    /// The placements of the rows, and of the columns.
    pub(super) fn halves(self, lanes: &LaneTable) -> [impl Iterator<Item = u8>; 2] {
        let size = lanes.size;
        [0, size].map(|first| (first..first + size).map(move |lane| self.placement(lane)))
    }

    /// All cars but one.
    #[must_use]
    pub(super) fn without(self, lanes: &LaneTable, (lane, car): (usize, usize)) -> Self {
        self.with(lane, lanes.without(self.placement(lane), car))
    }

    /// All cars: the lane of each, and its index there.
    pub(super) fn cars(self, lanes: &LaneTable) -> impl DoubleEndedIterator<Item = (usize, usize)> {
        (0..2 * lanes.size).flat_map(move |lane| {
            let n_cars = lanes.cars(self.placement(lane)).len();
            (0..n_cars).map(move |car| (lane, car))
        })
    }
}

/// Cells of a board, in words of one bit a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct CellSet(pub u64);

impl CellSet {
    /// The cells of these placements, lane by lane.
    pub(super) fn along(lanes: &LaneTable, placements: impl IntoIterator<Item = u8>) -> Self {
        let cells = placements.into_iter().map(|placement| u64::from(lanes.cells(placement)));
        Self(cells.enumerate().fold(0, |all, (lane, cells)| all | cells << (lane * lanes.size)))
    }

    /// The cells of these placements, by the lanes that cross theirs.
    pub(super) fn across(lanes: &LaneTable, placements: impl IntoIterator<Item = u8>) -> Self {
        let cells = placements.into_iter().map(|placement| lanes.cells_across(placement));
        Self(cells.enumerate().fold(0, |all, (lane, cells)| all | cells << lane))
    }

    /// The cells in a lane.
    pub(super) fn pattern(self, lanes: &LaneTable, lane: usize) -> u8 {
        (self.0 >> (lanes.size * lane) & ((1 << lanes.size) - 1)) as u8
    }
}
