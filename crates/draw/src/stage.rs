//! The board that pieces move on: its floor, its walls, its frame with the way out, and its coordinates.

use bmcplan_base::text::Cell;

use super::film::{Align, Point, Shape};
use super::grid::BoardExit;
use super::palette::Colour;
use super::path::outline;
use super::words;

/// Distance between the edge of the film and the board: space for coordinates and the frame.
pub const MARGIN: f64 = 0.8;
/// Upper left corner of the board.
pub const CORNER: Point = Point::new(MARGIN, MARGIN);
/// Gap between a piece and the edges of its cells.
pub const INSET: f64 = 0.06;
/// Radius of the corners of a piece.
pub const RADIUS: f64 = 0.18;

/// Returns width and height of the film of a board.
pub fn size(rows: u8, columns: u8) -> (f64, f64) {
    (f64::from(columns) + 2.0 * MARGIN, f64::from(rows) + 2.0 * MARGIN)
}

/// Height of a name's letters where there is space for them, and the least height for text that is not turned.
const LETTERS: f64 = 0.46;
const UPRIGHT: f64 = 0.3;

/// Returns the name of a piece, turned if the piece is too narrow for it.
pub fn label(name: &str, middle: Point, (width, height): (f64, f64), colour: Colour) -> Shape {
    let fitted = |length: f64| words::fitted(name, (length - 4.0 * INSET) / 1.15, LETTERS);
    let (text, size) = fitted(width);
    if UPRIGHT <= size || height <= width {
        return Shape::label(middle, size, text, colour);
    }
    let (text, size) = fitted(height);
    Shape::Text { at: middle, align: Align::Middle, size, text, colour, bold: true, turned: true }
}

/// Returns an empty board with numbered rows and columns.
pub fn empty(rows: u8, columns: u8, walls: &[Cell], exit: Option<BoardExit>) -> Vec<Shape> {
    let numbers = |count: u8| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
    labelled(&numbers(rows), &numbers(columns), walls, exit)
}

/// Returns an empty board whose rows and columns have these names.
pub fn labelled(rows: &[String], columns: &[String], walls: &[Cell], exit: Option<BoardExit>) -> Vec<Shape> {
    let count = |names: &[String]| u8::try_from(names.len()).unwrap_or(u8::MAX);
    let (height, width) = (count(rows), count(columns));
    let mut shapes = floor(height, width, walls);
    shapes.extend(frame(f64::from(width), f64::from(height), exit));
    shapes.extend(coordinates(rows, columns));
    shapes
}

/// Returns the marks, above the pieces, of the goal cells of a piece: a dashed line around them, and at the first cell its
/// name in its colours.
pub fn goal(cells: &[Cell], name: &str, (fill, ink): (Colour, Colour)) -> Vec<Shape> {
    const LINE: f64 = 0.07;
    const SIDE: f64 = 0.34;
    let line = |colour: Colour, dash: Option<f64>| {
        let loops = outline(cells, CORNER, INSET + LINE / 2.0);
        Shape::Outline { loops, radius: RADIUS, width: LINE, colour, dash }
    };
    // The gaps have a colour, too, so that the line is visible on any ground.
    let mut shapes = vec![line(Colour::Page, None), line(Colour::Goal, Some(0.14))];
    if let Some(first) = cells.iter().min() {
        let corner = CORNER.corner_of(*first).plus(0.02, 0.02);
        let width = (words::width(name, SIDE * 0.7) * 1.15 + 0.1).clamp(SIDE, 0.9);
        let stroke = Some((Colour::Goal, LINE / 2.0));
        shapes.push(Shape::Area { loops: vec![corner.rectangle(width, SIDE)], radius: 0.08, fill, stroke });
        let (text, size) = words::fitted(name, (width - 0.06) / 1.15, SIDE * 0.7);
        shapes.push(Shape::label(corner.plus(width / 2.0, SIDE / 2.0), size, text, ink));
    }
    shapes
}

fn floor(rows: u8, columns: u8, walls: &[Cell]) -> Vec<Shape> {
    let (width, height) = (f64::from(columns), f64::from(rows));
    let mut shapes = vec![Shape::rectangle(CORNER, width, height, 0.0, Colour::Floor)];
    let line = |from: Point, to: Point| Shape::Line { from, to, width: 0.02, colour: Colour::Grid };
    shapes.extend((1..columns).map(f64::from).map(|x| line(CORNER.plus(x, 0.0), CORNER.plus(x, height))));
    shapes.extend((1..rows).map(f64::from).map(|y| line(CORNER.plus(0.0, y), CORNER.plus(width, y))));
    if !walls.is_empty() {
        shapes.push(Shape::cells(walls, CORNER, 0.0, 0.0, Colour::Wall));
    }
    shapes
}

fn frame(width: f64, height: f64, exit: Option<BoardExit>) -> Vec<Shape> {
    const WIDTH: f64 = 0.08;
    let corner = |x: f64, y: f64| CORNER.plus(x, y);
    let line = |from, to| Shape::Line { from, to, width: WIDTH, colour: Colour::Ink };
    let mut shapes = Vec::new();
    // A side with its direction, and the place of the gap along it.
    let mut side = |from: Point, (dx, dy): (f64, f64), length: f64, gap: Option<u8>| match gap.map(f64::from)
    {
        None => shapes.push(line(from, from.plus(dx * length, dy * length))),
        Some(gap) => {
            shapes.push(line(from, from.plus(dx * gap, dy * gap)));
            shapes.push(line(
                from.plus(dx * (gap + 1.0), dy * (gap + 1.0)),
                from.plus(dx * length, dy * length),
            ));
        }
    };
    let gap = |side: fn(u8) -> BoardExit| (0..=u8::MAX).find(|place| exit == Some(side(*place)));
    let (across, down) = ((1.0, 0.0), (0.0, 1.0));
    side(corner(0.0, 0.0), across, width, gap(|column| BoardExit::Top { column }));
    side(corner(0.0, height), across, width, gap(|column| BoardExit::Bottom { column }));
    side(corner(0.0, 0.0), down, height, gap(|row| BoardExit::Left { row }));
    side(corner(width, 0.0), down, height, gap(|row| BoardExit::Right { row }));
    shapes.extend(exit.map(|exit| arrow(exit, width, height)));
    shapes
}

fn arrow(exit: BoardExit, width: f64, height: f64) -> Shape {
    let (tip, (dx, dy)) = match exit {
        BoardExit::Left { row } => (CORNER.plus(-0.32, f64::from(row) + 0.5), (-1.0, 0.0)),
        BoardExit::Right { row } => (CORNER.plus(width + 0.32, f64::from(row) + 0.5), (1.0, 0.0)),
        BoardExit::Top { column } => (CORNER.plus(f64::from(column) + 0.5, -0.32), (0.0, -1.0)),
        BoardExit::Bottom { column } => (CORNER.plus(f64::from(column) + 0.5, height + 0.32), (0.0, 1.0)),
    };
    let (length, half) = (0.24, 0.2);
    let back = tip.plus(-dx * length, -dy * length);
    let loops = vec![vec![tip, back.plus(-dy * half, dx * half), back.plus(dy * half, -dx * half)]];
    Shape::Area { loops, radius: 0.0, fill: Colour::Goal, stroke: None }
}

fn coordinates(rows: &[String], columns: &[String]) -> Vec<Shape> {
    let text = |at: Point, name: &str| {
        let (text, size) = words::fitted(name, 0.7, 0.26);
        Shape::text(at, Align::Middle, size, text, Colour::Faint)
    };
    let column = |(name, x)| text(CORNER.plus(x, 0.36 - MARGIN), name);
    let row = |(name, y)| text(CORNER.plus(0.36 - MARGIN, y), name);
    let middles = || (0..).map(|index: u8| f64::from(index) + 0.5);
    let columns = columns.iter().map(String::as_str).zip(middles()).map(column);
    columns.chain(rows.iter().map(String::as_str).zip(middles()).map(row)).collect()
}
