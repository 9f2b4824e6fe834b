//! Parts of many problems, and the scripts that have a cluster solve them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::{code, run_in, stderr, stdout};

/// Five boards: one is faulty, and one has no plan.
const LINES: &str = "\
81 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 1
103 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
7 BBB?
0 XX#......
58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 3
";

/// In place of Slurm's: does the tasks that are named, one after the other, but for those in the file `killed`. The files of those in the
/// file `full` have no room for more than a block. The job that joins has no tasks.
const SBATCH: &str = r#"#!/bin/sh
for argument; do
    case $argument in
    --array=*-*) tasks=$(seq "${argument##*-}") ;;
    --array=*) tasks=$(echo "${argument#--array=}" | tr , ' ') ;;
    --wrap=*) wrap=${argument#--wrap=} ;;
    --output=*) output=${argument#--output=} ;;
    esac
done
if [ -z "$tasks" ]; then
    sh -c "$wrap" > "$output" 2>&1
    exit
fi
for task in $tasks; do
    echo "$task" >> tasks
    if ! grep -qsx "$task" killed; then
        (
            if grep -qsx "$task" full; then
                trap '' XFSZ
                ulimit -f 1
            fi
            SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 sh -c "$wrap" 2> log > out
        )
    fi
done
echo 1
"#;

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

/// Runs the script of shards with a stand-in for Slurm.
fn script(folder: &Path, line: &str) -> Output {
    script_named("slurm-shards.sh", folder, line)
}

/// Runs a script with a stand-in for Slurm.
fn script_named(name: &str, folder: &Path, line: &str) -> Output {
    fs::create_dir_all(folder.join("bin")).unwrap();
    let program = folder.join("bin/sbatch");
    fs::write(&program, SBATCH).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap());
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name))
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
fn a_part_that_could_not_be_written_whole_is_missing() {
    let folder = folder();
    let line = "1 answers.jsonl -- solve boards.txt --search";
    let joined = folder.path().join("answers.jsonl");
    fs::write(folder.path().join("full"), "1\n").unwrap();
    let output = script(folder.path(), line);
    assert!(code(&output) == 1 && !joined.exists(), "{}", stderr(&output));
    assert!(stderr(&output).contains("part 1 of 1 is missing"), "{}", stderr(&output));
    fs::remove_file(folder.path().join("full")).unwrap();
    let output = script(folder.path(), line);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let all = stdout(&run_in(folder.path(), "solve boards.txt --search --jsonl"));
    assert_eq!(fs::read_to_string(joined).unwrap().lines().count(), all.lines().count());
}

#[test]
fn parts_of_other_contents_of_a_file_are_not_joined() {
    let folder = folder();
    let line = "2 answers.jsonl -- solve boards.txt --search";
    assert_eq!(code(&script(folder.path(), line)), 0);
    assert_eq!(code(&script(folder.path(), line)), 0);
    fs::write(folder.path().join("boards.txt"), LINES.replace("0 XX#......", "0 XX.......")).unwrap();
    let output = script(folder.path(), line);
    assert!(code(&output) == 2 && stderr(&output).contains("other contents"), "{}", stderr(&output));

    // Files that are written there would be read as problems.
    let output = script(folder.path(), "2 here.jsonl -- solve . --search");
    assert!(code(&output) == 2 && stderr(&output).contains("name a file elsewhere"), "{}", stderr(&output));
}

#[test]
fn a_suite_of_which_runs_are_missing_is_no_success() {
    let folder = folder();
    let at = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    fs::write(folder.path().join("board.txt"), "XX.\n").unwrap();
    let suite =
        "[[group]]\ninstances = [\"board.txt\"]\nmetrics = [\"units\", \"slides\"]\nmodes = [\"search\"]\n";
    fs::write(folder.path().join("suite.toml"), suite).unwrap();
    fs::write(folder.path().join("killed"), "2\n").unwrap();
    let bench = |line: &str| script_named("slurm-bench.sh", folder.path(), line);
    let output = bench("suite.toml 2 runs.jsonl");
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("part 2 of 2 was not finished"), "{}", stderr(&output));
    // The parts that were made are there.
    assert_eq!(at("runs.jsonl").lines().count(), 2, "{}", stderr(&output));
    fs::remove_file(folder.path().join("killed")).unwrap();
    let output = bench("suite.toml 2 runs.jsonl");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let (runs, report) = (at("runs.jsonl"), at("runs.md"));
    assert!(runs.lines().count() == 3 && !report.is_empty());

    // Parts of another suite are refused, and nothing is lost.
    fs::write(folder.path().join("suite.toml"), suite.to_owned() + "runs = 2\n").unwrap();
    let output = bench("suite.toml 2 runs.jsonl");
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    fs::remove_dir_all(folder.path().join("runs.parts")).unwrap();
    fs::write(folder.path().join("killed"), "1\n2\n").unwrap();
    let output = bench("suite.toml 2 runs.jsonl");
    assert!(code(&output) == 2 && stderr(&output).contains("no part has runs"), "{}", stderr(&output));
    assert_eq!((at("runs.jsonl"), at("runs.md")), (runs, report));
}
