//! The classes of interchangeable pieces of a puzzle, the state variables of its task, and the meaning of their values on the
//! board.
//!
//! A piece in a class of its own has its own variable: the cell of its anchor. All other pieces share one variable per cell:
//! the class of interchangeable pieces with an anchor there, or none. So there is one state for every arrangement of shapes,
//! however many pieces a class has.

use itertools::Itertools;

use bmcplan_base::ordered::{Map, sort};
use bmcplan_base::text::Cell;
use bmcplan_task::{Fact, TaskBuilder, VarId};

use super::paths::PiecePlaces;
use super::{Direction, PieceId, PieceShape, Puzzle};

/// Which pieces of the same shape and cost are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Labelling {
    /// Only those that the goal names, unless they are declared interchangeable, and those of different costs. Two states that
    /// differ only by an exchange of other pieces are one.
    #[default]
    Shapes,
    /// All of them.
    Labelled,
}

/// Key of a class: interchangeable pieces have equal keys.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Shape(&'a PieceShape, u64),
    Group(usize),
    Piece(PieceId),
}

impl Labelling {
    /// Returns the pieces sorted into classes of interchangeable ones, both in the order of their ids.
    pub fn classes(self, puzzle: &Puzzle) -> Vec<Vec<PieceId>> {
        let group = |id: PieceId| puzzle.interchangeable().iter().position(|group| group.contains(&id));
        let mut classes: Map<Key<'_>, Vec<PieceId>> = Map::new();
        for id in puzzle.piece_ids() {
            let piece = puzzle.piece(id);
            let key = match (self, group(id), piece.goal) {
                (Self::Shapes, Some(group), _) => Key::Group(group),
                (Self::Shapes, None, None) => Key::Shape(&piece.shape, piece.cost),
                _ => Key::Piece(id),
            };
            classes.entry(key).or_default().push(id);
        }
        let mut classes: Vec<_> = classes.into_values().collect();
        sort(&mut classes);
        classes
    }
}

#[derive(Debug)]
pub(super) struct Class {
    /// Pieces of the class, in the order of their ids; at least one.
    pub(super) members: Vec<PieceId>,
    /// Possible anchors of a member, with the cells it covers there.
    pub(super) places: PiecePlaces,
    /// Variable of the only member.
    own: Option<VarId>,
    /// Values of that variable: the places, and the goal even where it is not one of them.
    pub(super) values: Vec<Cell>,
}

#[derive(Debug)]
pub(super) struct VariableLayout {
    /// Classes in the order of their first members.
    pub(super) classes: Vec<Class>,
    /// Cells where members of larger classes may have their anchors, each with its variable and, in the order of the values
    /// from 1, these classes. Value 0 means that none of them has its anchor there.
    shared: Map<Cell, (VarId, Vec<usize>)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FactMeaning {
    /// The class, an index, has an anchor in the cell.
    Anchor(usize, Cell),
    /// No class of several pieces has an anchor in the cell.
    None(Cell),
}

impl VariableLayout {
    pub(super) fn of(puzzle: &Puzzle, labelling: Labelling) -> Self {
        let mut classes = Vec::new();
        for members in labelling.classes(puzzle) {
            let places = places(puzzle, &members);
            let goals = members.iter().filter_map(|id| puzzle.piece(*id).goal);
            let values = places.keys().copied().chain(goals).sorted_unstable().dedup().collect();
            classes.push(Class { members, places, own: None, values });
        }
        // Variables of single pieces come first, in the order of the pieces; then those of cells in reading order.
        let mut n_variables = 0;
        let mut next = || {
            n_variables += 1;
            VarId::from_index(n_variables - 1)
        };
        let mut anchors: Map<Cell, Vec<usize>> = Map::new();
        for (index, class) in classes.iter_mut().enumerate() {
            if class.members.len() == 1 {
                class.own = Some(next());
            } else {
                class.values.iter().for_each(|cell| anchors.entry(*cell).or_default().push(index));
            }
        }
        let shared = anchors.into_iter().map(|(cell, classes)| (cell, (next(), classes))).collect();
        Self { classes, shared }
    }

    pub(super) fn declare(&self, puzzle: &Puzzle, builder: &mut TaskBuilder) {
        for class in self.classes.iter().filter(|class| class.own.is_some()) {
            let piece = puzzle.piece(class.members[0]);
            builder.variable(
                piece.name,
                class.values.iter().map(coordinates),
                index(&class.values, &piece.start),
            );
        }
        let at_start = |class: &usize, cell: &Cell| {
            self.classes[*class].members.iter().any(|id| puzzle.piece(*id).start == *cell)
        };
        for (cell, (_, classes)) in &self.shared {
            let names = classes.iter().map(|class| self.name(puzzle, *class).to_string());
            let initial = (1..).zip(classes).find(|(_, class)| at_start(class, cell));
            builder.variable(
                format!("anchor({})", coordinates(cell)),
                ["none".to_owned()].into_iter().chain(names),
                initial.map_or(0, |(value, _)| value),
            );
        }
    }

    /// Returns the name of a class: that of its first member.
    pub(super) fn name(&self, puzzle: &Puzzle, class: usize) -> char {
        puzzle.piece(self.classes[class].members[0]).name
    }

    /// Returns the fact "a member of the class has its anchor in the cell", for one of its places or goals.
    pub(super) fn at(&self, class: usize, cell: Cell) -> Option<Fact> {
        match self.classes[class].own {
            Some(var) => Some(Fact { var, value: index(&self.classes[class].values, &cell) }),
            None => {
                let (var, classes) = self.shared.get(&cell)?;
                Some(Fact { var: *var, value: index(classes, &class) + 1 })
            }
        }
    }

    /// Returns the fact of a cell that a member of the class has left, unless the fact of its new place implies it.
    pub(super) fn left(&self, class: usize, cell: Cell) -> Option<Fact> {
        let shared = self.shared.get(&cell).filter(|_| self.classes[class].own.is_none());
        shared.map(|(var, _)| Fact { var: *var, value: 0 })
    }

    pub(super) fn class_of(&self, id: PieceId) -> Option<usize> {
        self.classes.iter().position(|class| class.members.contains(&id))
    }

    /// Returns the meaning of a fact; `None` for a fact of another task.
    pub(super) fn meaning(&self, fact: Fact) -> Option<FactMeaning> {
        if let Some(class) = self.classes.iter().position(|class| class.own == Some(fact.var)) {
            let cell = self.classes[class].values.get(fact.value_index())?;
            return Some(FactMeaning::Anchor(class, *cell));
        }
        let (cell, (_, classes)) = self.shared.iter().find(|(_, (var, _))| *var == fact.var)?;
        match fact.value_index().checked_sub(1) {
            None => Some(FactMeaning::None(*cell)),
            Some(index) => Some(FactMeaning::Anchor(*classes.get(index)?, *cell)),
        }
    }
}

/// Formats a cell as `row,column`, counted from 1.
pub(super) fn coordinates(cell: &Cell) -> String {
    format!("{},{}", u16::from(cell.row) + 1, u16::from(cell.column) + 1)
}

/// Returns the index of a value, which must be there.
fn index<T: PartialEq>(values: &[T], value: &T) -> u32 {
    (0..).zip(values).find(|(_, other)| *other == value).map_or(0, |(index, _)| index)
}

/// Returns the places that the pieces could reach alone, by steps that need at most the board's number of empty cells.
fn places(puzzle: &Puzzle, members: &[PieceId]) -> PiecePlaces {
    let mut places = Map::new();
    let Some(first) = members.first() else { return places };
    let shape = &puzzle.piece(*first).shape;
    let n_empty = puzzle.n_empty();
    let mut open: Vec<_> = Vec::new();
    for anchor in members.iter().map(|id| puzzle.piece(*id).start) {
        open.extend(puzzle.cover(shape, anchor).map(|cover| (anchor, cover)));
    }
    while let Some((anchor, cover)) = open.pop() {
        if places.insert(anchor, cover).is_some() {
            continue;
        }
        for next in Direction::ALL.into_iter().filter_map(|direction| direction.next(anchor)) {
            let moved = puzzle.cover(shape, next).filter(|moved| moved.minus(cover).len() <= n_empty);
            open.extend(moved.map(|moved| (next, moved)).filter(|_| !places.contains_key(&next)));
        }
    }
    places
}
