//! All solvers against one contract (`conformance`), and foreign solvers: shared libraries, programs and services, good ones
//! and such as fail. A process for every call would take too long in `conformance`, so programs have tests of their own.

mod conformance;
mod fake_mallob;
mod horizons;
mod library;
mod lits;
mod mallob;
mod misbehaviour;
mod names;
mod program;
mod proofs;
mod stand_in;
#[cfg(feature = "prisoners")]
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
