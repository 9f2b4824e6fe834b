//! States as PDR sees them: the variables of a frame that the next step depends on.
//!
//! These are the facts, and whatever else a transition clause mentions in the next frame. Mostly the facts that are true
//! say all: exactly one value of each variable, and the rest follows from the universal clauses. Then cubes are made of
//! such facts alone, and that they are is asked of a solver, not assumed. There are encodings in which it takes the first
//! state and induction to see it; for them a state is all of its literals, true and false.

use std::collections::BTreeSet;

use super::halt::Halt;
use super::step_solver::add;
use crate::encode::TransitionSystem;
use crate::formula::{Lit, Var};
use crate::solver::{Answer, SolverKind};
use crate::stop::Stop;

/// A set of literals whose values in a frame determine the state.
pub(super) fn literals(system: &TransitionSystem, kind: &SolverKind, stop: &Stop) -> Result<Vec<Lit>, Halt> {
    let facts: Vec<Lit> = system.state_literals().collect();
    let vars = carried(system);
    if determine(&facts, &vars, system, kind, stop)? {
        return Ok(facts);
    }
    log::debug!("true facts alone do not tell the state");
    let vars: BTreeSet<Var> = facts.iter().map(|lit| lit.var()).chain(vars).collect();
    Ok(vars.into_iter().flat_map(|var| [var.positive(), var.negative()]).collect())
}

/// What is carried over from a frame to the next, except whether it is idle: no frame before the goal is.
fn carried(system: &TransitionSystem) -> BTreeSet<Var> {
    let lits = system.transition().clauses().flatten();
    let next = lits.filter_map(|lit| lit.var().index().checked_sub(system.n_vars()));
    next.map(Var::from_index).filter(|var| *var != system.idle().var()).collect()
}

/// Whether frames are the same in `vars` where the true ones of `lits` are: no two frames are found that differ there
/// although all of these literals that are true in the one are true in the other.
fn determine(
    lits: &[Lit],
    vars: &BTreeSet<Var>,
    system: &TransitionSystem,
    kind: &SolverKind,
    stop: &Stop,
) -> Result<bool, Halt> {
    let n_vars = system.n_vars();
    let other = |lit: Lit| Var::from_index(n_vars + lit.var().index()).lit(lit.is_positive());
    let mut solver = kind.build(stop)?;
    solver.reserve(2 * n_vars);
    add(&mut *solver, system.universal(), 0);
    add(&mut *solver, system.universal(), n_vars);
    lits.iter().for_each(|lit| solver.add_clause(&[!*lit, other(*lit)]));
    let mut differences = Vec::with_capacity(vars.len());
    for (index, var) in vars.iter().enumerate() {
        let (here, there) = (var.positive(), other(var.positive()));
        let differ = Var::from_index(2 * n_vars + index).positive();
        solver.add_clause(&[!differ, here, there]);
        solver.add_clause(&[!differ, !here, !there]);
        differences.push(differ);
    }
    solver.add_clause(&differences);
    match solver.solve(&[])? {
        Answer::Unsatisfiable => Ok(true),
        Answer::Satisfiable => Ok(false),
        Answer::Stopped(reason) => Err(Halt::Stopped(reason)),
    }
}
