//! Pieces on a board, the common model of both kinds of boards: shapes, lanes, goals and groups, and the places of all pieces
//! in a state. Text for terminals, films and playable boards are made from it.

use itertools::Itertools as _;

use bmcplan_base::ordered::Set;
use bmcplan_base::text::{Cell, Paint};
use bmcplan_draw::colouring::{Neighbours, PieceColours};
use bmcplan_draw::film::{Actor, Film, Frame, Point, Shape};
use bmcplan_draw::grid::{BoardExit, Grid};
use bmcplan_draw::palette::Colour;
use bmcplan_draw::playable::{Axis, PlayableBoard, PlayablePiece};
use bmcplan_draw::stage::{self, CORNER, INSET, RADIUS};
use bmcplan_draw::words;

use crate::problem::MoveDetails;

pub(super) struct PieceBoard {
    pub(super) rows: u8,
    pub(super) columns: u8,
    /// Cells that no piece may enter, row by row.
    pub(super) walls: Vec<Cell>,
    pub(super) pieces: Vec<BoardPiece>,
    /// Place on the frame where the only piece with a goal leaves the board. Goals without an exit are marked on the board.
    pub(super) exit: Option<BoardExit>,
    /// Name behind the mark of the goal in text.
    pub(super) goal_name: Option<String>,
}

pub(super) struct BoardPiece {
    pub(super) name: String,
    /// Cells at the start, in reading order; at least one.
    pub(super) cells: Vec<Cell>,
    /// Lane that the piece never leaves, if any.
    pub(super) axis: Option<Axis>,
    /// Place of its first cell at the end.
    pub(super) goal: Option<Cell>,
    /// Names of all pieces that share their goals with it, if any.
    pub(super) goal_group: Option<String>,
    /// Number that interchangeable pieces share.
    pub(super) group: usize,
}

/// Checks whether cells, in reading order, are side by side in one row or one column.
pub(super) fn is_straight(cells: &[Cell]) -> bool {
    let step = |(one, other): (&Cell, &Cell)| {
        (other.row.wrapping_sub(one.row), other.column.wrapping_sub(one.column))
    };
    let mut steps = cells.iter().tuple_windows().map(step);
    steps.clone().all_equal() && steps.next().is_none_or(|step| matches!(step, (0, 1) | (1, 0)))
}

/// Place of each piece in a state, its first cell; `None` if the state has none.
pub(super) type Places = Vec<Option<Cell>>;

impl BoardPiece {
    /// Returns the cells for a place of the first one; `None` if some would have no coordinates.
    fn cells_at(&self, first: Cell) -> Option<Vec<Cell>> {
        let start = self.cells.first()?;
        let moved =
            |cell: u8, from: u8, to: u8| u8::try_from(i16::from(cell) - i16::from(from) + i16::from(to)).ok();
        let cell = |cell: &Cell| {
            Some(Cell {
                row: moved(cell.row, start.row, first.row)?,
                column: moved(cell.column, start.column, first.column)?,
            })
        };
        self.cells.iter().map(cell).collect()
    }

    fn goal_cells(&self) -> Option<Vec<Cell>> {
        self.cells_at(self.goal?)
    }

    /// Returns the piece, relative to the corner of its first cell.
    fn actor(&self, (fill, ink): (Colour, Colour)) -> Actor {
        let left = self.cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        let (first, offset) = self.cells.first().map_or((0, 0), |cell| (cell.row, cell.column - left));
        let shifted = |cell: &Cell| Cell { row: cell.row - first, column: cell.column - left };
        let cells = self.cells.iter().map(shifted).collect_vec();
        let corner = Point::new(-f64::from(offset), 0.0);
        let side = |of: fn(&Cell) -> u8| cells.iter().map(of).max().map_or(1, |last| usize::from(last) + 1);
        let (height, width) = (side(|cell| cell.row), side(|cell| cell.column));
        // A piece with holes or corners has its letters in one cell.
        let size = if width * height == cells.len() { [width, height] } else { [1; 2] };
        let [width, height] = size.map(|side| u8::try_from(side).map_or(1.0, f64::from));
        Actor {
            name: self.name.clone(),
            shapes: vec![
                Shape::cells(&cells, corner, INSET, RADIUS, fill),
                stage::label(&self.name, middle(&cells, corner), (width, height), ink),
            ],
            rank: None,
        }
    }
}

impl PieceBoard {
    /// Returns the pieces with the cells that they cover in a state.
    fn covered<'a>(&'a self, places: &'a Places) -> impl Iterator<Item = (usize, &'a BoardPiece, Vec<Cell>)> {
        self.pieces.iter().zip(places).enumerate().filter_map(|(index, (piece, place))| {
            Some((index, piece, place.and_then(|first| piece.cells_at(first))?))
        })
    }

    /// Chooses the colours of the pieces in the pictures of a plan with these states. A single piece with a goal is red.
    /// Several pieces with goals have different colours, and so do neighbours. The letters of ThinkFun's cards have their colours, if all
    /// cars are from there.
    pub(super) fn colours(&self, states: &[Places]) -> PieceColours {
        let of_card = |piece: &BoardPiece| match piece.goal {
            Some(_) => Some(Colour::Red),
            None => Colour::card(&piece.name, piece.cells.len()).filter(|_| piece.axis.is_some()),
        };
        if let Some(colours) = self.pieces.iter().map(of_card).collect() {
            return PieceColours::chosen(colours);
        }
        let mut neighbours = Neighbours::of(states.iter().map(|places| {
            let cells =
                |(index, _, cells): (usize, _, Vec<Cell>)| cells.into_iter().map(move |cell| (cell, index));
            self.covered(places).flat_map(cells).collect()
        }));
        let goals = self.pieces.iter().positions(|piece| piece.goal.is_some()).collect_vec();
        goals.iter().array_combinations().for_each(|[one, other]| neighbours.add(*one, *other));
        PieceColours::of(self.pieces.len(), &neighbours, |piece| goals == [piece])
    }

    /// Formats the board in a state as lines that all end in a line feed: one column per cell, plain ASCII except for the
    /// names of the pieces. The goal of a piece in a lane is an arrow at its exit. Without an exit it is `*`, on its empty
    /// cells and on the frame next to all of them.
    pub(super) fn text(&self, places: &Places, colours: &PieceColours, paint: Paint) -> String {
        let width = self.pieces.iter().map(|piece| piece.name.chars().count()).max().unwrap_or(1);
        let mut grid = Grid::empty(self.rows, self.columns, width);
        let signs = match self.exit {
            Some(exit) => vec![(exit, exit.arrow())],
            None => self.lane_goals().map(|(axis, cell)| (frame_mark(axis, cell), '*')).collect(),
        };
        if self.exit.is_none() {
            self.lane_goals().for_each(|(_, cell)| grid.write(cell, "*"));
        }
        self.walls.iter().for_each(|cell| grid.write(*cell, "#"));
        for (index, piece, cells) in self.covered(places) {
            cells.into_iter().for_each(|cell| grid.paint(cell, &piece.name, colours.get(index).0));
        }
        grid.to_string(&signs, self.goal_name.as_deref(), paint)
    }

    /// Returns the cells that pieces cover on the paths of these moves.
    pub(super) fn swept(&self, moves: &[MoveDetails]) -> Set<Cell> {
        let mut swept = Set::new();
        for made in moves {
            let piece = self.pieces.iter().find(|piece| Some(&piece.name) == made.piece.as_ref());
            let coordinate = |of: usize| u8::try_from(of.checked_sub(1)?).ok();
            let place = |[row, column]: &[usize; 2]| {
                Some(Cell { row: coordinate(*row)?, column: coordinate(*column)? })
            };
            let places = made.path.iter().flatten().filter_map(place);
            swept.extend(places.filter_map(|place| piece?.cells_at(place)).flatten());
        }
        swept
    }

    fn lane_goals(&self) -> impl Iterator<Item = (Axis, Cell)> {
        self.pieces.iter().flat_map(|piece| {
            let axis = piece.axis.zip(piece.goal_cells());
            axis.into_iter().flat_map(|(axis, cells)| cells.into_iter().map(move |cell| (axis, cell)))
        })
    }

    /// Returns the film of a plan. The initial state comes first, and each later one has the name of the move that leads to
    /// it.
    pub(super) fn film<'a>(
        &self,
        title: &str,
        states: &[Places],
        moves: impl Iterator<Item = &'a str>,
    ) -> Film {
        let (width, height) = stage::size(self.rows, self.columns);
        let colours = self.colours(states);
        let actors = self.pieces.iter().enumerate().map(|(index, piece)| piece.actor(colours.get(index)));
        let frames = states.iter().zip(["start"].into_iter().chain(moves)).map(|(places, caption)| Frame {
            caption: caption.to_owned(),
            description: self.description(places),
            places: places.iter().map(|place| place.map(|first| CORNER.corner_of(first))).collect(),
            shapes: Vec::new(),
        });
        Film {
            title: title.to_owned(),
            width,
            height,
            ground: stage::empty(self.rows, self.columns, &self.walls, self.exit),
            actors: actors.collect(),
            overlay: if self.exit.is_none() { self.goals(&colours) } else { Vec::new() },
            frames: frames.collect(),
            ..Film::default()
        }
    }

    /// Returns the goals of pieces; shared goals have the names of all pieces of the group.
    fn goals(&self, colours: &PieceColours) -> Vec<Shape> {
        let goal = |(index, piece): (usize, &BoardPiece)| {
            let cells = piece.goal_cells()?;
            Some(match &piece.goal_group {
                Some(names) => stage::goal(&cells, names, (Colour::Page, Colour::Ink)),
                None => stage::goal(&cells, &piece.name, colours.get(index)),
            })
        };
        self.pieces.iter().enumerate().filter_map(goal).flatten().collect()
    }

    /// Describes the places of all pieces, the walls, and the goals, a line each.
    fn description(&self, places: &Places) -> String {
        let pieces = self.covered(places).map(|(_, piece, cells)| words::line(&piece.name, &cells));
        let goals = self.pieces.iter().map(|piece| {
            words::line(&format!("goal of {}", piece.name), &piece.goal_cells().unwrap_or_default())
        });
        pieces.chain([words::line("walls", &self.walls)]).chain(goals).collect()
    }

    /// Returns the board with its rules, for play; `metric` is that of the moves.
    pub(super) fn playable(&self, metric: &str) -> PlayableBoard {
        let number =
            |cell: &Cell| usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column);
        let piece = |piece: &BoardPiece| PlayablePiece {
            name: piece.name.clone(),
            cells: piece.cells.iter().map(number).collect(),
            axis: piece.axis,
            goal: piece.goal.as_ref().map(number),
            group: piece.group,
        };
        PlayableBoard {
            rows: self.rows,
            columns: self.columns,
            walls: self.walls.iter().map(number).collect(),
            pieces: self.pieces.iter().map(piece).collect(),
            metric: metric.to_owned(),
        }
    }
}

/// Returns the place on the frame that marks a cell of a goal inside the board.
fn frame_mark(axis: Axis, cell: Cell) -> BoardExit {
    match axis {
        Axis::Row => BoardExit::Bottom { column: cell.column },
        Axis::Column => BoardExit::Right { row: cell.row },
    }
}

/// Returns the middle of cells or, if that lies outside of them, the middle of the nearest cell.
fn middle(cells: &[Cell], corner: Point) -> Point {
    let bounds = |of: fn(&Cell) -> u8| {
        let (least, greatest) = cells.iter().map(of).minmax().into_option().unwrap_or_default();
        (f64::from(least), f64::from(greatest) + 1.0)
    };
    let ((top, bottom), (left, right)) = (bounds(|cell| cell.row), bounds(|cell| cell.column));
    let middle = Point::new((left + right) / 2.0, (top + bottom) / 2.0);
    let centres = cells.iter().map(|cell| (f64::from(cell.column) + 0.5, f64::from(cell.row) + 0.5));
    // In the middle of a cell, or between two or four cells.
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

    fn cells(of: &[(u8, u8)]) -> Vec<Cell> {
        of.iter().map(|&(row, column)| Cell { row, column }).collect()
    }

    #[test]
    fn names_stand_in_the_middle_if_there_is_a_piece() {
        let at = |of: &[(u8, u8)]| middle(&cells(of), Point::default());
        assert_eq!(at(&[(0, 0), (0, 1)]), Point::new(1.0, 0.5));
        assert_eq!(at(&[(0, 0), (0, 1), (1, 0), (1, 1)]), Point::new(1.0, 1.0));
        // A corner, a ring, and two distant cells.
        assert_eq!(at(&[(0, 0), (1, 0), (1, 1)]), Point::new(0.5, 0.5));
        let ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
        assert_eq!(at(&ring), Point::new(1.5, 0.5));
        assert_eq!(at(&[(0, 0), (0, 3)]), Point::new(0.5, 0.5));
        assert_eq!(at(&[]), Point::default());
    }
}
