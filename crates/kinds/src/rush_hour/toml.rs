//! Boards in TOML, the project's own format: drawn in characters, or as a list of cars.
//!
//! ```toml
//! board = """
//! ..B.
//! XXB.
//! ....
//! ....
//! """
//! ```
//!
//! or, with names of any length and cars of length 1:
//!
//! ```toml
//! rows = 4
//! columns = 4
//! walls = [[3, 1]]
//! goal = { column = 3 }
//! car = [
//!   { name = "X",  length = 2, orientation = "h", row = 2, column = 1 },
//!   { name = "b1", length = 2, orientation = "v", row = 1, column = 3 },
//! ]
//! ```
//!
//! Rows and columns count from 1; a car is placed by its leftmost or topmost cell. Both forms have these keys:
//!
//! - `red`: the name of the red car (default: `X` if there is one, else `A`, else `r`).
//! - `goal`: the goal of that car's leftmost or topmost cell (default: at the end of its lane).
//! - `cost = { X = 3, b1 = 0 }`: the cost of each move of a car, 1 for other cars. Then plans of least cost are searched for.
//! - `name` and `source` are for display.

use itertools::Itertools as _;
use serde::Deserialize;
use toml::Spanned;

use bmcplan_base::text::toml::{complaint, quoted, written_text};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::draft::Located;
use super::grid::{empty, read_rows};
use super::{Board, Car, CarId, Cell, Draft, MAX_SIDE, Orientation};
use crate::piece_costs::{self, CostTable, PieceCosts};
use crate::pieces::Places;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    board: Option<Spanned<String>>,
    rows: Option<Spanned<i64>>,
    columns: Option<Spanned<i64>>,
    walls: Option<Spanned<Vec<Wall>>>,
    car: Option<Vec<Spanned<CarEntry>>>,
    red: Option<Spanned<String>>,
    goal: Option<Spanned<GoalEntry>>,
    cost: Option<CostTable>,
    /// Name of the board. Only its type is checked.
    #[serde(rename = "name")]
    _name: Option<String>,
    /// Origin of the board. Only its type is checked.
    #[serde(rename = "source")]
    _source: Option<String>,
}

/// Wall `[row, column]`, counted from 1.
type Wall = Spanned<[Spanned<i64>; 2]>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CarEntry {
    name: Spanned<String>,
    length: Spanned<i64>,
    orientation: Spanned<String>,
    row: Spanned<i64>,
    column: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalEntry {
    row: Option<Spanned<i64>>,
    column: Option<Spanned<i64>>,
}

const RED_NAME_HELP: &str =
    "name the red car X, A or r (a small x is a wall), or say which one it is: red = \"b3\"";
const FORMS: &str =
    "give either board = \"\"\"…\"\"\" (rows of characters), or rows, columns, car and perhaps walls";
// Only cars have mandatory fields.
const FIELDS: &str = "a car has a name, a length, an orientation (\"h\" or \"v\"), a row and a column";

pub(super) fn read(source: &Source) -> Result<Located, Diagnostic> {
    let file: BoardFile =
        toml::from_str(source.text()).map_err(|error| complaint(source, &error, FIELDS, FORMS))?;
    let red = file.red.as_ref().map(|red| (red.span(), red.get_ref().as_str()));
    let mut located = match &file.board {
        Some(board) => read_drawn(source, &file, board, red)?,
        None => read_listed(source, &file, red)?,
    };
    located.red_name_help = RED_NAME_HELP;
    if let Some(goal) = &file.goal {
        if let Some(mark) = located.goal {
            return Err(Diagnostic::new(source, "the goal is given twice")
                .at(goal.span(), "here")
                .also(mark, "and here on the frame")
                .help("leave one of them out"));
        }
        located.goal = Some(goal.span());
        located.draft.goal = Some(position(source, goal, &located.draft)?);
    }
    if let Some(table) = file.cost {
        let names: Vec<String> = located.draft.cars.iter().map(|car| car.name.clone()).collect();
        located.draft.costs = Some(PieceCosts::read(source, table)?.of(source, &names)?);
    }
    Ok(located)
}

fn read_drawn(
    source: &Source,
    file: &BoardFile,
    board: &Spanned<String>,
    red: Option<(Span, &str)>,
) -> Result<Located, Diagnostic> {
    let listed = [
        file.rows.as_ref().map(Spanned::span),
        file.columns.as_ref().map(Spanned::span),
        file.walls.as_ref().map(Spanned::span),
        file.car.as_ref().and_then(|cars| cars.first()).map(Spanned::span),
    ];
    if let Some(span) = listed.into_iter().flatten().next() {
        return Err(Diagnostic::new(source, "the board is given twice")
            .at(span, "here as a list")
            .also(board.span(), "and here in characters")
            .help(FORMS));
    }
    let rows = quoted(source, "board", board)?;
    if rows.is_empty() {
        return Err(empty(source, board.span()));
    }
    read_rows(source, &rows, red)
}

fn read_listed(source: &Source, file: &BoardFile, red: Option<(Span, &str)>) -> Result<Located, Diagnostic> {
    let missing = |key: &str| {
        Diagnostic::new(source, format!("`{key}` is missing")).at(0..0, "in this file").help(FORMS)
    };
    let rows = file.rows.as_ref().ok_or_else(|| missing("rows"))?;
    let columns = file.columns.as_ref().ok_or_else(|| missing("columns"))?;
    let mut located = Located {
        draft: Draft {
            rows: number(source, "rows", rows)?,
            columns: number(source, "columns", columns)?,
            ..Draft::default()
        },
        size: rows.span(),
        ..Located::default()
    };
    located.name_red(red);
    for wall in file.walls.iter().flat_map(|walls| walls.get_ref()) {
        let [row, column] = wall.get_ref();
        located.wall(cell(source, row, column)?, wall.span());
    }
    for entry in file.car.iter().flatten() {
        let CarEntry { name, length, orientation, row, column } = entry.get_ref();
        let car = Car {
            name: name.get_ref().clone(),
            length: number(source, "length", length)?,
            orientation: match orientation.get_ref().as_str() {
                "h" | "horizontal" => Orientation::Horizontal,
                "v" | "vertical" => Orientation::Vertical,
                other => {
                    return Err(Diagnostic::new(source, format!("there is no orientation '{other}'"))
                        .at(orientation.span(), "here")
                        .help(
                            "write \"h\" for a car that moves along its row, \"v\" for one along its column",
                        ));
                }
            },
            cell: cell(source, row, column)?,
        };
        // The span of an inline table is all of it; that of a table is its header, which is less helpful than the name.
        let inline = source.text().get(entry.span()).is_some_and(|text| text.starts_with('{'));
        located.car(car, if inline { entry.span() } else { name.span() });
    }
    Ok(located)
}

/// Parses a number from 1 to [`MAX_SIDE`].
fn number(source: &Source, key: &str, value: &Spanned<i64>) -> Result<u8, Diagnostic> {
    u8::try_from(*value.get_ref()).ok().filter(|number| (1..=MAX_SIDE).contains(number)).ok_or_else(|| {
        Diagnostic::new(source, format!("`{key}` is {}", value.get_ref()))
            .at(value.span(), format!("not a number from 1 to {MAX_SIDE}"))
            .help(format!(
                "a board has at most {MAX_SIDE} rows and {MAX_SIDE} columns; rows and columns count from 1"
            ))
    })
}

/// Parses a cell from coordinates that count from 1.
fn cell(source: &Source, row: &Spanned<i64>, column: &Spanned<i64>) -> Result<Cell, Diagnostic> {
    Ok(Cell { row: number(source, "row", row)? - 1, column: number(source, "column", column)? - 1 })
}

/// Returns the position in the red car's lane that a goal names. A missing red car is left to the board's own check.
fn position(source: &Source, goal: &Spanned<GoalEntry>, draft: &Draft) -> Result<u8, Diagnostic> {
    let Some(red) = draft.red_car() else { return Ok(0) };
    let car = &draft.cars[red];
    let GoalEntry { row, column } = goal.get_ref();
    let (along, across, key) = match car.orientation {
        Orientation::Horizontal => (column, row, "column"),
        Orientation::Vertical => (row, column, "row"),
    };
    let lane = u16::from(car.lane()) + 1;
    let off_lane = across.as_ref().is_some_and(|across| *across.get_ref() != i64::from(lane));
    match along {
        Some(along) if !off_lane => Ok(number(source, key, along)? - 1),
        _ => {
            let other = if key == "row" { "column" } else { "row" };
            Err(Diagnostic::new(source, "the goal is outside the red car's lane")
                .at(goal.span(), format!("the red car '{}' never leaves {other} {lane}", car.name))
                .help(format!("say where its first cell is to end: goal = {{ {key} = 1 }}")))
        }
    }
}

/// Writes the board with its cars at these places, such that it can be parsed again: drawn where names are capital letters,
/// otherwise as a list of cars. `None` if a car has no place.
pub(super) fn write(board: &Board, places: &Places) -> Option<String> {
    let moved = |(id, place): (CarId, &Option<Cell>)| Some(Car { cell: (*place)?, ..board.car(id).clone() });
    let cars: Vec<Car> = board.car_ids().zip(places).map(moved).collect::<Option<_>>()?;
    // Cars that can be drawn in rows of characters.
    let can_be_drawn = |car: &Car| 1 < car.length && matches!(car.name.as_bytes(), [b'A'..=b'Z']);
    let mut text = if cars.iter().all(can_be_drawn) { drawn(board, &cars) } else { listed(board, &cars) };
    let red = board.car(board.red());
    if !board.has_default_red() {
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
    use crate::rush_hour::{read, shown};

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
            let written = write(&board, &shown::places(&board, task.initial())).unwrap();
            let again = read(&Source::new("board.toml", &written)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again, board, "{written}");
        }
    }
}
