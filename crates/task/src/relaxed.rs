//! Relaxed tasks: the same task with fewer goals and preconditions. Every plan of the task is also a plan of these.
//!
//! Preconditions and goals only restrict: operators do the same wherever they are applied. Conditions of effects decide what an
//! operator does, so they stay.

use super::{Atom, Literal, Task};

impl Task {
    /// Returns the task with only the accepted goals and preconditions. Operators keep their ids.
    #[must_use]
    pub fn relaxed(
        &self,
        keeps_goal: impl Fn(Literal) -> bool,
        keeps_condition: impl Fn(Literal) -> bool,
    ) -> Self {
        let mut relaxed = self.clone();
        relaxed.goal.retain(|literal| keeps_goal(*literal));
        let mut are_all_kept = true;
        for operator in &mut relaxed.operators {
            let before = operator.precondition.len();
            operator.precondition.retain(|literal| keeps_condition(*literal));
            are_all_kept &= operator.precondition.len() == before;
        }
        // More states are reachable now.
        if !are_all_kept {
            relaxed.mutexes.clear();
        }
        relaxed
    }

    /// Returns whether each derived variable depends on the clock.
    pub fn clocked(&self) -> Vec<bool> {
        let mut clocked = Vec::with_capacity(self.derived.len());
        for derived in &self.derived {
            let is_clocked =
                derived.rules.iter().flatten().any(|literal| self.depends_on_clock(*literal, &clocked));
            clocked.push(is_clocked);
        }
        clocked
    }

    /// Checks whether `literal` depends on the clock, where `clocked` says which derived variables do.
    pub fn depends_on_clock(&self, literal: Literal, clocked: &[bool]) -> bool {
        match literal.atom {
            Atom::Fact(fact) => self.clock.is_some_and(|clock| clock.var == fact.var),
            Atom::Derived(id) => clocked.get(id.index()) == Some(&true),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Fact, Literal, Operator, TaskBuilder};

    #[test]
    fn mutexes_stay_while_no_condition_goes() {
        let mut builder = TaskBuilder::default();
        let [a, b] = ["a", "b"].map(|name| builder.variable(name, ["0", "1"], 0));
        let [not_a, a, b] = [Fact { var: a, value: 0 }, Fact { var: a, value: 1 }, Fact { var: b, value: 1 }];
        builder.operator(Operator::simple("a", [], [a]));
        builder.operator(Operator::simple("b", [not_a.into()], [b]));
        builder.mutex(a, b);
        builder.goal([a, b].map(Literal::from));
        let task = builder.build().unwrap();
        let fewer_goals = task.relaxed(|goal| goal == b.into(), |_| true);
        assert_eq!((fewer_goals.goal().len(), fewer_goals.mutexes().len()), (1, 1));
        let fewer_conditions = task.relaxed(|_| true, |_| false);
        assert_eq!((fewer_conditions.goal().len(), fewer_conditions.mutexes().len()), (2, 0));
        assert!(fewer_conditions.operators().iter().all(|operator| operator.precondition.is_empty()));
    }

    #[test]
    fn the_clock_reaches_through_rules() {
        let mut builder = TaskBuilder::default();
        let lamp = builder.variable("lamp", ["off", "on"], 0);
        let clock = builder.clock("clock", ["0", "1"], 1);
        let late = builder.derived("late", vec![vec![Fact { var: clock, value: 1 }.into()]]);
        let lit = builder.derived("lit", vec![vec![Fact { var: lamp, value: 1 }.into()]]);
        builder.derived("over", vec![vec![lit.into()], vec![!Literal::from(late)]]);
        assert_eq!(builder.build().unwrap().clocked(), [true, false, true]);
    }
}
