//! One problem for many processes, as people meet it: killed, started again, late, and refused.

use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use expect_test::expect;
use tempfile::tempdir;

use crate::certificates::{run_in, verdict};
use crate::{bmcplan, check, code, run, stderr, stdout};

/// The 25 slides of `12x12_7`, with all horizons divided from the start.
const BOARD: &str =
    "rushhour instances/large/12x12_7.toml --metric slides --incremental --cubes landmarks:3 --share";

fn started(place: &Path) -> Child {
    let line = format!("{BOARD} {}", place.display());
    let arguments: Vec<&str> = line.split(' ').collect();
    bmcplan(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// All that is printed but the time.
fn answer(output: &Output) -> String {
    let text = stdout(output);
    assert_eq!((code(output), &*stderr(output)), (0, ""));
    text.rsplit_once(", ").unwrap().0.replace(", some of it by other processes in", " in")
}

/// Two processes, one of which is killed again and again, print the same plan of the length that one alone finds; and so does one that
/// comes when all is done.
#[test]
fn a_process_that_is_killed_comes_back() {
    let folder = tempdir().unwrap();
    let place = folder.path().join("shared");
    let mut random = fastrand::Rng::with_seed(5);
    let steady = started(&place);
    let mut n_killed = 0;
    let begun = Instant::now();
    let restless = loop {
        let mut child = started(&place);
        let until = Instant::now() + Duration::from_millis(random.u64(1..300));
        while child.try_wait().unwrap().is_none() && Instant::now() < until {
            thread::sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_some() || 8 <= n_killed {
            break child;
        }
        // No signal can be caught that ends it like this.
        child.kill().unwrap();
        child.wait().unwrap();
        n_killed += 1;
    };
    let outputs = [restless, steady].map(|child| child.wait_with_output().unwrap());
    assert!(begun.elapsed() < Duration::from_secs(300));
    let answers = outputs.each_ref().map(answer);
    assert!(
        answers[0].contains("25 slides, shortest: every length up to 24 was refuted by varisat"),
        "{}",
        answers[0]
    );
    assert!(1 < n_killed, "{n_killed}");
    let late = started(&place).wait_with_output().unwrap();
    let with_others = format!("by varisat, some of it by other processes in {}", place.display());
    assert!(stdout(&late).contains(&with_others), "{}", stdout(&late));
    let plan = |text: &str| text.split("shortest").next().unwrap().to_owned();
    let plans = [&answers[0], &answers[1], &answer(&late)].map(|text| plan(text));
    assert!(plans.iter().all(|other| *other == plans[0]), "{plans:?}");
}

#[test]
fn folders_of_others_are_refused() {
    let folder = tempdir().unwrap();
    let place = folder.path().join("shared");
    let line = format!("rushhour instances/thinkfun/card02.toml --incremental --share {}", place.display());
    let first = run(&line);
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    for (line, why) in [
        (
            line.replace("card02", "card03"),
            "by processes with another problem, or with other options: name another folder",
        ),
        (format!("{line} --metric slides"), "by processes with another problem, or with other options"),
        (format!("{line} --solver batsat"), "by processes with the solver varisat, not batsat"),
        (line.replace(place.to_str().unwrap(), "instances"), "the folder holds something else"),
    ] {
        let output = run(&line);
        assert!(stderr(&output).contains(why), "{line}: {}", stderr(&output));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}");
    }
    assert_eq!(answer(&run(&line)).lines().next(), answer(&first).lines().next());
}

/// One process certifies what two have refuted.
#[test]
fn a_certificate_of_several_processes() {
    let folder = tempdir().unwrap();
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/thinkfun/card02.toml");
    fs::copy(card, folder.path().join("card.toml")).unwrap();
    let line = "solve card.toml --metric slides --incremental --cubes landmarks:2 --share shared:proofs";
    let helper = run_in(&folder, &format!("{line} --max-horizon 5"));
    assert_eq!(code(&helper), 11, "{}", stderr(&helper));
    let certified = run_in(&folder, &format!("{line} --certify c"));
    assert!(stdout(&certified).contains("some of it by other processes in shared"), "{}", stdout(&certified));
    assert!(stdout(&certified).contains("\ncertified: "), "{}{}", stdout(&certified), stderr(&certified));
    assert_eq!(verdict(&folder).0, 0);
}

#[test]
fn what_does_not_go_with_it() {
    for (line, expected) in [
        ("--share d", "--share makes no sense with"),
        ("--incremental --share :proofs", "a folder is meant, and perhaps `:proofs`"),
        ("--incremental --share d:proof", "after the colon, `proofs` is meant"),
        ("--incremental --share d:proofs --certify d/c", "neither of this folder and the one that is shared"),
        ("--search --share d", "--share makes no sense with --search; it goes with --incremental"),
        (
            "--incremental --share d --certify c",
            "a certificate needs the proofs of all processes: share FOLDER:proofs",
        ),
        ("--incremental --share d:proofs --solver batsat", "proofs of cubes are kept by varisat"),
        ("--incremental --share d:proofs --semantics exists", "proofs of cubes are kept by varisat"),
        ("--incremental --share d --count", "--share makes no sense with --count"),
        ("--incremental --share d --all", "--share makes no sense with --all"),
        ("--incremental --share d --relaxed-rest", "--share makes no sense with --relaxed-rest"),
        ("--incremental --share d --cubes off", "--share: without cubes there is nothing to share"),
    ] {
        let output = run(&format!("rushhour instances/sample02.toml {line}"));
        assert!(stderr(&output).contains(expected), "{line}: {}", stderr(&output));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}");
    }
    let output = run("solve instances/thinkfun --incremental --share d");
    assert!(stderr(&output).contains("--share is for one problem"), "{}", stderr(&output));
    check(
        "pddl instances/pddl/errands/problem.pddl --incremental --share d",
        expect![[r#"
            -- stderr
            error: --share is about lengths, and least cost is asked for; leave it out, or give --metric actions where the problem has both
            -- exit code 2
        "#]],
    );
    assert!(!Path::new("d").exists());
}
