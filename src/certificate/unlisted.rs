//! The formula that says that there is a plan that is not listed.
//!
//! `docs/certificates.md`, "All shortest plans", defines it: the [specification](Specification), and for each plan that is listed
//! the clause that some step has another choice than that of the plan.
//!
//! **Architecture Invariant:** this shares no code with encodings.

use std::io::{self, Write};

use super::plan_list::OperatorLists;
use super::specification::Specification;
use crate::formula::{Lit, write_clause};
use crate::task::Task;

/// The formula that there is a plan of at most so many steps which is none of these.
#[derive(Debug, Clone, Copy)]
pub struct UnlistedFormula<'a> {
    /// The specification of the task.
    pub specification: &'a Specification,
    /// The number of steps.
    pub n_steps: usize,
    /// Plans of so many steps.
    pub plans: &'a OperatorLists,
}

impl UnlistedFormula<'_> {
    /// How many clauses it has.
    pub fn n_clauses(&self) -> usize {
        self.specification.n_clauses(self.n_steps) + self.plans.len()
    }

    /// Calls with each clause, in order.
    ///
    /// # Errors
    /// What the call gives.
    pub fn for_each_clause<E>(&self, mut each: impl FnMut(&[Lit]) -> Result<(), E>) -> Result<(), E> {
        self.specification.for_each_clause(self.n_steps, &mut each)?;
        let propositions = self.specification.propositions();
        for plan in self.plans {
            let runs = plan.iter().enumerate().map(|(t, id)| propositions.at(propositions.operator(*id), t));
            each(&runs.map(|lit| !lit).collect::<Vec<Lit>>())?;
        }
        Ok(())
    }

    /// Writes it in the DIMACS format; `task` is the one that the specification was made of.
    ///
    /// # Errors
    /// What the writer gives.
    pub fn write(&self, task: &Task, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "c There is a plan of at most {} steps that is not listed.", self.n_steps)?;
        self.specification.write_names(task, &mut out)?;
        writeln!(out, "p cnf {} {}", self.specification.n_vars(self.n_steps), self.n_clauses())?;
        self.for_each_clause(|clause| write_clause(clause, &mut out))?;
        out.flush()
    }
}
