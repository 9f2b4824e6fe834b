//! Disturbances: what the operator of a step reads or writes, by fact and by variable, as literals of the step.
//!
//! Each of them is one literal for all operators that do the same, true only if one of these runs; so all of them together are as
//! large as the operators. Of an arc it is known by the values of its variable before and after the step whether it is one
//! of those.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use super::dtg::{Arc, VariableDtg};
use super::operator_variables::{Causes, OperatorTerms};
use super::state::StateTerms;
use super::{Part, SystemBuilder, Term};
use crate::task::{Atom, Dependence, Fact, Literal, Task, VarId};

/// Something that an operator does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Deed {
    /// It needs the fact, and does not change its variable.
    Needs(Fact),
    /// It needs that the fact is false.
    Denies(Fact),
    /// It reads the variable in some other way, as in the condition of an effect.
    Reads(VarId),
    /// It makes the fact true, which may have been true before.
    Repeats(Fact),
    /// It may change the variable.
    Changes(VarId),
}

/// Who does something: operators with a variable, and arcs of a variable by their places.
#[derive(Debug, Default)]
struct Doers {
    terms: Vec<Term>,
    arcs: BTreeMap<usize, BTreeSet<usize>>,
}

/// Who does what, and the literals that say that somebody does it.
pub(super) struct Disturbances<'a> {
    dependence: &'a Dependence,
    steps: &'a [VariableDtg<'a>],
    doers: BTreeMap<Deed, Doers>,
    /// The literal of each set of deeds that was asked for; none if nobody does any of them.
    some: BTreeMap<Vec<Deed>, Option<Term>>,
    /// True only in a step that makes the fact true.
    added: BTreeMap<Fact, Option<Term>>,
}

impl<'a> Disturbances<'a> {
    pub(super) fn of(
        task: &Task,
        dependence: &'a Dependence,
        others: &[OperatorTerms],
        steps: &'a [VariableDtg<'a>],
    ) -> Self {
        let (some, added) = (BTreeMap::new(), BTreeMap::new());
        let mut disturbances = Self { dependence, steps, doers: BTreeMap::new(), some, added };
        for other in others {
            disturbances.add_other(task, other);
        }
        for (index, steps) in steps.iter().enumerate() {
            let all = (0..steps.arcs.len()).collect();
            disturbances.at(Deed::Changes(steps.var)).arcs.insert(index, all);
            for (place, arc) in steps.arcs.iter().enumerate() {
                let precondition = &task.operator(arc.operator).precondition;
                for literal in precondition.iter().filter(|literal| **literal != arc.from.into()) {
                    for deed in disturbances.reading(*literal) {
                        disturbances.at(deed).arcs.entry(index).or_default().insert(place);
                    }
                }
            }
        }
        disturbances
    }

    fn at(&mut self, deed: Deed) -> &mut Doers {
        self.doers.entry(deed).or_default()
    }

    fn add_other(&mut self, task: &Task, other: &OperatorTerms) {
        let operator = task.operator(other.id);
        let lit = Term::from(other.lit);
        let is_changed = |fact: Fact| {
            operator.effects.iter().any(|effect| effect.condition.is_empty() && effect.fact.var == fact.var)
        };
        let needed = |var: VarId| {
            operator.precondition.iter().filter_map(|literal| literal.as_fact()).find(|fact| fact.var == var)
        };
        for literal in &operator.precondition {
            // Who changes the variable is found by what it makes of it.
            if !literal.as_fact().is_some_and(is_changed) {
                self.reading(*literal).into_iter().for_each(|deed| self.at(deed).terms.push(lit));
            }
        }
        let conditions = operator.effects.iter().flat_map(|effect| &effect.condition);
        for var in self.dependence.variables(conditions) {
            self.at(Deed::Reads(var)).terms.push(lit);
        }
        for (fact, active) in &other.effects {
            self.at(Deed::Changes(fact.var)).terms.push(*active);
            if needed(fact.var).is_none_or(|needed| needed == *fact) {
                self.at(Deed::Repeats(*fact)).terms.push(*active);
            }
        }
    }

    /// What it is to have this literal in a precondition.
    fn reading(&self, literal: Literal) -> Vec<Deed> {
        match literal.atom {
            Atom::Fact(fact) if literal.positive => vec![Deed::Needs(fact)],
            Atom::Fact(fact) => vec![Deed::Denies(fact)],
            Atom::Derived(id) => match self.dependence.deciding_facts(id) {
                Some(facts) if !literal.positive => facts.iter().map(|fact| Deed::Denies(*fact)).collect(),
                _ => self.dependence.of_derived(id).iter().map(|var| Deed::Reads(*var)).collect(),
            },
        }
    }

    /// Terms of a step of which one is true unless an operator that runs in the next step could change places with this step's.
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
        let mut needed: BTreeMap<VarId, Fact> = BTreeMap::new();
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
            reasons.extend(self.some_of(vec![Deed::Changes(var)], state, builder));
        }
        for (fact, _) in &later.effects {
            let mut deeds = vec![Deed::Denies(*fact), Deed::Reads(fact.var)];
            if let Some(before) = needed.get(&fact.var) {
                // It has this value in both frames, so whoever changes it makes of it what it was.
                deeds.extend([Deed::Needs(*before), Deed::Repeats(*before)]);
            } else {
                deeds.push(Deed::Changes(fact.var));
                deeds.extend(task.facts(fact.var).filter(|value| value != fact).map(Deed::Needs));
            }
            reasons.extend(self.some_of(deeds, state, builder));
        }
        reasons
    }

    /// A term that is true only in steps that make the fact true.
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
            let mut transition = builder.part(Part::Transition);
            transition.rule(&[added], &[!term]);
            transition.rule(&[added], &[term.next()]);
            transition.rule(&[added], causes);
            Some(added)
        };
        *self.added.entry(fact).or_insert_with(write)
    }

    /// A term that is true only in steps whose operator does one of these.
    fn some_of(
        &mut self,
        deeds: Vec<Deed>,
        state: &StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) -> Option<Term> {
        if let Some(known) = self.some.get(&deeds) {
            return *known;
        }
        let mut terms: Vec<Term> = Vec::new();
        let mut arcs: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for doers in deeds.iter().filter_map(|deed| self.doers.get(deed)) {
            terms.extend(&doers.terms);
            for (index, places) in &doers.arcs {
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
                builder.part(Part::Transition).rule(&[some], several);
                for (index, places) in arcs {
                    self.only(some, &self.steps[index], &places, state, builder);
                }
                Some(some)
            }
        };
        self.some.insert(deeds, some);
        some
    }

    /// If it is true and this variable moves, it moves along one of these arcs.
    fn only(
        &self,
        some: Term,
        steps: &VariableDtg<'_>,
        places: &BTreeSet<usize>,
        state: &StateTerms<'_>,
        builder: &mut SystemBuilder,
    ) {
        let facts = |end: fn(&Arc) -> Fact| -> BTreeSet<Fact> {
            places.iter().map(|place| end(&steps.arcs[*place])).collect()
        };
        let froms: Vec<Term> = facts(|arc| arc.from).into_iter().map(|fact| state.fact(fact)).collect();
        let tos: Vec<Term> = facts(|arc| arc.to).into_iter().map(|fact| state.fact(fact).next()).collect();
        if places.len() < steps.arcs.len() {
            let body = [some, steps.moved.into()];
            builder.part(Part::Transition).rule(&body, &froms);
            builder.part(Part::Transition).rule(&body, &tos);
        }
    }
}
