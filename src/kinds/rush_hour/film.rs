//! Films of Rush Hour plans.

use super::cars::{colours, exit, position};
use crate::draw::colouring::PieceColours;
use crate::draw::film::{Actor, Film, Frame, Point, Shape};
use crate::draw::playable::{Axis, PlayableBoard, PlayablePiece};
use crate::draw::sentence;
use crate::draw::stage::{self, CORNER, INSET, RADIUS};
use crate::kinds::rush_hour::{Board, CarId, Orientation};
use crate::task::State;
use crate::text::Cell;

/// The film of a plan: `states` with the initial one first, each later one under the name of the move that leads to it.
///
/// Total: of a state that is not one of the board's task, whatever can be drawn is drawn.
pub fn film<'a>(title: &str, board: &Board, states: &[State], moves: impl Iterator<Item = &'a str>) -> Film {
    let (width, height) = stage::size(board.rows(), board.columns());
    let walls: Vec<Cell> = board.walls().collect();
    let ground = stage::empty(board.rows(), board.columns(), &walls, exit(board));
    let colours = colours(board, states);
    let red = board.car(board.red());
    let goal: Vec<Cell> = red.cells_at(board.goal()).collect();
    let overlay = match exit(board) {
        Some(_) => Vec::new(),
        None => stage::goal(&goal, &red.name, colours.get(board.red().index())),
    };
    let actors = board.car_ids().map(|id| actor(board, id, &colours)).collect();
    let captions = ["start"].into_iter().chain(moves);
    let frames = states.iter().zip(captions).map(|(state, caption)| Frame {
        caption: caption.to_owned(),
        description: description(board, state),
        places: board.car_ids().map(|id| place(board, state, id)).collect(),
        shapes: Vec::new(),
    });
    Film {
        title: title.to_owned(),
        width,
        height,
        ground,
        actors,
        overlay,
        frames: frames.collect(),
        ..Film::default()
    }
}

/// The board with its rules, for those who want to play on it; the metric is that of the moves.
pub fn playable(board: &Board, metric: &str) -> PlayableBoard {
    let number = |cell: Cell| usize::from(cell.row) * usize::from(board.columns()) + usize::from(cell.column);
    let piece = |id: CarId| {
        let car = board.car(id);
        let goal = (id == board.red()).then(|| number(car.orientation.cell(car.lane(), board.goal())));
        PlayablePiece {
            name: car.name.clone(),
            cells: car.cells_at(car.position()).map(number).collect(),
            axis: Some(match car.orientation {
                Orientation::Horizontal => Axis::Row,
                Orientation::Vertical => Axis::Column,
            }),
            goal,
            group: id.index(),
        }
    };
    PlayableBoard {
        rows: board.rows(),
        columns: board.columns(),
        walls: board.walls().map(number).collect(),
        pieces: board.car_ids().map(piece).collect(),
        metric: metric.to_owned(),
    }
}

/// Where all cars are, the walls, and where the red car has to get to, a line each.
fn description(board: &Board, state: &State) -> String {
    let car = |id| {
        let car = board.car(id);
        let cells = position(board, state, id).map(|position| car.cells_at(position).collect::<Vec<_>>());
        sentence::line(&car.name, &cells.unwrap_or_default())
    };
    let walls: Vec<Cell> = board.walls().collect();
    let red = board.car(board.red());
    let goal: Vec<Cell> = red.cells_at(board.goal()).collect();
    let cars = board.car_ids().map(car);
    let rest = [sentence::line("walls", &walls), sentence::line(&format!("goal of {}", red.name), &goal)];
    cars.chain(rest).collect()
}

/// A car as it lies at the board's first cell.
fn actor(board: &Board, id: CarId, colours: &PieceColours) -> Actor {
    let car = board.car(id);
    let (fill, ink) = colours.get(id.index());
    let cells: Vec<Cell> = (0..car.length).map(|along| car.orientation.cell(0, along)).collect();
    let length = f64::from(car.length);
    let (width, height) = match car.orientation {
        Orientation::Horizontal => (length, 1.0),
        Orientation::Vertical => (1.0, length),
    };
    Actor {
        name: car.name.clone(),
        shapes: vec![
            Shape::cells(&cells, Point::default(), INSET, RADIUS, fill),
            stage::label(&car.name, Point::new(width / 2.0, height / 2.0), (width, height), ink),
        ],
    }
}

fn place(board: &Board, state: &State, id: CarId) -> Option<Point> {
    let car = board.car(id);
    let position = position(board, state, id)?;
    Some(CORNER.corner_of(car.orientation.cell(car.lane(), position)))
}
