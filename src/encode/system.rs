//! The transition system: one step of a task as clauses, and the builder that encodings write into.
//!
//! DIMSPEC, Madagascar and clingo's incmode all cut the formula in the same four parts, and so do we:
//! what holds at the start (I), in every frame (U), at the goal (G), and from a frame to the next (T). The
//! alphabet is that of two consecutive frames: variables `0..n` are this frame's, `n..2n` the next frame's.
//! A fifth part, the succession, is over three frames: what two steps in a row need not be.
//! While a system is being built `n` is not known yet, so [`next`] adds a large number, and
//! [`SystemBuilder::finish`] lays the variables out.

use super::Term;
use crate::formula::{ClauseSink, Cnf, Lit, Var};
use crate::stop::{Stop, StopReason};
use crate::task::{Clock, Fact, OperatorId, Task};

/// A task as clauses over two frames. Built by an encoding, copied through time by `Unrolling`.
#[derive(Debug, Clone)]
pub struct TransitionSystem {
    pub(super) names: Vec<String>,
    pub(super) initial: Cnf,
    pub(super) universal: Cnf,
    pub(super) goal: Vec<Lit>,
    pub(super) transition: Cnf,
    pub(super) succession: Cnf,
    pub(super) idle: Lit,
    pub(super) facts: Vec<Vec<Term>>,
    pub(super) clock: Option<ClockTerms>,
    pub(super) operators: Vec<(OperatorId, Lit)>,
}

/// The clock's facts in a frame: of each frame it is known beforehand which of them is true.
#[derive(Debug, Clone)]
pub(super) struct ClockTerms {
    /// For each variable of the frame: which value of the clock it stands for, if it does.
    pub(super) values: Vec<Option<Fact>>,
    /// What says which value it has when.
    pub(super) clock: Clock,
}

impl TransitionSystem {
    /// How many variables a frame has.
    pub fn n_vars(&self) -> usize {
        self.names.len()
    }

    /// The name of each of a frame's variables.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Clauses over the first frame's variables `0..n`.
    pub fn initial(&self) -> &Cnf {
        &self.initial
    }

    /// Clauses over any frame's variables `0..n`.
    pub fn universal(&self) -> &Cnf {
        &self.universal
    }

    /// The goal: a conjunction of literals over a frame's variables `0..n`.
    pub fn goal(&self) -> &[Lit] {
        &self.goal
    }

    /// Whether what holds in every frame leaves no room for the goal, by a single clause: then no horizon reaches it. So it is
    /// where one of the goal's facts is never true, or two of them are never true together.
    pub fn excludes_goal(&self) -> bool {
        self.universal.clauses().any(|clause| clause.iter().all(|lit| self.goal.contains(&!*lit)))
    }

    /// Clauses over two consecutive frames: this one's variables are `0..n`, the next one's `n..2n`.
    pub fn transition(&self) -> &Cnf {
        &self.transition
    }

    /// Clauses over three consecutive frames, `0..n`, `n..2n` and `2n..3n`, that leave out plans which another one as short
    /// makes superfluous. Empty unless a [`Reduction`](super::Reduction) asked for them.
    pub fn succession(&self) -> &Cnf {
        &self.succession
    }

    /// True in a frame from which nothing moves any more: the goal holds already and the plan is over.
    /// Idle frames come last, so "a plan within n steps" is monotone in n.
    pub fn idle(&self) -> Lit {
        self.idle
    }

    /// The literals of a frame that stand for facts which are not the same in every state.
    pub fn state_literals(&self) -> impl Iterator<Item = Lit> {
        let is_clock =
            |lit: Lit| self.clock.as_ref().is_some_and(|clock| clock.values[lit.var().index()].is_some());
        self.facts.iter().flatten().filter_map(move |term| match term {
            Term::Lit(lit) if !is_clock(*lit) => Some(*lit),
            _ => None,
        })
    }

    /// Where steps may have several operators, the literal of a frame that is true when an operator runs in the step from
    /// it, in an order in which those of a step can run. Empty where steps have one operator.
    pub fn operators(&self) -> &[(OperatorId, Lit)] {
        &self.operators
    }

    /// Where a fact can be read off a frame.
    pub fn fact(&self, fact: Fact) -> Term {
        self.facts[fact.var.index()][fact.value_index()]
    }
}

/// How far a literal's variable is from that of the next frame while a system is being built.
const NEXT: usize = 1 << 26;

/// The same literal, one frame later. For clauses of [`Part::Transition`], and twice for [`Part::Succession`], only.
pub fn next(lit: Lit) -> Lit {
    debug_assert!(lit.var().index() < 2 * NEXT, "only three frames are in reach");
    Var::from_index(lit.var().index() + NEXT).lit(lit.is_positive())
}

/// The parts of a system; the goal is set once, by [`SystemBuilder::finish`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// What holds in the first frame.
    Initial,
    /// What holds in every frame.
    Universal,
    /// What holds from a frame to the next.
    Transition,
    /// What holds in any three frames in a row.
    Succession,
}

/// Collects the variables and clauses of a system.
#[derive(Debug, Clone, Default)]
pub struct SystemBuilder {
    names: Vec<String>,
    initial: Cnf,
    universal: Cnf,
    transition: Cnf,
    succession: Cnf,
    clock: Option<(Clock, Vec<Lit>)>,
    operators: Vec<(OperatorId, Lit)>,
    stop: Stop,
}

impl SystemBuilder {
    /// A builder that takes nothing more once the flag is raised; then [`SystemBuilder::finish`] gives no system.
    pub fn until(stop: &Stop) -> Self {
        Self { stop: stop.clone(), ..Self::default() }
    }

    /// Whether all further work is in vain.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// A new variable of the frame.
    pub fn var(&mut self, name: impl Into<String>) -> Lit {
        add_var(&mut self.names, &self.stop, name.into()).positive()
    }

    /// Gives each value of the task's clock a variable. These are constants in every frame: whoever copies the system
    /// through time puts them in.
    pub fn clock(&mut self, task: &Task, clock: Clock) -> Vec<Lit> {
        let values: Vec<Lit> = task.facts(clock.var).map(|fact| self.var(task.fact_name(fact))).collect();
        self.clock = Some((clock, values.clone()));
        values
    }

    /// Whether the system has a clock. Then the goal may be true in one frame and false in the next although nothing
    /// moved, and only the first idle frame satisfies it.
    pub fn has_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// VariableDtg may have several of these operators, which can then run in this order.
    pub fn runs_in_order(&mut self, operators: Vec<(OperatorId, Lit)>) {
        self.operators = operators;
    }

    /// Where the clauses of one part go.
    pub fn part(&mut self, part: Part) -> Section<'_> {
        let cnf = match part {
            Part::Initial => &mut self.initial,
            Part::Universal => &mut self.universal,
            Part::Transition => &mut self.transition,
            Part::Succession => &mut self.succession,
        };
        Section { names: &mut self.names, cnf, stop: &self.stop }
    }

    /// Lays the variables out. `facts` says where each fact of the task can be read off a frame; a goal that
    /// is never true becomes a clause that is never satisfied.
    /// With a clock, the goal is that the plan is over.
    ///
    /// # Errors
    /// It was stopped, so there may not be all clauses; or a frame would have too many variables.
    pub fn finish(
        mut self,
        goal: &[Term],
        idle: Lit,
        facts: Vec<Vec<Term>>,
    ) -> Result<TransitionSystem, StopReason> {
        let over = [idle.into()];
        let goal = if self.has_clock() { &over } else { goal };
        let mut literals = Vec::new();
        for term in goal {
            match *term {
                Term::True => {}
                Term::Lit(lit) => literals.push(lit),
                Term::False => {
                    let never = self.var("never");
                    self.universal.push(&[!never]);
                    literals.push(never);
                }
            }
        }
        let n_vars = self.names.len();
        let settle = |lit: &Lit| {
            let (frame, index) = (lit.var().index() / NEXT, lit.var().index() % NEXT);
            Var::from_index(frame * n_vars + index).lit(lit.is_positive())
        };
        let settled = |unsettled: &Cnf| {
            let mut settled = Cnf::default();
            for clause in unsettled.clauses().take_while(|_| !self.stop.is_raised()) {
                settled.push(&clause.iter().map(settle).collect::<Vec<_>>());
            }
            settled
        };
        let (transition, succession) = (settled(&self.transition), settled(&self.succession));
        if NEXT <= n_vars {
            log::warn!("this formula would have more than {NEXT} variables a step");
            return Err(StopReason::Memory);
        }
        if let Some(reason) = self.stop.reason() {
            return Err(reason);
        }
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
            transition,
            succession,
            idle,
            facts,
            clock,
            operators: self.operators,
        })
    }
}

/// A new variable; the last one again where there can be no more.
fn add_var(names: &mut Vec<String>, stop: &Stop, name: String) -> Var {
    if names.is_empty() || (names.len() < NEXT && !stop.is_raised()) {
        names.push(name);
    }
    Var::from_index(names.len() - 1)
}

impl ClockTerms {
    /// Whether a frame's variable is true in the frame of that number; `None` if it is not one of the clock's.
    pub(super) fn constant(&self, var: usize, frame: usize) -> Option<bool> {
        self.values[var].map(|value| value == self.clock.at(frame))
    }
}

/// One part of a system under construction: a sink for clauses whose new variables are variables of the frame.
#[derive(Debug)]
pub struct Section<'a> {
    names: &'a mut Vec<String>,
    cnf: &'a mut Cnf,
    stop: &'a Stop,
}

impl Section<'_> {
    /// `body → some of head`, simplified: nothing is written where it is trivially true.
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
            self.cnf.push(clause);
        }
    }

    fn new_var(&mut self) -> Var {
        let name = format!("aux{}", self.names.len());
        add_var(self.names, self.stop, name)
    }

    fn is_closed(&self) -> bool {
        self.stop.is_raised()
    }
}
