//! A plan with the letters of its pieces: the letter and direction of each move, and the places of all letters after it.
//!
//! The states of a task do not distinguish interchangeable pieces. Their letters are followed from the start: the piece whose
//! anchor an operator moves is the one at that place. So moves written with letters, such as `G right 1 down 2`, become
//! operators of a task.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use itertools::Itertools;

use bmcplan_base::ordered::Set;
use bmcplan_base::text::Cell;
use bmcplan_task::plan::spelled;
use bmcplan_task::{Operator, OperatorId, Task};

use super::geometry::CellSet;
use super::layout::{FactMeaning, VariableLayout};
use super::{Direction, Labelling, PieceId, Puzzle};
use crate::pieces::Places;

/// Place of each piece: the first of its cells in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Positions(Vec<Cell>);

impl Positions {
    /// Returns the start of a puzzle.
    pub fn start(puzzle: &Puzzle) -> Self {
        Self(puzzle.pieces().iter().map(|piece| piece.start).collect())
    }

    /// Returns the place of a piece.
    pub fn of(&self, id: PieceId) -> Option<Cell> {
        self.0.get(id.index()).copied()
    }

    pub(super) fn places(&self) -> Places {
        self.0.iter().copied().map(Some).collect()
    }

    pub(super) fn put(&mut self, id: PieceId, at: Cell) {
        if let Some(place) = self.0.get_mut(id.index()) {
            *place = at;
        }
    }
}

/// One move of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// Piece that moves.
    pub piece: PieceId,
    /// Its first cell before the move.
    pub from: Cell,
    /// Its first cell after the move.
    pub to: Cell,
}

/// Plan with the letters of its pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    moves: Vec<Move>,
    /// At the start and after each move.
    positions: Vec<Positions>,
}

impl Play {
    /// Follows the letters through a plan's operators in the order in which they run. The task is that of the puzzle with this
    /// labelling, in any metric; operators that are not moves of it are left out.
    pub fn of(
        puzzle: &Puzzle,
        labelling: Labelling,
        task: &Task,
        plan: impl IntoIterator<Item = OperatorId>,
    ) -> Self {
        let layout = VariableLayout::of(puzzle, labelling);
        let mut positions = Positions::start(puzzle);
        let mut play = Self { moves: Vec::new(), positions: vec![positions.clone()] };
        for operator in plan.into_iter().filter_map(|id| task.operators().get(id.index())) {
            let Some(made) = read(&layout, operator, &positions) else { continue };
            positions.put(made.piece, made.to);
            play.moves.push(made);
            play.positions.push(positions.clone());
        }
        play
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the places of the pieces at the start and after each move: one more than there are moves.
    pub fn positions(&self) -> &[Positions] {
        &self.positions
    }

    /// Returns the names of the moves: the piece's letter and its path, such as `B down 1` or `G right 1 down 2`. The path is
    /// one of the shortest, and of these one with the fewest corners.
    pub fn names(&self, puzzle: &Puzzle) -> Vec<String> {
        let name = |(made, path): (&Move, Vec<Direction>)| {
            let path = path.into_iter().dedup_with_count();
            let words = path.map(|(distance, direction)| format!(" {} {distance}", direction.word()));
            format!("{}{}", puzzle.piece(made.piece).name, words.format(""))
        };
        self.moves.iter().zip(self.paths(puzzle)).map(name).collect()
    }

    /// Returns the path of each move, step by step: one of the shortest, and of these one with the fewest corners.
    pub fn paths(&self, puzzle: &Puzzle) -> Vec<Vec<Direction>> {
        let path = |(made, before): (&Move, &Positions)| path(puzzle, *made, before);
        self.moves.iter().zip(&self.positions).map(path).collect()
    }
}

/// Returns the move of an operator: its effects give the class and the new place, and the old one unless the class is a single
/// piece.
pub(super) fn read(layout: &VariableLayout, operator: &Operator, positions: &Positions) -> Option<Move> {
    let meanings = operator.effects.iter().filter_map(|effect| layout.meaning(effect.fact)).collect_vec();
    let (class, to) = meanings.iter().find_map(|meaning| match meaning {
        FactMeaning::Anchor(class, cell) => Some((*class, *cell)),
        FactMeaning::None(_) => None,
    })?;
    let left = |from: Cell| meanings.contains(&FactMeaning::None(from));
    let members = &layout.classes[class].members;
    let moves = |id: &&PieceId| members.len() == 1 || positions.of(**id).is_some_and(left);
    let piece = members.iter().find(moves)?;
    Some(Move { piece: *piece, from: positions.of(*piece)?, to })
}

/// Returns the steps of a move: fewest, then with fewest corners. Empty if it is impossible.
fn path(puzzle: &Puzzle, made: Move, before: &Positions) -> Vec<Direction> {
    let cover = |id: PieceId, anchor: Cell| puzzle.cover(&puzzle.piece(id).shape, anchor);
    let others = puzzle.piece_ids().filter(|id| *id != made.piece);
    let taken = others.filter_map(|id| cover(id, before.of(id)?)).fold(CellSet::default(), CellSet::union);
    let free = |anchor: Cell| cover(made.piece, anchor).is_some_and(|cells| !cells.intersects(taken));
    let mut seen = Set::new();
    let mut open = BinaryHeap::from([Reverse((0, 0, Vec::new(), made.from))]);
    while let Some(Reverse((n_steps, n_corners, path, at))) = open.pop() {
        let last = path.last().copied();
        if at == made.to {
            return path;
        }
        if !seen.insert((at, last)) {
            continue;
        }
        for direction in Direction::ALL {
            if let Some(next) = direction.next(at).filter(|next| free(*next)) {
                let turns = last.is_some_and(|last| last != direction);
                let longer = path.iter().copied().chain([direction]).collect_vec();
                open.push(Reverse((n_steps + 1, n_corners + usize::from(turns), longer, next)));
            }
        }
    }
    Vec::new()
}

/// Pieces of a puzzle on their path through written moves.
#[derive(Debug)]
pub struct WrittenMoves<'a> {
    puzzle: &'a Puzzle,
    task: &'a Task,
    layout: VariableLayout,
    positions: Positions,
    names: Vec<String>,
}

impl<'a> WrittenMoves<'a> {
    /// Starts at the start of a puzzle; `task` must be its task with this labelling, in any metric.
    pub fn of(puzzle: &'a Puzzle, labelling: Labelling, task: &'a Task) -> Self {
        let (layout, positions) = (VariableLayout::of(puzzle, labelling), Positions::start(puzzle));
        Self { puzzle, task, layout, positions, names: puzzle.names() }
    }

    /// Returns the operators of a move, applicable or not, and moves the piece there. Only its end counts, not its path. Empty
    /// if the text is not a move, or the task has none like that.
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

    /// Parses the move that a text describes. Case matters only where it distinguishes pieces.
    fn wanted(&self, name: &str) -> Option<Move> {
        let name = spelled(name, &self.names)?;
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
    use bmcplan_base::stop::Stop;
    use bmcplan_base::text::Source;

    use super::super::{Play, PuzzleMetric, read as read_puzzle, task};
    use super::*;

    #[test]
    fn letters_are_followed_where_the_task_knows_shapes_alone() {
        let puzzle = read_puzzle(&Source::new("test", "start\nAB.\n..C\ngoal\n..A\n...\n")).unwrap();
        let task = task(&puzzle, PuzzleMetric::Moves, Labelling::Shapes, &Stop::default()).unwrap();
        let mut written = WrittenMoves::of(&puzzle, Labelling::Shapes, &task);
        let names = ["B down 1", "C up 1 left 1", "A down 1", "C right 1"];
        let operators = names.map(|name| written.make(name));
        // C goes to B's old place; in the task either would have the same name.
        assert!(operators.iter().all(|operators| !operators.is_empty()), "{operators:?}");
        for wrong in ["", "B", "B at 1,1", "B right", "B right x", "D right 1", "B left 9", "AB right 1"] {
            assert!(written.make(wrong).is_empty(), "{wrong}");
        }
        let play =
            Play::of(&puzzle, Labelling::Shapes, &task, operators.iter().map(|operators| operators[0]));
        assert_eq!(play.moves().len(), 4);
    }
}
