//! Certificates of all shortest plans and of their number: a recount finds the number that walks through the states give, and a list
//! is proved to be complete exactly when it is.

use std::collections::HashMap;
use std::convert::Infallible;

use bmcplan::certificate::make::{CertifyError, write_list_proof};
use bmcplan::certificate::{
    ListedPlan, LratChecker, LratError, MAX_STATES, RecountError, Specification, UnlistedFormula, recount,
};
use bmcplan::stop::Stop;
use bmcplan::task::{OperatorId, OperatorNames, State, Task};
use itertools::Itertools as _;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::tasks::tasks;

/// The number of sequences of so many names of operators, from state to state, that lead to the goal.
fn n_walks(task: &Task, length: usize) -> u128 {
    let mut ways: HashMap<State, u128> = [(task.initial().clone(), 1)].into();
    for _ in 0..length {
        let mut next = HashMap::new();
        for (state, n) in ways {
            let extended = task.extend(&state);
            let steps = task.operator_ids().filter_map(|id| Some((id, extended.successor(id).ok()?)));
            for (_, after) in steps.unique_by(|(id, after)| (&task.operator(*id).name, after.clone())) {
                *next.entry(after).or_insert(0) += n;
            }
        }
        ways = next;
    }
    ways.into_iter().filter(|(state, _)| task.extend(state).satisfies(task.goal())).map(|(_, n)| n).sum()
}

/// The number of plans of so many steps, by a recount.
fn recounted(task: &Task, length: usize) -> Result<String, RecountError> {
    let found = recount(task, Some(length), MAX_STATES, &Stop::default());
    found.map(|found| found.n_plans.to_string())
}

/// All plans of so many operators, in order.
fn plans(task: &Task, length: usize) -> Vec<ListedPlan> {
    let mut walks = vec![(Vec::new(), task.initial().clone())];
    for _ in 0..length {
        let mut next = Vec::new();
        for (walk, state) in walks {
            let extended = task.extend(&state);
            for id in task.operator_ids() {
                if let Ok(after) = extended.successor(id) {
                    next.push(([&walk[..], &[id]].concat(), after));
                }
            }
        }
        walks = next;
    }
    walks.retain(|(_, state)| task.extend(state).satisfies(task.goal()));
    let names = OperatorNames::of(task);
    let mut plans: Vec<ListedPlan> =
        walks.iter().map(|(walk, _)| ListedPlan::of(task, &names, walk).unwrap()).collect();
    plans.sort();
    plans.dedup();
    plans
}

/// A proof that there are no other plans.
fn list_proof(task: &Task, n_steps: usize, plans: &[ListedPlan]) -> Result<Vec<u8>, CertifyError> {
    let specification = Specification::of(task);
    let mut proof = Vec::new();
    write_list_proof(task, &specification, n_steps, plans, &Stop::default(), &mut proof).map(|()| proof)
}

/// The checker's verdict.
fn check(task: &Task, n_steps: usize, plans: &[ListedPlan], proof: &[u8]) -> Result<u64, LratError> {
    let specification = Specification::of(task);
    let formula = UnlistedFormula::of(&specification, n_steps, plans);
    let mut checker = LratChecker::default();
    let Ok(()) = formula.for_each_clause(|clause| {
        checker.add_clause(clause);
        Ok::<(), Infallible>(())
    });
    checker.check(proof)
}

/// A recount and a list certify so many shortest plans.
pub(crate) fn check_certificates(task: &Task, length: usize, n_plans: usize) {
    let task = task.affirmative().unwrap();
    assert_eq!(recounted(&task, length).unwrap(), n_plans.to_string());
    let all = plans(&task, length);
    assert_eq!(all.len(), n_plans);
    let proof = list_proof(&task, length, &all).unwrap();
    check(&task, length, &all, &proof).unwrap();
    for left_out in 0..all.len() {
        let mut gap = all.clone();
        gap.remove(left_out);
        assert!(list_proof(&task, length, &gap).is_err());
    }
}

/// Plans of more walks than this are not listed here.
const MOST_WALKS: u128 = 300;

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn as_many_plans_as_walks(task in tasks()) {
        let Some(length) = optimum(&task) else { return Ok(()) };
        let expected = n_walks(&task, length).to_string();
        let task = task.affirmative().unwrap();
        prop_assert_eq!(recounted(&task, length).unwrap(), expected);
        prop_assert_eq!(recounted(&task, length + 1), Err(RecountError::Goal { steps: length }));
        if let Some(below) = length.checked_sub(1) {
            prop_assert_eq!(recounted(&task, below).unwrap(), "0");
        }
    }

    #[test]
    fn complete_lists_are_proved(task in tasks(), left_out: Index) {
        let Some(length @ 1..) = optimum(&task) else { return Ok(()) };
        let task = task.affirmative().unwrap();
        if 4 < length || MOST_WALKS < n_walks(&task, length) {
            return Ok(());
        }
        let all = plans(&task, length);
        prop_assert_eq!(all.len() as u128, n_walks(&task, length));
        let proof = list_proof(&task, length, &all).unwrap();
        check(&task, length, &all, &proof).unwrap();
        // There is no proof that is accepted of a list with a gap.
        let mut gap = all.clone();
        gap.remove(left_out.index(all.len()));
        let refused = matches!(list_proof(&task, length, &gap), Err(CertifyError::Reached(_) | CertifyError::Listed));
        prop_assert!(refused);
        prop_assert!(check(&task, length, &gap, &proof).is_err());
    }

    /// Operators keep their names and order; no plan has one that is left out.
    #[test]
    fn operators_that_an_affirmative_task_keeps(task in tasks()) {
        let affirmative = task.affirmative().unwrap();
        let kept = task.affirmative_operators();
        prop_assert_eq!(kept.len(), affirmative.operators().len());
        for (id, operator) in kept.iter().zip(affirmative.operators()) {
            prop_assert_eq!(&task.operator(*id).name, &operator.name);
        }
        let state = task.initial();
        let (before, after) = (task.extend(state), affirmative.extend(state));
        for (place, id) in kept.iter().enumerate() {
            let place = OperatorId::from_index(place);
            prop_assert_eq!(before.successor(*id).ok(), after.successor(place).ok());
        }
        let can_run = |id: &OperatorId| before.successor(*id).is_ok();
        prop_assert!(task.operator_ids().filter(|id| !kept.contains(id)).all(|id| !can_run(&id)));
    }
}
