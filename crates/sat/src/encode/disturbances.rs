//! Disturbances: the reads and writes of a step's operator, by fact and by variable, as literals of the step.
//!
//! A disturbance is one literal for all operators with the same read or write, true only if one of these runs. So all
//! disturbances together are as large as the operators. Arcs are identified by the values of their variable before and after
//! the step.

use itertools::Itertools as _;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_task::{Atom, Dependence, Fact, Literal, Task, VarId};

use super::dtg::{Arc, VariableDtg};
use super::headings::ORDER;
use super::operator_variables::{Causes, OperatorTerms};
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Access {
    /// Needs the fact, and does not change its variable.
    Needs(Fact),
    /// Needs the fact to be false.
    Denies(Fact),
    /// Reads the variable in some other way, such as in the condition of an effect.
    Reads(VarId),
    /// Makes the fact true, which may have been true before.
    Repeats(Fact),
    Changes(VarId),
}

/// Operators with one read or write: terms of operators with a variable, and arcs by their indices, for each of the `steps`.
#[derive(Debug, Default)]
struct Accessing {
    terms: Vec<Term>,
    arcs: Map<usize, Set<usize>>,
}

/// Operators by their reads and writes (`Access`), and literals for "the step does one of these".
pub(super) struct Disturbances<'a> {
    dependence: &'a Dependence,
    steps: &'a [VariableDtg<'a>],
    accessing: Map<Access, Accessing>,
    /// Literal of each set of reads and writes requested so far; `None` if no operator does any of them.
    some: Map<Vec<Access>, Option<Term>>,
    /// For each fact a term that is true only in a step that makes it true.
    added: Map<Fact, Option<Term>>,
}

impl<'a> Disturbances<'a> {
    pub(super) fn of(
        task: &Task,
        dependence: &'a Dependence,
        others: &[OperatorTerms],
        steps: &'a [VariableDtg<'a>],
    ) -> Self {
        let (some, added) = (Map::new(), Map::new());
        let mut disturbances = Self { dependence, steps, accessing: Map::new(), some, added };
        for other in others {
            disturbances.add_other(task, other);
        }
        for (index, steps) in steps.iter().enumerate() {
            let all = (0..steps.arcs.len()).collect();
            disturbances.at(Access::Changes(steps.var)).arcs.insert(index, all);
            for (place, arc) in steps.arcs.iter().enumerate() {
                let precondition = &task.operator(arc.operator).precondition;
                for literal in precondition.iter().filter(|literal| **literal != arc.from.into()) {
                    for access in disturbances.reading(*literal) {
                        disturbances.at(access).arcs.entry(index).or_default().insert(place);
                    }
                }
            }
        }
        disturbances
    }

    fn at(&mut self, access: Access) -> &mut Accessing {
        self.accessing.entry(access).or_default()
    }

    fn add_other(&mut self, task: &Task, other: &OperatorTerms) {
        let operator = task.operator(other.id);
        let lit = Term::from(other.lit);
        let is_changed = |fact: Fact| {
            operator.effects.iter().any(|effect| effect.condition.is_empty() && effect.fact.var == fact.var)
        };
        for literal in &operator.precondition {
            // Operators that change the variable count by the new value.
            if !literal.as_fact().is_some_and(is_changed) {
                self.reading(*literal).into_iter().for_each(|access| self.at(access).terms.push(lit));
            }
        }
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        for var in self.dependence.variables(conditions) {
            self.at(Access::Reads(var)).terms.push(lit);
        }
        for (fact, active) in &other.effects {
            self.at(Access::Changes(fact.var)).terms.push(*active);
            if operator.needed_fact(fact.var).is_none_or(|needed| needed == *fact) {
                self.at(Access::Repeats(*fact)).terms.push(*active);
            }
        }
    }

    /// Returns the reads of an operator with `literal` in its precondition.
    fn reading(&self, literal: Literal) -> Vec<Access> {
        match literal.atom {
            Atom::Fact(fact) if literal.positive => vec![Access::Needs(fact)],
            Atom::Fact(fact) => vec![Access::Denies(fact)],
            Atom::Derived(id) => match self.dependence.deciding_facts(id) {
                Some(facts) if !literal.positive => facts.iter().map(|fact| Access::Denies(*fact)).collect(),
                _ => self.dependence.of_derived(id).iter().map(|var| Access::Reads(*var)).collect(),
            },
        }
    }

    /// Returns terms of a step, one of which is true unless `later`, if run in the next step, could be exchanged with this
    /// step's operator.
    pub(super) fn reasons(
        &mut self,
        later: &OperatorTerms,
        causes: &Causes,
        state: &mut StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) -> Vec<Term> {
        let task = state.task();
        let operator = task.operator(later.id);
        let mut reasons = Vec::new();
        let mut needed: Map<VarId, Fact> = Map::new();
        for literal in &operator.precondition {
            if let Some(fact) = literal.as_fact() {
                needed.insert(fact.var, fact);
                reasons.extend(self.added(fact, causes, state, builder));
            } else {
                reasons.extend(state.conjunction(&[*literal], builder).into_iter().map(|term| !term));
            }
        }
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        for var in self.dependence.variables(conditions) {
            reasons.extend(self.some_of(vec![Access::Changes(var)], state, builder));
        }
        for (fact, _) in &later.effects {
            let mut accesses = vec![Access::Denies(*fact), Access::Reads(fact.var)];
            if let Some(before) = needed.get(&fact.var) {
                // The variable has this value in both frames, so an operator that sets it sets this value.
                accesses.extend([Access::Needs(*before), Access::Repeats(*before)]);
            } else {
                accesses.push(Access::Changes(fact.var));
                accesses.extend(task.facts(fact.var).filter(|value| value != fact).map(Access::Needs));
            }
            reasons.extend(self.some_of(accesses, state, builder));
        }
        reasons
    }

    /// Returns a term that is true only in steps that make `fact` true.
    fn added(
        &mut self,
        fact: Fact,
        causes: &Causes,
        state: &StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) -> Option<Term> {
        let write = || {
            let term = state.fact(fact);
            let causes = causes.of(fact);
            if term == Term::True || causes.is_empty() {
                return None;
            }
            let added = Term::from(builder.var("added"));
            let mut transition = builder.part(Part::Transition).under(ORDER);
            transition.rule(&[added], &[!term]);
            transition.rule(&[added], &[term.next()]);
            transition.rule(&[added], causes);
            Some(added)
        };
        *self.added.entry(fact).or_insert_with(write)
    }

    /// Returns a term that is true only in steps whose operator does one of `accesses`.
    fn some_of(
        &mut self,
        accesses: Vec<Access>,
        state: &StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) -> Option<Term> {
        if let Some(known) = self.some.get(&accesses) {
            return *known;
        }
        let mut terms: Vec<Term> = Vec::new();
        let mut arcs: Map<usize, Set<usize>> = Map::new();
        for accessing in accesses.iter().filter_map(|access| self.accessing.get(access)) {
            terms.extend(&accessing.terms);
            for (index, places) in &accessing.arcs {
                arcs.entry(*index).or_default().extend(places);
            }
        }
        terms.extend(arcs.keys().map(|index| Term::from(self.steps[*index].moved)));
        let terms: Vec<Term> = terms.into_iter().unique().collect();
        let some = match terms.as_slice() {
            [] => None,
            [only] if arcs.is_empty() => Some(*only),
            several => {
                let some = Term::from(builder.var("disturbed"));
                builder.part(Part::Transition).under(ORDER).rule(&[some], several);
                for (index, places) in arcs {
                    self.only(some, &self.steps[index], &places, state, builder);
                }
                Some(some)
            }
        };
        self.some.insert(accesses, some);
        some
    }

    /// Adds clauses: if `some` is true and this variable moves, it moves along one of the arcs at `places`.
    fn only(
        &self,
        some: Term,
        steps: &VariableDtg<'_>,
        places: &Set<usize>,
        state: &StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) {
        let facts = |end: fn(&Arc) -> Fact| -> Set<Fact> {
            places.iter().map(|place| end(&steps.arcs[*place])).collect()
        };
        let froms: Vec<Term> = facts(|arc| arc.from).into_iter().map(|fact| state.fact(fact)).collect();
        let tos: Vec<Term> = facts(|arc| arc.to).into_iter().map(|fact| state.fact(fact).next()).collect();
        if places.len() < steps.arcs.len() {
            let body = [some, steps.moved.into()];
            let mut transition = builder.part(Part::Transition).under(ORDER);
            transition.rule(&body, &froms);
            transition.rule(&body, &tos);
        }
    }
}
