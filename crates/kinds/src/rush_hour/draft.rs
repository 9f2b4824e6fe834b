//! A board as it is written, valid or not: [`Draft::check`] makes a [`Board`] of it, or an error. With the place of each part
//! in the text, diagnostics point at it.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::{Diagnostic, Source, Span};
use bmcplan_task::Operator;

use super::geometry::red_by_name;
use super::{Board, Car, CarId, Cell, MAX_SIDE};

/// Parts of a board, unchecked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub columns: u8,
    /// All cars, the red one included.
    pub cars: Vec<Car>,
    /// Cells that no car may enter.
    pub walls: Set<Cell>,
    /// Name of the red car. Default: `X` if there is one, else `A`, else `r`.
    pub red: Option<String>,
    /// Goal position of the red car's first cell along its lane, from 0. Default: the end of its lane.
    pub goal: Option<u8>,
    /// Cost of each move, for each car. Default: a move costs 1, and plans of fewest moves are searched for.
    pub costs: Option<Vec<u64>>,
}

/// Fault of a [`Draft`], in words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BoardError {
    message: String,
    /// Parts at fault, the main one first, each with its label.
    parts: Vec<(Part, String)>,
    help: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Size,
    Red,
    Goal,
    Car(usize),
    Wall(Cell),
}

impl BoardError {
    fn at(message: String, part: Part, label: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message, parts: vec![(part, label.into())], help: help.into() }
    }

    fn also(mut self, part: Part, label: impl Into<String>) -> Self {
        self.parts.push((part, label.into()));
        self
    }
}

/// Greatest length of a car's name, in characters.
const MAX_NAME: usize = 32;

/// Characters of a printed board that are not letters: empty cells, walls, goals and the frame.
const SIGNS: [&str; 7] = [".", "#", "*", "|", "<", ">", "^"];

impl Draft {
    /// Returns the index of the red car, if there is one: the first of its name.
    pub fn red_car(&self) -> Option<usize> {
        match &self.red {
            Some(name) => self.cars.iter().position(|car| car.name == *name),
            None => red_by_name(&self.cars),
        }
    }

    /// Checks all parts and returns the board.
    ///
    /// # Errors
    /// The first fault: of the size, then names, then places, then the goal, then costs.
    pub fn check(self) -> Result<Board, BoardError> {
        let (sides, rows, columns) = (1..=MAX_SIDE, self.rows, self.columns);
        if !sides.contains(&rows) || !sides.contains(&columns) {
            let message = format!("a board of {rows} rows and {columns} columns");
            let help = format!("a board has 1 to {MAX_SIDE} rows and 1 to {MAX_SIDE} columns");
            return Err(BoardError::at(message, Part::Size, "the size of the board", help));
        }
        let red = self.check_names()?;
        self.check_places()?;
        let car = &self.cars[red];
        let lane_length = car.orientation.along(Cell { row: rows, column: columns });
        let last = lane_length - car.length;
        let goal = self.goal.unwrap_or(last);
        if last < goal {
            let message = "the goal is outside the red car's lane".to_owned();
            let help = format!("the red car's first cell can end at 1 to {}", u16::from(last) + 1);
            return Err(BoardError::at(message, Part::Goal, "the red car cannot end here", help));
        }
        let Self { cars, walls, costs, .. } = self;
        let limit = Operator::GREATEST_COST;
        let fits = |costs: &Vec<u64>| costs.len() == cars.len() && costs.iter().all(|cost| *cost <= limit);
        if let Some(costs) = costs.as_ref().filter(|costs| !fits(costs)) {
            let (n_costs, n_cars) = (costs.len(), cars.len());
            let message = format!("{n_costs} costs for {n_cars} cars, each at most {limit}");
            return Err(BoardError::at(message, Part::Size, "on this board", ""));
        }
        Ok(Board::from_checked([rows, columns], cars, walls, CarId::from_index(red), goal, costs))
    }

    /// Checks the names and finds the red car.
    fn check_names(&self) -> Result<usize, BoardError> {
        let mut by_name = Map::new();
        let mut duplicate = None;
        for (index, Car { name, .. }) in self.cars.iter().enumerate() {
            let banned = |c: char| c.is_whitespace() || c.is_control();
            let is_sign = SIGNS.contains(&name.as_str());
            if name.is_empty() || is_sign || name.contains(banned) || MAX_NAME < name.chars().count() {
                let help = "a name has 1 to 32 characters and no spaces, such as 'b3', and is not a sign of a printed board: . # * | < > ^";
                let message = format!("'{name}' cannot be the name of a car");
                return Err(BoardError::at(message, Part::Car(index), "this name", help));
            }
            let first = *by_name.entry(name.as_str()).or_insert(index);
            if first != index && duplicate.is_none() {
                duplicate = Some((first, index, name));
            }
        }
        let red = self.red_car();
        if let Some((first, second, name)) = duplicate {
            let (message, help) = match red == Some(first) {
                true => (
                    format!("there are two red cars: both are named '{name}'"),
                    "there is exactly one red car; give the other one another name",
                ),
                false => (format!("there are two cars named '{name}'"), "give every car a name of its own"),
            };
            let second = BoardError::at(message, Part::Car(second), format!("the second '{name}'"), help);
            return Err(second.also(Part::Car(first), "the first"));
        }
        red.ok_or_else(|| {
            let wanted = self.red.as_ref().map(|name| format!(": no car is named '{name}'"));
            let message = format!("there is no red car{}", wanted.unwrap_or_default());
            BoardError::at(message, Part::Red, "no car here is the red one", "")
        })
    }

    /// Checks that everything is on the board and that no two parts share a cell.
    fn check_places(&self) -> Result<(), BoardError> {
        let Self { rows, columns, .. } = self;
        let outside = |cell: Cell| *rows <= cell.row || *columns <= cell.column;
        let size = format!("the board has {rows} rows and {columns} columns, counted from 1");
        let move_one = "move one of them; a car is placed by its leftmost or topmost cell";
        if let Some(cell) = self.walls.iter().copied().find(|cell| outside(*cell)) {
            let message = format!("the wall at {cell} is outside the board");
            return Err(BoardError::at(message, Part::Wall(cell), "this wall", size));
        }
        let mut covered: Map<Cell, usize> = Map::new();
        for (index, car) in self.cars.iter().enumerate() {
            let (name, place) = (&car.name, Part::Car(index));
            if car.length == 0 {
                let message = format!("car '{name}' has length 0");
                return Err(BoardError::at(message, place, "this car", "a car covers at least 1 cell"));
            }
            for cell in car.cells_at(car.position()) {
                if outside(cell) {
                    let message = format!("car '{name}' is outside the board: it covers {cell}");
                    let help = format!("{size}; a car is placed by its leftmost or topmost cell");
                    return Err(BoardError::at(message, place, "this car", help));
                }
                if self.walls.contains(&cell) {
                    let message = format!("car '{name}' stands on the wall at {cell}");
                    let car = BoardError::at(message, place, "this car", move_one);
                    return Err(car.also(Part::Wall(cell), "this wall"));
                }
                if let Some(other) = covered.insert(cell, index) {
                    let first = &self.cars[other].name;
                    let message = format!("cars '{first}' and '{name}' overlap at {cell}");
                    let second = BoardError::at(message, place, format!("and so does '{name}'"), move_one);
                    return Err(second.also(Part::Car(other), format!("'{first}' covers that cell")));
                }
            }
        }
        Ok(())
    }
}

/// [`Draft`] with the places of its parts in the text.
#[derive(Debug, Default)]
pub(super) struct Located {
    pub(super) draft: Draft,
    pub(super) cars: Vec<Span>,
    pub(super) walls: Map<Cell, Span>,
    /// Span in which the size is written, or shows.
    pub(super) size: Span,
    pub(super) red: Option<Span>,
    pub(super) goal: Option<Span>,
    /// Are the empty cells blanks?
    pub(super) has_blanks: bool,
    /// Advice on naming a red car in this format.
    pub(super) red_name_help: &'static str,
}

impl Located {
    /// Adds a wall, unless it is there already.
    pub(super) fn wall(&mut self, cell: Cell, span: Span) {
        self.draft.walls.insert(cell);
        self.walls.entry(cell).or_insert(span);
    }

    pub(super) fn car(&mut self, car: Car, span: Span) {
        self.draft.cars.push(car);
        self.cars.push(span);
    }

    /// Sets the name of the red car, if there is one.
    pub(super) fn name_red(&mut self, name: Option<(Span, &str)>) {
        let (span, name) = name.unzip();
        self.red = span;
        self.draft.red = name.map(str::to_owned);
    }

    /// Makes the board, or points at its fault.
    pub(super) fn check(self, source: &Source) -> Result<Board, Diagnostic> {
        let Self { draft, cars, walls, size, red, goal, red_name_help, .. } = self;
        let span = |part: Part| match part {
            Part::Size => Some(&size),
            Part::Red => Some(red.as_ref().unwrap_or(&size)),
            Part::Goal => Some(goal.as_ref().unwrap_or(&size)),
            Part::Car(car) => cars.get(car),
            Part::Wall(cell) => walls.get(&cell),
        };
        let span = |part: Part| span(part).cloned().unwrap_or(0..0);
        draft.check().map_err(|error| {
            let BoardError { message, parts, help } = error;
            let mut diagnostic = Diagnostic::new(source, message);
            for (index, (part, label)) in parts.iter().enumerate() {
                let label = if *part == Part::Red && red.is_some() { "no such car" } else { &**label };
                diagnostic = match index {
                    0 => diagnostic.at(span(*part), label),
                    _ => diagnostic.also(span(*part), label),
                };
            }
            match parts.first() {
                Some((Part::Red, _)) => diagnostic.help(red_name_help),
                _ if help.is_empty() => diagnostic,
                _ => diagnostic.help(help),
            }
        })
    }
}
