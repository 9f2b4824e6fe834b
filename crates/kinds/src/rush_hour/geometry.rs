//! Cells, lanes and cars. In code, rows and columns count from 0; in files and messages they count from 1.

pub use bmcplan_base::text::Cell;

/// Greatest number of rows, and of columns.
pub const MAX_SIDE: u8 = 64;

/// Direction in which a car is placed and moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

impl Orientation {
    /// Returns the coordinate that changes when a car of this orientation moves.
    pub fn along(self, cell: Cell) -> u8 {
        match self {
            Self::Horizontal => cell.column,
            Self::Vertical => cell.row,
        }
    }

    /// Returns the coordinate that stays: the lane.
    pub fn across(self, cell: Cell) -> u8 {
        match self {
            Self::Horizontal => cell.row,
            Self::Vertical => cell.column,
        }
    }

    /// Returns the cell with these two coordinates, the inverse of [`along`](Self::along) and [`across`](Self::across).
    pub fn cell(self, across: u8, along: u8) -> Cell {
        match self {
            Self::Horizontal => Cell { row: across, column: along },
            Self::Vertical => Cell { row: along, column: across },
        }
    }
}

/// Index of a car on its board, in the order of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CarId(u16);

impl CarId {
    /// Returns the id of the `index`-th car. Indices past `u16::MAX` saturate; a board has at most 64·64 cars.
    pub fn from_index(index: usize) -> Self {
        Self(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// Returns the index of the car.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Car with its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Car {
    /// Name: no spaces, unique on the board.
    pub name: String,
    /// Number of cells that it covers, at least 1.
    pub length: u8,
    /// Direction in which it moves.
    pub orientation: Orientation,
    /// First cell at the start: the leftmost or topmost.
    pub cell: Cell,
}

impl Car {
    /// Returns the row (of a horizontal car) or column (of a vertical one) that it never leaves, from 0.
    pub fn lane(&self) -> u8 {
        self.orientation.across(self.cell)
    }

    /// Returns the coordinate of its first cell along its lane at the start, from 0.
    pub fn position(&self) -> u8 {
        self.orientation.along(self.cell)
    }

    /// Returns the cells covered when the first one is at `position` along the lane.
    pub fn cells_at(&self, position: u8) -> impl Iterator<Item = Cell> + use<> {
        let (orientation, lane) = (self.orientation, self.lane());
        (position..position.saturating_add(self.length)).map(move |along| orientation.cell(lane, along))
    }
}

/// Name that only the red car has.
pub(super) const UNAMBIGUOUS: &str = "X";

/// Default names of the red car, best first.
const RED_NAMES: [&str; 3] = [UNAMBIGUOUS, "A", "r"];

/// Checks for usual names of red cars, in capital letters or small ones.
pub(super) fn is_red_name(name: &str) -> bool {
    RED_NAMES.iter().any(|red| red.eq_ignore_ascii_case(name))
}

/// Returns the index of the default red car.
pub(super) fn red_by_name(cars: &[Car]) -> Option<usize> {
    RED_NAMES.into_iter().find_map(|name| cars.iter().position(|car| car.name == name))
}
