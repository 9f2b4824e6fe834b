//! What is known while a problem is brought into normal form: its static facts, the types met, the predicates and rules
//! made so far.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::super::ground_error::PddlGroundError;
use super::super::lifted::{LiftedArgument, LiftedAtom, LiftedLiteral, LiftedPredicate, LiftedRule};
use super::super::{ObjectId, Parameter, PddlEffect, PddlProblem, PddlTerm, PredicateId};
use super::nnf::NormalCondition;
use super::scope::VariableScope;
use super::types::{TypeChoiceId, TypePredicates};
use crate::stop::Stop;

/// A condition that has a predicate of its own: what its variables are of, and it.
pub(super) type NamedCondition = (Vec<Option<TypeChoiceId>>, NormalCondition);

/// See the module.
pub(super) struct Normaliser<'p> {
    pub(super) problem: &'p PddlProblem,
    pub(super) types: TypePredicates<'p>,
    pub(super) predicates: Vec<LiftedPredicate>,
    pub(super) rules: Vec<LiftedRule>,
    /// The predicates of conditions that have one.
    pub(super) named: BTreeMap<NamedCondition, usize>,
    /// Predicates that depend on the one whose rule is looked at, and it on them: what is said of all objects in terms of
    /// these is written out.
    pub(super) recursive: BTreeSet<PredicateId>,
    facts: HashSet<(PredicateId, Vec<ObjectId>)>,
    has_facts: Vec<bool>,
    budget: usize,
    stop: &'p Stop,
}

impl<'p> Normaliser<'p> {
    /// Conditions have no more parts than this, in all, when they are written out.
    const MAX_PARTS: usize = 1 << 23;

    pub(super) fn new(problem: &'p PddlProblem, stop: &'p Stop) -> Self {
        let predicates = problem.predicates.iter().map(|predicate| LiftedPredicate {
            name: predicate.name.clone(),
            arity: predicate.parameters.len(),
            is_derived: predicate.is_derived,
            is_fluent: false,
        });
        let mut predicates: Vec<LiftedPredicate> = predicates.collect();
        for action in &problem.actions {
            changed(&action.effect, &mut |predicate| {
                if let Some(predicate) = predicates.get_mut(predicate.0) {
                    predicate.is_fluent = true;
                }
            });
        }
        problem.axioms.iter().for_each(|axiom| predicates[axiom.predicate.0].is_derived = true);
        let mut has_facts = vec![false; predicates.len()];
        problem.initial.iter().for_each(|(predicate, _)| has_facts[predicate.0] = true);
        Self {
            problem,
            types: TypePredicates::new(problem),
            predicates,
            rules: Vec::new(),
            named: BTreeMap::new(),
            recursive: BTreeSet::new(),
            facts: problem.initial.iter().cloned().collect(),
            has_facts,
            budget: Self::MAX_PARTS,
            stop,
        }
    }

    /// To be called for every part of a condition that is looked at or written down.
    pub(super) fn spend(&mut self, parts: usize) -> Result<(), PddlGroundError> {
        if self.stop.is_raised() {
            return Err(PddlGroundError::stopped(self.stop));
        }
        let left = self.budget.checked_sub(parts);
        self.budget = left.ok_or_else(|| {
            PddlGroundError::refused("the conditions are too large when they are written out")
                .help("use fewer quantifiers and disjunctions inside each other")
        })?;
        Ok(())
    }

    /// The type of a parameter.
    pub(super) fn kind(&mut self, parameter: &Parameter) -> TypeChoiceId {
        let kind = self.types.kind(&parameter.types, self.predicates.len());
        if self.types.predicate(kind) == self.predicates.len() {
            let name = self.types.name(kind).to_owned();
            self.predicates.push(LiftedPredicate { name, arity: 1, is_derived: false, is_fluent: false });
        }
        kind
    }

    /// Declares variables; their numbers.
    pub(super) fn declare(&mut self, parameters: &[Parameter], scope: &mut VariableScope) -> Vec<u32> {
        let declare = |parameter: &Parameter| {
            let variable = u32::try_from(parameter.variable).unwrap_or(u32::MAX);
            scope.declare(variable, self.kind(parameter));
            variable
        };
        parameters.iter().map(declare).collect()
    }

    /// Adds a derived predicate.
    pub(super) fn new_predicate(&mut self, arity: usize) -> usize {
        let name = format!("condition#{}", self.named.len() + 1);
        self.predicates.push(LiftedPredicate { name, arity, is_derived: true, is_fluent: false });
        self.predicates.len() - 1
    }

    /// That the variables are of their types. A variable that can be any object needs no mention if it occurs in `literals`
    /// in a condition that holds.
    pub(super) fn type_literals(
        &self,
        variables: &[u32],
        scope: &VariableScope,
        literals: &[LiftedLiteral],
    ) -> Vec<LiftedLiteral> {
        let occurs = |variable: u32| {
            let argument = LiftedArgument::Variable(variable);
            let holds = |literal: &LiftedLiteral| match literal {
                LiftedLiteral::Holds(atom) => atom.arguments.contains(&argument),
                _ => false,
            };
            literals.iter().any(holds)
        };
        let of = |variable: &u32| {
            let kind = scope.kind(*variable)?;
            if self.types.is_everything(kind) && occurs(*variable) {
                return None;
            }
            let arguments = vec![LiftedArgument::Variable(*variable)];
            Some(LiftedLiteral::Holds(LiftedAtom { predicate: self.types.predicate(kind), arguments }))
        };
        variables.iter().filter_map(of).collect()
    }

    /// A literal, or what is known of it.
    pub(super) fn literal(&self, literal: LiftedLiteral) -> NormalCondition {
        let known = match &literal {
            LiftedLiteral::Holds(atom) => self.known(atom),
            LiftedLiteral::Fails(atom) => self.known(atom).map(|holds| !holds),
            LiftedLiteral::Same(one, other, same) if one == other => Some(*same),
            LiftedLiteral::Same(LiftedArgument::Object(_), LiftedArgument::Object(_), same) => Some(!same),
            LiftedLiteral::Same(..) => None,
        };
        known.map_or(NormalCondition::Literal(literal), NormalCondition::constant)
    }

    /// Whether an atom of a static predicate holds, if that is the same for all objects.
    fn known(&self, atom: &LiftedAtom) -> Option<bool> {
        let predicate = self.predicates.get(atom.predicate)?;
        if predicate.is_derived || predicate.is_fluent {
            return None;
        }
        if !*self.has_facts.get(atom.predicate)? {
            return Some(false);
        }
        let objects = atom.arguments.iter().map(|argument| match argument {
            LiftedArgument::Object(object) => Some(ObjectId(*object as usize)),
            LiftedArgument::Variable(_) => None,
        });
        Some(self.facts.contains(&(PredicateId(atom.predicate), objects.collect::<Option<_>>()?)))
    }
}

/// A term as an argument.
pub(super) fn argument(term: PddlTerm) -> LiftedArgument {
    match term {
        PddlTerm::Variable(variable) => LiftedArgument::Variable(u32::try_from(variable).unwrap_or(u32::MAX)),
        PddlTerm::Object(object) => LiftedArgument::Object(u32::try_from(object.0).unwrap_or(u32::MAX)),
    }
}

/// Calls `see` for each predicate that an effect changes.
fn changed(effect: &PddlEffect, see: &mut dyn FnMut(PredicateId)) {
    match effect {
        PddlEffect::Add(atom) | PddlEffect::Delete(atom) => see(atom.predicate),
        PddlEffect::And(parts) => parts.iter().for_each(|part| changed(part, see)),
        PddlEffect::Forall(_, part) | PddlEffect::When(_, part) => changed(part, see),
    }
}
