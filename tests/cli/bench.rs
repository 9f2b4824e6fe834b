//! `bmcplan bench`: suites with known answers, interrupted and split ones, and what cannot be true.

use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::{bmcplan, code, run, stderr, stdout};

/// 4 units, 2 slides.
const BOARD: &str = "board = \"\"\"\n..B.\nXXB.\n....\n....\n\"\"\"\n";

/// Six runs, all with known answers.
const SUITE: &str = r#"
timeout = 60
[[group]]
instances = ["*.board"]
metrics = ["units", "slides"]
encodings = ["transition"]
modes = ["incremental", "search"]
solvers = ["batsat"]
[[group]]
kind = "prisoners"
instances = [{ days = 6 }, { days = 7 }]
[expected]
"a.board" = { units = 4, slides = 2 }
"prisoners, days 6" = "solved"
"prisoners, days 7" = "unsolvable"
"#;

/// A folder with a board and this suite.
fn folder(suite: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.board"), BOARD).unwrap();
    fs::write(folder.path().join("suite.toml"), suite).unwrap();
    folder
}

fn bench(folder: &tempfile::TempDir, line: &str) -> Output {
    let words: Vec<&str> = ["bench"].into_iter().chain(line.split_whitespace()).collect();
    bmcplan(&words).current_dir(folder.path()).output().unwrap()
}

fn file(folder: &tempfile::TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The lines of a run log after the head, without those that only tell of a new session.
fn runs(text: &str) -> Vec<Value> {
    crate::json_keys::check_lines(text);
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line.get("session").is_none()).collect()
}

/// The numbers of the runs in a file, sorted.
fn jobs(text: &str) -> Vec<u64> {
    let mut jobs: Vec<u64> = runs(text).iter().map(|run| run["job"].as_u64().unwrap()).collect();
    jobs.sort_unstable();
    jobs
}

/// Each run writes a certificate and checks it, also where there is no plan.
#[test]
fn a_suite_of_certificates() {
    let folder =
        folder("[[group]]\ninstances = [\"*.board\"]\nmetrics = [\"units\"]\noptions = { certify = true }\n");
    fs::write(folder.path().join("stuck.board"), "XX#.\n....\n....\n....\n").unwrap();
    let output = bench(&folder, "suite.toml");
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    assert!(stdout(&output).contains("| certify s | check s |"), "{}", stdout(&output));
    let runs = runs(&file(&folder, "suite.jsonl"));
    let of = |board: &str| &runs.iter().find(|run| run["instance"] == board).unwrap()["certificate"];
    let certificate = of("a.board");
    assert!(certificate["proof_bytes"].as_u64().is_some_and(|bytes| 0 < bytes), "{certificate}");
    assert!(certificate["making_seconds"].is_f64() && certificate["checking_seconds"].is_f64());
    assert_eq!(certificate["missing"], Value::Null);
    assert!(of("stuck.board")["proof_bytes"].as_u64().is_some_and(|bytes| 0 < bytes));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

/// The shipped suites can be read, and expect what the tables say.
#[test]
fn shipped_suites() {
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let folder = tempfile::tempdir().unwrap();
    let expected_of = |suite: &str| -> toml::Table {
        let text = fs::read_to_string(instances.join(suite)).unwrap();
        text.parse::<toml::Table>().unwrap()["expected"].as_table().unwrap().clone()
    };
    let of_tables = ["options", "encodings", "sliding-horizons", "prisoners", "certificates"]
        .map(|name| format!("suites/{name}.toml"));
    for suite in ["suite.toml", "documents.toml"].into_iter().chain(of_tables.iter().map(String::as_str)) {
        // A part that has no runs.
        let out = folder.path().join(suite.replace('/', "-"));
        let output = run(&format!("bench instances/{suite} --shard 99999/99999 --out {}", out.display()));
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{suite}");
    }
    let (all, documents) = (expected_of("suite.toml"), expected_of("documents.toml"));
    let mut n_answers = 0;
    for (table, prefix) in [("OPTIMA.tsv", ""), ("sliding/OPTIMA.tsv", "sliding/")] {
        let text = fs::read_to_string(instances.join(table)).unwrap();
        let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let metrics = lines.next().unwrap();
        for line in lines {
            let name = format!("{prefix}{}", line[0]);
            if name == "sliding/stuck.toml" {
                assert_eq!(all[&name].as_str(), Some("unsolvable"));
                continue;
            }
            for (metric, steps) in
                metrics.iter().zip(&line).skip(1).filter(|(metric, _)| **metric != "states")
            {
                let in_suite = |suite: &toml::Table| {
                    suite.get(&name).and_then(|answers| answers.get(metric)).and_then(toml::Value::as_integer)
                };
                assert_eq!(in_suite(&all), steps.parse().ok(), "{name} {metric}");
                assert!(
                    in_suite(&documents).is_none_or(|known| *steps == known.to_string()),
                    "{name} {metric}"
                );
                n_answers += 1;
            }
        }
    }
    assert!(100 < n_answers);
    let text = fs::read_to_string(instances.join("gdl/OPTIMA.tsv")).unwrap();
    let games = text.lines().map(|line| line.split('\t').collect::<Vec<_>>()).filter(|line| line[1] == "100");
    games.for_each(|line| assert_eq!(all[&format!("gdl/{}", line[0])].to_string(), line[2], "{}", line[0]));
}

/// A journal that two processes have written to is told, and put right in one step.
#[test]
fn runs_that_are_there_twice() {
    let folder = folder(SUITE);
    assert_eq!(code(&bench(&folder, "suite.toml")), 0);
    let clean = file(&folder, "suite.jsonl");
    let twice = clean.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(folder.path().join("suite.jsonl"), clean.clone() + &twice).unwrap();
    let said = "suite.jsonl: 6 lines have runs that are there already, and do not count; \
                bmcplan bench --merge suite.jsonl --out NEW.jsonl writes a file without them\n";
    for line in ["--report suite.jsonl", "suite.toml --resume"] {
        let output = bench(&folder, line);
        assert_eq!((code(&output), &*stderr(&output)), (0, said), "{line}");
        assert!(stdout(&output).contains("\n6 of 6 runs under"));
    }
    let output = bench(&folder, "--merge suite.jsonl --out new.jsonl");
    assert_eq!((code(&output), stderr(&output)), (0, format!("{said}new.jsonl: 6 of 6 runs from 1 files\n")));
    assert_eq!(jobs(&file(&folder, "new.jsonl")), [1, 2, 3, 4, 5, 6]);
    assert_eq!(stderr(&bench(&folder, "suite.toml --out new.jsonl --resume")), "");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = folder("[[group]]\ninstances = [\"pipe\"]\n");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
    assert!(made.success());
    for (line, complaint) in [
        ("suite.toml", "error: pipe: this is a pipe or a device\n --> suite.toml:2:14\n"),
        ("--report pipe", "error: pipe: not a regular file, so runs cannot be written to it\n"),
        ("--report /dev/zero", "error: /dev/zero: not a regular file, so runs cannot be written to it\n"),
        ("--merge pipe --out new", "error: pipe: not a regular file, so runs cannot be written to it\n"),
    ] {
        let output = bench(&folder, line);
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}");
        assert!(stderr(&output).starts_with(complaint), "{line}: {}", stderr(&output));
    }
    fs::write(folder.path().join("suite.toml"), "[[group]]\ninstances = [\"a.board\"]\n").unwrap();
    for out in ["pipe", "/dev/full", "pipe --resume", "/dev/full --resume"] {
        let output = bench(&folder, &format!("suite.toml --out {out}"));
        assert_eq!(code(&output), 2, "{out}");
        let said = stderr(&output);
        assert!(said.ends_with("not a regular file, so runs cannot be written to it\n"), "{said}");
    }
    let output = bmcplan(&["compare", "pipe"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("error: pipe: this is a pipe or a device; "), "{}", stderr(&output));
}

/// Where no run can be started, nothing is written of it, so that it is made later.
#[cfg(unix)]
#[test]
fn runs_that_cannot_be_started_are_made_later() {
    let folder = folder(SUITE);
    let mut command = bmcplan(&["bench", "suite.toml"]);
    let output = command.current_dir(folder.path()).env("TMPDIR", "/no/such/folder").output().unwrap();
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(
        said.starts_with("error: 6 runs were not made: no temporary file can be made in /no/such/folder: ")
    );
    assert!(said.ends_with("\n--resume makes them and adds them to suite.jsonl\n"), "{said}");
    assert!(stdout(&output).contains("\n0 of 6 runs under"), "{}", stdout(&output));
    let output = bench(&folder, "suite.toml --resume");
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    assert_eq!(jobs(&file(&folder, "suite.jsonl")), [1, 2, 3, 4, 5, 6]);
}

/// A process that cannot be started, here because words and environment are too long for a small stack, is no run either.
#[cfg(target_os = "linux")]
#[test]
fn processes_that_cannot_be_started_are_made_later() {
    let horizon = format!("{}9", "0".repeat(90_000));
    let folder = folder(&format!(
        "[[group]]\ninstances = [\"a.board\"]\nmodes = [\"search\"]\noptions = {{ max-horizon = \"{horizon}\" }}\n"
    ));
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "ulimit -s 512; exec \"$0\" bench suite.toml"]);
    shell.arg(bmcplan(&[]).get_program()).current_dir(folder.path());
    let output = shell.env("LONG", "x".repeat(60_000)).output().unwrap();
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(said.starts_with("error: 1 runs were not made: no process can be started: "), "{said}");
    assert!(stdout(&output).contains("\n0 of 1 runs under"));
    let output = bench(&folder, "suite.toml --resume");
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    assert_eq!(jobs(&file(&folder, "suite.jsonl")), [1]);
}

/// Solvers that hang, and suites that are ended from outside.
#[cfg(unix)]
mod ended {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// A suite of four runs, one of which hangs as long as there is a file `hang`.
    fn hanging(timeout: &str) -> tempfile::TempDir {
        let folder = folder("");
        let script = folder.path().join("solver.sh");
        let text = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && echo v7 && exit\ncat > /dev/null\nwhile [ -e '{}/hang' ]; do sleep 0.05; done\n\
             echo 's UNSATISFIABLE'\nexit 20\n",
            folder.path().display()
        );
        fs::write(&script, text).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.path().join("hang"), "").unwrap();
        let suite = format!(
            "{timeout}\n[[group]]\ninstances = [\"a.board\"]\nmodes = [\"search\", \"incremental\", \"pdr\"]\nsolvers = [\"varisat\"]\n\
             [[group]]\ninstances = [\"a.board\"]\nmodes = [\"fixed\"]\nhorizon = 2\nsolvers = [\"cmd:{}\"]\n\
             options = {{ lower-bound = \"none\" }}\n[expected]\n\"a.board\" = 4\n",
            script.display()
        );
        fs::write(folder.path().join("suite.toml"), suite).unwrap();
        folder
    }

    /// Starts the suite and waits until all is written but the run that hangs.
    fn started(folder: &tempfile::TempDir) -> Child {
        let mut command = bmcplan(&["bench", "suite.toml", "--jobs", "2"]);
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let path = folder.path().join("suite.jsonl");
        while fs::read_to_string(&path).unwrap_or_default().lines().count() < 4 {
            assert!(child.try_wait().unwrap().is_none(), "it ended too early");
            thread::sleep(Duration::from_millis(20));
        }
        child
    }

    /// Goes on, without anything that hangs.
    fn resumed(folder: &tempfile::TempDir) -> Output {
        fs::remove_file(folder.path().join("hang")).unwrap();
        bench(folder, "suite.toml --resume")
    }

    #[test]
    fn a_solver_that_hangs_is_out_of_time() {
        let folder = hanging("timeout = 0.5");
        let output = bench(&folder, "suite.toml");
        assert_eq!((code(&output), &*stderr(&output)), (0, ""));
        let text = file(&folder, "suite.jsonl");
        assert!(text.lines().next().unwrap().contains(".sh\":\"v7\""), "{text}");
        let late = runs(&text).into_iter().find(|run| run["mode"] == "fixed").unwrap();
        assert_eq!(
            (&late["result"]["status"], &late["timeout_seconds"]),
            (&"out-of-time".into(), &0.5.into())
        );
    }

    /// Solvers that hang when they are asked for their version, of which the first only is asked.
    #[test]
    fn an_interrupt_while_versions_are_asked_for() {
        let folder = folder("");
        let (script, asked) = (folder.path().join("solver.sh"), folder.path().join("asked"));
        fs::write(&script, format!("#!/bin/sh\necho $$ >> '{}'\nexec sleep 600\n", asked.display())).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let solvers: Vec<String> = (1..=8).map(|n| format!("\"cmd:{} {n}\"", script.display())).collect();
        let suite = format!(
            "[[group]]\ninstances = [\"a.board\"]\nmodes = [\"incremental\"]\nsolvers = [{}]\n",
            solvers.join(", ")
        );
        fs::write(folder.path().join("suite.toml"), suite).unwrap();
        let mut command = bmcplan(&["bench", "suite.toml"]);
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        while fs::read_to_string(&asked).unwrap_or_default().is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(interrupted.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (code(&output), &*stderr(&output)),
            (130, "interrupted: 0 of 8 runs are in suite.jsonl; --resume goes on with them\n")
        );
        let asked = fs::read_to_string(&asked).unwrap();
        assert_eq!(asked.lines().count(), 1, "{asked}");
        let process = Path::new("/proc").join(asked.trim());
        assert!(!process.exists(), "it goes on");
    }

    #[test]
    fn a_killed_suite_is_taken_up_again() {
        let folder = hanging("");
        let mut child = started(&folder);
        child.kill().unwrap();
        child.wait().unwrap();
        let before = file(&folder, "suite.jsonl");
        assert_eq!(jobs(&before), [1, 2, 3]);
        let torn = "{\"job\":4,\"instance\":\"a.bo";
        fs::write(folder.path().join("suite.jsonl"), format!("{before}{torn}")).unwrap();
        let output = resumed(&folder);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(
            stderr(&output),
            format!("suite.jsonl: the last line is torn; its {} bytes are cut off\n", torn.len())
        );
        assert!(stdout(&output).starts_with("# suite\n\n4 of 4 runs"), "{}", stdout(&output));
        let after = file(&folder, "suite.jsonl");
        assert!(after.starts_with(&before));
        assert_eq!(jobs(&after), [1, 2, 3, 4]);
        assert_eq!(after.lines().count(), 6, "a head, four runs and a session: {after}");
        // Nothing is left.
        let again = bench(&folder, "suite.toml --resume");
        assert_eq!((code(&again), jobs(&file(&folder, "suite.jsonl"))), (0, vec![1, 2, 3, 4]));
    }

    #[test]
    fn two_processes_do_not_write_to_one_file() {
        let folder = hanging("");
        let mut child = started(&folder);
        let before = file(&folder, "suite.jsonl");
        let second = bench(&folder, "suite.toml --resume");
        assert_eq!((code(&second), &*stdout(&second)), (2, ""));
        assert_eq!(
            stderr(&second),
            "error: suite.jsonl: another process writes runs to this file; wait for its end, or give another --out\n"
        );
        assert_eq!(file(&folder, "suite.jsonl"), before);
        fs::remove_file(folder.path().join("hang")).unwrap();
        assert!(child.wait().unwrap().success());
        assert_eq!(jobs(&file(&folder, "suite.jsonl")), [1, 2, 3, 4]);
    }

    #[test]
    fn an_interrupted_suite_is_taken_up_again() {
        let folder = hanging("");
        let child = started(&folder);
        assert!(
            std::process::Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (code(&output), &*stderr(&output)),
            (130, "interrupted: 3 of 4 runs are in suite.jsonl; --resume goes on with them\n")
        );
        let before = file(&folder, "suite.jsonl");
        assert_eq!((jobs(&before), before.ends_with("}\n")), (vec![1, 2, 3], true));
        let output = resumed(&folder);
        assert_eq!((code(&output), &*stderr(&output)), (0, ""));
        assert_eq!(jobs(&file(&folder, "suite.jsonl")), [1, 2, 3, 4]);
    }
}
