//! Invariants: clauses over the facts of a state, and the three unsatisfiable formulas that make them a proof of "no plan".
//!
//! An invariant holds in the initial state, every step keeps it, and no goal state satisfies it. The formulas that negate this
//! are defined in `docs/certificate-format.md`, "No plan"; they consist of parts of the [specification](Specification).
//!
//! **Architecture Invariant:** this shares no code with the search for invariants.

use std::io::{self, Write};

use bmcplan_formula::{Cnf, Lit, Var, write_clause};
use bmcplan_task::Task;

use super::specification::{Specification, SpecificationPart};

/// Formula that is satisfiable if a set of clauses is not an invariant that excludes the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvariantFormula {
    /// The initial state violates the invariant.
    Start,
    /// A step leads out of it.
    Step,
    /// A goal state satisfies the invariant.
    Goal,
}

impl InvariantFormula {
    /// All three formulas.
    pub const ALL: [Self; 3] = [Self::Start, Self::Step, Self::Goal];

    /// Returns the file of the formula, that of the proof of its unsatisfiability, and the statement of the formula.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Start => ["start.cnf", "start.lrat", "The invariant does not hold in the initial state."],
            Self::Step => {
                ["step.cnf", "step.lrat", "A step leads from a state with the invariant to one without it."]
            }
            Self::Goal => ["goal.cnf", "goal.lrat", "The invariant holds in a goal state."],
        }
    }

    /// Returns the file of the formula.
    pub fn formula_file(self) -> &'static str {
        self.words()[0]
    }

    /// Returns the file of the proof that it has no model.
    pub fn proof_file(self) -> &'static str {
        self.words()[1]
    }

    /// Returns the statement of the formula.
    pub fn title(self) -> &'static str {
        self.words()[2]
    }

    /// Returns the number of its steps.
    pub fn n_steps(self) -> usize {
        usize::from(self == Self::Step)
    }

    /// Checks whether it assumes the invariant in its first frame.
    pub fn assumes(self) -> bool {
        self != Self::Start
    }

    /// Checks whether it negates the invariant in its last frame.
    pub fn violates(self) -> bool {
        self != Self::Goal
    }

    /// Returns the number of its variables.
    pub fn n_vars(self, specification: &Specification, invariant: &Cnf) -> usize {
        let n_violations = if self.violates() { invariant.len() } else { 0 };
        specification.n_vars(self.n_steps()) + n_violations
    }

    /// Returns the literal "clause `clause` of the invariant is violated in the last frame".
    pub fn violation(self, specification: &Specification, clause: usize) -> Lit {
        Var::from_index(specification.n_vars(self.n_steps()) + clause).positive()
    }

    /// Returns its parts of the specification, in their order, each with its frame.
    pub fn parts(self) -> impl Iterator<Item = (SpecificationPart, usize)> {
        Specification::parts(self.n_steps()).filter(move |(part, _)| match part {
            SpecificationPart::Start => !self.assumes(),
            SpecificationPart::Goal => !self.violates(),
            _ => true,
        })
    }

    /// Returns its clauses, in order.
    pub fn clauses(self, specification: &Specification, invariant: &Cnf) -> Cnf {
        let (propositions, n_steps) = (specification.propositions(), self.n_steps());
        let mut cnf = Cnf::default();
        if self.assumes() {
            invariant.clauses().for_each(|clause| cnf.push(clause));
        }
        for (part, frame) in self.parts() {
            for clause in specification.clauses(part) {
                cnf.push(&clause.iter().map(|lit| propositions.at(*lit, frame)).collect::<Vec<Lit>>());
            }
        }
        if self.violates() {
            for (number, clause) in invariant.clauses().enumerate() {
                let violated = self.violation(specification, number);
                clause.iter().for_each(|lit| cnf.push(&[!violated, !propositions.at(*lit, n_steps)]));
            }
            let any = (0..invariant.len()).map(|number| self.violation(specification, number));
            cnf.push(&any.collect::<Vec<Lit>>());
        }
        cnf
    }

    /// Writes the formula in the DIMACS format; `task` must be the one that the specification was built from.
    pub fn write(
        self,
        task: &Task,
        specification: &Specification,
        invariant: &Cnf,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "c {}", self.title())?;
        specification.write_names(task, out)?;
        let clauses = self.clauses(specification, invariant);
        writeln!(out, "p cnf {} {}", self.n_vars(specification, invariant), clauses.len())?;
        clauses.clauses().try_for_each(|clause| write_clause(clause, out))?;
        out.flush()
    }
}

/// Writes an invariant in the DIMACS format.
pub fn write_invariant(
    task: &Task,
    specification: &Specification,
    invariant: &Cnf,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "c Every state that can be reached satisfies these clauses.")?;
    specification.write_names(task, out)?;
    writeln!(out, "p cnf {} {}", specification.propositions().n_facts(), invariant.len())?;
    invariant.clauses().try_for_each(|clause| write_clause(clause, out))?;
    out.flush()
}

/// Parses an invariant over `n_propositions` propositions: a clause a line, with a space after each number and a 0 at the end;
/// lines with `c` and `p` are skipped. The error is the first invalid line, counted from 1.
pub(super) fn read_invariant(text: &str, n_propositions: usize) -> Result<Cnf, usize> {
    let mut invariant = Cnf::default();
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with(['c', 'p']) {
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let Some((&"0", words)) = words.split_last() else { return Err(number) };
        let lits = words.iter().map(|word| {
            // Canonical form: no plus sign, no leading zero.
            let value = word.parse().ok().filter(|value: &i32| value.to_string() == **word);
            let lit = value.and_then(Lit::from_dimacs);
            lit.filter(|lit| lit.var().index() < n_propositions)
        });
        let clause: Vec<Lit> = lits.collect::<Option<_>>().ok_or(number)?;
        invariant.push(&clause);
    }
    Ok(invariant)
}
