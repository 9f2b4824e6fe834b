//! Facts of version 2: `position(0, NAME, h, ROW, COLUMN, …).` and `position(0, NAME, v, COLUMN, ROW, …).`, all cells of a car.

use super::fact::AspFact;
use super::terms::{When, count, name, orientation, when};
use crate::kinds::rush_hour::Car;
use crate::kinds::rush_hour::located::Located;
use crate::text::{Diagnostic, Source};

/// Reads the cars.
pub(super) fn read(
    source: &Source,
    located: &mut Located,
    positions: &[&AspFact<'_>],
) -> Result<(), Diagnostic> {
    located.draft.red = Some("a".to_owned());
    located.how_to_name_red = "the red car is a: position(0, a, h, 3, 1, 2).";
    for fact in positions {
        let [time, car, direction, lane, cells @ ..] = fact.arguments.as_slice() else { continue };
        if when(source, time)? != When::Start {
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
    Ok(())
}
