//! Proofs that no shorter plan exists are made where breadth-first search agrees, checked, and never accepted of a formula that
//! has a model.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;

use bmcplan::encode::{Reduction, Reductions, StepOptions, Transition};
use bmcplan::formula::{Lit, Var};
use bmcplan::kinds;
use bmcplan::kinds::rush_hour::{self, BoardMetric};
use bmcplan::stop::{Stop, StopReason};
use bmcplan::task::{Fact, Literal, Operator, State, Task, TaskBuilder};
use bmcplan_certify::{CertifyError, prove_no_plan, write_proof};
use bmcplan_planner::{LowerBound, Mode, Options, Strategy};
use bmcplan_verify::{
    LratChecker, LratWriter, MAX_STATES, RecountError, Specification, recount, recount_states,
};
use itertools::Itertools as _;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::cases::cases;
use crate::common::optimum::optimum;
use crate::common::served::{check_proof, check_served};
use crate::common::tasks::{tasks, variables_of};
use crate::sweep::proofs::{check_invariant, check_no_plan};

/// The proof that an affirmative task has no plan of so many steps.
fn proof(task: &Task, n_steps: usize) -> Result<Vec<u8>, CertifyError> {
    let mut proof = Vec::new();
    let specification = Specification::of(task);
    write_proof(task, &specification, n_steps, None, &Stop::default(), &mut proof)?;
    Ok(proof)
}

/// The number of states that fewer steps lead to, or any number of steps, by search; and the least number of steps to a goal
/// among them.
fn searched(task: &Task, n_steps: Option<usize>) -> (usize, Option<usize>) {
    let (mut seen, mut layer) = (HashSet::new(), vec![task.initial().clone()]);
    let (mut steps, mut goal) = (0, None);
    while !layer.is_empty() && n_steps != Some(steps) {
        seen.extend(layer.iter().cloned());
        goal = goal.or_else(|| layer.iter().any(|state| task.is_goal(state)).then_some(steps));
        let next = layer.iter().flat_map(|state| {
            let extended = task.extend(state);
            task.operator_ids().filter_map(|id| extended.successor(id).ok()).collect::<Vec<State>>()
        });
        layer = next.unique().filter(|state| !seen.contains(state)).collect();
        steps += 1;
    }
    (seen.len(), goal)
}

proptest! {
    #![proptest_config(cases(400))]

    /// The proofs of an invariant say nothing of the same task with a goal that can be reached, nor of the invariant without
    /// a clause.
    #[test]
    fn no_invariant_is_accepted_of_a_task_with_a_plan(task in tasks(), walk in 0..9_usize, left_out: Index) {
        let task = task.affirmative().unwrap();
        let proved = prove_no_plan(&task, &Specification::of(&task), &Stop::default());
        if let Ok(proved) = proved {
            let mut builder = variables_of(&task);
            let mut state = task.initial().clone();
            for _ in 0..walk {
                let mut ids = task.operator_ids();
                let Some(next) = ids.find_map(|id| task.extend(&state).successor(id).ok()) else { break };
                state = next;
            }
            task.operators().iter().for_each(|operator| _ = builder.operator(operator.clone()));
            let values = task.variable_ids().zip(state.values());
            builder.goal(values.map(|(var, value)| Fact { var, value: *value }.into()));
            let reached = builder.build().unwrap();
            prop_assert!(check_invariant(&reached, &proved.invariant, &proved.proofs).is_err());
            if !proved.invariant.is_empty() {
                let left_out = left_out.index(proved.invariant.len());
                let clauses = proved.invariant.clauses().enumerate();
                let fewer = clauses.filter(|(index, _)| *index != left_out).map(|(_, clause)| clause).collect();
                prop_assert!(check_invariant(&task, &fewer, &proved.proofs).is_err());
            }
        }
    }

    #[test]
    fn a_recount_finds_what_search_finds(task in tasks(), n_steps in prop::option::of(0..6_usize)) {
        let optimum = optimum(&task);
        let task = task.affirmative().unwrap();
        for n_steps in [n_steps, optimum] {
            let (n_states, goal) = searched(&task, n_steps);
            prop_assert_eq!(goal, optimum.filter(|length| n_steps.is_none_or(|n_steps| *length < n_steps)));
            let found = recount(&task, n_steps, MAX_STATES, &Stop::default());
            let without_plans = recount_states(&task, n_steps, MAX_STATES, &Stop::default());
            prop_assert_eq!(&without_plans, &found.as_ref().map(|found| found.n_states).map_err(Clone::clone));
            match goal {
                None => prop_assert_eq!(found.unwrap().n_states, n_states),
                Some(goal) => prop_assert_eq!(found, Err(RecountError::Goal { steps: goal })),
            }
        }
    }

    #[test]
    fn a_recount_ends_where_there_are_more_states(task in tasks(), below in 1..4_usize) {
        let optimum = optimum(&task);
        let task = task.affirmative().unwrap();
        let n_states = searched(&task, optimum).0;
        prop_assert!(recount(&task, optimum, n_states, &Stop::default()).is_ok());
        if let Some(most) = n_states.checked_sub(below) {
            let found = recount(&task, optimum, most, &Stop::default());
            prop_assert_eq!(found, Err(RecountError::More(most)));
        }
    }

    /// A byte is changed, a part left out or moved: whatever that gives, it is no proof about a formula that has a model.
    #[test]
    fn no_proof_is_accepted_of_a_formula_with_a_model(
        task in tasks(), place: Index, bits: u8, cut in prop::option::of((any::<Index>(), any::<Index>()))
    ) {
        let length = optimum(&task);
        let task = task.affirmative().unwrap();
        if let Some(below) = length.and_then(|length| length.checked_sub(1)) {
            let mut changed = proof(&task, below).unwrap();
            prop_assert!(check_proof(&task, below + 1, &changed).is_err());
            let place = place.index(changed.len());
            changed[place] ^= bits;
            if let Some((from, to)) = cut {
                let (from, to) = (from.index(changed.len()), to.index(changed.len()));
                let part: Vec<u8> = changed.drain(from.min(to)..from.max(to)).collect();
                changed.splice(place.min(changed.len()).., part);
            }
            prop_assert!(check_proof(&task, below + 1, &changed).is_err());
        }
    }
}

#[test]
fn a_recount_is_stopped() {
    let problem = kinds::read(Path::new("instances/sliding/klotski.toml")).unwrap();
    let task = problem.task(None, &Stop::default()).unwrap().affirmative().unwrap();
    let stop = Stop::default();
    stop.raise(StopReason::Memory);
    let found = recount(&task, None, MAX_STATES, &stop);
    assert_eq!(found, Err(RecountError::Stopped(StopReason::Memory)));
}

#[test]
fn puzzles_games_and_plans_with_axioms() {
    for (file, goal) in [
        ("sample02.toml", None),
        ("thinkfun/card01.toml", None),
        ("gdl/buttons-and-lights.kif", Some(100)),
        ("gdl/wolf-goat-cabbage.kif", Some(100)),
        ("pddl/circuit/problem.pddl", None),
        ("pddl/errands/problem.pddl", None),
        ("pddl/suitcase/problem.pddl", None),
    ] {
        let problem = kinds::read(&Path::new("instances").join(file)).unwrap();
        let task = problem.task(goal, &Stop::default()).unwrap();
        let below = optimum(&task).unwrap() - 1;
        let task = task.affirmative().unwrap();
        let proof = proof(&task, below).unwrap_or_else(|error| panic!("{file}: {error}"));
        check_proof(&task, below, &proof).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

/// Threads tell each other what they have learned, and those that keep their derivations do without.
#[test]
fn the_refutation_of_two_threads_serves() {
    let board = rush_hour::read_path(Path::new("instances/thinkfun/card02.toml")).unwrap();
    let task = rush_hour::task(&board, BoardMetric::Slides, &Stop::default()).unwrap();
    let reductions = Reductions::default().without(Reduction::Symmetries);
    let options = Options {
        mode: Mode::Formula(Strategy::Incremental),
        cubes: "landmarks:2".parse().unwrap(),
        search_threads: NonZeroUsize::new(2),
        lower_bound: LowerBound::None,
        step: StepOptions { reductions, ..StepOptions::default() },
        keeps_refutation: true,
        ..Options::default()
    };
    let report = bmcplan_planner::solve(&task, &Transition, &options, &Stop::default(), &mut |_| {}).unwrap();
    check_served(&task, &report);
}

/// The derived variable of the goal stands behind a fact that is always true, and is no choice of facts of one variable.
#[test]
fn an_invariant_about_a_derived_variable() {
    let mut builder = TaskBuilder::default();
    let always = builder.variable("always", ["yes", "no"], 0);
    let seats = ["a", "b", "c", "d"].map(|name| builder.variable(name, ["free", "taken"], 0));
    let fact = |var, value| Fact { var, value };
    let mut crowded = Vec::new();
    for pair in [[seats[0], seats[1]], [seats[2], seats[3]]] {
        for var in pair {
            let free = pair.map(|var| Literal::from(fact(var, 0)));
            builder.operator(Operator::simple("take", free, [fact(var, 1)]));
        }
        crowded.push(pair.map(|var| Literal::from(fact(var, 1))).to_vec());
    }
    let crowded = builder.derived("crowded", crowded);
    builder.goal([fact(always, 0).into(), crowded.into()]);
    let task = builder.build().unwrap();
    check_no_plan(&task, optimum(&task));
}

/// A formula of two clauses, x and x or y, to which a proof adds steps.
pub(crate) fn checked(steps: impl FnOnce(&mut LratWriter<&mut Vec<u8>>)) -> Result<u64, String> {
    let mut checker = LratChecker::default();
    checker.add_clause(&[lit(0)]);
    checker.add_clause(&[lit(0), lit(1)]);
    let mut proof = Vec::new();
    steps(&mut LratWriter::to(&mut proof));
    checker.check(&proof[..]).map_err(|error| error.to_string())
}

pub(crate) fn lit(index: usize) -> Lit {
    Var::from_index(index).positive()
}

#[test]
fn forged_steps_are_refused() {
    let refused = |expected: &str, steps: &dyn Fn(&mut LratWriter<&mut Vec<u8>>)| {
        assert_eq!(checked(|writer| steps(writer)), Err(expected.to_owned()));
    };
    refused("the proof does not end in a contradiction", &|proof| {
        proof.defines(3, &[lit(2), !lit(0)], &[]).unwrap();
        proof.defines(4, &[!lit(2), lit(0)], &[3]).unwrap();
    });
    // A literal that is defined to be true and then to be false.
    refused("step 2 of the proof does not follow from its hints", &|proof| {
        proof.defines(3, &[lit(2)], &[]).unwrap();
        proof.defines(4, &[!lit(2)], &[]).unwrap();
    });
    refused("step 2 of the proof is no definition: clause 3 contradicts it", &|proof| {
        proof.defines(3, &[lit(2)], &[]).unwrap();
        proof.defines(4, &[!lit(2)], &[3]).unwrap();
    });
    // Hidden from the definition by the number of another clause.
    refused("step 2 of the proof is no definition: clause 3 contradicts it", &|proof| {
        proof.defines(3, &[lit(2)], &[]).unwrap();
        proof.defines(4, &[!lit(2)], &[1, 2]).unwrap();
    });
    // A definition of a variable of the formula.
    refused("step 1 of the proof is no definition: clause 1 contradicts it", &|proof| {
        proof.defines(3, &[!lit(0)], &[1]).unwrap();
    });
    refused("step 1 of the proof does not follow from its hints", &|proof| {
        proof.implied(3, &[!lit(0)], &[]).unwrap();
    });
    refused("in step 1 of the proof, hint 2 leaves more than one literal", &|proof| {
        proof.implied(3, &[], &[2]).unwrap();
    });
    refused("step 1 of the proof names clause 7, which does not exist", &|proof| {
        proof.implied(3, &[lit(1)], &[7]).unwrap();
    });
    refused("step 1 of the proof names clause 1, which does not exist", &|proof| {
        proof.forget(&[1]).unwrap();
        proof.implied(3, &[lit(0), lit(1)], &[1]).unwrap();
    });
    refused("step 1 of the proof has the number 2, which is not greater than those before", &|proof| {
        proof.implied(2, &[lit(0)], &[1]).unwrap();
    });
    refused("step 2 of the proof has the number 3, which is not greater than those before", &|proof| {
        proof.implied(3, &[lit(0)], &[1]).unwrap();
        proof.implied(3, &[lit(0)], &[1]).unwrap();
    });
    // The literals that were false for the step before are so no more.
    refused("in step 2 of the proof, hint 2 leaves more than one literal", &|proof| {
        proof.implied(3, &[lit(0), lit(1)], &[1]).unwrap();
        proof.implied(4, &[], &[2]).unwrap();
    });
}

/// A proof of one byte, as it is said to be, defines one variable.
#[test]
fn a_proof_defines_no_more_variables_than_it_has_bytes() {
    let checked = |index: usize| {
        let mut checker = LratChecker::default();
        checker.add_clause(&[lit(0)]);
        let mut proof = Vec::new();
        LratWriter::to(&mut proof).defines(2, &[lit(index)], &[]).unwrap();
        checker.check_sized(&proof[..], 1).unwrap_err().to_string()
    };
    assert_eq!(checked(1), "the proof does not end in a contradiction");
    assert_eq!(checked(2), "step 1 of the proof is not well formed");
}

/// Hints of a step of LRAT follow the clause that they are about. Clauses 3 and 4 have the negation of a new variable z: the
/// step that adds z refutes what is left of either, by the clause x.
#[test]
fn a_definition_refutes_what_speaks_against_it() {
    let (x, y, z, not_z) = (2, 4, 6, 7);
    let checked = |hints: &[u8]| {
        let mut checker = LratChecker::default();
        checker.add_clause(&[lit(0)]);
        checker.add_clause(&[lit(0), lit(1)]);
        let mut proof = vec![b'a', 2 * 3, not_z, x, 0, 0, b'a', 2 * 4, not_z, y, x, 0, 0];
        proof.extend([b'a', 2 * 5, z, 0].iter().chain(hints).chain(&[0]));
        checker.check(&proof[..]).unwrap_err().to_string()
    };
    let (by_x, against_3, against_4) = (2, 2 * 3 + 1, 2 * 4 + 1);
    assert_eq!(checked(&[against_3, by_x, against_4, by_x]), "the proof does not end in a contradiction");
    assert_eq!(checked(&[against_4, by_x, against_3, by_x]), "the proof does not end in a contradiction");
    let speaks_against =
        |clause| format!("step 3 of the proof is no definition: clause {clause} contradicts it");
    assert_eq!(checked(&[against_3, by_x, against_4]), speaks_against(4));
    assert_eq!(checked(&[against_3, against_4, by_x]), speaks_against(3));
    assert_eq!(checked(&[against_3, by_x]), speaks_against(4));
}
