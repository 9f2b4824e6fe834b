//! Shared libraries that are no solvers, or give meaningless answers. Good ones are in the conformance suite.

use std::fs;
use std::path::Path;
use std::process::Command;

use bmcplan::solver::{SolverError, SolverKind};
use bmcplan::stop::Stop;

use super::loaded;
use crate::skipped::skipped;

/// Compiles a library that answers `solve` in one way; none if there is no C compiler.
pub(crate) fn library(name: &str, init: &str, answer: &str) -> Option<SolverKind> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, library) = (folder.join(format!("{name}.c")), folder.join(format!("lib{name}.so")));
    let code = format!(
        "const char *ipasir_signature(void) {{ return 0; }}
         void *ipasir_init(void) {{ return {init}; }}
         void ipasir_release(void *s) {{ (void) s; }}
         void ipasir_add(void *s, int n) {{ (void) s; (void) n; }}
         void ipasir_assume(void *s, int n) {{ (void) s; (void) n; }}
         int ipasir_solve(void *s) {{ (void) s; return {answer}; }}
         int ipasir_val(void *s, int n) {{ (void) s; return n == 2 ? 0 : n; }}
         int ipasir_failed(void *s, int n) {{ (void) s; (void) n; return 0; }}
         void ipasir_set_terminate(void *s, void *d, int (*f)(void *)) {{ (void) s; (void) d; (void) f; }}"
    );
    fs::write(&source, code).unwrap();
    let Ok(compiled) = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status()
    else {
        skipped("ipasir: there is no C compiler");
        return None;
    };
    assert!(compiled.success());
    Some(SolverKind::Ipasir(library))
}

#[test]
fn a_library_that_makes_no_solver() {
    let Some(kind) = library("null", "(void *) 0", "10") else { return };
    let Err(SolverError::Missing { cause, .. }) = kind.build(&Stop::default()) else { panic!("it has none") };
    assert_eq!(cause, "ipasir_init returned no solver");
}

#[test]
fn a_library_that_answers_nonsense() {
    for (answer, said) in [
        ("7", "ipasir_solve returned 7, which has no meaning"),
        ("0", "no answer, although nothing stopped it"),
    ] {
        let Some(kind) = library(&format!("answers{answer}"), "\"\"", answer) else { return };
        let mut solver = loaded(&kind, &[&[1, 2]], &Stop::default());
        let (solver_name, cause) = (kind.to_string(), said.to_owned());
        assert_eq!(solver.solve(&[]), Err(SolverError::Foreign { solver: solver_name, cause }));
    }
}

#[test]
fn a_wrong_model_is_the_fault_of_the_library() {
    let Some(kind) = library("wrong", "\"\"", "10") else { return };
    for (clause, assumption, said) in [
        (&[-1, -3][..], 1, "its model is wrong: it makes the clause `-1 -3` false"),
        (&[1], -3, "its model is wrong: -3 should be true"),
    ] {
        let mut solver = loaded(&kind, &[clause], &Stop::default());
        let (solver_name, cause) = (kind.to_string(), said.to_owned());
        assert_eq!(
            solver.solve(&super::lits::lits(&[assumption])),
            Err(SolverError::Foreign { solver: solver_name, cause })
        );
        assert_eq!((solver.value(super::lits::lit(1)), solver.failed()), (None, None));
    }
}

#[test]
fn values_that_do_not_matter_are_some_value() {
    let Some(kind) = library("careless", "\"\"", "10") else { return };
    let mut solver = loaded(&kind, &[&[1, 2]], &Stop::default());
    solver.reserve(3);
    assert_eq!(super::solve(&mut *solver, &[]), bmcplan::solver::Answer::Satisfiable);
    assert_eq!([1, 2, 3].map(|n| solver.value(super::lits::lit(n))), [Some(true), Some(false), Some(false)]);
}
