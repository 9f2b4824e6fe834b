//! Version 1: `car(NAME, LENGTH, ORIENTATION).` and `position(0, NAME, ROW, COLUMN).`, the first cell of a car.
//!
//! What stays where it is at all times is a wall: a car whose position is given for `0..l`, and cells that are
//! `not_free` or `busy` for `0..l`. So is a car named `block`, `block1`, … as the document's walls are.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::Fact;
use super::terms::{When, cells, count, name, orientation, when};
use super::wall;
use crate::frontend::rush_hour::located::Located;
use crate::frontend::rush_hour::{Car, Cell};
use crate::frontend::{Diagnostic, Source};

/// Reads cars and walls; `blocked` are the `not_free` and `busy` facts.
pub(super) fn read(
    source: &Source,
    located: &mut Located,
    cars: &[&Fact],
    positions: &[&Fact],
    blocked: &[&Fact],
) -> Result<(), Diagnostic> {
    located.draft.red = Some("r".to_owned());
    located.how_to_name_red = "the red car is r: car(r, 2, h). position(0, r, 3, 1).";
    let mut placed: BTreeMap<String, Vec<&Fact>> = BTreeMap::new();
    for fact in positions {
        placed.entry(name(source, &fact.arguments[1])?).or_default().push(fact);
    }
    for fact in cars {
        let [car, length, direction] = fact.arguments.as_slice() else { continue };
        let (name, length, orientation) =
            (name(source, car)?, count(source, length)?, orientation(source, direction)?);
        let places = placed.get(&name).ok_or_else(|| {
            Diagnostic::new(source, format!("car '{name}' has no position"))
                .at(fact.span.clone(), "this car")
                .help(format!("say where its first cell is: position(0, {name}, ROW, COLUMN)."))
        })?;
        for place in places {
            let [time, _, row, column] = place.arguments.as_slice() else { continue };
            let cell = Cell { row: count(source, row)? - 1, column: count(source, column)? - 1 };
            let car = Car { name: name.clone(), length, orientation, cell };
            if when(source, time)? == When::Always || is_block(&name) {
                for cell in car.cells_at(car.position()) {
                    located.wall(cell, place.span.clone());
                }
            } else {
                located.car(car, place.span.clone());
            }
        }
    }
    let known: BTreeSet<_> = cars.iter().map(|car| &car.arguments[0].value).collect();
    if let Some(stray) = positions.iter().find(|position| !known.contains(&position.arguments[1].value)) {
        return Err(Diagnostic::new(source, "this car has no length and orientation")
            .at(stray.arguments[1].span.clone(), "no car of this name")
            .help("say how long it is and how it moves: car(NAME, 2, h)."));
    }
    let covered = located.draft.cars.iter().flat_map(|car| car.cells_at(car.position())).collect();
    for fact in blocked {
        block(source, located, &covered, fact)?;
    }
    Ok(())
}

/// A cell that is taken: a wall if it is so at all times, else it must only repeat where a car stands.
fn block(
    source: &Source,
    located: &mut Located,
    covered: &BTreeSet<Cell>,
    fact: &Fact,
) -> Result<(), Diagnostic> {
    let (Some(time), [.., row, column]) = (fact.arguments.first(), fact.arguments.as_slice()) else {
        return Ok(());
    };
    let cell = [row.clone(), column.clone()];
    if when(source, time)? == When::Always {
        return wall(source, located, fact, &cell);
    }
    for cell in cells(source, &cell, located.draft.rows, located.draft.columns)? {
        if !covered.contains(&cell) && !located.draft.walls.contains(&cell) {
            return Err(Diagnostic::new(source, format!("{cell} is taken at time 0 only, and by no car"))
                .at(fact.span.clone(), "here")
                .help("a wall is there at all times: not_free(0..l-1, ROW, COLUMN)."));
        }
    }
    Ok(())
}

fn is_block(name: &str) -> bool {
    name.strip_prefix("block").is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}
