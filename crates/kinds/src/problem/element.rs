//! Elements of a problem: parts such as pieces, walls and goals without which a plan can only become shorter or possible.

use std::fmt;

use serde::{Deserialize, Serialize};

use bmcplan_base::names::chosen_by_name;
use bmcplan_base::text::Cell;

/// A part of a problem. Without it, every plan of the problem is still one, but for moves of a piece that is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The sort of part.
    pub kind: ElementKind,
    /// Its name among those of its kind.
    pub name: String,
    /// The cells that it covers at the start, if it stands on a board.
    pub cells: Vec<Cell>,
}

/// A sort of element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementKind {
    /// A piece that no goal is about.
    Piece,
    /// A wall of one cell.
    Wall,
    /// A literal of the goal.
    Goal,
    /// Everything that operators ask of one variable before they are applied.
    Condition,
}

impl Element {
    /// A piece on these cells.
    pub fn piece(name: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { kind: ElementKind::Piece, name: name.into(), cells }
    }

    /// The wall on a cell.
    pub fn wall(cell: Cell) -> Self {
        let name = format!("{},{}", u16::from(cell.row) + 1, u16::from(cell.column) + 1);
        Self { kind: ElementKind::Wall, name, cells: vec![cell] }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.name)
    }
}

chosen_by_name!(
    ElementKind { Piece: "piece", Wall: "wall", Goal: "goal", Condition: "condition" },
    UnknownElementKind,
    "kind of element"
);
