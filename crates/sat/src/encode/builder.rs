//! Builder of transition systems: a sink for the clauses of each part.
//!
//! While a system is being built, the number of variables of a frame is unknown. So [`next`](super::next) adds a large number
//! to a variable's index, and [`SystemBuilder::finish`] renumbers the variables.

use bmcplan_base::stop::{Stop, StopReason};
use bmcplan_formula::{ClauseSink, Lit, Var};
use bmcplan_task::{Clock, Fact, OperatorId, Task};

use super::headings::{self, HeadedClauses};
use super::system::{ClockTerms, TransitionSystem};
use super::term::{NEXT, Term};

/// Parts of a system. The goal is set once, by [`SystemBuilder::finish`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Clauses over the first frame.
    Initial,
    /// Clauses over every frame.
    Universal,
    /// Clauses over any two consecutive frames.
    Transition,
    /// Clauses over any three consecutive frames.
    Succession,
}

/// Collects the variables and clauses of a system.
#[derive(Debug, Clone, Default)]
pub struct SystemBuilder {
    names: Vec<String>,
    initial: HeadedClauses,
    universal: HeadedClauses,
    transition: HeadedClauses,
    succession: HeadedClauses,
    clock: Option<(Clock, Vec<Lit>)>,
    operators: Vec<(OperatorId, Lit)>,
    movers: Vec<(Lit, Vec<OperatorId>)>,
    stop: Stop,
}

impl SystemBuilder {
    /// Returns a builder that ignores additions once `stop` is raised; [`SystemBuilder::finish`] then fails.
    pub fn until(stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }

    /// Checks whether `stop` is raised, so that further additions are ignored.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Adds a variable of the frame and returns its positive literal.
    pub fn var(&mut self, name: impl Into<String>) -> Lit {
        add_var(&mut self.names, &self.stop, name.into()).positive()
    }

    /// Adds a variable for each value of the task's clock. These are constants in every frame, replaced when the system is
    /// copied through time.
    pub fn clock(&mut self, task: &Task, clock: Clock) -> Vec<Lit> {
        let values: Vec<Lit> = task.facts(clock.var).map(|fact| self.var(task.fact_name(fact))).collect();
        self.clock = Some((clock, values.clone()));
        values
    }

    /// Checks whether the system has a clock. Then the goal may be true in one frame and false in the next although no operator
    /// changed it. Only the first idle frame satisfies it.
    pub fn has_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// Records that a step may run several of `operators`, which can then run in this order.
    pub fn runs_in_order(&mut self, operators: Vec<(OperatorId, Lit)>) {
        self.operators = operators;
    }

    /// Records that `lit` is true exactly when one of `operators` runs.
    pub fn mover(&mut self, lit: Lit, operators: Vec<OperatorId>) {
        self.movers.push((lit, operators));
    }

    /// Returns the sink for the clauses of one part, under a general heading.
    pub fn part(&mut self, part: Part) -> Section<'_> {
        let (clauses, heading) = match part {
            Part::Initial => (&mut self.initial, headings::INITIAL_STATE),
            Part::Universal => (&mut self.universal, "every frame"),
            Part::Transition => (&mut self.transition, "every step"),
            Part::Succession => (&mut self.succession, "two steps in a row"),
        };
        Section { names: &mut self.names, clauses, heading, stop: &self.stop }
    }

    /// Renumbers the variables and returns the system. `facts` has the term of each fact of the task. A goal that is never true
    /// becomes an unsatisfiable clause. With a clock, the goal is that the plan is over.
    ///
    /// # Errors
    /// `stop` was raised, so clauses may be missing; or a frame has too many variables.
    pub fn finish(
        mut self,
        goal: &[Term],
        idle: Lit,
        facts: Vec<Vec<Term>>,
    ) -> Result<TransitionSystem, StopReason> {
        let over = [idle.into()];
        let goal = if self.has_clock() { &over } else { goal };
        let (mut literals, mut goal_places) = (Vec::new(), Vec::new());
        for (place, term) in goal.iter().enumerate() {
            match *term {
                Term::True => continue,
                Term::Lit(lit) => literals.push(lit),
                Term::False => {
                    let never = self.var("never");
                    self.universal.push(headings::GOAL, &[!never]);
                    literals.push(never);
                }
            }
            goal_places.push(place);
        }
        let n_vars = self.names.len();
        let settle = |lit: Lit| {
            let (frame, index) = (lit.var().index() / NEXT, lit.var().index() % NEXT);
            Var::from_index(frame * n_vars + index).lit(lit.is_positive())
        };
        let (transition, succession) =
            (self.transition.map(settle, &self.stop), self.succession.map(settle, &self.stop));
        if NEXT <= n_vars {
            log::warn!("this formula would have more than {NEXT} variables a step");
            return Err(StopReason::Memory);
        }
        self.stop.check()?;
        let clock = self.clock.map(|(clock, lits)| {
            let mut values = vec![None; n_vars];
            for (lit, value) in lits.iter().zip(0..) {
                values[lit.var().index()] = Some(Fact { var: clock.var, value });
            }
            ClockTerms { values, clock }
        });
        Ok(TransitionSystem {
            names: self.names,
            initial: self.initial,
            universal: self.universal,
            goal: literals,
            goal_places,
            transition,
            succession,
            idle,
            facts,
            clock,
            operators: self.operators,
            movers: self.movers,
            landmark_facts: Vec::new(),
            same_as: None,
        })
    }
}

/// Returns a new variable, or the last one again at the limit or after a stop.
fn add_var(names: &mut Vec<String>, stop: &Stop, name: String) -> Var {
    if names.is_empty() || (names.len() < NEXT && !stop.is_raised()) {
        names.push(name);
    }
    Var::from_index(names.len() - 1)
}

/// One part of a system under construction: a sink for clauses whose new variables are variables of the frame.
#[derive(Debug)]
pub struct Section<'a> {
    names: &'a mut Vec<String>,
    clauses: &'a mut HeadedClauses,
    heading: &'static str,
    stop: &'a Stop,
}

impl Section<'_> {
    /// Returns the sink with another heading for the clauses that follow.
    #[must_use]
    pub fn under(self, heading: &'static str) -> Self {
        Self { heading, ..self }
    }

    /// Adds the clause `body → some of head`, simplified; nothing for a tautology.
    pub fn rule(&mut self, body: &[Term], head: &[Term]) {
        let mut clause = Vec::with_capacity(body.len() + head.len());
        for term in body.iter().map(|term| !*term).chain(head.iter().copied()) {
            match term {
                Term::True => return,
                Term::False => {}
                Term::Lit(lit) => clause.push(lit),
            }
        }
        self.add_clause(&clause);
    }
}

impl ClauseSink for Section<'_> {
    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.stop.is_raised() {
            self.clauses.push(self.heading, clause);
        }
    }

    fn new_var(&mut self) -> Var {
        let name = format!("aux{}", self.names.len());
        add_var(self.names, self.stop, name)
    }

    fn heading(&mut self, heading: &'static str) {
        self.heading = heading;
    }

    fn is_closed(&self) -> bool {
        self.stop.is_raised()
    }
}
