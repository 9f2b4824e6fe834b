//! Groups of operators: those whose precondition gives one variable a value, by that value, and the others.
//!
//! Where preconditions are small, a look-up table finds the applicable ones among them. If single variables contribute all
//! atoms of a group's conditions, their truth values are adjacent in a *view*, a field of the scratch words. A table maps each
//! value of the variable and each content of the view to the applicable operators.

use bmcplan_base::ordered::distinct;
use bmcplan_base::stop::Stop;
use bmcplan_task::{Atom, Fact, Literal, OperatorId, Reachability, Task, VarId};

use super::condition::open;
use super::derived::contributors;
use super::packing::{Field, Packing, index};

#[derive(Debug, Clone)]
pub(super) struct GroupedOperator {
    pub(super) id: OperatorId,
    /// Part of its precondition that the group does not decide.
    pub(super) condition: Vec<Literal>,
}

#[derive(Debug, Clone)]
pub(super) struct DraftGroup {
    pub(super) var: Option<VarId>,
    /// Operators by the code of the value that they require; of the other operators, all at 0.
    pub(super) by_code: Vec<Vec<GroupedOperator>>,
    /// Atoms in the conditions of its operators, if the group gets tables.
    pub(super) asked: Option<Vec<Atom>>,
}

/// Limit on the atoms of all groups with tables, since these are computed for each state.
const MAX_ASKED: usize = 1 << 10;
/// Greatest number of operators of a group that can require the same value.
const MAX_OPERATORS: usize = 16;
/// Greatest number of relevant bits of a view at a value.
const MAX_BITS: usize = 10;
/// Greatest number of entries of all tables of a group.
const MAX_ENTRIES: usize = 1 << 13;

impl DraftGroup {
    /// Returns the groups of a task, without operators that are never applicable.
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
        let mut room = MAX_ASKED;
        for group in groups.iter_mut().take_while(|_| !stop.is_raised()) {
            let atoms = asked(task, packing, &group.conditions());
            group.asked = atoms.filter(|atoms| atoms.len() <= room);
            room -= group.asked.as_ref().map_or(0, Vec::len);
        }
        groups
    }

    fn conditions(&self) -> Vec<Vec<&[Literal]>> {
        self.by_code.iter().map(|drafts| drafts.iter().map(|draft| &*draft.condition).collect()).collect()
    }

    pub(super) fn tested(&self) -> impl Iterator<Item = &[Literal]> {
        let drafts = self.by_code.iter().flatten().filter(|_| self.asked.is_none());
        drafts.map(|draft| &*draft.condition)
    }
}

/// Returns the positive fact of a precondition that selects best: the one whose variable has most values.
fn selector(packing: &Packing, precondition: &[Literal]) -> Option<Fact> {
    let facts = precondition.iter().filter_map(|literal| literal.as_fact());
    facts.rev().max_by_key(|fact| packing.variable(fact.var).n_codes)
}

#[derive(Debug, Clone, Default)]
pub(super) struct Tables {
    /// For each content of a table's field the applicable operators, a bit for each.
    applicable: Vec<u16>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    /// Atoms of the conditions at this value, as a part of the group's view.
    field: Field,
    /// Index in [`Tables`].
    start: usize,
}

impl Tables {
    /// Adds a table for conditions over the atoms `all`, whose truth values are the bits of `field`.
    pub(super) fn add(&mut self, all: &[Atom], field: Field, conditions: &[&[Literal]]) -> Table {
        let (first, n_bits) = window(all, conditions);
        let bit = |atom: Atom| 1_usize << (place(all, atom) - first);
        let fixed: Vec<(usize, usize)> = conditions
            .iter()
            .map(|condition| {
                let mask = condition.iter().fold(0, |mask, literal| mask | bit(literal.atom));
                let ones = condition.iter().filter(|literal| literal.positive);
                (mask, ones.fold(0, |ones, literal| ones | bit(literal.atom)))
            })
            .collect();
        let start = self.applicable.len();
        let all_hold = |content: usize| {
            let holds = fixed.iter().rev().map(|(mask, ones)| u16::from(content & mask == *ones));
            holds.fold(0, |applicable, holds| applicable << 1 | holds)
        };
        self.applicable.extend((0..1 << n_bits).map(all_hold));
        Table { field: field.part(first, n_bits), start }
    }

    /// Returns the applicable operators among those of the table, as bits.
    #[inline]
    pub(super) fn applicable(&self, table: Table, scratch: &[u64]) -> u64 {
        u64::from(self.applicable[table.start + index(table.field.get(scratch))])
    }
}

/// Returns the atoms of the conditions of a group, in order; `None` if they are too many, or not contributed by single
/// variables. `by_code` has the conditions for each value of the group's variable.
fn asked(task: &Task, packing: &Packing, by_code: &[Vec<&[Literal]>]) -> Option<Vec<Atom>> {
    let all: Vec<Atom> = distinct(by_code.iter().flatten().flat_map(|condition| atoms(condition)).collect());
    if u64::BITS as usize <= all.len() || !all.iter().all(|atom| is_contributed(task, packing, *atom)) {
        return None;
    }
    let mut n_entries = 0;
    for conditions in by_code {
        let (_, n_bits) = window(&all, conditions);
        if MAX_OPERATORS < conditions.len() || MAX_BITS < n_bits {
            return None;
        }
        n_entries += 1 << n_bits;
    }
    (n_entries <= MAX_ENTRIES).then_some(all)
}

fn atoms(condition: &[Literal]) -> impl Iterator<Item = Atom> {
    condition.iter().map(|literal| literal.atom)
}

/// Checks whether an atom is true exactly if one of some facts is, all of variables that can change.
fn is_contributed(task: &Task, packing: &Packing, atom: Atom) -> bool {
    contributors(task, atom).is_some_and(|facts| {
        facts.iter().all(|fact| packing.can_change(fact.var) || packing.code(*fact).is_none())
    })
}

/// Returns the index of the first atom of the conditions, and the number of places up to the last one.
fn window(all: &[Atom], conditions: &[&[Literal]]) -> (usize, usize) {
    let asked = || conditions.iter().flat_map(|condition| atoms(condition));
    match (asked().min(), asked().max()) {
        (Some(first), Some(last)) => (place(all, first), place(all, last) + 1 - place(all, first)),
        _ => (0, 0),
    }
}

fn place(all: &[Atom], atom: Atom) -> usize {
    all.partition_point(|other| *other < atom)
}
