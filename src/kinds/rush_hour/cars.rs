//! The cars of a Rush Hour board, as text and pictures show them: their colours, and the red one's way out.

use std::collections::BTreeMap;

use crate::draw::colouring::{Neighbours, PieceColours};
use crate::draw::grid::BoardExit;
use crate::kinds::rush_hour::{Board, CarId, Orientation, domain};
use crate::task::State;
use crate::text::Cell;

/// The colours of the cars in the pictures of a plan, which passes through these states: neighbours differ.
pub fn colours(board: &Board, states: &[State]) -> PieceColours {
    let neighbours = Neighbours::of(states.iter().map(|state| cells(board, state)));
    PieceColours::of(board.cars().len(), &neighbours, |car| car == board.red().index())
}

/// The cars in their cells.
fn cells(board: &Board, state: &State) -> BTreeMap<Cell, usize> {
    let of_car = |id: CarId| {
        let cells = position(board, state, id).map(|position| board.car(id).cells_at(position));
        cells.into_iter().flatten().map(move |cell| (cell, id.index()))
    };
    board.car_ids().flat_map(of_car).collect()
}

/// How far along its lane a car is, if the state says so.
pub(super) fn position(board: &Board, state: &State, id: CarId) -> Option<u8> {
    let value = usize::try_from(*state.values().get(id.index())?).ok()?;
    domain(board, id).get(value).copied()
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
