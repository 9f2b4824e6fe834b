//! Writes a board as facts of the document, in either version.
//!
//! The red car is `r`, all others are `b1`, `b2`, … (section 1.1 there), in the order of the board. Comments have their own names. A wall
//! of version 1 is a cell that is never free, so it is no car that could move.

use std::fmt::Write as _;

use bmcplan_base::names::chosen_by_name;
use itertools::Itertools as _;

use super::{SIDE, WHOLE_CAR};
use crate::rush_hour::{Board, CarId, Orientation};

/// Version of the document's facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::rush_hour) enum AspVersion {
    /// A car has a length and its first cell.
    #[default]
    First,
    /// A car has all its cells.
    Second,
}

chosen_by_name!(AspVersion { First: "asp-v1", Second: "asp-v2" }, UnknownAspVersion, "version of the facts");

/// Returns the names of the cars in facts: their own ones if these are the document's, with a red car `r`.
pub(in crate::rush_hour) fn names(board: &Board) -> Vec<String> {
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let is_car =
        |name: &str| name.strip_prefix('b').is_some_and(|number| !number.is_empty() && is_number(number));
    let is_own = |id: CarId| match &*board.car(id).name {
        "r" => id == board.red(),
        name => id != board.red() && is_car(name),
    };
    if board.car_ids().all(is_own) {
        return board.cars().iter().map(|car| car.name.clone()).collect();
    }
    let mut numbers = 1..;
    let mut name = |id: CarId| match id == board.red() {
        true => "r".to_owned(),
        false => format!("b{}", numbers.next().unwrap_or(0)),
    };
    board.car_ids().map(&mut name).collect()
}

/// Comment for a board that the programs of the document do not fit.
const OTHER_PROGRAMS: &str = "\
% The document's programs are for 6x6 cells, cars of 2 and 3, and a red car of 2 that leaves row 3. Change them for this board.
";

/// Writes the facts.
///
/// # Errors
/// The reason why facts cannot describe the board.
pub(in crate::rush_hour) fn write(board: &Board, version: AspVersion) -> Result<String, &'static str> {
    let red = board.car(board.red());
    if board.has_costs() {
        return Err("they have no costs");
    }
    if board.goal() + red.length != board.lane_length(red.orientation) {
        return Err("their goal is the end of the red car's lane");
    }
    let is_whole = |length: u8| WHOLE_CAR.contains(&(usize::from(length) + 4));
    if version == AspVersion::Second && board.cars().iter().any(|car| !is_whole(car.length)) {
        return Err("in version 2 cars have 2 to 8 cells");
    }
    let mut text = format!(
        "% A board in the facts of \"Rush Hour ASP solver\" (F. Tittaferrante, 2023), {}.\n",
        match version {
            AspVersion::First => "version 1: car(NAME,LENGTH,ORIENTATION). position(0,NAME,ROW,COLUMN)",
            AspVersion::Second => "version 2: position(0,NAME,h,ROW,COLUMNS). position(0,NAME,v,COLUMN,ROWS)",
        }
    );
    let is_usual = |id| matches!(board.car(id).length, 2 | 3);
    let is_square = [board.rows(), board.columns()] == [SIDE, SIDE];
    let is_in_third_row = (red.orientation, red.lane(), red.length) == (Orientation::Horizontal, 2, 2);
    if !is_square || !is_in_third_row || !board.car_ids().all(is_usual) {
        text.push_str(OTHER_PROGRAMS);
    }
    if !is_square {
        let _ = writeln!(text, "grid(1..{},1..{}).", board.rows(), board.columns());
    }
    for (car, name) in board.cars().iter().zip(names(board)) {
        let letter = match car.orientation {
            Orientation::Horizontal => 'h',
            Orientation::Vertical => 'v',
        };
        let (lane, first) = (car.lane() + 1, car.position() + 1);
        let facts = match version {
            AspVersion::First => {
                let (row, column) = (car.cell.row + 1, car.cell.column + 1);
                format!("car({name},{},{letter}). position(0,{name},{row},{column}).", car.length)
            }
            AspVersion::Second => {
                let cells = (first..first + car.length).join(",");
                format!("car({name}). position(0,{name},{letter},{lane},{cells}).")
            }
        };
        let own = if car.name == name { String::new() } else { format!("  % {}", car.name.escape_default()) };
        let _ = writeln!(text, "{facts}{own}");
    }
    for wall in board.walls() {
        let (row, column) = (wall.row + 1, wall.column + 1);
        let _ = match version {
            AspVersion::First => writeln!(text, "not_free(0..l-1,{row},{column})."),
            AspVersion::Second => writeln!(text, "no({row},{column})."),
        };
    }
    Ok(text)
}
