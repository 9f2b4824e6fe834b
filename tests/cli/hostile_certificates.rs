//! Folders that are no certificates: files that are missing, links, pipes and endless ones, and numbers that cannot be. Both checkers end with
//! exit code 2, for every file of every kind of certificate.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::certificates::{manifest, run_in, verdict};
use crate::{code, stderr};

const BOARD: &str = "board = \"\"\"\nXXB.E\n..B.E\n.....\n\"\"\"\n";
const RING: &str = "start = \"\"\"\nAB\nC.\n\"\"\"\ngoal = \"\"\"\nBA\n..\n\"\"\"\n";

/// The commands that make a certificate of each kind, and their exit codes.
const KINDS: [(&str, i32); 7] = [
    ("solve board.toml", 0),
    ("solve board.toml --evidence recount", 0),
    ("solve board.toml --all", 0),
    ("solve board.toml --count", 0),
    ("solve ring.toml --metric moves --evidence proof", 10),
    ("solve ring.toml --metric moves", 10),
    ("prisoners --days 2 --all", 0),
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
        for file in
            files(&folder).iter().filter(|file| !["certificate.json", "schedules.txt"].contains(&&***file))
        {
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
