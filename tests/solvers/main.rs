//! Solvers from elsewhere: shared libraries and programs, good ones and such as fail.
//!
//! A good library goes through the whole suite in `tests/solver_conformance.rs`; a process for every call would take
//! too long there, so programs have their own here.

#![allow(clippy::unwrap_used)]

#[path = "../common/foreign.rs"]
mod foreign;

mod horizons;
mod library;
mod misbehaviour;
mod names;
mod program;

use bmcplan::formula::Lit;
use bmcplan::solver::{Answer, Solver, SolverKind};
use bmcplan::stop::Stop;

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

fn loaded(kind: &SolverKind, clauses: &[&[i32]], stop: &Stop) -> Box<dyn Solver> {
    let mut solver = kind.build(stop).unwrap();
    clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
    solver
}

fn solve(solver: &mut dyn Solver, assumptions: &[i32]) -> Answer {
    solver.solve(&lits(assumptions)).unwrap()
}
