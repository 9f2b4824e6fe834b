//! The horizontal cars of a signature in all their places: no two rows are in each other's way, so a mixed-radix number names them.

use super::lanes::{LaneTable, MAX_LANE};
use super::position::{CellSet, LanePosition};

/// One placement of each row.
pub(super) struct RowPlaces {
    /// The placements of the rows; columns are empty.
    pub position: LanePosition,
    /// The covered cells, row by row.
    pub cells: CellSet,
    /// The covered cells of each column.
    pub patterns: [u8; MAX_LANE],
}

/// All placements of the rows.
pub(super) struct AllRowPlaces {
    /// By number.
    pub places: Vec<RowPlaces>,
    /// For each row the difference between the numbers of two placements that follow each other.
    pub steps: Vec<u32>,
}

impl AllRowPlaces {
    /// The placements of these sequences, a row each.
    pub(super) fn new(lanes: &LaneTable, sequences: &[usize]) -> Self {
        let mut positions = vec![LanePosition::default()];
        let mut steps = Vec::new();
        for (row, sequence) in sequences.iter().enumerate() {
            steps.push(positions.len() as u32);
            let placed = |placement: u8| positions.iter().map(move |position| position.with(row, placement));
            positions = lanes.placements(*sequence).flat_map(placed).collect();
        }
        let places = positions.into_iter().map(|position| {
            let [rows, _] = position.halves(lanes);
            let cells = CellSet::along(lanes, rows);
            let [rows, _] = position.halves(lanes);
            let columns = CellSet::across(lanes, rows);
            let pattern = |column| if column < lanes.size { columns.pattern(lanes, column) } else { 0 };
            RowPlaces { position, cells, patterns: std::array::from_fn(pattern) }
        });
        Self { places: places.collect(), steps }
    }

    /// The number after a slide in a row from one placement to another.
    pub(super) fn after(&self, number: u32, row: usize, from: u8, to: u8) -> u32 {
        let change = (i32::from(to) - i32::from(from)) * self.steps[row] as i32;
        number.wrapping_add_signed(change)
    }
}
