//! Boards as TOML, for the reader to read again: drawn where names are capital letters, otherwise as a list of cars.

use itertools::Itertools as _;

use super::{Board, Car, CarId, Cell, Orientation};
use crate::kinds::piece_costs;
use crate::kinds::pieces::Places;
use crate::text::toml::written_text;

/// The board with its cars at these places; `None` if a car has none.
pub(super) fn toml(board: &Board, places: &Places) -> Option<String> {
    let moved = |(id, place): (CarId, &Option<Cell>)| Some(Car { cell: (*place)?, ..board.car(id).clone() });
    let cars: Vec<Car> = board.car_ids().zip(places).map(moved).collect::<Option<_>>()?;
    let mut text = if cars.iter().all(can_be_drawn) { drawn(board, &cars) } else { listed(board, &cars) };
    let red = board.car(board.red());
    if !board.has_usual_red() {
        text += &format!("red = {}\n", written_text(&red.name));
    }
    if board.goal() + red.length != board.lane_length(red.orientation) {
        let key = match red.orientation {
            Orientation::Horizontal => "column",
            Orientation::Vertical => "row",
        };
        text += &format!("goal = {{ {key} = {} }}\n", board.goal() + 1);
    }
    if board.has_costs() {
        text += &piece_costs::written(board.car_ids().map(|id| (&*board.car(id).name, board.cost(id))));
    }
    Some(text)
}

/// Does the car look like itself in rows of characters?
fn can_be_drawn(car: &Car) -> bool {
    1 < car.length && matches!(car.name.as_bytes(), [b'A'..=b'Z'])
}

fn drawn(board: &Board, cars: &[Car]) -> String {
    let character = |cell: Cell| {
        let car = cars.iter().find(|car| car.cells_at(car.position()).contains(&cell));
        match car {
            Some(car) => &*car.name,
            None if board.is_wall(cell) => "#",
            None => ".",
        }
    };
    let characters = board.cells().map(character).collect_vec();
    let rows = characters.chunks(board.columns().into()).map(|row| row.concat() + "\n").join("");
    format!("board = \"\"\"\n{rows}\"\"\"\n")
}

fn listed(board: &Board, cars: &[Car]) -> String {
    let walls = board.walls().map(|Cell { row, column }| format!("[{}, {}]", row + 1, column + 1)).join(", ");
    let car = |Car { name, length, orientation, cell }: &Car| {
        let orientation = match orientation {
            Orientation::Horizontal => "h",
            Orientation::Vertical => "v",
        };
        format!(
            "  {{ name = {}, length = {length}, orientation = \"{orientation}\", row = {}, column = {} }},\n",
            written_text(name),
            cell.row + 1,
            cell.column + 1,
        )
    };
    let walls = if walls.is_empty() { walls } else { format!("walls = [{walls}]\n") };
    let cars = cars.iter().map(car).join("");
    format!("rows = {}\ncolumns = {}\n{walls}car = [\n{cars}]\n", board.rows(), board.columns())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::rush_hour::{read, shown};
    use crate::text::Source;

    /// Boards in both forms, with walls, another red car, another goal, costs, and names that need quotes.
    const BOARDS: [&str; 3] = [
        "board = \"\"\"\nAA.B\n#XXB\n....\n\"\"\"\n",
        "board = \"\"\"\nAA.B\n#CCB\n....\n\"\"\"\nred = \"B\"\ngoal = { row = 2 }\ncost = { A = 3 }\n",
        "rows = 2\ncolumns = 3\nwalls = [[2, 3]]\ngoal = { column = 1 }\ncar = [\n  { name = \"r\", length = 1, orientation = \"h\", row = 1, column = 2 },\n  { name = \"\\\"b\\\\\", length = 2, orientation = \"h\", row = 2, column = 1 },\n]\ncost = { \"\\\"b\\\\\" = 2 }\n",
    ];

    #[test]
    fn boards_are_read_as_they_were_written() {
        for text in BOARDS {
            let board = read(&Source::new("board.toml", text)).unwrap();
            let task = super::super::task(&board, Default::default(), &Default::default()).unwrap();
            let written = toml(&board, &shown::places(&board, task.initial())).unwrap();
            let again = read(&Source::new("board.toml", &written)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again, board, "{written}");
        }
    }
}
