//! A kind of problem that comes from outside: `examples/toy_kind.rs` brings one, and every command knows it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::{code, stderr, stdout};

/// The program of the example, which stands beside the folder of the tests.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let program = folder.join("examples").join(format!("toy_kind{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "cargo test builds it, or cargo build --example toy_kind");
    program
}

/// A folder with a row of lamps in it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("row.txt"), "lamps\n*.*.*\n").unwrap();
    folder
}

fn run(folder: &TempDir, line: &str) -> Output {
    let mut command = Command::new(program());
    command.args(line.split_whitespace()).current_dir(folder.path()).stdin(Stdio::null());
    for variable in ["RUST_LOG", "RUST_BACKTRACE", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    command.output().unwrap()
}

#[test]
fn it_is_solved_by_its_own_command_and_by_the_common_one() {
    let folder = folder();
    for command in ["lamps", "solve"] {
        let output = run(&folder, &format!("{command} row.txt --search"));
        let answer = stdout(&output);
        assert!(
            answer.contains(
                "before\n*.*.*\n\nafter\n.....\n\n3 presses, shortest: every length up to 2 was refuted by search"
            ),
            "{answer}"
        );
        assert_eq!((code(&output), &*stderr(&output)), (0, ""));
        for mode in [
            "--incremental",
            "--incremental --encoding operators",
            "--minimize 6",
            "--pdr",
            "--semantics exists",
        ] {
            let output = run(&folder, &format!("{command} row.txt {mode} --json"));
            assert_eq!(code(&output), 0, "{mode}: {}", stderr(&output));
            let named =
                r#"{"kind":"lamps","name":"row","file":"row.txt","status":"solved","metric":"presses""#;
            assert!(stdout(&output).starts_with(named), "{}", stdout(&output));
        }
    }
}

#[test]
fn its_options_and_its_faults_are_its_own() {
    let folder = folder();
    let ring = run(&folder, "lamps row.txt --ring --search --count --json");
    assert!(stdout(&ring).contains("\"count\":6,"), "{}", stdout(&ring));
    let labelled = run(&folder, "solve row.txt --labelled");
    assert_eq!(code(&labelled), 2);
    assert!(
        stderr(&labelled).contains("--labelled makes no sense for a problem of kind lamps"),
        "{}",
        stderr(&labelled)
    );
    fs::write(folder.path().join("wrong.txt"), "lamps\n*.x\n").unwrap();
    let wrong = run(&folder, "solve wrong.txt");
    assert_eq!(code(&wrong), 2);
    assert!(
        stderr(&wrong).contains("this is no lamp") && stderr(&wrong).contains("wrong.txt:2:3"),
        "{}",
        stderr(&wrong)
    );
    let help = stdout(&run(&folder, "--help"));
    assert!(help.contains("lamps        Switch off a row of lamps"), "{help}");
}

#[test]
fn it_is_explored_exported_and_drawn() {
    let folder = folder();
    let size = stdout(&run(&folder, "explore row.txt --json"));
    assert!(size.contains("\"states\":16,") && size.contains("\"goal_states\":1,"), "{size}");
    let formula = stdout(&run(&folder, "export row.txt --horizon 2"));
    assert!(formula.contains("p cnf ") && formula.contains("lamp 1="), "{formula}");
    assert_eq!(code(&run(&folder, "lamps row.txt --svg row.svg --quiet")), 0);
    assert!(fs::read_to_string(folder.path().join("row.svg")).unwrap().contains("lamp 1"));
}

#[test]
fn it_is_compared_and_is_part_of_a_suite() {
    let folder = folder();
    let output = run(&folder, "compare row.txt --runs 1 --modes incremental,search --csv rows.csv");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("row.txt (lamps, presses"), "{}", stdout(&output));
    assert_eq!(fs::read_to_string(folder.path().join("rows.csv")).unwrap().lines().count(), 4);
    let suite = "[[group]]\ninstances = [\"row.txt\"]\nmodes = [\"incremental\", \"search\"]\n\
                 metrics = [\"presses\"]\nexpected = 3\n";
    fs::write(folder.path().join("suite.toml"), suite).unwrap();
    let output = run(&folder, "bench suite.toml");
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert!(stdout(&output).contains("lamps"), "{}", stdout(&output));
}
