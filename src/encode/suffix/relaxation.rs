//! The delete relaxation of a rest of a plan: propositions, and operators in parts that make them true for good.
//!
//! A proposition is that a variable has *one of some values*: a fact names one value, its negation all others. A derived
//! variable is a proposition that free parts make true, one for each rule; its negation is made true by one free part that
//! needs some literal of each rule to fail. An operator with conditional effects has a part for each condition and is paid
//! once for all. Facts that no frame has, by the transition system, are never true.
//!
//! [`heuristic`](crate::heuristic) has the same relaxation for all states at once; here the formula's own knowledge counts,
//! and every operator of the formula stays an operator of its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::encode::{Term, TransitionSystem};
use crate::formula::Lit;
use crate::stop::{Stop, StopReason};
use crate::task::{Atom, DerivedId, Fact, Literal, Operator, OperatorId, Task, VarId, single_fact};

/// The limit on the total number of values of propositions; beyond it, new propositions count as always true.
const MAX_ENTRIES: usize = 1 << 22;

/// The relaxation. Propositions, parts and operators are numbered from 0.
#[derive(Debug)]
pub(super) struct Relaxation {
    /// For each proposition the facts that make it true; none for derived ones.
    pub(super) facts: Vec<Vec<Fact>>,
    /// The parts.
    pub(super) parts: Vec<RelaxedPart>,
    /// The propositions of the goal; none if it is always true.
    pub(super) goal: u32,
    /// The operators, with their literals in the transition system.
    pub(super) operators: Vec<(OperatorId, Lit)>,
    /// For each operator the propositions of its precondition; none if it is of no use.
    pub(super) preconditions: Vec<Vec<u32>>,
    /// For each operator its parts.
    pub(super) parts_of: Vec<Vec<u32>>,
    /// For each proposition the parts that need it.
    pub(super) needed_by: Vec<Vec<u32>>,
    /// For each proposition the parts that add it.
    pub(super) added_by: Vec<Vec<u32>>,
    /// For each fact the propositions that it makes true.
    true_with: Vec<Vec<Vec<u32>>>,
}

/// A part: makes propositions true once others are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RelaxedPart {
    /// The operator that has to be paid; none for rules and the goal.
    pub(super) operator: Option<u32>,
    pub(super) needs: Vec<u32>,
    pub(super) adds: Vec<u32>,
}

/// The truth of a literal in the relaxation.
enum Truth {
    Always,
    Never,
    Where(u32),
}

impl Relaxation {
    /// The relaxation with the operators of a transition system.
    pub(super) fn of(task: &Task, system: &TransitionSystem, stop: &Stop) -> Result<Self, StopReason> {
        let mut builder = RelaxationBuilder::of(task, system);
        let goal = builder.fresh(Vec::new());
        if let Some(needs) = builder.condition(task.goal()) {
            builder.parts.push(RelaxedPart { operator: None, needs, adds: vec![goal] });
        }
        let mut operators = Vec::new();
        for (lit, ids) in system.movers() {
            if let Some(reason) = stop.reason() {
                return Err(reason);
            }
            for id in ids {
                builder.operator(number(operators.len()), task.operator(*id));
                operators.push((*id, *lit));
            }
        }
        builder.derive();
        Ok(builder.finish(goal, operators))
    }

    /// The propositions that facts make true.
    pub(super) fn true_in(&self, holds: impl Fn(Fact) -> bool) -> impl Iterator<Item = u32> {
        let facts = self.true_with.iter().enumerate().flat_map(|(var, values)| {
            let var = VarId::from_index(var);
            values.iter().zip(0..).map(move |(list, value)| (Fact { var, value }, list))
        });
        facts.filter(move |(fact, list)| !list.is_empty() && holds(*fact)).flat_map(|(_, list)| list).copied()
    }
}

struct RelaxationBuilder<'t> {
    task: &'t Task,
    system: &'t TransitionSystem,
    facts: Vec<Vec<Fact>>,
    n_entries: usize,
    parts: Vec<RelaxedPart>,
    preconditions: Vec<Vec<u32>>,
    /// For each variable the number of its first fact, counted over all variables.
    first_facts: Vec<usize>,
    value_sets: BTreeMap<(VarId, Vec<u32>), u32>,
    derived: BTreeMap<(DerivedId, bool), u32>,
    /// The derived literals whose rules are not translated yet.
    waiting: Vec<(DerivedId, bool, u32)>,
}

impl<'t> RelaxationBuilder<'t> {
    fn of(task: &'t Task, system: &'t TransitionSystem) -> Self {
        let first_facts = task.variables().iter().scan(0, |next, variable| {
            let first = *next;
            *next += variable.values.len();
            Some(first)
        });
        let first_facts = first_facts.collect();
        Self {
            task,
            system,
            facts: Vec::new(),
            n_entries: 0,
            parts: Vec::new(),
            preconditions: Vec::new(),
            first_facts,
            value_sets: BTreeMap::new(),
            derived: BTreeMap::new(),
            waiting: Vec::new(),
        }
    }

    fn fresh(&mut self, facts: Vec<Fact>) -> u32 {
        self.facts.push(facts);
        number(self.facts.len() - 1)
    }

    /// The parts of an operator; none if it is never applicable.
    fn operator(&mut self, operator: u32, definition: &Operator) {
        let precondition = self.condition(&definition.precondition);
        self.preconditions.push(precondition.clone().unwrap_or_default());
        let Some(precondition) = precondition else { return };
        let mut effects: BTreeMap<Vec<u32>, Vec<Fact>> = BTreeMap::new();
        for effect in &definition.effects {
            let Some(mut needs) = self.condition(&effect.condition) else { continue };
            needs.extend(&precondition);
            needs.sort_unstable();
            needs.dedup();
            effects.entry(needs).or_default().push(effect.fact);
        }
        for (needs, facts) in effects {
            // The facts are replaced by propositions when all of these are known.
            let first = |fact: &Fact| self.first_facts[fact.var.index()];
            let adds = facts.iter().map(|fact| number(first(fact) + fact.value_index())).collect();
            self.parts.push(RelaxedPart { operator: Some(operator), needs, adds });
        }
    }

    /// The propositions of a conjunction, in order; `None` if it never holds.
    fn condition(&mut self, condition: &[Literal]) -> Option<Vec<u32>> {
        let mut needs = BTreeSet::new();
        for literal in condition {
            match self.literal(*literal) {
                Truth::Always => {}
                Truth::Never => return None,
                Truth::Where(proposition) => {
                    needs.insert(proposition);
                }
            }
        }
        Some(needs.into_iter().collect())
    }

    fn literal(&mut self, literal: Literal) -> Truth {
        match literal.atom {
            Atom::Fact(fact) => self.one_of(fact.var, |value| (value == fact.value) == literal.positive),
            Atom::Derived(id) => {
                if let Some(known) = self.derived.get(&(id, literal.positive)) {
                    return Truth::Where(*known);
                }
                let proposition = self.fresh(Vec::new());
                self.derived.insert((id, literal.positive), proposition);
                self.waiting.push((id, literal.positive, proposition));
                Truth::Where(proposition)
            }
        }
    }

    /// The variable has one of the accepted values.
    fn one_of(&mut self, var: VarId, accepts: impl Fn(u32) -> bool) -> Truth {
        let possible = self.task.facts(var).filter(|fact| self.system.fact(*fact) != Term::False);
        let (values, others): (Vec<u32>, Vec<u32>) =
            possible.map(|fact| fact.value).partition(|value| accepts(*value));
        if others.is_empty() {
            return Truth::Always;
        }
        if values.is_empty() {
            return Truth::Never;
        }
        if let Some(known) = self.value_sets.get(&(var, values.clone())) {
            return Truth::Where(*known);
        }
        if MAX_ENTRIES < self.n_entries + values.len() {
            return Truth::Always;
        }
        self.n_entries += values.len();
        let proposition = self.fresh(values.iter().map(|value| Fact { var, value: *value }).collect());
        self.value_sets.insert((var, values), proposition);
        Truth::Where(proposition)
    }

    /// Translates the rules of all derived literals that were mentioned.
    fn derive(&mut self) {
        while let Some((id, positive, proposition)) = self.waiting.pop() {
            let rules = &self.task.derived()[id.index()].rules;
            if positive {
                for body in rules {
                    if let Some(needs) = self.condition(body) {
                        self.parts.push(RelaxedPart { operator: None, needs, adds: vec![proposition] });
                    }
                }
            } else if let Some(needs) = self.all_fail(rules) {
                self.parts.push(RelaxedPart { operator: None, needs, adds: vec![proposition] });
            }
        }
    }

    /// Every rule fails; `None` if that never happens. Rules of one fact are taken together, variable by variable.
    fn all_fail(&mut self, rules: &[Vec<Literal>]) -> Option<Vec<u32>> {
        let mut truths = Vec::new();
        let mut triggers: BTreeMap<VarId, Vec<u32>> = BTreeMap::new();
        for body in rules {
            match single_fact(body) {
                Some(fact) => triggers.entry(fact.var).or_default().push(fact.value),
                None => truths.push(self.failure(body)),
            }
        }
        for (var, values) in triggers {
            truths.push(self.one_of(var, |value| !values.contains(&value)));
        }
        let mut needs = BTreeSet::new();
        for truth in truths {
            match truth {
                Truth::Always => {}
                Truth::Never => return None,
                Truth::Where(proposition) => {
                    needs.insert(proposition);
                }
            }
        }
        Some(needs.into_iter().collect())
    }

    /// Some literal of a conjunction is false.
    fn failure(&mut self, body: &[Literal]) -> Truth {
        let mut ways = Vec::new();
        for literal in body {
            match self.literal(!*literal) {
                Truth::Always => return Truth::Always,
                Truth::Never => {}
                Truth::Where(proposition) => ways.push(proposition),
            }
        }
        match ways.as_slice() {
            [] => Truth::Never,
            [only] => Truth::Where(*only),
            _ => {
                let adds = self.fresh(Vec::new());
                let parts = ways.into_iter().map(|way| RelaxedPart {
                    operator: None,
                    needs: vec![way],
                    adds: vec![adds],
                });
                self.parts.extend(parts);
                Truth::Where(adds)
            }
        }
    }

    fn finish(self, goal: u32, operators: Vec<(OperatorId, Lit)>) -> Relaxation {
        let n_propositions = self.facts.len();
        let sizes = self.task.variables().iter().map(|variable| variable.values.len());
        let mut true_with: Vec<Vec<Vec<u32>>> = sizes.map(|size| vec![Vec::new(); size]).collect();
        for (facts, proposition) in self.facts.iter().zip(0..) {
            for fact in facts {
                true_with[fact.var.index()][fact.value_index()].push(proposition);
            }
        }
        let with_fact: Vec<&Vec<u32>> = true_with.iter().flatten().collect();
        let mut parts = self.parts;
        for part in &mut parts {
            if part.operator.is_some() {
                part.adds = part.adds.iter().flat_map(|fact| with_fact[index(*fact)]).copied().collect();
                part.adds.sort_unstable();
                part.adds.dedup();
            }
            part.adds.retain(|added| part.needs.binary_search(added).is_err());
        }
        let needed = needed(n_propositions, goal, &parts);
        parts.iter_mut().for_each(|part| part.adds.retain(|added| needed[index(*added)]));
        parts.retain(|part| !part.adds.is_empty());
        let mut parts_of = vec![Vec::new(); operators.len()];
        let mut needed_by = vec![Vec::new(); n_propositions];
        let mut added_by = vec![Vec::new(); n_propositions];
        for (part, number) in parts.iter().zip(0..) {
            if let Some(operator) = part.operator {
                parts_of[index(operator)].push(number);
            }
            part.needs.iter().for_each(|needed| needed_by[index(*needed)].push(number));
            part.adds.iter().for_each(|added| added_by[index(*added)].push(number));
        }
        let mut preconditions = self.preconditions;
        for (precondition, parts) in preconditions.iter_mut().zip(&parts_of) {
            if parts.is_empty() {
                precondition.clear();
            }
        }
        for lists in &mut true_with {
            lists.iter_mut().for_each(|list| list.retain(|proposition| needed[index(*proposition)]));
        }
        Relaxation {
            facts: self.facts,
            parts,
            goal,
            operators,
            preconditions,
            parts_of,
            needed_by,
            added_by,
            true_with,
        }
    }
}

/// The propositions on some way to the goal, as marks.
fn needed(n_propositions: usize, goal: u32, parts: &[RelaxedPart]) -> Vec<bool> {
    let mut added_by = vec![Vec::new(); n_propositions];
    for part in parts {
        part.adds.iter().for_each(|added| added_by[index(*added)].push(part));
    }
    let mut needed = vec![false; n_propositions];
    needed[index(goal)] = true;
    let mut open = vec![goal];
    while let Some(proposition) = open.pop() {
        for part in &added_by[index(proposition)] {
            for asked in &part.needs {
                if !std::mem::replace(&mut needed[index(*asked)], true) {
                    open.push(*asked);
                }
            }
        }
    }
    needed
}

pub(super) fn index(number: u32) -> usize {
    number as usize
}

pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
