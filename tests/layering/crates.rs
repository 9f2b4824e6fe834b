//! The planner as a library stands on few crates.

use std::collections::BTreeSet;
use std::process::Command;

/// Of these and the crate itself, no more than that many.
const MOST: usize = 45;

#[test]
fn without_the_default_features_there_are_few_crates() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "tree",
        "--offline",
        "--locked",
        "--no-default-features",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).unwrap();
    let crates: BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    assert!(crates.len() <= MOST, "{} crates: {crates:?}", crates.len());
}
