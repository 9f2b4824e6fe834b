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

/// A proof of any origin, in each form; what is wrong with the proof and what cannot be read have other codes.
#[test]
fn a_proof_alone_is_checked() {
    const FORMULA: &str = "c two values\np cnf 2 4\n1 2 0\n-1 2 0 1\n-2 0 -1 -2 0\n";
    const PROOF: &str = "c a comment\n\n5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    let folder = tempfile::tempdir().unwrap();
    let [formula, proof] = ["f.cnf", "f.lrat"].map(|name| folder.path().join(name));
    let check = |formula_text: &str, proof_bytes: &[u8]| {
        fs::write(&formula, formula_text).unwrap();
        fs::write(&proof, proof_bytes).unwrap();
        let (code, output, errors) = run(&[formula.to_str().unwrap(), "--proof", proof.to_str().unwrap()]);
        let place = format!("{}/", folder.path().display());
        (code, output.replace(&place, ""), errors.replace(&place, ""))
    };
    let right = check(FORMULA, PROOF.as_bytes());
    let expected = "checked: f.lrat proves in 2 steps that f.cnf has no model\n\
                    to be believed: that f.cnf is the intended formula: its meaning was not checked\n\
                    certified: f.cnf has no model (2 variables, 4 clauses)\n";
    assert_eq!(right, (Some(0), expected.to_owned(), String::new()));
    let binary = b"a\x0a\x04\0\x02\x04\0d\x02\x04\0a\x0c\0\x0a\x06\x08\0";
    assert_eq!(check(FORMULA, binary), right);
    for (text, step) in [
        ("5 2 0 1 2 0\n", "the proof does not end in a contradiction"),
        ("", "the proof does not end in a contradiction"),
        ("5 2 0 1 3 0\n", "in step 1 of the proof, hint 3 leaves more than one literal"),
        ("5 2 0 1 2 0\n5 d 7 0\n", "after step 1, the proof deletes clause 7, which does not exist"),
        ("5 2 0 1 2 0\n6 0 5 3 4\n", "step 2 of the proof is not well formed"),
        ("5 2 0 1 2 0 0\n", "step 1 of the proof is not well formed"),
        ("5 d 1 0 2 0\n", "step 1 of the proof is not well formed"),
        ("5 2 0 1 x 0\n", "step 1 of the proof is not well formed"),
        ("5 99999999999999999999 0 1 2 0\n", "step 1 of the proof is not well formed"),
        ("-5 2 0 1 2 0\n", "step 1 of the proof is not well formed"),
        ("4 2 0 1 2 0\n", "step 1 of the proof has the number 4, which is not greater than those before"),
    ] {
        let (code, output, errors) = check(FORMULA, text.as_bytes());
        assert_eq!((code, &*output), (Some(20), ""), "{text}");
        assert_eq!(errors, format!("bmcplan-verify: not certified: f.lrat: {step}\n"));
    }
    for (text, fault) in [
        ("", "line 1: the file ends before `p cnf VARIABLES CLAUSES`"),
        ("1 2 0\n", "line 1: `p cnf VARIABLES CLAUSES` is missing"),
        ("p cnf 2 2\n1 0\n", "line 3: the file ends after 1 whole clauses of 2"),
        ("p cnf 2 1\n1 0\n2", "line 4: the file ends after 1 whole clauses of 1"),
        ("p cnf 2 1\n1 3 0\n", "line 2: \"3\" is no literal of 2 variables"),
        ("p cnf 2 1\n1 \u{1b}[31m 0\n", "line 2: \"\\u{1b}[31m\" is no literal of 2 variables"),
    ] {
        let (code, output, errors) = check(text, PROOF.as_bytes());
        assert_eq!((code, &*output), (Some(2), ""), "{text}");
        assert_eq!(errors, format!("bmcplan-verify: f.cnf: {fault}; the formula has to be in DIMACS\n"));
    }
    for arguments in
        [&[place(&formula), "--proof"][..], &["--proof", place(&proof)], &[".", "--proof", place(&proof)]]
    {
        assert_eq!(run(arguments).0, Some(2), "{arguments:?}");
    }
}

fn place(path: &Path) -> &str {
    path.to_str().unwrap()
}
