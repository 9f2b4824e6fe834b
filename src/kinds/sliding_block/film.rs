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

use crate::draw::colouring::{Neighbours, PieceColours};
use crate::draw::film::{Actor, Film, Frame, Point, Shape};
use crate::draw::grid::{Grid, titled};
use crate::draw::palette::Colour;
use crate::draw::playable::{PlayableBoard, PlayablePiece};
use crate::draw::sentence;
use crate::draw::stage::{self, CORNER, INSET, RADIUS};
use crate::kinds::sliding_block::{Labelling, Piece, PieceId, Play, Positions, Puzzle};
use crate::text::{Cell, Paint};

/// A board with its pieces where they stand, as lines that all end in a line feed.
pub fn board(puzzle: &Puzzle, positions: &Positions) -> String {
    painted(puzzle, positions, &PieceColours::default(), Paint::Plain)
}

/// As [`board`], with or without the [colours](colours()) of the pieces.
pub fn painted(puzzle: &Puzzle, positions: &Positions, colours: &PieceColours, paint: Paint) -> String {
    let mut grid = Grid::empty(puzzle.rows(), puzzle.columns(), 1);
    for cell in puzzle.cells().filter(|cell| puzzle.is_wall(*cell)) {
        grid.write(cell, "#");
    }
    for id in puzzle.piece_ids() {
        let piece = puzzle.piece(id);
        let cells = positions.of(id).and_then(|anchor| piece.shape.cells_at(anchor));
        for cell in cells.into_iter().flatten() {
            grid.paint(cell, &piece.name.to_string(), colours.get(id.index()).0);
        }
    }
    grid.to_string(&[], None, paint)
}

/// The boards of a plan one below the other, each after the first under the name of the move that leads to it.
pub fn frames(puzzle: &Puzzle, play: &Play) -> String {
    let names = play.names(puzzle);
    let boards = play.positions().iter().map(|positions| board(puzzle, positions));
    titled(boards, names.iter().map(String::as_str))
}

/// The film of a plan.
pub fn film(title: &str, puzzle: &Puzzle, play: &Play) -> Film {
    let (width, height) = stage::size(puzzle.rows(), puzzle.columns());
    let walls: Vec<Cell> = puzzle.cells().filter(|cell| puzzle.is_wall(*cell)).collect();
    let ground = stage::empty(puzzle.rows(), puzzle.columns(), &walls, None);
    let colours = colours(puzzle, play.positions());
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
        actors: puzzle.piece_ids().map(|id| actor(puzzle, id, &colours)).collect(),
        overlay: goals(puzzle, &colours),
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

/// The goals of pieces; those in which any of a group may stand have all of its letters.
fn goals(puzzle: &Puzzle, colours: &PieceColours) -> Vec<Shape> {
    let goal = |id: PieceId| {
        let piece = puzzle.piece(id);
        let cells = piece.shape.cells_at(piece.goal?)?;
        let group = puzzle.interchangeable().iter().find(|group| group.contains(&id));
        let letters = group.map(|group| group.iter().map(|id| puzzle.piece(*id).name).collect::<String>());
        Some(match letters {
            Some(letters) => stage::goal(&cells, &letters, (Colour::Page, Colour::Ink)),
            None => stage::goal(&cells, &piece.name.to_string(), colours.get(id.index())),
        })
    };
    puzzle.piece_ids().filter_map(goal).flatten().collect()
}

/// The colours of the pieces in the pictures of a plan, in which they stand there one time after the other: a single piece
/// with a goal is red, and if there are several they differ. So do neighbours.
pub fn colours(puzzle: &Puzzle, positions: &[Positions]) -> PieceColours {
    let mut neighbours = Neighbours::of(positions.iter().map(|positions| {
        let of_piece = |id: PieceId| {
            let cells = positions.of(id).and_then(|anchor| puzzle.piece(id).shape.cells_at(anchor));
            cells.into_iter().flatten().map(move |cell| (cell, id.index()))
        };
        puzzle.piece_ids().flat_map(of_piece).collect()
    }));
    let goals = puzzle.piece_ids().filter(|id| puzzle.piece(*id).goal.is_some());
    let goals = goals.map(PieceId::index).collect_vec();
    goals.iter().array_combinations().for_each(|[one, other]| neighbours.add(*one, *other));
    PieceColours::of(puzzle.pieces().len(), &neighbours, |piece| goals == [piece])
}

/// A piece, seen from the corner of its first cell.
fn actor(puzzle: &Puzzle, id: PieceId, colours: &PieceColours) -> Actor {
    let piece = puzzle.piece(id);
    let name = piece.name.to_string();
    let (fill, ink) = colours.get(id.index());
    let cells = piece.shape.cells_at(piece.start).unwrap_or_default();
    let corner = Point::new(-f64::from(piece.start.column), -f64::from(piece.start.row));
    Actor {
        shapes: vec![
            Shape::cells(&cells, corner, INSET, RADIUS, fill),
            stage::label(&name, middle(&cells, corner), (1.0, 1.0), ink),
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
    use crate::kinds::sliding_block::{Labelling, PuzzleMetric, read, task};
    use crate::text::Source;

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
    fn the_only_piece_with_a_goal_is_red_and_others_differ() {
        let of = |puzzle: &Puzzle| {
            let colours = colours(puzzle, &[Positions::start(puzzle)]);
            (0..puzzle.pieces().len()).map(|piece| colours.get(piece).0).collect_vec()
        };
        let one = puzzle("start\nABBC\ngoal\n...A\n");
        assert_eq!(of(&one), [Colour::Red, Colour::Piece(1), Colour::Piece(2)]);
        // Nine pieces and eight colours: one is there twice, but not on neighbours, nor on both with a goal.
        let two = puzzle("start\nA.BCDEFGHI\ngoal\nI........A\n");
        assert!(of(&two)[1..].windows(2).all(|pair| pair[0] != pair[1]));
        assert_ne!(of(&two)[0], of(&two)[8]);
    }

    #[test]
    fn goals_are_dashed_and_have_names() {
        let of = |text: &str| {
            let puzzle = puzzle(text);
            goals(&puzzle, &colours(&puzzle, &[Positions::start(&puzzle)]))
        };
        let names = |shapes: &[Shape]| {
            let mut texts = shapes.iter().filter_map(|shape| match shape {
                Shape::Text { text, .. } => Some(text.clone()),
                _ => None,
            });
            texts.join("")
        };
        assert_eq!(names(&of("start\nABBC\ngoal\n...A\n")), "A");
        let two = of("start\nA.BC\ngoal\n..AB\n");
        assert_eq!(names(&two), "AB");
        let group = "start = \"A.BC\"\ngoal = \"..AB\"\ninterchangeable = [\"AB\"]\n";
        assert_eq!(names(&of(group)), "ABAB");
        let dashed = two.iter().filter(|shape| matches!(shape, Shape::Outline { dash: Some(_), .. }));
        assert_eq!(dashed.count(), 2);
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
