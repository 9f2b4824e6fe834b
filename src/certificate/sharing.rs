//! Operators that may share a step of a plan: those that can run in every order, or in one order that is given.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::task::OperatorId;

/// The semantics of steps of several operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SharedSteps {
    /// They can run in every order (∀-step).
    ForAll,
    /// They can run in an order that is one for the whole task (∃-step).
    Exists,
}

impl SharedSteps {
    /// The name of such a step.
    pub fn step_name(self) -> &'static str {
        match self {
            Self::ForAll => "∀-step",
            Self::Exists => "∃-step",
        }
    }
}

/// The operators that may share a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepSharing {
    /// Those of which none disturbs another.
    ForAll,
    /// Those of which none disturbs a later one in this order.
    Exists(OperatorOrder),
}

impl StepSharing {
    /// The semantics of steps.
    pub fn semantics(&self) -> SharedSteps {
        match self {
            Self::ForAll => SharedSteps::ForAll,
            Self::Exists(_) => SharedSteps::Exists,
        }
    }

    /// The name of the steps of a plan in the formula.
    pub(super) fn steps(&self) -> &'static str {
        match self {
            Self::ForAll => "steps of operators that can run in every order",
            Self::Exists(_) => "steps of operators that can run in the given order",
        }
    }

    /// May an operator disturb the other one without keeping it from running in the same step?
    pub(super) fn may_disturb(&self, disturbing: usize, disturbed: usize) -> bool {
        match self {
            Self::ForAll => false,
            Self::Exists(order) => order.places[disturbed] < order.places[disturbing],
        }
    }
}

/// An order of all operators of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorOrder {
    /// For each operator, how many come before it.
    places: Vec<usize>,
}

impl OperatorOrder {
    /// The order of these operators; none unless they are the numbers from 0 on, each once.
    pub fn of(operators: &[OperatorId]) -> Option<Self> {
        let mut places = vec![usize::MAX; operators.len()];
        for (place, id) in operators.iter().enumerate() {
            *places.get_mut(id.index()).filter(|known| **known == usize::MAX)? = place;
        }
        Some(Self { places })
    }

    /// Reads the order of so many operators: the number of each, counted from 0, a line each.
    pub(super) fn read(text: &str, n_operators: usize) -> Option<Self> {
        let number = |line: &str| line.parse().ok().filter(|number| *number < n_operators);
        let numbers: Vec<usize> = text.lines().take(n_operators + 1).map(number).collect::<Option<_>>()?;
        let operators: Vec<OperatorId> = numbers.into_iter().map(OperatorId::from_index).collect();
        Self::of(&operators).filter(|order| order.places.len() == n_operators)
    }

    /// Writes it in that form.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let mut operators: Vec<usize> = (0..self.places.len()).collect();
        operators.sort_by_key(|operator| self.places[*operator]);
        operators.into_iter().try_for_each(|operator| writeln!(out, "{operator}"))?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_every_operator_once() {
        let order = OperatorOrder::read("2\n0\n1\n", 3).unwrap();
        assert_eq!(order.places, [1, 2, 0]);
        let mut text = Vec::new();
        order.write(&mut text).unwrap();
        assert_eq!(text, b"2\n0\n1\n");
        for text in ["2\n0\n", "2\n0\n0\n", "2\n0\n3\n", "2\n0\n1\n1\n", "2\n\n1\n", "x"] {
            assert_eq!(OperatorOrder::read(text, 3), None, "{text:?}");
        }
    }
}
