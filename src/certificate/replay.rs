//! A plan as a model of the specification: if every clause holds, then no faulty clause makes the formula unsatisfiable.

use super::propositions::FramePropositions;
use super::specification::Specification;
use crate::formula::Lit;
use crate::plan::Plan;
use crate::task::{Fact, Literal, OperatorId, State, Task};

/// Does the formula for as many steps as the plan has hold under the plan? `states` are those that it passes through, one more
/// than it has operators.
pub(super) fn is_model(specification: &Specification, task: &Task, plan: &Plan, states: &[State]) -> bool {
    let propositions = specification.propositions();
    let n_steps = plan.makespan();
    let mut truth = vec![false; specification.n_vars(n_steps)];
    let mut model = Model { propositions, truth: &mut truth, frame: 0 };
    let mut passed = 0;
    for (frame, step) in plan.steps().iter().map(Some).chain([None]).enumerate() {
        let Some(state) = states.get(passed) else { return false };
        model.frame = frame;
        model.state(task, state);
        for id in step.into_iter().flatten() {
            passed += 1;
            model.operator(task, state, *id);
        }
    }
    let holds = |lit: &Lit| truth.get(lit.var().index()) == Some(&lit.is_positive());
    specification.for_each_clause(n_steps, |clause| clause.iter().any(holds).then_some(()).ok_or(())).is_ok()
}

struct Model<'a> {
    propositions: &'a FramePropositions,
    truth: &'a mut Vec<bool>,
    frame: usize,
}

impl Model<'_> {
    fn hold(&mut self, lit: Lit) {
        let index = self.propositions.at(lit, self.frame).var().index();
        if let Some(truth) = self.truth.get_mut(index) {
            *truth = true;
        }
    }

    fn operator(&mut self, task: &Task, state: &State, id: OperatorId) {
        self.hold(self.propositions.operator(id));
        // Number 0 is that the plan is over.
        let number = id.index() + 1;
        for (place, bit) in self.propositions.bits().enumerate() {
            if number >> place & 1 == 1 {
                self.hold(bit);
            }
        }
        let extended = task.extend(state);
        let effects = task.operator(id).effects.iter().filter(|effect| !effect.condition.is_empty());
        for (number, effect) in effects.enumerate() {
            if extended.satisfies(&effect.condition) {
                self.hold(self.propositions.effect(id, number));
            }
        }
    }

    fn state(&mut self, task: &Task, state: &State) {
        for (var, value) in task.variable_ids().zip(state.values()) {
            self.hold(self.propositions.fact(Fact { var, value: *value }));
        }
        let extended = task.extend(state);
        for id in task.derived_ids() {
            let literal = Literal::from(id);
            let literal = if extended.holds(literal) { literal } else { !literal };
            self.hold(self.propositions.literal(literal));
            for (number, body) in task.derived()[id.index()].rules.iter().enumerate() {
                if extended.satisfies(body) {
                    self.hold(self.propositions.rule(id.index(), number));
                }
            }
        }
    }
}
