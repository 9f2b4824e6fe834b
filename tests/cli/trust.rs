//! Solvers from elsewhere that lie: what is said and with which exit code.

use expect_test::expect;

use crate::{bmcplan, check_output, code, stderr, stdout};

/// Says of every formula that it has no model.
const LIAR: &str = "cmd:echo s UNSATISFIABLE";
/// 4 units.
const BOARD: &str = "..B.XXB.........";

/// Runs a command line, split at spaces, with this solver.
fn with(solver: &str, line: &str) -> std::process::Output {
    let words: Vec<&str> = line.split_whitespace().chain(["--solver", solver]).collect();
    bmcplan(&words).output().unwrap()
}

#[test]
fn lies_are_errors() {
    for mode in [
        "--lower-bound none --horizon 6",
        "--lower-bound none --minimize 6",
        "--lower-bound none --incremental --max-horizon 6",
        "--lower-bound none --incremental --schedule parallel --max-horizon 6",
        "--lower-bound none --incremental --max-horizon 6 --all",
        "--pdr",
    ] {
        let output = with(LIAR, &format!("rushhour --board {BOARD} {mode}"));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{mode}");
        let said = stderr(&output);
        assert!(
            said.starts_with("error: the SAT solver cmd:echo s UNSATISFIABLE failed: it"),
            "{mode}: {said}"
        );
    }
    let output = with(LIAR, "prisoners");
    assert_eq!((code(&output), &*stdout(&output)), (2, ""));
    assert_eq!(
        stderr(&output),
        "error: the SAT solver cmd:echo s UNSATISFIABLE failed: it says wrongly that no schedule exists\n"
    );
}

#[test]
fn what_is_true_is_confirmed() {
    check_output(
        &with(LIAR, &format!("rushhour --board {BOARD} --lower-bound none --horizon 3")),
        expect![[r#"
            no plan of at most 3 units exists; longer ones were not looked for (fixed, transition, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    check_output(
        &with(LIAR, "prisoners --design kirkman --prisoners 6 --days 2"),
        expect![[r#"
            6 schoolgirls in rows of 3 on 2 days are impossible (pairs-counted, sound, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 10
        "#]],
    );
}

#[test]
fn who_is_trusted_is_named() {
    check_output(
        &with(LIAR, &format!("rushhour --board {BOARD} --lower-bound none --horizon 6 --trust")),
        expect![[r#"
            no plan of at most 6 units exists; longer ones were not looked for, trusting cmd:echo s UNSATISFIABLE (fixed, transition, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    check_output(
        &with(LIAR, "prisoners --trust"),
        expect![[r#"
            9 prisoners in rows of 3 on 6 days are impossible, trusting cmd:echo s UNSATISFIABLE (pairs-counted, sound, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 10
        "#]],
    );
    for line in [&*format!("rushhour --board {BOARD} --lower-bound none --horizon 6"), "prisoners"] {
        let object: serde_json::Value =
            serde_json::from_str(&stdout(&with(LIAR, &format!("{line} --trust --json")))).unwrap();
        assert_eq!(object["trusted"], "cmd:echo s UNSATISFIABLE", "{line}");
    }
    // Who is built in is not trusted but tested.
    let output = with("batsat", &format!("rushhour --board {BOARD} --incremental --trust --json"));
    assert!(!stdout(&output).contains("trust"), "{}", stdout(&output));
}
