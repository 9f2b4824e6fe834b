//! Boards as text, for a terminal of any kind: one column per cell, plain ASCII around the names of the cars.
//!
//! ```text
//! +-------------+
//! | . . B . . . |
//! | . . B . . # |
//! | r r . C C . >    the red car's way out
//! +-------------+
//! ```
//!
//! `.` is an empty cell, `#` a wall. All columns are as wide as the longest name. The edge that the red car has to
//! touch has `<`, `>`, `^` or `v` at its lane; a goal that touches no edge shows as `*` on its empty cells and on the frame
//! beside all of them. If the red car is not the one that its name makes the red one, its name stands behind the mark.
//! The reader of boards reads these rows again.

pub use super::cars::colours;
use super::cars::{exit, position};
use crate::draw::colouring::PieceColours;
pub use crate::draw::grid::numbered;
use crate::draw::grid::{BoardExit, Grid, titled};
use crate::kinds::rush_hour::{Board, Orientation};
use crate::task::State;
use crate::text::{Cell, Paint};

/// A board in a state of its task, as lines that all end in a line feed.
///
/// Total: of a state that is not one of the board's task, whatever can be drawn is drawn.
pub fn board(board: &Board, state: &State) -> String {
    painted(board, state, &PieceColours::default(), Paint::Plain)
}

/// The rows as in [`board`], with or without the [colours](colours()) of the cars.
pub fn painted(board: &Board, state: &State, colours: &PieceColours, paint: Paint) -> String {
    let width = board.cars().iter().map(|car| car.name.chars().count()).max().unwrap_or(1);
    let mut grid = without_cars(board, width);
    for id in board.car_ids() {
        let car = board.car(id);
        if let Some(position) = position(board, state, id) {
            let colour = colours.get(id.index()).0;
            car.cells_at(position).for_each(|cell| grid.paint(cell, &car.name, colour));
        }
    }
    let red = board.car(board.red());
    let signs = match exit(board) {
        Some(exit) => vec![(exit, exit.arrow())],
        None => red.cells_at(board.goal()).map(|cell| (beside(red.orientation, cell), '*')).collect(),
    };
    let name = (!board.has_usual_red()).then_some(&*red.name);
    grid.to_string(&signs, name, paint)
}

/// The place on the frame that marks a cell of a goal inside the board.
fn beside(orientation: Orientation, cell: Cell) -> BoardExit {
    match orientation {
        Orientation::Horizontal => BoardExit::Bottom { column: cell.column },
        Orientation::Vertical => BoardExit::Right { row: cell.row },
    }
}

/// The boards of a plan one below the other: `states` with the initial one first, each later one under the name of
/// the move that leads to it.
pub fn frames<'a>(
    of: &Board,
    states: &[State],
    moves: impl ExactSizeIterator<Item = &'a str> + Clone,
) -> String {
    titled(states.iter().map(|state| board(of, state)), moves)
}

/// The board without its cars.
fn without_cars(board: &Board, width: usize) -> Grid {
    let mut grid = Grid::empty(board.rows(), board.columns(), width);
    if exit(board).is_none() {
        let goal = board.car(board.red()).cells_at(board.goal());
        goal.for_each(|cell| grid.write(cell, "*"));
    }
    board.walls().for_each(|cell| grid.write(cell, "#"));
    grid
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::kinds::rush_hour::{BoardMetric, read, task};
    use crate::text::Source;

    fn read_board(text: &str) -> Board {
        read(&Source::new("test", text)).unwrap()
    }

    fn check(text: &str, expected: Expect) {
        let board = read_board(text);
        expected.assert_eq(&super::board(
            &board,
            task(&board, BoardMetric::Units, &crate::stop::Stop::default()).unwrap().initial(),
        ));
    }

    #[test]
    fn letters_walls_and_the_exit_to_the_right() {
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
    }

    #[test]
    fn columns_are_as_wide_as_the_longest_name() {
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
    }

    #[test]
    fn exits_at_the_other_edges() {
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
    }

    #[test]
    fn a_goal_inside_the_board() {
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
    fn frames_stand_under_their_moves() {
        let board = read_board("XX..\n....\n");
        let states = [0, 1, 2].map(|value| State::from_values([value]));
        expect![[r#"
            start
            +---------+
            | X X . . >
            | . . . . |
            +---------+

            1  X right 1
            +---------+
            | . X X . >
            | . . . . |
            +---------+

            2  X right 1
            +---------+
            | . . X X >
            | . . . . |
            +---------+
        "#]]
        .assert_eq(&frames(&board, &states, ["X right 1"; 2].into_iter()));
    }

    #[test]
    fn any_state_can_be_drawn() {
        let board = read_board("XX..\n....\n");
        for values in [vec![], vec![77], vec![1, 2, 3]] {
            assert!(super::board(&board, &State::from_values(values)).starts_with("+---------+\n"));
        }
    }
}
