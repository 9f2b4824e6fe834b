//! Certificates of least makespans: checked by both checkers, and refused when anything in them is changed.

use std::fs;

use expect_test::expect;
use serde_json::json;
use tempfile::TempDir;

use crate::certificates::{change, manifest, replace, verdict};
use crate::run_in;
use crate::{code, stderr, stdout};

/// A folder with the certificate `c` of a task, by semantics.
fn certified(semantics: &str, problem: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}/instances/{problem}", env!("CARGO_MANIFEST_DIR"));
    let line = format!("solve {path} --incremental --semantics {semantics} --certify c");
    let written = run_in(&folder, &line);
    assert_eq!(code(&written), 0, "{problem}: {}", stderr(&written));
    assert!(stdout(&written).contains("\ncertified: "), "{problem}: {}", stdout(&written));
    folder
}

const CIRCUIT: &str = "pddl/circuit/problem.pddl";
const TROLLEY: &str = "pddl/trolley/problem.pddl";

/// Both checkers write the formula again, byte for byte.
#[test]
fn shipped_problems_in_both_semantics() {
    for problem in [
        CIRCUIT,
        TROLLEY,
        "pddl/errands/problem.pddl --metric actions",
        "pddl/suitcase/problem.pddl",
        "thinkfun/card01.toml",
        "gdl/buttons-and-lights.kif",
        "gdl/wolf-goat-cabbage.kif",
    ] {
        for semantics in ["forall", "exists"] {
            let folder = certified(semantics, problem);
            let (code, reason) = verdict(&folder);
            assert_eq!(code, 0, "{problem} {semantics}: {reason}");
        }
    }
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8(bytes.to_vec()).unwrap().lines().map(str::to_owned).collect()
}

fn text(lines: &[String]) -> Vec<u8> {
    lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
}

#[test]
fn a_changed_file_is_refused() {
    let mut verdicts = String::new();
    let mut refused = |name: &str, what: &dyn Fn(&mut Vec<u8>)| {
        let folder = certified("exists", TROLLEY);
        change(&folder, name, what);
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 20, "{name}: {reason}");
        verdicts += &reason;
    };
    refused("order.txt", &|bytes| {
        let mut order = lines(bytes);
        order.reverse();
        *bytes = text(&order);
    });
    refused("order.txt", &|bytes| *bytes = text(&lines(bytes)[1..]));
    refused("order.txt", &replace("0\n", "1\n"));
    refused("plan.txt", &replace("; step 2\n", ""));
    refused("plan.txt", &|bytes| *bytes = text(&lines(bytes)[1..]));
    refused("plan.txt", &|bytes| bytes.extend(b"; step 9\n"));
    refused("plan.txt", &replace("; step 2\n", "; step 2\n; step 2\n"));
    refused("below.cnf", &|bytes| {
        let mut clauses = lines(bytes);
        let pair = clauses.iter().rposition(|line| {
            line.ends_with(" 0") && line.starts_with('-') && line.matches('-').count() == 2
        });
        clauses.remove(pair.unwrap());
        *bytes = text(&clauses);
    });
    refused("below.cnf", &replace("given order", "every order"));
    refused("below.lrat", &|bytes| bytes.truncate(bytes.len() / 2));
    expect![[r#"
        not certified: the formula for 7 steps excludes the plan
        not certified: order.txt is no order of the operators
        not certified: order.txt is no order of the operators
        not certified: plan.txt is no plan: in step 1, '(take novel right study)' is no operator, or cannot be applied
        not certified: plan.txt is no plan: '(take atlas left hall)' is in no step
        not certified: plan.txt is no plan: it has more than 7 steps
        not certified: plan.txt is no plan: step 2 has no operator
        not certified: below.cnf is not the formula for 6 steps
        not certified: below.cnf is not the formula for 6 steps
        not certified: below.lrat: step 506 of the proof is not well formed
    "#]].assert_eq(&verdicts);
}

#[test]
fn another_claim_is_refused() {
    for (claimed, expected) in [
        (json!({"length": 6}), 20),
        (json!({"length": 99}), 20),
        (json!({"steps": {"semantics": "forall", "operators": "actions"}}), 20),
        (json!({"metric": "actions"}), 2),
        (json!({"steps": {"semantics": "some", "operators": "actions"}}), 2),
        (json!({"steps": {"semantics": {"exists": null}, "operators": "actions"}}), 2),
        (json!({"steps": ["exists", "actions"]}), 2),
        (json!({"evidence": "layers"}), 2),
        (json!({"evidence": "recount"}), 2),
        (json!({"evidence": "recount", "states": 7}), 2),
        (json!({"claim": "no plan", "length": null}), 2),
    ] {
        let folder = certified("exists", TROLLEY);
        manifest(&folder, |json| {
            for (key, value) in claimed.as_object().unwrap() {
                json[key] = value.clone();
            }
        });
        let (code, reason) = verdict(&folder);
        assert_eq!(code, expected, "{claimed}: {reason}");
    }
    let folder = certified("exists", TROLLEY);
    manifest(&folder, |json| {
        json.as_object_mut().unwrap().remove("steps");
        json["metric"] = json!("actions");
    });
    assert_eq!(verdict(&folder).0, 20, "steps of one operator");
}

/// Of operators of one name, checkers take the first that can be applied; where this is none of the plan, or one that another operator
/// of the step disturbs, there is no certificate.
#[test]
fn a_step_whose_names_mean_other_operators_has_no_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let domain = "(define (domain d)
        (:requirements :strips :disjunctive-preconditions :negative-preconditions)
        (:predicates (p) (q) (g) (h) (r))
        (:action a :parameters () :precondition (or (p) (q)) :effect (g))
        (:action b :parameters () :precondition (not (h)) :effect (and (h) (not (p))))
        (:action c :parameters () :precondition (r) :effect (and (p) (q)))
        (:action e :parameters () :precondition (p) :effect (and (r) (not (p)) (not (q)))))";
    let problem = "(define (problem x) (:domain d) (:init (p) (q)) (:goal (and (g) (h))))";
    let mut task = "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nvar0\n-1\n3\n\
        Atom v(0)\nAtom v(1)\nAtom v(2)\nend_variable\n0\nbegin_state\n0\nend_state\nbegin_goal\n1\n0 2\nend_goal\n2\n"
        .to_owned();
    for value in [1, 2] {
        task += &format!("begin_operator\ngo\n0\n1\n0 0 0 {value}\n1\nend_operator\n");
    }
    task += "0\n";
    for (name, text) in [("domain.pddl", domain), ("problem.pddl", problem), ("same.sas", &*task)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    for line in [
        "pddl domain.pddl problem.pddl --semantics forall",
        "sas same.sas --semantics forall",
        "sas same.sas --semantics exists",
    ] {
        let solved = run_in(&folder, &format!("{line} --certify c"));
        assert_eq!(code(&solved), 0, "{line}: {}", stderr(&solved));
        let why = "\nno certificate: a plan cannot be written by the names of its operators";
        assert!(stdout(&solved).contains(why), "{line}: {}", stdout(&solved));
        assert!(!folder.path().join("c").exists(), "{line}");
    }
}
