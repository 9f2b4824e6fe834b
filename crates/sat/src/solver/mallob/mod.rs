//! Mallob, a service of SAT solving on many machines (Schreiber, Sanders: "Scalable SAT solving in the cloud", SAT 2021),
//! through the folder of its JSON interface.
//!
//! Every call of `solve` is a job: a file in the folder `in`, the answer in the folder `out`. Statements about Mallob here are
//! from its sources of August 2026 (`src/interface/json_interface.cpp`, `src/core/client.cpp`, `src/app/sat`).
//!
//! # Trust
//!
//! Models are checked against all clauses and assumptions first. A refutation is accepted unchecked. An incremental job names
//! the failed assumptions. Of another job all are taken as failed, since its solver may not report them.
//!
//! The service gives no proofs: Mallob writes proofs only where it solves a single file and ends (`-mono`).

mod client;
mod job_answer;
mod mailbox;

use std::path::{Path, PathBuf};

use client::Client;
use itertools::Itertools as _;
use job_answer::JobAnswer;
use mailbox::Mailbox;

use bmcplan_base::ordered::Set;
use bmcplan_base::stop::Stop;
use bmcplan_formula::{Cnf, Lit};

use crate::solver::answer::n_vars_of;
use crate::solver::{Answer, Evidence, Solver, SolverError};

pub(super) struct Mallob {
    service: PathBuf,
    name: String,
    stop: Stop,
    /// `None` before the first job.
    client: Option<Client>,
    clauses: Cnf,
    /// True if one of the clauses is empty.
    is_false: bool,
    n_vars: usize,
    evidence: Evidence,
}

impl Mallob {
    pub(super) fn find(folder: &Path, name: String, stop: Stop) -> Result<Self, SolverError> {
        let missing = |cause| SolverError::Missing { solver: name.clone(), cause };
        let service = Mailbox::find(folder).map_err(missing)?;
        let (clauses, evidence) = (Cnf::default(), Evidence::None);
        Ok(Self { service, name, stop, client: None, clauses, is_false: false, n_vars: 0, evidence })
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<(Answer, Evidence), String> {
        let client = match &mut self.client {
            Some(client) => client,
            None => match Client::open(&self.service, &self.stop)? {
                Ok(client) => self.client.insert(client),
                Err(reason) => return Ok((Answer::Stopped(reason), Evidence::None)),
            },
        };
        match client.ask(&self.clauses, assumptions, self.n_vars, &self.stop)? {
            Err(reason) => Ok((Answer::Stopped(reason), Evidence::None)),
            Ok(JobAnswer::Model(values)) => {
                Ok((Answer::Satisfiable, Evidence::checked_model(values, &self.clauses, assumptions)?))
            }
            Ok(JobAnswer::Refuted(blamed)) => {
                let blamed = blamed.filter(|_| client.is_incremental());
                Ok((Answer::Unsatisfiable, Evidence::Failed(failed(blamed.as_deref(), assumptions)?)))
            }
            Ok(JobAnswer::Unknown) => {
                Err("it gave up: `UNKNOWN`, although nothing stopped it; it may have a limit of its own"
                    .to_owned())
            }
        }
    }
}

/// Returns the failed assumptions: those of the answer, or all.
fn failed(blamed: Option<&[i32]>, assumptions: &[Lit]) -> Result<Vec<Lit>, String> {
    let all = assumptions.iter().copied().unique();
    let Some(blamed) = blamed else { return Ok(all.collect()) };
    let mut blamed: Set<i32> = blamed.iter().copied().collect();
    let failed = all.filter(|lit| blamed.remove(&lit.to_dimacs())).collect();
    match blamed.first() {
        Some(number) => Err(format!("it blames {number}, which was not assumed")),
        None => Ok(failed),
    }
}

impl Solver for Mallob {
    fn reserve(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        self.n_vars = self.n_vars.max(n_vars);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.reserve(n_vars_of(clause));
        self.is_false |= clause.is_empty();
        self.clauses.push(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.reserve(n_vars_of(assumptions));
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        let answer = if self.is_false {
            Ok((Answer::Unsatisfiable, Evidence::Failed(Vec::new())))
        } else if self.clauses.is_empty() && assumptions.is_empty() {
            Ok((Answer::Satisfiable, Evidence::model(self.n_vars, [])))
        } else {
            self.ask(assumptions)
        };
        let (answer, evidence) =
            answer.map_err(|cause| SolverError::Foreign { solver: self.name.clone(), cause })?;
        self.evidence = evidence;
        Ok(answer)
    }

    fn evidence(&self) -> &Evidence {
        &self.evidence
    }
}
