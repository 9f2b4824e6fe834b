//! Ways to give a problem: one of a collection by its line or its id, a board on one line, a path without a command, a
//! domain for several problems, and what writes to a pipe and never ends.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{bmcplan, code, folder_of, json_keys, run_in, stderr, stdout};

#[test]
fn every_picture_of_many_has_a_file_of_its_own() {
    let long = "x".repeat(120);
    let ids = ["p", "p1", "a", "A", "a-1", "1-a", &format!("{long}1"), &format!("{long}2")];
    let list = ids.map(|id| format!("[[board]]\nid = \"{id}\"\nboard = \"XX.......\"\n")).concat();
    let folder = folder_of(&[("list.toml", &list)]);
    // Seven units each: eight states of each of eight problems. Some systems have one file for `a` and `A`.
    for (options, n_files) in
        [("--svg c-%s-%d.svg", 64), ("--svg d-%d_%s.svg", 64), ("--svg e-%s.svg --gif e-%s.gif", 16)]
    {
        let begin = options.split(' ').nth(1).unwrap().split('-').next().unwrap();
        let output = run_in(&folder, &format!("solve list.toml --search {options}"));
        assert_eq!(code(&output), 0, "{options}: {}", stderr(&output));
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let lower = names.map(|name| name.to_string_lossy().to_lowercase());
        let own: BTreeSet<String> = lower.filter(|name| name.starts_with(&format!("{begin}-"))).collect();
        assert_eq!(own.len(), n_files, "{options}");
    }
}

#[cfg(unix)]
fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_that_never_ends_is_left_at_the_timeout() {
    let folder = folder_of(&[("plan.txt", "X right 2\n")]);
    pipe(&folder.path().join("pipe"));
    let begun = Instant::now();
    for line in [
        "solve pipe --timeout 0.1",
        "pipe --timeout 0.1 --json",
        "explore pipe --timeout 0.1",
        "draw pipe --timeout 0.1",
        "check pipe plan.txt --timeout 0.1",
        "export pipe --horizon 1 --timeout 0.1",
        "prisoners --check pipe --timeout 0.1",
    ] {
        let output = run_in(&folder, line);
        assert_eq!(code(&output), 12, "{line}: {}", stderr(&output));
        assert!(stderr(&output).contains("stopped by the timeout"), "{line}: {}", stderr(&output));
    }
    let mut waiting = bmcplan(&["solve", "-", "--timeout", "0.5"]);
    let mut waiting = waiting.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = waiting.stdin.take().unwrap();
    input.write_all(b"XX.\n").unwrap();
    assert_eq!(waiting.wait().unwrap().code(), Some(12));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// A script that asks for JSON gets JSON also where a limit comes before anything is known.
#[cfg(unix)]
#[test]
fn a_limit_before_an_answer_is_an_object() {
    let folder = folder_of(&[("plan.txt", "X right 2\n")]);
    pipe(&folder.path().join("pipe"));
    for line in [
        "solve pipe",
        "explain pipe",
        "explore pipe",
        "harden pipe",
        "rate pipe",
        "generate pipe",
        "check pipe plan.txt --optimal",
        "prisoners --check pipe",
    ] {
        let output = run_in(&folder, &format!("{line} --json --timeout 0.1"));
        let text = stdout(&output);
        json_keys::check_lines(&text);
        let object: serde_json::Value =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}: {text}"));
        assert_eq!((code(&output), &object["status"]), (12, &"stopped".into()), "{line}: {object}");
        assert_eq!(object["stopped_by"], "timeout", "{line}");
        assert_eq!(object["error"]["message"], "nothing is known yet; stopped by the timeout", "{line}");
        assert_eq!(stderr(&output), "nothing is known yet; stopped by the timeout\n", "{line}");
        assert_eq!(stdout(&run_in(&folder, &format!("{line} --timeout 0.1"))), "", "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_is_read_without_its_pipes() {
    let folder = folder_of(&[("set/a.toml", "board = 'XX.'\n")]);
    pipe(&folder.path().join("set/pipe"));
    let output = run_in(&folder, "solve set --search --timeout 20");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("left out, as they look like no problems: set/pipe"),
        "{}",
        stderr(&output)
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_reading() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut waiting = bmcplan(&["solve", "-"]);
    let mut waiting = waiting.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // Waiting would close it.
    let _held = waiting.stdin.take();
    std::thread::sleep(Duration::from_millis(800));
    kill_process(Pid::from_child(&waiting), Signal::INT).unwrap();
    let begun = Instant::now();
    assert_eq!(waiting.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_in_utf_8_are_refused_where_they_would_be_changed() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().unwrap();
    let board = OsStr::from_bytes(b"board\xff.toml");
    std::fs::copy("instances/thinkfun/card01.toml", folder.path().join(board)).unwrap();
    let run = |before: &[&str], name: &OsStr| {
        bmcplan(before).arg(name).current_dir(folder.path()).output().unwrap()
    };
    assert_eq!(code(&run(&["solve"], board)), 0);
    let compared = run(&["compare", "--runs", "1"], board);
    assert_eq!(code(&compared), 2);
    assert!(stderr(&compared).contains("names are in UTF-8 alone"), "{}", stderr(&compared));
    let card = format!("{}/instances/thinkfun/card01.toml", env!("CARGO_MANIFEST_DIR"));
    let drawn = run(&["draw", &card, "--svg"], OsStr::from_bytes(b"s\xff%d.svg"));
    assert_eq!(code(&drawn), 2);
    assert!(stderr(&drawn).contains("a name with a % has to be in UTF-8"), "{}", stderr(&drawn));
}
