//! Backward relevance: the facts, the variables and the operators that can contribute to reaching the goal.
//!
//! A fact is read if the goal mentions it, or the precondition of a relevant operator, or the condition of an effect on a relevant
//! variable. A variable is relevant if one of its facts is read, an operator if it changes a relevant variable (Nebel, Dimopoulos
//! & Koehler, *Ignoring irrelevant facts and operators in plan generation*, 1997, in its simplest and only safe form). Removing
//! all other operators from a plan leaves a plan, so no shortest plan has any. And nothing depends on which of those facts of a
//! variable holds that are not read.

use bmcplan_base::ordered::sort_by_key;
use bmcplan_base::stop::Stop;

use super::{Atom, Effect, Fact, Literal, Operator, OperatorId, State, Task, VarId, Variable};

impl Task {
    /// Returns whether each operator is relevant. With a clock all are, because each takes time, which may be its use.
    /// Incomplete if `stop` is raised meanwhile.
    pub fn relevant_operators(&self, stop: &Stop) -> Vec<bool> {
        match self.clock() {
            Some(_) => vec![true; self.operators().len()],
            None => Relevance::of(self, stop).operators,
        }
    }

    /// Returns the task in which all facts of a variable that are not read are one. `None` if there are none such, if there is a
    /// clock, or if `stop` was raised meanwhile.
    ///
    /// Variables and operators keep their ids. An irrelevant variable has one value, and an irrelevant operator no effects. The
    /// plans of this task are plans of the whole task, through other states; and those of the whole task are plans of this one,
    /// apart from irrelevant operators.
    pub fn without_irrelevant(&self, stop: &Stop) -> Option<Self> {
        if self.clock.is_some() {
            return None;
        }
        let relevance = Relevance::of(self, stop);
        let numbers: Vec<Vec<u32>> = relevance.read.iter().map(|read| renumbered(read)).collect();
        let is_same = |numbers: &Vec<u32>| numbers.iter().zip(0..).all(|(new, old)| *new == old);
        if stop.is_raised() || numbers.iter().all(is_same) {
            return None;
        }
        let moved = |fact: Fact| Fact { value: numbers[fact.var.index()][fact.value_index()], ..fact };
        let change = |condition: &mut Vec<Literal>| {
            for literal in condition {
                if let Atom::Fact(fact) = &mut literal.atom {
                    *fact = moved(*fact);
                }
            }
        };
        let is_relevant = |var: VarId| relevance.variables[var.index()];
        let irrelevant = self.variable_ids().find(|var| !is_relevant(*var));
        let never = irrelevant.map(|var| !Literal::from(Fact { var, value: 0 }));
        let mut task = self.clone();
        for (operator, is_needed) in task.operators.iter_mut().zip(&relevance.operators) {
            if !is_needed {
                operator.effects.clear();
                operator.precondition = never.into_iter().collect();
            }
            operator.effects.retain(|effect| is_relevant(effect.fact.var));
            change(&mut operator.precondition);
            for Effect { condition, fact } in &mut operator.effects {
                change(condition);
                *fact = moved(*fact);
            }
        }
        for (derived, is_needed) in task.derived.iter_mut().zip(&relevance.derived) {
            derived.rules.retain(|_| *is_needed);
            derived.rules.iter_mut().for_each(change);
        }
        change(&mut task.goal);
        task.mutexes
            .retain(|pair| pair.iter().all(|fact| relevance.read[fact.var.index()][fact.value_index()]));
        task.mutexes.iter_mut().flatten().for_each(|fact| *fact = moved(*fact));
        for (Variable { values, .. }, numbers) in task.variables.iter_mut().zip(&numbers) {
            // Of each number the first has the name.
            let (mut numbers, mut n_kept) = (numbers.iter(), 0);
            values.retain(|_| {
                let is_first = numbers.next() == Some(&n_kept);
                n_kept += u32::from(is_first);
                is_first
            });
        }
        task.initial = State::from_values(
            self.initial.values().iter().zip(&numbers).map(|(value, new)| new[*value as usize]),
        );
        Some(task)
    }
}

/// Returns the new number of each value: those that are not read have one together.
fn renumbered(read: &[bool]) -> Vec<u32> {
    let (mut next, mut of_others) = (0, None);
    let number = |is_read: &bool| match of_others {
        Some(number) if !is_read => number,
        _ => {
            if !is_read {
                of_others = Some(next);
            }
            next += 1;
            next - 1
        }
    };
    read.iter().map(number).collect()
}

/// What is relevant, as far as is known.
struct Relevance<'t> {
    task: &'t Task,
    /// For each variable, whether each of its values is read.
    read: Vec<Vec<bool>>,
    variables: Vec<bool>,
    derived: Vec<bool>,
    operators: Vec<bool>,
    /// For each variable, the effects on it, and their operators.
    changing: Vec<Vec<(OperatorId, &'t Effect)>>,
    /// Relevant variables whose effects have not been looked at.
    open: Vec<VarId>,
}

impl<'t> Relevance<'t> {
    fn of(task: &'t Task, stop: &Stop) -> Self {
        let mut relevance = Self {
            task,
            read: task.variables().iter().map(|variable| vec![false; variable.values.len()]).collect(),
            variables: vec![false; task.variables().len()],
            derived: vec![false; task.derived().len()],
            operators: vec![false; task.operators().len()],
            changing: vec![Vec::new(); task.variables().len()],
            open: Vec::new(),
        };
        for (id, operator) in task.operator_ids().zip(task.operators()) {
            for effect in &operator.effects {
                relevance.changing[effect.fact.var.index()].push((id, effect));
            }
        }
        relevance.ask(task.goal());
        while let Some(var) = relevance.open.pop().filter(|_| !stop.is_raised()) {
            for (id, effect) in std::mem::take(&mut relevance.changing[var.index()]) {
                relevance.ask(&effect.condition);
                relevance.ask_for(id);
            }
        }
        relevance
    }

    /// Takes an operator for relevant, with all that decides whether it is applicable.
    fn ask_for(&mut self, id: OperatorId) {
        if !std::mem::replace(&mut self.operators[id.index()], true) {
            let operator = self.task.operator(id);
            self.ask(&operator.precondition);
            contradictory(operator).into_iter().for_each(|fact| self.ask_fact(fact));
        }
    }

    fn ask(&mut self, condition: &[Literal]) {
        for literal in condition {
            match literal.atom {
                Atom::Fact(fact) => self.ask_fact(fact),
                Atom::Derived(id) => {
                    if !std::mem::replace(&mut self.derived[id.index()], true) {
                        let task = self.task;
                        task.derived()[id.index()].rules.iter().for_each(|body| self.ask(body));
                    }
                }
            }
        }
    }

    fn ask_fact(&mut self, fact: Fact) {
        self.read[fact.var.index()][fact.value_index()] = true;
        if !std::mem::replace(&mut self.variables[fact.var.index()], true) {
            self.open.push(fact.var);
        }
    }
}

/// Returns the facts that effects of the operator may try to make true together with another value, so that it is not applicable.
fn contradictory(operator: &Operator) -> Vec<Fact> {
    let may_contradict = |a: &Effect, b: &Effect| {
        let excludes = |one: &Literal| b.condition.iter().any(|other| one.excludes(*other));
        a.fact != b.fact && !a.condition.iter().any(excludes)
    };
    let mut effects: Vec<&Effect> = operator.effects.iter().collect();
    sort_by_key(&mut effects, |effect| effect.fact.var);
    let mut found = Vec::new();
    for effects in effects.chunk_by(|a, b| a.fact.var == b.fact.var) {
        let contradicts = |effect: &&&Effect| effects.iter().any(|other| may_contradict(effect, other));
        found.extend(effects.iter().filter(contradicts).map(|effect| effect.fact));
    }
    found
}

#[cfg(test)]
mod tests {
    use bmcplan_base::stop::Stop;

    use crate::{Fact, Operator, TaskBuilder};

    #[test]
    fn what_is_not_read_is_left_out() {
        let mut builder = TaskBuilder::default();
        let paint = builder.variable("paint", ["none", "red", "green", "blue"], 0);
        let radio = builder.variable("radio", ["off", "on"], 1);
        let [none, red, green, blue] = [0, 1, 2, 3].map(|value| Fact { var: paint, value });
        let [off, on] = [0, 1].map(|value| Fact { var: radio, value });
        builder.operator(Operator::simple("red", [none.into()], [red, off]));
        builder.operator(Operator::simple("green", [], [green]));
        builder.operator(Operator::simple("blue", [], [blue]));
        builder.operator(Operator::simple("radio", [green.into()], [on]));
        [[none, blue], [red, blue], [none, off]].into_iter().for_each(|[a, b]| builder.mutex(a, b));
        builder.goal([blue.into()]);
        let task = builder.build().unwrap();
        let part = task.without_irrelevant(&Stop::default()).unwrap();
        // Only blue and none are read.
        assert_eq!(part.variables()[0].values, ["none", "red", "blue"]);
        assert_eq!(part.variables()[1].values, ["off"]);
        assert_eq!(part.initial().values(), [0, 0]);
        let effects: Vec<Vec<Fact>> = part
            .operators()
            .iter()
            .map(|operator| operator.effects.iter().map(|effect| effect.fact).collect())
            .collect();
        let new_blue = Fact { var: paint, value: 2 };
        assert_eq!(effects, [vec![red], vec![red], vec![new_blue], vec![]]);
        assert_eq!(part.operators()[3].precondition, [!crate::Literal::from(off)]);
        assert_eq!(part.mutexes(), [[none, new_blue]]);
        assert_eq!(part.without_irrelevant(&Stop::default()).map(|part| part.variables().to_vec()), None);
    }

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
