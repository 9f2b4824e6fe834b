//! The program `bmcplan-verify`, on a certificate of a board with one car.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the program; returns its exit code, its output and its errors.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_bmcplan-verify")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn certificate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificate")
}

#[test]
fn a_certificate_is_accepted() {
    let (code, output, errors) = run(&[certificate().to_str().unwrap()]);
    assert_eq!((code, &*errors), (Some(0), ""));
    assert_eq!(output.lines().last(), Some("certified: 2 units, shortest"));
}

#[test]
fn wrong_certificates_and_missing_ones_have_exit_codes_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(certificate()).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let place = folder.path().to_str().unwrap();
    assert_eq!(run(&[place]).0, Some(0));
    fs::write(folder.path().join("plan.txt"), "X right 1\n").unwrap();
    let (code, output, errors) = run(&[place]);
    assert_eq!((code, &*output), (Some(20), ""));
    assert!(errors.starts_with("bmcplan-verify: not certified: "), "{errors}");
    for arguments in [&[][..], &[place, place], &["no/such/folder"], &["--no-such-option"]] {
        assert_eq!(run(arguments).0, Some(2), "{arguments:?}");
    }
    assert_eq!(run(&["--help"]).0, Some(0));
}
