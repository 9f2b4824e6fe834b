//! Programs that are solvers: the contract, checked against truth tables.

use crate::common::cases::cases;
use bmcplan::solver::Answer::{Satisfiable, Stopped, Unsatisfiable};
use bmcplan::solver::SolverKind;
use bmcplan::stop::{Stop, StopReason};
use proptest::prelude::*;

use super::lits::{lit, lits};
use super::{loaded, solve};
use crate::common::foreign::programs;

#[test]
fn values_blame_and_known_variables() {
    for kind in &programs() {
        let mut solver = loaded(kind, &[&[-1, 2], &[-2, 3]], &Stop::default());
        assert_eq!((solver.value(lit(1)), solver.failed()), (None, None));
        assert_eq!(solve(&mut *solver, &[1]), Satisfiable, "{kind}");
        assert_eq!([1, -1, 2, 3].map(|n| solver.value(lit(n)).unwrap()), [true, false, true, true]);
        assert_eq!(solve(&mut *solver, &[1, -3, 1]), Unsatisfiable, "{kind}");
        assert_eq!(solver.failed(), Some(&lits(&[1, -3])[..]), "all of them, once each");
        assert_eq!(solver.value(lit(1)), None);
        // Assumptions hold for one call, clauses for good.
        assert_eq!(solve(&mut *solver, &[-3]), Satisfiable, "{kind}");
        solver.reserve(9);
        assert_eq!(solver.value(lit(1)), None, "outdated");
        assert_eq!(solve(&mut *solver, &[]), Satisfiable, "{kind}");
        assert!((1..=9).all(|n| solver.value(lit(n)).is_some()) && solver.value(lit(10)).is_none());
        solver.add_clause(&[]);
        assert_eq!(solve(&mut *solver, &[]), Unsatisfiable, "{kind}");
        assert_eq!(solver.failed(), Some(&[][..]));
    }
}

#[test]
fn no_clauses_and_strange_ones() {
    for kind in &programs() {
        assert_eq!(solve(&mut *loaded(kind, &[], &Stop::default()), &[]), Satisfiable, "{kind}");
        let mut solver = loaded(kind, &[&[1, -1], &[2, 3, -2], &[4, 4]], &Stop::default());
        assert_eq!(solve(&mut *solver, &[7]), Satisfiable, "{kind}");
        assert_eq!([4, 7].map(|n| solver.value(lit(n))), [Some(true); 2]);
        assert_eq!(solve(&mut *solver, &[8, -8]), Unsatisfiable, "{kind}");
    }
}

#[test]
fn a_stop_flag_raised_before_solving() {
    for kind in &programs() {
        let stop = Stop::default();
        let mut solver = loaded(kind, &[&[1]], &stop);
        stop.raise(StopReason::Memory);
        for _ in 0..2 {
            assert_eq!(solver.solve(&[]), Ok(Stopped(StopReason::Memory)), "{kind}");
            assert_eq!((solver.value(lit(1)), solver.failed()), (None, None));
        }
    }
}

const N_VARS: i32 = 7;

fn random_lits(greatest: usize) -> impl Strategy<Value = Vec<i32>> {
    prop::collection::vec(
        (1..=N_VARS, any::<bool>()).prop_map(|(n, sign)| if sign { n } else { -n }),
        1..=greatest,
    )
}

fn check(kind: &SolverKind, rounds: &[(Vec<Vec<i32>>, Vec<i32>)]) -> Result<(), TestCaseError> {
    let mut solver = kind.build(&Stop::default()).unwrap();
    let mut all: Vec<Vec<i32>> = Vec::new();
    for (clauses, assumptions) in rounds {
        clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
        all.extend(clauses.iter().cloned());
        let units = assumptions.iter().map(|&n| vec![n]);
        let formula: Vec<Vec<i32>> = all.iter().cloned().chain(units).collect();
        let satisfiable = (0..1_u32 << N_VARS).any(|bits| {
            let holds = |n: &i32| (bits >> (n.unsigned_abs() - 1) & 1 == 1) == (0 < *n);
            formula.iter().all(|clause| clause.iter().any(holds))
        });
        let answer = solve(&mut *solver, assumptions);
        prop_assert_eq!(answer, if satisfiable { Satisfiable } else { Unsatisfiable }, "{}", kind);
        if satisfiable {
            let holds = |n: &i32| solver.value(lit(*n)) == Some(true);
            prop_assert!(formula.iter().all(|clause| clause.iter().any(holds)), "{}", kind);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn random_calls_agree_with_truth_tables(rounds in prop::collection::vec(
        (prop::collection::vec(random_lits(3), 0..12), random_lits(3)), 1..5,
    )) {
        for kind in &programs() {
            check(kind, &rounds)?;
        }
    }
}
