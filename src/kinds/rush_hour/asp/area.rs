//! Rectangles of cells, and sets of cells as bits.
//!
//! A file of facts may name the same cells thousands of times; with a word for each row, that costs next to nothing.

use std::ops::Range;

use crate::kinds::rush_hour::located::Located;
use crate::kinds::rush_hour::{Car, Cell, Orientation};
use crate::text::Span;

/// The cells of some rows and columns.
#[derive(Debug, Clone)]
pub(super) struct Area {
    pub(super) rows: Range<u8>,
    pub(super) columns: Range<u8>,
}

impl Area {
    /// The cells that a car covers where it stands.
    pub(super) fn of(car: &Car) -> Self {
        let Cell { row, column } = car.cell;
        match car.orientation {
            Orientation::Horizontal => Self { rows: row..row + 1, columns: column..column + car.length },
            Orientation::Vertical => Self { rows: row..row + car.length, columns: column..column + 1 },
        }
    }

    /// Its columns as bits.
    fn mask(&self) -> u128 {
        let below = |column: u8| 1_u128.checked_shl(column.into()).map_or(u128::MAX, |bit| bit - 1);
        below(self.columns.end) & !below(self.columns.start)
    }
}

/// A set of cells: as many rows and columns as there could be if a car stood across the edge of the largest board.
#[derive(Debug, Clone)]
pub(super) struct CellMask([u128; 128]);

impl Default for CellMask {
    fn default() -> Self {
        Self([0; 128])
    }
}

impl CellMask {
    /// The cells of an area that are not in the set.
    pub(super) fn missing(&self, area: &Area) -> Vec<Cell> {
        let mask = area.mask();
        let mut missing = Vec::new();
        for (row, known) in area.rows.clone().zip(self.0.iter().skip(area.rows.start.into())) {
            let left = mask & !known;
            if left != 0 {
                let columns = area.columns.clone().filter(|column| left >> column & 1 == 1);
                missing.extend(columns.map(|column| Cell { row, column }));
            }
        }
        missing
    }

    /// Adds an area.
    pub(super) fn add(&mut self, area: &Area) {
        let mask = area.mask();
        let rows = self.0.iter_mut().skip(area.rows.start.into()).take(area.rows.len());
        rows.for_each(|row| *row |= mask);
    }
}

/// Adds the cells of an area that are not among the walls.
pub(super) fn add_walls(located: &mut Located, walls: &mut CellMask, area: &Area, span: &Span) {
    walls.missing(area).into_iter().for_each(|cell| located.wall(cell, span.clone()));
    walls.add(area);
}
