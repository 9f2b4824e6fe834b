//! Solvers from elsewhere: shared libraries and programs, good ones and such as fail.
//!
//! A good library goes through the whole suite in `tests/solver_conformance.rs`; a process for every call would take
//! too long there, so programs have their own here.

#![allow(clippy::unwrap_used)]

#[path = "../common/foreign.rs"]
mod foreign;
#[path = "../common/lits.rs"]
mod lits;

mod horizons;
mod library;
mod misbehaviour;
mod names;
mod program;
mod stand_in;
mod trust;

use bmcplan::solver::{Answer, Solver, SolverKind};
use bmcplan::stop::Stop;

use lits::lits;

fn loaded(kind: &SolverKind, clauses: &[&[i32]], stop: &Stop) -> Box<dyn Solver> {
    let mut solver = kind.build(stop).unwrap();
    clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
    solver
}

fn solve(solver: &mut dyn Solver, assumptions: &[i32]) -> Answer {
    solver.solve(&lits(assumptions)).unwrap()
}
