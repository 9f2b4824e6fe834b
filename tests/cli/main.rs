//! The command as people and scripts meet it: what stands on stdout and stderr, and the exit code.

#![allow(clippy::unwrap_used)]

mod answers;
mod bench;
mod certificate_folders;
mod certificates;
#[path = "../checker/mod.rs"]
mod checker;
mod compare;
mod definition;
mod details;
mod disk;
mod doors;
mod explain;
mod export;
mod files;
mod galleries;
mod games;
mod generate;
mod harden;
mod hostile;
mod hostile_certificates;
mod inputs;
mod json_keys;
mod limits;
#[cfg(unix)]
mod mallob;
mod many;
mod pages;
mod pddl;
mod pictures;
#[cfg(unix)]
mod progress;
mod rate;
#[cfg(unix)]
mod shards;
mod sizes;
#[path = "../checker/skipped.rs"]
mod skipped;
mod transcripts;
mod trust;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Does the environment ask for all cases, as the weekly long run does?
fn everything() -> bool {
    std::env::var_os("BMCPLAN_CASES").is_some_and(|value| value == "all")
}

/// The command in the folder of the repository, undisturbed by the environment.
fn bmcplan(arguments: &[&str]) -> Command {
    command(assert_cmd::cargo::cargo_bin!("bmcplan"), arguments)
}

/// The same of another program.
fn command(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    for variable in ["RUST_LOG", "RUST_BACKTRACE", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    command
}

/// Runs a command line, split at spaces.
fn run(line: &str) -> Output {
    let output = bmcplan(&line.split_whitespace().collect::<Vec<_>>()).output().unwrap();
    json_keys::check_lines(&String::from_utf8_lossy(&output.stdout));
    output
}

/// The JSON objects that a command line prints, one on each line, and its exit code.
fn all_answers(line: &str) -> (Vec<Value>, i32) {
    let output = run(line);
    let read = |object: &str| serde_json::from_str(object).unwrap_or_else(|error| panic!("{line}: {error}"));
    (stdout(&output).lines().map(read).collect(), code(&output))
}

/// The only object that a command line prints.
fn answer(line: &str) -> Value {
    let [answer] = all_answers(line).0.try_into().unwrap_or_else(|all| panic!("{line}: {all:?}"));
    answer
}

/// Runs a command line in a folder.
fn run_in(folder: impl AsRef<Path>, line: &str) -> Output {
    bmcplan(&line.split_whitespace().collect::<Vec<_>>()).current_dir(folder).output().unwrap()
}

/// A folder with these files.
fn folder_of(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Everything in a folder and in those in it: what stands in files, and where links lead to.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let content = if path.is_symlink() {
            fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
        } else if path.is_dir() {
            all.extend(contents(&path));
            Vec::new()
        } else {
            fs::read(&path).unwrap()
        };
        all.push((path, content));
    }
    all.sort();
    all
}

/// What a command says that is refused before anything is solved, printed or written.
fn refused(folder: &TempDir, line: &str) -> String {
    let before = contents(folder.path());
    let output = run_in(folder, line);
    assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}: {}", stderr(&output));
    assert!(contents(folder.path()) == before, "{line}");
    stderr(&output)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// All that can be seen of a run, but for times, sizes of formulas and the version.
fn seen(output: &Output) -> String {
    json_keys::check_lines(&stdout(output));
    format!("{}-- stderr\n{}-- exit code {}\n", mask(&stdout(output)), stderr(output), code(output))
}

/// Writes `_` for what may differ between runs, encodings and versions: the seconds in `…, 0.05 s)` and the numbers
/// after some keys of JSON.
fn mask(text: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-');
    let line = |line: &str| match (line.strip_suffix(" s)\n"), line.split_once(" problems in ")) {
        (Some(sentence), _) => format!("{}_ s)\n", sentence.trim_end_matches(is_number)),
        (_, Some((many, rest))) => format!("{many} problems in _{}", rest.trim_start_matches(is_number)),
        _ => line.replace(env!("CARGO_PKG_VERSION"), "_"),
    };
    let mut masked: String = text.split_inclusive('\n').map(line).collect();
    for key in [
        "seconds",
        "wall_seconds",
        "cpu_seconds",
        "memory_mb",
        "build_seconds",
        "solver_seconds",
        "conflicts",
        "variables",
        "clauses",
        "literals",
        "formula_bytes",
    ] {
        let key = format!("\"{key}\":");
        let parts = masked.split(&key).enumerate().map(|(index, part)| {
            let rest = part.trim_start_matches(is_number);
            if index == 0 || rest == part { part.to_owned() } else { format!("_{rest}") }
        });
        masked = parts.collect::<Vec<_>>().join(&key);
    }
    // A file of the test's own, somewhere.
    let mut parts = masked.split("\"file\":\"/");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "\"file\":\"_" + &part[part.find('"').unwrap()..])
}

#[test]
fn times_and_sizes_are_masked() {
    assert_eq!(mask("moves\n(search, 0.25 s)\n"), "moves\n(search, _ s)\n");
    assert_eq!(
        mask(r#"{"seconds":4e-6,"n":3},{"seconds":0.5,"clauses":null,"conflicts":7}"#),
        r#"{"seconds":_,"n":3},{"seconds":_,"clauses":null,"conflicts":_}"#
    );
    assert_eq!(mask(r#"{"file":"/a/b.kif","n":3,"file":"c"}"#), r#"{"file":"_","n":3,"file":"c"}"#);
}
