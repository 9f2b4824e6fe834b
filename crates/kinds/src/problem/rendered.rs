//! Plans as they are printed: names of moves, moves in parts, and texts of some of the states between them.

use serde::{Deserialize, Serialize};

use bmcplan_base::text::Cell;
use bmcplan_task::plan::Plan;
use bmcplan_task::{State, Task};

/// A plan with its task and the states that it passes through, the initial state first.
#[derive(Debug, Clone, Copy)]
pub struct Trajectory<'a> {
    /// The task that the plan solves.
    pub task: &'a Task,
    /// The validated plan.
    pub plan: &'a Plan,
    /// All states of the plan, the initial one first.
    pub states: &'a [State],
}

/// Selection of the states of a plan that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownStates {
    /// None.
    Nothing,
    /// The first and the last state.
    Ends,
    /// All states.
    Everything,
}

impl ShownStates {
    /// Returns those of `states` that are shown.
    pub fn of<S>(self, states: &[S]) -> impl Iterator<Item = &S> {
        let last = states.len().saturating_sub(1);
        states.iter().enumerate().filter_map(move |(index, state)| {
            let is_shown = match self {
                Self::Nothing => false,
                Self::Ends => index == 0 || index == last,
                Self::Everything => true,
            };
            is_shown.then_some(state)
        })
    }
}

/// A move in parts. If the problem has no pieces, it has only a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveDetails {
    /// Name, as in a list of moves.
    pub name: String,
    /// Name of the piece that moves.
    pub piece: Option<String>,
    /// `up`, `down`, `left` or `right`; `None` for a move around corners.
    pub direction: Option<String>,
    /// Number of cells moved.
    pub cells: Option<usize>,
    /// Row and column, from 1, of the piece's first cell in reading order: before the move, and after each step by one cell.
    pub path: Option<Vec<[usize; 2]>>,
}

impl MoveDetails {
    /// Returns a move that has only a name.
    pub fn named(name: String) -> Self {
        Self { name, piece: None, direction: None, cells: None, path: None }
    }

    /// Returns a move of a piece along `places`, beginning with the place that it leaves.
    pub fn of_piece(name: String, piece: String, direction: Option<&str>, places: &[Cell]) -> Self {
        let place = |cell: &Cell| [usize::from(cell.row) + 1, usize::from(cell.column) + 1];
        Self {
            name,
            piece: Some(piece),
            direction: direction.map(str::to_owned),
            cells: Some(places.len().saturating_sub(1)),
            path: Some(places.iter().map(place).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools as _;

    use super::*;

    #[test]
    fn the_states_that_are_shown() {
        let shown = |shown: ShownStates, states: &[u8]| shown.of(states).copied().collect_vec();
        assert!(shown(ShownStates::Nothing, &[1, 2, 3]).is_empty());
        assert_eq!(shown(ShownStates::Ends, &[1, 2, 3]), [1, 3]);
        assert_eq!(shown(ShownStates::Ends, &[1]), [1]);
        assert_eq!(shown(ShownStates::Everything, &[1, 2, 3]), [1, 2, 3]);
    }
}
