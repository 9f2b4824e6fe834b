//! The rules of a task for play in a page.

use bmcplan_draw::playable::{PlayableLiteral, PlayableOperator, PlayableRules};
use bmcplan_task::{Atom, Literal, Operator, Task};

/// Greatest number of literals, names and effects of a task that a page plays.
const MAX_SIZE: usize = 100_000;

/// Returns the rules of a task; `None` if it is too large.
pub fn rules(task: &Task, metric: &str) -> Option<PlayableRules> {
    let of_operator = |operator: &Operator| {
        let conditions: usize = operator.effects.iter().map(|effect| 1 + effect.condition.len()).sum();
        1 + operator.precondition.len() + conditions
    };
    let bodies: usize =
        task.derived().iter().flat_map(|derived| &derived.rules).map(|body| 1 + body.len()).sum();
    if MAX_SIZE < bodies + task.operators().iter().map(of_operator).sum::<usize>() {
        return None;
    }
    let operator = |operator: &Operator| PlayableOperator {
        name: operator.name.clone(),
        precondition: all(&operator.precondition),
        effects: operator
            .effects
            .iter()
            .map(|effect| (all(&effect.condition), effect.fact.var.index(), effect.fact.value))
            .collect(),
    };
    Some(PlayableRules {
        metric: metric.to_owned(),
        clock: task.clock().map(|clock| (clock.var.index(), clock.size, clock.loop_to)),
        derived: task
            .derived()
            .iter()
            .map(|derived| derived.rules.iter().map(|body| all(body)).collect())
            .collect(),
        operators: task.operators().iter().map(operator).collect(),
        goal: all(task.goal()),
    })
}

fn all(literals: &[Literal]) -> Vec<PlayableLiteral> {
    let one = |literal: &Literal| match literal.atom {
        Atom::Fact(fact) => PlayableLiteral::Fact(literal.positive, fact.var.index(), fact.value),
        Atom::Derived(id) => PlayableLiteral::Derived(literal.positive, id.index()),
    };
    literals.iter().map(one).collect()
}
