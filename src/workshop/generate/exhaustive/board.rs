//! An interesting board as rows of characters, which the reader of boards reads.

use itertools::Itertools as _;
use serde::Serialize;

use super::clusters::Cluster;
use super::lanes::LaneTable;
use super::position::LanePosition;

/// A board: the hardest position of a cluster, every car of which is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterestingBoard {
    /// The number of the part of the work that found it, and its number there: the same for all shards and jobs.
    pub id: String,
    /// The least number of slides that bring the red car to the right edge.
    pub length: usize,
    /// The number of positions that lead to each other, this one among them.
    pub states: u64,
    /// The number of cars.
    pub cars: usize,
    /// The rows: `X` is the red car, other letters the other cars, in the order of their first cells, `.` is an empty cell.
    pub rows: Vec<String>,
}

/// A board as an object of JSON, with the keys of `docs/json.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoardObject<'a> {
    /// See [`InterestingBoard::id`].
    pub id: &'a str,
    /// See [`InterestingBoard::length`].
    pub length: usize,
    /// `slides`.
    pub metric: &'static str,
    /// The rows, with line feeds between them.
    pub board: String,
    /// See [`InterestingBoard::states`].
    pub states: u64,
    /// See [`InterestingBoard::cars`].
    pub cars: usize,
}

impl<'a> From<&'a InterestingBoard> for BoardObject<'a> {
    fn from(board: &'a InterestingBoard) -> Self {
        let InterestingBoard { id, length, states, cars, rows } = board;
        Self {
            id,
            length: *length,
            metric: InterestingBoard::METRIC,
            board: rows.join("\n"),
            states: *states,
            cars: *cars,
        }
    }
}

impl InterestingBoard {
    /// The unit of its length.
    pub const METRIC: &'static str = "slides";

    pub(super) fn new(
        id: String,
        lanes: &LaneTable,
        exit_row: usize,
        position: LanePosition,
        cluster: &Cluster,
    ) -> Self {
        let size = lanes.size;
        let placed = position.cars(lanes).map(|(lane, index)| {
            let car = lanes.cars(position.placement(lane))[index];
            let cells = (car.first..car.first + car.length).map(usize::from);
            let cells = cells.map(|along| if lane < size { (lane, along) } else { (along, lane - size) });
            (cells.collect_vec(), lane == exit_row)
        });
        let placed = placed.sorted().collect_vec();
        let mut rows = vec![vec!['.'; size]; size];
        // There are 35 cells at most, so 17 cars.
        let mut names = ('A'..='Z').filter(|name| *name != 'X');
        for (cells, is_red) in &placed {
            let name = if *is_red { Some('X') } else { names.next() };
            cells.iter().for_each(|(row, column)| rows[*row][*column] = name.unwrap_or('?'));
        }
        Self {
            id,
            length: cluster.length.into(),
            states: cluster.states.into(),
            cars: placed.len(),
            rows: rows.into_iter().map(String::from_iter).collect(),
        }
    }
}
