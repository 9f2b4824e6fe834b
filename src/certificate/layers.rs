//! Layer tables: the states that can be reached in so many steps, layer by layer, as sorted numbers.
//!
//! `docs/certificates.md`, "Layer tables", defines the file. It proves nothing by itself: a checker makes all successors of
//! its states again, and finds them in it. So the check is an explicit search that need not believe the one that made the table.
//!
//! **Architecture Invariant:** this shares no code with the search that answers.

use std::collections::HashSet;
use std::io::Read;

use super::layer_error::{LayerError, MAX_STATES};
use super::layer_file::LayerReader;
use crate::stop::Stop;
use crate::task::{Atom, ExtendedState, OperatorId, OperatorNames, State, Task};

/// The states of an affirmative task as numbers, and what follows from each.
#[derive(Debug)]
pub struct StateGraph<'t> {
    task: &'t Task,
    names: OperatorNames,
    /// For each variable: how many values it has.
    sizes: Vec<u128>,
    /// The number of numbers that a state can have.
    n_numbers: u128,
    /// For each variable and value: the operators that need that fact first.
    by_fact: Vec<Vec<Vec<OperatorId>>>,
    /// The operators that need no fact of a variable that is not derived.
    others: Vec<OperatorId>,
}

impl<'t> StateGraph<'t> {
    /// The graph of an affirmative task.
    ///
    /// # Errors
    /// The numbers would be too large.
    pub fn of(task: &'t Task) -> Result<Self, LayerError> {
        let sizes: Vec<u128> =
            task.variables().iter().map(|variable| variable.values.len() as u128).collect();
        let n_numbers = sizes.iter().try_fold(1_u128, |product, size| product.checked_mul(*size));
        let n_numbers = n_numbers.ok_or(LayerError::TooLarge)?;
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
        Ok(Self { task, names: OperatorNames::of(task), sizes, n_numbers, by_fact, others })
    }

    /// The number of the initial state.
    pub fn start(&self) -> u128 {
        self.number(self.task.initial())
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

    /// Is a state a goal? Calls with each of its successors.
    pub fn expand(&self, number: u128, mut each: impl FnMut(OperatorId, u128)) -> bool {
        let state = self.state(number);
        let extended: ExtendedState<'_> = self.task.extend(&state);
        let of_facts = self
            .by_fact
            .iter()
            .zip(state.values())
            .flat_map(|(of_values, value)| &of_values[*value as usize]);
        for id in of_facts.chain(&self.others) {
            if let Ok(next) = extended.successor(*id) {
                each(*id, self.number(&next));
            }
        }
        extended.satisfies(self.task.goal())
    }

    /// As [`Self::expand`], but calls once for operators of one name that lead to the same state.
    pub(super) fn expand_by_name(&self, number: u128, mut each: impl FnMut(u128)) -> bool {
        let mut met = HashSet::new();
        self.expand(number, |id, to| {
            if self.names.have_no_cases() || met.insert((self.names.first(id), to)) {
                each(to);
            }
        })
    }

    /// A table of its states.
    pub(super) fn reader<R: Read>(&self, table: R) -> LayerReader<R> {
        LayerReader::of(table, self.n_numbers)
    }

    /// Is the state with that number a goal?
    pub fn is_goal(&self, number: u128) -> bool {
        self.task.extend(&self.state(number)).satisfies(self.task.goal())
    }

    /// Checks a table: of so many layers, or, if no number is given, one that no step leaves. Returns how many states it has.
    ///
    /// # Errors
    /// The first thing that is wrong with it; or what stopped it.
    pub fn check(&self, n_layers: Option<usize>, table: impl Read, stop: &Stop) -> Result<usize, LayerError> {
        let mut reader = self.reader(table);
        let mut known: HashSet<u128> = HashSet::new();
        let mut layer = reader.next()?;
        if !layer.contains(&self.start()) {
            return Err(LayerError::Start);
        }
        known.extend(&layer);
        let mut index = 0;
        while !layer.is_empty() {
            let next = reader.next()?;
            known.extend(&next);
            if MAX_STATES < known.len() {
                return Err(LayerError::TooLarge);
            }
            let may_leave = n_layers.is_some() && next.is_empty();
            for number in layer {
                if let Some(reason) = stop.reason() {
                    return Err(LayerError::Stopped(reason));
                }
                let mut leaves = None;
                let is_goal = self.expand(number, |id, next| {
                    if !may_leave && !known.contains(&next) {
                        leaves = leaves.or(Some(id));
                    }
                });
                if is_goal {
                    return Err(LayerError::Goal { layer: index });
                }
                if let Some(id) = leaves {
                    let operator = self.task.operator(id).name.to_string();
                    return Err(LayerError::Successor { layer: index, operator });
                }
            }
            (layer, index) = (next, index + 1);
        }
        match n_layers {
            Some(expected) if expected != index => Err(LayerError::Layers { found: index, expected }),
            _ => Ok(known.len()),
        }
    }
}
