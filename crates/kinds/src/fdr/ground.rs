//! A ground planning problem over atoms: operators, rules and a goal without variables; groups of its atoms; and checks of
//! both.

use bmcplan_task::TaskError;

/// Atom: an index into [`GroundTask::atoms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomId(pub u32);

impl AtomId {
    /// Returns the number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Ground planning problem. Atoms are either changed by operators or derived by rules, never both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroundTask {
    /// Names of all atoms, for display: `at(truck1, depot)`.
    pub atoms: Vec<String>,
    /// Origin of each atom in the problem with variables: the numbers of the predicate and of the objects.
    pub predicates: Vec<(usize, Vec<u32>)>,
    /// For each atom, true if rules derive it.
    pub is_derived: Vec<bool>,
    /// Atoms that hold at the start, none of them derived; sorted.
    pub initial: Vec<AtomId>,
    /// Ground operators.
    pub operators: Vec<GroundOperator>,
    /// Rules of derived atoms. They may depend on each other in cycles, but not through a negation.
    pub axioms: Vec<GroundAxiom>,
    /// Goal, a conjunction.
    pub goal: Vec<AtomLiteral>,
}

/// Atom or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomLiteral {
    /// Atom that is affirmed or negated.
    pub atom: AtomId,
    /// True if the atom must hold, false if it must fail.
    pub positive: bool,
}

impl std::ops::Not for AtomLiteral {
    type Output = Self;

    fn not(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}

/// Ground operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroundOperator {
    /// Name as in IPC plans, without parentheses: `load crate1 truck1 depot`.
    pub name: String,
    /// Conjunction.
    pub precondition: Vec<AtomLiteral>,
    /// Effects. If an atom is added and deleted at once, the addition counts.
    pub effects: Vec<AtomEffect>,
    /// Cost of one application.
    pub cost: u64,
}

/// Effect: if the condition held before, the atom holds from now on, or no more.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtomEffect {
    /// Conjunction; empty for an unconditional effect.
    pub condition: Vec<AtomLiteral>,
    /// Atom that is added if positive, otherwise deleted.
    pub literal: AtomLiteral,
}

/// Rule: the atom holds if all of the body does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroundAxiom {
    /// Derived atom.
    pub head: AtomId,
    /// Conjunction.
    pub body: Vec<AtomLiteral>,
}

/// Group of atoms of which at most one, or exactly one, holds in every reachable state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtomGroup {
    /// Atoms by their numbers, each once.
    pub atoms: Vec<usize>,
    /// True if one of them always holds.
    pub exactly: bool,
}

/// Error of building a planning task from a ground problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FiniteDomainError {
    /// Atom that does not exist, or is not allowed in its place: an effect on a derived atom, or a rule for another one.
    #[error("{place}: atom {atom} does not exist, or may not stand there")]
    Misplaced {
        /// Part that mentions the atom.
        place: String,
        /// Number of the atom.
        atom: u32,
    },
    /// Derived atom that depends on its own negation.
    #[error("'{0}' is derived from its own negation")]
    Circular(String),
    /// The task is not well-formed.
    #[error(transparent)]
    Task(#[from] TaskError),
}

/// Checks that every atom exists and is allowed in its place.
pub(super) fn check(ground: &GroundTask) -> Result<(), FiniteDomainError> {
    let is_derived = |atom: AtomId| ground.is_derived.get(atom.index()).copied();
    let check = |atom: AtomId, is_good: bool, place: &dyn Fn() -> String| {
        if is_derived(atom).is_some() && is_good {
            Ok(())
        } else {
            Err(FiniteDomainError::Misplaced { place: place(), atom: atom.0 })
        }
    };
    if ground.atoms.len() != ground.is_derived.len() {
        let atom = u32::try_from(ground.is_derived.len()).unwrap_or(u32::MAX);
        return Err(FiniteDomainError::Misplaced { place: "list of atoms".into(), atom });
    }
    for atom in &ground.initial {
        check(*atom, is_derived(*atom) == Some(false), &|| "initial state".into())?;
    }
    for literal in &ground.goal {
        check(literal.atom, true, &|| "goal".into())?;
    }
    for axiom in &ground.axioms {
        check(axiom.head, is_derived(axiom.head) == Some(true), &|| "head of a rule".into())?;
        let place = || format!("rule of '{}'", ground.atoms[axiom.head.index()]);
        axiom.body.iter().try_for_each(|literal| check(literal.atom, true, &place))?;
    }
    for operator in &ground.operators {
        let place = || format!("operator '{}'", operator.name);
        operator.precondition.iter().try_for_each(|literal| check(literal.atom, true, &place))?;
        for effect in &operator.effects {
            effect.condition.iter().try_for_each(|literal| check(literal.atom, true, &place))?;
            check(effect.literal.atom, is_derived(effect.literal.atom) == Some(false), &place)?;
        }
    }
    Ok(())
}

pub(super) fn at_start(ground: &GroundTask) -> Vec<bool> {
    let mut holds = vec![false; ground.atoms.len()];
    ground.initial.iter().for_each(|atom| holds[atom.index()] = true);
    holds
}

/// Returns the truth of each atom that no operator can change; `None` for all others, and for derived atoms.
pub(super) fn constants(ground: &GroundTask) -> Vec<Option<bool>> {
    let initial = at_start(ground);
    let mut constants: Vec<Option<bool>> =
        ground.is_derived.iter().zip(&initial).map(|(derived, holds)| (!derived).then_some(*holds)).collect();
    for effect in ground.operators.iter().flat_map(|operator| &operator.effects) {
        let atom = effect.literal.atom.index();
        if initial[atom] != effect.literal.positive {
            constants[atom] = None;
        }
    }
    constants
}

/// Returns the groups, without atoms that never change, are derived or do not exist. Groups of which two atoms hold at the
/// start are left out.
pub(super) fn usable(
    ground: &GroundTask,
    constants: &[Option<bool>],
    groups: &[AtomGroup],
) -> Vec<AtomGroup> {
    let initial = at_start(ground);
    let mut found = Vec::new();
    for group in groups {
        let is_of_state = |atom: &usize| ground.is_derived.get(*atom) == Some(&false);
        let mut atoms: Vec<usize> = group.atoms.iter().copied().filter(is_of_state).collect();
        atoms.sort_unstable();
        atoms.dedup();
        let n_initial = atoms.iter().filter(|atom| initial[**atom]).count();
        let exactly =
            group.exactly && n_initial == 1 && !atoms.iter().any(|atom| constants[*atom] == Some(true));
        atoms.retain(|atom| constants[*atom].is_none());
        if n_initial <= 1 && 2 <= atoms.len() {
            found.push(AtomGroup { atoms, exactly });
        }
    }
    found
}
