//! Limits and interrupts: the run ends soon, and says what it knows.

use crate::{code, run, stderr, stdout};

/// Takes seconds in slides by SAT, gigabytes by search.
const HARD: &str = "instances/large/12x12_7.toml --metric slides";
/// 116 steps, far more than any formula gets to in the time that tests have.
const LONG: &str = "instances/sliding/klotski.toml";

#[test]
fn a_timeout() {
    let states = format!("rushhour {HARD} --search");
    let steps = [
        "--incremental",
        "--incremental --solver batsat",
        "--incremental --threads 2",
        "--pdr",
        "--pdr --solver batsat",
    ]
    .map(|mode| format!("sliding {LONG} {mode}"));
    for line in steps.iter().chain([&states]) {
        let output = run(&format!("{line} --timeout 0.3"));
        let text = stdout(&output);
        assert!(text.contains("; stopped by the timeout while trying "), "{line}: {text}");
        assert!(text.contains("\nwhat may help: --first looks for any plan"), "{line}: {text}");
        assert!(text.ends_with("; a greater --timeout\n"), "{line}: {text}");
        // No progress line, no log.
        assert_eq!((code(&output), &*stderr(&output)), (12, ""), "{line}");
    }
}

/// As in a container: memory that is asked for is not there.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_refuses_is_a_limit() {
    let script = format!("ulimit -v 100000; exec \"$0\" rushhour {HARD} --search --json");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).arg(assert_cmd::cargo::cargo_bin!("bmcplan"));
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert_eq!(code(&output), 12, "{}", stderr(&output));
    assert!(stdout(&output).contains("\"stopped_by\":\"memory\""), "{}", stdout(&output));
}

#[cfg(unix)]
mod interrupts {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, ChildStderr, Command, Stdio};
    use std::time::{Duration, Instant};

    use super::HARD;
    use crate::bmcplan;

    /// The end of an interrupted run.
    struct Interrupted {
        code: i32,
        stdout: String,
        stderr: String,
        took: Duration,
    }

    /// Interrupts a run when its log, which grows with `-vv`, says that.
    fn interrupt(line: &str, when: &str) -> Interrupted {
        let mut command = bmcplan(&line.split_whitespace().collect::<Vec<_>>());
        let mut child = command.arg("-vv").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        read_until(&mut log, when);
        let sent = Instant::now();
        kill(&child);
        let (mut stdout, mut stderr) = (String::new(), String::new());
        child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        log.read_to_string(&mut stderr).unwrap();
        let code = child.wait().unwrap().code().unwrap();
        Interrupted { code, stdout, stderr, took: sent.elapsed() }
    }

    fn read_until(log: &mut BufReader<ChildStderr>, text: &str) {
        let mut line = String::new();
        while !line.contains(text) {
            line.clear();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "the log ended without '{text}'");
        }
    }

    fn kill(child: &Child) {
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    }

    /// Far above the fifth of a second that is promised, which a machine may miss that is busy with other tests.
    const SOON: Duration = Duration::from_secs(5);

    #[test]
    fn says_what_was_refuted() {
        for (mode, at) in [
            ("incremental --schedule linear --solver varisat", 9),
            ("incremental --schedule linear --solver batsat", 9),
            ("pdr", 3),
        ] {
            let line = format!("rushhour {HARD} --{mode}");
            let end = interrupt(&line, &format!("horizon {at}: Refuted"));
            assert_eq!(end.code, 130, "{}", end.stderr);
            assert!(end.took < SOON, "{:?}", end.took);
            let (known, trying) = end.stdout.split_once("; interrupted while trying ").unwrap();
            let (refuted, source) = known.split_once(" slides exists, proved by ").unwrap();
            assert_eq!(source, mode.split_once("--solver ").map_or("varisat", |(_, solver)| solver));
            let refuted: usize = refuted.strip_prefix("no plan of at most ").unwrap().parse().unwrap();
            assert!(at <= refuted, "{}", end.stdout);
            let mode = mode.split(' ').next().unwrap();
            assert!(trying.starts_with(&format!("{} slides ({mode}, ", refuted + 1)), "{}", end.stdout);
        }
    }

    /// Nobody looks at a flag while a pipe is waited for.
    #[test]
    fn ends_what_waits_for_a_reader() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let arguments = ["rushhour", "instances/sample02.toml", "--svg", pipe.to_str().unwrap()];
        let mut child = bmcplan(&arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut answer = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains(", shortest") {
            line.clear();
            assert_ne!(answer.read_line(&mut line).unwrap(), 0, "no answer");
        }
        kill(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }

    #[test]
    fn says_it_in_json() {
        let end = interrupt(&format!("rushhour {HARD} --incremental --json"), "horizon 9: Refuted");
        assert_eq!(end.code, 130, "{}", end.stderr);
        assert!(end.took < SOON, "{:?}", end.took);
        let object: serde_json::Value = serde_json::from_str(&end.stdout).unwrap();
        assert_eq!(object["status"], "stopped");
        assert!(Some(9) <= object["refuted"].as_u64(), "{object}");
        assert_eq!(object["horizons"].as_array().unwrap().last().unwrap()["result"], "stopped");
        assert!(end.stderr.ends_with("interrupted\n"), "{}", end.stderr);
    }

    #[test]
    fn stops_a_search() {
        let end = interrupt(&format!("rushhour {HARD} --search"), " state variables");
        assert_eq!(end.code, 130, "{}", end.stderr);
        assert!(end.took < SOON, "{:?}", end.took);
        assert!(end.stdout.contains("exists, proved by search; interrupted while trying "), "{}", end.stdout);
    }

    #[test]
    fn a_plan_that_was_found_is_an_answer() {
        let end = interrupt(&format!("rushhour {HARD} --minimize 60 --json"), ": Reached");
        is_an_answer(&end);
        // The first trace of this ramp is far from the optimum.
        let end = interrupt(&format!("rushhour {HARD} --incremental --schedule ramp:4 --json"), ": Reached");
        is_an_answer(&end);
    }

    /// More than 100,000 shortest plans of 16 units, of which a formula finds the first in no time.
    const MANY: &str = "rushhour --board ooBCDEooBCDEXXBCDEoooooooooooooooooo";

    #[test]
    fn some_plans_are_no_answer_to_how_many_there_are() {
        for (mode, wanted) in
            [("incremental", "--count"), ("minimize 17", "--count"), ("incremental", "--all --limit 100000")]
        {
            let end = interrupt(&format!("{MANY} --{mode} {wanted} --json"), ": Reached");
            assert_eq!(end.code, 130, "{mode} {wanted}: {}", end.stderr);
            let object: serde_json::Value = serde_json::from_str(&end.stdout).unwrap();
            assert_eq!(
                (&object["status"], &object["complete"]),
                (&"solved".into(), &false.into()),
                "{object}"
            );
            assert_eq!(object["stopped_by"], "interrupt", "{object}");
        }
    }

    fn is_an_answer(end: &Interrupted) {
        assert_eq!(end.code, 0, "{}", end.stderr);
        let object: serde_json::Value = serde_json::from_str(&end.stdout).unwrap();
        assert_eq!((&object["status"], &object["optimal"]), (&"solved".into(), &false.into()));
        assert!(end.stderr.ends_with("interrupted: there may be a shorter plan\n"), "{}", end.stderr);
    }
}
