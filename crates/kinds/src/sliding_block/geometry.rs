//! Shapes, directions, and sets of cells as bits. In code, rows and columns count from 0; in files and messages they count from
//! 1.

use bmcplan_base::text::Cell;

/// Greatest number of rows, and of columns.
pub const MAX_SIDE: u8 = 16;

/// Index of a piece in its puzzle, in reading order of the pieces' first cells at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(u16);

impl PieceId {
    /// Returns the id of the `index`-th piece. Indices past `u16::MAX` saturate; a board has at most 16·16 pieces.
    pub fn from_index(index: usize) -> Self {
        Self(u16::try_from(index).unwrap_or(u16::MAX))
    }

    /// Returns the index in the puzzle's pieces.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Direction of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
    /// To the column after.
    Right,
}

impl Direction {
    /// All directions.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Returns the word for it in the names of moves.
    pub fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Returns the next cell in this direction. It may be outside the board; `None` if it has no coordinates at all.
    pub fn next(self, Cell { row, column }: Cell) -> Option<Cell> {
        Some(match self {
            Self::Up => Cell { row: row.checked_sub(1)?, column },
            Self::Down => Cell { row: row.checked_add(1)?, column },
            Self::Left => Cell { row, column: column.checked_sub(1)? },
            Self::Right => Cell { row, column: column.checked_add(1)? },
        })
    }
}

/// Cells of a piece relative to its *anchor*, its first cell in reading order. They need not be connected.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceShape(Box<[(u8, i8)]>);

impl PieceShape {
    /// Builds the shape of a piece with these cells, given in reading order.
    pub(super) fn of(cells: &[Cell]) -> Self {
        let column = |cell: &Cell| i8::try_from(cell.column).unwrap_or(i8::MAX);
        let offset = |anchor: &Cell, cell: &Cell| (cell.row - anchor.row, column(cell) - column(anchor));
        Self(
            cells
                .first()
                .map_or_else(Box::default, |anchor| cells.iter().map(|cell| offset(anchor, cell)).collect()),
        )
    }

    /// Returns the number of cells.
    pub fn area(&self) -> usize {
        self.0.len()
    }

    /// Returns the cells when the anchor is at `anchor`, in reading order; `None` if some would have no coordinates.
    pub fn cells_at(&self, anchor: Cell) -> Option<Vec<Cell>> {
        let at = |(down, right): &(u8, i8)| {
            let row = anchor.row.checked_add(*down)?;
            Some(Cell { row, column: anchor.column.checked_add_signed(*right)? })
        };
        self.0.iter().map(at).collect()
    }
}

const WORDS: usize = 4;
const SIDE: usize = 16;
const _: () = assert!(SIDE * SIDE == WORDS * 64 && MAX_SIDE == 16);

/// Set of cells of a board of at most 16×16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct CellSet([u64; WORDS]);

impl CellSet {
    /// Adds a cell. A cell outside of every board is ignored.
    pub(super) fn insert(&mut self, cell: Cell) {
        if let Some((word, bit)) = place(cell) {
            self.0[word] |= bit;
        }
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        place(cell).is_some_and(|(word, bit)| self.0[word] & bit != 0)
    }

    pub(super) fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub(super) fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    pub(super) fn intersects(self, other: Self) -> bool {
        self.zip(other, |a, b| a & b) != Self::default()
    }

    pub(super) fn len(self) -> usize {
        self.0.into_iter().map(|word| usize::try_from(word.count_ones()).unwrap_or(0)).sum()
    }

    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = combine(*word, other);
        }
        Self(words)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// Returns the word of a cell and its bit in that word.
fn place(cell: Cell) -> Option<(usize, u64)> {
    let index = (cell.row < MAX_SIDE && cell.column < MAX_SIDE)
        .then(|| usize::from(cell.row) * SIDE + usize::from(cell.column))?;
    Some((index / 64, 1 << (index % 64)))
}
