//! Boards in every format, for tests that read them back.

use std::fmt::Write;

use bmcplan::kinds::rush_hour::{Board, Car, Orientation};

fn letter(car: &Car) -> char {
    if car.orientation == Orientation::Horizontal { 'h' } else { 'v' }
}

pub(crate) fn toml_list(board: &Board) -> String {
    let mut out = format!("rows = {}\ncolumns = {}\n", board.rows(), board.columns());
    let walls: Vec<_> =
        board.walls().map(|cell| format!("[{}, {}]", cell.row + 1, cell.column + 1)).collect();
    writeln!(out, "walls = [{}]", walls.join(", ")).unwrap();
    let key = if letter(board.car(board.red())) == 'h' { "column" } else { "row" };
    writeln!(out, "goal = {{ {key} = {} }}", board.goal() + 1).unwrap();
    for car in board.cars() {
        let Car { name, length, cell, .. } = car;
        let (row, column) = (cell.row + 1, cell.column + 1);
        writeln!(out, "[[car]]\nname = {name:?}\nlength = {length}\norientation = \"{}\"", letter(car))
            .unwrap();
        writeln!(out, "row = {row}\ncolumn = {column}").unwrap();
    }
    out
}

/// Rows of characters; none if a car has length 1.
pub(crate) fn rows(board: &Board) -> Option<String> {
    if board.cars().iter().any(|car| car.length == 1) {
        return None;
    }
    let mut grid = vec![vec!['.'; usize::from(board.columns())]; usize::from(board.rows())];
    for wall in board.walls() {
        grid[usize::from(wall.row)][usize::from(wall.column)] = '#';
    }
    for car in board.cars() {
        for cell in car.cells_at(car.position()) {
            grid[usize::from(cell.row)][usize::from(cell.column)] = car.name.chars().next().unwrap();
        }
    }
    Some(grid.into_iter().map(|row| row.into_iter().chain(['\n']).collect::<String>()).collect())
}

/// The ASP document's name for a car: red or any other.
fn asp_name(board: &Board, car: &Car, red: &str) -> String {
    if car == board.car(board.red()) { red.into() } else { format!("car{}", car.name) }
}

fn grid(board: &Board) -> String {
    format!("grid(1..{},1..{}).\n", board.rows(), board.columns())
}

pub(crate) fn asp_first(board: &Board) -> String {
    let mut out = grid(board);
    for car in board.cars() {
        let (name, cell) = (asp_name(board, car, "r"), car.cell);
        writeln!(out, "car({name}, {}, {}).", car.length, letter(car)).unwrap();
        writeln!(out, "position(0, {name}, {}, {}).", cell.row + 1, cell.column + 1).unwrap();
    }
    for (wall, cell) in board.walls().enumerate() {
        let (row, column) = (cell.row + 1, cell.column + 1);
        writeln!(out, "car(block{wall},1,h). position(0..l-1,block{wall},{row},{column}).").unwrap();
        writeln!(out, "busy(0..l-1,block{wall},{row},{column}). not_free(0..l-1,{row},{column}).").unwrap();
    }
    out
}

/// Version 2; none if a car has length 1, which that version does not have.
pub(crate) fn asp_second(board: &Board) -> Option<String> {
    if board.cars().iter().any(|car| car.length == 1) {
        return None;
    }
    let mut out = grid(board);
    for car in board.cars() {
        let cells: Vec<_> =
            (car.position()..car.position() + car.length).map(|at| (at + 1).to_string()).collect();
        let name = asp_name(board, car, "a");
        let (lane, cells) = (car.lane() + 1, cells.join(", "));
        writeln!(out, "position(0, {name}, {}, {lane}, {cells}).", letter(car)).unwrap();
    }
    for cell in board.walls() {
        writeln!(out, "no({}, {}).", cell.row + 1, cell.column + 1).unwrap();
    }
    Some(out)
}
