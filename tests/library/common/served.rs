//! Refutations that a run has kept, held against the formula that certificates are about.

use std::convert::Infallible;

use bmcplan::stop::Stop;
use bmcplan::task::Task;
use bmcplan_certify::write_proof;
use bmcplan_planner::{Outcome, Report};
use bmcplan_verify::{LratChecker, LratError, Specification};

/// The checker's verdict on a proof about the formula for so many steps.
pub fn check_proof(task: &Task, n_steps: usize, proof: &[u8]) -> Result<u64, LratError> {
    let mut checker = LratChecker::default();
    let Ok(()) = Specification::of(task).for_each_clause(n_steps, |clause| {
        checker.add_clause(clause);
        Ok::<(), Infallible>(())
    });
    checker.check(proof)
}

/// The refutation that a report has serves as a proof below its plan, if there is a plan and the task has one formula with and without
/// negations.
pub fn check_served(task: &Task, report: &Report) {
    let Outcome::Solved { plan, .. } = &report.outcome else { return };
    let Some(below) = plan.length().checked_sub(1) else { return };
    let affirmative = task.affirmative().unwrap();
    if task.clock().is_none() && affirmative.operators().len() == task.operators().len() {
        let specification = Specification::of(&affirmative);
        let (mut proof, found) = (Vec::new(), report.refutation.as_deref());
        let served =
            write_proof(&affirmative, &specification, below, found, &Stop::default(), &mut proof).unwrap();
        assert!(served, "{report:?}");
        check_proof(&affirmative, below, &proof).unwrap();
    }
}
