//! Certificates of all shortest plans, and of how many there are: both checkers accept them, and refuse them once anything is changed.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::certificates::{change, manifest, run_in, verdict};
use crate::{code, stderr, stdout};

/// A folder with a board that has some shortest plans, and its certificate `c`.
fn certificate(options: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), "board = \"\"\"\nXXB.E\n..B.E\n.....\n\"\"\"\n").unwrap();
    let written = run_in(&folder, &format!("solve board.toml --certify c {options}"));
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let text = stdout(&written);
    assert!(text.contains("\nrecomputed: ") || text.contains("\ncertified: "), "{text}");
    folder
}

/// Leaves the lines as they are, but for some.
fn lines(bytes: &mut Vec<u8>, change: impl Fn(&mut Vec<String>)) {
    let text = String::from_utf8(bytes.clone()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    *bytes = lines.into_iter().map(|line| line + "\n").collect::<String>().into_bytes();
}

#[test]
fn all_plans_and_their_number() {
    let listed = "plans.txt has 4 plans of 5 steps, which differ";
    let unlisted = "unlisted.cnf is the formula for at most 5 steps and no plan of plans.txt";
    let counted = "4 ways lead on to a goal";
    for (option, claim, word, checked) in [
        ("--all", "all", "certified", &[listed, unlisted][..]),
        ("--count", "count", "recomputed", &[counted]),
        ("--count --incremental", "count", "recomputed", &[counted]),
        ("--all --evidence recount", "all", "recomputed", &[listed, counted]),
    ] {
        let folder = certificate(option);
        assert_eq!(verdict(&folder), (0, String::new()), "{option}");
        let verified: Value = serde_json::from_str(&stdout(&run_in(&folder, "verify c --json"))).unwrap();
        assert_eq!(verified["claim"], claim, "{option}");
        assert_eq!((&verified["count"], &verified["length"]), (&json!("4"), &json!(5)), "{option}");
        let text = stdout(&run_in(&folder, "verify c"));
        assert!(text.ends_with(&format!("\n{word}: 5 units, shortest; 4 of that length\n")), "{text}");
        for sentence in checked {
            assert!(text.contains(&format!("\nchecked: {sentence}\n")), "{sentence}: {text}");
        }
    }
}

#[test]
fn a_changed_list_is_refused() {
    let mut verdicts = String::new();
    let mut refused = |name: &str, count: Option<&str>, what: &dyn Fn(&mut Vec<u8>)| {
        let folder = certificate("--all");
        change(&folder, name, what);
        count.into_iter().for_each(|count| manifest(&folder, |json| json["count"] = json!(count)));
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{name}: {reason}");
        verdicts += &reason;
    };
    let nothing = |_: &mut Vec<u8>| {};
    refused("plans.txt", Some("5"), &nothing);
    refused("plans.txt", Some(""), &nothing);
    refused("plans.txt", Some("04"), &nothing);
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| drop(lines.pop())));
    refused("plans.txt", Some("3"), &|bytes| lines(bytes, |lines| drop(lines.pop())));
    refused("plans.txt", Some("5"), &|bytes| lines(bytes, |lines| lines.push(lines[3].clone())));
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| lines[3] = lines[2].clone()));
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| lines.swap(1, 2)));
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| lines[0] += " 1"));
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| lines[0] = "1 1 1 1 1".to_owned()));
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| lines[0] = "1 1 1 1 99".to_owned()));
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| lines[0] = "1 1 1 1 +1".to_owned()));
    refused("plans.txt", None, &|bytes| lines(bytes, |lines| lines[0] = "0 1 1 1 1".to_owned()));
    refused("plans.txt", None, &|bytes| _ = bytes.pop());
    refused("plans.txt", Some("0"), &Vec::clear);
    refused("unlisted.cnf", None, &|bytes| lines(bytes, |lines| drop(lines.pop())));
    refused("unlisted.cnf", None, &|bytes| lines(bytes, |lines| lines.swap(20, 21)));
    refused("unlisted.lrat", None, &|bytes| bytes.truncate(bytes.len() / 2));
    refused("plan.txt", None, &|bytes| lines(bytes, |lines| drop(lines.remove(0))));
    expect_test::expect![[r#"
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 3 plans, and certificate.json claims another number
        not certified: unlisted.cnf is not the formula for 5 steps and plans.txt
        not certified: plans.txt: line 5 is not behind the one before it
        not certified: plans.txt: line 4 is not behind the one before it
        not certified: plans.txt: line 3 is not behind the one before it
        not certified: plans.txt: line 1 has 6 steps, and 5 are claimed
        not certified: plans.txt: line 1 is no plan: step 1: 'X right 1' cannot be applied: its precondition 'not busy(1,3)' is false
        not certified: plans.txt: line 1 has a word that is no number of an operator
        not certified: plans.txt: line 1 has a word that is no number of an operator
        not certified: plans.txt: line 1 has a word that is no number of an operator
        not certified: plans.txt: its last line has no end
        not certified: plans.txt: its last line has no end
        not certified: unlisted.cnf is not the formula for 5 steps and plans.txt
        not certified: unlisted.cnf is not the formula for 5 steps and plans.txt
        not certified: unlisted.lrat: step 289 of the proof is not well formed
        not certified: plan.txt is no plan: step 4: 'X right 1' cannot be applied: its precondition 'not busy(1,5)' is false
    "#]].assert_eq(&verdicts);
}

/// Where a list rests on a recount, it is the number of plans that shows that one is missing, or that there is one too many.
#[test]
fn a_changed_list_is_recounted() {
    let mut verdicts = String::new();
    let mut refused = |count: &str, states: Option<usize>, what: &dyn Fn(&mut Vec<u8>)| {
        let folder = certificate("--all --evidence recount");
        change(&folder, "plans.txt", what);
        manifest(&folder, |json| {
            json["count"] = json!(count);
            states.into_iter().for_each(|states| json["states"] = json!(states));
        });
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{reason}");
        verdicts += &reason;
    };
    refused("3", None, &|bytes| lines(bytes, |lines| drop(lines.pop())));
    refused("3", None, &|bytes| lines(bytes, |lines| drop(lines.remove(0))));
    refused("5", None, &|_| {});
    refused("4", Some(2), &|_| {});
    refused("4", Some(100), &|_| {});
    expect_test::expect![[r#"
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: there are 4 plans, and certificate.json claims another number
        not certified: more than 2 states can be reached in fewer than 5 steps, and certificate.json claims otherwise
        not certified: 8 states can be reached in fewer than 5 steps, and certificate.json claims another number
    "#]].assert_eq(&verdicts);
}

#[test]
fn a_changed_number_is_refused() {
    let mut verdicts = String::new();
    for (key, value, expected) in [
        ("count", json!("3"), 20),
        ("count", json!("40"), 20),
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
        not certified: more than 1 states can be reached in fewer than 5 steps, and certificate.json claims otherwise
        not certified: 8 states can be reached in fewer than 5 steps, and certificate.json claims another number
        not certified: plan.txt is no plan: it has 5 steps, and 4 are claimed
        not certified: plan.txt is no plan: it has 5 steps, and 6 are claimed
        error: c: certificate.json: invalid type: integer `6`, expected a string at line 1 column 26
        error: c: certificate.json: its number of plans does not fit its claim
        error: c: certificate.json: its number of plans does not fit its claim
        error: c: certificate.json: its length does not fit its claim
        error: c: certificate.json: it has no digest of plans.txt
        error: c: certificate.json: there are no proofs of numbers of plans
        error: c: certificate.json: its length does not fit its claim
    "#]]
    .assert_eq(&verdicts);
}

#[test]
fn the_plan_of_no_steps_is_the_only_one() {
    for option in ["--all", "--count"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("board.toml"), "board = \"\"\"\n.XX\n...\n...\n\"\"\"\n").unwrap();
        let written = run_in(&folder, &format!("solve board.toml --certify c {option}"));
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        assert_eq!(verdict(&folder), (0, String::new()));
        manifest(&folder, |json| json["count"] = json!("2"));
        assert_eq!(verdict(&folder).0, 20);
    }
}

#[test]
fn no_certificate_of_a_part_of_the_plans() {
    let folder = certificate("--all");
    let written = run_in(&folder, "solve board.toml --certify d --all --limit 2");
    assert!(
        stdout(&written).contains("\nno certificate: not all shortest plans are known"),
        "{}",
        stdout(&written)
    );
    assert!(!folder.path().join("d").exists());
    let refused = run_in(&folder, "solve board.toml --certify d --count --evidence proof");
    assert_eq!(code(&refused), 2);
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
    for (option, file) in
        [("--all", "plans.txt"), ("--all --evidence recount", "plans.txt"), ("--count", "task.sas")]
    {
        let written = run_in(&folder, &format!("sas task.sas --certify c {option}"));
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        assert_eq!(verdict(&folder), (0, String::new()), "{option}");
        assert!(folder.path().join("c").join(file).exists(), "{option}");
    }
    let reason = |certify: &str, plans: &str, count: &str| {
        let folder = with_cases();
        assert_eq!(code(&run_in(&folder, &format!("sas task.sas --certify c {certify}"))), 0);
        change(&folder, "plans.txt", |bytes| *bytes = plans.as_bytes().to_vec());
        manifest(&folder, |json| json["count"] = json!(count));
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{plans:?}: {reason}");
        reason
    };
    let mut verdicts = String::new();
    for certify in ["--all", "--all --evidence recount"] {
        verdicts += &reason(certify, "2\n", "1");
        verdicts += &reason(certify, "1\n2\n", "2");
        verdicts += &reason(certify, "3\n", "1");
    }
    expect_test::expect![[r#"
        not certified: plans.txt: line 1 has operator 2, for which 1 stands, which has its name and leads to the same state
        not certified: plans.txt: line 2 has operator 2, for which 1 stands, which has its name and leads to the same state
        not certified: plans.txt: line 1 is no plan: step 1: the plan ends and the goal 'x=x(1)' is false
        not certified: plans.txt: line 1 has operator 2, for which 1 stands, which has its name and leads to the same state
        not certified: plans.txt: line 2 has operator 2, for which 1 stands, which has its name and leads to the same state
        not certified: plans.txt: line 1 is no plan: step 1: the plan ends and the goal 'x=x(1)' is false
    "#]]
    .assert_eq(&verdicts);
}
