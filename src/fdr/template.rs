//! Templates of groups: predicates of which some arguments are parameters, the same for all atoms of a group, and the
//! others are counted over.
//!
//! An example is `at(p, *)` with `in(p, *)`, with one group for every package p. Helmert (2009, section 5) calls a template
//! an invariant candidate; here, more than one argument of a predicate may be counted over.

use crate::ordered::Map;

use itertools::Itertools as _;

/// A template of groups.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GroupTemplate {
    /// For each predicate and argument the number of its parameter; `None` if the argument is counted over. Every parameter
    /// occurs once with each predicate.
    parts: Map<usize, Vec<Option<usize>>>,
    n_parameters: usize,
}

/// The greatest number of arguments of a predicate for which all choices are tried.
const MAX_ARITY: usize = 4;

/// The choices of arguments that are tried as parameters, those with most of them first.
pub fn parameter_choices(arity: usize) -> Vec<Vec<usize>> {
    if arity <= MAX_ARITY {
        let choices: Vec<Vec<usize>> = (0..arity).powerset().collect();
        return choices.into_iter().rev().collect();
    }
    let all = (0..arity).collect();
    let one = (0..arity).map(|place| vec![place]);
    let all_but_one = (0..arity).map(|left_out| (0..arity).filter(|place| *place != left_out).collect());
    std::iter::once(all).chain(all_but_one).chain(one).chain([vec![]]).collect()
}

impl GroupTemplate {
    /// The templates of one predicate.
    pub(super) fn of_predicate(predicate: usize, arity: usize) -> impl Iterator<Item = Self> {
        parameter_choices(arity).into_iter().map(move |parameters| {
            let place = |argument| parameters.iter().position(|parameter| *parameter == argument);
            let parts = Map::from([(predicate, (0..arity).map(place).collect())]);
            Self { parts, n_parameters: parameters.len() }
        })
    }

    pub(super) fn predicates(&self) -> impl Iterator<Item = usize> {
        self.parts.keys().copied()
    }

    /// The group of an atom: the values of the parameters.
    pub(super) fn key(&self, predicate: usize, arguments: &[u32]) -> Option<Vec<u32>> {
        let part = self.parts.get(&predicate).filter(|part| part.len() == arguments.len())?;
        let mut key = vec![0; self.n_parameters];
        for (parameter, value) in part.iter().zip(arguments) {
            parameter.iter().for_each(|parameter| key[*parameter] = *value);
        }
        Some(key)
    }

    /// The templates with one predicate more that put such an atom of it into the group of that key.
    pub(super) fn refined(&self, key: &[u32], predicate: usize, arguments: &[u32]) -> Vec<Self> {
        if self.parts.contains_key(&predicate) {
            return Vec::new();
        }
        let mut parts: Vec<Vec<Option<usize>>> = vec![vec![None; arguments.len()]];
        for (parameter, value) in key.iter().enumerate() {
            let extended = parts.iter().flat_map(|part| {
                let free =
                    (0..part.len()).filter(|place| part[*place].is_none() && arguments[*place] == *value);
                free.map(|place| {
                    let mut part = part.clone();
                    part[place] = Some(parameter);
                    part
                })
            });
            parts = extended.collect();
        }
        let with = |part| {
            let mut refined = self.clone();
            refined.parts.insert(predicate, part);
            refined.renumber();
            refined
        };
        parts.into_iter().map(with).collect()
    }

    /// Numbers the parameters in the order of their occurrence, so that equivalent templates are equal.
    fn renumber(&mut self) {
        let mut numbers = vec![None; self.n_parameters];
        let mut next = 0;
        for parameter in self.parts.values_mut().flatten().flatten() {
            let number = *numbers[*parameter].get_or_insert_with(|| {
                next += 1;
                next - 1
            });
            *parameter = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_refined_by_atoms() {
        let at = GroupTemplate::of_predicate(0, 2).find(|at| at.parts[&0] == [Some(0), None]).unwrap();
        assert_eq!(at.key(0, &[7, 8]), Some(vec![7]));
        let both = at.refined(&[7], 1, &[9, 7]);
        assert_eq!(both.len(), 1);
        assert_eq!((both[0].key(1, &[9, 7]), both[0].key(0, &[9, 7])), (Some(vec![7]), Some(vec![9])));
        assert_eq!(at.refined(&[7], 1, &[7, 7]).len(), 2);
        assert_eq!(at.refined(&[7], 1, &[8, 8]), []);
        assert_eq!(both[0].refined(&[7], 0, &[7, 9]), []);
        assert_eq!(GroupTemplate::of_predicate(0, 2).count(), 4);
    }

    #[test]
    fn the_order_of_refinement_does_not_matter() {
        let whole = |predicate| GroupTemplate::of_predicate(predicate, 2).next().unwrap();
        assert_eq!(whole(0).refined(&[1, 2], 1, &[2, 1]), whole(1).refined(&[1, 2], 0, &[2, 1]));
    }
}
