//! A planning problem with variables in normal form: every condition is a conjunction of literals.
//!
//! There are no quantifiers and disjunctions: they are split, or replaced by rules of derived predicates. Types are predicates
//! of one argument. Every variable of an operator, effect or rule occurs in one of its positive literals, at least in a type.

use bmcplan_base::text::Span;

use super::syntax::CostNumber;

/// A planning problem in normal form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiftedTask {
    /// Names of the objects.
    pub objects: Vec<String>,
    /// Predicates: fluent, static, derived and types.
    pub predicates: Vec<LiftedPredicate>,
    /// Operators with parameters.
    pub operators: Vec<LiftedOperator>,
    /// Rules of derived predicates.
    pub axioms: Vec<LiftedRule>,
    /// Atoms that hold at the start, including types: predicate and objects.
    pub initial: Vec<(usize, Vec<u32>)>,
    /// Goal: a conjunction without variables.
    pub goal: Vec<LiftedLiteral>,
}

/// A predicate in normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedPredicate {
    /// Name of the action.
    pub name: String,
    /// Number of arguments.
    pub arity: usize,
    /// True if rules derive it.
    pub is_derived: bool,
    /// True if an operator changes it. A predicate that is neither derived nor changed is static.
    pub is_fluent: bool,
}

/// A variable of an operator or rule, by its number from 0, or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LiftedArgument {
    /// Variable of that number.
    Variable(u32),
    /// Object of that number.
    Object(u32),
}

/// A predicate with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LiftedAtom {
    /// Number of the predicate.
    pub predicate: usize,
    /// Arguments, as many as the predicate's arity.
    pub arguments: Vec<LiftedArgument>,
}

/// A condition literal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LiftedLiteral {
    /// The atom holds.
    Holds(LiftedAtom),
    /// The atom does not hold.
    Fails(LiftedAtom),
    /// The arguments are the same object, or (`false`) different ones.
    Same(LiftedArgument, LiftedArgument, bool),
}

/// An operator with variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedOperator {
    /// Name, without parameters.
    pub name: String,
    /// Number of parameters that a plan shows; these are the first variables.
    pub n_parameters: usize,
    /// Number of variables of the precondition; additional variables of effects are numbered from here.
    pub n_variables: usize,
    /// Conjunction.
    pub precondition: Vec<LiftedLiteral>,
    /// Effects. An atom that is added and deleted at once is added.
    pub effects: Vec<LiftedEffect>,
    /// Terms that add up to its cost; empty if costs are not minimised.
    pub increases: Vec<LiftedIncrease>,
    /// Index of the action this operator was made from.
    pub action: usize,
}

/// A term of the cost of an operator, counted once for each choice of objects for its additional variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedIncrease {
    /// Number of the operator's variables and the additional ones.
    pub n_variables: usize,
    /// Types of the additional variables, and at most one further literal.
    pub condition: Vec<LiftedLiteral>,
    /// Amount that is added if the condition holds.
    pub amount: LiftedAmount,
    /// Place in the domain.
    pub span: Span,
}

impl LiftedIncrease {
    /// Checks whether the term depends only on the objects of the operator.
    pub(super) fn is_plain(&self) -> bool {
        self.condition.is_empty()
    }
}

/// Amount of a term of a cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiftedAmount {
    /// Constant.
    Number(CostNumber),
    /// Value of the function of that number.
    Function(usize, Vec<LiftedArgument>),
}

/// An effect, for all objects of its additional variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedEffect {
    /// Number of the operator's variables and the additional ones.
    pub n_variables: usize,
    /// Conjunction.
    pub condition: Vec<LiftedLiteral>,
    /// Atom that is added or deleted.
    pub atom: LiftedAtom,
    /// True if the atom is added.
    pub is_added: bool,
}

/// A rule: the head holds if all of the body does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedRule {
    /// Atom of a derived predicate.
    pub head: LiftedAtom,
    /// Conjunction.
    pub body: Vec<LiftedLiteral>,
    /// Number of variables.
    pub n_variables: usize,
}
