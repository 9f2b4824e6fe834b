//! Types as predicates of one argument: one for each type, or choice of types, that a variable has.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{ObjectId, PddlProblem, TypeId};

/// A type or choice of types: an index into [`TypePredicates`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TypeChoiceId(usize);

/// See the module.
#[derive(Debug)]
pub(super) struct TypePredicates<'p> {
    problem: &'p PddlProblem,
    kinds: Vec<TypeChoice>,
    numbers: BTreeMap<Vec<TypeId>, TypeChoiceId>,
    /// For each type the types that it is below, itself among them.
    above: Vec<BTreeSet<TypeId>>,
}

#[derive(Debug)]
struct TypeChoice {
    name: String,
    objects: Vec<ObjectId>,
    predicate: usize,
    is_everything: bool,
}

impl<'p> TypePredicates<'p> {
    pub(super) fn new(problem: &'p PddlProblem) -> Self {
        let above = (0..problem.types.len()).map(|number| {
            let mut above = BTreeSet::new();
            let mut open = vec![TypeId(number)];
            while let Some(next) = open.pop() {
                if above.insert(next) {
                    open.extend(problem.types.get(next.0).into_iter().flat_map(|kind| &kind.parents));
                }
            }
            above
        });
        Self { problem, kinds: Vec::new(), numbers: BTreeMap::new(), above: above.collect() }
    }

    /// The choice of these types. If it is new it gets the predicate.
    pub(super) fn kind(&mut self, types: &[TypeId], predicate: usize) -> TypeChoiceId {
        let types: BTreeSet<TypeId> = types.iter().copied().collect();
        let types: Vec<TypeId> = types.into_iter().collect();
        if let Some(known) = self.numbers.get(&types) {
            return *known;
        }
        let is_everything = types.is_empty() || types.contains(&TypeId(0));
        let is_below = |of: &TypeId| {
            let above = self.above.get(of.0);
            above.is_some_and(|above| types.iter().any(|kind| above.contains(kind)))
        };
        let objects = self.problem.objects.iter().enumerate();
        let objects = objects.filter(|(_, object)| is_everything || object.types.iter().any(is_below));
        let names = types.iter().filter_map(|kind| self.problem.types.get(kind.0)).map(|kind| &*kind.name);
        let names: Vec<&str> = names.collect();
        let kind = TypeChoice {
            name: if types.is_empty() { "object".to_owned() } else { names.join(" or ") },
            objects: objects.map(|(number, _)| ObjectId(number)).collect(),
            predicate,
            is_everything,
        };
        self.kinds.push(kind);
        let number = TypeChoiceId(self.kinds.len() - 1);
        self.numbers.insert(types, number);
        number
    }

    /// The objects of these types.
    pub(super) fn objects(&self, kind: TypeChoiceId) -> &[ObjectId] {
        &self.kinds[kind.0].objects
    }

    /// The number of its predicate.
    pub(super) fn predicate(&self, kind: TypeChoiceId) -> usize {
        self.kinds[kind.0].predicate
    }

    /// Are all objects of it?
    pub(super) fn is_everything(&self, kind: TypeChoiceId) -> bool {
        self.kinds[kind.0].is_everything
    }

    /// The name of its predicate.
    pub(super) fn name(&self, kind: TypeChoiceId) -> &str {
        &self.kinds[kind.0].name
    }

    /// Which objects are of which type: predicate and object.
    pub(super) fn facts(&self) -> impl Iterator<Item = (usize, Vec<u32>)> {
        self.kinds.iter().flat_map(|kind| {
            let objects = kind.objects.iter().filter_map(|object| u32::try_from(object.0).ok());
            objects.map(|object| (kind.predicate, vec![object]))
        })
    }
}
