//! Puzzles in TOML, the project's own format: the start and the goal, drawn in characters.
//!
//! ```toml
//! name = "an example"
//! start = """
//! AA.B
//! CCDD
//! """
//! goal = """
//! ....
//! AA..
//! """
//! interchangeable = ["AC"]
//! ```
//!
//! `name` and `source` are for display. `interchangeable` lists groups of pieces of one shape, named in the goal or not, that
//! may be in each other's goals: above, the goal is met when A or C is there.
//!
//! `cost = { A = 3, C = 3 }` gives the cost of each move of a piece, 1 for other pieces. Then plans of least cost are searched
//! for. Only pieces of the same cost are interchangeable.

use itertools::Itertools as _;
use serde::Deserialize;
use toml::Spanned;

use bmcplan_base::ordered::Map;
use bmcplan_base::text::toml::{complaint, quoted, written_text};
use bmcplan_base::text::{Cell, Diagnostic, Source};
use bmcplan_task::State;

use super::check::{Drawing, PuzzleDraft};
use super::layout::VariableLayout;
use super::{Labelling, Positions, Puzzle};
use crate::piece_costs::{self, CostTable, PieceCosts};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    start: Spanned<String>,
    goal: Spanned<String>,
    #[serde(default)]
    interchangeable: Vec<Spanned<String>>,
    cost: Option<CostTable>,
    /// Name of the puzzle. Only its type is checked.
    #[serde(rename = "name")]
    _name: Option<String>,
    /// Origin of the puzzle. Only its type is checked.
    #[serde(rename = "source")]
    _source: Option<String>,
}

const FORM: &str =
    "give start = \"\"\"…\"\"\" and goal = \"\"\"…\"\"\", each with one line of characters per row";

pub(super) fn read(source: &Source) -> Result<PuzzleDraft, Diagnostic> {
    let file: PuzzleFile =
        toml::from_str(source.text()).map_err(|error| complaint(source, &error, FORM, FORM))?;
    Ok(PuzzleDraft {
        start: drawing(source, "start", &file.start)?,
        goal: drawing(source, "goal", &file.goal)?,
        interchangeable: file
            .interchangeable
            .into_iter()
            .map(|group| (group.span(), group.into_inner()))
            .collect(),
        costs: file.cost.map(|table| PieceCosts::read(source, table)).transpose()?,
    })
}

fn drawing(source: &Source, what: &str, value: &Spanned<String>) -> Result<Drawing, Diagnostic> {
    Drawing::read(source, what, value.span(), &quoted(source, what, value)?)
}

/// Checks whether a text gives values to both keys of a puzzle.
pub(super) fn looks_like(text: &str) -> bool {
    let gives = |key: &str| {
        let mut rests = text.lines().filter_map(|line| line.trim_start().strip_prefix(key));
        rests.any(|rest| rest.trim_start().starts_with('='))
    };
    gives("start") && gives("goal")
}

/// Writes the puzzle in a state of its task. Interchangeable pieces have their letters in reading order.
pub(super) fn write_state(puzzle: &Puzzle, labelling: Labelling, state: &State) -> Option<String> {
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
    Some(write(puzzle, &puzzle.piece_ids().map(|id| positions.of(id)).collect_vec()))
}

/// Writes the puzzle with its pieces at these places, such that it can be parsed again.
pub(super) fn write(puzzle: &Puzzle, at_start: &[Option<Cell>]) -> String {
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

/// Draws the board with the pieces that have a place.
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
    use bmcplan_base::stop::Stop;

    use super::super::{PuzzleMetric, read, task};
    use super::*;

    /// A group of interchangeable pieces, two of one shape that are not distinguished, a wall, and costs.
    const PUZZLE: &str = "start = \"\"\"\nAA.B\nCCDE\n#.DF\n\"\"\"\ngoal = \"\"\"\n....\nAA..\n#...\n\"\"\"\n\
                          interchangeable = [\"AC\"]\ncost = { A = 3, C = 3 }\n";

    #[test]
    fn puzzles_are_read_as_they_were_written() {
        let puzzle = read(&Source::new("puzzle.toml", PUZZLE)).unwrap();
        for labelling in [Labelling::Shapes, Labelling::Labelled] {
            let task = task(&puzzle, PuzzleMetric::default(), labelling, &Stop::default()).unwrap();
            let written = write_state(&puzzle, labelling, task.initial()).unwrap();
            assert_eq!(written, PUZZLE);
        }
    }
}
