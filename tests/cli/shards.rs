//! Parts of many problems, and the script that has a cluster solve them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::{bmcplan, code, stderr, stdout};

/// Five boards: one is faulty, and one has no plan.
const LINES: &str = "\
81 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 1
103 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
7 BBB?
0 XX#......
58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 3
";

/// In place of Slurm's: does the tasks that are named, one after the other, but for those in the file `killed`.
const SBATCH: &str = r#"#!/bin/sh
for argument; do
    case $argument in
    --array=*) tasks=$(echo "${argument#--array=}" | tr , ' ') ;;
    --wrap=*) wrap=${argument#--wrap=} ;;
    esac
done
for task in $tasks; do
    echo "$task" >> tasks
    if ! grep -qsx "$task" killed; then
        SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 sh -c "$wrap" 2> log
    fi
done
"#;

fn run_in(folder: &Path, line: &str) -> Output {
    bmcplan(&line.split_whitespace().collect::<Vec<_>>()).current_dir(folder).output().unwrap()
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("boards.txt"), LINES).unwrap();
    folder
}

/// The line and the status of each answer.
fn answers(lines: &str) -> Vec<(Value, Value)> {
    let objects = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects.map(|object| (object["line"].clone(), object["status"].clone())).collect()
}

#[test]
fn shards_have_every_problem_once() {
    let folder = folder();
    let all = answers(&stdout(&run_in(folder.path(), "solve boards.txt --jsonl --ordered --search")));
    assert_eq!(all.len(), 5);
    for of in 1..=7 {
        for part in 1..=of {
            let line = format!("solve boards.txt --jsonl --ordered --search --shard {part}/{of}");
            let output = run_in(folder.path(), &line);
            let expected: Vec<(Value, Value)> = all.iter().skip(part - 1).step_by(of).cloned().collect();
            assert_eq!(answers(&stdout(&output)), expected, "{line}");
            // A part without problems has no fault.
            assert!(!expected.is_empty() || code(&output) == 0, "{line}: {}", stderr(&output));
        }
    }
    let one = run_in(folder.path(), "solve boards.txt:1 --search --shard 1/2");
    assert!(stdout(&one).contains("1 problem in "), "{}", stdout(&one));
    let none = stdout(&run_in(folder.path(), "solve boards.txt:1 --search --shard 2/2"));
    assert!(none.starts_with("\n0 problems in ") && none.ends_with(" s\n"), "{none}");
    for shard in ["0/2", "3/2", "2", "a/b"] {
        let output = run_in(folder.path(), &format!("solve boards.txt --shard {shard}"));
        assert!(
            code(&output) == 2 && stderr(&output).contains("not a part such as 2/4"),
            "{}",
            stderr(&output)
        );
    }
}

/// Runs the script with a stand-in for Slurm.
fn script(folder: &Path, line: &str) -> Output {
    let sbatch = folder.join("bin/sbatch");
    fs::create_dir_all(folder.join("bin")).unwrap();
    fs::write(&sbatch, SBATCH).unwrap();
    fs::set_permissions(&sbatch, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/slurm-shards.sh"))
        .args(line.split_whitespace())
        .envs([("PATH", path), ("BMCPLAN", env!("CARGO_BIN_EXE_bmcplan").to_owned())])
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn the_script_joins_answers_in_their_order_and_makes_what_is_missing() {
    let folder = folder();
    let at = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let line = "3 answers.jsonl --time=1 -- solve boards.txt --search";
    fs::write(folder.path().join("killed"), "2\n").unwrap();
    let output = script(folder.path(), line);
    assert!(code(&output) == 1 && stderr(&output).contains("part 2 of 3 is missing"), "{}", stderr(&output));
    assert_eq!(at("answers.jsonl"), "");
    fs::remove_file(folder.path().join("killed")).unwrap();
    let output = script(folder.path(), line);
    assert_eq!(code(&output), 0, "{}{}", stderr(&output), at("log"));
    assert_eq!(at("tasks"), "1\n2\n3\n2\n");
    let all = run_in(folder.path(), "solve boards.txt --jsonl --ordered --search");
    assert_eq!(answers(&at("answers.jsonl")), answers(&stdout(&all)));

    let other = script(folder.path(), "3 answers.jsonl -- solve boards.txt --incremental");
    assert!(code(&other) == 2 && stderr(&other).contains("parts of another command"), "{}", stderr(&other));
    for usage in
        ["", "3 answers.jsonl", "3 answers.jsonl --time=1 solve boards.txt", "3 answers.jsonl --time=1 --"]
    {
        let output = script(folder.path(), usage);
        assert!(code(&output) == 2 && stderr(&output).contains("OPTIONS OF sbatch"), "{usage}");
    }
    // A question that was not understood is no answer.
    let wrong = script(folder.path(), "2 wrong.jsonl -- solve boards.txt --no-such-option");
    assert!(code(&wrong) == 1 && at("wrong.jsonl").is_empty(), "{}", stderr(&wrong));
}

#[test]
fn the_script_makes_all_boards() {
    let folder = folder();
    let output = script(folder.path(), "3 all.jsonl -- generate --exhaustive --size 3");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let all = stdout(&run_in(folder.path(), "generate --exhaustive --size 3 --jsonl"));
    assert!(!all.is_empty());
    assert_eq!(fs::read_to_string(folder.path().join("all.jsonl")).unwrap(), all);
}
