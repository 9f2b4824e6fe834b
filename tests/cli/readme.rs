//! What the README tells people to type works as it stands there.

use std::fs;
use std::path::Path;

use super::{bmcplan, code, run, stderr, stdout};

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

/// The command line, less its comment.
fn typed(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

#[cfg(unix)]
#[test]
fn every_command_in_the_readme_solves() {
    let readme = readme();
    let commands: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("bmcplan ")).map(typed).collect();
    assert!(5 < commands.len());
    // Some write files, into the current folder.
    let folder = tempfile::tempdir().unwrap();
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    std::os::unix::fs::symlink(instances, folder.path().join("instances")).unwrap();
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().collect();
        let output = bmcplan(&words).current_dir(folder.path()).output().unwrap();
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    }
}

#[test]
fn the_first_command_says_what_the_readme_says() {
    let readme = readme();
    let command = readme.lines().find_map(|line| line.strip_prefix("cargo run --release -- ")).unwrap();
    let output = stdout(&run(typed(command)));
    let (summary, _) = output.trim_end().lines().next_back().unwrap().rsplit_once(", ").unwrap();
    assert!(readme.contains(summary), "{summary}");
}
