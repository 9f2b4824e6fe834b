//! Cars and walls in both versions of the facts.
//!
//! Version 1: `car(NAME, LENGTH, ORIENTATION).` and `position(0, NAME, ROW, COLUMN).`, the first cell of a car. Version 2:
//! `position(0, NAME, h, ROW, COLUMN, …).` and `position(0, NAME, v, COLUMN, ROW, …).`, all cells of a car.
//!
//! Things that stay in place at all times are walls: a car whose position is given for `0..l`, and cells that are `not_free` or
//! `busy` for `0..l`. A car named `block`, `block1`, … is a wall, too, as in the document.

use std::borrow::Cow;
use std::ops::Range;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::facts::{Argument, AspFact, AspValue};
use crate::rush_hour::draft::Located;
use crate::rush_hour::{Car, Cell, MAX_SIDE, Orientation};

/// Parses cars and walls of version 1; `blocked` are the `not_free` and `busy` facts.
pub(super) fn read_first(
    source: &Source,
    located: &mut Located,
    walls: &mut CellMask,
    cars: &[&AspFact<'_>],
    positions: &[&AspFact<'_>],
    blocked: &[&AspFact<'_>],
) -> Result<(), Diagnostic> {
    located.draft.red = Some("r".to_owned());
    located.red_name_help = "the red car is r: car(r, 2, h). position(0, r, 3, 1).";
    let mut placed: Map<AspValue<'_>, Vec<&AspFact<'_>>> = Map::new();
    let mut always = Set::new();
    for fact in positions {
        name(source, &fact.arguments[1])?;
        // A wall for another time is the same wall.
        if let [time, car, row, column] = fact.arguments.as_slice()
            && is_always(source, time) == Ok(true)
            && let (Ok(row), Ok(column)) = (count(source, row), count(source, column))
            && !always.insert((car.value, row, column))
        {
            continue;
        }
        placed.entry(fact.arguments[1].value).or_default().push(fact);
    }
    let mut n_cars: Map<AspValue<'_>, usize> = Map::new();
    for fact in cars {
        let [car, length, direction] = fact.arguments.as_slice() else { continue };
        let (name, length, orientation) =
            (name(source, car)?, count(source, length)?, orientation(source, direction)?);
        let places = placed.get(&car.value).ok_or_else(|| {
            Diagnostic::new(source, format!("car '{name}' has no position"))
                .at(fact.span.clone(), "this car")
                .help(format!("say where its first cell is: position(0, {name}, ROW, COLUMN)."))
        })?;
        let is_block = is_block(&name);
        for place in places {
            let [time, _, row, column] = place.arguments.as_slice() else { continue };
            let cell = Cell { row: count(source, row)? - 1, column: count(source, column)? - 1 };
            let mut placed = Car { name: String::new(), length, orientation, cell };
            if is_always(source, time)? || is_block {
                add_walls(located, walls, &Area::of(&placed), &place.span);
                continue;
            }
            // Two cars of one name are an error, whatever comes after them.
            let n_cars = n_cars.entry(car.value).or_default();
            *n_cars += 1;
            if *n_cars <= 2 {
                placed.name = name.to_string();
                located.car(placed, place.span.clone());
            }
        }
    }
    let known: Set<_> = cars.iter().map(|car| &car.arguments[0].value).collect();
    if let Some(stray) = positions.iter().find(|position| !known.contains(&position.arguments[1].value)) {
        return Err(Diagnostic::new(source, "this car has no length and orientation")
            .at(stray.arguments[1].span.clone(), "no car of this name")
            .help("say how long it is and how it moves: car(NAME, 2, h)."));
    }
    let mut taken = walls.clone();
    located.draft.cars.iter().for_each(|car| taken.add(&Area::of(car)));
    for fact in blocked {
        block(source, located, walls, &mut taken, fact)?;
    }
    Ok(())
}

/// Adds an occupied cell: a wall if it is so at all times, otherwise the cell must repeat that of a car or a wall.
fn block(
    source: &Source,
    located: &mut Located,
    walls: &mut CellMask,
    taken: &mut CellMask,
    fact: &AspFact<'_>,
) -> Result<(), Diagnostic> {
    let (Some(time), [.., row, column]) = (fact.arguments.first(), fact.arguments.as_slice()) else {
        return Ok(());
    };
    let is_wall = is_always(source, time)?;
    let area = area(source, &[row.clone(), column.clone()], located.draft.rows, located.draft.columns)?;
    if is_wall {
        add_walls(located, walls, &area, &fact.span);
        taken.add(&area);
    } else if let Some(cell) = taken.missing(&area).first() {
        return Err(Diagnostic::new(source, format!("{cell} is taken at time 0 only, and by no car"))
            .at(fact.span.clone(), "here")
            .help("a wall is there at all times: not_free(0..l-1, ROW, COLUMN)."));
    }
    Ok(())
}

/// Checks whether a car of version 1 is a wall.
pub(in crate::rush_hour) fn is_block(name: &str) -> bool {
    name.strip_prefix("block").is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}

/// Parses cars of version 2. The red car is `a`, or `r` where there is no `a` (report, section 1.1).
pub(super) fn read_second(
    source: &Source,
    located: &mut Located,
    positions: &[&AspFact<'_>],
) -> Result<(), Diagnostic> {
    located.red_name_help = "the red car is a, or r where there is no a: position(0, a, h, 3, 1, 2).";
    for fact in positions {
        let [time, car, direction, lane, cells @ ..] = fact.arguments.as_slice() else { continue };
        if is_always(source, time)? {
            return Err(Diagnostic::new(source, "a car that stays where it is at all times")
                .at(time.span.clone(), "expected time 0")
                .help("in version 2 a wall is written as no(ROW, COLUMN)."));
        }
        let (name, orientation, lane) =
            (name(source, car)?, orientation(source, direction)?, count(source, lane)?);
        let cells =
            cells.iter().map(|cell| Ok((count(source, cell)?, cell))).collect::<Result<Vec<_>, _>>()?;
        for ((before, _), (after, argument)) in cells.iter().zip(cells.iter().skip(1)) {
            if before + 1 != *after {
                return Err(Diagnostic::new(source, format!("car '{name}' is bent or split"))
                    .at(argument.span.clone(), format!("this should be {}", before + 1))
                    .help("the cells of a car lie side by side: position(0, b, h, ROW, 2, 3, 4)."));
            }
        }
        let Some((first, _)) = cells.first() else { continue };
        let length = (1..).zip(&cells).map(|(length, _)| length).last().unwrap_or(0);
        let cell = orientation.cell(lane - 1, first - 1);
        located.car(Car { name: name.into_owned(), length, orientation, cell }, fact.span.clone());
    }
    let is_there = |name: &&str| located.draft.cars.iter().any(|car| car.name == **name);
    let red = ["a", "r"].iter().find(|name| is_there(name)).unwrap_or(&"a");
    located.draft.red = Some((*red).to_owned());
    Ok(())
}

/// Checks whether the times are a range from 0, whose end (the horizon) does not matter, rather than `0`.
fn is_always(source: &Source, argument: &Argument<'_>) -> Result<bool, Diagnostic> {
    match argument.value {
        AspValue::Number(0) | AspValue::Interval(Some(0), Some(0)) => Ok(false),
        AspValue::Interval(Some(0), _) => Ok(true),
        _ => Err(Diagnostic::new(source, "this is not the start")
            .at(argument.span.clone(), "expected time 0")
            .help("a board is given at time 0, and its walls at all times: 0..l-1")),
    }
}

fn name<'a>(source: &Source, argument: &Argument<'a>) -> Result<Cow<'a, str>, Diagnostic> {
    match argument.value {
        AspValue::Name(name) => Ok(name.text().into()),
        AspValue::Number(number) => Ok(number.to_string().into()),
        _ => Err(Diagnostic::new(source, "expected the name of a car")
            .at(argument.span.clone(), "here")
            .help("a name is a word in lower case, such as b3")),
    }
}

/// Parses `h` or `v`.
fn orientation(source: &Source, argument: &Argument<'_>) -> Result<Orientation, Diagnostic> {
    match argument.value {
        AspValue::Name(name) if name.text() == "h" => Ok(Orientation::Horizontal),
        AspValue::Name(name) if name.text() == "v" => Ok(Orientation::Vertical),
        _ => Err(Diagnostic::new(source, "expected an orientation")
            .at(argument.span.clone(), "here")
            .help("write h for a car that moves along its row, v for one that moves along its column")),
    }
}

/// Parses a number from 1 to [`MAX_SIDE`]: a length, or a row or column that counts from 1.
fn count(source: &Source, argument: &Argument<'_>) -> Result<u8, Diagnostic> {
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

/// Returns the cells of `[row, column]`, each a number or a range, without those off the grid.
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
        // From 0, without the end.
        let clamped = |number: i64| u8::try_from(number.clamp(0, side.into())).unwrap_or(side);
        let (first, last) = (clamped(first.saturating_sub(1)), clamped(last));
        Ok(first..last.max(first))
    });
    let mut next = || coordinates.next().transpose().map(Option::unwrap_or_default);
    Ok(Area { rows: next()?, columns: next()? })
}

/// Cells of some rows and columns.
#[derive(Debug, Clone)]
pub(super) struct Area {
    rows: Range<u8>,
    columns: Range<u8>,
}

impl Area {
    /// Returns the cells that a car covers at its start.
    fn of(car: &Car) -> Self {
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

/// Set of cells as bits, a word for each row: a file of facts may name the same cells thousands of times. It has space for a
/// car across the edge of the largest board.
#[derive(Debug, Clone)]
pub(super) struct CellMask([u128; 128]);

impl Default for CellMask {
    fn default() -> Self {
        Self([0; 128])
    }
}

impl CellMask {
    fn missing(&self, area: &Area) -> Vec<Cell> {
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

    fn add(&mut self, area: &Area) {
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
