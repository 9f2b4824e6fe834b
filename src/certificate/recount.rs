//! The number of all shortest plans, recounted: a breadth-first search that adds up the ways to each state.
//!
//! A shortest plan reaches each of its states at the first time at which the state can be reached at all, since a shorter way to a
//! state would make a shorter plan. So the ways to a state of layer i + 1 are those to the states of layer i, one for each name of an operator
//! that leads from there to it.
//!
//! **Architecture Invariant:** this shares no code with the search that answers.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::Read;

use super::layer_error::{LayerError, MAX_STATES};
use super::layers::StateGraph;
use crate::stop::Stop;

/// The findings of a breadth-first search.
#[derive(Debug, PartialEq, Eq)]
pub struct Recount {
    /// The number of states of all layers before the last.
    pub n_states: usize,
    /// The number of plans of so many steps.
    pub n_plans: Natural,
}

impl StateGraph<'_> {
    /// Counts the plans of `n_steps` steps, and tells `layer` of the states that are first reached in 0, 1, … steps, up to
    /// `n_steps` − 1.
    ///
    /// # Errors
    /// There is a shorter plan, or there are too many states; it was stopped; or what `layer` gives.
    pub fn count<E: From<LayerError>>(
        &self,
        n_steps: usize,
        stop: &Stop,
        mut layer: impl FnMut(&[u128]) -> Result<(), E>,
    ) -> Result<Recount, E> {
        let mut known: HashSet<u128> = HashSet::new();
        let mut ways: BTreeMap<u128, Natural> = [(self.start(), Natural::one())].into();
        for index in 0..n_steps {
            let states: Vec<u128> = ways.keys().copied().collect();
            layer(&states)?;
            known.extend(states);
            let mut next: BTreeMap<u128, Natural> = BTreeMap::new();
            for (number, ways) in &ways {
                if let Some(reason) = stop.reason() {
                    return Err(LayerError::Stopped(reason).into());
                }
                let is_goal = self.expand_by_name(*number, |to| {
                    if !known.contains(&to) {
                        next.entry(to).or_default().add(ways);
                    }
                });
                if is_goal {
                    return Err(LayerError::Goal { layer: index }.into());
                }
                if MAX_STATES < known.len() + next.len() {
                    return Err(LayerError::TooLarge.into());
                }
            }
            ways = next;
        }
        let mut n_plans = Natural::default();
        ways.iter().filter(|(number, _)| self.is_goal(**number)).for_each(|(_, ways)| n_plans.add(ways));
        Ok(Recount { n_states: known.len(), n_plans })
    }

    /// Counts the plans of `n_steps` steps; a table has exactly the states that are first reached in fewer steps.
    ///
    /// # Errors
    /// The first thing that is wrong with the table; there is a shorter plan; or what stopped it.
    pub fn recount(&self, n_steps: usize, table: impl Read, stop: &Stop) -> Result<Recount, LayerError> {
        let (mut reader, mut index) = (self.reader(table), 0);
        let found = self.count(n_steps, stop, |states| {
            index += 1;
            let found = reader.next()?;
            if found.is_empty() {
                return Err(LayerError::Layers { found: index - 1, expected: n_steps });
            }
            if found == states { Ok(()) } else { Err(LayerError::OtherStates { layer: index - 1 }) }
        })?;
        let mut n_layers = n_steps;
        while !reader.next()?.is_empty() {
            n_layers += 1;
        }
        if n_layers == n_steps {
            Ok(found)
        } else {
            Err(LayerError::Layers { found: n_layers, expected: n_steps })
        }
    }
}

/// The base of the digits: a power of ten, so that no number has to be divided to be written.
const BASE: u64 = 1_000_000_000_000_000_000;

/// A natural number of any size, added and written: a number of plans.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Natural {
    /// The least significant first, without zeros at the end.
    digits: Vec<u64>,
}

impl Natural {
    /// One.
    pub fn one() -> Self {
        Self { digits: vec![1] }
    }

    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        let mut carry = 0;
        for place in 0..self.digits.len().max(other.digits.len()) {
            if self.digits.len() <= place {
                self.digits.push(0);
            }
            let digit = &mut self.digits[place];
            let sum = *digit + other.digits.get(place).copied().unwrap_or(0) + carry;
            (*digit, carry) = (sum % BASE, sum / BASE);
        }
        if 0 < carry {
            self.digits.push(carry);
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.digits.split_last() else { return f.write_str("0") };
        write!(f, "{first}")?;
        rest.iter().rev().try_for_each(|digit| write!(f, "{digit:018}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums() {
        let (mut number, mut expected) = (Natural::default(), 0_u128);
        assert_eq!(number.to_string(), "0");
        number.add(&Natural::one());
        expected += 1;
        for _ in 0..120 {
            assert_eq!(number.to_string(), expected.to_string());
            let mut twice = number.clone();
            twice.add(&number);
            twice.add(&Natural::one());
            (number, expected) = (twice, 2 * expected + 1);
        }
    }
}
