//! Elements of a task: typed ids, facts, literals, and operators with conditional effects. A conjunction is a slice of
//! literals.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// Returns the id of the `index`-th entry. Indices past `u32::MAX` saturate; `TaskBuilder::build` refuses longer
            /// tables.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// Returns the index in the table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// Index of a state variable.
    VarId
);
id!(
    /// Index of a derived variable.
    DerivedId
);
id!(
    /// Index of an operator.
    OperatorId
);

/// State variable with one of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// State variable.
    pub var: VarId,
    /// Index into the variable's domain.
    pub value: u32,
}

impl Fact {
    /// Returns the value as an index.
    #[inline]
    pub fn value_index(self) -> usize {
        self.value as usize
    }
}

/// Atomic formula: a fact or a derived variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A state variable has a value.
    Fact(Fact),
    /// A derived variable is true.
    Derived(DerivedId),
}

/// Atom or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// Atom that is affirmed or negated.
    pub atom: Atom,
    /// True for the atom itself, false for its negation.
    pub positive: bool,
}

impl Literal {
    /// Returns the fact of a positive literal over a fact.
    pub fn as_fact(self) -> Option<Fact> {
        match self {
            Self { atom: Atom::Fact(fact), positive: true } => Some(fact),
            _ => None,
        }
    }

    /// Checks whether the two literals exclude each other by themselves: as complements, or as two values of one variable.
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

/// Operator: applicable where its precondition holds and its active effects agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// Name of the move for display, such as `b3 right 2`.
    pub name: String,
    /// Conjunction over state and derived variables.
    pub precondition: Vec<Literal>,
    /// Changes. A variable without an active effect keeps its value (the frame axioms are the semantics).
    pub effects: Vec<Effect>,
    /// Cost of one application, at most [`Operator::GREATEST_COST`].
    pub cost: u64,
}

/// One effect: active if its condition holds in the state in which the operator is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// Conjunction; empty for an unconditional effect.
    pub condition: Vec<Literal>,
    /// Fact made true.
    pub fact: Fact,
}

impl Operator {
    /// Greatest cost of an operator: 2^63.
    pub const GREATEST_COST: u64 = 1 << 63;

    /// Builds an operator of cost 1 whose effects are all unconditional.
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

    /// Returns the positive facts of the precondition.
    pub fn needed_facts(&self) -> impl Iterator<Item = Fact> {
        self.precondition.iter().copied().filter_map(Literal::as_fact)
    }

    /// Returns the fact of `var` that the precondition requires.
    pub fn needed_fact(&self, var: VarId) -> Option<Fact> {
        self.needed_facts().find(|fact| fact.var == var)
    }
}
