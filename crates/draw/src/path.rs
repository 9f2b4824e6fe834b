//! Points, and closed lines through them: around sets of cells, and with rounded corners. Lines consist of the few strokes
//! that every picture format has. Lengths are in cells of the board.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::text::Cell;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stroke {
    Move(Point),
    Line(Point),
    /// A quadratic curve: control point, end.
    Curve(Point, Point),
    Close,
}

pub(super) fn strokes(loops: &[Vec<Point>], radius: f64) -> Vec<Stroke> {
    loops.iter().flat_map(|points| closed(points, radius)).collect()
}

fn closed(points: &[Point], radius: f64) -> Vec<Stroke> {
    let count = points.len();
    let mut strokes = Vec::with_capacity(2 * count + 1);
    for (index, &here) in points.iter().enumerate() {
        let before = points[(index + count - 1) % count];
        let after = points[(index + 1) % count];
        let (arrives, leaves) = (towards(here, before, radius), towards(here, after, radius));
        strokes.push(if index == 0 { Stroke::Move(arrives) } else { Stroke::Line(arrives) });
        if arrives != leaves {
            strokes.push(Stroke::Curve(here, leaves));
        }
    }
    if !strokes.is_empty() {
        strokes.push(Stroke::Close);
    }
    strokes
}

fn towards(corner: Point, next: Point, distance: f64) -> Point {
    let (x, y) = (next.x - corner.x, next.y - corner.y);
    let length = x.hypot(y);
    if length == 0.0 {
        return corner;
    }
    let part = (distance / length).min(0.5);
    corner.plus(x * part, y * part)
}

type Corner = (i32, i32);

/// Returns the closed lines around the cells of a board with this `corner`, and around their holes, shifted inwards by
/// `inset`. Cells that share only a corner are not joined. Equal cells give equal lines, in the same order.
pub fn outline(cells: &[Cell], corner: Point, inset: f64) -> Vec<Vec<Point>> {
    let set: Set<Corner> = cells.iter().map(|cell| (i32::from(cell.column), i32::from(cell.row))).collect();
    // The cells' edges without a neighbour, clockwise around the cell: the cell is at their right.
    let mut edges: Map<Corner, Vec<Corner>> = Map::new();
    for &(x, y) in &set {
        let sides = [
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ];
        for (neighbour, from, to) in sides {
            if !set.contains(&neighbour) {
                edges.entry(from).or_default().push(to);
            }
        }
    }
    let mut loops = Vec::new();
    while let Some((&first, _)) = edges.iter().next() {
        let corners = follow(first, &mut edges);
        let count = corners.len();
        let moved = (0..count).filter_map(|index| {
            let (before, here, after) =
                (corners[(index + count - 1) % count], corners[index], corners[(index + 1) % count]);
            let (came, goes) = (direction(before, here), direction(here, after));
            (came != goes).then(|| {
                // To the right of both edges that meet here.
                let x = f64::from(here.0) - inset * f64::from(came.1 + goes.1);
                let y = f64::from(here.1) + inset * f64::from(came.0 + goes.0);
                corner.plus(x, y)
            })
        });
        loops.push(moved.collect());
    }
    loops
}

fn follow(first: Corner, edges: &mut Map<Corner, Vec<Corner>>) -> Vec<Corner> {
    let mut corners = vec![first];
    let (mut came, mut here) = ((0, 0), first);
    loop {
        let Some(exits) = edges.get_mut(&here) else { return corners };
        let right = (-came.1, came.0);
        let index = exits.iter().position(|to| direction(here, *to) == right).unwrap_or(0);
        let to = exits.remove(index);
        if exits.is_empty() {
            edges.remove(&here);
        }
        came = direction(here, to);
        here = to;
        if here == first {
            return corners;
        }
        corners.push(here);
    }
}

fn direction(from: Corner, to: Corner) -> (i32, i32) {
    (to.0 - from.0, to.1 - from.1)
}

/// A point, or the vector from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Distance downwards.
    pub y: f64,
}

impl Point {
    /// Returns the point at these coordinates.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the upper left corner of a cell on a board whose upper left corner is `self`.
    pub fn corner_of(self, cell: Cell) -> Self {
        Self { x: self.x + f64::from(cell.column), y: self.y + f64::from(cell.row) }
    }

    /// Returns the point shifted by `x` and `y`.
    pub fn plus(self, x: f64, y: f64) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }

    /// Returns the corners of a rectangle whose upper left corner is `self`, clockwise.
    pub fn rectangle(self, width: f64, height: f64) -> Vec<Self> {
        vec![self, self.plus(width, 0.0), self.plus(width, height), self.plus(0.0, height)]
    }
}
