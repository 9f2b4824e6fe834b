//! Checking that no plan is cheaper: the formula of the cost, written again, and the proof that it has no model.

use super::folder::{CheckedFolder, VerifyError, unreadable};
use super::lrat::LratChecker;
use crate::certificate::cost::{CostFormula, LandmarkSet};
use crate::certificate::manifest::{FORMULA, LANDMARKS, PROOF, TASK};
use crate::certificate::specification::Specification;
use crate::task::Task;
use crate::text::MAX_INPUT_BYTES;

/// Checks that no plan of an affirmative task costs at most `bound`: what is proved of so many steps and a relaxed rest.
pub(super) fn check_cost(
    folder: &mut CheckedFolder<'_>,
    task: &Task,
    specification: &Specification,
    bound: u128,
    n_steps: usize,
) -> Result<(), VerifyError> {
    let text = folder.read(LANDMARKS, MAX_INPUT_BYTES)?;
    let sets = LandmarkSet::read_all(task, specification.propositions(), text.text())
        .map_err(|line| unreadable(LANDMARKS, format!("line {line} is no set of facts")))?;
    let formula = CostFormula::of(task, specification, n_steps, bound);
    let mut formula = formula.map_err(|error| unreadable(TASK, error))?;
    for set in &sets {
        formula.add(set).map_err(|error| unreadable(LANDMARKS, error))?;
        folder.go_on()?;
    }
    let what = format!("a plan of cost at most {bound}, of {n_steps} steps and a relaxed rest");
    if !folder.compare(FORMULA, |out| formula.write(task, out))? {
        return Err(VerifyError::Wrong(format!("{FORMULA} is not the formula for {what}")));
    }
    folder.tell(format!("{FORMULA} says that there is {what}, with {} sets of landmarks", sets.len()));
    let mut checker = LratChecker::default();
    formula.for_each_clause(|clause| {
        checker.add_clause(clause);
        folder.go_on()
    })?;
    folder.proof(checker, PROOF, FORMULA)
}
