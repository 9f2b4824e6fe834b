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
use super::playable::{PlayableBoard, PlayablePiece};
use super::sentence;
use super::stage::{self, CORNER, INSET, RADIUS};
use crate::frontend::sliding_block::{Labelling, Piece, PieceId, Play, Positions, Puzzle};
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
    ground.extend(goals(puzzle));
    let captions = ["start".to_owned()].into_iter().chain(play.names(puzzle));
    let frames = play.positions().iter().zip(captions).map(|(positions, caption)| Frame {
        caption,
        description: description(puzzle, positions),
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
        ..Film::default()
    }
}

/// The board with its rules, for those who want to play on it; the metric is that of the moves.
pub fn playable(puzzle: &Puzzle, labelling: Labelling, metric: &str) -> PlayableBoard {
    let number =
        |cell: Cell| usize::from(cell.row) * usize::from(puzzle.columns()) + usize::from(cell.column);
    let groups = labelling.classes(puzzle);
    let piece = |id: PieceId| {
        let piece = puzzle.piece(id);
        PlayablePiece {
            name: piece.name.to_string(),
            cells: piece.shape.cells_at(piece.start).into_iter().flatten().map(number).collect(),
            axis: None,
            goal: piece.goal.map(number),
            group: groups.iter().take_while(|group| !group.contains(&id)).count(),
        }
    };
    PlayableBoard {
        rows: puzzle.rows(),
        columns: puzzle.columns(),
        walls: puzzle.cells().filter(|cell| puzzle.is_wall(*cell)).map(number).collect(),
        pieces: puzzle.piece_ids().map(piece).collect(),
        metric: metric.to_owned(),
    }
}

/// Where all pieces are, the walls, and the goals, a line each.
fn description(puzzle: &Puzzle, positions: &Positions) -> String {
    let at = |name: &str, piece: &Piece, anchor: Option<Cell>| {
        sentence::line(name, &anchor.and_then(|anchor| piece.shape.cells_at(anchor)).unwrap_or_default())
    };
    let pieces = puzzle.piece_ids().map(|id| {
        let piece = puzzle.piece(id);
        at(&piece.name.to_string(), piece, positions.of(id))
    });
    let walls = puzzle.cells().filter(|cell| puzzle.is_wall(*cell)).collect_vec();
    let goals = puzzle.pieces().iter().map(|piece| at(&format!("goal of {}", piece.name), piece, piece.goal));
    pieces.chain([sentence::line("walls", &walls)]).chain(goals).collect()
}

/// The goals of pieces, with their letters if there are several.
fn goals(puzzle: &Puzzle) -> Vec<Shape> {
    let cells = |piece: &Piece| Some((piece.name.to_string(), piece.shape.cells_at(piece.goal?)?));
    let goals = puzzle.pieces().iter().filter_map(cells).collect_vec();
    let label = |(name, cells): &(String, Vec<Cell>)| {
        Shape::label(middle(cells, CORNER), stage::label_size(name), name.clone(), Colour::Goal)
    };
    let labels = goals.iter().filter(|_| 1 < goals.len()).map(label);
    goals.iter().map(|(_, cells)| stage::goal(cells)).chain(labels).collect()
}

/// The colours of a piece and of the letter on it.
fn colours(puzzle: &Puzzle, piece: &Piece) -> (Colour, Colour) {
    let n_goals = puzzle.pieces().iter().filter(|piece| piece.goal.is_some()).count();
    if n_goals == 1 && piece.goal.is_some() {
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
    let centres = cells.iter().map(|cell| (f64::from(cell.column) + 0.5, f64::from(cell.row) + 0.5));
    // In the middle of a cell, or between two or four of them.
    let touches = |(x, y): &(f64, f64)| (x - middle.x).abs().max((y - middle.y).abs()) <= 0.5;
    let touching = centres.clone().filter(touches).count();
    let between = |length: f64| if length.fract() == 0.0 { 2 } else { 1 };
    if touching == between(middle.x) * between(middle.y) {
        return corner.plus(middle.x, middle.y);
    }
    let distance = |(x, y): (f64, f64)| (x - middle.x).hypot(y - middle.y);
    let nearest = centres.min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    nearest.map_or(corner, |(x, y)| corner.plus(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::Source;
    use crate::frontend::sliding_block::{Labelling, PuzzleMetric, read, task};

    fn puzzle(text: &str) -> Puzzle {
        read(&Source::new("test", text)).unwrap()
    }

    fn cells(of: &[(u8, u8)]) -> Vec<Cell> {
        of.iter().map(|&(row, column)| Cell { row, column }).collect()
    }

    #[test]
    fn names_stand_in_the_middle_if_there_is_a_piece() {
        let at = |of: &[(u8, u8)]| middle(&cells(of), Point::default());
        assert_eq!(at(&[(0, 0), (0, 1)]), Point::new(1.0, 0.5));
        assert_eq!(at(&[(0, 0), (0, 1), (1, 0), (1, 1)]), Point::new(1.0, 1.0));
        // A corner, a ring, and two cells apart.
        assert_eq!(at(&[(0, 0), (1, 0), (1, 1)]), Point::new(0.5, 0.5));
        let ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
        assert_eq!(at(&ring), Point::new(1.5, 0.5));
        assert_eq!(at(&[(0, 0), (0, 3)]), Point::new(0.5, 0.5));
        assert_eq!(at(&[]), Point::default());
    }

    #[test]
    fn the_only_piece_with_a_goal_is_red_and_shapes_have_colours() {
        let one = puzzle("start\nABBC\ngoal\n...A\n");
        let of = |puzzle: &Puzzle| puzzle.pieces().iter().map(|piece| colours(puzzle, piece).0).collect_vec();
        assert_eq!(of(&one), [Colour::Red, Colour::Piece(1), Colour::Piece(0)]);
        let two = puzzle("start\nA.BC\ngoal\n..AB\n");
        assert_eq!(of(&two), [Colour::Piece(0); 3]);
        assert_eq!([goals(&one).len(), goals(&two).len()], [1, 4]);
    }

    #[test]
    fn a_piece_is_drawn_from_its_first_cell() {
        // The first cell of the piece is not in its first column.
        let puzzle = puzzle("start\n.A..\nAA..\ngoal\n..A.\n.AA.\n");
        let task =
            task(&puzzle, PuzzleMetric::Units, Labelling::Shapes, &crate::stop::Stop::default()).unwrap();
        let film = film("test", &puzzle, &Play::of(&puzzle, Labelling::Shapes, &task, []));
        let Shape::Area { loops, .. } = &film.actors[0].shapes[0] else { panic!("{:?}", film.actors) };
        let left = loops[0].iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
        assert_eq!(left, INSET - 1.0);
        assert_eq!(film.frames[0].places, [Some(CORNER.plus(1.0, 0.0))]);
    }
}
