//! Parts of proofs as texts, for other processes.
//!
//! A line for each clause: `i 5`, `u 5 3` and `t 5 3` are the system's initial clause 5, its universal clause 5 in frame 3 and its transition
//! clause 5 from frame 3; `r 7` is that the goal is not reached in frame 7; `d -1 2 0 4 9` is the clause of the literals -1 and 2, which
//! follows from clauses 4 and 9. The first line has the number of the first clause, and of the one that was asked for.

use std::fmt::Write as _;

use super::part::{ProofPart, Reason};
use crate::encode::{FrameClause, TransitionSystem};
use crate::formula::{Cnf, Lit};

impl ProofPart {
    /// The text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{} {}", self.first, self.last);
        let mut first_hint = 0;
        for (clause, reason) in self.clauses.clauses().zip(&self.reasons) {
            // Writing to a text never fails.
            let _ = match *reason {
                Reason::Given(FrameClause::Initial(index)) => write!(text, "\ni {index}"),
                Reason::Given(FrameClause::Universal(index, frame)) => write!(text, "\nu {index} {frame}"),
                Reason::Given(FrameClause::Transition(index, frame)) => write!(text, "\nt {index} {frame}"),
                Reason::Refuted(horizon) => write!(text, "\nr {horizon}"),
                Reason::Derived(end) => {
                    text.push_str("\nd");
                    let lits = clause.iter().map(|lit| i64::from(lit.to_dimacs()));
                    let hints = self.hints[first_hint..end].iter().map(|hint| i64::from(*hint));
                    first_hint = end;
                    lits.chain([0]).chain(hints).try_for_each(|number| write!(text, " {number}"))
                }
            };
        }
        text
    }

    /// A part of a solver that gets this number here, about a formula of so many frames. `None` if the text is none.
    pub fn of_text(text: &str, source: u64, system: &TransitionSystem, n_frames: usize) -> Option<Self> {
        let mut lines = text.lines();
        let (first, last) = lines.next()?.split_once(' ')?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        let mut part =
            Self { source, first, clauses: Cnf::default(), reasons: Vec::new(), hints: Vec::new(), last };
        for line in lines {
            let (kind, rest) = line.split_once(' ')?;
            let mut numbers = rest.split(' ');
            let mut place = || numbers.next()?.parse::<usize>().ok();
            let (clause, reason) = match kind {
                "i" => given(system, FrameClause::Initial(place()?), n_frames)?,
                "u" => given(system, FrameClause::Universal(place()?, place()?), n_frames)?,
                "t" => given(system, FrameClause::Transition(place()?, place()?), n_frames)?,
                "r" => {
                    let horizon = place().filter(|horizon| *horizon < n_frames)?;
                    let clause = system.goal().iter().map(|lit| !system.at(*lit, horizon)).collect();
                    (clause, Reason::Refuted(horizon))
                }
                "d" => {
                    let lits = numbers.by_ref().take_while(|number| *number != "0");
                    let n_vars = system.n_vars() * n_frames;
                    let lit = |number: &str| Lit::from_dimacs(number.parse().ok()?);
                    let known = |lit: &Lit| lit.var().index() < n_vars;
                    let clause: Vec<Lit> =
                        lits.map(|number| lit(number).filter(known)).collect::<Option<_>>()?;
                    for hint in numbers {
                        part.hints.push(hint.parse().ok()?);
                    }
                    (clause, Reason::Derived(part.hints.len()))
                }
                _ => return None,
            };
            part.clauses.push(&clause);
            part.reasons.push(reason);
        }
        Some(part)
    }
}

/// A clause of the system, if there is one at that place.
fn given(system: &TransitionSystem, place: FrameClause, n_frames: usize) -> Option<(Vec<Lit>, Reason)> {
    let is_there = match place {
        FrameClause::Initial(index) => index < system.initial().len(),
        FrameClause::Universal(index, frame) => index < system.universal().len() && frame < n_frames,
        FrameClause::Transition(index, frame) => index < system.transition().len() && frame + 1 < n_frames,
    };
    is_there.then(|| (system.frame_clause(place), Reason::Given(place)))
}
