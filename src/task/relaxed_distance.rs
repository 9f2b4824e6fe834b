//! A lower bound on the length of plans: h^max of the initial state.
//!
//! In the delete relaxation the goal is first reached in some layer; every operator of a plan brings the real task at
//! most one layer further, so no plan is shorter than that (Bonet & Geffner, *Planning as heuristic search*, 2001).

use crate::stop::{Stop, StopReason};

use super::Task;
use super::reachability::Layers;

impl Task {
    /// The least number of operators after which every literal of the goal, each for itself, can be true if nothing ever
    /// became false; `None` if that is never so. No plan has fewer operators, nor fewer steps if several operators are
    /// applied in one step.
    ///
    /// # Errors
    /// The flag was raised before that was known.
    pub fn relaxed_distance(&self, stop: &Stop) -> Result<Option<usize>, StopReason> {
        let mut layers = Layers::of(self);
        let mut distance = 0;
        while !layers.reached.condition(self.goal()) {
            if let Some(reason) = stop.reason() {
                return Err(reason);
            }
            if !layers.advance() {
                return Ok(None);
            }
            distance += 1;
        }
        Ok(Some(distance))
    }
}

#[cfg(test)]
mod tests {
    use crate::stop::Stop;
    use crate::task::{Fact, Operator, TaskBuilder};

    #[test]
    fn a_chain_takes_a_layer_for_each_link_and_a_dead_end_none() {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("place", ["a", "b", "c", "d", "e"], 0);
        let fact = |value| Fact { var, value };
        // Listed against the direction of the chain and along it: a layer is a layer.
        for value in [2, 0, 1] {
            builder.operator(Operator::simple("go", [fact(value).into()], [fact(value + 1)]));
        }
        let distance = |value| {
            let mut builder = builder.clone();
            builder.goal([fact(value).into()]);
            builder.build().unwrap().relaxed_distance(&Stop::default()).unwrap()
        };
        assert_eq!([0, 1, 2, 3, 4].map(distance), [Some(0), Some(1), Some(2), Some(3), None]);
    }

    #[test]
    fn derived_variables_cost_nothing() {
        let mut builder = TaskBuilder::default();
        let var = builder.variable("v", ["0", "1"], 0);
        builder.operator(Operator::simple("set", [], [Fact { var, value: 1 }]));
        let first = builder.derived("first", vec![vec![Fact { var, value: 1 }.into()]]);
        let second = builder.derived("second", vec![vec![first.into()]]);
        builder.goal([second.into()]);
        assert_eq!(builder.build().unwrap().relaxed_distance(&Stop::default()), Ok(Some(1)));
    }
}
