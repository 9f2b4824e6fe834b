//! Copies of a transition system, frame after frame, and their models as traces.
//!
//! The variables of a frame are consecutive. Unrolling is one addition per literal, so growing the horizon by a step costs only
//! a pass over the transition clauses. Frame `t`'s copy of variable `v` is `t·n + v`, unless the sink created other variables
//! between two frames.

use bmcplan_formula::{ClauseSink, Lit, Var};

use super::headings::HeadedClauses;
use super::{Term, TransitionSystem};

/// Valuations of a model, frame by frame: `frames[t][v]` is variable `v` in frame `t`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    frames: Vec<Vec<bool>>,
}

impl Trace {
    /// Checks whether `term` of the system holds in `frame`.
    pub fn holds(&self, frame: usize, term: Term) -> bool {
        match term {
            Term::True => true,
            Term::False => false,
            Term::Lit(lit) => self.frames[frame][lit.var().index()] == lit.is_positive(),
        }
    }

    /// Returns the number of frames: one more than steps.
    pub fn n_frames(&self) -> usize {
        self.frames.len()
    }

    /// Counts the steps before the first idle frame: the number of steps of the plan in this trace.
    pub fn length(&self, system: &TransitionSystem) -> usize {
        let steps = self.frames.len().saturating_sub(1);
        (0..steps).find(|t| self.holds(*t, system.idle().into())).unwrap_or(steps)
    }
}

/// Place in a system of a clause of its unrolling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrameClause {
    /// Initial clause, by its index.
    Initial(usize),
    /// Universal clause, by its index, in a frame.
    Universal(usize, usize),
    /// Transition clause, by its index, from a frame.
    Transition(usize, usize),
}

impl TransitionSystem {
    /// Iterates over the clauses that a frame adds, in the order of [`Unrolling::grow`]. Requires that the system has no
    /// [clock](Self::has_clock) and no clauses over three frames.
    pub fn frame_clauses(&self, frame: usize) -> impl Iterator<Item = FrameClause> + use<> {
        let ahead = match frame.checked_sub(1) {
            None => self.initial().len(),
            Some(_) => self.transition().len(),
        };
        let ahead = (0..ahead).map(move |index| match frame.checked_sub(1) {
            None => FrameClause::Initial(index),
            Some(before) => FrameClause::Transition(index, before),
        });
        ahead.chain((0..self.universal().len()).map(move |index| FrameClause::Universal(index, frame)))
    }

    /// Returns the clause at `place`.
    pub fn frame_clause(&self, place: FrameClause) -> Vec<Lit> {
        let (clause, frame) = match place {
            FrameClause::Initial(index) => (self.initial().clause(index), 0),
            FrameClause::Universal(index, frame) => (self.universal().clause(index), frame),
            FrameClause::Transition(index, frame) => (self.transition().clause(index), frame),
        };
        clause.iter().map(|lit| self.at(*lit, frame)).collect()
    }
}

/// Transition system being copied through time.
#[derive(Debug)]
pub struct Unrolling<'s> {
    system: &'s TransitionSystem,
    /// For each frame the index of its first variable.
    firsts: Vec<usize>,
    /// True if the sink created other variables between two frames.
    has_gaps: bool,
    shifted: Vec<Lit>,
}

impl<'s> Unrolling<'s> {
    /// Starts an unrolling without frames.
    pub fn of(system: &'s TransitionSystem) -> Self {
        Self { system, firsts: Vec::new(), has_gaps: false, shifted: Vec::new() }
    }

    /// Returns the system that is copied.
    pub fn system(&self) -> &'s TransitionSystem {
        self.system
    }

    /// Returns the number of frames copied so far.
    pub fn n_frames(&self) -> usize {
        self.firsts.len()
    }

    /// Copies one more frame: the first adds the initial state, every later one the step that leads to it.
    pub fn grow(&mut self, sink: &mut dyn ClauseSink) {
        let frame = self.firsts.len();
        let vars: Vec<Var> = (0..self.system.n_vars()).map(|_| sink.new_var()).collect();
        let first = vars.first().map_or(0, |var| var.index());
        self.has_gaps |= first != frame * self.system.n_vars();
        self.firsts.push(first);
        match frame.checked_sub(1) {
            None => self.copy(&self.system.initial, frame, sink),
            Some(previous) => self.copy(&self.system.transition, previous, sink),
        }
        if let Some(before) = frame.checked_sub(2) {
            self.copy(&self.system.succession, before, sink);
        }
        self.copy(&self.system.universal, frame, sink);
    }

    fn copy(&mut self, clauses: &HeadedClauses, frame: usize, sink: &mut dyn ClauseSink) {
        let mut last = "";
        for (heading, clause) in clauses.iter() {
            // The clock satisfies the clause, or falsifies a literal of it.
            if clause.iter().any(|lit| self.constant(*lit, frame) == Some(true)) {
                continue;
            }
            let mut shifted = std::mem::take(&mut self.shifted);
            shifted.clear();
            let open = clause.iter().filter(|lit| self.constant(**lit, frame).is_none());
            shifted.extend(open.map(|lit| self.at(*lit, frame)));
            if std::mem::replace(&mut last, heading) != heading {
                sink.heading(heading);
            }
            sink.add_clause(&shifted);
            self.shifted = shifted;
        }
    }

    /// Returns the truth of `lit` of the system, copied for `frame`, if the clock determines it.
    fn constant(&self, lit: Lit, frame: usize) -> Option<bool> {
        let clock = self.system.clock.as_ref()?;
        let (index, n_vars) = (lit.var().index(), self.system.n_vars());
        let truth = clock.constant(index % n_vars, frame + index / n_vars)?;
        Some(truth == lit.is_positive())
    }

    /// Returns a literal of the system in `frame`, or, if its variable is one of the next frame, in the frame after it.
    pub fn at(&self, lit: Lit, frame: usize) -> Lit {
        if !self.has_gaps {
            return self.system.at(lit, frame);
        }
        let (index, n_vars) = (lit.var().index(), self.system.n_vars());
        let frame = frame + index / n_vars;
        match self.firsts.get(frame) {
            Some(first) => Var::from_index(first + index % n_vars).lit(lit.is_positive()),
            None => self.system.at(Var::from_index(index % n_vars).lit(lit.is_positive()), frame),
        }
    }

    /// Returns the goal in `frame`, a conjunction.
    pub fn goal_at(&self, frame: usize) -> Vec<Lit> {
        self.system.goal.iter().map(|lit| self.at(*lit, frame)).collect()
    }

    /// Reads a model of the first `n_frames` frames; `value` gives the truth of a literal.
    pub fn trace(&self, n_frames: usize, value: impl Fn(Lit) -> bool) -> Trace {
        let frame = |t| {
            let vars = (0..self.system.n_vars()).map(|index| Var::from_index(index).positive());
            vars.map(|lit| self.constant(lit, t).unwrap_or_else(|| value(self.at(lit, t)))).collect()
        };
        Trace { frames: (0..n_frames).map(frame).collect() }
    }
}
