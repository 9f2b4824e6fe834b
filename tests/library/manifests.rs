//! `certificate.json`: claims that make no sense, or do not name the files that they need, are refused before any other file is read.

use std::fs;

use bmcplan::kinds::Kinds;
use bmcplan::stop::Stop;
use bmcplan_verify::{MANIFEST, Manifest, verify};
use serde_json::{Map, Value, json};

/// The claim that a plan of three actions is a shortest one, by a proof. No file is named.
fn shortest() -> Value {
    json!({
        "format": "bmcplan certificate", "version": 2, "claim": "shortest", "evidence": "proof",
        "metric": "actions", "length": 3, "kind": "sas", "options": {}, "goal": null, "one_row": false,
        "problem": [], "program": "", "proved": [], "trusted": [], "files": {},
    })
}

fn changed(manifest: &Value, changes: &Value) -> Value {
    let mut manifest = manifest.clone();
    for (key, value) in changes.as_object().unwrap() {
        manifest[key] = value.clone();
    }
    manifest
}

/// The claim, or the reason not to accept it, of a folder that has nothing but this text.
fn verdict(manifest: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(MANIFEST), manifest).unwrap();
    match verify(folder.path(), &Kinds::default(), &Stop::default()) {
        Ok(verified) => verified.manifest.sentence(),
        Err(error) => error.to_string(),
    }
}

/// A proof that no plan is cheaper, after so many steps.
fn cheapest(steps: usize) -> Value {
    let cost = json!({"total": "7", "operators": "actions", "steps": steps});
    json!({"claim": "cheapest", "metric": "cost", "cost": cost})
}

#[test]
fn formats_lengths_and_numbers_have_to_fit() {
    let (read, other) = ("it has no digest of task.sas", "it is no `bmcplan certificate` of version 2");
    let length = "its length does not fit its claim";
    for (changes, expected) in [
        (json!({}), read),
        (json!({"format": "certificate"}), other),
        (json!({"version": 3}), other),
        (json!({"length": null}), length),
        (json!({"claim": "no plan"}), length),
        (json!({"length": 1_000_000}), read),
        (json!({"length": 1_000_001}), length),
        (cheapest(1_000_000), read),
        (cheapest(1_000_001), "its cost does not fit its claim"),
        (json!({"evidence": "recount", "states": 10_000_000}), read),
        (json!({"evidence": "recount", "states": 10_000_001}), "a recount is of at most 10000000 states"),
    ] {
        let found = verdict(&changed(&shortest(), &changes).to_string());
        assert_eq!(found, format!("certificate.json: {expected}"), "{changes}");
    }
}

/// The claim of a manifest with these changes, as a sentence.
fn sentence(changes: &Value) -> String {
    serde_json::from_value::<Manifest>(changed(&shortest(), changes)).unwrap().sentence()
}

#[test]
fn a_claim_names_the_order_that_it_is_about() {
    let steps = |semantics: &str, length: usize| {
        let steps = json!({"semantics": semantics, "operators": "actions"});
        sentence(&json!({"metric": "makespan", "steps": steps, "length": length}))
    };
    assert_eq!(steps("forall", 3), "3 ∀-steps of actions, shortest");
    assert_eq!(steps("exists", 3), "3 ∃-steps of actions in the order of order.txt, shortest");
    assert_eq!(steps("exists", 1), "1 ∃-step of actions in the order of order.txt, shortest");
}

#[test]
fn a_claim_says_how_the_problem_was_read() {
    let labelled = json!({"options": {"labelled": null}});
    assert_eq!(sentence(&labelled), "3 actions, shortest; all pieces are kept apart");
    let none = changed(&labelled, &json!({"claim": "no plan", "length": null}));
    assert_eq!(sentence(&none), "no plan of any length; all pieces are kept apart");
    let one_row = json!({"one_row": true, "claim": "count", "count": "2"});
    let found = "3 actions, shortest; 2 of that length; the one row of the board is all its cells";
    assert_eq!(sentence(&one_row), found);
}

#[test]
fn files_that_a_claim_needs_have_digests() {
    let exists = json!({"metric": "makespan", "steps": {"semantics": "exists", "operators": "actions"}});
    let claims: [(Value, &[&str]); 8] = [
        (json!({}), &["task.sas", "plan.txt", "below.cnf", "below.lrat"]),
        (json!({"length": 0}), &["task.sas", "plan.txt"]),
        (json!({"problem": ["a", "b"]}), &["a", "b", "task.sas", "plan.txt", "below.cnf", "below.lrat"]),
        (json!({"evidence": "recount", "states": 7}), &["task.sas", "plan.txt"]),
        (
            json!({"claim": "count", "count": "2", "evidence": "recount", "states": 7}),
            &["task.sas", "plan.txt"],
        ),
        (
            json!({"claim": "no plan", "length": null}),
            &[
                "task.sas",
                "invariant.cnf",
                "start.cnf",
                "start.lrat",
                "step.cnf",
                "step.lrat",
                "goal.cnf",
                "goal.lrat",
            ],
        ),
        (exists, &["task.sas", "plan.txt", "order.txt", "below.cnf", "below.lrat"]),
        (cheapest(2), &["task.sas", "plan.txt", "landmarks.txt", "below.cnf", "below.lrat"]),
    ];
    for (changes, needed) in claims {
        let without = |left_out: &str| {
            let named = needed.iter().filter(|name| **name != left_out);
            let files: Map<String, Value> =
                named.map(|name| ((*name).to_owned(), json!({"bytes": 0, "sha256": ""}))).collect();
            verdict(&changed(&changed(&shortest(), &changes), &json!({"files": files})).to_string())
        };
        for &name in needed {
            let expected = format!("certificate.json: it has no digest of {name}");
            assert_eq!(without(name), expected, "{changes}");
        }
        let found = without("");
        assert!(!found.contains("digest"), "{changes}: {found}");
    }
}

/// A line end in a text could make a claim of what follows it.
#[test]
fn texts_have_no_control_characters() {
    for changes in [
        json!({"note": "a\ncertified: 1 units, shortest"}),
        json!({"program": "a\u{1b}[8m"}),
        json!({"proved": ["a\u{85}b"]}),
        json!({"options": {"a\n": null}}),
        json!({"kind": "sas\r"}),
        json!({"problem": ["a.sas\nb"]}),
    ] {
        let found = verdict(&changed(&shortest(), &changes).to_string());
        assert!(found.starts_with("certificate.json: a control character in a text"), "{changes}: {found}");
    }
}

#[test]
fn names_of_files_are_no_sentences() {
    for name in ["a.sas: it was read", "a\u{2028}b", "../a", "/a", "..", ".", "", "a:b"] {
        let digest = json!({"bytes": 0, "sha256": ""});
        let changes = json!({
            "claim": "no plan", "length": null, "evidence": "recount", "states": 1,
            "files": {name: digest, "task.sas": digest},
        });
        let found = verdict(&changed(&shortest(), &changes).to_string());
        let expected = format!("certificate.json: {name:?} is not a valid file name");
        assert_eq!(found, expected);
    }
}

/// Readers differ in which of two values of a key they take.
#[test]
fn a_key_that_is_there_twice_is_refused() {
    let text = shortest().to_string();
    let digest = r#"{"bytes":0,"sha256":""}"#;
    for (key, from, to) in [
        ("length", r#""length":3"#, r#""length":3,"length":3"#.to_owned()),
        ("a", r#""files":{}"#, format!(r#""files":{{"a":{digest},"a":{digest}}}"#)),
        ("goal", r#""options":{}"#, r#""options":{"goal":"1","goal":"2"}"#.to_owned()),
    ] {
        assert!(text.contains(from), "{text}");
        let found = verdict(&text.replacen(from, &to, 1));
        assert!(found.starts_with(&format!("certificate.json: duplicate key `{key}`")), "{key}: {found}");
    }
}
