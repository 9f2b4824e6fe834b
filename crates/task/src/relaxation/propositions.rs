//! Propositions of the delete relaxation: conditions that become true and stay true.
//!
//! Every literal over a state variable means that the variable has *one of some values*: a fact names one value, its negation
//! all others. So a proposition represents a set of values and is true as soon as one of them was reached. A derived variable
//! is a proposition that free operators make true, one for each rule. Its negation is made true by one free operator that needs
//! some literal of each rule to fail. Conditions on the clock count as true.

use bmcplan_base::ordered::{distinct, sort};

use super::lists::index;
use crate::{Atom, DerivedId, Fact, Literal, Operator, Task, VarId, single_fact};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RelaxedTruth {
    /// True in every state, or assumed to be.
    Always,
    /// True in no state.
    Never,
    /// True where this proposition is.
    Where(u32),
}

/// Rule, or part of one: makes a proposition true at no cost.
#[derive(Debug)]
pub struct FreeOperator {
    /// Propositions that it needs, ascending.
    pub precondition: Vec<u32>,
    /// Proposition that it makes true.
    pub adds: u32,
}

/// Parts of an operator: for each condition, its precondition included, the facts that come true. In the order of the
/// conditions.
pub type Effects = Vec<(Vec<u32>, Vec<Fact>)>;

/// Result of a translation.
#[derive(Debug)]
pub struct Translated {
    /// Number of propositions.
    pub n_propositions: usize,
    /// For each variable and each of its values, the propositions that are true with it.
    pub true_with: Vec<Vec<Vec<u32>>>,
    /// Operators of cost 0.
    pub free: Vec<FreeOperator>,
}

/// Propositions created so far, numbered from 0.
pub struct Propositions<'a> {
    task: &'a Task,
    /// False for literals that hold in no relevant state.
    may_hold: &'a dyn Fn(Literal) -> bool,
    n_propositions: u32,
    /// For each variable its propositions, by their sets of values, in order.
    value_sets: Vec<Vec<(Vec<u32>, u32)>>,
    /// For each derived variable its negation and itself, if they are mentioned.
    derived: Vec<[Option<u32>; 2]>,
    /// For each variable and each of its values, the propositions that are true with it.
    true_with: Vec<Vec<Vec<u32>>>,
    n_entries: usize,
    /// Rules that make derived variables true or false.
    free: Vec<FreeOperator>,
    /// Derived variables whose rules are not translated yet.
    waiting: Vec<(DerivedId, bool, u32)>,
}

impl<'a> Propositions<'a> {
    /// Limit on the total number of values of propositions; beyond it, new propositions count as always true.
    const MAX_ENTRIES: usize = 1 << 23;

    /// Starts with no propositions. `may_hold` is false for literals that hold in no relevant state.
    pub fn of(task: &'a Task, may_hold: &'a dyn Fn(Literal) -> bool) -> Self {
        let true_with = task.variables().iter().map(|variable| vec![Vec::new(); variable.values.len()]);
        Self {
            task,
            may_hold,
            n_propositions: 0,
            value_sets: vec![Vec::new(); task.variables().len()],
            derived: vec![[None; 2]; task.derived().len()],
            true_with: true_with.collect(),
            n_entries: 0,
            free: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Returns the propositions of a conjunction, in order; `None` if it never holds.
    pub fn condition(&mut self, condition: &[Literal]) -> Option<Vec<u32>> {
        let mut asked = Vec::with_capacity(condition.len());
        for literal in condition {
            match self.literal(*literal) {
                RelaxedTruth::Always => {}
                RelaxedTruth::Never => return None,
                RelaxedTruth::Where(proposition) => asked.push(proposition),
            }
        }
        Some(distinct(asked))
    }

    /// Returns the precondition and the parts of an operator; `None` if it is never applicable.
    pub fn operator(&mut self, operator: &Operator) -> Option<(Vec<u32>, Effects)> {
        let precondition = self.condition(&operator.precondition)?;
        let mut effects = Effects::new();
        for effect in &operator.effects {
            let Some(mut asked) = self.condition(&effect.condition) else { continue };
            asked.extend(&precondition);
            let asked = distinct(asked);
            let place = effects.binary_search_by(|(known, _)| known.cmp(&asked));
            let place = place.unwrap_or_else(|place| {
                effects.insert(place, (asked, Vec::new()));
                place
            });
            effects[place].1.push(effect.fact);
        }
        Some((precondition, effects))
    }

    /// Returns the number of a new proposition.
    pub fn fresh(&mut self) -> u32 {
        self.n_propositions += 1;
        self.n_propositions - 1
    }

    /// Translates the rules of all derived variables that were mentioned, and returns the result.
    pub fn finish(mut self) -> Translated {
        while let Some((id, positive, proposition)) = self.waiting.pop() {
            if positive { self.define(id, proposition) } else { self.define_negation(id, proposition) }
        }
        Translated { n_propositions: index(self.n_propositions), true_with: self.true_with, free: self.free }
    }

    fn literal(&mut self, literal: Literal) -> RelaxedTruth {
        if !(self.may_hold)(literal) {
            return RelaxedTruth::Never;
        }
        if !(self.may_hold)(!literal) {
            return RelaxedTruth::Always;
        }
        match literal.atom {
            Atom::Fact(fact) => self.one_of(fact.var, |value| (value == fact.value) == literal.positive),
            Atom::Derived(id) => {
                let (derived, place) = (id.index(), usize::from(literal.positive));
                if let Some(known) = self.derived[derived][place] {
                    return RelaxedTruth::Where(known);
                }
                let proposition = self.fresh();
                self.derived[derived][place] = Some(proposition);
                self.waiting.push((id, literal.positive, proposition));
                RelaxedTruth::Where(proposition)
            }
        }
    }

    /// Returns the truth of "`var` has one of the accepted values".
    fn one_of(&mut self, var: VarId, accepts: impl Fn(u32) -> bool) -> RelaxedTruth {
        let possible = self.task.facts(var).filter(|fact| (self.may_hold)((*fact).into()));
        let (values, others): (Vec<u32>, Vec<u32>) =
            possible.map(|fact| fact.value).partition(|value| accepts(*value));
        if others.is_empty() || self.task.clock().is_some_and(|clock| clock.var == var) {
            return RelaxedTruth::Always;
        }
        if values.is_empty() {
            return RelaxedTruth::Never;
        }
        let known = &self.value_sets[var.index()];
        let place = match known.binary_search_by(|(other, _)| other.cmp(&values)) {
            Ok(place) => return RelaxedTruth::Where(known[place].1),
            Err(place) => place,
        };
        if Self::MAX_ENTRIES < self.n_entries + values.len() {
            return RelaxedTruth::Always;
        }
        self.n_entries += values.len();
        let proposition = self.fresh();
        for value in &values {
            self.true_with[var.index()][index(*value)].push(proposition);
        }
        self.value_sets[var.index()].insert(place, (values, proposition));
        RelaxedTruth::Where(proposition)
    }

    /// Adds free operators by which each rule makes the derived variable true.
    fn define(&mut self, id: DerivedId, adds: u32) {
        let task = self.task;
        for body in &task.derived()[id.index()].rules {
            if let Some(precondition) = self.condition(body) {
                self.free.push(FreeOperator { precondition, adds });
            }
        }
    }

    /// Adds a free operator for the negation: every rule must fail. Rules of one fact are taken together, variable by variable.
    fn define_negation(&mut self, id: DerivedId, adds: u32) {
        let task = self.task;
        let mut triggers: Vec<Fact> = Vec::new();
        let mut precondition = Vec::new();
        for body in &task.derived()[id.index()].rules {
            match single_fact(body) {
                Some(fact) => triggers.push(fact),
                None => match self.failure(body) {
                    RelaxedTruth::Always => {}
                    RelaxedTruth::Never => return,
                    RelaxedTruth::Where(proposition) => precondition.push(proposition),
                },
            }
        }
        sort(&mut triggers);
        for facts in triggers.chunk_by(|a, b| a.var == b.var) {
            let var = facts[0].var;
            match self.one_of(var, |value| !facts.contains(&Fact { var, value })) {
                RelaxedTruth::Always => {}
                RelaxedTruth::Never => return,
                RelaxedTruth::Where(proposition) => precondition.push(proposition),
            }
        }
        let precondition = distinct(precondition);
        self.free.push(FreeOperator { precondition, adds });
    }

    /// Returns the truth of "some literal of `body` is false".
    fn failure(&mut self, body: &[Literal]) -> RelaxedTruth {
        let mut ways = Vec::new();
        for literal in body {
            match self.literal(!*literal) {
                RelaxedTruth::Always => return RelaxedTruth::Always,
                RelaxedTruth::Never => {}
                RelaxedTruth::Where(proposition) => ways.push(proposition),
            }
        }
        match ways.as_slice() {
            [] => RelaxedTruth::Never,
            [only] => RelaxedTruth::Where(*only),
            _ => {
                let adds = self.fresh();
                let free = ways.into_iter().map(|way| FreeOperator { precondition: vec![way], adds });
                self.free.extend(free);
                RelaxedTruth::Where(adds)
            }
        }
    }
}
