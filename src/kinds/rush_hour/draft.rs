//! A board as it is written, valid or not: [`Draft::check`] makes a [`Board`] of it, or an error. With the place of each part
//! in the text, diagnostics point at it.

use crate::ordered::{Map, Set};

use super::geometry::red_by_name;
use super::{Board, Car, CarId, Cell, MAX_SIDE};
use crate::task::Operator;
use crate::text::{Diagnostic, Source, Span};

/// The parts of a board, unchecked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
    /// The cars.
    pub cars: Vec<Car>,
    /// The cells that no car may enter.
    pub walls: Set<Cell>,
    /// The name of the red car; without it `X` if there is one, else `A`, else `r`.
    pub red: Option<String>,
    /// Where along its lane the red car's first cell is to end, from 0; without it as far as the lane goes.
    pub goal: Option<u8>,
    /// The cost of each move of a car, for each car; without it a move costs 1, and plans of fewest moves are looked for.
    pub costs: Option<Vec<u64>>,
}

/// The fault of a [`Draft`]. Cars are named by their indices in it.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// No rows or columns, or more than [`MAX_SIDE`].
    #[error("a board of {rows} rows and {columns} columns")]
    Size {
        /// The number of rows.
        rows: u8,
        /// The number of columns.
        columns: u8,
    },
    /// A name that is empty, too long, or a sign of printed boards, or has spaces or control characters in it.
    #[error("'{name}' cannot be the name of a car")]
    Name {
        /// The car.
        car: usize,
        /// Its name.
        name: String,
    },
    /// Two cars of the same name.
    #[error("there are two cars named '{name}'")]
    DuplicateName {
        /// The first car.
        first: usize,
        /// The other.
        second: usize,
        /// The name.
        name: String,
    },
    /// Two cars of the red car's name.
    #[error("there are two red cars: both are named '{name}'")]
    TwoReds {
        /// The first car.
        first: usize,
        /// The other.
        second: usize,
        /// The name.
        name: String,
    },
    /// No car has the red car's name.
    #[error("there is no red car{}", .wanted.as_ref().map(|name| format!(": no car is named '{name}'")).unwrap_or_default())]
    NoRed {
        /// The name that was asked for, if one was.
        wanted: Option<String>,
    },
    /// A car that covers no cell.
    #[error("car '{name}' has length 0")]
    NoLength {
        /// The car.
        car: usize,
        /// Its name.
        name: String,
    },
    /// A car that does not lie on the board.
    #[error("car '{name}' is outside the board: it covers {cell}")]
    CarOutside {
        /// The car.
        car: usize,
        /// Its name.
        name: String,
        /// The first cell of it that is outside.
        cell: Cell,
    },
    /// A wall that is not on the board.
    #[error("the wall at {cell} is outside the board")]
    WallOutside {
        /// Its cell.
        cell: Cell,
    },
    /// Two cars on one cell.
    #[error("cars '{}' and '{}' overlap at {cell}", .names[0], .names[1])]
    Overlap {
        /// The two cars.
        cars: [usize; 2],
        /// Their names.
        names: [String; 2],
        /// The first cell that both cover.
        cell: Cell,
    },
    /// A car on a wall.
    #[error("car '{name}' stands on the wall at {cell}")]
    OnWall {
        /// The car.
        car: usize,
        /// Its name.
        name: String,
        /// The wall's cell.
        cell: Cell,
    },
    /// Costs that are not one for each car, or too great.
    #[error("{n_costs} costs for {n_cars} cars, each at most {limit}", limit = Operator::GREATEST_COST)]
    Costs {
        /// The number of costs.
        n_costs: usize,
        /// The number of cars.
        n_cars: usize,
    },
    /// A goal where the red car would not lie on the board.
    #[error("the goal is outside the red car's lane")]
    GoalOutside {
        /// The greatest position of the red car's first cell that is on the board, from 0.
        last: u8,
    },
}

debug_is_message!(BoardError);

/// The longest name of a car, in characters.
const MAX_NAME: usize = 32;

/// The signs of a printed board that are no letters: empty cells, walls, goals and the frame.
const SIGNS: [&str; 7] = [".", "#", "*", "|", "<", ">", "^"];

impl Draft {
    /// The index of the red car, if there is one: the first of its name.
    pub fn red_car(&self) -> Option<usize> {
        match &self.red {
            Some(name) => self.cars.iter().position(|car| car.name == *name),
            None => red_by_name(&self.cars),
        }
    }

    /// Makes the board.
    ///
    /// # Errors
    /// The first thing that is wrong: size, then names, then places, then the goal, then costs.
    pub fn check(self) -> Result<Board, BoardError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&self.rows) || !sides.contains(&self.columns) {
            return Err(BoardError::Size { rows: self.rows, columns: self.columns });
        }
        let red = self.check_names()?;
        self.check_places()?;
        let car = &self.cars[red];
        let lane_length = car.orientation.along(Cell { row: self.rows, column: self.columns });
        let last = lane_length - car.length;
        let goal = self.goal.unwrap_or(last);
        if last < goal {
            return Err(BoardError::GoalOutside { last });
        }
        let Self { rows, columns, cars, walls, costs, .. } = self;
        let fits = |costs: &Vec<u64>| {
            costs.len() == cars.len() && costs.iter().all(|cost| *cost <= Operator::GREATEST_COST)
        };
        if let Some(costs) = costs.as_ref().filter(|costs| !fits(costs)) {
            return Err(BoardError::Costs { n_costs: costs.len(), n_cars: cars.len() });
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
                return Err(BoardError::Name { car: index, name: name.clone() });
            }
            let first = *by_name.entry(name.as_str()).or_insert(index);
            if first != index && duplicate.is_none() {
                duplicate = Some((first, index, name));
            }
        }
        match (self.red_car(), duplicate) {
            (Some(red), Some((first, second, name))) if red == first => {
                Err(BoardError::TwoReds { first, second, name: name.clone() })
            }
            (_, Some((first, second, name))) => {
                Err(BoardError::DuplicateName { first, second, name: name.clone() })
            }
            (Some(red), None) => Ok(red),
            (None, None) => Err(BoardError::NoRed { wanted: self.red.clone() }),
        }
    }

    /// Checks that everything is on the board and nothing shares a cell.
    fn check_places(&self) -> Result<(), BoardError> {
        let outside = |cell: Cell| self.rows <= cell.row || self.columns <= cell.column;
        if let Some(cell) = self.walls.iter().copied().find(|cell| outside(*cell)) {
            return Err(BoardError::WallOutside { cell });
        }
        let mut covered: Map<Cell, usize> = Map::new();
        for (index, car) in self.cars.iter().enumerate() {
            let name = car.name.clone();
            if car.length == 0 {
                return Err(BoardError::NoLength { car: index, name });
            }
            for cell in car.cells_at(car.position()) {
                if outside(cell) {
                    return Err(BoardError::CarOutside { car: index, name, cell });
                }
                if self.walls.contains(&cell) {
                    return Err(BoardError::OnWall { car: index, name, cell });
                }
                if let Some(other) = covered.insert(cell, index) {
                    let names = [self.cars[other].name.clone(), name];
                    return Err(BoardError::Overlap { cars: [other, index], names, cell });
                }
            }
        }
        Ok(())
    }
}

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
