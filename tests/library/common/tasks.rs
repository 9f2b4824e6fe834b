//! Random small tasks with everything in them: derived variables in layers, conditional effects that may
//! contradict each other, negative literals, operators without preconditions, goals that never hold, clocks.

use bmcplan::task::{Atom, DerivedId, Effect, Fact, Literal, Operator, Task, TaskBuilder, VarId};
use proptest::collection::vec;
use proptest::prelude::*;

/// A task with 2 to 4 variables of 2 to 4 values each. Half have 8 or more
/// reachable states, a third a plan of one step or more. A third have a clock. Operators share names.
pub(crate) fn tasks() -> impl Strategy<Value = Task> {
    prop_oneof![2 => tasks_with(None), 1 => (1..=5_u32, 0..5_u32).prop_flat_map(|clock| tasks_with(Some(clock)))]
}

/// The clock is given by its size and what it loops to; it is the variable after the others.
fn tasks_with(clock: Option<(u32, u32)>) -> impl Strategy<Value = Task> {
    (vec(2..=4_u32, 2..=4), 0..=4_usize).prop_flat_map(move |(sizes, n_derived)| {
        let readable: Vec<u32> = sizes.iter().copied().chain(clock.map(|(size, _)| size)).collect();
        let derived: Vec<_> = (0..n_derived).map(|id| rules(&readable, id)).collect();
        let initial: Vec<_> = sizes.iter().map(|size| 0..*size).collect();
        let operators = vec(operator(&sizes, &readable, n_derived), 0..=40);
        let goal = prop_oneof![
            3 => vec(fact(&sizes).prop_map(Literal::from), 1..=3),
            1 => condition(&readable, n_derived, 0..=3),
        ];
        (Just(sizes), initial, derived, operators, goal, Just(clock)).prop_map(build)
    })
}

/// The same task with many operators of two effects each that nothing else has to do with, before its own or behind them.
pub(crate) fn padded(task: &Task, n: usize, before: bool) -> Task {
    let mut builder = variables_of(task);
    let own = || task.operators().iter().cloned();
    let mut padding = Vec::new();
    for number in 0..n {
        let vars = ["a", "b"].map(|name| builder.variable(format!("{name}{number}"), ["0", "1"], 0));
        let [effects, precondition] = [1, 0].map(|value| vars.map(|var| Fact { var, value }));
        padding.push(Operator::simple("pad", precondition.map(Literal::from), effects));
    }
    let (first, last): (Vec<_>, Vec<_>) =
        if before { (padding, own().collect()) } else { (own().collect(), padding) };
    first.into_iter().chain(last).for_each(|operator| {
        builder.operator(operator);
    });
    builder.goal(task.goal().iter().copied());
    builder.build().unwrap()
}

type Parts = (Vec<u32>, Vec<u32>, Vec<Vec<Vec<Literal>>>, Vec<Operator>, Vec<Literal>, Option<(u32, u32)>);

fn build((sizes, initial, derived, operators, goal, clock): Parts) -> Task {
    let mut builder = TaskBuilder::default();
    for (index, (size, initial)) in sizes.iter().zip(initial).enumerate() {
        builder.variable(format!("v{index}"), (0..*size).map(|value| value.to_string()), initial);
    }
    if let Some((size, loop_to)) = clock {
        builder.clock("clock", (0..size).map(|value| value.to_string()), loop_to % size);
    }
    for (index, rules) in derived.into_iter().enumerate() {
        builder.derived(format!("d{index}"), rules);
    }
    for (index, operator) in operators.into_iter().enumerate() {
        builder.operator(Operator { name: format!("o{}", index % 7), ..operator });
    }
    builder.goal(goal);
    builder.build().unwrap()
}

/// A builder with the task's variables and derived variables, without mutexes, operators and goal.
pub(crate) fn variables_of(task: &Task) -> TaskBuilder {
    let mut builder = TaskBuilder::default();
    for (variable, initial) in task.variables().iter().zip(task.initial().values()) {
        builder.variable(&variable.name, &variable.values, *initial);
    }
    for derived in task.derived() {
        builder.derived(&derived.name, derived.rules.clone());
    }
    builder
}

/// As [`variables_of`], with the task's clock.
pub(crate) fn elements_of(task: &Task) -> TaskBuilder {
    let mut builder = TaskBuilder::default();
    for (var, initial) in task.variable_ids().zip(task.initial().values()) {
        let variable = &task.variables()[var.index()];
        match task.clock().filter(|clock| clock.var == var) {
            Some(clock) => builder.clock(&variable.name, &variable.values, clock.loop_to),
            None => builder.variable(&variable.name, &variable.values, *initial),
        };
    }
    for derived in task.derived() {
        builder.derived(&derived.name, derived.rules.clone());
    }
    builder
}

/// The same task as a game against time: it is over when the goal is reached or the clock shows `deadline` or more,
/// and then there are no more moves.
pub(crate) fn with_deadline(task: &Task, deadline: u32) -> Task {
    let mut builder = variables_of(task);
    let var = builder.clock("step", (0..=deadline).map(|step| step.to_string()), deadline);
    let late = Fact { var, value: deadline };
    let over = builder.derived("over", vec![task.goal().to_vec(), vec![late.into()]]);
    for operator in task.operators() {
        let mut operator = operator.clone();
        operator.precondition.push(!Literal::from(over));
        builder.operator(operator);
    }
    builder.goal(task.goal().iter().copied().chain([over.into()]));
    builder.build().unwrap()
}

/// Half of the derived variables have rules of one positive fact only, as Rush Hour's `busy` does.
fn rules(sizes: &[u32], n_derived: usize) -> impl Strategy<Value = Vec<Vec<Literal>>> + use<> {
    prop_oneof![
        vec(fact(sizes).prop_map(|fact| vec![fact.into()]), 0..=4),
        vec(condition(sizes, n_derived, 0..=3), 0..=3),
    ]
}

/// Mostly what puzzles have: one fact that the operator changes, and little else to ask for.
fn operator(sizes: &[u32], readable: &[u32], n_derived: usize) -> impl Strategy<Value = Operator> + use<> {
    let simple = (fact(sizes), 1..4_u32, condition(readable, n_derived, 0..=1)).prop_map({
        let sizes = sizes.to_vec();
        move |(from, distance, mut precondition)| {
            let to = Fact { value: (from.value + distance) % sizes[from.var.index()], ..from };
            precondition.push(from.into());
            Operator::simple("", precondition, [to])
        }
    });
    let effect = (prop_oneof![Just(0..=0_usize), Just(0..=2_usize)], fact(sizes)).prop_flat_map({
        let readable = readable.to_vec();
        move |(size, fact)| {
            condition(&readable, n_derived, size).prop_map(move |condition| Effect { condition, fact })
        }
    });
    let general = (condition(readable, n_derived, 0..=2), vec(effect, 0..=3))
        .prop_map(|(precondition, effects)| Operator { name: String::new(), precondition, effects, cost: 1 });
    prop_oneof![3 => simple, 1 => general]
}

fn condition(
    sizes: &[u32],
    n_derived: usize,
    size: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<Literal>> + use<> {
    vec(literal(sizes, n_derived), size)
}

/// A literal over the facts and the first `n_derived` derived variables.
fn literal(sizes: &[u32], n_derived: usize) -> impl Strategy<Value = Literal> + use<> {
    let fact = fact(sizes).prop_map(Atom::Fact).boxed();
    let atom = if n_derived == 0 {
        fact
    } else {
        prop_oneof![fact, (0..n_derived).prop_map(|id| Atom::Derived(DerivedId::from_index(id)))].boxed()
    };
    (atom, prop::bool::weighted(0.3)).prop_map(|(atom, positive)| Literal { atom, positive })
}

fn fact(sizes: &[u32]) -> impl Strategy<Value = Fact> + use<> {
    let sizes = sizes.to_vec();
    (0..sizes.len(), 0..12_u32)
        .prop_map(move |(var, value)| Fact { var: VarId::from_index(var), value: value % sizes[var] })
}
