//! The cars of a Rush Hour board, as text and pictures show them: their colours, and the red one's way out.

use super::grid::BoardExit;
use super::palette::Colour;
use crate::frontend::rush_hour::{Board, CarId, Orientation};

/// The colours of a car and of the letters on it.
pub(super) fn colours(board: &Board, id: CarId) -> (Colour, Colour) {
    if id == board.red() {
        return (Colour::Red, Colour::OnRed);
    }
    (Colour::Piece(id.index()), Colour::OnPiece(id.index()))
}

/// Where the red car touches the edge when it is at its goal.
pub(super) fn exit(board: &Board) -> Option<BoardExit> {
    let car = board.car(board.red());
    let at_end = board.goal().saturating_add(car.length) == board.lane_length(car.orientation);
    let at_start = board.goal() == 0;
    match car.orientation {
        Orientation::Horizontal if at_end => Some(BoardExit::Right { row: car.lane() }),
        Orientation::Horizontal if at_start => Some(BoardExit::Left { row: car.lane() }),
        Orientation::Vertical if at_end => Some(BoardExit::Bottom { column: car.lane() }),
        Orientation::Vertical if at_start => Some(BoardExit::Top { column: car.lane() }),
        Orientation::Horizontal | Orientation::Vertical => None,
    }
}
