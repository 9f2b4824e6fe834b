//! The state space of a problem, for walks by hand: states are the values of the variables.

use bmcplan::State;
use bmcplan::task::Task;
use pyo3::prelude::*;

/// The state space of a problem.
#[pyclass(frozen, module = "bmcplan._native")]
pub(crate) struct Space(pub(crate) Task);

#[pymethods]
impl Space {
    /// Returns the variables, each with the names of its values.
    fn variables(&self) -> Vec<(String, Vec<String>)> {
        let variables = self.0.variables().iter();
        variables.map(|variable| (variable.name.clone(), variable.values.clone())).collect()
    }

    /// Returns the initial state, by the numbers of its values.
    fn initial(&self) -> Vec<u32> {
        self.0.initial().values().to_vec()
    }

    /// Returns the operators that can be applied in a state, each with the state that follows.
    fn moves(&self, py: Python<'_>, values: Vec<u32>) -> Vec<(String, Vec<u32>)> {
        py.detach(|| {
            let state = State::from_values(values);
            let extended = self.0.extend(&state);
            let ids = self.0.operator_ids();
            let next = ids.filter_map(|id| Some((id, extended.successor(id).ok()?)));
            next.map(|(id, state)| (self.0.operator(id).name.clone(), state.values().to_vec())).collect()
        })
    }

    /// Checks whether the goal holds in a state.
    fn is_goal(&self, values: Vec<u32>) -> bool {
        self.0.is_goal(&State::from_values(values))
    }
}
