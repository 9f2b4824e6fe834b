//! Backward relevance: the operators that can contribute to reaching the goal.
//!
//! A variable is relevant if the goal or a relevant operator reads it, in its precondition or an effect condition. An operator
//! is relevant if it changes a relevant variable (Nebel, Dimopoulos & Koehler, *Ignoring irrelevant facts and operators in plan
//! generation*, 1997, in its simplest and only safe form). Removing all other operators from a plan leaves a plan. So no
//! shortest plan has any.

use bmcplan_base::stop::Stop;

use super::{Atom, Effect, Literal, OperatorId, Task};

impl Task {
    /// Returns whether each operator is relevant. With a clock all are, because each takes time, which may be its use.
    /// Incomplete if `stop` is raised meanwhile.
    pub fn relevant_operators(&self, stop: &Stop) -> Vec<bool> {
        if self.clock().is_some() {
            return vec![true; self.operators().len()];
        }
        let mut relevance = Relevance {
            task: self,
            variables: vec![false; self.variables().len()],
            derived: vec![false; self.derived().len()],
        };
        relevance.ask(self.goal());
        let mut operators = vec![false; self.operators().len()];
        loop {
            let is_relevant = |effect: &Effect| relevance.variables[effect.fact.var.index()];
            let changes_something = |id: OperatorId| self.operator(id).effects.iter().any(is_relevant);
            let new = self.operator_ids().filter(|id| !operators[id.index()] && changes_something(*id));
            let new: Vec<OperatorId> = new.collect();
            if new.is_empty() || stop.is_raised() {
                return operators;
            }
            for id in new {
                operators[id.index()] = true;
                let operator = self.operator(id);
                relevance.ask(&operator.precondition);
                operator.effects.iter().for_each(|effect| relevance.ask(&effect.condition));
            }
        }
    }
}

struct Relevance<'t> {
    task: &'t Task,
    variables: Vec<bool>,
    derived: Vec<bool>,
}

impl Relevance<'_> {
    fn ask(&mut self, condition: &[Literal]) {
        for literal in condition {
            match literal.atom {
                Atom::Fact(fact) => self.variables[fact.var.index()] = true,
                Atom::Derived(id) if self.derived[id.index()] => {}
                Atom::Derived(id) => {
                    self.derived[id.index()] = true;
                    let task = self.task;
                    task.derived()[id.index()].rules.iter().for_each(|body| self.ask(body));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::Stop;

    use crate::{Fact, Operator, TaskBuilder};

    #[test]
    fn only_what_leads_to_the_goal_is_relevant() {
        let mut builder = TaskBuilder::default();
        let [lamp, door, radio] = ["lamp", "door", "radio"].map(|name| builder.variable(name, ["0", "1"], 0));
        let on = |var| Fact { var, value: 1 };
        builder.operator(Operator::simple("lamp on", [on(door).into()], [on(lamp)]));
        builder.operator(Operator::simple("radio on", [on(door).into()], [on(radio)]));
        let open = builder.derived("open", vec![vec![on(door).into()]]);
        builder.operator(Operator::simple("open", [], [on(door)]));
        builder.operator(Operator::simple("listen", [on(radio).into(), open.into()], [on(radio), on(lamp)]));
        builder.goal([on(lamp).into()]);
        let task = builder.build().unwrap();
        assert_eq!(task.relevant_operators(&Stop::default()), [true, true, true, true]);

        let mut builder = TaskBuilder::default();
        let [lamp, radio] = ["lamp", "radio"].map(|name| builder.variable(name, ["0", "1"], 0));
        builder.operator(Operator::simple("radio on", [on(lamp).into()], [on(radio)]));
        let dark = builder.derived("dark", vec![vec![Fact { var: lamp, value: 0 }.into()]]);
        builder.operator(Operator::simple("lamp on", [dark.into()], [on(lamp)]));
        builder.goal([(!crate::Literal::from(dark))]);
        assert_eq!(builder.build().unwrap().relevant_operators(&Stop::default()), [false, true]);
    }
}
