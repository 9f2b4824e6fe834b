//! A recount: all states explored again, breadth first, to find that no goal is nearer than claimed, or none at all, and how many
//! shortest plans there are.
//!
//! A shortest plan reaches each of its states at the first time at which the state can be reached at all, since a shorter way to a
//! state would make a shorter plan. So the ways to a state that i + 1 steps lead to for the first time are those to the states that i
//! steps lead to, one for each name of an operator that leads from there to it.
//!
//! **Architecture Invariant:** this shares no code with the search that answers.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::stop::{Stop, StopReason};
use crate::task::{Atom, ExtendedState, OperatorId, OperatorNames, State, Task};

/// The greatest number of states of a recount: as many are held in memory.
pub const MAX_STATES: usize = 10_000_000;

/// The findings of a recount.
#[derive(Debug, PartialEq, Eq)]
pub struct Recount {
    /// The number of states that fewer steps lead to.
    pub n_states: usize,
    /// The number of plans of so many steps.
    pub n_plans: Natural,
}

/// A reason why a recount ends early.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecountError {
    /// A goal state is nearer than claimed.
    #[error("{steps} steps lead to a goal")]
    Goal {
        /// The number of steps to it.
        steps: usize,
    },
    /// More states than expected can be reached.
    #[error("more than {0} states can be reached")]
    More(usize),
    /// More states than can be held in memory can be reached, or have to be looked at.
    #[error("more than {MAX_STATES} states can be reached")]
    TooMany,
    /// States have larger numbers than 128 bits hold.
    #[error("the task has 2^128 states or more")]
    TooLarge,
    /// Stopped from outside.
    #[error("it was stopped")]
    Stopped(StopReason),
}

debug_is_message!(RecountError);

/// Explores the states of an [affirmative](Task::affirmative) task that fewer than `n_steps` steps lead to, at most `most` of them,
/// none of which is a goal, and counts the plans of `n_steps` steps. Without `n_steps`, explores all states that can be reached.
///
/// # Errors
/// See [`RecountError`].
pub fn recount(
    task: &Task,
    n_steps: Option<usize>,
    most: usize,
    stop: &Stop,
) -> Result<Recount, RecountError> {
    let (n_states, n_plans) = explore::<Natural>(task, n_steps, most, stop)?;
    Ok(Recount { n_states, n_plans })
}

/// As [`recount`], without counting plans; the number of states.
///
/// # Errors
/// See [`RecountError`].
pub fn recount_states(
    task: &Task,
    n_steps: Option<usize>,
    most: usize,
    stop: &Stop,
) -> Result<usize, RecountError> {
    explore::<()>(task, n_steps, most, stop).map(|(n_states, ())| n_states)
}

/// The ways that lead to a state, as far as they are counted.
trait Ways: Default {
    /// True if there is a number of them.
    const ARE_COUNTED: bool;

    /// The way to the initial state.
    fn none_but_the_start() -> Self;

    /// Adds the ways to a state before.
    fn add(&mut self, before: &Self);
}

impl Ways for () {
    const ARE_COUNTED: bool = false;

    fn none_but_the_start() {}

    fn add(&mut self, (): &()) {}
}

impl Ways for Natural {
    const ARE_COUNTED: bool = true;

    fn none_but_the_start() -> Self {
        Self::one()
    }

    fn add(&mut self, before: &Self) {
        self.add(before);
    }
}

/// The number of states that fewer than `n_steps` steps lead to, and the ways to goal states behind them.
fn explore<W: Ways>(
    task: &Task,
    n_steps: Option<usize>,
    most: usize,
    stop: &Stop,
) -> Result<(usize, W), RecountError> {
    let graph = StateGraph::of(task)?;
    let mut known: HashSet<u128> = HashSet::new();
    let mut ways: HashMap<u128, W> = [(graph.number(task.initial()), W::none_but_the_start())].into();
    let mut steps = 0;
    while n_steps != Some(steps) && !ways.is_empty() {
        known.extend(ways.keys());
        if most < known.len() {
            return Err(RecountError::More(most));
        }
        let goes_on = W::ARE_COUNTED || n_steps != Some(steps + 1);
        let mut next: HashMap<u128, W> = HashMap::new();
        for (number, ways) in &ways {
            if let Some(reason) = stop.reason() {
                return Err(RecountError::Stopped(reason));
            }
            let state = graph.state(*number);
            let extended = task.extend(&state);
            if extended.satisfies(task.goal()) {
                return Err(RecountError::Goal { steps });
            }
            if goes_on {
                graph.expand(&state, &extended, |to| {
                    if !known.contains(&to) {
                        next.entry(to).or_default().add(ways);
                    }
                });
            }
            if MAX_STATES < known.len() + next.len() {
                return Err(RecountError::TooMany);
            }
        }
        (ways, steps) = (next, steps + 1);
    }
    let mut of_goals = W::default();
    if W::ARE_COUNTED {
        ways.iter().filter(|(number, _)| graph.is_goal(**number)).for_each(|(_, ways)| of_goals.add(ways));
    }
    Ok((known.len(), of_goals))
}

/// The states of an affirmative task as numbers, and the successors of each.
struct StateGraph<'t> {
    task: &'t Task,
    names: OperatorNames,
    /// For each variable: the number of its values.
    sizes: Vec<u128>,
    /// For each variable and value: the operators that need that fact first.
    by_fact: Vec<Vec<Vec<OperatorId>>>,
    /// The operators that need no fact of a variable that is not derived.
    others: Vec<OperatorId>,
}

impl<'t> StateGraph<'t> {
    fn of(task: &'t Task) -> Result<Self, RecountError> {
        let sizes: Vec<u128> =
            task.variables().iter().map(|variable| variable.values.len() as u128).collect();
        let n_numbers = sizes.iter().try_fold(1_u128, |product, size| product.checked_mul(*size));
        n_numbers.ok_or(RecountError::TooLarge)?;
        let mut by_fact: Vec<Vec<Vec<OperatorId>>> =
            task.variables().iter().map(|variable| vec![Vec::new(); variable.values.len()]).collect();
        let mut others = Vec::new();
        for id in task.operator_ids() {
            let fact = task.operator(id).precondition.iter().find_map(|literal| match literal.atom {
                Atom::Fact(fact) if literal.positive => Some(fact),
                _ => None,
            });
            match fact {
                Some(fact) => by_fact[fact.var.index()][fact.value_index()].push(id),
                None => others.push(id),
            }
        }
        Ok(Self { task, names: OperatorNames::of(task), sizes, by_fact, others })
    }

    fn number(&self, state: &State) -> u128 {
        let digits = state.values().iter().zip(&self.sizes).rev();
        digits.fold(0, |number, (value, size)| number * size + u128::from(*value))
    }

    fn state(&self, mut number: u128) -> State {
        State::from_values(self.sizes.iter().map(|size| {
            let value = number % size;
            number /= size;
            value as u32
        }))
    }

    /// Calls with each successor of a state, once for operators of one name that lead to the same state.
    fn expand(&self, state: &State, extended: &ExtendedState<'_>, mut each: impl FnMut(u128)) {
        let of_facts = self
            .by_fact
            .iter()
            .zip(state.values())
            .flat_map(|(of_values, value)| &of_values[*value as usize]);
        let mut met = HashSet::new();
        for id in of_facts.chain(&self.others) {
            if let Ok(next) = extended.successor(*id) {
                let to = self.number(&next);
                if self.names.have_no_cases() || met.insert((self.names.first(*id), to)) {
                    each(to);
                }
            }
        }
    }

    fn is_goal(&self, number: u128) -> bool {
        self.task.extend(&self.state(number)).satisfies(self.task.goal())
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
