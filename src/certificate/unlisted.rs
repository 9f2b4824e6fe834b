//! The formula "there is a plan that is not listed".
//!
//! `docs/certificates.md`, "All shortest plans", defines it: the [specification](Specification), and for each plan that is listed
//! the clause that some step has another choice than that of the plan. Where a step has several
//! [cases](crate::task::OperatorNames::cases), a variable of their own stands for them.
//!
//! **Architecture Invariant:** this shares no code with encodings.

use std::collections::HashMap;
use std::io::{self, Write};

use super::plan_list::ListedPlan;
use super::specification::Specification;
use crate::formula::{Lit, Var, write_clause};
use crate::task::{OperatorId, Task};

/// The formula that there is a plan of at most so many steps which is none of these.
#[derive(Debug, Clone)]
pub struct UnlistedFormula<'a> {
    specification: &'a Specification,
    n_steps: usize,
    plans: &'a [ListedPlan],
    /// The frames and cases that have variables, in the order of these.
    cases: Vec<FrameCases<'a>>,
    /// The place of each of them.
    places: HashMap<(usize, &'a [OperatorId]), usize>,
}

/// Several cases of the step from a frame.
#[derive(Debug, Clone, Copy)]
struct FrameCases<'a> {
    frame: usize,
    operators: &'a [OperatorId],
    /// The number of clauses about those before it.
    n_clauses: usize,
}

impl<'a> UnlistedFormula<'a> {
    /// The formula that there is a plan of at most `n_steps` steps which is none of these, which have so many.
    pub fn of(specification: &'a Specification, n_steps: usize, plans: &'a [ListedPlan]) -> Self {
        let (mut cases, mut places) = (Vec::new(), HashMap::new());
        let mut n_clauses = 0;
        for (frame, operators) in plans.iter().flat_map(|plan| plan.steps().iter().enumerate()) {
            if 1 < operators.len() && !places.contains_key(&(frame, &**operators)) {
                places.insert((frame, &**operators), cases.len());
                cases.push(FrameCases { frame, operators, n_clauses });
                n_clauses += operators.len();
            }
        }
        Self { specification, n_steps, plans, cases, places }
    }

    /// The number of its variables.
    pub fn n_vars(&self) -> usize {
        self.specification.n_vars(self.n_steps) + self.n_case_vars()
    }

    /// The number of variables for the cases of a step. They come behind those of the specification.
    pub fn n_case_vars(&self) -> usize {
        self.cases.len()
    }

    /// The literal that one of these cases runs in the step from a frame. None if no plan has them there.
    pub fn runs(&self, frame: usize, cases: &[OperatorId]) -> Option<Lit> {
        if let [id] = cases {
            let propositions = self.specification.propositions();
            return Some(propositions.at(propositions.operator(*id), frame));
        }
        let place = self.places.get(&(frame, cases))?;
        Some(Var::from_index(self.specification.n_vars(self.n_steps) + place).lit(true))
    }

    /// The numbers, from 0, of the clauses that say that the literal of these cases is true if one of them runs.
    pub fn clauses_of_cases(&self, frame: usize, cases: &[OperatorId]) -> std::ops::Range<usize> {
        let place = self.places.get(&(frame, cases)).map(|place| &self.cases[*place]);
        place.map_or(0..0, |found| {
            let first = self.specification.n_clauses(self.n_steps) + found.n_clauses;
            first..first + found.operators.len()
        })
    }

    /// The number, from 0, of the clause of a plan.
    pub fn clause_of_plan(&self, place: usize) -> usize {
        let of_cases = self.cases.last().map_or(0, |last| last.n_clauses + last.operators.len());
        self.specification.n_clauses(self.n_steps) + of_cases + place
    }

    /// The number of its clauses.
    pub fn n_clauses(&self) -> usize {
        self.clause_of_plan(self.plans.len())
    }

    /// Calls with each clause, in order.
    ///
    /// # Errors
    /// The errors of the call.
    pub fn for_each_clause<E>(&self, mut each: impl FnMut(&[Lit]) -> Result<(), E>) -> Result<(), E> {
        self.specification.for_each_clause(self.n_steps, &mut each)?;
        for FrameCases { frame, operators, .. } in &self.cases {
            let one_runs = self.runs(*frame, operators);
            for id in *operators {
                let runs = self.runs(*frame, &[*id]).map(|runs| !runs);
                each(&runs.into_iter().chain(one_runs).collect::<Vec<Lit>>())?;
            }
        }
        for plan in self.plans {
            let runs = plan.steps().iter().enumerate().filter_map(|(t, cases)| self.runs(t, cases));
            each(&runs.map(|lit| !lit).collect::<Vec<Lit>>())?;
        }
        Ok(())
    }

    /// Writes it in the DIMACS format; `task` is the one that the specification was made of.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, task: &Task, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "c There is a plan of at most {} steps that is not listed.", self.n_steps)?;
        self.specification.write_names(task, &mut out)?;
        writeln!(out, "p cnf {} {}", self.n_vars(), self.n_clauses())?;
        self.for_each_clause(|clause| write_clause(clause, &mut out))?;
        out.flush()
    }
}
