//! Puzzles as TOML, for the reader to read again.

use crate::ordered::Map;

use itertools::Itertools as _;

use super::layout::VariableLayout;
use super::{Labelling, Positions, Puzzle};
use crate::kinds::piece_costs;
use crate::task::State;
use crate::text::Cell;
use crate::text::toml::written_text;

/// The puzzle as it stands in a state of its task. Pieces that are not told apart have their letters in reading order.
pub(super) fn toml(puzzle: &Puzzle, labelling: Labelling, state: &State) -> Option<String> {
    let layout = VariableLayout::of(puzzle, labelling);
    let mut positions = Positions::start(puzzle);
    for (index, class) in layout.classes.iter().enumerate() {
        let holds = |cell: &&Cell| {
            let fact = layout.at(index, **cell);
            fact.is_some_and(|fact| state.values().get(fact.var.index()) == Some(&fact.value))
        };
        let cells = class.values.iter().filter(holds).copied().collect_vec();
        if cells.len() != class.members.len() {
            return None;
        }
        class.members.iter().zip(cells).for_each(|(id, cell)| positions.put(*id, cell));
    }
    Some(text(puzzle, &puzzle.piece_ids().map(|id| positions.of(id)).collect_vec()))
}

/// The puzzle with its pieces at these places.
pub(super) fn text(puzzle: &Puzzle, at_start: &[Option<Cell>]) -> String {
    let at_goal = puzzle.pieces().iter().map(|piece| piece.goal).collect_vec();
    let mut text = format!(
        "start = \"\"\"\n{}\"\"\"\ngoal = \"\"\"\n{}\"\"\"\n",
        drawn(puzzle, at_start),
        drawn(puzzle, &at_goal)
    );
    if !puzzle.interchangeable().is_empty() {
        let name = |ids: &Vec<_>| ids.iter().map(|id| puzzle.piece(*id).name).collect::<String>();
        let groups = puzzle.interchangeable().iter().map(|ids| written_text(&name(ids)));
        text += &format!("interchangeable = [{}]\n", groups.format(", "));
    }
    if puzzle.has_costs() {
        let names = puzzle.pieces().iter().map(|piece| (piece.name.to_string(), piece.cost)).collect_vec();
        text += &piece_costs::written(names.iter().map(|(name, cost)| (&**name, *cost)));
    }
    text
}

/// The board with the pieces that have a place.
fn drawn(puzzle: &Puzzle, places: &[Option<Cell>]) -> String {
    let mut characters: Map<Cell, char> = Map::new();
    for (piece, place) in puzzle.pieces().iter().zip(places) {
        let cells = place.and_then(|place| piece.shape.cells_at(place)).unwrap_or_default();
        characters.extend(cells.into_iter().map(|cell| (cell, piece.name)));
    }
    let empty = |cell| if puzzle.is_wall(cell) { '#' } else { '.' };
    let characters = puzzle.cells().map(|cell| characters.get(&cell).copied().unwrap_or(empty(cell)));
    let characters = characters.collect_vec();
    characters.chunks(puzzle.columns().into()).map(|row| row.iter().collect::<String>() + "\n").join("")
}

#[cfg(test)]
mod tests {
    use super::super::{PuzzleMetric, read, task};
    use super::*;
    use crate::stop::Stop;
    use crate::text::Source;

    /// A group of interchangeable pieces, two of one shape that are not told apart, a wall, and costs.
    const PUZZLE: &str = "start = \"\"\"\nAA.B\nCCDE\n#.DF\n\"\"\"\ngoal = \"\"\"\n....\nAA..\n#...\n\"\"\"\n\
                          interchangeable = [\"AC\"]\ncost = { A = 3, C = 3 }\n";

    #[test]
    fn puzzles_are_read_as_they_were_written() {
        let puzzle = read(&Source::new("puzzle.toml", PUZZLE)).unwrap();
        for labelling in [Labelling::Shapes, Labelling::Labelled] {
            let task = task(&puzzle, PuzzleMetric::default(), labelling, &Stop::default()).unwrap();
            let written = toml(&puzzle, labelling, task.initial()).unwrap();
            assert_eq!(written, PUZZLE);
        }
    }
}
