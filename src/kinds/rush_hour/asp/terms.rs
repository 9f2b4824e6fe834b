//! The arguments of a board's facts: names, times, coordinates, and rectangles of cells.
//!
//! A file of facts may name the same cells thousands of times; with sets of cells as bits, a word for each row, that costs next to
//! nothing.

use std::borrow::Cow;
use std::ops::Range;

use crate::kinds::rush_hour::located::Located;
use crate::kinds::rush_hour::{Car, Cell, MAX_SIDE, Orientation};
use crate::text::{Diagnostic, Source, Span};

use super::facts::{Argument, AspValue};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Time 0.
    Start,
    /// Time 0 and all later ones.
    Always,
}

/// The times: `0`, or a range from 0 whose end (the horizon) does not matter.
pub(super) fn when(source: &Source, argument: &Argument<'_>) -> Result<When, Diagnostic> {
    match argument.value {
        AspValue::Number(0) | AspValue::Interval(Some(0), Some(0)) => Ok(When::Start),
        AspValue::Interval(Some(0), _) => Ok(When::Always),
        _ => Err(Diagnostic::new(source, "this is not the start")
            .at(argument.span.clone(), "expected time 0")
            .help("a board is given at time 0, and its walls at all times: 0..l-1")),
    }
}

pub(super) fn name<'a>(source: &Source, argument: &Argument<'a>) -> Result<Cow<'a, str>, Diagnostic> {
    match argument.value {
        AspValue::Name(name) => Ok(name.text().into()),
        AspValue::Number(number) => Ok(number.to_string().into()),
        _ => Err(Diagnostic::new(source, "expected the name of a car")
            .at(argument.span.clone(), "here")
            .help("a name is a word in lower case, such as b3")),
    }
}

/// `h` or `v`.
pub(super) fn orientation(source: &Source, argument: &Argument<'_>) -> Result<Orientation, Diagnostic> {
    match argument.value {
        AspValue::Name(name) if name.text() == "h" => Ok(Orientation::Horizontal),
        AspValue::Name(name) if name.text() == "v" => Ok(Orientation::Vertical),
        _ => Err(Diagnostic::new(source, "expected an orientation")
            .at(argument.span.clone(), "here")
            .help("write h for a car that moves along its row, v for one that moves along its column")),
    }
}

/// A number from 1 to [`MAX_SIDE`]: a length, or a row or column that counts from 1.
pub(super) fn count(source: &Source, argument: &Argument<'_>) -> Result<u8, Diagnostic> {
    match argument.value {
        AspValue::Number(number) => {
            u8::try_from(number).ok().filter(|number| (1..=MAX_SIDE).contains(number))
        }
        _ => None,
    }
    .ok_or_else(|| {
        Diagnostic::new(source, "expected a whole number")
            .at(argument.span.clone(), format!("not a number from 1 to {MAX_SIDE}"))
            .help("lengths are at least 1; rows and columns count from 1")
    })
}

/// The cells of `[row, column]`, each a number or a range; what is off the grid is left out.
pub(super) fn area(
    source: &Source,
    arguments: &[Argument<'_>],
    rows: u8,
    columns: u8,
) -> Result<Area, Diagnostic> {
    let mut coordinates = arguments.iter().zip([rows, columns]).map(|(argument, side)| {
        let (first, last) = match argument.value {
            AspValue::Number(number) => (number, number),
            AspValue::Interval(Some(first), Some(last)) => (first, last),
            _ => {
                return Err(Diagnostic::new(source, "expected a row and a column")
                    .at(argument.span.clone(), "not a number or a range of numbers")
                    .help("write a cell as 1, 4 or a range of cells as 1, 4..6"));
            }
        };
        // From 0, the end left out.
        let clamped = |number: i64| u8::try_from(number.clamp(0, side.into())).unwrap_or(side);
        let (first, last) = (clamped(first.saturating_sub(1)), clamped(last));
        Ok(first..last.max(first))
    });
    let mut next = || coordinates.next().transpose().map(Option::unwrap_or_default);
    Ok(Area { rows: next()?, columns: next()? })
}

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
