//! Headings: what the clauses of a system say, for people who read an exported formula.
//!
//! An encoder writes clauses [under](super::Section::under) a heading, and the unrolling announces it to the sink of the
//! clauses wherever it changes. Solvers take no notice. An encoding may have headings of its own; these are in several files.

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Cnf, Lit};

/// The start of a plan.
pub const INITIAL_STATE: &str = "initial state";
/// Exactly one value for each variable, in the one-hot or the order encoding.
pub const ONE_VALUE: &str = "one value for each variable";
/// Facts that are never true together.
pub const MUTEXES: &str = "mutexes";
/// Equivalences of auxiliary variables: derived variables, conjunctions and sets of values.
pub const DEFINITIONS: &str = "definitions";
/// What an operator needs before a step.
pub const PRECONDITIONS: &str = "preconditions";
/// What an operator makes true in the next frame.
pub const EFFECTS: &str = "effects";
/// What changes has a cause.
pub const FRAME_AXIOMS: &str = "frame axioms";
/// Sequential steps.
pub const AT_MOST_ONE: &str = "at most one operator in a step";
/// The end of a plan.
pub const IDLE: &str = "idle steps";
/// The reduction `order`.
pub const ORDER: &str = "order of commuting operators";
/// The reduction `symmetries`.
pub const SYMMETRIES: &str = "symmetries";
/// The goal, in the last frame.
pub const GOAL: &str = "goal";

/// Clauses of one part of a system, in runs of one heading.
#[derive(Debug, Clone, Default)]
pub(super) struct HeadedClauses {
    clauses: Cnf,
    /// Index of the first clause of each run.
    runs: Vec<(usize, &'static str)>,
}

impl HeadedClauses {
    pub(super) fn push(&mut self, heading: &'static str, clause: &[Lit]) {
        if self.runs.last().is_none_or(|(_, last)| *last != heading) {
            self.runs.push((self.clauses.len(), heading));
        }
        self.clauses.push(clause);
    }

    pub(super) fn cnf(&self) -> &Cnf {
        &self.clauses
    }

    /// Iterates over the clauses, each with its heading.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&'static str, &[Lit])> {
        let mut runs = self.runs.iter().peekable();
        let mut heading = "";
        self.clauses.clauses().enumerate().map(move |(index, clause)| {
            if let Some((_, next)) = runs.next_if(|(start, _)| *start == index) {
                heading = next;
            }
            (heading, clause)
        })
    }

    /// Returns the clauses with each literal replaced; some are missing if `stop` was raised.
    pub(super) fn map(&self, literal: impl Fn(Lit) -> Lit, stop: &Stop) -> Self {
        let mut mapped = Self::default();
        for (heading, clause) in self.iter().take_while(|_| !stop.is_raised()) {
            mapped.push(heading, &clause.iter().map(|lit| literal(*lit)).collect::<Vec<_>>());
        }
        mapped
    }
}
