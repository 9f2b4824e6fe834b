//! Blocking facts: for each arc, the values of other variables that make it impossible.
//!
//! The precondition of most arcs is a conjunction of conditions on one variable each: a cell is free if no piece covers it.
//! Then each variable has its own set of values that block the arc. A condition over several variables counts as depending on
//! all of them ("entangled"), and reduces nothing.

use bmcplan_base::ordered::{Map, Set};
use bmcplan_formula::Lit;
use bmcplan_task::{Dependence, Fact, Task, VarId};

use super::dtg::Arc;

#[derive(Clone, Copy)]
pub(super) struct MovingVariable<'a> {
    pub(super) var: VarId,
    pub(super) arcs: &'a [Arc],
    pub(super) blocking: &'a [Blocking],
    /// True if the variable moves along one of its arcs in the step.
    pub(super) moved: Lit,
}

/// Facts of other variables that block one arc.
#[derive(Debug, Default)]
pub(super) struct Blocking {
    /// For each relevant variable its values as marks: true if the value blocks the arc.
    blockers: Map<VarId, Vec<bool>>,
    /// Relevant variables whose influence is not described value by value.
    entangled: Set<VarId>,
    /// True if the arc's own start blocks it.
    by_itself: bool,
}

impl Blocking {
    pub(super) fn of(task: &Task, dependence: &Dependence, arc: &Arc) -> Self {
        let mut blocking = Self::default();
        for literal in &task.operator(arc.operator).precondition {
            let vars = dependence.variables([literal]);
            if !dependence.is_false_by_facts_only(*literal) {
                blocking.entangled.extend(vars);
                continue;
            }
            let facts = vars.iter().flat_map(|var| task.facts(*var));
            let excluding = facts.filter(|fact| dependence.excludes(*fact, *literal));
            excluding.for_each(|fact| blocking.block(task, fact, arc));
        }
        blocking
    }

    fn block(&mut self, task: &Task, fact: Fact, arc: &Arc) {
        if fact.var == arc.from.var {
            self.by_itself |= fact == arc.from;
            return;
        }
        let blockers =
            self.blockers.entry(fact.var).or_insert_with(|| vec![false; task.facts(fact.var).len()]);
        blockers[fact.value_index()] = true;
    }

    /// Checks whether `fact`, of another variable, blocks the arc.
    pub(super) fn blocks(&self, fact: Fact) -> bool {
        self.blockers.get(&fact.var).is_some_and(|blockers| blockers[fact.value_index()])
    }

    /// Checks whether the arc is independent of `var`.
    pub(super) fn ignores(&self, var: VarId) -> bool {
        !self.blockers.contains_key(&var) && !self.is_entangled(var)
    }

    /// Checks whether the arc depends on `var` in a way not described value by value.
    pub(super) fn is_entangled(&self, var: VarId) -> bool {
        self.entangled.contains(&var)
    }

    /// Checks whether the conditions on other variables allow the arc wherever they allow `first` and then `second`.
    pub(super) fn is_implied_by(&self, [first, second]: [&Self; 2]) -> bool {
        let implied = |(var, blockers): (&VarId, &Vec<bool>)| {
            let facts = (0..).zip(blockers).filter(|(_, blocks)| **blocks);
            facts
                .map(|(value, _)| Fact { var: *var, value })
                .all(|fact| first.blocks(fact) || second.blocks(fact))
        };
        !self.by_itself && self.entangled.is_empty() && self.blockers.iter().all(implied)
    }
}
