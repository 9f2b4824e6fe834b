//! Folders that are no certificates: files that are missing, links, pipes and endless ones, and numbers that cannot be. Both checkers end with
//! exit code 2, for every file of every kind of certificate.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::certificates::{change, manifest, verdict};
use crate::run_in;
use crate::{code, stderr, stdout};

const BOARD: &str = "board = \"\"\"\nXXB.E\n..B.E\n.....\n\"\"\"\n";
const RING: &str = "start = \"\"\"\nAB\nC.\n\"\"\"\ngoal = \"\"\"\nBA\n..\n\"\"\"\n";

/// The commands that make a certificate of each kind, and their exit codes.
const KINDS: [(&str, i32); 5] = [
    ("solve board.toml", 0),
    ("solve board.toml --evidence recount", 0),
    ("solve board.toml --count", 0),
    ("solve ring.toml --metric moves --evidence proof", 10),
    ("solve ring.toml --metric moves", 10),
];

fn certificate((command, expected): (&str, i32)) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), BOARD).unwrap();
    fs::write(folder.path().join("ring.toml"), RING).unwrap();
    let written = run_in(&folder, &format!("{command} --certify c"));
    assert_eq!(code(&written), expected, "{command}: {}", stderr(&written));
    folder
}

/// The files that `certificate.json` names, and itself.
fn files(folder: &TempDir) -> Vec<String> {
    let manifest = fs::read(folder.path().join("c/certificate.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let files = manifest["files"].as_object().unwrap().keys().cloned();
    files.chain(["certificate.json".to_owned()]).collect()
}

#[test]
fn files_that_are_missing_or_no_files() {
    type Spoil<'a> = &'a dyn Fn(&Path);
    let spoils: [(&str, Spoil<'_>); 4] = [
        ("missing", &|_| ()),
        ("a link", &|path| symlink("../board.toml", path).unwrap()),
        ("endless", &|path| symlink("/dev/zero", path).unwrap()),
        ("a pipe", &|path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success())),
    ];
    for kind in KINDS {
        let folder = certificate(kind);
        for (place, file) in files(&folder).into_iter().enumerate() {
            // Each in turn, so that every kind of certificate meets all of them.
            let (what, spoil) = spoils[place % spoils.len()];
            let path = folder.path().join("c").join(&file);
            let good = fs::read(&path).unwrap();
            fs::remove_file(&path).unwrap();
            spoil(&path);
            let (code, reason) = verdict(&folder);
            assert_eq!(code, 2, "{}: {file}, {what}: {reason}", kind.0);
            fs::remove_file(&path).ok();
            fs::write(&path, good).unwrap();
        }
        assert_eq!(verdict(&folder).0, 0, "{}", kind.0);
    }
}

#[test]
fn files_without_a_digest() {
    for kind in KINDS {
        let folder = certificate(kind);
        let path = folder.path().join("c/certificate.json");
        let good = fs::read(&path).unwrap();
        for file in files(&folder).iter().filter(|file| *file != "certificate.json") {
            manifest(&folder, |json| drop(json["files"].as_object_mut().unwrap().remove(file)));
            let (code, reason) = verdict(&folder);
            assert_eq!(code, 2, "{}: {file}: {reason}", kind.0);
            fs::write(&path, &good).unwrap();
        }
    }
}

/// Files elsewhere are no part of a certificate, even if they are what is claimed of them.
#[test]
fn files_that_are_elsewhere() {
    let folder = certificate(KINDS[0]);
    let path = folder.path().join("c/certificate.json");
    let good = fs::read(&path).unwrap();
    let board = folder.path().join("board.toml");
    for name in ["../board.toml", &*board.to_string_lossy()] {
        manifest(&folder, |json| json["files"][name] = json["files"]["problem.toml"].clone());
        assert_eq!(verdict(&folder).0, 2, "{name}");
        fs::write(&path, &good).unwrap();
    }
}

/// A change of JSON, and its name.
type Change<'a> = (&'a str, &'a dyn Fn(&mut Value));

/// Parts that some readers of JSON take for others: lists of the values of an object, and objects for a name.
#[test]
fn parts_in_another_form() {
    let folder = certificate(KINDS[0]);
    let digest =
        |json: &Value| json!([json["files"]["plan.txt"]["bytes"], json["files"]["plan.txt"]["sha256"]]);
    let path = folder.path().join("c/certificate.json");
    let good = fs::read(&path).unwrap();
    let changes: [Change<'_>; 4] = [
        ("a list for a digest", &|json| json["files"]["plan.txt"] = digest(json)),
        ("an object for a claim", &|json| json["claim"] = json!({"shortest": null})),
        ("an object for the evidence", &|json| json["evidence"] = json!({"proof": null})),
        ("a list for all", &|json| *json = json.as_object().unwrap().values().cloned().collect()),
    ];
    for (what, change) in changes {
        manifest(&folder, change);
        let (code, reason) = verdict(&folder);
        assert_eq!(code, 2, "{what}: {reason}");
        fs::write(&path, &good).unwrap();
    }
    assert_eq!(verdict(&folder).0, 0);
}

/// A plan of so many steps that the formula for them has more variables than there are numbers for. A recount has no formula.
#[test]
fn formulas_that_are_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let variable =
        |name| format!("begin_variable\n{name}\n-1\n2\nAtom {name}(0)\nAtom {name}(1)\nend_variable\n");
    let switch = |name, effect| format!("begin_operator\n{name}\n0\n1\n0 0 {effect}\n1\nend_operator\n");
    let task = format!(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n2\n{}{}0\nbegin_state\n0\n0\nend_state\n\
         begin_goal\n1\n0 1\nend_goal\n3\n{}{}begin_operator\nnever\n1\n1 1\n9000\n{}1\nend_operator\n0\n",
        variable("var0"),
        variable("var1"),
        switch("on", "0 1"),
        switch("off", "1 0"),
        "1 0 0 1 -1 0\n".repeat(9000)
    );
    fs::write(folder.path().join("task.sas"), task).unwrap();
    let written = run_in(&folder, "solve task.sas --search --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_eq!(verdict(&folder).0, 0);
    change(&folder, "plan.txt", |bytes| {
        *bytes = ["(on)\n", &"(off)\n(on)\n".repeat(15_000)].concat().into_bytes()
    });
    manifest(&folder, |json| json["length"] = json!(30_001));
    let (code, reason) = verdict(&folder);
    assert_eq!(code, 2, "{reason}");
    assert!(reason.contains("task.sas: the formula has too many variables"), "{reason}");
    manifest(&folder, |json| (json["evidence"], json["states"]) = (json!("recount"), json!(10)));
    let (code, reason) = verdict(&folder);
    assert_eq!(code, 20, "{reason}");
    assert!(reason.contains("1 steps lead to a goal"), "{reason}");
}

/// A formula says of each two values of a variable that they exclude each other.
#[test]
fn variables_of_too_many_values_have_a_recount_and_no_formula() {
    let folder = tempfile::tempdir().unwrap();
    let task = format!(
        "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nvar0\n-1\n4500\n{}\
         end_variable\n0\nbegin_state\n0\nend_state\nbegin_goal\n1\n0 1\nend_goal\n1\nbegin_operator\ngo\n0\n1\n\
         0 0 0 1\n1\nend_operator\n0\n",
        (0..4500).map(|place| format!("Atom at({place})\n")).collect::<String>()
    );
    fs::write(folder.path().join("task.sas"), task).unwrap();
    let refused = run_in(&folder, "solve task.sas --search --evidence proof --certify c");
    let told = stdout(&refused) + &stderr(&refused);
    assert!(told.contains("no proof: the variables have too many values for a formula"), "{told}");
    let written = run_in(&folder, "solve task.sas --search --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_eq!(verdict(&folder).0, 0);
    for name in ["below.cnf", "below.lrat"] {
        fs::write(folder.path().join("c").join(name), "").unwrap();
        change(&folder, name, |_| ());
    }
    manifest(&folder, |json| {
        (json["evidence"], json["states"], json["note"]) = (json!("proof"), Value::Null, Value::Null);
    });
    let (code, reason) = verdict(&folder);
    assert_eq!(code, 2, "{reason}");
    assert!(reason.contains("task.sas: the variables have too many values for a formula"), "{reason}");
}

#[test]
fn numbers_that_cannot_be() {
    for kind in KINDS {
        let folder = certificate(kind);
        let path = folder.path().join("c/certificate.json");
        let good = fs::read(&path).unwrap();
        for (key, value) in [
            ("length", json!(-1)),
            ("length", json!(1e30)),
            ("length", json!("3")),
            ("version", json!(u64::MAX)),
            ("states", json!(-1)),
            ("states", json!(1e30)),
            ("states", json!("3")),
            ("states", json!(10_000_001)),
            ("count", json!(3)),
            ("claim", json!("true")),
            ("evidence", json!("faith")),
            ("files", json!({"../board.toml": {"bytes": 1, "sha256": ""}})),
            ("files", json!({"plan.txt": {"bytes": -1, "sha256": ""}})),
        ] {
            manifest(&folder, |json| json[key] = value.clone());
            let (code, reason) = verdict(&folder);
            assert_eq!(code, 2, "{}: {key} {value}: {reason}", kind.0);
            fs::write(&path, &good).unwrap();
        }
    }
}
