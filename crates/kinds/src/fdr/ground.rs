//! A ground planning problem over atoms: operators, rules and a goal without variables; groups of its atoms; and checks of both.

use bmcplan_task::TaskError;

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
    /// The origin of each atom in the problem with variables: the numbers of the predicate and of the objects.
    pub predicates: Vec<(usize, Vec<u32>)>,
    /// For each atom, true if rules derive it.
    pub is_derived: Vec<bool>,
    /// The atoms that hold at the start, none of them derived; sorted.
    pub initial: Vec<AtomId>,
    /// The operators.
    pub operators: Vec<GroundOperator>,
    /// The rules of derived atoms. They may depend on each other in circles, but not through a negation.
    pub axioms: Vec<GroundAxiom>,
    /// The goal, a conjunction.
    pub goal: Vec<AtomLiteral>,
}

/// An atom or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomLiteral {
    /// The atom.
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

/// A ground operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroundOperator {
    /// The name as in IPC plans, without parentheses: `load crate1 truck1 depot`.
    pub name: String,
    /// A conjunction.
    pub precondition: Vec<AtomLiteral>,
    /// The effects. If an atom is added and deleted at once, the addition counts.
    pub effects: Vec<AtomEffect>,
    /// The cost.
    pub cost: u64,
}

/// An effect: the atom holds from now on, or no more, if the condition held before.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtomEffect {
    /// A conjunction.
    pub condition: Vec<AtomLiteral>,
    /// The atom, added if positive, else deleted.
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

/// A group of atoms of which at most one, or exactly one, holds in every reachable state.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtomGroup {
    /// The atoms by their numbers, each once.
    pub atoms: Vec<usize>,
    /// True if one of them always holds.
    pub exactly: bool,
}

/// The reason why a ground problem is no planning task.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum FiniteDomainError {
    /// An atom that does not exist, or that may not stand there: an effect on a derived atom, a rule for another one.
    #[error("{place}: atom {atom} does not exist, or may not stand there")]
    Misplaced {
        /// The part that mentions it.
        place: String,
        /// The atom.
        atom: u32,
    },
    /// A derived atom that depends on its own negation.
    #[error("'{0}' is derived from its own negation")]
    Circular(String),
    /// The task is not well-formed.
    #[error(transparent)]
    Task(#[from] TaskError),
}

bmcplan_base::debug_is_message!(FiniteDomainError);

/// Checks that every atom exists and stands where it may.
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

/// The truth of each atom that no operator can change; `None` for all others, and for derived atoms.
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

/// The groups, without atoms that never change, are derived or do not exist. Groups of which two atoms hold at the start are
/// left out.
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
