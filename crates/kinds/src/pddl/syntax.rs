//! The abstract syntax of a planning problem in PDDL: domain and problem together, with all names resolved.
//!
//! The language is PDDL 2.1 without numbers and durations (Fox & Long, *PDDL2.1: an extension to PDDL for expressing temporal
//! planning domains*, 2003). It has derived predicates (Edelkamp & Hoffmann, *PDDL2.2*, 2004) and action costs as of IPC 2008.
//! Names are kept as written in their declarations, and compared without regard to case.

use bmcplan_base::text::Span;

/// A type: an index into [`PddlProblem::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub usize);

/// An object or constant: an index into [`PddlProblem::objects`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub usize);

/// A predicate: an index into [`PddlProblem::predicates`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PredicateId(pub usize);

/// A planning problem: the contents of its domain file and its problem file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PddlProblem {
    /// Name of the domain.
    pub domain: String,
    /// Name of the problem.
    pub name: String,
    /// Types. The first one is `object`, and all others are below it.
    pub types: Vec<PddlType>,
    /// Constants of the domain, then objects of the problem.
    pub objects: Vec<PddlObject>,
    /// Predicates, without `=`.
    pub predicates: Vec<Predicate>,
    /// Functions in costs, without `total-cost`.
    pub functions: Vec<CostFunction>,
    /// Actions in the order of the text.
    pub actions: Vec<ActionSchema>,
    /// Rules of derived predicates.
    pub axioms: Vec<AxiomSchema>,
    /// Atoms that hold at the start, in the order of the text, without repetitions.
    pub initial: Vec<(PredicateId, Vec<ObjectId>)>,
    /// Goal, without free variables.
    pub goal: PddlFormula,
    /// Number of variables in the goal, all of them quantified.
    pub n_goal_variables: usize,
    /// True if actions cost their increase of `total-cost`, by `(:metric minimize (total-cost))`. Otherwise each costs 1.
    pub minimises_cost: bool,
    /// Least power of ten that makes all costs whole. Ground actions have their costs multiplied by it.
    pub cost_scale: u64,
}

/// A declared type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PddlType {
    /// Name as written.
    pub name: String,
    /// Types directly above it; none for `object`, several with `either`.
    pub parents: Vec<TypeId>,
}

/// A constant or an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PddlObject {
    /// Name as written.
    pub name: String,
    /// Types, all of which it has; several if it is declared several times.
    pub types: Vec<TypeId>,
}

/// A declared predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// Name as written.
    pub name: String,
    /// Parameters, numbered from 0.
    pub parameters: Vec<Parameter>,
    /// True if rules derive it.
    pub is_derived: bool,
}

/// A function with numbers that no action changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostFunction {
    /// Name as written.
    pub name: String,
    /// Number of arguments.
    pub arity: usize,
    /// Constant values: arguments and number, sorted by the arguments.
    pub values: Vec<(Vec<ObjectId>, CostNumber)>,
    /// Arguments for which a program could not compute a value: arguments and the words after "the cost of" an action.
    /// None in PDDL, where such a value is not written.
    pub faults: Vec<(Vec<ObjectId>, String)>,
}

/// A declared variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Number, unique within the action, the rule or the goal.
    pub variable: usize,
    /// Name, with the question mark.
    pub name: String,
    /// Types; an object must have one of them. [default: `object`]
    pub types: Vec<TypeId>,
}

/// An action of the domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionSchema {
    /// Name as written.
    pub name: String,
    /// Parameters, numbered from 0.
    pub parameters: Vec<Parameter>,
    /// Number of variables, including quantified ones.
    pub n_variables: usize,
    /// Condition for the action to be applicable.
    pub precondition: PddlFormula,
    /// Effects. Without an increase, the action costs 0 if costs are minimised.
    pub effect: PddlEffect,
    /// Place in the domain.
    pub span: Span,
}

/// A rule: the derived predicate holds if the condition does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxiomSchema {
    /// Derived predicate.
    pub predicate: PredicateId,
    /// Arguments of the predicate, numbered from 0.
    pub parameters: Vec<Parameter>,
    /// Number of variables, including quantified ones.
    pub n_variables: usize,
    /// Condition under which the predicate holds.
    pub condition: PddlFormula,
    /// Place in the domain.
    pub span: Span,
}

/// A variable or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PddlTerm {
    /// Variable of that number.
    Variable(usize),
    /// Object.
    Object(ObjectId),
}

/// A predicate with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PddlAtom {
    /// Name of the predicate.
    pub predicate: PredicateId,
    /// Arguments, as many as the predicate has parameters.
    pub arguments: Vec<PddlTerm>,
}

/// A condition as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PddlFormula {
    /// The atom holds.
    Atom(PddlAtom),
    /// Both terms are the same object.
    Equal(PddlTerm, PddlTerm),
    /// Negation.
    Not(Box<PddlFormula>),
    /// Conjunction; the empty one holds.
    And(Vec<PddlFormula>),
    /// Disjunction; the empty one does not hold.
    Or(Vec<PddlFormula>),
    /// The first implies the second.
    Imply(Box<PddlFormula>, Box<PddlFormula>),
    /// The condition holds for some objects.
    Exists(Vec<Parameter>, Box<PddlFormula>),
    /// The condition holds for all objects.
    Forall(Vec<Parameter>, Box<PddlFormula>),
}

/// An effect. All conditions are evaluated in the state before; an atom that is added and deleted at once is added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PddlEffect {
    /// The atom becomes true.
    Add(PddlAtom),
    /// The atom becomes false.
    Delete(PddlAtom),
    /// All of them.
    And(Vec<PddlEffect>),
    /// The effect, for all objects.
    Forall(Vec<Parameter>, Box<PddlEffect>),
    /// The effect, if the condition holds.
    When(PddlFormula, Box<PddlEffect>),
    /// The cost of the action increases by this term. With the place in the domain.
    Increase(CostTerm, Span),
}

impl PddlFormula {
    /// Calls `see` for the formula and all its parts.
    pub(super) fn visit(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        match self {
            Self::Atom(_) | Self::Equal(..) => {}
            Self::Not(part) | Self::Exists(_, part) | Self::Forall(_, part) => part.visit(see),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.visit(see)),
            Self::Imply(one, other) => [one, other].into_iter().for_each(|part| part.visit(see)),
        }
    }
}

impl PddlEffect {
    /// Calls `see` for the effect and all its parts.
    pub(super) fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Self)) {
        see(self);
        match self {
            Self::Add(_) | Self::Delete(_) | Self::Increase(..) => {}
            Self::And(parts) => parts.iter().for_each(|part| part.visit(see)),
            Self::Forall(_, part) | Self::When(_, part) => part.visit(see),
        }
    }
}

/// A non-negative number, exactly as written: `digits` divided by ten to the power of `n_decimals`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CostNumber {
    /// All digits, without zeros at the end of the fraction.
    pub digits: u64,
    /// Number of digits of the fraction.
    pub n_decimals: u32,
}

/// A term of the cost of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CostTerm {
    /// Constant.
    Number(CostNumber),
    /// Value of a function, by its index in [`PddlProblem::functions`].
    Function(usize, Vec<PddlTerm>),
}

impl PddlProblem {
    /// Returns the same problem with a switch that every action toggles.
    ///
    /// Grounding removes actions that never change anything, since no shortest plan has them, but a foreign plan may. No
    /// precondition and no goal mentions the switch, but with it every action changes something, so none is removed.
    #[must_use]
    pub fn ticking(&self) -> Self {
        let mut problem = self.clone();
        let switch = PddlAtom { predicate: PredicateId(problem.predicates.len()), arguments: Vec::new() };
        // No predicate can have this name.
        problem.predicates.push(Predicate {
            name: "(switch)".to_owned(),
            parameters: Vec::new(),
            is_derived: false,
        });
        let is_on = PddlFormula::Atom(switch.clone());
        let turn = [
            PddlEffect::When(is_on.clone(), Box::new(PddlEffect::Delete(switch.clone()))),
            PddlEffect::When(PddlFormula::Not(Box::new(is_on)), Box::new(PddlEffect::Add(switch))),
        ];
        for action in &mut problem.actions {
            let own = std::mem::replace(&mut action.effect, PddlEffect::And(Vec::new()));
            action.effect = PddlEffect::And([own].into_iter().chain(turn.clone()).collect());
        }
        problem
    }
}
