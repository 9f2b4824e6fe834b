//! Moves written with the letters of pieces, such as `G right 1 down 2`, as operators of a task, which may not tell pieces of
//! one shape apart.

use itertools::Itertools as _;

use super::layout::VariableLayout;
use super::play::{Move, Positions, read};
use super::{Direction, Labelling, Puzzle};
use crate::task::{OperatorId, Task};

/// The pieces of a puzzle on their way through written moves.
#[derive(Debug)]
pub struct WrittenMoves<'a> {
    puzzle: &'a Puzzle,
    task: &'a Task,
    layout: VariableLayout,
    positions: Positions,
}

impl<'a> WrittenMoves<'a> {
    /// From the start of a puzzle, whose task with this labelling it is, in any metric.
    pub fn of(puzzle: &'a Puzzle, labelling: Labelling, task: &'a Task) -> Self {
        let (layout, positions) = (VariableLayout::of(puzzle, labelling), Positions::start(puzzle));
        Self { puzzle, task, layout, positions }
    }

    /// The operators that make a move, whether they can be applied or not, and the piece is there from now on. Only where
    /// it goes counts, not which way. None if the text is no move, or the task has none like that.
    pub fn make(&mut self, name: &str) -> Vec<OperatorId> {
        let Some(wanted) = self.wanted(name) else { return Vec::new() };
        let makes =
            |id: &OperatorId| read(&self.layout, self.task.operator(*id), &self.positions) == Some(wanted);
        let operators = self.task.operator_ids().filter(makes).collect_vec();
        if !operators.is_empty() {
            self.positions.put(wanted.piece, wanted.to);
        }
        operators
    }

    /// The move that a text describes.
    fn wanted(&self, name: &str) -> Option<Move> {
        let mut words = name.split_whitespace();
        let letter = words.next()?.chars().exactly_one().ok()?;
        let piece = self.puzzle.piece_ids().find(|id| self.puzzle.piece(*id).name == letter)?;
        let from = self.positions.of(piece)?;
        let (mut to, mut words) = (from, words.peekable());
        words.peek()?;
        while let Some(word) = words.next() {
            let direction = Direction::ALL.into_iter().find(|direction| direction.word() == word)?;
            let distance: u8 = words.next()?.parse().ok()?;
            for _ in 0..distance {
                to = direction.next(to)?;
            }
        }
        Some(Move { piece, from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Play, PuzzleMetric, read as read_puzzle, task};
    use super::*;
    use crate::stop::Stop;
    use crate::text::Source;

    #[test]
    fn letters_are_followed_where_the_task_knows_shapes_alone() {
        let puzzle = read_puzzle(&Source::new("test", "start\nAB.\n..C\ngoal\n..A\n...\n")).unwrap();
        let task = task(&puzzle, PuzzleMetric::Moves, Labelling::Shapes, &Stop::default()).unwrap();
        let mut written = WrittenMoves::of(&puzzle, Labelling::Shapes, &task);
        let names = ["B down 1", "C up 1 left 1", "A down 1", "C right 1"];
        let operators = names.map(|name| written.make(name));
        // C goes where B was; either would be called by the same name in the task.
        assert!(operators.iter().all(|operators| !operators.is_empty()), "{operators:?}");
        for wrong in ["", "B", "B at 1,1", "B right", "B right x", "D right 1", "B left 9", "AB right 1"] {
            assert!(written.make(wrong).is_empty(), "{wrong}");
        }
        let play =
            Play::of(&puzzle, Labelling::Shapes, &task, operators.iter().map(|operators| operators[0]));
        assert_eq!(play.moves().len(), 4);
    }
}
