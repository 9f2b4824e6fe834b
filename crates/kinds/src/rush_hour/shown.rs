//! Boards as text and films: the cars of a board as pieces in lanes.
//!
//! ```text
//! +-------------+
//! | . . B . . . |
//! | . . B . . # |
//! | r r . C C . >    the red car's way out
//! +-------------+
//! ```
//!
//! `.` is an empty cell, `#` a wall. All columns are as wide as the longest name. The edge that the red car has to touch has
//! `<`, `>`, `^` or `v` at its lane. A goal that touches no edge shows as `*` on its empty cells and on the frame next to all
//! of them. If the red car is not the default one by its name, its name follows the mark. The parser of boards reads these rows
//! again.

use bmcplan_base::text::Paint;
use bmcplan_draw::PieceColours;
use bmcplan_draw::film::Film;
use bmcplan_draw::grid::BoardExit;
use bmcplan_draw::playable::{Axis, PlayableBoard};
use bmcplan_task::State;

use super::{Board, CarId, Orientation, domain};
use crate::pieces::{BoardPiece, PieceBoard, Places};

pub(super) fn pieces(board: &Board) -> PieceBoard {
    let piece = |id: CarId| {
        let car = board.car(id);
        BoardPiece {
            name: car.name.clone(),
            cells: car.cells_at(car.position()).collect(),
            axis: Some(match car.orientation {
                Orientation::Horizontal => Axis::Row,
                Orientation::Vertical => Axis::Column,
            }),
            goal: (id == board.red()).then(|| car.orientation.cell(car.lane(), board.goal())),
            goal_group: None,
            group: id.index(),
        }
    };
    PieceBoard {
        rows: board.rows(),
        columns: board.columns(),
        walls: board.walls().collect(),
        pieces: board.car_ids().map(piece).collect(),
        exit: exit(board),
        goal_name: (!board.has_default_red()).then(|| board.car(board.red()).name.clone()),
    }
}

/// Returns the places of the cars in a state.
///
/// Total: a car has none in a state that is not one of the board's task.
pub(super) fn places(board: &Board, state: &State) -> Places {
    let place = |id: CarId| {
        let value = usize::try_from(*state.values().get(id.index())?).ok()?;
        let (car, position) = (board.car(id), *domain(board, id).get(value)?);
        Some(car.orientation.cell(car.lane(), position))
    };
    board.car_ids().map(place).collect()
}

/// Returns the place on the frame that the red car touches at its goal.
fn exit(board: &Board) -> Option<BoardExit> {
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

/// Draws a board in a state of its task, as lines that all end in a line feed.
pub fn board(board: &Board, state: &State) -> String {
    pieces(board).text(&places(board, state), &PieceColours::default(), Paint::Plain)
}

/// Returns the film of a plan: `states` with the initial one first, each later one under the name of the move that leads to it.
pub fn film<'a>(title: &str, board: &Board, states: &[State], moves: impl Iterator<Item = &'a str>) -> Film {
    let states: Vec<Places> = states.iter().map(|state| places(board, state)).collect();
    pieces(board).film(title, &states, moves)
}

/// Returns the board with its rules, to be played in a page; `metric` is that of the moves.
pub fn playable(board: &Board, metric: &str) -> PlayableBoard {
    pieces(board).playable(metric)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use bmcplan_base::text::Source;

    use super::*;
    use crate::rush_hour::{BoardMetric, read, task};

    fn read_board(text: &str) -> Board {
        read(&Source::new("test", text)).unwrap()
    }

    fn check(text: &str, expected: Expect) {
        let board = read_board(text);
        expected.assert_eq(&super::board(
            &board,
            task(&board, BoardMetric::Units, &bmcplan_base::stop::Stop::default()).unwrap().initial(),
        ));
    }

    #[test]
    fn walls_exits_and_goals_are_drawn() {
        // The exit to the right.
        check(
            "..B.\n..B#\nrr..\n",
            expect![[r#"
                +---------+
                | . . B . |
                | . . B # |
                | r r . . >
                +---------+
            "#]],
        );
        // Columns are as wide as the longest name.
        check(
            "rows = 3\ncolumns = 2\nred = \"r\"\ncar = [\n\
             { name = \"r\", length = 2, orientation = \"v\", row = 1, column = 2 },\n\
             { name = \"b10\", length = 2, orientation = \"v\", row = 2, column = 1 },\n]\n",
            expect![[r#"
                +---------+
                | .   r   |
                | b10 r   |
                | b10 .   |
                +-----v---+
            "#]],
        );
        // Exits at the other edges.
        check(
            "goal = { column = 1 }\nboard = \"\"\"\n.XX.\n....\n\"\"\"\n",
            expect![[r#"
                +---------+
                < . X X . |
                | . . . . |
                +---------+
            "#]],
        );
        check(
            "goal = { row = 1 }\nboard = \"\"\"\n..\n.X\n.X\n\"\"\"\n",
            expect![[r#"
                +---^-+
                | . . |
                | . X |
                | . X |
                +-----+
            "#]],
        );
        // A goal inside the board.
        check(
            "goal = { column = 2 }\nboard = \"\"\"\nXX...\n.....\n\"\"\"\n",
            expect![[r#"
                +-----------+
                | X X * . . |
                | . . . . . |
                +---*-*-----+
            "#]],
        );
        check(
            "red = 'b1'\ngoal = { row = 2 }\nrows = 4\ncolumns = 1\ncar = [\n\
             { name = 'b1', length = 2, orientation = 'v', row = 2, column = 1 } ]\n",
            expect![[r#"
                +----+
                | .  |
                | b1 *
                | b1 * b1
                | .  |
                +----+
            "#]],
        );
    }

    #[test]
    fn any_state_can_be_drawn() {
        let board = read_board("XX..\n....\n");
        for values in [vec![], vec![77], vec![1, 2, 3]] {
            assert!(super::board(&board, &State::from_values(values)).starts_with("+---------+\n"));
        }
    }
}
