//! A ground planning problem over atoms: operators, rules and a goal without variables.

/// An atom: an index into [`GroundTask::atoms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomId(pub u32);

impl AtomId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A ground planning problem. Atoms are either changed by operators or derived by rules, never both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroundTask {
    /// The names of all atoms, as a person reads them: `at(truck1, depot)`.
    pub atoms: Vec<String>,
    /// What each atom says in the problem with variables that it comes from: the number of the predicate, and those
    /// of the objects.
    pub predicates: Vec<(usize, Vec<u32>)>,
    /// Whether rules derive each atom.
    pub is_derived: Vec<bool>,
    /// The atoms that hold at the start, none of them derived; sorted.
    pub initial: Vec<AtomId>,
    /// The operators.
    pub operators: Vec<GroundOperator>,
    /// The rules of derived atoms. They may depend on each other in circles, but not through a negation.
    pub axioms: Vec<GroundAxiom>,
    /// What has to hold in the end, all of it.
    pub goal: Vec<AtomLiteral>,
}

/// An atom that has to hold, or to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomLiteral {
    /// The atom.
    pub atom: AtomId,
    /// Must it hold?
    pub positive: bool,
}

impl std::ops::Not for AtomLiteral {
    type Output = Self;

    fn not(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}

/// A ground operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroundOperator {
    /// As IPC plans have it, without parentheses: `load crate1 truck1 depot`.
    pub name: String,
    /// What has to hold, all of it.
    pub precondition: Vec<AtomLiteral>,
    /// What it changes. Of what is added and deleted at once, the addition counts.
    pub effects: Vec<AtomEffect>,
    /// What it costs.
    pub cost: u32,
}

/// An effect: the atom holds from now on, or no more, if the condition held before.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtomEffect {
    /// A conjunction.
    pub condition: Vec<AtomLiteral>,
    /// What becomes of which atom.
    pub literal: AtomLiteral,
}

/// A rule: the atom holds if all of the body does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroundAxiom {
    /// A derived atom.
    pub head: AtomId,
    /// A conjunction.
    pub body: Vec<AtomLiteral>,
}
