//! Certificates of how many shortest plans there are: both checkers accept them, and refuse them once anything is changed.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::certificates::{manifest, verdict};
use crate::run_in;
use crate::{code, stderr, stdout};

/// A folder with a board that has some shortest plans, and its certificate `c`.
fn certificate(options: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), "board = \"\"\"\nXXB.E\n..B.E\n.....\n\"\"\"\n").unwrap();
    let written = run_in(&folder, &format!("solve board.toml --certify c {options}"));
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let text = stdout(&written);
    assert!(text.contains("\nrecomputed: "), "{text}");
    folder
}

#[test]
fn the_number_of_plans() {
    for option in ["--count", "--count --incremental", "--count --evidence recount"] {
        let folder = certificate(option);
        assert_eq!(verdict(&folder), (0, String::new()), "{option}");
        let verified: Value = serde_json::from_str(&stdout(&run_in(&folder, "verify c --json"))).unwrap();
        assert_eq!(verified["claim"], "count", "{option}");
        assert_eq!((&verified["count"], &verified["length"]), (&json!("4"), &json!(5)), "{option}");
        let text = stdout(&run_in(&folder, "verify c"));
        assert!(text.ends_with("\nrecomputed: 5 units, shortest; 4 of that length\n"), "{text}");
        assert!(text.contains("\nchecked: 4 ways lead on to a goal\n"), "{text}");
    }
}

#[test]
fn a_changed_number_is_refused() {
    let mut verdicts = String::new();
    for (key, value, expected) in [
        ("count", json!("3"), 20),
        ("count", json!("40"), 20),
        ("count", json!("04"), 20),
        ("count", json!(""), 20),
        ("states", json!(1), 20),
        ("states", json!(1000), 20),
        ("length", json!(4), 20),
        ("length", json!(6), 20),
        ("count", json!(6), 2),
        ("count", Value::Null, 2),
        ("claim", json!("shortest"), 2),
        ("claim", json!("no plan"), 2),
        ("claim", json!("all"), 2),
        ("evidence", json!("proof"), 2),
        ("length", Value::Null, 2),
    ] {
        let folder = certificate("--count");
        manifest(&folder, |json| json[key] = value.clone());
        let (code, reason) = verdict(&folder);
        assert_eq!(code, expected, "{key} {value}: {reason}");
        verdicts += &reason;
    }
    expect_test::expect![[r#"
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: more than 1 states can be reached in fewer than 5 steps, and certificate.json claims otherwise
        not certified: 8 states can be reached in fewer than 5 steps, and certificate.json claims another number
        not certified: plan.txt is no plan: it has 5 steps, and 4 are claimed
        not certified: plan.txt is no plan: it has 5 steps, and 6 are claimed
        error: c: certificate.json: invalid type: integer `6`, expected a string at line 1 column 26
        error: c: certificate.json: its number of plans does not fit its claim
        error: c: certificate.json: its number of plans does not fit its claim
        error: c: certificate.json: its length does not fit its claim
        error: c: certificate.json: unknown variant `all`, expected one of `shortest`, `cheapest`, `no plan`, `count` at line 1 column 14
        error: c: certificate.json: there are no proofs of numbers of plans
        error: c: certificate.json: its length does not fit its claim
    "#]]
    .assert_eq(&verdicts);
}

#[test]
fn the_plan_of_no_steps_is_the_only_one() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), "board = \"\"\"\n.XX\n...\n...\n\"\"\"\n").unwrap();
    let written = run_in(&folder, "solve board.toml --certify c --count");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_eq!(verdict(&folder), (0, String::new()));
    manifest(&folder, |json| json["count"] = json!("2"));
    assert_eq!(verdict(&folder).0, 20);
}

/// A folder with a task whose operators `a` are cases of one action: 1 and 2 lead to the same state, 3 to another one.
fn with_cases() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let variables = [("x", 3), ("y", 2)].map(|(name, n)| {
        let values: String = (0..n).map(|value| format!("Atom {name}({value})\n")).collect();
        format!("begin_variable\n{name}\n-1\n{n}\n{values}end_variable\n")
    });
    let operators =
        [("a", "1\n1 0\n1\n0 0 0 1"), ("a", "0\n1\n0 0 0 1"), ("a", "0\n1\n0 0 0 2"), ("b", "0\n1\n0 1 0 1")];
    let operator = |(name, rest): (&str, &str)| format!("begin_operator\n{name}\n{rest}\n1\nend_operator\n");
    let text = format!(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n2\n{}0\nbegin_state\n0\n0\nend_state\n\
         begin_goal\n1\n0 1\nend_goal\n4\n{}0\n",
        variables.concat(),
        operators.map(operator).concat(),
    );
    fs::write(folder.path().join("task.sas"), text).unwrap();
    folder
}

#[test]
fn cases_of_one_action_are_one_step() {
    let folder = with_cases();
    for mode in ["", "--incremental", "--search", "--pdr"] {
        let listed = run_in(&folder, &format!("sas task.sas --all --quiet {mode}"));
        assert_eq!(stdout(&listed), "a\n", "{mode}: {}", stderr(&listed));
        let counted = stdout(&run_in(&folder, &format!("sas task.sas --count {mode}")));
        assert!(counted.contains("; 1 of that length"), "{mode}: {counted}");
    }
    // From x(0) to x(1) and x(2), with and without b; and b in three states.
    let explored: Value = serde_json::from_str(&stdout(&run_in(&folder, "explore task.sas --json"))).unwrap();
    assert_eq!(explored["transitions"], json!(7));
    let written = run_in(&folder, "sas task.sas --certify c --count");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_eq!(verdict(&folder), (0, String::new()));
    manifest(&folder, |json| json["count"] = json!("2"));
    assert_eq!(verdict(&folder).0, 20);
}
