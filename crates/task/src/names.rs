//! Operators of one name that may be one step: the cases of one action.
//!
//! A precondition with alternatives becomes several operators of one name. More than one of them may be applicable in a state.
//! Where plans and transitions are counted, operators of one name with the same successor count once. Other operators share a
//! name because it says little: `b left 1` is a move from many places, and no two of these lead from one state to the same
//! successor.

use std::collections::HashMap;

use bmcplan_base::ordered::{distinct, sort};

use super::{Atom, Fact, Operator, OperatorId, Task};

/// Operators of a task that may be one step with others.
#[derive(Debug, Clone, Default)]
pub struct OperatorNames {
    /// For each operator its representative, see [`OperatorNames::first`]; empty if there are no cases.
    first: Vec<OperatorId>,
}

impl OperatorNames {
    /// Finds the cases among the operators of `task`.
    pub fn of(task: &Task) -> Self {
        let mut called: HashMap<&str, Vec<OperatorId>> = HashMap::with_capacity(task.operators().len());
        for (id, operator) in task.operator_ids().zip(task.operators()) {
            called.entry(&operator.name).or_default().push(id);
        }
        let mut cases: Vec<Vec<OperatorId>> = Vec::new();
        for operators in called.into_values().filter(|operators| 1 < operators.len()) {
            let changes = operators.iter().map(|id| changes(task.operator(*id)));
            let groups = match changes.collect::<Option<Vec<_>>>() {
                None => vec![operators],
                Some(changes) => {
                    let mut keyed: Vec<(Vec<(Fact, u32)>, OperatorId)> =
                        changes.into_iter().zip(operators).collect();
                    sort(&mut keyed);
                    let equal = keyed.chunk_by(|(a, _), (b, _)| a == b);
                    equal.map(|group| group.iter().map(|(_, id)| *id).collect()).collect()
                }
            };
            cases.extend(groups.into_iter().filter(|group| 1 < group.len()));
        }
        if cases.is_empty() {
            return Self::default();
        }
        let mut first: Vec<OperatorId> = task.operator_ids().collect();
        for group in &cases {
            group.iter().for_each(|id| first[id.index()] = group[0]);
        }
        Self { first }
    }

    /// Checks whether no two operators of one name ever lead from a state to the same successor.
    pub fn have_no_cases(&self) -> bool {
        self.first.is_empty()
    }

    /// Returns the first operator that may be one step with `id`; it represents all of them.
    pub fn first(&self, id: OperatorId) -> OperatorId {
        self.first.get(id.index()).copied().unwrap_or(id)
    }
}

/// Returns the changes of an operator, each old fact with the new value, if they are the same wherever the operator is applied.
/// Two such operators with the same successor in a state have the same changes.
fn changes(operator: &Operator) -> Option<Vec<(Fact, u32)>> {
    let mut changes = Vec::with_capacity(operator.effects.len());
    for effect in &operator.effects {
        let before = operator.precondition.iter().find_map(|literal| match literal.atom {
            Atom::Fact(fact) if literal.positive && fact.var == effect.fact.var => Some(fact),
            _ => None,
        })?;
        if !effect.condition.is_empty() || before == effect.fact {
            return None;
        }
        changes.push((before, effect.fact.value));
    }
    Some(distinct(changes))
}
