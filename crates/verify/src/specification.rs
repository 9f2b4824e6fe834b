//! The specification: the formula "there is a plan of at most N steps", as plain as possible.
//!
//! Its clauses and their order are defined in `docs/certificate-format.md`. Nothing is left out, nothing is added that would make
//! solving faster. No plan is found with it: a certificate is a proof about it.
//!
//! **Architecture Invariant:** this shares no code with encodings.

use std::io::{self, Write};

use bmcplan_formula::{Cnf, Lit, Var, write_clause};
use bmcplan_task::{Fact, Literal, OperatorId, Task, VarId};

use super::propositions::{FramePropositions, names_of_propositions};
use super::sharing::{StepSharing, TooManyPairs, disturbing_pairs};

/// Specification of an affirmative task, in parts that are copied through time.
#[derive(Debug, Clone)]
pub struct Specification {
    propositions: FramePropositions,
    steps: &'static str,
    start: Cnf,
    state: Cnf,
    step: Cnf,
    /// For all steps but the last.
    stays_over: [Lit; 2],
    goal: Vec<Lit>,
}

/// Error: a formula has more variables than literals can number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the formula has too many variables, more than {}", Var::MAX_INDEX + 1)]
pub struct TooManyVariables;

impl TooManyVariables {
    /// Checks that `n_vars` variables can be numbered.
    pub fn check(n_vars: usize) -> Result<(), Self> {
        if n_vars <= Var::MAX_INDEX + 1 { Ok(()) } else { Err(Self) }
    }
}

/// Limit on the sum of the squares of the numbers of values. A variable of n values has n (n − 1) / 2 clauses in each frame.
const TOO_MANY_SQUARES: usize = 20_000_000;

/// Error: the variables of a task have more values than a formula can have clauses for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the variables have too many values for a formula: the squares of their numbers come to \
     {TOO_MANY_SQUARES} or more"
)]
pub struct TooManyValues;

impl TooManyValues {
    /// Checks that no variable of `task` has too many values.
    pub fn check(task: &Task) -> Result<(), Self> {
        let of_variables = task.variables().iter().map(|variable| variable.values.len().pow(2));
        // A derived variable has two values.
        let sum = of_variables.sum::<usize>() + 4 * task.derived().len();
        if sum < TOO_MANY_SQUARES { Ok(()) } else { Err(Self) }
    }
}

/// Parts of the formula for some number of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpecificationPart {
    /// The initial state.
    Start,
    /// The conditions on a state, in this frame.
    State(usize),
    /// The step from this frame.
    Step(usize),
    /// A plan that is over in this frame stays over.
    StaysOver(usize),
    /// The goal, in the last frame.
    Goal,
}

impl Specification {
    /// Builds the specification of an [affirmative](Task::affirmative) task with one operator a step.
    pub fn of(task: &Task) -> Self {
        Self::with(task, FramePropositions::of(task), "steps", |parts| parts.choice())
    }

    /// Builds the specification with parallel steps. Fails if too many operators disturb each other.
    pub fn of_shared_steps(task: &Task, sharing: &StepSharing) -> Result<Self, TooManyPairs> {
        let propositions = FramePropositions::without_numbers(task);
        let pairs = disturbing_pairs(task, &propositions, sharing)?;
        Ok(Self::with(task, propositions, sharing.steps(), |parts| parts.shared_step(&pairs)))
    }

    /// Builds the specification; `choose` adds the clauses of a step.
    fn with(
        task: &Task,
        propositions: FramePropositions,
        steps: &'static str,
        choose: impl FnOnce(&mut PartBuilder<'_>),
    ) -> Self {
        let mut parts = PartBuilder { task, propositions: &propositions, cnf: Cnf::default() };
        parts.start();
        let start = std::mem::take(&mut parts.cnf);
        parts.states();
        parts.rules();
        let state = std::mem::take(&mut parts.cnf);
        choose(&mut parts);
        task.operator_ids().for_each(|id| parts.operator(id));
        parts.causes();
        let goal: Vec<Lit> = task.goal().iter().map(|literal| propositions.literal(*literal)).collect();
        goal.iter().for_each(|lit| parts.cnf.push(&[!propositions.over(), *lit]));
        let step = parts.cnf;
        let over = propositions.over();
        let stays_over = [!over, propositions.at(over, 1)];
        Self { propositions, steps, start, state, step, stays_over, goal }
    }

    /// Returns the numbers of its propositions.
    pub fn propositions(&self) -> &FramePropositions {
        &self.propositions
    }

    /// Returns the clauses of a part, over its frame and the next one.
    pub fn clauses(&self, part: SpecificationPart) -> Vec<&[Lit]> {
        match part {
            SpecificationPart::Start => self.start.clauses().collect(),
            SpecificationPart::State(_) => self.state.clauses().collect(),
            SpecificationPart::Step(_) => self.step.clauses().collect(),
            SpecificationPart::StaysOver(_) => vec![&self.stays_over],
            SpecificationPart::Goal => self.goal.iter().map(std::slice::from_ref).collect(),
        }
    }

    /// Returns the parts of the formula for `n_steps` steps, in their order, each with its frame.
    pub fn parts(n_steps: usize) -> impl Iterator<Item = (SpecificationPart, usize)> {
        let frames = (0..=n_steps).flat_map(move |t| {
            let step = (t < n_steps).then_some((SpecificationPart::Step(t), t));
            let stays_over = (t + 1 < n_steps).then_some((SpecificationPart::StaysOver(t), t));
            [(SpecificationPart::State(t), t)].into_iter().chain(step).chain(stays_over)
        });
        let goal = [(SpecificationPart::Goal, n_steps)];
        [(SpecificationPart::Start, 0)].into_iter().chain(frames).chain(goal)
    }

    /// Returns the number of variables of the formula for `n_steps` steps.
    pub fn n_vars(&self, n_steps: usize) -> usize {
        n_steps * self.propositions.in_frame() + self.propositions.in_state()
    }

    /// Checks that the formula of `n_steps` steps can be written.
    pub fn check_size(&self, n_steps: usize) -> Result<(), TooManyVariables> {
        TooManyVariables::check(self.n_vars(n_steps))
    }

    /// Returns the number of clauses of the formula for `n_steps` steps.
    pub fn n_clauses(&self, n_steps: usize) -> usize {
        let stays_over = n_steps.saturating_sub(1);
        self.start.len()
            + (n_steps + 1) * self.state.len()
            + n_steps * self.step.len()
            + stays_over
            + self.goal.len()
    }

    /// Calls `each` with every clause of the formula for `n_steps` steps, in order.
    pub fn for_each_clause<E>(
        &self,
        n_steps: usize,
        each: impl FnMut(&[Lit]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.for_each_clause_of(Self::parts(n_steps), each)
    }

    /// Hands the clauses of one part of the formula to a function.
    pub(crate) fn for_each_clause_of<E>(
        &self,
        parts: impl Iterator<Item = (SpecificationPart, usize)>,
        mut each: impl FnMut(&[Lit]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut shifted = Vec::new();
        for (part, frame) in parts {
            for clause in self.clauses(part) {
                shifted.clear();
                shifted.extend(clause.iter().map(|lit| self.propositions.at(*lit, frame)));
                each(&shifted)?;
            }
        }
        Ok(())
    }

    /// Writes the names of the propositions, as comments in DIMACS.
    pub(crate) fn write_names(&self, task: &Task, out: &mut dyn Write) -> io::Result<()> {
        let mut names = (1..).zip(names_of_propositions(task, self.propositions.bits().count()));
        names.try_for_each(|(number, name)| writeln!(out, "c {number} {name}"))
    }

    /// Writes the formula for `n_steps` steps in the DIMACS format; `task` must be the one that it was built from.
    pub fn write(&self, task: &Task, n_steps: usize, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "c There is a plan of at most {n_steps} {}.", self.steps)?;
        self.write_names(task, out)?;
        writeln!(out, "p cnf {} {}", self.n_vars(n_steps), self.n_clauses(n_steps))?;
        self.for_each_clause(n_steps, |clause| write_clause(clause, out))?;
        out.flush()
    }
}

struct PartBuilder<'a> {
    task: &'a Task,
    propositions: &'a FramePropositions,
    cnf: Cnf,
}

impl PartBuilder<'_> {
    fn start(&mut self) {
        for (var, value) in self.task.variable_ids().zip(self.task.initial().values()) {
            let fact = Fact { var, value: *value };
            self.cnf.push(&[self.propositions.fact(fact)]);
        }
    }

    fn states(&mut self) {
        for var in self.task.variable_ids() {
            let facts: Vec<Lit> = self.task.facts(var).map(|fact| self.propositions.fact(fact)).collect();
            self.exactly_one(&facts);
        }
        for id in self.task.derived_ids() {
            let holds = Literal::from(id);
            self.exactly_one(&[holds, !holds].map(|literal| self.propositions.literal(literal)));
        }
    }

    fn exactly_one(&mut self, lits: &[Lit]) {
        self.cnf.push(lits);
        for (place, x) in lits.iter().enumerate() {
            lits[place + 1..].iter().for_each(|y| self.cnf.push(&[!*x, !*y]));
        }
    }

    fn rules(&mut self) {
        for id in self.task.derived_ids() {
            let head = self.propositions.literal(id.into());
            for (number, body) in self.task.derived()[id.index()].rules.iter().enumerate() {
                let rule = self.propositions.rule(id.index(), number);
                let body: Vec<Lit> = body.iter().map(|literal| self.propositions.literal(*literal)).collect();
                self.all_of(rule, &body);
                self.cnf.push(&[!rule, head]);
            }
        }
        for id in self.task.derived_ids() {
            let n_rules = self.task.derived()[id.index()].rules.len();
            let mut clause = vec![!self.propositions.literal(id.into())];
            clause.extend((0..n_rules).map(|number| self.propositions.rule(id.index(), number)));
            self.cnf.push(&clause);
        }
    }

    /// Adds `all ↔ l₁ ∧ … ∧ lₙ`.
    fn all_of(&mut self, all: Lit, lits: &[Lit]) {
        lits.iter().for_each(|lit| self.cnf.push(&[!all, *lit]));
        let clause: Vec<Lit> = [all].into_iter().chain(lits.iter().map(|lit| !*lit)).collect();
        self.cnf.push(&clause);
    }

    fn choice(&mut self) {
        let choices: Vec<Lit> = self.propositions.choices().collect();
        self.cnf.push(&choices);
        for (number, choice) in choices.into_iter().enumerate() {
            for (place, bit) in self.propositions.bits().enumerate() {
                let is_one = number >> place & 1 == 1;
                self.cnf.push(&[!choice, if is_one { bit } else { !bit }]);
            }
        }
    }

    fn shared_step(&mut self, pairs: &[[Lit; 2]]) {
        let choices: Vec<Lit> = self.propositions.choices().collect();
        self.cnf.push(&choices);
        choices[1..].iter().for_each(|operator| self.cnf.push(&[!choices[0], !*operator]));
        pairs.iter().for_each(|[a, b]| self.cnf.push(&[!*a, !*b]));
    }

    fn operator(&mut self, id: OperatorId) {
        let operator = self.task.operator(id);
        let runs = self.propositions.operator(id);
        for literal in &operator.precondition {
            self.cnf.push(&[!runs, self.propositions.literal(*literal)]);
        }
        let mut conditional = 0;
        for effect in &operator.effects {
            let mut brings = runs;
            if !effect.condition.is_empty() {
                brings = self.propositions.effect(id, conditional);
                conditional += 1;
                let conditions = effect.condition.iter().map(|literal| self.propositions.literal(*literal));
                let all: Vec<Lit> = [runs].into_iter().chain(conditions).collect();
                self.all_of(brings, &all);
            }
            let fact = self.propositions.fact(effect.fact);
            self.cnf.push(&[!brings, self.propositions.at(fact, 1)]);
        }
    }

    fn causes(&mut self) {
        let mut causes: Vec<Vec<Lit>> = vec![Vec::new(); self.propositions.in_state()];
        for id in self.task.operator_ids() {
            let mut conditional = 0;
            for effect in &self.task.operator(id).effects {
                let cause = if effect.condition.is_empty() {
                    self.propositions.operator(id)
                } else {
                    conditional += 1;
                    self.propositions.effect(id, conditional - 1)
                };
                causes[self.propositions.fact(effect.fact).var().index()].push(cause);
            }
        }
        for fact in self.task.variable_ids().flat_map(|var: VarId| self.task.facts(var)) {
            let here = self.propositions.fact(fact);
            let mut clause = vec![!self.propositions.at(here, 1), here];
            clause.append(&mut causes[here.var().index()]);
            self.cnf.push(&clause);
        }
    }
}
