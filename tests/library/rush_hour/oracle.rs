//! The slow, obvious way to solve Rush Hour: breadth-first search over grids of letters, knowing no task.

use std::collections::{BTreeSet, HashMap, VecDeque};

use bmcplan::kinds::rush_hour::{Board, BoardMetric, Cell, Orientation};

/// The findings of breadth-first search over all reachable states. Goal states are expanded like any other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Explored {
    /// The number of reachable states.
    pub(crate) states: usize,
    /// The number of moves out of them.
    pub(crate) transitions: usize,
    /// The length of a shortest solution in the metric, if there is one.
    pub(crate) shortest: Option<usize>,
}

/// Explores all that can be reached from the board.
pub(crate) fn explore(board: &Board, metric: BoardMetric) -> Explored {
    let start: Vec<u8> = board.cars().iter().map(|car| car.position()).collect();
    let mut depths = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    let mut found = Explored { states: 0, transitions: 0, shortest: None };
    while let Some(state) = queue.pop_front() {
        let depth = depths[&state];
        if state[board.red().index()] == board.goal() && found.shortest.is_none() {
            found.shortest = Some(depth);
        }
        for next in successors(board, metric, &state) {
            found.transitions += 1;
            depths.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                depth + 1
            });
        }
    }
    found.states = depths.len();
    found
}

fn successors(board: &Board, metric: BoardMetric, state: &[u8]) -> Vec<Vec<u8>> {
    let mut taken: BTreeSet<Cell> = board.walls().collect();
    for (car, position) in board.cars().iter().zip(state) {
        taken.extend(car.cells_at(*position));
    }
    let mut next = Vec::new();
    for (index, car) in board.cars().iter().enumerate() {
        let lane_length = match car.orientation {
            Orientation::Horizontal => board.columns(),
            Orientation::Vertical => board.rows(),
        };
        let free = |along: u8| !taken.contains(&car.orientation.cell(car.lane(), along));
        let (mut low, mut high) = (state[index], state[index]);
        let reach = if metric == BoardMetric::Units { 1 } else { lane_length };
        for _ in 0..reach {
            low -= u8::from(0 < low && free(low - 1));
            high += u8::from(high + car.length < lane_length && free(high + car.length));
        }
        for position in (low..=high).filter(|position| *position != state[index]) {
            let mut moved = state.to_vec();
            moved[index] = position;
            next.push(moved);
        }
    }
    next
}
