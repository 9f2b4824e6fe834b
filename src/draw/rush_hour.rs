//! Films of Rush Hour plans.

use super::cars::{colours, exit};
use super::film::{Actor, Film, Frame, Point, Shape};
use super::stage::{self, CORNER, INSET, RADIUS};
use super::text;
use crate::frontend::Cell;
use crate::frontend::rush_hour::{Board, CarId, Orientation, domain};
use crate::task::State;

/// The film of a plan: `states` with the initial one first, each later one under the name of the move that leads to it.
///
/// Total: of a state that is not one of the board's task, whatever can be drawn is drawn.
pub fn film<'a>(title: &str, board: &Board, states: &[State], moves: impl Iterator<Item = &'a str>) -> Film {
    let (width, height) = stage::size(board.rows(), board.columns());
    let walls: Vec<Cell> = board.walls().collect();
    let mut ground = stage::empty(board.rows(), board.columns(), &walls, exit(board));
    if exit(board).is_none() {
        let goal: Vec<Cell> = board.car(board.red()).cells_at(board.goal()).collect();
        ground.push(stage::goal(&goal));
    }
    let actors = board.car_ids().map(|id| actor(board, id)).collect();
    let captions = ["start"].into_iter().chain(moves);
    let frames = states.iter().zip(captions).map(|(state, caption)| Frame {
        caption: caption.to_owned(),
        description: text::board(board, state),
        places: board.car_ids().map(|id| place(board, state, id)).collect(),
        shapes: Vec::new(),
    });
    Film {
        title: title.to_owned(),
        width,
        height,
        ground,
        actors,
        overlay: Vec::new(),
        frames: frames.collect(),
    }
}

/// A car as it lies at the board's first cell.
fn actor(board: &Board, id: CarId) -> Actor {
    let car = board.car(id);
    let (fill, ink) = colours(board, id);
    let cells: Vec<Cell> = (0..car.length).map(|along| car.orientation.cell(0, along)).collect();
    let half = f64::from(car.length) / 2.0;
    let middle = match car.orientation {
        Orientation::Horizontal => Point::new(half, 0.5),
        Orientation::Vertical => Point::new(0.5, half),
    };
    Actor {
        name: car.name.clone(),
        shapes: vec![
            Shape::cells(&cells, Point::default(), INSET, RADIUS, fill),
            Shape::label(middle, stage::label_size(&car.name), car.name.clone(), ink),
        ],
    }
}

fn place(board: &Board, state: &State, id: CarId) -> Option<Point> {
    let car = board.car(id);
    let value = usize::try_from(*state.values().get(id.index())?).ok()?;
    let position = *domain(board, id).get(value)?;
    Some(CORNER.corner_of(car.orientation.cell(car.lane(), position)))
}
