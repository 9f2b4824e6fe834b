//! Commutativity of operators with unconditional effects, from their preconditions, effects and derived variables.

use crate::task::{Dependence, Fact, Literal, Operator, VarId, single_fact};

/// An operator with unconditional effects that agree.
#[derive(Debug)]
pub(super) struct Simple {
    /// The variables that the precondition depends on, through derived variables too; sorted.
    reads: Vec<VarId>,
    /// The facts made true, one per variable, sorted.
    pub(super) effects: Vec<Fact>,
}

/// How a variable differs between two states: its value before and after, where known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    var: VarId,
    before: Option<u32>,
    after: Option<u32>,
}

impl Simple {
    /// `None` if it has others.
    pub(super) fn of(operator: &Operator, dependence: &Dependence) -> Option<Self> {
        let mut effects: Vec<Fact> = operator.effects.iter().map(|effect| effect.fact).collect();
        effects.sort_unstable();
        effects.dedup();
        let simple = operator.effects.iter().all(|effect| effect.condition.is_empty())
            && effects.windows(2).all(|pair| pair[0].var != pair[1].var);
        let reads = dependence.variables(&operator.precondition);
        simple.then_some(Self { reads, effects })
    }

    /// Does the precondition depend on a variable?
    pub(super) fn reads(&self, var: VarId) -> bool {
        self.reads.binary_search(&var).is_ok()
    }

    fn changes(&self, var: VarId) -> bool {
        self.effects.binary_search_by_key(&var, |fact| fact.var).is_ok()
    }

    /// What the operator, of which this is known, changes where it is applied.
    fn changes_of(&self, operator: &Operator) -> Vec<Change> {
        let before = |var: VarId| {
            let facts = operator.precondition.iter().filter_map(|literal| single_fact(&[*literal]));
            facts.filter(|fact| fact.var == var).map(|fact| fact.value).next()
        };
        let change =
            |effect: &Fact| Change { var: effect.var, before: before(effect.var), after: Some(effect.value) };
        self.effects.iter().map(change).collect()
    }

    /// What is changed by going back to the state in which the operator was applied.
    pub(super) fn undone(&self, operator: &Operator) -> Vec<Change> {
        self.changes_of(operator).into_iter().map(Change::reversed).collect()
    }

    /// Does the operator's precondition hold after the changes wherever it holds before them?
    fn persists(&self, operator: &Operator, changes: &[Change], dependence: &Dependence) -> bool {
        changes.iter().all(|change| !self.reads(change.var))
            || operator.precondition.iter().all(|literal| persists(*literal, changes, dependence))
    }
}

impl Change {
    fn reversed(self) -> Self {
        Self { before: self.after, after: self.before, ..self }
    }
}

/// Whether, whenever `b` and then `a` can be applied, `a` and then `b` can, with the same result.
pub(super) fn commute(
    (b, b_simple): (&Operator, &Simple),
    (a, a_simple): (&Operator, &Simple),
    dependence: &Dependence,
) -> bool {
    if b_simple.effects.iter().any(|fact| a_simple.changes(fact.var)) {
        return false;
    }
    let (undone, done) = (b_simple.undone(b), a_simple.changes_of(a));
    a_simple.persists(a, &undone, dependence) && b_simple.persists(b, &done, dependence)
}

/// Does a literal that holds before the changes hold after them, in every state?
pub(super) fn persists(literal: Literal, changes: &[Change], dependence: &Dependence) -> bool {
    let relevant = || changes.iter().filter(|change| dependence.depends_on(literal, change.var));
    let fact = |var: VarId, value: Option<u32>| value.map(|value| Fact { var, value });
    if dependence.is_false_by_facts_only(literal) {
        let is_kept = |fact: Fact| !dependence.excludes(fact, literal);
        return relevant().all(|change| fact(change.var, change.after).is_some_and(is_kept));
    }
    let opposite = !literal;
    if !dependence.is_false_by_facts_only(opposite) {
        return relevant().next().is_none();
    }
    // Made true anew, or held up by a variable that did not change.
    let makes_true = |var, value| fact(var, value).map(|fact| dependence.excludes(fact, opposite));
    relevant().any(|change| makes_true(change.var, change.after) == Some(true))
        || relevant().all(|change| makes_true(change.var, change.before) == Some(false))
}
