//! The plan of a certificate: its operators by their names, its parallel steps, and the plan as a model of the formula.

use bmcplan_formula::Lit;
use bmcplan_task::plan::{Plan, lacks, operators_called};
use bmcplan_task::{Fact, Literal, OperatorId, State, Task};

use crate::propositions::FramePropositions;
use crate::specification::Specification;

/// Checks whether the plan is a model of the formula for its number of steps. `states` are the plan's, one more than it has
/// operators. If so, then no faulty clause makes the formula unsatisfiable.
pub fn is_model(specification: &Specification, task: &Task, plan: &Plan, states: &[State]) -> bool {
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
        // Number 0 means that the plan is over.
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

/// Reads a plan of one operator a step.
///
/// # Errors
/// The first line that names no operator of `task`.
pub fn read_sequential_plan(task: &Task, text: &str) -> Result<Plan, String> {
    let called = operators_called(task);
    let (mut operators, mut state) = (Vec::new(), task.initial().clone());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';')) {
        let named = operators_in(line, &called);
        let here = task.extend(&state);
        let Some(nearest) = named.iter().min_by_key(|id| lacks(task, &here, **id)) else {
            return Err(format!("step {}: there is no move '{line}'", operators.len() + 1));
        };
        let Some((id, after)) = named.iter().find_map(|id| Some((*id, here.successor(*id).ok()?))) else {
            operators.push(*nearest);
            break;
        };
        operators.push(id);
        state = after;
    }
    Ok(Plan::sequential(operators))
}

/// Reads a plan of `n_steps` steps, several operators in each.
///
/// # Errors
/// The first line that is no step or names no operator of `task`.
pub fn read_shared_plan(task: &Task, text: &str, n_steps: usize) -> Result<Plan, String> {
    let called = operators_called(task);
    let mut steps: Vec<Vec<OperatorId>> = Vec::new();
    let (mut begin, mut state) = (task.initial().clone(), task.initial().clone());
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let has_steps = lines().any(begins_step);
    for line in lines() {
        if begins_step(line) || !has_steps && !line.starts_with(';') {
            if steps.last().is_some_and(Vec::is_empty) {
                return Err(format!("step {} has no operator", steps.len()));
            }
            if steps.len() == n_steps {
                return Err(format!("it has more than {n_steps} steps"));
            }
            steps.push(Vec::new());
            begin = state.clone();
        }
        if line.starts_with(';') {
            continue;
        }
        let extended = task.extend(&begin);
        let named = operators_in(line, &called).into_iter();
        let mut applicable = named.filter(|id| extended.successor(*id).is_ok());
        let found = applicable.find_map(|id| Some((id, task.extend(&state).successor(id).ok()?)));
        let (id, after) = found.ok_or_else(|| {
            format!("in step {}, '{line}' is not an operator, or cannot be applied", steps.len())
        })?;
        state = after;
        steps.last_mut().ok_or_else(|| format!("'{line}' is in no step"))?.push(id);
    }
    Ok(Plan::parallel(steps))
}

fn begins_step(line: &str) -> bool {
    line.starts_with("; step ")
}

fn operators_in(line: &str, called: impl Fn(&str) -> Vec<OperatorId>) -> Vec<OperatorId> {
    let inside = line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
    let mut readings = [Some(line), inside].into_iter().flatten().map(called);
    readings.find(|operators| !operators.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use bmcplan_task::{Operator, TaskBuilder};

    use super::*;

    #[test]
    fn of_operators_with_one_name_the_first_that_can_be_applied_is_meant() {
        let mut builder = TaskBuilder::default();
        let place = builder.variable("place", ["start", "left", "right", "end"], 0);
        let at = |value| Fact { var: place, value };
        let step = |name: &str, from, to| Operator::simple(name, [at(from).into()], [at(to)]);
        let ids = [("go", 0, 1), ("go", 0, 2), ("go", 1, 3), ("GO", 0, 3), ("(on)", 3, 0)]
            .map(|(name, from, to)| builder.operator(step(name, from, to)));
        builder.goal([at(3).into()]);
        let task = builder.build().unwrap();
        for (text, expected) in [
            ("go\ngo\n", vec![0, 2]),
            ("; a comment\n\n(go)\n  ( go ) \n; cost = 2 (unit cost)\n", vec![0, 2]),
            ("GO", vec![3]),
            ("Go", vec![0]),
            ("GO\n(on)\n((on))\n", vec![3, 4, 4]),
            ("go\nGO\ngo\n", vec![0, 3]),
        ] {
            let expected = expected.into_iter().map(|place: usize| ids[place]);
            assert_eq!(read_sequential_plan(&task, text), Ok(Plan::sequential(expected)), "{text}");
        }
    }

    #[test]
    fn a_line_has_the_name_of_an_operator_and_nothing_else() {
        let mut builder = TaskBuilder::default();
        let place = builder.variable("place", ["start", "end"], 0);
        let end = Fact { var: place, value: 1 };
        builder.operator(Operator::simple("go", [], [end]));
        builder.goal([end.into()]);
        let task = builder.build().unwrap();
        for line in
            ["(go) ; there", "go;", "1  go", "0: (go)", "0.0: (go) [1]", "[\"go\"]", "step 1", "((go))", "()"]
        {
            let error = format!("step 1: there is no move '{line}'");
            assert_eq!(read_sequential_plan(&task, line), Err(error), "{line}");
        }
    }
}
