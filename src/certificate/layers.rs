//! Layer tables: the states that can be reached in so many steps, layer by layer, as sorted numbers.
//!
//! `docs/certificates.md`, "Layer tables", defines the file. It proves nothing by itself: whoever reads it makes all successors
//! of its states again, and finds them in it. That is explicit search, but without having to believe the one that made it.
//!
//! **Architecture Invariant:** this shares no code with the search that answers.

use std::collections::HashSet;
use std::io::{self, Read, Write};

use super::lrat::byte;
use crate::stop::{Stop, StopReason};
use crate::task::{Atom, ExtendedState, OperatorId, State, Task};

/// The greatest number of states of a table: as many are held in memory.
pub const MAX_STATES: usize = 10_000_000;

/// What is wrong with a layer table.
#[derive(Debug, thiserror::Error)]
pub enum LayerError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// A number that cannot be there.
    #[error("layer {layer} is not well formed")]
    Malformed {
        /// The layer, counted from 0.
        layer: usize,
    },
    /// There are more states than are checked, or states have larger numbers.
    #[error("it has more than {MAX_STATES} states, or the task has more than 2^128")]
    TooLarge,
    /// The initial state is not in it.
    #[error("the initial state is not in layer 0")]
    Start,
    /// A goal state is in it.
    #[error("layer {layer} has a goal state")]
    Goal {
        /// The layer, counted from 0.
        layer: usize,
    },
    /// A state has a successor that is in no layer up to the next.
    #[error(
        "operator {operator:?} leads from a state of layer {layer} to one that is in no layer up to the next"
    )]
    Successor {
        /// The layer, counted from 0.
        layer: usize,
        /// The operator's name.
        operator: String,
    },
    /// It has more or fewer layers than the plan has steps.
    #[error("it has {found} layers, and {expected} are needed")]
    Layers {
        /// How many it has.
        found: usize,
        /// How many it has to have.
        expected: usize,
    },
    /// It was stopped.
    #[error("it was stopped")]
    Stopped(StopReason),
}

/// The states of a affirmative task as numbers, and what follows from each.
#[derive(Debug)]
pub struct StateGraph<'t> {
    task: &'t Task,
    /// For each variable: how many values it has.
    sizes: Vec<u128>,
    /// How many numbers there are.
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
        Ok(Self { task, sizes, n_numbers, by_fact, others })
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

    /// Whether a state is a goal; calls with each of its successors.
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

    /// Checks a table: of so many layers, or, if no number is given, one that no step leaves. Returns how many states it has.
    ///
    /// # Errors
    /// The first thing that is wrong with it; or what stopped it.
    pub fn check(&self, n_layers: Option<usize>, table: impl Read, stop: &Stop) -> Result<usize, LayerError> {
        let mut reader = LayerReader { table, n_numbers: self.n_numbers, layer: 0 };
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

/// Reads layers.
struct LayerReader<R> {
    table: R,
    n_numbers: u128,
    layer: usize,
}

impl<R: Read> LayerReader<R> {
    /// A number of any size; none at the end or if it has more than 128 bits.
    fn number(&mut self) -> Result<u128, LayerError> {
        let malformed = LayerError::Malformed { layer: self.layer };
        let mut number = 0_u128;
        for shift in (0..128).step_by(7) {
            let Some(byte) = byte(&mut self.table)? else { return Err(malformed) };
            number |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(malformed)
    }

    /// The next layer; empty behind the last one.
    fn next(&mut self) -> Result<Vec<u128>, LayerError> {
        let layer_index = self.layer;
        let malformed = || LayerError::Malformed { layer: layer_index };
        let n_states = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        if MAX_STATES < n_states {
            return Err(LayerError::TooLarge);
        }
        let mut layer: Vec<u128> = Vec::new();
        for _ in 0..n_states {
            let number = self.number()?;
            let number = match layer.last() {
                Some(before) => before.checked_add(number).filter(|_| number != 0),
                None => Some(number),
            };
            let number = number.filter(|number| *number < self.n_numbers).ok_or_else(malformed)?;
            layer.push(number);
        }
        if layer.is_empty() && byte(&mut self.table)?.is_some() {
            return Err(malformed());
        }
        self.layer += 1;
        Ok(layer)
    }
}

/// Writes a layer, sorted; an empty one ends the table.
///
/// # Errors
/// What the writer gives.
pub fn write_layer(layer: &[u128], out: &mut impl Write) -> io::Result<()> {
    write_number(layer.len() as u128, out)?;
    let mut before = 0;
    for number in layer {
        write_number(number - before, out)?;
        before = *number;
    }
    Ok(())
}

fn write_number(mut number: u128, out: &mut impl Write) -> io::Result<()> {
    while 0x7f < number {
        out.write_all(&[(number & 0x7f) as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}
