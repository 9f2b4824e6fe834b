//! A service of SAT solving: the jobs that it is given, its end, and all that may be wrong with it. The service is
//! a stand-in; an honest one is in the conformance suite, too.

use std::fs;
use std::thread;
use std::time::Duration;

use bmcplan::solver::Answer::{Satisfiable, Stopped, Unsatisfiable};
use bmcplan::solver::{SolverError, SolverKind};
use bmcplan::stop::{Stop, StopReason};
use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::fake_mallob::{FakeMallob, Manner};
use super::lits::{lit, lits};
use super::{loaded, solve};
use crate::common::cases::cases;

#[test]
fn calls_are_revisions_of_one_job() {
    let service = FakeMallob::start(Manner::Honest);
    let mut solver = loaded(&service.kind(), &[&[-1, 2], &[-2, 3]], &Stop::default());
    assert_eq!(service.take_heard(), [""; 0], "nobody is asked before there is a question");
    assert_eq!(solve(&mut *solver, &[1]), Satisfiable);
    assert_eq!([1, 2, 3].map(|n| solver.value(lit(n))), [Some(true); 3]);
    assert_eq!(solve(&mut *solver, &[4, 1, -3]), Unsatisfiable);
    assert_eq!(solver.failed(), Some(&lits(&[1, -3])[..]));
    solver.add_clause(&lits(&[1, 3]));
    assert_eq!(solve(&mut *solver, &[-3]), Unsatisfiable);
    assert_eq!(solve(&mut *solver, &[]), Satisfiable);
    drop(solver);
    assert!(service.hears("done"));
    assert_eq!(service.take_heard(), ["trial", "first", "next", "next", "next", "done"]);
    assert_eq!(service.left().len(), 0, "{:?}", service.left());
}

#[test]
fn one_solver_at_a_time_has_an_incremental_job() {
    let service = FakeMallob::start(Manner::Honest);
    let new = || loaded(&service.kind(), &[&[1, 2]], &Stop::default());
    let (mut first, mut second) = (new(), new());
    assert_eq!(solve(&mut *first, &[]), Satisfiable);
    assert_eq!(solve(&mut *second, &[-1, -2, 3, 3]), Unsatisfiable);
    assert_eq!(second.failed(), Some(&lits(&[-1, -2, 3])[..]), "all of them, once each");
    assert_eq!(solve(&mut *second, &[-1]), Satisfiable);
    assert_eq!(solve(&mut *first, &[-1]), Satisfiable);
    drop(second);
    drop(first);
    assert!(service.hears("done"));
    assert_eq!(solve(&mut *new(), &[]), Satisfiable);
    assert!(service.hears("done"));
    let heard = service.take_heard();
    assert_eq!(heard[..6], ["trial", "first", "trial", "whole", "whole", "next"]);
    assert_eq!(heard[6..9], ["done", "trial", "first"]);
}

#[test]
fn what_a_service_must_not_be_asked() {
    let service = FakeMallob::start(Manner::Honest);
    let mut solver = loaded(&service.kind(), &[], &Stop::default());
    solver.reserve(2);
    assert_eq!(solve(&mut *solver, &[]), Satisfiable);
    assert_eq!([1, 2].map(|n| solver.value(lit(n))), [Some(false); 2]);
    solver.add_clause(&[]);
    assert_eq!(solve(&mut *solver, &[1]), Unsatisfiable);
    assert_eq!(solver.failed(), Some(&[][..]));
    assert_eq!(service.take_heard(), [""; 0]);
}

/// Every pigeon has a hole, and there is one too few; takes batsat longer than any test.
fn pigeons(n: i32) -> Vec<Vec<i32>> {
    let at = |pigeon: i32, hole: i32| pigeon * (n - 1) + hole + 1;
    let sits = (0..n).map(|pigeon| (0..n - 1).map(|hole| at(pigeon, hole)).collect());
    let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
    let alone = pairs.flat_map(|(a, b)| (0..n - 1).map(move |hole| vec![-at(a, hole), -at(b, hole)]));
    sits.chain(alone).collect()
}

#[test]
fn a_stopped_job_is_interrupted_and_ended() {
    let pigeons = pigeons(15);
    let clauses: Vec<&[i32]> = pigeons.iter().map(Vec::as_slice).collect();
    for is_incremental in [true, false] {
        let service = FakeMallob::start(Manner::Honest);
        let mut holder = loaded(&service.kind(), &[&[1]], &Stop::default());
        if !is_incremental {
            assert_eq!(solve(&mut *holder, &[]), Satisfiable);
        }
        service.take_heard();
        let stop = Stop::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut solver = loaded(&service.kind(), &clauses, &stop);
                assert_eq!(solver.solve(&[]), Ok(Stopped(StopReason::Timeout)));
                assert_eq!((solver.value(lit(1)), solver.failed()), (None, None));
                assert_eq!(solver.solve(&lits(&[1])), Ok(Stopped(StopReason::Timeout)));
            });
            assert!(service.hears(if is_incremental { "first" } else { "whole" }));
            stop.raise(StopReason::Timeout);
        });
        if is_incremental {
            assert!(service.hears("done"));
            assert_eq!(service.take_heard(), ["trial", "first", "interrupt", "done"]);
            assert_eq!(service.left().len(), 0);
        } else {
            assert_eq!(service.take_heard(), ["trial", "whole", "interrupt"]);
        }
    }
}

/// Neither the knock nor the end of the job is left in the folder of a service that takes no file in time.
#[test]
fn a_stop_does_not_wait_for_a_service_that_is_gone() {
    let service = FakeMallob::start(Manner::Deaf);
    let stop = Stop::default();
    thread::scope(|scope| {
        let run = scope.spawn(|| loaded(&service.kind(), &[&[1]], &stop).solve(&[]));
        thread::sleep(Duration::from_millis(50));
        stop.raise(StopReason::Interrupt);
        assert_eq!(run.join().unwrap(), Ok(Stopped(StopReason::Interrupt)));
    });
    assert_eq!(service.left().len(), 0);
}

/// The answer or error of a service that should solve the formula (1 ∨ 2) ∧ (¬1 ∨ 3) under the assumption ¬2.
fn said(service: &FakeMallob) -> String {
    let kind = service.kind();
    let mut solver = loaded(&kind, &[&[1, 2], &[-1, 3]], &Stop::default());
    match solver.solve(&lits(&[-2])) {
        Ok(answer) => format!("{answer:?}"),
        Err(SolverError::Foreign { solver: name, cause }) => {
            assert_eq!(name, kind.to_string());
            assert_eq!((solver.value(lit(1)), solver.failed()), (None, None), "there is no answer");
            // The folder and the client have names that change.
            let cause = cause.replace(&service.folder().canonicalize().unwrap().display().to_string(), "DIR");
            let client = format!("bmcplan-{}-", std::process::id());
            cause
                .split_inclusive(' ')
                .map(|word| if word.contains(&client) { "JOB " } else { word })
                .collect()
        }
        Err(other) => panic!("{other:?}"),
    }
}

/// The job of a service that is there is ended, whatever it has answered.
fn check(manner: Manner, expected: Expect) {
    let service = FakeMallob::start(manner);
    expected.assert_eq(&said(&service));
    assert!(manner == Manner::PacksModels || service.hears("done"), "{manner:?}");
    assert_eq!(service.left().len(), 0, "{:?}", service.left());
}

#[test]
fn a_service_that_is_wrong() {
    check(Manner::Honest, expect!["Satisfiable"]);
    check(Manner::Liar, expect!["Unsatisfiable"]);
    check(Manner::WrongModel, expect!["its model is wrong: -2 should be true"]);
    check(Manner::WrongBlame, expect!["it blames -77, which was not assumed"]);
    check(
        Manner::PacksModels,
        expect!["its model is not a list of numbers; start Mallob with `-cm=0`, and without `-ps`"],
    );
    check(Manner::AnotherJob, expect!["its answer to job JOB is one to job bmcplan.another"]);
    check(
        Manner::Garbage,
        expect!["its answer cannot be read: EOF while parsing an object at line 1 column 1"],
    );
    check(
        Manner::GivesUp,
        expect!["it gave up: `UNKNOWN`, although nothing stopped it; it may have a limit of its own"],
    );
}

/// Takes 20 seconds, in which nothing is done.
#[test]
fn a_service_that_is_gone() {
    thread::scope(|scope| {
        for manner in [Manner::Deaf, Manner::Dies] {
            scope.spawn(move || {
                let service = FakeMallob::start(manner);
                assert_eq!(
                    said(&service),
                    "no file was taken out of DIR/in within 10 s: the service has ended, or uses another folder"
                );
                assert_eq!(service.left().len(), 0, "{:?}", service.left());
            });
        }
    });
}

/// A service that is there and busy is waited for beyond the time in which it would be missed.
#[test]
fn a_silent_service_is_asked_whether_it_is_there() {
    let service = FakeMallob::start(Manner::Silent);
    let stop = Stop::default();
    thread::scope(|scope| {
        let run = scope.spawn(|| loaded(&service.kind(), &[&[1]], &stop).solve(&[]));
        let (knocks, is_over) = ((0..15).any(|_| service.hears("knock")), run.is_finished());
        stop.raise(StopReason::Memory);
        assert!(knocks && !is_over);
        assert_eq!(run.join().unwrap(), Ok(Stopped(StopReason::Memory)));
    });
}

#[test]
fn a_folder_that_is_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    let kind = SolverKind::Mallob(folder.path().to_owned());
    let Err(SolverError::Missing { cause, .. }) = kind.build(&Stop::default()) else { panic!("it is none") };
    assert_eq!(
        cause.replace(&folder.path().display().to_string(), "DIR"),
        "there is no folder `DIR/out`; Mallob makes it for itself at its start, such as by \
         `mpirun -np 4 build/mallob -t=4 -cm=0`, which serves the folder .api/jobs.0"
    );
}

const N_VARS: i32 = 7;

fn random_lits(greatest: usize) -> impl Strategy<Value = Vec<i32>> {
    prop::collection::vec(
        (1..=N_VARS, any::<bool>()).prop_map(|(n, sign)| if sign { n } else { -n }),
        0..=greatest,
    )
}

/// True if some assignment of the variables satisfies all clauses and makes all `units` true.
fn satisfiable(clauses: &[Vec<i32>], units: &[i32]) -> bool {
    (0..1_u32 << N_VARS).any(|bits| {
        let holds = |n: &i32| (bits >> (n.unsigned_abs() - 1) & 1 == 1) == (0 < *n);
        units.iter().all(holds) && clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn random_calls_agree_with_truth_tables(rounds in prop::collection::vec(
        (prop::collection::vec(random_lits(3), 0..12), random_lits(3)), 1..5,
    )) {
        let service = FakeMallob::start(Manner::Honest);
        let mut solvers = [(); 2].map(|()| service.kind().build(&Stop::default()).unwrap());
        let mut all: Vec<Vec<i32>> = Vec::new();
        for (clauses, assumptions) in rounds {
            all.extend(clauses.iter().cloned());
            for solver in &mut solvers {
                clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
                let answer = solve(&mut **solver, &assumptions);
                if satisfiable(&all, &assumptions) {
                    prop_assert_eq!(answer, Satisfiable);
                } else {
                    prop_assert_eq!(answer, Unsatisfiable);
                    let failed: Vec<i32> = solver.failed().unwrap().iter().map(|lit| lit.to_dimacs()).collect();
                    prop_assert!(!satisfiable(&all, &failed));
                }
            }
        }
    }
}
