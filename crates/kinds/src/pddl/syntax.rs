//! The abstract syntax of a planning problem in PDDL: domain and problem together, with all names resolved.
//!
//! The language is PDDL 2.1 without numbers and durations (Fox & Long, *PDDL2.1: an extension to PDDL for expressing temporal
//! planning domains*, 2003), with derived predicates (Edelkamp & Hoffmann, *PDDL2.2*, 2004) and action costs as of IPC 2008.
//! Names are kept as they are written where they are declared; they are compared without regard to case.

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
    /// The domain's name.
    pub domain: String,
    /// The problem's name.
    pub name: String,
    /// The types. The first one is `object`, and all others are below it.
    pub types: Vec<PddlType>,
    /// The constants of the domain, then the objects of the problem.
    pub objects: Vec<PddlObject>,
    /// The predicates, without `=`.
    pub predicates: Vec<Predicate>,
    /// The functions that costs are looked up in, without `total-cost`.
    pub functions: Vec<CostFunction>,
    /// The actions.
    pub actions: Vec<ActionSchema>,
    /// The rules of derived predicates.
    pub axioms: Vec<AxiomSchema>,
    /// The atoms that hold at the start, in the order of the text, none twice.
    pub initial: Vec<(PredicateId, Vec<ObjectId>)>,
    /// The goal, without free variables.
    pub goal: PddlFormula,
    /// The number of variables in the goal, all of them quantified.
    pub n_goal_variables: usize,
    /// Do actions cost what they add to `total-cost`? `(:metric minimize (total-cost))` says so. Otherwise each costs 1.
    pub minimises_cost: bool,
    /// The least power of ten that makes all costs whole. Ground actions have their costs multiplied by it.
    pub cost_scale: u64,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PddlType {
    /// Its name.
    pub name: String,
    /// The types that it is directly below; none for `object`, several with `either`.
    pub parents: Vec<TypeId>,
}

/// A constant or an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PddlObject {
    /// Its name.
    pub name: String,
    /// Its types, all of which it has; several where it is declared several times.
    pub types: Vec<TypeId>,
}

/// A predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// Its parameters, numbered from 0.
    pub parameters: Vec<Parameter>,
    /// Do rules derive it?
    pub is_derived: bool,
}

/// A function with numbers that no action changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostFunction {
    /// Its name.
    pub name: String,
    /// The number of its arguments.
    pub arity: usize,
    /// Its values, which never change: arguments and number, sorted by the arguments.
    pub values: Vec<(Vec<ObjectId>, CostNumber)>,
}

/// A variable where it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its number, unique within the action, the rule or the goal that it stands in.
    pub variable: usize,
    /// Its name, with the question mark.
    pub name: String,
    /// Its types; an object has to be of one of them. `object` where none is given.
    pub types: Vec<TypeId>,
}

/// An action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionSchema {
    /// Its name.
    pub name: String,
    /// Its parameters, numbered from 0.
    pub parameters: Vec<Parameter>,
    /// The number of its variables, quantified ones among them.
    pub n_variables: usize,
    /// When it is applicable.
    pub precondition: PddlFormula,
    /// Its effects. Without an increase, it costs 0 where costs count.
    pub effect: PddlEffect,
    /// Where it stands in the domain.
    pub span: Span,
}

/// A rule: the derived predicate holds if the condition does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AxiomSchema {
    /// The predicate that it derives.
    pub predicate: PredicateId,
    /// The predicate's arguments, numbered from 0.
    pub parameters: Vec<Parameter>,
    /// The number of its variables, quantified ones among them.
    pub n_variables: usize,
    /// The condition under which the predicate holds.
    pub condition: PddlFormula,
    /// Where it stands in the domain.
    pub span: Span,
}

/// A variable or an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PddlTerm {
    /// The variable of that number.
    Variable(usize),
    /// An object.
    Object(ObjectId),
}

/// A predicate with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PddlAtom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments, as many as it has parameters.
    pub arguments: Vec<PddlTerm>,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PddlFormula {
    /// The atom holds.
    Atom(PddlAtom),
    /// Both terms are the same object.
    Equal(PddlTerm, PddlTerm),
    /// A negation.
    Not(Box<PddlFormula>),
    /// A conjunction; of nothing, it holds.
    And(Vec<PddlFormula>),
    /// A disjunction; of nothing, it does not hold.
    Or(Vec<PddlFormula>),
    /// The first implies the second.
    Imply(Box<PddlFormula>, Box<PddlFormula>),
    /// For some objects.
    Exists(Vec<Parameter>, Box<PddlFormula>),
    /// For all objects.
    Forall(Vec<Parameter>, Box<PddlFormula>),
}

/// An effect. All conditions are evaluated in the state before; an atom that is added and deleted at once is added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PddlEffect {
    /// The atom holds from now on.
    Add(PddlAtom),
    /// The atom holds no more.
    Delete(PddlAtom),
    /// All of them.
    And(Vec<PddlEffect>),
    /// For all objects.
    Forall(Vec<Parameter>, Box<PddlEffect>),
    /// If the condition holds.
    When(PddlFormula, Box<PddlEffect>),
    /// The action costs so much more. With the place in the domain.
    Increase(CostTerm, Span),
}

impl PddlFormula {
    /// Calls `see` for the formula and all formulas in it.
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
    /// Calls `see` for the effect and all effects in it.
    pub(super) fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Self)) {
        see(self);
        match self {
            Self::Add(_) | Self::Delete(_) | Self::Increase(..) => {}
            Self::And(parts) => parts.iter().for_each(|part| part.visit(see)),
            Self::Forall(_, part) | Self::When(_, part) => part.visit(see),
        }
    }
}

/// A number that is not negative, exactly as it is written: `digits` divided by ten to the power of `n_decimals`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CostNumber {
    /// All digits, without those of the fraction that are 0 at its end.
    pub digits: u64,
    /// The number of digits that belong to the fraction.
    pub n_decimals: u32,
}

/// A term of the cost of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CostTerm {
    /// A number.
    Number(CostNumber),
    /// The value of a function, by its index in [`PddlProblem::functions`].
    Function(usize, Vec<PddlTerm>),
}

impl PddlProblem {
    /// The same problem with a switch that every action turns.
    ///
    /// Grounding leaves out actions that never change anything, since no shortest plan has them, but a foreign plan may.
    /// With the switch, which no precondition and no goal mentions, every action changes something, and none is left out.
    #[must_use]
    pub fn ticking(&self) -> Self {
        let mut problem = self.clone();
        let switch = PddlAtom { predicate: PredicateId(problem.predicates.len()), arguments: Vec::new() };
        // A name that no predicate can have.
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
