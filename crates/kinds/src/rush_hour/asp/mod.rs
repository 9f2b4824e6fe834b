//! Boards as facts of the document "Rush Hour ASP solver" (Fiorenzo Tittaferrante, 2023), whose files can be read unchanged.
//!
//! **Version 1** (section 2.1 there) gives each car a length and an orientation, and its first cell: `car(b1, 3, h).
//! position(0, b1, 4, 1).` (row, then column). A wall is a car with a fixed position at all times, and with the facts that
//! follow: `car(block, 1, h). position(0..l-1, block, 1, 4). not_free(0..l-1, 1, 4).` The red car is `r`.
//!
//! **Version 2** (section 4.1) gives each car all its cells: `position(0, a, h, 3, 2, 3).` is row 3, columns 2 and 3;
//! `position(0, b, v, 3, 1, 2).` is column 3, rows 1 and 2. Walls are `no(1, 4).` The red car is `a`, or `r`.
//!
//! Both start at time 0 on a grid of 6×6, unless there is a `grid` fact. The red car's goal is the end of its lane. A car on a
//! wall is refused: in the document's rules it could leave the cell and never come back, which is never intended. Facts of the
//! document's programs that do not describe the board (`time`, `moveTo`, …) are ignored.

mod facts;
mod versions;
mod write;

use facts::{AspFact, AspValue};
pub(super) use versions::is_block;
use versions::{CellMask, add_walls};
pub(super) use write::{names, write};

use bmcplan_base::ordered::Set;
use bmcplan_base::text::{Diagnostic, Source};

use super::MAX_SIDE;
use super::draft::Located;

/// Side of the document's grid.
const SIDE: u8 = 6;

/// Facts that describe a board, for error messages.
const FORMS: &str = "version 1: car(b1, 3, h). position(0, b1, ROW, COLUMN). not_free(0..l-1, ROW, COLUMN). \
                     Version 2: position(0, b, h, ROW, COLUMN, COLUMN). \
                     position(0, b, v, COLUMN, ROW, ROW). no(ROW, COLUMN).";

/// Parses the facts of either version.
pub(super) fn read(source: &Source) -> Result<Located, Diagnostic> {
    let mut facts = facts::facts(source)?;
    // Facts are a set: repetitions are dropped.
    let mut seen = Set::new();
    facts.retain(|fact| {
        let values = fact.arguments.iter().map(|argument| argument.value).collect::<Vec<_>>();
        seen.insert((fact.predicate, values))
    });
    let of = |predicate: &str, arities: &[usize]| {
        let wanted = |fact: &&AspFact<'_>| {
            fact.predicate.text() == predicate && arities.contains(&fact.arguments.len())
        };
        facts.iter().filter(wanted).collect::<Vec<_>>()
    };
    for fact in &facts {
        check_known(source, fact)?;
    }
    let (mut located, mut walls) = (Located::default(), CellMask::default());
    (located.draft.rows, located.draft.columns) = size(source, &of("grid", &[2]))?;
    let (first, second) = (of("position", &[4]), of("position", &WHOLE_CAR));
    if let (Some(first), Some(second)) = (first.first(), second.first()) {
        return Err(Diagnostic::new(source, "positions of both versions of the format")
            .at(second.span.clone(), "all cells, as in version 2")
            .also(first.span.clone(), "the first cell, as in version 1")
            .help(FORMS));
    }
    if second.is_empty() {
        let blocked = [of("not_free", &[3]), of("busy", &[4])].concat();
        versions::read_first(source, &mut located, &mut walls, &of("car", &[3]), &first, &blocked)?;
    } else {
        versions::read_second(source, &mut located, &second)?;
    }
    for fact in of("no", &[2]) {
        // The document itself has `no(0,0)`, which is outside any grid.
        let area = versions::area(source, &fact.arguments, located.draft.rows, located.draft.columns)?;
        add_walls(&mut located, &mut walls, &area, &fact.span);
    }
    Ok(located)
}

/// Possible numbers of arguments of a `position` with all cells, of which there are 2 or more.
const WHOLE_CAR: [usize; 7] = [6, 7, 8, 9, 10, 11, 12];

/// Refuses a fact that was probably meant to describe the board.
fn check_known(source: &Source, fact: &AspFact<'_>) -> Result<(), Diagnostic> {
    let (name, arity) = (fact.predicate.text(), fact.arguments.len());
    let misfit = match name {
        "car" => !matches!(arity, 1 | 3),
        "position" => arity != 4 && !WHOLE_CAR.contains(&arity),
        "no" | "grid" => arity != 2,
        "not_free" => arity != 3,
        "busy" => arity != 4,
        _ => false,
    };
    let similar = ["car", "position", "not_free", "busy", "grid"]
        .into_iter()
        .find(|known| *known != name && name != "cars" && nearly(name, known));
    let diagnostic = |message| Diagnostic::new(source, message).at(fact.span.clone(), "here").help(FORMS);
    match similar {
        Some(similar) => Err(diagnostic(format!("there is no fact '{name}'; did you mean '{similar}'?"))),
        None if misfit => Err(diagnostic(format!("'{name}' with {arity} arguments says nothing here"))),
        None => Ok(()),
    }
}

/// Checks whether the words differ by one letter added, left out or changed, or two neighbours swapped.
fn nearly(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let front = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[front..], &b[front..]);
    match (a, b) {
        ([], [_]) | ([_], []) => true,
        ([a0, a1, a_rest @ ..], [b0, b1, b_rest @ ..]) if a0 == b1 && a1 == b0 && a_rest == b_rest => true,
        ([_, a_rest @ ..], [_, b_rest @ ..]) if a_rest == b_rest => true,
        ([_, a_rest @ ..], b) if a_rest == b => true,
        (a, [_, b_rest @ ..]) => a == b_rest,
        _ => false,
    }
}

/// Returns the numbers of rows and columns: the greatest of each in a `grid` fact.
fn size(source: &Source, grids: &[&AspFact<'_>]) -> Result<(u8, u8), Diagnostic> {
    let mut size = if grids.is_empty() { [SIDE, SIDE] } else { [0, 0] };
    for fact in grids {
        for (side, argument) in size.iter_mut().zip(&fact.arguments) {
            let last = match argument.value {
                AspValue::Interval(Some(1), Some(last)) | AspValue::Number(last) => Some(last),
                _ => None,
            };
            match last.and_then(|last| u8::try_from(last).ok()).filter(|last| (1..=MAX_SIDE).contains(last)) {
                Some(last) => *side = last.max(*side),
                None => {
                    return Err(Diagnostic::new(source, "this is not a grid of rows and columns")
                        .at(argument.span.clone(), format!("not a range from 1 to at most {MAX_SIDE}"))
                        .help("write the grid as grid(1..6, 1..6)."));
                }
            }
        }
    }
    Ok((size[0], size[1]))
}

#[cfg(test)]
mod tests {
    use super::nearly;

    #[test]
    fn one_slip_is_nearly() {
        for slip in ["postion", "positoin", "position", "possition", "positiom"] {
            assert!(nearly(slip, "position") != (slip == "position"), "{slip}");
        }
        assert!(!nearly("move", "grid"));
        assert!(!nearly("", "car"));
    }
}
