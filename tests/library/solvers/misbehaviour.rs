//! Programs that are no solvers, or faulty ones. Each is a little shell script.

use std::fs;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bmcplan::solver::{Answer, SolverError, SolverKind};
use bmcplan::stop::{Stop, StopReason};
use expect_test::{Expect, expect};

use super::lits::{lit, lits};
use super::{loaded, solve};

/// The solver that is this script, run by `sh` with these arguments.
fn script(text: &str, arguments: &[&str]) -> SolverKind {
    let words = [&["sh", "-c", text, "sh"], arguments].concat();
    format!("cmd:{}", shlex::try_join(words).unwrap()).parse().unwrap()
}

/// The answer or error of a script that should solve the formula (1 ∨ 2) ∧ (¬1 ∨ 3) under the assumption ¬2.
fn said(text: &str) -> String {
    let kind = script(text, &[]);
    let mut solver = loaded(&kind, &[&[1, 2], &[-1, 3]], &Stop::default());
    match solver.solve(&lits(&[-2])) {
        Ok(answer) => format!("{answer:?}"),
        Err(SolverError::Foreign { solver: name, cause }) => {
            assert_eq!(name, kind.to_string());
            assert_eq!((solver.value(lit(1)), solver.failed()), (None, None), "there is no answer");
            cause
        }
        Err(other) => panic!("{other:?}"),
    }
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&said(text));
}

#[test]
fn the_formula_and_the_arguments_arrive() {
    let shown = "[ \"$*\" = 'a b c' ] && formula=$(cat) && [ \"$formula\" = 'p cnf 3 3
1 2 0
-1 3 0
-2 0' ] && echo s SATISFIABLE && echo v 1 3 0; exit 10";
    let mut solver = loaded(&script(shown, &["a b", "c"]), &[&[1, 2], &[-1, 3]], &Stop::default());
    assert_eq!(solve(&mut *solver, &[-2]), Answer::Satisfiable);
}

#[test]
fn answers_with_the_exit_code_and_without() {
    check("echo s SATISFIABLE; echo v 1 -2 3 0; exit 10", expect!["Satisfiable"]);
    check("echo s SATISFIABLE; echo v 1 -2 3 0", expect!["Satisfiable"]);
    check("echo s UNSATISFIABLE; exit 20", expect!["Unsatisfiable"]);
    check("echo s UNSATISFIABLE", expect!["Unsatisfiable"]);
}

#[test]
fn wrong_models_are_no_answers() {
    check(
        "echo s SATISFIABLE; echo v 1 -2 -3 0; exit 10",
        expect!["its model is wrong: it makes the clause `-1 3` false"],
    );
    check(
        "echo s SATISFIABLE; echo v 0; exit 10",
        expect!["its model is wrong: it makes the clause `1 2` false"],
    );
    check("echo s SATISFIABLE; echo v 1 2 3 0; exit 10", expect!["its model is wrong: -2 should be true"]);
    check(
        "echo s SATISFIABLE; echo v 1 4 0; exit 10",
        expect!["its model has 4, but there is no such variable (exit code 10)"],
    );
    check(
        "echo s SATISFIABLE; exit 10",
        expect!["it says `s SATISFIABLE`, but its model (lines `v`) does not end with 0 (exit code 10)"],
    );
}

#[test]
fn exit_codes_that_say_otherwise() {
    check(
        "echo s SATISFIABLE; echo v 1 -2 3 0; exit 20",
        expect!["it says `s SATISFIABLE`, but its exit code is 20, not 10"],
    );
    check(
        "echo s UNSATISFIABLE; exit 10",
        expect!["it says `s UNSATISFIABLE`, but its exit code is 10, not 20"],
    );
    check(
        "echo s UNSATISFIABLE; exit 1",
        expect!["it says `s UNSATISFIABLE`, but its exit code is 1, not 20"],
    );
}

#[test]
fn crashes() {
    assert!(said("kill -SEGV $$").starts_with("it crashed (signal: 11 (SIGSEGV)"));
    check("echo s UNSATISFIABLE; kill -KILL $$", expect!["it crashed (signal: 9 (SIGKILL))"]);
    check(
        "echo; echo '  out of luck' >&2; echo more >&2; exit 3",
        expect![
            "it printed no line `s SATISFIABLE` or `s UNSATISFIABLE` (exit code 3); its error output: out of luck"
        ],
    );
}

#[test]
fn nonsense() {
    check("exit 20", expect!["it printed no line `s SATISFIABLE` or `s UNSATISFIABLE` (exit code 20)"]);
    check(
        "echo hello world; exit 0",
        expect!["it printed no line `s SATISFIABLE` or `s UNSATISFIABLE` (exit code 0)"],
    );
    check("echo s UNKNOWN", expect!["it gave up: `s UNKNOWN` (exit code 0)"]);
    check(
        "printf '\\377\\000\\n\\001s'; exit 10",
        expect!["it printed no line `s SATISFIABLE` or `s UNSATISFIABLE` (exit code 10)"],
    );
    check(
        "echo s SATISFIABLE; echo v 1 two 0; exit 10",
        expect!["its model has `two`, which is no literal (exit code 10)"],
    );
    check("yes", expect!["it printed without end"]);
}

#[test]
fn a_later_call_is_a_new_program() {
    let mut solver =
        loaded(&script("grep -q '^3 0' && exit 1; echo s UNSATISFIABLE", &[]), &[&[1]], &Stop::default());
    assert!(solver.solve(&lits(&[3])).is_err());
    assert_eq!(solve(&mut *solver, &[2]), Answer::Unsatisfiable);
}

/// True if a process has this text in its command line.
fn is_running(text: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|line| line.split(|&byte| byte == 0).any(|word| word == text.as_bytes()))
}

/// A hanging script and a hanging child of it; neither survives the flag.
#[test]
#[cfg(target_os = "linux")]
fn hanging_programs_are_killed_with_all_they_started() {
    // Found again by their time of sleep, which no other test has.
    let [child, parent] = [1, 2].map(|which| format!("86399.{}{which}", std::process::id()));
    let kind = script(&format!("trap '' TERM INT; sleep {child} & sleep {parent}; wait"), &[]);
    let stop = Stop::default();
    let (flag, (ended, end)) = (stop.clone(), mpsc::channel());
    let run = thread::spawn(move || {
        let answer = loaded(&kind, &[&[1]], &stop).solve(&[]);
        ended.send(()).unwrap();
        answer
    });
    while !is_running(&child) || !is_running(&parent) {
        assert!(end.recv_timeout(Duration::from_millis(5)).is_err(), "it ended by itself");
    }
    flag.raise(StopReason::Timeout);
    assert_eq!(run.join().unwrap(), Ok(Answer::Stopped(StopReason::Timeout)));
    // The system may take a moment to bury them.
    let buried = (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(5));
        !is_running(&child) && !is_running(&parent)
    });
    assert!(buried);
}
