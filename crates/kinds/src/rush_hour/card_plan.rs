//! Plans as the backs of ThinkFun's cards have them: `AR1 PU1`, several moves a line, and a red car that drives off the board.

use bmcplan_task::plan::{WrittenMove, WrittenPlan};

use super::{Board, Car, Orientation};

/// Spells out the moves of cards: `AR1` becomes `A right 1`. Other lines stay as they are.
pub(super) fn spelled_out(board: &Board, written: &WrittenPlan) -> WrittenPlan {
    let moves =
        written.moves.iter().flat_map(|line| of_line(board, line).unwrap_or_else(|| vec![line.clone()]));
    WrittenPlan { moves: moves.collect(), ..written.clone() }
}

/// Returns the moves of a line that has only moves of cards.
fn of_line(board: &Board, line: &WrittenMove) -> Option<Vec<WrittenMove>> {
    let words = line.name.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let moves = words.map(|word| {
        let start = line.place.as_ref()?.start + word.as_ptr().addr() - line.name.as_ptr().addr();
        Some(WrittenMove { name: spelled(board, word)?, place: Some(start..start + word.len()) })
    });
    moves.collect::<Option<Vec<_>>>().filter(|moves| !moves.is_empty())
}

/// Spells out one move: the name of a car, the first letter of a direction, and a number of cells.
fn spelled(board: &Board, word: &str) -> Option<String> {
    let rest = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let (cells, letter) = (&word[rest.len()..], rest.chars().next_back()?);
    let car = &rest[..rest.len() - letter.len_utf8()];
    let direction = match letter.to_ascii_uppercase() {
        'L' => "left",
        'R' => "right",
        'U' => "up",
        'D' => "down",
        _ => return None,
    };
    let is_move = !cells.is_empty() && board.cars().iter().any(|known| known.name == car);
    is_move.then(|| format!("{car} {direction} {cells}"))
}

/// Returns the readings of a last move by which the red car drives off the board. Each ends at the edge; the car is off by at most
/// its length.
pub(super) fn driven_off(board: &Board, written: &WrittenPlan) -> Vec<WrittenPlan> {
    let Car { name, length, .. } = board.car(board.red());
    let of_last = || {
        let (rest, cells) = written.moves.last()?.name.rsplit_once(' ')?;
        let cells: u8 = cells.parse().ok()?;
        (rest == format!("{name} {}", way_out(board)?)).then_some((rest, cells))
    };
    let Some((rest, cells)) = of_last() else { return Vec::new() };
    let fewer = (cells.saturating_sub(*length).max(1)..cells).rev();
    let ending = |cells: u8| {
        let mut plan = written.clone();
        plan.moves.iter_mut().next_back().into_iter().for_each(|last| last.name = format!("{rest} {cells}"));
        plan
    };
    fewer.map(ending).collect()
}

/// Returns the direction in which the red car leaves the board; `None` if its goal is not at an edge.
fn way_out(board: &Board) -> Option<&'static str> {
    let car = board.car(board.red());
    let (size, directions) = match car.orientation {
        Orientation::Horizontal => (board.columns(), ["left", "right"]),
        Orientation::Vertical => (board.rows(), ["up", "down"]),
    };
    match board.goal() {
        0 => Some(directions[0]),
        goal => (goal + car.length == size).then_some(directions[1]),
    }
}
