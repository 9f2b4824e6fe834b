//! Proofs that certificates are made of: they exist exactly where the oracle finds no shorter plan, and the checker accepts them.

use std::convert::Infallible;

use bmcplan::encode::StepOptions;
use bmcplan::formula::Cnf;
use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan_certify::{CertifyError, prove_no_plan, sharing, write_makespan_proof, write_proof};
use bmcplan_verify::{InvariantFormula, LratChecker, LratError, Specification};

use super::claims::fewest_steps;
use super::problem::Problem;
use crate::common::served::check_proof;

/// The number of steps of the longest plan that a task without any plan is shown not to have.
const FAR: usize = 5;

/// The checker's verdicts on the proofs about the formulas of an invariant, up to the first that it refuses.
pub(crate) fn check_invariant(task: &Task, invariant: &Cnf, proofs: &[Vec<u8>; 3]) -> Result<(), LratError> {
    let specification = Specification::of(task);
    InvariantFormula::ALL.into_iter().zip(proofs).try_for_each(|(formula, proof)| {
        let mut checker = LratChecker::default();
        formula.clauses(&specification, invariant).clauses().for_each(|clause| checker.add_clause(clause));
        checker.check(&proof[..]).map(drop)
    })
}

/// Proofs of "no plan" exist exactly where the oracle finds none.
pub(crate) fn check_no_plan(task: &Task, optimum: Option<usize>) {
    let task = task.affirmative().unwrap();
    match (prove_no_plan(&task, &Specification::of(&task), &Stop::default()), optimum) {
        (Ok(proved), None) => check_invariant(&task, &proved.invariant, &proved.proofs).unwrap(),
        (Err(CertifyError::Reached(length)), Some(optimum)) => assert_eq!(length, optimum),
        (other, optimum) => panic!("{optimum:?}: {:?}", other.map(|proved| proved.invariant)),
    }
}

/// Shorter plans are refuted, and shortest ones are not.
pub(crate) fn check_lengths(problem: &Problem) {
    let optimum = problem.graph.shortest();
    let task = problem.task.affirmative().unwrap();
    let specification = Specification::of(&task);
    let prove = |n_steps| {
        let mut proof = Vec::new();
        write_proof(&task, &specification, n_steps, None, &Stop::default(), &mut proof).map(|_| proof)
    };
    if let Some(below) = optimum.map_or(Some(FAR), |length| length.checked_sub(1)) {
        check_proof(&task, below, &prove(below).unwrap()).unwrap();
    }
    if let Some(length) = optimum {
        assert!(matches!(prove(length), Err(CertifyError::Reached(n)) if n == length));
    }
}

/// The proof covers all smaller makespans, and no more.
pub(crate) fn check_makespans(problem: &Problem, step: &StepOptions) {
    let stop = &Stop::default();
    let Some(sharing) = sharing(&problem.task, step, stop).unwrap() else { return };
    let expected = fewest_steps(problem, step);
    let task = problem.task.affirmative().unwrap();
    let specification = Specification::of_shared_steps(&task, &sharing).unwrap();
    let prove = |n_steps| {
        let mut proof = Vec::new();
        write_makespan_proof(&task, &specification, n_steps, stop, &mut proof).map(|()| proof)
    };
    if let Some(below) = expected.map_or(Some(FAR), |steps| steps.checked_sub(1)) {
        let proof = prove(below).unwrap();
        let mut checker = LratChecker::default();
        let Ok(()) = specification.for_each_clause(below, |clause| {
            checker.add_clause(clause);
            Ok::<(), Infallible>(())
        });
        checker.check(&proof[..]).unwrap();
    }
    if let Some(steps) = expected {
        assert!(matches!(prove(steps), Err(CertifyError::Reached(n)) if n == steps), "{steps}");
    }
}
