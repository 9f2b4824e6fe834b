//! A draft with the place of each part in the text, so that diagnostics can point at it.

use crate::ordered::Map;

use super::{Board, BoardError, Car, Cell, Draft, MAX_SIDE};
use crate::text::{Diagnostic, Source, Span};

/// A [`Draft`] with the places of its parts.
#[derive(Debug, Default)]
pub(super) struct Located {
    pub(super) draft: Draft,
    pub(super) cars: Vec<Span>,
    pub(super) walls: Map<Cell, Span>,
    /// Where the size is written, or shows.
    pub(super) size: Span,
    pub(super) red: Option<Span>,
    pub(super) goal: Option<Span>,
    /// Advice on naming a red car in this format.
    pub(super) how_to_name_red: &'static str,
}

impl Located {
    /// Adds a wall; one that is there already stays.
    pub(super) fn wall(&mut self, cell: Cell, span: Span) {
        self.draft.walls.insert(cell);
        self.walls.entry(cell).or_insert(span);
    }

    pub(super) fn car(&mut self, car: Car, span: Span) {
        self.draft.cars.push(car);
        self.cars.push(span);
    }

    /// Takes the name of the red car, if there is one.
    pub(super) fn name_red(&mut self, name: Option<(Span, &str)>) {
        let (span, name) = name.unzip();
        self.red = span;
        self.draft.red = name.map(str::to_owned);
    }

    /// Makes the board, or points at what is wrong with it.
    pub(super) fn check(self, source: &Source) -> Result<Board, Diagnostic> {
        let Self { draft, cars, walls, size, red: named, goal, how_to_name_red } = self;
        let (rows, columns) = (draft.rows, draft.columns);
        let car_span = |car: usize| cars.get(car).cloned().unwrap_or(0..0);
        let wall_span = |cell: &Cell| walls.get(cell).cloned().unwrap_or(0..0);
        let board_size = format!("the board has {rows} rows and {columns} columns, counted from 1");
        draft.check().map_err(|error| {
            let diagnostic = Diagnostic::new(source, error.to_string());
            match error {
                BoardError::Size { .. } => diagnostic
                    .at(size, "the size of the board")
                    .help(format!("a board has 1 to {MAX_SIDE} rows and 1 to {MAX_SIDE} columns")),
                BoardError::Name { car, .. } => diagnostic
                    .at(car_span(car), "this name")
                    .help("a name has 1 to 32 characters and no spaces, such as 'b3', and is no sign of a printed board: . # * | < > ^"),
                BoardError::DuplicateName { first, second, name } => diagnostic
                    .at(car_span(second), format!("the second '{name}'"))
                    .also(car_span(first), "the first")
                    .help("give every car a name of its own"),
                BoardError::TwoReds { first, second, name } => diagnostic
                    .at(car_span(second), format!("the second '{name}'"))
                    .also(car_span(first), "the first")
                    .help("there is exactly one red car; give the other one another name"),
                BoardError::NoRed { .. } => diagnostic
                    .at(
                        named.clone().unwrap_or(size),
                        named.map_or("no car here is the red one", |_| "no such car"),
                    )
                    .help(how_to_name_red),
                BoardError::NoLength { car, .. } => {
                    diagnostic.at(car_span(car), "this car").help("a car covers at least 1 cell")
                }
                BoardError::CarOutside { car, .. } => diagnostic
                    .at(car_span(car), "this car")
                    .help(format!("{board_size}; a car is placed by its leftmost or topmost cell")),
                BoardError::WallOutside { cell } => {
                    diagnostic.at(wall_span(&cell), "this wall").help(board_size)
                }
                BoardError::Overlap { cars: [first, second], names, .. } => diagnostic
                    .at(car_span(second), format!("and so does '{}'", names[1]))
                    .also(car_span(first), format!("'{}' covers that cell", names[0]))
                    .help("move one of them; a car is placed by its leftmost or topmost cell"),
                BoardError::OnWall { car, cell, .. } => diagnostic
                    .at(car_span(car), "this car")
                    .also(wall_span(&cell), "this wall")
                    .help("move one of them; a car is placed by its leftmost or topmost cell"),
                BoardError::Costs { .. } => diagnostic.at(size, "on this board"),
                BoardError::GoalOutside { last } => diagnostic
                    .at(goal.unwrap_or(size), "the red car cannot end here")
                    .help(format!("the red car's first cell can end at 1 to {}", u16::from(last) + 1)),
            }
        })
    }
}
