//! A planning problem with variables in normal form: every condition is a conjunction of literals.
//!
//! Quantifiers and disjunctions are gone, by splitting or by rules of derived predicates. Types are predicates of one
//! argument, and every variable of an operator, effect or rule occurs in a positive literal of it, a type if nothing else.

use bmcplan_base::text::Span;

use super::syntax::CostNumber;

/// A planning problem in normal form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiftedTask {
    /// The names of the objects.
    pub objects: Vec<String>,
    /// The predicates: fluent, static, derived and types.
    pub predicates: Vec<LiftedPredicate>,
    /// The operators.
    pub operators: Vec<LiftedOperator>,
    /// The rules of derived predicates.
    pub axioms: Vec<LiftedRule>,
    /// The atoms that hold at the start, types among them: predicate and objects.
    pub initial: Vec<(usize, Vec<u32>)>,
    /// The goal: a conjunction without variables.
    pub goal: Vec<LiftedLiteral>,
}

/// A predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedPredicate {
    /// Its name.
    pub name: String,
    /// The number of its arguments.
    pub arity: usize,
    /// Do rules derive it?
    pub is_derived: bool,
    /// Does an operator change it? A predicate that is neither derived nor changed is static.
    pub is_fluent: bool,
}

/// A variable of an operator or rule, by its number from 0, or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LiftedArgument {
    /// The variable of that number.
    Variable(u32),
    /// The object of that number.
    Object(u32),
}

/// A predicate with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LiftedAtom {
    /// The number of the predicate.
    pub predicate: usize,
    /// Its arguments, as many as it takes.
    pub arguments: Vec<LiftedArgument>,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LiftedLiteral {
    /// The atom holds.
    Holds(LiftedAtom),
    /// The atom does not hold.
    Fails(LiftedAtom),
    /// The arguments are the same object, or (`false`) different ones.
    Same(LiftedArgument, LiftedArgument, bool),
}

/// An operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedOperator {
    /// Its name, without parameters.
    pub name: String,
    /// The number of parameters that a plan shows; these are the first variables.
    pub n_parameters: usize,
    /// The number of variables of the precondition; effects number theirs on from here.
    pub n_variables: usize,
    /// A conjunction.
    pub precondition: Vec<LiftedLiteral>,
    /// Its effects. An atom that is added and deleted at once is added.
    pub effects: Vec<LiftedEffect>,
    /// The terms that add up to its cost; none where costs do not count.
    pub increases: Vec<LiftedIncrease>,
    /// Index of the action this operator was made from.
    pub action: usize,
}

/// A term of the cost of an operator, once for each choice of objects for its own variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedIncrease {
    /// The number of its variables and the operator's together.
    pub n_variables: usize,
    /// The types of its own variables, and at most one literal more.
    pub condition: Vec<LiftedLiteral>,
    /// The amount that is added if the condition holds.
    pub amount: LiftedAmount,
    /// Its place in the domain.
    pub span: Span,
}

impl LiftedIncrease {
    /// Does the term depend on nothing but the objects of the operator?
    pub(super) fn is_plain(&self) -> bool {
        self.condition.is_empty()
    }
}

/// The amount of a term of a cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiftedAmount {
    /// A number.
    Number(CostNumber),
    /// The value of the function of that number.
    Function(usize, Vec<LiftedArgument>),
}

/// An effect, for all objects that its own variables can stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedEffect {
    /// The number of its variables and the operator's together.
    pub n_variables: usize,
    /// A conjunction.
    pub condition: Vec<LiftedLiteral>,
    /// The atom that is added or deleted.
    pub atom: LiftedAtom,
    /// Is the atom added?
    pub is_added: bool,
}

/// A rule: the head holds if all of the body does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiftedRule {
    /// An atom of a derived predicate.
    pub head: LiftedAtom,
    /// A conjunction.
    pub body: Vec<LiftedLiteral>,
    /// The number of its variables.
    pub n_variables: usize,
}
