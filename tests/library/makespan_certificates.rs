//! Proofs that no plan has a smaller makespan are made where breadth-first search over sets of operators agrees, checked, and
//! never accepted of a formula that has a model.

use std::convert::Infallible;

use bmcplan::encode::{Reductions, Semantics, StepOptions};
use bmcplan::stop::Stop;
use bmcplan::task::{Fact, Literal, Operator, Task, TaskBuilder};
use bmcplan_certify::{CertifyError, sharing, write_makespan_proof};
use bmcplan_verify::{LratChecker, LratError, Specification, StepSharing};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::cases::cases;
use crate::common::tasks::tasks;
use crate::steps::PARALLEL;
use crate::steps::reference::{is_small, makespan};
use crate::sweep::claims::order;
use crate::sweep::problem::with_operators;

/// The number of steps of the longest plan that a task without any plan is shown not to have.
const FAR: usize = 4;

/// The semantics of shared steps; none if there is a clock.
fn sharing_of(task: &Task, semantics: Semantics) -> Option<StepSharing> {
    let step = StepOptions { semantics, ..StepOptions::default() };
    sharing(task, &step, &Stop::default()).unwrap()
}

fn proof(task: &Task, specification: &Specification, n_steps: usize) -> Result<Vec<u8>, CertifyError> {
    let mut proof = Vec::new();
    write_makespan_proof(task, specification, n_steps, &Stop::default(), &mut proof).map(|()| proof)
}

fn check(specification: &Specification, n_steps: usize, proof: &[u8]) -> Result<u64, LratError> {
    let mut checker = LratChecker::default();
    let Ok(()) = specification.for_each_clause(n_steps, |clause| {
        checker.add_clause(clause);
        Ok::<(), Infallible>(())
    });
    checker.check(proof)
}

/// The least makespan by search, the affirmative task and its specification.
fn specified(task: &Task, semantics: Semantics) -> Option<(Option<usize>, Task, Specification)> {
    let sharing = sharing_of(task, semantics)?;
    let order = (semantics == Semantics::Exists)
        .then(|| order(task, &StepOptions { semantics, ..StepOptions::default() }));
    let expected = makespan(task, &|situation| situation.undisturbed(order.as_deref()));
    let task = task.affirmative().unwrap();
    let specification = Specification::of_shared_steps(&task, &sharing).unwrap();
    Some((expected, task, specification))
}

/// The proof covers all smaller makespans, and no more.
fn check_task(task: &Task) {
    for semantics in PARALLEL {
        let Some((expected, task, specification)) = specified(task, semantics) else { continue };
        if let Some(below) = expected.map_or(Some(FAR), |steps| steps.checked_sub(1)) {
            let proof = proof(&task, &specification, below).unwrap();
            check(&specification, below, &proof).unwrap();
        }
        if let Some(steps) = expected {
            let reached = proof(&task, &specification, steps);
            assert!(matches!(reached, Err(CertifyError::Reached(n)) if n == steps), "{semantics} {steps}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 10_000, ..cases(400) })]

    /// A byte is changed or a part left out: whatever that gives, it is no proof about a formula that has a model.
    #[test]
    fn no_proof_is_accepted_of_a_formula_with_a_model(
        task in tasks(), n in 4..20_usize, place: Index, bits: u8, cut in prop::option::of((any::<Index>(), any::<Index>()))
    ) {
        let task = with_operators(&task, n);
        prop_assume!(task.clock().is_none() && is_small(&task));
        for semantics in PARALLEL {
            let Some((Some(steps), task, specification)) = specified(&task, semantics) else { continue };
            let Some(below) = steps.checked_sub(1) else { continue };
            let mut changed = proof(&task, &specification, below).unwrap();
            prop_assert!(check(&specification, steps, &changed).is_err());
            let place = place.index(changed.len());
            changed[place] ^= bits;
            if let Some((from, to)) = cut {
                let (from, to) = (from.index(changed.len()), to.index(changed.len()));
                changed.drain(from.min(to)..from.max(to));
            }
            prop_assert!(check(&specification, steps, &changed).is_err());
        }
    }
}

/// A lamp that is lit while a wheel is at one of two of its three places: an operator that needs the lamp may share a step with
/// one that turns the wheel from one of these to the other, and with none that turns it away.
#[test]
fn what_a_derived_variable_needs_is_one_of_some_values() {
    let disturbs = |to: u32| {
        let mut builder = TaskBuilder::default();
        let wheel = builder.variable("wheel", ["0", "1", "2"], 0);
        let door = builder.variable("door", ["shut", "open"], 0);
        let at = |value| Fact { var: wheel, value };
        let lamp = builder.derived("lamp", vec![vec![at(0).into()], vec![at(1).into()]]);
        builder.operator(Operator::simple("turn", [at(0).into()], [at(to)]));
        let open = Fact { var: door, value: 1 };
        builder.operator(Operator::simple("open", [Literal::from(lamp)], [open]));
        builder.goal([at(to).into(), open.into()]);
        let task = builder.build().unwrap();
        let (expected, ..) = specified(&task, Semantics::ForAll).unwrap();
        check_task(&task);
        expected
    };
    assert_eq!([1, 2].map(disturbs), [Some(1), Some(2)]);
}

/// With other reductions the order may be another one; it is that of the answer.
#[test]
fn the_order_is_that_of_the_formulas_that_gave_the_answer() {
    let mut builder = TaskBuilder::default();
    let vars = ["a", "b", "c"].map(|name| builder.variable(name, ["0", "1"], 0));
    let fact = |var: usize, value| Fact { var: vars[var], value };
    for (need, make) in [(0, 1), (1, 2), (2, 0)] {
        builder.operator(Operator::simple("set", [fact(need, 0).into()], [fact(make, 1)]));
    }
    builder.operator(Operator::simple("never", [fact(0, 0).into(), fact(0, 1).into()], [fact(1, 1)]));
    builder.goal((0..3).map(|var| fact(var, 1).into()));
    let task = builder.build().unwrap();
    check_task(&task);
    for reductions in [Reductions::NONE, Reductions::default()] {
        let step = StepOptions { semantics: Semantics::Exists, reductions, ..StepOptions::default() };
        let Some(StepSharing::Exists(order)) = sharing(&task, &step, &Stop::default()).unwrap() else {
            panic!("no order")
        };
        let mut text = Vec::new();
        order.write(&mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap().lines().count(), 3, "the affirmative task has three");
    }
}
