//! The shapes of a set of terms, by which most terms that match none of them are told at once.

use std::collections::{BTreeMap, BTreeSet};

use super::super::sheet::{GdlTerm, Symbol};

/// A name with its number of arguments.
pub(super) type TermShape = (Symbol, usize);

/// For each function or constant, what stands at each of its places.
///
/// Places are looked at one by one, and no deeper: a term may fit here and match no term of the set, but a term that does
/// not fit matches none.
#[derive(Debug, Default)]
pub(super) struct TermShapes {
    by_shape: BTreeMap<TermShape, Vec<PlaceShapes>>,
    /// One of the terms is a variable.
    has_anything: bool,
}

#[derive(Debug, Clone, Default)]
struct PlaceShapes {
    shapes: BTreeSet<TermShape>,
    has_anything: bool,
}

/// Why a term matches none of the set.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Misfit {
    /// No term has this shape.
    Whole(TermShape),
    /// None of this shape has that one at this place.
    Place(TermShape, usize, TermShape),
}

/// Nothing for a variable.
pub(super) fn shape_of(term: &GdlTerm) -> Option<TermShape> {
    match term {
        GdlTerm::Constant(name) => Some((*name, 0)),
        GdlTerm::Variable(_) => None,
        GdlTerm::Function(name, arguments) => Some((*name, arguments.len())),
    }
}

fn arguments(term: &GdlTerm) -> &[GdlTerm] {
    match term {
        GdlTerm::Function(_, arguments) => arguments,
        GdlTerm::Constant(_) | GdlTerm::Variable(_) => &[],
    }
}

impl TermShapes {
    pub(super) fn add(&mut self, term: &GdlTerm) {
        let Some(shape) = shape_of(term) else {
            self.has_anything = true;
            return;
        };
        let places = self.by_shape.entry(shape).or_insert_with(|| vec![PlaceShapes::default(); shape.1]);
        for (place, argument) in places.iter_mut().zip(arguments(term)) {
            match shape_of(argument) {
                Some(shape) => drop(place.shapes.insert(shape)),
                None => place.has_anything = true,
            }
        }
    }

    /// Why a term matches none of the set, if that shows.
    pub(super) fn misfit(&self, term: &GdlTerm) -> Option<Misfit> {
        let shape = shape_of(term).filter(|_| !self.has_anything)?;
        let Some(places) = self.by_shape.get(&shape) else { return Some(Misfit::Whole(shape)) };
        places.iter().zip(arguments(term)).enumerate().find_map(|(number, (place, argument))| {
            let found = shape_of(argument).filter(|_| !place.has_anything)?;
            (!place.shapes.contains(&found)).then_some(Misfit::Place(shape, number, found))
        })
    }

    /// What could have been meant: the shapes in the place of the one that does not fit.
    pub(super) fn instead(&self, misfit: &Misfit) -> Vec<TermShape> {
        match misfit {
            Misfit::Whole(_) => self.by_shape.keys().copied().collect(),
            Misfit::Place(shape, place, _) => {
                let place = self.by_shape.get(shape).and_then(|places| places.get(*place));
                place.map_or(Vec::new(), |place| place.shapes.iter().copied().collect())
            }
        }
    }
}

impl Misfit {
    /// The shape that does not fit.
    pub(super) fn found(&self) -> TermShape {
        match self {
            Self::Whole(shape) | Self::Place(_, _, shape) => *shape,
        }
    }
}
