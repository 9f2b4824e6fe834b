//! Foreign solvers that lie: what is said and with which exit code; and that none is left behind.

use expect_test::expect;

use crate::{bmcplan, check_output, code, stderr, stdout};

/// Says of every formula that it has no model.
const LIAR: &str = "cmd:echo s UNSATISFIABLE";
/// 11.5 is the least cost.
const PARCELS: &str = "pddl instances/pddl/parcels/problem.pddl";
/// 4 units.
const BOARD: &str = "..B.XXB.........";

/// Runs a command line, split at spaces, with this solver.
fn with(solver: &str, line: &str) -> std::process::Output {
    let words: Vec<&str> = line.split_whitespace().chain(["--solver", solver]).collect();
    bmcplan(&words).output().unwrap()
}

#[test]
fn lies_are_errors() {
    for mode in [
        "--lower-bound none --horizon 6",
        "--lower-bound none --minimize 6",
        "--lower-bound none --incremental --max-horizon 6",
        "--lower-bound none --incremental --threads 2 --max-horizon 6",
        "--lower-bound none --incremental --max-horizon 6 --all",
        "--pdr",
    ] {
        let output = with(LIAR, &format!("rushhour --board {BOARD} {mode}"));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{mode}");
        let said = stderr(&output);
        assert!(
            said.starts_with("error: the SAT solver cmd:echo s UNSATISFIABLE failed: it"),
            "{mode}: {said}"
        );
    }
    let output = with(LIAR, "prisoners");
    assert_eq!((code(&output), &*stdout(&output)), (2, ""));
    assert_eq!(
        stderr(&output),
        "error: the SAT solver cmd:echo s UNSATISFIABLE failed: it says wrongly that no schedule exists\n"
    );
}

#[test]
fn lies_about_costs_are_errors() {
    for line in [format!("{PARCELS} --incremental"), format!("{PARCELS} --incremental --max-cost 11.5")] {
        let output = with(LIAR, &line);
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}");
        let said = stderr(&output);
        let expected = "error: the SAT solver cmd:echo s UNSATISFIABLE failed: it says wrongly that no plan ";
        assert!(said.starts_with(expected), "{line}: {said}");
    }
}

/// There is no such plan, but what it refutes goes on to 13.4, and there is a plan of cost 11.5.
#[test]
fn a_bound_beyond_the_limit_is_a_lie() {
    let output = with(LIAR, &format!("{PARCELS} --incremental --max-cost 11"));
    let told = "error: the SAT solver cmd:echo s UNSATISFIABLE failed: it says wrongly that every plan costs more than one that there is\n";
    assert_eq!((code(&output), &*stdout(&output), &*stderr(&output)), (2, "", told));
}

#[test]
fn what_is_true_is_confirmed() {
    check_output(
        &with(LIAR, &format!("rushhour --board {BOARD} --lower-bound none --horizon 3")),
        expect![[r#"
            no plan of at most 3 units exists, proved by varisat; longer ones were not looked for (fixed, transition, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    check_output(
        &with(LIAR, "prisoners --design kirkman --prisoners 6 --days 2"),
        expect![[r#"
            6 schoolgirls in rows of 3 on 2 days are impossible, proved by varisat (pairs-counted, sound, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 10
        "#]],
    );
}

#[test]
fn who_is_trusted_is_named() {
    check_output(
        &with(LIAR, &format!("rushhour --board {BOARD} --lower-bound none --horizon 6 --trust")),
        expect![[r#"
            no plan of at most 6 units exists, proved by cmd:echo s UNSATISFIABLE; longer ones were not looked for, trusting cmd:echo s UNSATISFIABLE (fixed, transition, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    check_output(
        &with(LIAR, "prisoners --trust"),
        expect![[r#"
            9 prisoners in rows of 3 on 6 days are impossible, proved by cmd:echo s UNSATISFIABLE, trusting cmd:echo s UNSATISFIABLE (pairs-counted, sound, cmd:echo s UNSATISFIABLE, _ s)
            -- stderr
            -- exit code 10
        "#]],
    );
    for line in [
        &*format!("rushhour --board {BOARD} --lower-bound none --horizon 6"),
        &format!("{PARCELS} --incremental --max-cost 11"),
        "prisoners",
    ] {
        let object: serde_json::Value =
            serde_json::from_str(&stdout(&with(LIAR, &format!("{line} --trust --json")))).unwrap();
        assert_eq!(object["trusted"], "cmd:echo s UNSATISFIABLE", "{line}");
    }
    // Who is built in is not trusted but tested.
    let output = with("batsat", &format!("rushhour --board {BOARD} --incremental --trust --json"));
    assert!(!stdout(&output).contains("trust"), "{}", stdout(&output));
}

/// A solver that hangs ends with a command that is killed without being asked.
#[test]
#[cfg(target_os = "linux")]
fn no_solver_is_left_behind() {
    use std::fs;
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    // Found again by how long it sleeps, which is no other test's time.
    let time = format!("86398.{}", std::process::id());
    let is_running = || {
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
        lines.any(|line| {
            line == format!("sleep\0{time}\0").as_bytes()
                || line.ends_with(format!("/sleep\0{time}\0").as_bytes())
        })
    };
    let solver = format!("cmd:sleep {time}");
    let line = ["rushhour", "--board", BOARD, "--lower-bound", "none", "--incremental", "--solver", &solver];
    let mut child = bmcplan(&line).stdout(Stdio::null()).spawn().unwrap();
    while !is_running() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let buried = (0..1000).any(|_| {
        sleep(Duration::from_millis(10));
        !is_running()
    });
    assert!(buried, "sleep {time} goes on");
}
