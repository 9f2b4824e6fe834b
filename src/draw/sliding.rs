//! Sliding-block puzzles as text, and films of their plans. As text: one column per cell, plain ASCII around the letters of
//! the pieces.
//!
//! ```text
//! +---------+
//! | A B B C |
//! | A B B C |
//! | D E E . |    an empty cell
//! | D # # . |    two walls
//! +---------+
//! ```

use itertools::Itertools as _;

use super::film::{Actor, Film, Frame, Point, Shape};
use super::grid::{Grid, titled};
use super::palette::Colour;
use super::stage::{self, CORNER, INSET, RADIUS};
use crate::frontend::sliding_block::{Piece, PieceId, Play, Positions, Puzzle};
use crate::frontend::{Cell, Paint};

/// A board with its pieces where they stand, as lines that all end in a line feed.
pub fn board(puzzle: &Puzzle, positions: &Positions) -> String {
    painted(puzzle, positions, Paint::Plain)
}

/// As [`board`], with or without the colours of the pieces.
pub fn painted(puzzle: &Puzzle, positions: &Positions, paint: Paint) -> String {
    let mut grid = Grid::empty(puzzle.rows(), puzzle.columns(), 1);
    for cell in puzzle.cells().filter(|cell| puzzle.is_wall(*cell)) {
        grid.write(cell, "#");
    }
    for id in puzzle.piece_ids() {
        let piece = puzzle.piece(id);
        let cells = positions.of(id).and_then(|anchor| piece.shape.cells_at(anchor));
        for cell in cells.into_iter().flatten() {
            grid.paint(cell, &piece.name.to_string(), colours(puzzle, piece).0);
        }
    }
    grid.to_string(None, paint)
}

/// The boards of a plan one below the other, each after the first under the name of the move that leads to it.
pub fn frames(puzzle: &Puzzle, play: &Play) -> String {
    let names = play.names(puzzle);
    let boards = play.positions().iter().map(|positions| board(puzzle, positions));
    titled(boards, names.iter().map(String::as_str))
}

/// The film of a plan. Pieces of one shape have one colour; where a single piece has a goal, it is the red one.
pub fn film(title: &str, puzzle: &Puzzle, play: &Play) -> Film {
    let (width, height) = stage::size(puzzle.rows(), puzzle.columns());
    let walls: Vec<Cell> = puzzle.cells().filter(|cell| puzzle.is_wall(*cell)).collect();
    let mut ground = stage::empty(puzzle.rows(), puzzle.columns(), &walls, None);
    ground.extend(puzzle.pieces().iter().filter_map(goal).flatten());
    let captions = ["start".to_owned()].into_iter().chain(play.names(puzzle));
    let frames = play.positions().iter().zip(captions).map(|(positions, caption)| Frame {
        caption,
        description: board(puzzle, positions),
        places: puzzle.piece_ids().map(|id| positions.of(id).map(|cell| CORNER.corner_of(cell))).collect(),
        shapes: Vec::new(),
    });
    Film {
        title: title.to_owned(),
        width,
        height,
        ground,
        actors: puzzle.piece_ids().map(|id| actor(puzzle, id)).collect(),
        frames: frames.collect(),
    }
}

/// The goal of a piece, marked with its letter.
fn goal(piece: &Piece) -> Option<[Shape; 2]> {
    let cells = piece.shape.cells_at(piece.goal?)?;
    let middle = middle(&cells, CORNER);
    let name = piece.name.to_string();
    Some([stage::goal(&cells), Shape::label(middle, stage::label_size(&name), name, Colour::Goal)])
}

/// The colours of a piece and of the letter on it.
fn colours(puzzle: &Puzzle, piece: &Piece) -> (Colour, Colour) {
    let goals = puzzle.pieces().iter().filter(|piece| piece.goal.is_some()).count();
    if goals == 1 && piece.goal.is_some() {
        return (Colour::Red, Colour::OnRed);
    }
    let shapes = puzzle.pieces().iter().map(|piece| &piece.shape).unique();
    let number = shapes.take_while(|shape| **shape != piece.shape).count();
    (Colour::Piece(number), Colour::OnPiece(number))
}

/// A piece, seen from the corner of its first cell.
fn actor(puzzle: &Puzzle, id: PieceId) -> Actor {
    let piece = puzzle.piece(id);
    let name = piece.name.to_string();
    let (fill, ink) = colours(puzzle, piece);
    let cells = piece.shape.cells_at(piece.start).unwrap_or_default();
    let corner = Point::new(-f64::from(piece.start.column), -f64::from(piece.start.row));
    Actor {
        shapes: vec![
            Shape::cells(&cells, corner, INSET, RADIUS, fill),
            Shape::label(middle(&cells, corner), stage::label_size(&name), name.clone(), ink),
        ],
        name,
    }
}

/// The middle of cells or, where that lies outside of them, that of the cell that is nearest to it.
fn middle(cells: &[Cell], corner: Point) -> Point {
    let bounds = |of: fn(&Cell) -> u8| {
        let (least, greatest) = cells.iter().map(of).minmax().into_option().unwrap_or_default();
        (f64::from(least), f64::from(greatest) + 1.0)
    };
    let ((top, bottom), (left, right)) = (bounds(|cell| cell.row), bounds(|cell| cell.column));
    let middle = Point::new((left + right) / 2.0, (top + bottom) / 2.0);
    let distance = |x: f64, y: f64| (x - middle.x).abs().max((y - middle.y).abs());
    let centres = cells.iter().map(|cell| (f64::from(cell.column) + 0.5, f64::from(cell.row) + 0.5));
    // In the middle of a cell, or between two or four of them.
    let touching = centres.clone().filter(|(x, y)| distance(*x, *y) <= 0.5).count();
    let between = |length: f64| if length.fract() == 0.0 { 2 } else { 1 };
    if touching == between(middle.x) * between(middle.y) {
        return corner.plus(middle.x, middle.y);
    }
    let nearest = centres.min_by(|a, b| distance(a.0, a.1).total_cmp(&distance(b.0, b.1)));
    nearest.map_or(corner, |(x, y)| corner.plus(x, y))
}
