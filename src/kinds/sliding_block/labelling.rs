//! Labelling: the choice of telling pieces of the same shape apart, or not.

use std::collections::BTreeMap;

use super::{PieceId, PieceShape, Puzzle};

/// The pieces of the same shape that are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Labelling {
    /// Only those that the goal names, unless the puzzle says that they are interchangeable: two states that differ
    /// by which of the others stands where are one.
    #[default]
    Shapes,
    /// All of them.
    Labelled,
}

/// The key of a class: interchangeable pieces have the same.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Shape(&'a PieceShape),
    Group(usize),
    Piece(PieceId),
}

impl Labelling {
    /// The pieces sorted into classes of interchangeable ones, both in the order of their ids.
    pub fn classes(self, puzzle: &Puzzle) -> Vec<Vec<PieceId>> {
        let group = |id: PieceId| puzzle.interchangeable().iter().position(|group| group.contains(&id));
        let mut classes: BTreeMap<Key<'_>, Vec<PieceId>> = BTreeMap::new();
        for id in puzzle.piece_ids() {
            let piece = puzzle.piece(id);
            let key = match (self, group(id), piece.goal) {
                (Self::Shapes, Some(group), _) => Key::Group(group),
                (Self::Shapes, None, None) => Key::Shape(&piece.shape),
                _ => Key::Piece(id),
            };
            classes.entry(key).or_default().push(id);
        }
        let mut classes: Vec<_> = classes.into_values().collect();
        classes.sort();
        classes
    }
}
