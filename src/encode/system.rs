//! The transition system: one step of a task as clauses.
//!
//! DIMSPEC, Madagascar and clingo's incmode all cut the formula in the same four parts, and so do we:
//! what holds at the start (I), in every frame (U), at the goal (G), and from a frame to the next (T). The
//! alphabet is that of two consecutive frames: variables `0..n` are this frame's, `n..2n` the next frame's.
//! A fifth part, the succession, is over three frames: what two steps in a row need not be.

use super::term::Term;
use crate::formula::{Cnf, Lit, Var};
use crate::task::{Clock, Fact, OperatorId};

/// A task as clauses over two frames. Built by an encoding, copied through time by `Unrolling`.
#[derive(Debug, Clone)]
pub struct TransitionSystem {
    pub(super) names: Vec<String>,
    pub(super) initial: Cnf,
    pub(super) universal: Cnf,
    pub(super) goal: Vec<Lit>,
    pub(super) goal_places: Vec<usize>,
    pub(super) transition: Cnf,
    pub(super) succession: Cnf,
    pub(super) idle: Lit,
    pub(super) facts: Vec<Vec<Term>>,
    pub(super) clock: Option<ClockTerms>,
    pub(super) operators: Vec<(OperatorId, Lit)>,
    pub(super) movers: Vec<(Lit, Vec<OperatorId>)>,
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

    /// A literal in the copy of the system for a frame.
    pub fn at(&self, lit: Lit, frame: usize) -> Lit {
        Var::from_index(frame * self.n_vars() + lit.var().index()).lit(lit.is_positive())
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

    /// For each literal of the goal, which of the terms that the goal was given as it stands for: those that are always true
    /// have none.
    pub fn goal_places(&self) -> &[usize] {
        &self.goal_places
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

    /// The literals of a frame that are true exactly when one of these operators runs in the step from it, as far as the
    /// encoding has such literals.
    pub fn movers(&self) -> &[(Lit, Vec<OperatorId>)] {
        &self.movers
    }

    /// Where a fact can be read off a frame.
    pub fn fact(&self, fact: Fact) -> Term {
        self.facts[fact.var.index()][fact.value_index()]
    }
}

impl ClockTerms {
    /// Whether a frame's variable is true in the frame of that number; `None` if it is not one of the clock's.
    pub(super) fn constant(&self, var: usize, frame: usize) -> Option<bool> {
        self.values[var].map(|value| value == self.clock.at(frame))
    }
}
