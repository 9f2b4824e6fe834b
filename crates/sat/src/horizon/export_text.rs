//! A formula as text for people: the clauses of each frame, grouped under headings, with names in place of numbers.
//!
//! A clause is a line: its literals with `∨` between them, and `¬` before negated ones. Each name ends with its frame, as in
//! `moved(A)@3`. Names with blanks or `=` are in parentheses. Names that several variables of a frame have, such as `and`, end with the variable's number: `and#17@3`.
//!
//! The groups of a frame are in the order in which their first clauses are written. A frame is kept until it is written.

use std::io::Write;

use bmcplan_base::ordered::Map;
use bmcplan_base::stop::Stop;
use bmcplan_formula::{ClauseSink, Cnf, Lit, Var};

use super::export::{ExportError, go_on, n_vars, one_line};
use crate::encode::headings::GOAL;
use crate::encode::{TransitionSystem, Unrolling};

/// Writes "the goal is reached within `horizon` steps" as text, after `comments`.
///
/// # Errors
/// Too many variables (then nothing is written), a failure to write, or a stop.
pub fn write_text(
    system: &TransitionSystem,
    horizon: usize,
    comments: &str,
    stop: &Stop,
    mut out: impl Write,
) -> Result<(), ExportError> {
    let system = &system.with_explicit_clock().without_repeats(stop).map_err(ExportError::Stopped)?;
    n_vars(system, horizon)?;
    let names = names(system);
    writeln!(out, "{comments}\n\nX@T is X in frame T, ¬ is not, ∨ is or; all of these lines hold")?;
    let mut unrolling = Unrolling::of(system);
    for frame in 0..=horizon {
        let mut groups = Groups { n_vars: frame * names.len(), groups: Vec::new(), last: 0 };
        unrolling.grow(&mut groups);
        match frame.checked_sub(1) {
            None => writeln!(out, "\n== frame 0")?,
            Some(before) => writeln!(out, "\n== step {frame}: from frame {before} to frame {frame}")?,
        }
        for (heading, clauses) in &groups.groups {
            writeln!(out, "\n{heading}:")?;
            for clause in clauses.clauses() {
                go_on(stop)?;
                write_clause(clause, &names, &mut out)?;
            }
        }
    }
    writeln!(out, "\n== at the end\n\n{GOAL}:")?;
    for lit in unrolling.goal_at(horizon) {
        write_clause(&[lit], &names, &mut out)?;
    }
    Ok(out.flush()?)
}

/// Returns a name for each variable of a frame, all different.
fn names(system: &TransitionSystem) -> Vec<String> {
    let mut counts: Map<&str, usize> = Map::new();
    system.names().iter().for_each(|name| *counts.entry(name).or_default() += 1);
    let named = |(index, name): (usize, &String)| {
        let text = one_line(name);
        let text = if text.contains([' ', '=']) { format!("({text})") } else { text };
        match counts.get(&**name) {
            Some(1) => text,
            _ => format!("{text}#{}", index + 1),
        }
    };
    system.names().iter().enumerate().map(named).collect()
}

fn write_clause(clause: &[Lit], names: &[String], out: &mut impl Write) -> Result<(), ExportError> {
    let literal = |lit: &Lit| {
        let (frame, index) = (lit.var().index() / names.len(), lit.var().index() % names.len());
        format!("{}{}@{frame}", if lit.is_positive() { "" } else { "¬" }, names[index])
    };
    let literals: Vec<String> = clause.iter().map(literal).collect();
    let text = if literals.is_empty() { "false".to_owned() } else { literals.join(" ∨ ") };
    Ok(writeln!(out, "  {text}")?)
}

/// The clauses of a frame by their headings.
struct Groups {
    n_vars: usize,
    groups: Vec<(&'static str, Cnf)>,
    /// Index of the group of the last heading.
    last: usize,
}

impl ClauseSink for Groups {
    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some((_, clauses)) = self.groups.get_mut(self.last) {
            clauses.push(clause);
        }
    }

    fn new_var(&mut self) -> Var {
        self.n_vars += 1;
        Var::from_index(self.n_vars - 1)
    }

    fn heading(&mut self, heading: &'static str) {
        self.last = self.groups.iter().position(|(known, _)| *known == heading).unwrap_or_else(|| {
            self.groups.push((heading, Cnf::default()));
            self.groups.len() - 1
        });
    }
}
