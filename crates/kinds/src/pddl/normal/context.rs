//! The state of normalisation: static facts, the predicates and rules made so far, variables in scope, and types, which become
//! predicates of one argument.

use std::collections::HashSet;

use bmcplan_base::ordered::{Map, Set};
use bmcplan_base::stop::Stop;

use super::super::diagnostics::PddlGroundError;
use super::super::lifted::{LiftedArgument, LiftedAtom, LiftedLiteral, LiftedPredicate, LiftedRule};
use super::super::syntax::{ObjectId, Parameter, PddlEffect, PddlProblem, PddlTerm, PredicateId, TypeId};
use super::nnf::NormalCondition;

/// A condition with a derived predicate, and the types of its variables.
type NamedCondition = (Vec<Option<TypeChoiceId>>, NormalCondition);

pub(super) struct Normaliser<'p> {
    pub(super) problem: &'p PddlProblem,
    pub(super) types: TypePredicates<'p>,
    pub(super) predicates: Vec<LiftedPredicate>,
    pub(super) rules: Vec<LiftedRule>,
    pub(super) named: Map<NamedCondition, usize>,
    /// Predicates in a cycle with the one whose rule is being normalised: universal conditions with them are expanded.
    pub(super) recursive: Set<PredicateId>,
    facts: HashSet<(PredicateId, Vec<ObjectId>)>,
    has_facts: Vec<bool>,
    budget: usize,
    stop: &'p Stop,
}

impl<'p> Normaliser<'p> {
    /// Greatest number of parts of all expanded conditions.
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
            action.effect.visit(&mut |effect| {
                if let PddlEffect::Add(atom) | PddlEffect::Delete(atom) = effect {
                    predicates[atom.predicate.0].is_fluent = true;
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
            named: Map::new(),
            recursive: Set::new(),
            facts: problem.initial.iter().cloned().collect(),
            has_facts,
            budget: Self::MAX_PARTS,
            stop,
        }
    }

    /// Counts parts of conditions; call this for every part that is visited or written.
    pub(super) fn spend(&mut self, parts: usize) -> Result<(), PddlGroundError> {
        if self.stop.is_raised() {
            return Err(PddlGroundError::stopped(self.stop));
        }
        let left = self.budget.checked_sub(parts);
        self.budget = left.ok_or_else(|| {
            PddlGroundError::invalid("the conditions are too large when they are written out")
                .help("use fewer quantifiers and disjunctions inside each other")
        })?;
        Ok(())
    }

    pub(super) fn kind(&mut self, parameter: &Parameter) -> TypeChoiceId {
        let kind = self.types.kind(&parameter.types, self.predicates.len());
        if self.types.predicate(kind) == self.predicates.len() {
            let name = self.types.name(kind).to_owned();
            self.predicates.push(LiftedPredicate { name, arity: 1, is_derived: false, is_fluent: false });
        }
        kind
    }

    pub(super) fn declare(&mut self, parameters: &[Parameter], scope: &mut VariableScope) -> Vec<u32> {
        let declare = |parameter: &Parameter| {
            let variable = u32::try_from(parameter.variable).unwrap_or(u32::MAX);
            scope.declare(variable, self.kind(parameter));
            variable
        };
        parameters.iter().map(declare).collect()
    }

    pub(super) fn new_predicate(&mut self, arity: usize) -> usize {
        let name = format!("condition#{}", self.named.len() + 1);
        self.predicates.push(LiftedPredicate { name, arity, is_derived: true, is_fluent: false });
        self.predicates.len() - 1
    }

    /// Returns literals for the types of variables. A variable of type `object` needs none if it occurs in a positive one of
    /// `literals`.
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

    /// Returns the literals for the types of the variables, then `literals`.
    pub(super) fn typed(
        &self,
        variables: &[u32],
        scope: &VariableScope,
        literals: &[LiftedLiteral],
    ) -> Vec<LiftedLiteral> {
        let mut all = self.type_literals(variables, scope, literals);
        all.extend_from_slice(literals);
        all
    }

    /// Returns a literal, or its value if it is decided.
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

    /// Returns the value of an atom of a static predicate; `None` if it depends on variables.
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

pub(super) fn argument(term: PddlTerm) -> LiftedArgument {
    match term {
        PddlTerm::Variable(variable) => LiftedArgument::Variable(u32::try_from(variable).unwrap_or(u32::MAX)),
        PddlTerm::Object(object) => LiftedArgument::Object(u32::try_from(object.0).unwrap_or(u32::MAX)),
    }
}

/// Variables of one action, rule or goal, with their types. Undeclared numbers have no type.
#[derive(Debug, Clone, Default)]
pub(super) struct VariableScope {
    kinds: Vec<Option<TypeChoiceId>>,
}

impl VariableScope {
    /// Creates a scope whose new variables are numbered from `n_variables`.
    pub(super) fn above(n_variables: usize) -> Self {
        Self { kinds: vec![None; n_variables] }
    }

    pub(super) fn declare(&mut self, variable: u32, kind: TypeChoiceId) {
        let place = variable as usize;
        if self.kinds.len() <= place {
            self.kinds.resize(place + 1, None);
        }
        self.kinds[place] = Some(kind);
    }

    pub(super) fn kind(&self, variable: u32) -> Option<TypeChoiceId> {
        self.kinds.get(variable as usize).copied().flatten()
    }

    pub(super) fn copy(&mut self, variable: u32) -> u32 {
        self.kinds.push(self.kind(variable));
        u32::try_from(self.kinds.len() - 1).unwrap_or(u32::MAX)
    }
}

/// A type or choice of types: an index into [`TypePredicates`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TypeChoiceId(usize);

/// Types as predicates of one argument: one for each type, or choice of types, of a variable.
#[derive(Debug)]
pub(super) struct TypePredicates<'p> {
    problem: &'p PddlProblem,
    kinds: Vec<TypeChoice>,
    numbers: Map<Vec<TypeId>, TypeChoiceId>,
    /// For each type the types above it, including itself.
    above: Vec<Set<TypeId>>,
}

#[derive(Debug)]
struct TypeChoice {
    name: String,
    objects: Vec<ObjectId>,
    predicate: usize,
    is_everything: bool,
}

impl<'p> TypePredicates<'p> {
    pub(super) fn new(problem: &'p PddlProblem) -> Self {
        let above = (0..problem.types.len()).map(|number| {
            let mut above = Set::new();
            let mut open = vec![TypeId(number)];
            while let Some(next) = open.pop() {
                if above.insert(next) {
                    open.extend(problem.types.get(next.0).into_iter().flat_map(|kind| &kind.parents));
                }
            }
            above
        });
        Self { problem, kinds: Vec::new(), numbers: Map::new(), above: above.collect() }
    }

    /// Returns the choice of these types. A new one gets the predicate.
    pub(super) fn kind(&mut self, types: &[TypeId], predicate: usize) -> TypeChoiceId {
        let types: Set<TypeId> = types.iter().copied().collect();
        let types: Vec<TypeId> = types.into_iter().collect();
        if let Some(known) = self.numbers.get(&types) {
            return *known;
        }
        let is_everything = types.is_empty() || types.contains(&TypeId(0));
        let is_below = |of: &TypeId| {
            let above = self.above.get(of.0);
            above.is_some_and(|above| types.iter().any(|kind| above.contains(kind)))
        };
        let objects = self.problem.objects.iter().enumerate();
        let objects = objects.filter(|(_, object)| is_everything || object.types.iter().any(is_below));
        let names = types.iter().filter_map(|kind| self.problem.types.get(kind.0)).map(|kind| &*kind.name);
        let names: Vec<&str> = names.collect();
        let kind = TypeChoice {
            name: if types.is_empty() { "object".to_owned() } else { names.join(" or ") },
            objects: objects.map(|(number, _)| ObjectId(number)).collect(),
            predicate,
            is_everything,
        };
        self.kinds.push(kind);
        let number = TypeChoiceId(self.kinds.len() - 1);
        self.numbers.insert(types, number);
        number
    }

    pub(super) fn objects(&self, kind: TypeChoiceId) -> &[ObjectId] {
        &self.kinds[kind.0].objects
    }

    pub(super) fn predicate(&self, kind: TypeChoiceId) -> usize {
        self.kinds[kind.0].predicate
    }

    fn is_everything(&self, kind: TypeChoiceId) -> bool {
        self.kinds[kind.0].is_everything
    }

    pub(super) fn name(&self, kind: TypeChoiceId) -> &str {
        &self.kinds[kind.0].name
    }

    /// Returns the facts of all types: predicate and object.
    pub(super) fn facts(&self) -> impl Iterator<Item = (usize, Vec<u32>)> {
        self.kinds.iter().flat_map(|kind| {
            let objects = kind.objects.iter().filter_map(|object| u32::try_from(object.0).ok());
            objects.map(|object| (kind.predicate, vec![object]))
        })
    }
}
