//! Planning problems with schemas, as they come from other modelling languages: the syntax tree of PDDL with names as they
//! are, without any text.

use bmcplan::kinds::pddl::{
    ActionSchema, CostFunction, CostNumber, CostTerm, ObjectId, Parameter, PddlAtom, PddlEffect, PddlFormula,
    PddlObject, PddlProblem, PddlTerm, PddlType, Predicate, PredicateId, TypeId,
};
use bmcplan::plan::Metric;
use serde::Deserialize;

/// A parameter: its number, its name, its types.
type ParameterPart = (usize, String, Vec<usize>);

/// A term: the number of a variable, or an object's as `-1 - number`.
type TermPart = i64;

/// A problem in parts. Types, objects and predicates are numbers; the first type is above all others.
#[derive(Debug, Deserialize)]
pub(crate) struct LiftedParts {
    name: String,
    /// Names, and the types that they are below.
    types: Vec<(String, Vec<usize>)>,
    objects: Vec<(String, Vec<usize>)>,
    predicates: Vec<(String, Vec<ParameterPart>)>,
    /// Tables of costs.
    functions: Vec<FunctionPart>,
    actions: Vec<ActionPart>,
    initial: Vec<(usize, Vec<usize>)>,
    goal: FormulaPart,
    n_goal_variables: usize,
    /// Does it ask for a cheapest plan? Otherwise no costs are looked at.
    minimises_cost: bool,
}

/// A table of costs: its name, the number of its arguments, and its values by the objects that they are for.
#[derive(Debug, Deserialize)]
struct FunctionPart {
    name: String,
    arity: usize,
    values: Vec<(Vec<usize>, u64)>,
    /// Why an action with these objects has no cost; words behind "the cost of" it.
    faults: Vec<(Vec<usize>, String)>,
}

#[derive(Debug, Deserialize)]
struct ActionPart {
    name: String,
    parameters: Vec<ParameterPart>,
    n_variables: usize,
    precondition: FormulaPart,
    effects: Vec<EffectPart>,
    costs: Vec<CostPart>,
}

/// A part of the cost of an action.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CostPart {
    Number(u64),
    /// The value of a table, by its number.
    Function(usize, Vec<TermPart>),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FormulaPart {
    Atom(usize, Vec<TermPart>),
    Equal(TermPart, TermPart),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    Exists(Vec<ParameterPart>, Box<Self>),
    Forall(Vec<ParameterPart>, Box<Self>),
}

/// An effect: over all objects of the parameters, if the condition holds, the atom holds or does not.
#[derive(Debug, Deserialize)]
struct EffectPart {
    forall: Vec<ParameterPart>,
    condition: Option<FormulaPart>,
    predicate: usize,
    arguments: Vec<TermPart>,
    holds: bool,
}

impl LiftedParts {
    /// Returns the measure that plans minimise.
    pub(crate) fn minimises(&self) -> Metric {
        if self.minimises_cost { Metric::Cost } else { Metric::Actions }
    }

    /// Builds the syntax tree.
    pub(crate) fn problem(&self) -> PddlProblem {
        PddlProblem {
            domain: self.name.clone(),
            name: self.name.clone(),
            types: self
                .types
                .iter()
                .map(|(name, parents)| PddlType { name: name.clone(), parents: types(parents) })
                .collect(),
            objects: self
                .objects
                .iter()
                .map(|(name, of)| PddlObject { name: name.clone(), types: types(of) })
                .collect(),
            predicates: self
                .predicates
                .iter()
                .map(|(name, of)| Predicate {
                    name: name.clone(),
                    parameters: parameters(of),
                    is_derived: false,
                })
                .collect(),
            functions: self.functions.iter().map(FunctionPart::function).collect(),
            actions: self.actions.iter().map(ActionPart::schema).collect(),
            axioms: Vec::new(),
            initial: self
                .initial
                .iter()
                .map(|(predicate, objects)| {
                    (PredicateId(*predicate), objects.iter().copied().map(ObjectId).collect())
                })
                .collect(),
            goal: self.goal.formula(),
            n_goal_variables: self.n_goal_variables,
            minimises_cost: self.minimises_cost,
            cost_scale: 1,
        }
    }
}

impl ActionPart {
    fn schema(&self) -> ActionSchema {
        ActionSchema {
            name: self.name.clone(),
            parameters: parameters(&self.parameters),
            n_variables: self.n_variables,
            precondition: self.precondition.formula(),
            effect: {
                let costs = self.costs.iter().map(|cost| PddlEffect::Increase(cost.term(), 0..0));
                PddlEffect::And(self.effects.iter().map(EffectPart::effect).chain(costs).collect())
            },
            span: 0..0,
        }
    }
}

impl FunctionPart {
    fn function(&self) -> CostFunction {
        let of = |objects: &[usize]| objects.iter().copied().map(ObjectId).collect::<Vec<_>>();
        let mut values: Vec<_> =
            self.values.iter().map(|(objects, value)| (of(objects), whole(*value))).collect();
        values.sort_unstable();
        let faults = self.faults.iter().map(|(objects, why)| (of(objects), why.clone())).collect();
        CostFunction { name: self.name.clone(), arity: self.arity, values, faults }
    }
}

/// Converts a number without a fraction.
fn whole(digits: u64) -> CostNumber {
    CostNumber { digits, n_decimals: 0 }
}

impl CostPart {
    fn term(&self) -> CostTerm {
        match self {
            Self::Number(number) => CostTerm::Number(whole(*number)),
            Self::Function(function, arguments) => {
                CostTerm::Function(*function, arguments.iter().copied().map(term).collect())
            }
        }
    }
}

impl FormulaPart {
    fn formula(&self) -> PddlFormula {
        let all = |parts: &[Self]| parts.iter().map(Self::formula).collect();
        let boxed = |part: &Self| Box::new(part.formula());
        match self {
            Self::Atom(predicate, arguments) => PddlFormula::Atom(atom(*predicate, arguments)),
            Self::Equal(one, other) => PddlFormula::Equal(term(*one), term(*other)),
            Self::Not(part) => PddlFormula::Not(boxed(part)),
            Self::And(parts) => PddlFormula::And(all(parts)),
            Self::Or(parts) => PddlFormula::Or(all(parts)),
            Self::Exists(over, part) => PddlFormula::Exists(parameters(over), boxed(part)),
            Self::Forall(over, part) => PddlFormula::Forall(parameters(over), boxed(part)),
        }
    }
}

impl EffectPart {
    fn effect(&self) -> PddlEffect {
        let atom = atom(self.predicate, &self.arguments);
        let mut effect = if self.holds { PddlEffect::Add(atom) } else { PddlEffect::Delete(atom) };
        if let Some(condition) = &self.condition {
            effect = PddlEffect::When(condition.formula(), Box::new(effect));
        }
        if self.forall.is_empty() {
            effect
        } else {
            PddlEffect::Forall(parameters(&self.forall), Box::new(effect))
        }
    }
}

fn types(numbers: &[usize]) -> Vec<TypeId> {
    numbers.iter().copied().map(TypeId).collect()
}

fn parameters(parts: &[ParameterPart]) -> Vec<Parameter> {
    let parameter = |(variable, name, of): &ParameterPart| Parameter {
        variable: *variable,
        name: name.clone(),
        types: types(of),
    };
    parts.iter().map(parameter).collect()
}

fn atom(predicate: usize, arguments: &[TermPart]) -> PddlAtom {
    let arguments = arguments.iter().copied().map(term).collect();
    PddlAtom { predicate: PredicateId(predicate), arguments }
}

fn term(part: TermPart) -> PddlTerm {
    match usize::try_from(part) {
        Ok(variable) => PddlTerm::Variable(variable),
        Err(_) => PddlTerm::Object(ObjectId(usize::try_from(-1 - part).unwrap_or(usize::MAX))),
    }
}
