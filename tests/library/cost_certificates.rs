//! Proofs and recounts of least costs are made where uniform-cost search agrees, and formulas of what can be had have models,
//! whatever sets of landmarks they are given.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use bmcplan::solver::{Answer, SolverKind};
use bmcplan::stop::Stop;
use bmcplan::task::{Literal, State, Task};
use bmcplan_certify::{CertifyError, CostProof, prove_cost};
use bmcplan_verify::{
    CostFormula, CostFormulaError, Distance, LandmarkSet, LratChecker, LratError, MAX_STATES, RecountError,
    Specification, TooManyVariables, recount_cheaper_states,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::cases::cases;
use crate::common::cheapest::{cheapest, costs};
use crate::common::tasks::tasks;
use crate::schedules::counter;

/// Affirmative tasks with costs.
fn tasks_with_costs() -> impl Strategy<Value = Task> {
    tasks().prop_flat_map(costs).prop_map(|task| task.affirmative().unwrap())
}

/// The distance of each state.
fn distances(task: &Task) -> BTreeMap<State, Distance> {
    let mut found: BTreeMap<State, Distance> = BTreeMap::new();
    let mut open = BTreeSet::from([(Distance::default(), task.initial().clone())]);
    while let Some((distance, state)) = open.pop_first() {
        if found.contains_key(&state) {
            continue;
        }
        let extended = task.extend(&state);
        for id in task.operator_ids() {
            if let Ok(next) = extended.successor(id) {
                let cost = distance.cost + u128::from(task.operator(id).cost);
                open.insert((Distance { cost, steps: distance.steps + 1 }, next));
            }
        }
        found.insert(state, distance);
    }
    found
}

/// The checker's verdict on a proof about the formula with these parts.
fn check(
    task: &Task,
    bound: u128,
    n_steps: usize,
    landmarks: &[LandmarkSet],
    proof: &[u8],
) -> Result<u64, LratError> {
    let specification = Specification::of(task);
    let mut formula = CostFormula::of(task, &specification, n_steps, bound).unwrap();
    landmarks.iter().try_for_each(|set| formula.add(set).map(|_| ())).unwrap();
    let mut checker = LratChecker::default();
    let Ok(()) = formula.for_each_clause(|clause| {
        checker.add_clause(clause);
        Ok::<(), Infallible>(())
    });
    checker.check(proof)
}

/// Does the formula have a model?
fn has_model(formula: &CostFormula<'_>) -> bool {
    let mut solver = SolverKind::default().build(&Stop::default()).unwrap();
    let Ok(()) = formula.for_each_clause(|clause| {
        solver.add_clause(clause);
        Ok::<(), Infallible>(())
    });
    solver.solve(&[]).unwrap() == Answer::Satisfiable
}

/// The facts of a frame that may be landmarks.
fn landmark_facts(task: &Task) -> Vec<usize> {
    let propositions = Specification::of(task).propositions().clone();
    let facts = task.variable_ids().flat_map(|var| task.facts(var)).map(Literal::from);
    let derived = task.derived_ids().map(Literal::from);
    facts.chain(derived).map(|literal| propositions.literal(literal).var().index()).collect()
}

/// The greatest number of steps before the rest.
const MOST_STEPS: usize = 8;

fn prove(task: &Task, bound: u128) -> Result<CostProof, CertifyError> {
    prove_cost(task, &Specification::of(task), bound, MOST_STEPS, &Stop::default())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_recount_of_costs_finds_what_search_finds(task in tasks_with_costs(), cost in 0..5_u128, steps in 0..4_usize) {
        let all = distances(&task);
        let goal = cheapest(&task).map(|(cost, steps)| Distance { cost, steps });
        for before in goal.into_iter().chain([Distance { cost, steps }]) {
            let n_states = all.values().filter(|distance| **distance < before).count();
            let found = recount_cheaper_states(&task, before, MAX_STATES, &Stop::default());
            match goal.filter(|goal| *goal < before) {
                None => prop_assert_eq!(found, Ok(n_states)),
                Some(goal) => prop_assert_eq!(found, Err(RecountError::Cheaper(goal))),
            }
            if let Some(most) = n_states.checked_sub(1).filter(|_| goal.is_none_or(|goal| before <= goal)) {
                let found = recount_cheaper_states(&task, before, most, &Stop::default());
                prop_assert_eq!(found, Err(RecountError::More(most)));
            }
        }
    }

    /// No set of facts excludes a plan.
    #[test]
    fn formulas_of_what_can_be_had_have_models(
        task in tasks_with_costs(),
        n_steps in 0..5_usize,
        more in 0..3_u128,
        sets in vec(vec(any::<Index>(), 1..6), 0..12),
    ) {
        let Some((cost, _)) = cheapest(&task) else { return Ok(()) };
        let (specification, facts) = (Specification::of(&task), landmark_facts(&task));
        let Ok(mut formula) = CostFormula::of(&task, &specification, n_steps, cost + more) else { return Ok(()) };
        for set in sets {
            formula.add(&LandmarkSet::of(set.iter().map(|index| facts[index.index(facts.len())]))).unwrap();
        }
        prop_assert!(has_model(&formula));
    }

    /// What is proved is proved to the checker, and nothing is proved of what can be had; the proof of one formula is none of
    /// another that has a model.
    #[test]
    fn proofs_that_nothing_is_cheaper(task in tasks_with_costs()) {
        let Some((cost, _)) = cheapest(&task) else { return Ok(()) };
        match prove(&task, cost) {
            Err(CertifyError::CostProof(_)) => {}
            other => prop_assert!(false, "{:?}", other.map(|_| ())),
        }
        let Some(bound) = cost.checked_sub(1) else { return Ok(()) };
        match prove(&task, bound) {
            Ok(CostProof { n_steps, landmarks, proof }) => {
                check(&task, bound, n_steps, &landmarks, &proof).unwrap();
                let unit_pays = check(&task, cost, n_steps, &landmarks, &proof);
                prop_assert!(unit_pays.is_err());
            }
            // Free operators, costs below a thousandth of others, or plans that are longer.
            Err(CertifyError::CostProof(_)) => {}
            Err(error) => prop_assert!(false, "{error}"),
        }
    }

    /// Where no operator is free, enough steps are as many as the cost pays for.
    #[test]
    fn without_free_operators_there_is_a_proof(task in tasks(), prices in vec(2..4_u64, 1..9)) {
        let task = task.affirmative().unwrap();
        let prices: Vec<u64> = prices.into_iter().cycle().take(task.operators().len()).collect();
        let task = crate::common::cheapest::with_costs(&task, &prices);
        let Some((cost, _)) = cheapest(&task).filter(|(cost, _)| (1..14).contains(cost)) else { return Ok(()) };
        let CostProof { n_steps, landmarks, proof } = prove(&task, cost - 1).unwrap();
        check(&task, cost - 1, n_steps, &landmarks, &proof).unwrap();
    }
}

#[test]
fn costs_with_too_many_sums_are_refused() {
    let task = crate::common::cheapest::with_costs(
        &counter(40, false),
        &(0..40).map(|n| 1 << n).collect::<Vec<u64>>(),
    );
    let specification = Specification::of(&task);
    let refused = CostFormula::of(&task, &specification, 0, 1 << 41).map(|_| ());
    assert_eq!(refused, Err(CostFormulaError::Sums));
    let task = crate::common::cheapest::with_costs(&counter(3, false), &[0; 3]);
    let refused = CostFormula::of(&task, &Specification::of(&task), 0, 1).map(|_| ());
    assert_eq!(refused, Err(CostFormulaError::Free));
}

#[test]
fn formulas_of_too_many_steps_are_refused() {
    let task = crate::common::cheapest::with_costs(&counter(3, false), &[1; 3]);
    let specification = Specification::of(&task);
    let refused = CostFormula::of(&task, &specification, 1 << 26, 1).map(|_| ());
    assert_eq!(refused, Err(CostFormulaError::Variables(TooManyVariables)));
}
