//! The elements of a task: typed ids, facts, literals, and operators with conditional effects. A conjunction is a slice of
//! literals.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The id of the `index`-th entry. Indices past `u32::MAX` saturate; no table gets that long
            /// (`TaskBuilder::build` refuses it).
            #[inline]
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The index in its table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A state variable.
    VarId
);
id!(
    /// A derived variable.
    DerivedId
);
id!(
    /// An operator.
    OperatorId
);

/// A state variable with one of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// The variable.
    pub var: VarId,
    /// The value, an index into the variable's domain.
    pub value: u32,
}

impl Fact {
    /// The value as an index.
    #[inline]
    pub fn value_index(self) -> usize {
        self.value as usize
    }
}

/// An atomic formula: a fact or a derived variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A state variable has a value.
    Fact(Fact),
    /// A derived variable is true.
    Derived(DerivedId),
}

/// An atom or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The atom.
    pub atom: Atom,
    /// True for the atom itself, false for its negation.
    pub positive: bool,
}

impl Literal {
    /// The fact of a positive literal over a fact.
    pub fn as_fact(self) -> Option<Fact> {
        match self {
            Self { atom: Atom::Fact(fact), positive: true } => Some(fact),
            _ => None,
        }
    }

    /// True if the two never hold together, as they themselves show: as contraries, or as two values of a variable.
    pub fn excludes(self, other: Self) -> bool {
        match (self.as_fact(), other.as_fact()) {
            (Some(one), Some(other)) => one.var == other.var && one != other,
            _ => self == !other,
        }
    }
}

impl From<Fact> for Literal {
    fn from(fact: Fact) -> Self {
        Self { atom: Atom::Fact(fact), positive: true }
    }
}

impl From<DerivedId> for Literal {
    fn from(id: DerivedId) -> Self {
        Self { atom: Atom::Derived(id), positive: true }
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}

/// An operator: applicable where its precondition holds and its active effects agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// The move's name as a person reads it, such as `b3 right 2`.
    pub name: String,
    /// A conjunction over state and derived variables.
    pub precondition: Vec<Literal>,
    /// The changes. A variable without an active effect keeps its value (the frame axioms are the semantics).
    pub effects: Vec<Effect>,
    /// The cost of one application, at most [`Operator::GREATEST_COST`].
    pub cost: u64,
}

/// One effect: active if its condition holds in the state in which the operator is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// A conjunction; empty for an unconditional effect.
    pub condition: Vec<Literal>,
    /// The fact made true.
    pub fact: Fact,
}

impl Operator {
    /// The greatest cost of an operator: 2^63.
    pub const GREATEST_COST: u64 = 1 << 63;

    /// An operator of cost 1 whose effects are all unconditional.
    pub fn simple(
        name: impl Into<String>,
        precondition: impl IntoIterator<Item = Literal>,
        effects: impl IntoIterator<Item = Fact>,
    ) -> Self {
        Self {
            name: name.into(),
            precondition: precondition.into_iter().collect(),
            effects: effects.into_iter().map(|fact| Effect { condition: Vec::new(), fact }).collect(),
            cost: 1,
        }
    }

    /// The facts of the precondition.
    pub fn needed_facts(&self) -> impl Iterator<Item = Fact> {
        self.precondition.iter().copied().filter_map(Literal::as_fact)
    }

    /// The fact of a variable that the precondition demands.
    pub fn needed_fact(&self, var: VarId) -> Option<Fact> {
        self.needed_facts().find(|fact| fact.var == var)
    }
}
