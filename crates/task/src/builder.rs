//! The task builder: checks every index once, in [`TaskBuilder::build`], so that later code need not.

use bmcplan_base::stop::{Stop, StopReason};

use super::{
    Atom, Clock, Derived, DerivedId, Effect, Fact, Literal, Operator, OperatorId, State, Task, VarId,
    Variable,
};

/// Collects the parts of a [`Task`]. Ids are assigned in order of addition.
#[derive(Debug, Clone, Default)]
pub struct TaskBuilder {
    variables: Vec<Variable>,
    initial: Vec<u32>,
    derived: Vec<Derived>,
    operators: Vec<Operator>,
    goal: Vec<Literal>,
    mutexes: Vec<[Fact; 2]>,
    clock: Option<Clock>,
    stop: Stop,
}

/// Error of building a task; `place` names the part at fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// Fact whose variable or value does not exist.
    #[error("{place}: there is no variable {} with a value {}", .fact.var.index(), .fact.value)]
    NoSuchFact {
        /// Part that mentions the fact.
        place: String,
        /// Invalid fact.
        fact: Fact,
    },
    /// Derived variable that does not exist, or that a rule may not use because it comes later.
    #[error("{place}: derived variable {} does not exist, or does not come before the one that it defines", .derived.index())]
    NoSuchDerived {
        /// Part that mentions the derived variable.
        place: String,
        /// Invalid derived variable.
        derived: DerivedId,
    },
    /// Variable without values, by name.
    #[error("variable '{0}' has no values")]
    EmptyDomain(String),
    /// Operator that sets the clock, by name.
    #[error("operator '{0}' has an effect on the clock")]
    ClockSet(String),
    /// Operator that costs more than [`Operator::GREATEST_COST`], so that sums could overflow.
    #[error("operator '{operator}' costs {cost}, more than {limit}", limit = Operator::GREATEST_COST)]
    TooDear {
        /// Name of the operator.
        operator: String,
        /// Cost of the operator.
        cost: u64,
    },
    /// More variables, values, rules or operators than [`TaskBuilder::LIMIT`].
    #[error("too many {0}: at most {limit} are possible", limit = TaskBuilder::LIMIT)]
    TooMany(&'static str),
    /// Construction was stopped before the task was complete.
    #[error("the task was not built: {0}")]
    Stopped(StopReason),
}

impl TaskBuilder {
    /// Greatest number of variables, values of one variable, derived variables or operators.
    pub const LIMIT: usize = 1 << 28;

    /// Returns a builder that ignores additions once `stop` is raised; [`TaskBuilder::build`] then fails.
    pub fn until(stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }

    /// Checks whether `stop` is raised, so that further additions are ignored.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Announces the final number of operators, of mutexes, and of literals in all operators, before any is added.
    ///
    /// # Errors
    /// Too many operators for an id, or too large for the memory limit.
    pub fn expect(&self, operators: usize, literals: usize, mutexes: usize) -> Result<(), TaskError> {
        if Self::LIMIT < operators {
            return Err(TaskError::TooMany("operators"));
        }
        let bytes = [
            // Each operator has a name and effects in allocations of their own.
            operators.saturating_mul(size_of::<Operator>() + 16 + size_of::<Effect>()),
            literals.saturating_mul(size_of::<Literal>()),
            mutexes.saturating_mul(size_of::<[Fact; 2]>()),
        ];
        self.stop.needs("the task", bytes.into_iter().fold(0, usize::saturating_add));
        self.stop.check().map_err(TaskError::Stopped)
    }

    /// Adds a state variable with the names of its values and its initial value.
    pub fn variable<N: Into<String>>(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = N>,
        initial: u32,
    ) -> VarId {
        self.variables
            .push(Variable { name: name.into(), values: values.into_iter().map(Into::into).collect() });
        self.initial.push(initial);
        VarId::from_index(self.variables.len() - 1)
    }

    /// Adds the [clock](Clock), which starts at its first value; after its last value comes `values[loop_to]`. A task has one
    /// clock: a second call replaces the first clock.
    pub fn clock<N: Into<String>>(
        &mut self,
        name: impl Into<String>,
        values: impl IntoIterator<Item = N>,
        loop_to: u32,
    ) -> VarId {
        let var = self.variable(name, values, 0);
        let size = self.variables.last().map_or(0, |variable| variable.values.len());
        self.clock = Some(Clock { var, size: u32::try_from(size).unwrap_or(u32::MAX), loop_to });
        var
    }

    /// Adds a derived variable: true exactly when the body of one of `rules` holds. Bodies may mention derived variables added
    /// before.
    pub fn derived(&mut self, name: impl Into<String>, rules: Vec<Vec<Literal>>) -> DerivedId {
        if !self.is_stopped() {
            self.derived.push(Derived { name: name.into(), rules });
        }
        DerivedId::from_index(self.derived.len().saturating_sub(1))
    }

    /// Adds an operator.
    pub fn operator(&mut self, operator: Operator) -> OperatorId {
        if !self.is_stopped() {
            self.operators.push(operator);
        }
        OperatorId::from_index(self.operators.len().saturating_sub(1))
    }

    /// Adds literals to the goal, a conjunction.
    pub fn goal(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.goal.extend(literals);
    }

    /// States that `a` and `b` are never true together in a reachable state. This is not checked.
    pub fn mutex(&mut self, a: Fact, b: Fact) {
        if !self.is_stopped() {
            self.mutexes.push([a, b]);
        }
    }

    /// Checks all parts and returns the task.
    ///
    /// # Errors
    /// The first part that mentions something nonexistent, or a raised stop flag.
    pub fn build(self) -> Result<Task, TaskError> {
        self.stop.check().map_err(TaskError::Stopped)?;
        for (what, count) in [
            ("variables", self.variables.len()),
            ("derived variables", self.derived.len()),
            ("operators", self.operators.len()),
            ("values of one variable", self.variables.iter().map(|v| v.values.len()).max().unwrap_or(0)),
        ] {
            if Self::LIMIT < count {
                return Err(TaskError::TooMany(what));
            }
        }
        if let Some(empty) = self.variables.iter().find(|variable| variable.values.is_empty()) {
            return Err(TaskError::EmptyDomain(empty.name.clone()));
        }
        for (index, value) in self.initial.iter().enumerate() {
            self.check_fact(Fact { var: VarId::from_index(index), value: *value }, || {
                "initial state".into()
            })?;
        }
        for (index, derived) in self.derived.iter().enumerate() {
            for body in &derived.rules {
                self.check(body, index, || format!("derived variable '{}'", derived.name))?;
            }
        }
        for operator in &self.operators {
            if Operator::GREATEST_COST < operator.cost {
                return Err(TaskError::TooDear { operator: operator.name.clone(), cost: operator.cost });
            }
            let place = || format!("operator '{}'", operator.name);
            self.check(&operator.precondition, self.derived.len(), place)?;
            for effect in &operator.effects {
                self.check(&effect.condition, self.derived.len(), place)?;
                self.check_fact(effect.fact, place)?;
                if self.clock.is_some_and(|clock| clock.var == effect.fact.var) {
                    return Err(TaskError::ClockSet(operator.name.clone()));
                }
            }
        }
        if let Some(Clock { var, loop_to, .. }) = self.clock {
            self.check_fact(Fact { var, value: loop_to }, || "clock".into())?;
        }
        self.check(&self.goal, self.derived.len(), || "goal".into())?;
        for [a, b] in &self.mutexes {
            self.check_fact(*a, || "mutex".into())?;
            self.check_fact(*b, || "mutex".into())?;
        }
        Ok(Task {
            variables: self.variables,
            derived: self.derived,
            operators: self.operators,
            initial: State::from_values(self.initial),
            goal: self.goal,
            mutexes: self.mutexes,
            clock: self.clock,
        })
    }

    /// Checks the indices in `condition`, which may use the first `n_derived` derived variables.
    fn check(
        &self,
        condition: &[Literal],
        n_derived: usize,
        place: impl Fn() -> String,
    ) -> Result<(), TaskError> {
        for literal in condition {
            match literal.atom {
                Atom::Fact(fact) => self.check_fact(fact, &place)?,
                Atom::Derived(derived) if derived.index() < n_derived => {}
                Atom::Derived(derived) => return Err(TaskError::NoSuchDerived { place: place(), derived }),
            }
        }
        Ok(())
    }

    fn check_fact(&self, fact: Fact, place: impl Fn() -> String) -> Result<(), TaskError> {
        match self.variables.get(fact.var.index()) {
            Some(variable) if fact.value_index() < variable.values.len() => Ok(()),
            _ => Err(TaskError::NoSuchFact { place: place(), fact }),
        }
    }
}
