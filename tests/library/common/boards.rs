//! Random small Rush Hour boards, solvable or not, for every test that wants some.

use bmcplan::kinds::rush_hour::{Board, Car, Cell, Draft, Orientation};
use proptest::collection::vec;
use proptest::prelude::*;

/// A car that may or may not find room.
type Attempt = (bool, u8, Cell);

/// Boards of 1 to 6 rows and columns with up to 8 cars of length 1 to 4 (single-letter names; the red car is `X`, of
/// either orientation) and up to 3 walls.
pub(crate) fn arb_board() -> impl Strategy<Value = Board> {
    let cell = || (0..6u8, 0..6u8).prop_map(|(row, column)| Cell { row, column });
    let length = prop_oneof![1 => Just(1u8), 5 => Just(2u8), 3 => Just(3u8), 1 => Just(4u8)];
    let attempt = (any::<bool>(), length, cell());
    let sides = prop_oneof![1 => 1..=3u8, 4 => 4..=6u8];
    (sides.clone(), sides, vec(attempt, 1..9), vec(cell(), 0..4))
        .prop_map(|(rows, columns, attempts, walls)| place(rows, columns, &attempts, &walls))
}

/// Boards of 4 or 5 rows and columns with as many cars as find room.
pub(crate) fn crowded_board() -> impl Strategy<Value = Board> {
    let attempt = (any::<bool>(), 1..=3_u8, (0..5_u8, 0..5_u8));
    (4..=5_u8, 4..=5_u8, vec(attempt, 40)).prop_map(|(rows, columns, attempts)| {
        let cell = |(row, column)| Cell { row: row % rows, column: column % columns };
        let attempts: Vec<_> =
            attempts.into_iter().map(|(across, length, at)| (across, length, cell(at))).collect();
        place(rows, columns, &attempts, &[])
    })
}

/// Places one after the other what finds room; the first car is the red one and is fitted in.
fn place(rows: u8, columns: u8, attempts: &[Attempt], walls: &[Cell]) -> Board {
    let mut draft = Draft { rows, columns, ..Draft::default() };
    for ((horizontal, length, cell), name) in
        attempts.iter().copied().zip("XABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwxyz".chars())
    {
        let orientation = if horizontal { Orientation::Horizontal } else { Orientation::Vertical };
        let mut car = Car { name: name.into(), length, orientation, cell };
        if name == 'X' {
            car.cell = Cell { row: cell.row % rows, column: cell.column % columns };
            let lane = orientation.along(Cell { row: rows, column: columns });
            car.length = length.min(lane);
            let position = car.position().min(lane - car.length);
            car.cell = orientation.cell(car.lane(), position);
        }
        draft.cars.push(car);
        if draft.clone().check().is_err() {
            draft.cars.pop();
        }
    }
    for wall in walls {
        draft.walls.insert(*wall);
        if draft.clone().check().is_err() {
            draft.walls.remove(wall);
        }
    }
    draft.check().expect("the red car fits, and so does everything kept")
}
