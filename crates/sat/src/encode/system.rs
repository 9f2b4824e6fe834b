//! The transition system: one step of a task as clauses.
//!
//! DIMSPEC, Madagascar and clingo's incmode all divide the formula into four parts, and so does this module: the initial state
//! (I), every frame (U), the goal (G), and the transition from a frame to the next (T). The alphabet is that of two consecutive
//! frames: variables `0..n` are this frame's, `n..2n` the next frame's. A fifth part, the succession, is over three frames and
//! prunes pairs of steps.

use std::borrow::Cow;

use itertools::Itertools as _;

use bmcplan_base::stop::Stop;
use bmcplan_formula::{AtMostOne, Cnf, Formula, Lit, Var};
use bmcplan_task::{Clock, Fact, OperatorId, VarId};

use super::headings::{self, HeadedClauses};
use super::term::Term;

/// Heading of the clauses of an [explicit clock](TransitionSystem::with_explicit_clock).
const CLOCK: &str = "step counter";

/// Task as clauses over two frames. Built by an encoding, copied through time by `Unrolling`.
#[derive(Debug, Clone)]
pub struct TransitionSystem {
    pub(super) names: Vec<String>,
    pub(super) initial: HeadedClauses,
    pub(super) universal: HeadedClauses,
    pub(super) goal: Vec<Lit>,
    pub(super) goal_places: Vec<usize>,
    pub(super) transition: HeadedClauses,
    pub(super) succession: HeadedClauses,
    pub(super) idle: Lit,
    pub(super) facts: Vec<Vec<Term>>,
    pub(super) clock: Option<ClockTerms>,
    pub(super) operators: Vec<(OperatorId, Lit)>,
    pub(super) movers: Vec<(Lit, Vec<OperatorId>)>,
    pub(super) landmark_facts: Vec<LandmarkFacts>,
    pub(super) same_as: Option<&'static str>,
}

/// Literal for "one of some facts of one variable holds": a landmark fact or a disjunction of them.
#[derive(Debug, Clone)]
pub struct LandmarkFacts {
    /// True in a frame exactly if one of the facts holds there.
    pub there: Lit,
    /// Literals of all facts of the variable.
    pub values: Vec<Lit>,
}

/// Facts of the clock, whose truth is known beforehand for every frame.
#[derive(Debug, Clone)]
pub(super) struct ClockTerms {
    /// For each variable of the frame the clock's value that it represents, if any.
    pub(super) values: Vec<Option<Fact>>,
    pub(super) clock: Clock,
}

impl TransitionSystem {
    /// Checks whether some variables are known beforehand for every time, so that frames differ.
    pub fn has_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// Returns the name of another encoding of which this is known to be the system, clause by clause.
    pub fn same_as(&self) -> Option<&'static str> {
        self.same_as
    }

    /// Returns the number of variables of a frame.
    pub fn n_vars(&self) -> usize {
        self.names.len()
    }

    /// Returns `lit` in the copy of the system for `frame`.
    pub fn at(&self, lit: Lit, frame: usize) -> Lit {
        Var::from_index(frame * self.n_vars() + lit.var().index()).lit(lit.is_positive())
    }

    /// Returns the name of each of a frame's variables.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the clauses over the first frame's variables `0..n`.
    pub fn initial(&self) -> &Cnf {
        self.initial.cnf()
    }

    /// Returns the clauses over any frame's variables `0..n`.
    pub fn universal(&self) -> &Cnf {
        self.universal.cnf()
    }

    /// Returns the goal: a conjunction of literals over a frame's variables `0..n`.
    pub fn goal(&self) -> &[Lit] {
        &self.goal
    }

    /// Returns the index of each literal of the goal among the terms given as the goal. Terms that are always true have no
    /// literal.
    pub fn goal_places(&self) -> &[usize] {
        &self.goal_places
    }

    /// Checks whether a single clause over every frame contradicts the goal, so that no horizon reaches it. That is: one of the
    /// goal's facts is never true, or two of them are never true together.
    pub fn excludes_goal(&self) -> bool {
        self.universal().clauses().any(|clause| clause.iter().all(|lit| self.goal.contains(&!*lit)))
    }

    /// Returns the clauses over two consecutive frames: this one's variables are `0..n`, the next one's `n..2n`.
    pub fn transition(&self) -> &Cnf {
        self.transition.cnf()
    }

    /// Returns the clauses over three consecutive frames, `0..n`, `n..2n` and `2n..3n`. They prune plans in favour of others of
    /// the same length. Empty unless a [`Reduction`](super::Reduction) requires them.
    pub fn succession(&self) -> &Cnf {
        self.succession.cnf()
    }

    /// Returns the literal that is true in a frame from which nothing moves any more: the goal holds already and the plan is
    /// over. Idle frames come last, so "a plan within n steps" is monotone in n.
    pub fn idle(&self) -> Lit {
        self.idle
    }

    /// Iterates over the literals of a frame for the facts that are not constant.
    pub fn state_literals(&self) -> impl Iterator<Item = Lit> {
        self.facts.iter().flatten().filter_map(move |term| match term {
            Term::Lit(lit) if !self.is_clock(*lit) => Some(*lit),
            _ => None,
        })
    }

    /// Checks whether the clock determines `lit` in every frame.
    pub(super) fn is_clock(&self, lit: Lit) -> bool {
        self.clock.as_ref().is_some_and(|clock| clock.values[lit.var().index()].is_some())
    }

    /// Returns the operators with their literals, true in the frame before a step that runs them. They are in an order in which
    /// the operators of a step can run. Empty if steps have one operator.
    pub fn operators(&self) -> &[(OperatorId, Lit)] {
        &self.operators
    }

    /// Returns literals of a frame, each true exactly when one of its operators runs in the step from the frame. Each operator
    /// that can run belongs to one of them. Empty if the encoding has none.
    pub fn movers(&self) -> &[(Lit, Vec<OperatorId>)] {
        &self.movers
    }

    /// Returns the landmark facts that have literals.
    pub fn landmark_facts(&self) -> &[LandmarkFacts] {
        &self.landmark_facts
    }

    /// Returns the facts of a variable that are true in some frame, as far as the encoding can tell.
    pub(super) fn facts_of(&self, var: VarId) -> impl Iterator<Item = Fact> {
        let values = self.facts[var.index()].iter().zip(0..);
        values.filter(|(term, _)| **term != Term::False).map(move |(_, value)| Fact { var, value })
    }

    /// Returns the term of `fact` in a frame.
    pub fn fact(&self, fact: Fact) -> Term {
        self.facts[fact.var.index()][fact.value_index()]
    }

    /// Returns the system with a literal for each of these sets of facts, each of one variable, unless the system determines
    /// it. It has the same traces, but for these literals.
    #[must_use]
    pub fn with_landmark_facts(self, sets: &[Vec<Fact>]) -> Self {
        let open: Vec<(&Vec<Fact>, Vec<Lit>)> =
            sets.iter().filter_map(|facts| Some((facts, self.open_literals(facts)?))).collect();
        let (n_before, n_vars) = (self.n_vars(), self.n_vars() + open.len());
        let moved = |lit: Lit| {
            let (frame, var) = (lit.var().index() / n_before, lit.var().index() % n_before);
            Var::from_index(frame * n_vars + var).lit(lit.is_positive())
        };
        let all = Stop::default();
        let (transition, succession) = (self.transition.map(moved, &all), self.succession.map(moved, &all));
        let mut system = Self { transition, succession, ..self };
        for (facts, literals) in open {
            let there = Var::from_index(system.names.len()).positive();
            let name = facts.first().map_or_else(String::new, |fact| format!("v{}", fact.var.index()));
            system.names.push(format!("obstacle({name})"));
            let mut some = vec![!there];
            for lit in literals {
                system.universal.push(headings::DEFINITIONS, &[!lit, there]);
                some.push(lit);
            }
            system.universal.push(headings::DEFINITIONS, &some);
            let values = facts.first().map_or(&[][..], |fact| &system.facts[fact.var.index()]);
            let values = values.iter().filter_map(|term| match term {
                Term::Lit(lit) => Some(*lit),
                Term::True | Term::False => None,
            });
            system.landmark_facts.push(LandmarkFacts { there, values: values.collect() });
            if let Some(clock) = &mut system.clock {
                clock.values.push(None);
            }
        }
        system
    }

    /// Returns the system with the variables of a frame in a random order, which depends only on `seed`, and with the same traces. It
    /// has no landmark facts yet.
    #[must_use]
    pub(super) fn shuffled(self, seed: u64) -> Self {
        let n_vars = self.n_vars();
        let mut places: Vec<usize> = (0..n_vars).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut places);
        let moved = |lit: Lit| {
            let (frame, var) = (lit.var().index() / n_vars, lit.var().index() % n_vars);
            Var::from_index(frame * n_vars + places[var]).lit(lit.is_positive())
        };
        let moved_term = |term: Term| match term {
            Term::Lit(lit) => Term::Lit(moved(lit)),
            constant => constant,
        };
        let mut names = self.names.clone();
        places.iter().zip(self.names).for_each(|(place, name)| names[*place] = name);
        let clock = self.clock.map(|terms| {
            let mut values = terms.values.clone();
            places.iter().zip(terms.values).for_each(|(place, value)| values[*place] = value);
            ClockTerms { values, ..terms }
        });
        let all = Stop::default();
        Self {
            names,
            initial: self.initial.map(moved, &all),
            universal: self.universal.map(moved, &all),
            goal: self.goal.into_iter().map(moved).collect(),
            transition: self.transition.map(moved, &all),
            succession: self.succession.map(moved, &all),
            idle: moved(self.idle),
            facts: self.facts.into_iter().map(|terms| terms.into_iter().map(moved_term).collect()).collect(),
            clock,
            operators: self.operators.into_iter().map(|(id, lit)| (id, moved(lit))).collect(),
            movers: self.movers.into_iter().map(|(lit, ids)| (moved(lit), ids)).collect(),
            ..self
        }
    }

    /// Returns the literals of facts, some of which can be true. `None` if it is known whether one is.
    fn open_literals(&self, facts: &[Fact]) -> Option<Vec<Lit>> {
        let mut literals = Vec::new();
        for fact in facts {
            match self.fact(*fact) {
                Term::True => return None,
                Term::False => {}
                Term::Lit(lit) if self.is_clock(lit) => return None,
                Term::Lit(lit) => literals.push(lit),
            }
        }
        (!literals.is_empty()).then_some(literals)
    }

    /// Returns the system without constants: clauses give the clock's first value and advance it in every step, idle ones
    /// included. Its variables are the same and have the same numbers.
    pub fn with_explicit_clock(&self) -> Cow<'_, Self> {
        let Some(terms) = &self.clock else { return Cow::Borrowed(self) };
        let mut system = self.clone();
        system.clock = None;
        let vars = terms.values.iter().enumerate();
        let values: Vec<(u32, Lit)> = vars
            .filter_map(|(index, fact)| Some(((*fact)?.value, Var::from_index(index).positive())))
            .sorted()
            .collect();
        let lits: Vec<Lit> = values.iter().map(|(_, lit)| *lit).collect();
        let mut one_value = Formula::default();
        AtMostOne::Pairwise.exactly_one(&mut one_value, &lits);
        one_value.cnf().clauses().for_each(|clause| system.universal.push(CLOCK, clause));
        for (value, lit) in &values {
            let is_first = *value == terms.clock.at(0).value;
            system.initial.push(CLOCK, &[if is_first { *lit } else { !*lit }]);
        }
        let n_vars = self.n_vars();
        for (n, lit) in lits.iter().enumerate() {
            let after = lits[terms.clock.at(n + 1).value_index()].var().index();
            system.transition.push(CLOCK, &[!*lit, Var::from_index(n_vars + after).positive()]);
        }
        Cow::Owned(system)
    }
}

impl ClockTerms {
    /// Returns the truth of a clock's variable in the frame of that number; `None` for other variables.
    pub(super) fn constant(&self, var: usize, frame: usize) -> Option<bool> {
        self.values[var].map(|value| value == self.clock.at(frame))
    }
}
