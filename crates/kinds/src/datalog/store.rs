//! Known atoms, by relation, with an index for each way in which rules look them up.

use super::pattern::Pattern;
use super::terms::{Symbol, TermId, Terms, TupleTable};

/// Known atoms, by relation.
#[derive(Debug, Default)]
pub(crate) struct Store {
    /// By the number of the symbol.
    relations: Vec<IndexedRelation>,
    /// True for relations that do not grow any more, by the number of the symbol.
    complete: Vec<bool>,
    /// True for terms that are known atoms.
    is_known: Vec<bool>,
}

impl Store {
    /// Adds an atom that is not in the store.
    pub(crate) fn insert(&mut self, atom: TermId, terms: &Terms) {
        mark(&mut self.is_known, atom.index());
        self.relation_mut(terms.symbol(atom)).insert(atom, terms);
    }

    /// Marks a relation that grows no more.
    pub(crate) fn complete(&mut self, symbol: Symbol) {
        mark(&mut self.complete, symbol.index());
    }

    /// Checks whether all atoms of the relation are known, so that all others are false.
    pub(crate) fn is_complete(&self, symbol: Symbol) -> bool {
        self.complete.get(symbol.index()).copied().unwrap_or(false)
    }

    pub(crate) fn contains(&self, atom: TermId) -> bool {
        self.is_known.get(atom.index()).copied().unwrap_or(false)
    }

    /// Returns the atoms of a relation, in the order in which they were added.
    pub(crate) fn atoms(&self, symbol: Symbol) -> &[TermId] {
        self.relation(symbol).map_or(&[], |relation| &relation.atoms)
    }

    pub(crate) fn into_atoms(self) -> impl Iterator<Item = (Symbol, Vec<TermId>)> {
        (0..).map(Symbol).zip(self.relations.into_iter().map(|relation| relation.atoms))
    }

    pub(super) fn relation(&self, symbol: Symbol) -> Option<&IndexedRelation> {
        self.relations.get(symbol.index())
    }

    pub(super) fn relation_mut(&mut self, symbol: Symbol) -> &mut IndexedRelation {
        if self.relations.len() <= symbol.index() {
            self.relations.resize_with(symbol.index() + 1, IndexedRelation::default);
        }
        &mut self.relations[symbol.index()]
    }
}

/// Sets a bit; returns true if it was not set before.
pub(super) fn mark(bits: &mut Vec<bool>, number: usize) -> bool {
    if bits.len() <= number {
        bits.resize(2 * number + 1, false);
    }
    !std::mem::replace(&mut bits[number], true)
}

/// Place inside an atom: the number of an argument, then of an argument of this argument, and so on.
type ArgumentPath = Box<[usize]>;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct IndexShape {
    /// Places that must have this function of this arity.
    functions: Vec<(ArgumentPath, Symbol, usize)>,
    /// Places whose terms are the key.
    keys: Vec<ArgumentPath>,
}

#[derive(Debug, Default)]
struct Index {
    shape: IndexShape,
    keys: TupleTable,
    atoms: Vec<Vec<TermId>>,
    /// Scratch space for a key.
    key: Vec<TermId>,
}

/// Keys have no symbol of their own.
const NO_SYMBOL: Symbol = Symbol(0);

/// Relation: its known atoms, with an index for each way in which rules look them up.
///
/// A rule looks up atoms that agree with the known parts of a pattern. For example, `(true (cell ?x ?y b))` with `?x` bound
/// requires a function `cell` of three terms at place 0. Its terms 0 and 2 are given. So an index is made of places inside the
/// atom.
#[derive(Debug, Default)]
pub(super) struct IndexedRelation {
    pub(super) atoms: Vec<TermId>,
    indexes: Vec<Index>,
}

/// Look-up of atoms by a rule: the number of an index, and the terms of the key.
#[derive(Debug, Clone)]
pub(super) struct Lookup {
    index: usize,
    pub(super) key: Box<[Pattern]>,
}

impl IndexedRelation {
    /// Adds an atom that is not in the relation.
    pub(super) fn insert(&mut self, atom: TermId, terms: &Terms) {
        self.atoms.push(atom);
        for index in &mut self.indexes {
            index.insert(atom, terms);
        }
    }

    /// Returns a look-up of the atoms matching `pattern`, given values of the variables with `is_bound`.
    pub(super) fn lookup(
        &mut self,
        pattern: &Pattern,
        is_bound: &dyn Fn(usize) -> bool,
        terms: &Terms,
    ) -> Lookup {
        let (mut shape, mut key) = (IndexShape::default(), Vec::new());
        for (number, part) in pattern.arguments(terms).iter().enumerate() {
            describe(part, &mut vec![number], is_bound, &mut shape, &mut key);
        }
        let known = self.indexes.iter().position(|index| index.shape == shape);
        let index = known.unwrap_or_else(|| {
            let mut index = Index { shape, ..Index::default() };
            self.atoms.iter().for_each(|atom| index.insert(*atom, terms));
            self.indexes.push(index);
            self.indexes.len() - 1
        });
        Lookup { index, key: key.into() }
    }

    /// Returns the atoms under an instantiated key of a [`Lookup`].
    pub(super) fn find(&self, lookup: &Lookup, key: &[TermId]) -> &[TermId] {
        let index = &self.indexes[lookup.index];
        index.keys.find(NO_SYMBOL, key).map_or(&[], |number| &index.atoms[number])
    }
}

fn describe(
    pattern: &Pattern,
    place: &mut Vec<usize>,
    is_bound: &dyn Fn(usize) -> bool,
    shape: &mut IndexShape,
    key: &mut Vec<Pattern>,
) {
    let mut known = true;
    pattern.variables(&mut |variable| known &= is_bound(variable));
    if known {
        shape.keys.push(place.as_slice().into());
        key.push(pattern.clone());
    } else if let Pattern::Function(symbol, parts) = pattern {
        shape.functions.push((place.as_slice().into(), *symbol, parts.len()));
        for (number, part) in parts.iter().enumerate() {
            place.push(number);
            describe(part, place, is_bound, shape, key);
            place.pop();
        }
    }
}

impl Index {
    fn insert(&mut self, atom: TermId, terms: &Terms) {
        let fits = |(place, symbol, arity): &(ArgumentPath, Symbol, usize)| {
            at(atom, place, terms)
                .is_some_and(|term| terms.symbol(term) == *symbol && terms.arguments(term).len() == *arity)
        };
        if !self.shape.functions.iter().all(fits) {
            return;
        }
        self.key.clear();
        for place in &self.shape.keys {
            let Some(term) = at(atom, place, terms) else { return };
            self.key.push(term);
        }
        let number = self.keys.find(NO_SYMBOL, &self.key).or_else(|| {
            self.atoms.push(Vec::new());
            self.keys.add(NO_SYMBOL, &self.key)
        });
        if let Some(number) = number {
            self.atoms[number].push(atom);
        }
    }
}

fn at(atom: TermId, place: &[usize], terms: &Terms) -> Option<TermId> {
    place.iter().try_fold(atom, |term, number| terms.arguments(term).get(*number).copied())
}
