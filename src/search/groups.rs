//! Groups of operators: those whose precondition gives one variable a value, by that value, and the others.
//!
//! In each state a group's variable has one value, so only the operators that ask for it are looked at.

use super::condition::open;
use super::lookup;
use super::packing::{Packing, index};
use crate::stop::Stop;
use crate::task::{Atom, Fact, Literal, OperatorId, Reachability, Task, VarId};

/// An operator of a group.
#[derive(Debug, Clone)]
pub(super) struct GroupedOperator {
    /// The operator.
    pub(super) id: OperatorId,
    /// What there is to test of its precondition, beside what the group tells.
    pub(super) condition: Vec<Literal>,
}

/// A group with at least one operator.
#[derive(Debug, Clone)]
pub(super) struct DraftGroup {
    /// The variable; `None` for the group of the other operators.
    pub(super) var: Option<VarId>,
    /// The operators by the code of the value that they ask for; of the other operators, all at 0.
    pub(super) by_code: Vec<Vec<GroupedOperator>>,
    /// If the group is to have [tables](lookup): what its operators ask.
    pub(super) asked: Option<Vec<Atom>>,
}

/// Groups have tables as long as all together ask no more than this: it has to be computed for each state.
const MAX_BITS: usize = 1 << 10;

impl DraftGroup {
    /// The groups of a task, without operators that are never applicable.
    pub(super) fn of(task: &Task, packing: &Packing, reachable: &Reachability, stop: &Stop) -> Vec<Self> {
        let empty = |var: Option<VarId>| {
            let n_codes = var.map_or(1, |var| index(packing.variable(var).n_codes));
            Self { var, by_code: vec![Vec::new(); n_codes], asked: None }
        };
        let mut groups: Vec<Self> =
            std::iter::once(None).chain(task.variable_ids().map(Some)).map(empty).collect();
        let operators = task.operator_ids().zip(task.operators());
        for (id, operator) in operators.take_while(|_| !stop.is_raised()) {
            let key = selector(packing, &operator.precondition);
            let Some(mut condition) = open(reachable, &operator.precondition) else { continue };
            condition.retain(|literal| key.map(Literal::from) != Some(*literal));
            let (group, code) = match key {
                None => (0, Some(0)),
                Some(fact) => (fact.var.index() + 1, packing.code(fact)),
            };
            if let Some(code) = code {
                groups[group].by_code[index(code)].push(GroupedOperator { id, condition });
            }
        }
        groups.retain(|group| !group.by_code.iter().all(Vec::is_empty));
        let mut room = MAX_BITS;
        for group in groups.iter_mut().take_while(|_| !stop.is_raised()) {
            let asked = lookup::asked(task, packing, &group.conditions());
            group.asked = asked.filter(|atoms| atoms.len() <= room);
            room -= group.asked.as_ref().map_or(0, Vec::len);
        }
        groups
    }

    /// The conditions of its operators, by code.
    fn conditions(&self) -> Vec<Vec<&[Literal]>> {
        let mut all = Vec::with_capacity(self.by_code.len());
        for drafts in &self.by_code {
            all.push(drafts.iter().map(|draft| &*draft.condition).collect());
        }
        all
    }

    /// What has to be tested one by one.
    pub(super) fn tested(&self) -> impl Iterator<Item = &[Literal]> {
        let drafts = self.by_code.iter().flatten().filter(|_| self.asked.is_none());
        drafts.map(|draft| &*draft.condition)
    }
}

/// The positive fact of a precondition that selects best: whose variable has most values.
fn selector(packing: &Packing, precondition: &[Literal]) -> Option<Fact> {
    let facts = precondition.iter().filter_map(|literal| match literal {
        Literal { atom: Atom::Fact(fact), positive: true } => Some(*fact),
        _ => None,
    });
    facts.rev().max_by_key(|fact| packing.variable(fact.var).n_codes)
}
