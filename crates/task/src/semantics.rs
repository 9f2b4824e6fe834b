//! Reference semantics: the truth of literals in a state, and the successor by an operator. Slow, obvious, total.

use super::{Atom, Fact, Literal, OperatorId, Task};

/// State: one value per state variable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(Box<[u32]>);

impl State {
    /// Builds a state from one value per variable, in the order of their ids.
    pub fn from_values(values: impl IntoIterator<Item = u32>) -> Self {
        Self(values.into_iter().collect())
    }

    /// Returns the values, indexed by variable.
    #[inline]
    pub fn values(&self) -> &[u32] {
        &self.0
    }

    /// Checks whether `fact` is true here.
    #[inline]
    pub fn contains(&self, fact: Fact) -> bool {
        self.0.get(fact.var.index()) == Some(&fact.value)
    }

    #[inline]
    fn set(&mut self, fact: Fact) {
        if let Some(value) = self.0.get_mut(fact.var.index()) {
            *value = fact.value;
        }
    }
}

/// State together with the derived variables computed from it ("extended state" in the PDDL axioms paper).
#[derive(Debug, Clone)]
pub struct ExtendedState<'a> {
    task: &'a Task,
    state: &'a State,
    derived: Vec<bool>,
}

/// Reason why an operator cannot be applied in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inapplicable {
    /// Literal of the precondition that is false.
    Precondition(Literal),
    /// Two active effects give one variable different values.
    ConflictingEffects(Fact, Fact),
}

impl Task {
    /// Computes the derived variables of a state.
    pub fn extend<'a>(&'a self, state: &'a State) -> ExtendedState<'a> {
        let mut extended =
            ExtendedState { task: self, state, derived: Vec::with_capacity(self.derived.len()) };
        for derived in &self.derived {
            let holds = derived.rules.iter().any(|body| extended.satisfies(body));
            extended.derived.push(holds);
        }
        extended
    }

    /// Checks whether the goal holds in a state.
    pub fn is_goal(&self, state: &State) -> bool {
        self.extend(state).satisfies(&self.goal)
    }
}

impl ExtendedState<'_> {
    /// Checks whether a literal holds here.
    #[inline]
    pub fn holds(&self, literal: Literal) -> bool {
        let holds = match literal.atom {
            Atom::Fact(fact) => self.state.contains(fact),
            Atom::Derived(id) => self.derived.get(id.index()).copied().unwrap_or(false),
        };
        holds == literal.positive
    }

    /// Checks whether a conjunction holds here.
    #[inline]
    pub fn satisfies(&self, condition: &[Literal]) -> bool {
        condition.iter().all(|literal| self.holds(*literal))
    }

    /// Returns the state that follows when the operator is applied.
    ///
    /// All conditions are read in this state. Effects that agree are allowed; effects that contradict each other make the
    /// operator inapplicable (Rintanen, *Planning as satisfiability: heuristics*, 2012, section 2).
    ///
    /// # Errors
    /// The false precondition or the two conflicting effects.
    pub fn successor(&self, operator: OperatorId) -> Result<State, Inapplicable> {
        let operator = self.task.operator(operator);
        if let Some(literal) = operator.precondition.iter().find(|literal| !self.holds(**literal)) {
            return Err(Inapplicable::Precondition(*literal));
        }
        let active: Vec<Fact> = operator
            .effects
            .iter()
            .filter(|effect| self.satisfies(&effect.condition))
            .map(|effect| effect.fact)
            .collect();
        let mut next = self.state.clone();
        for (i, fact) in active.iter().enumerate() {
            if let Some(other) = active[..i].iter().find(|other| other.var == fact.var && *other != fact) {
                return Err(Inapplicable::ConflictingEffects(*other, *fact));
            }
            next.set(*fact);
        }
        if let Some(clock) = self.task.clock() {
            next.set(clock.after(self.state));
        }
        Ok(next)
    }
}
