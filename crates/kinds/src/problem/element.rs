//! Elements of a problem: parts such as pieces, walls and goals. Leaving them out can only make plans shorter or possible.

use std::fmt;

use serde::{Deserialize, Serialize};

use bmcplan_base::names::chosen_by_name;
use bmcplan_base::text::Cell;

/// A part of a problem. Without it, every plan of the problem is still a plan, except for moves of a removed piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// The sort of part.
    pub kind: ElementKind,
    /// Name, unique within its kind.
    pub name: String,
    /// Cells covered at the start, if the element stands on a board.
    pub cells: Vec<Cell>,
}

/// A sort of element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementKind {
    /// A piece that occurs in no goal.
    Piece,
    /// A wall of one cell.
    Wall,
    /// A literal of the goal.
    Goal,
    /// All preconditions on one variable.
    Condition,
}

impl Element {
    /// Returns the element of a piece that covers `cells`.
    pub fn piece(name: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { kind: ElementKind::Piece, name: name.into(), cells }
    }

    /// Returns the element of the wall on `cell`.
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
