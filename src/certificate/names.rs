//! The names of the propositions of a frame, for the comments of the formula.

use crate::kinds::sas;
use crate::task::Task;

/// The names of the propositions of a frame of an affirmative task, in order, with so many bits.
pub(super) fn of_propositions(task: &Task, n_bits: usize) -> impl Iterator<Item = String> + '_ {
    let facts = sas::value_names(task);
    let n_rules: usize = task.derived().iter().map(|derived| derived.rules.len()).sum();
    let rules = (0..n_rules).map(|number| format!("rule {number}"));
    let operators = task.operators().iter().map(|operator| sas::one_line(&operator.name));
    let n_effects = task
        .operators()
        .iter()
        .flat_map(|operator| &operator.effects)
        .filter(|effect| !effect.condition.is_empty())
        .count();
    let effects = (0..n_effects).map(|number| format!("effect {number}"));
    let bits = (0..n_bits).map(|number| format!("bit {number}"));
    facts.into_iter().chain(rules).chain(["over".to_owned()]).chain(operators).chain(effects).chain(bits)
}
