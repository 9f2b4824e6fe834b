//! `compare`: rows, what is left out, files, and what does not fit together.

use std::fs;

use bmcplan_bench::{Record, RunOutcome};

use crate::{bmcplan, code, stderr, stdout};

/// Three moves; the red car has to wait for two others.
const THREE: &str = "XXB\nooB\noCC\n";

/// A file with this text, for as long as the folder is there.
fn file(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// The runs of a comparison, sorted, its exit code, and what it says apart from how long it may take. The first line is the head of the log.
fn records(arguments: &[&str]) -> (Vec<Record>, i32, String) {
    let output = bmcplan(&[&["compare"], arguments, &["--json", "-"]].concat()).output().unwrap();
    crate::json_keys::check_lines(&stdout(&output));
    let mut records: Vec<Record> =
        stdout(&output).lines().skip(1).map(|line| serde_json::from_str::<Record>(line).unwrap()).collect();
    records.sort_by_key(|record| (record.configuration.clone(), record.run));
    let said = stderr(&output);
    let complaints = said.split_inclusive('\n').filter(|line| !line.contains(" runs, each of at most "));
    (records, code(&output), complaints.collect())
}

/// Steps of several moves are another question: they have horizons of their own and contradict nobody.
#[test]
fn semantics_reductions_bounds_and_heuristics_are_compared() {
    let (_folder, board) = file("board.txt", "XXBC\n..BC\n....\n....\n");
    let (all, exit, complaints) = records(&[
        &board,
        "--runs=1",
        "--modes=fixed,search",
        "--encodings=operators",
        "--semantics=sequential,forall",
        "--reduce=none",
        "--reduce=relevance,mutexes",
        "--lower-bound=hmax,none",
        "--heuristic=blind,lmcut",
    ]);
    assert_eq!((exit, &*complaints), (0, ""));
    let of = |mode: &str, semantics: Option<&str>| {
        let is_its = |record: &&Record| {
            let options = &record.configuration.options;
            (record.configuration.mode.as_deref(), options.get("semantics").map(|name| &**name))
                == (Some(mode), semantics)
        };
        all.iter().filter(is_its).collect::<Vec<_>>()
    };
    // Two reductions with two bounds.
    assert_eq!(of("fixed", None).len(), 4);
    assert_eq!(of("fixed", Some("forall")).len(), 4);
    // A* takes one move a step.
    assert_eq!((of("search", None).len(), of("search", Some("forall")).len()), (2, 1));
    let horizons = |records: Vec<&Record>| {
        records.iter().map(|record| record.configuration.given_horizon).collect::<Vec<_>>()
    };
    assert_eq!(horizons(of("fixed", None)), [Some(4); 4]);
    assert_eq!(horizons(of("fixed", Some("forall"))), [Some(3); 4]);
}

#[test]
fn every_combination_gives_the_known_answer() {
    let (_folder, board) = file("board.txt", THREE);
    let (records, code, complaints) = records(&[
        &board,
        "--runs=2",
        "--modes=fixed,incremental,minimize,search,auto,pdr",
        "--solvers=varisat,batsat",
    ]);
    assert_eq!((code, &*complaints), (0, ""));
    // Five encodings, four modes with formulas, two solvers, explicit search and auto; each twice.
    assert_eq!(records.len(), (5 * 4 * 2 + 1 + 1) * 2);
    for record in &records {
        let RunOutcome::Solved { length: Some(3), steps: Some(3), optimal: true, .. } = record.result else {
            panic!("{record:?}")
        };
        assert!(record.cpu_seconds.is_some() && record.memory_mb.is_some(), "{record:?}");
        let has_formula = record.figures.clauses.is_some();
        assert_eq!(
            has_formula,
            record.figures.literals.is_some() && record.figures.formula_bytes.is_some(),
            "{record:?}"
        );
        assert_eq!(
            has_formula,
            record.figures.build_seconds.is_some() && record.figures.solver_seconds.is_some()
        );
        match record.configuration.mode.as_deref() {
            Some("search") => assert!(!has_formula && record.configuration.encoding.is_none()),
            // Whichever was faster.
            Some("auto") => {}
            _ => assert!(has_formula, "{record:?}"),
        }
        assert_eq!(record.figures.conflicts.is_some(), has_formula, "{record:?}");
    }
}

#[cfg(unix)]
mod programs {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process, test_kill_process};

    use super::*;

    /// A solver that is this shell script.
    fn solver(script: &str) -> String {
        format!("cmd:sh -c {}", shlex::try_quote(script).unwrap())
    }

    /// A solver that leaves its number in a file and never ends.
    fn endless(folder: &tempfile::TempDir) -> (String, std::path::PathBuf) {
        let number = folder.path().join("number");
        (solver(&format!("echo $$ > {}; exec sleep 600", number.display())), number)
    }

    /// Waits until something is there.
    fn wait_for<T>(mut there: impl FnMut() -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(value) = there() {
                return value;
            }
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends a comparison by a signal while a solver runs, and waits for the end of both.
    fn ended_by(signal: Signal) -> Option<i32> {
        let (folder, board) = file("board.txt", THREE);
        let (endless, number) = endless(&folder);
        let line = format!("compare {board} --runs 1 --encodings transition --modes incremental --solvers");
        let words: Vec<&str> = line.split(' ').chain([&*endless]).collect();
        let mut comparison = bmcplan(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let solver = wait_for(|| Pid::from_raw(fs::read_to_string(&number).ok()?.trim().parse().ok()?));
        kill_process(Pid::from_child(&comparison), signal).unwrap();
        let status = comparison.wait().unwrap();
        wait_for(|| test_kill_process(solver).is_err().then_some(()));
        status.code()
    }

    #[test]
    fn an_interrupt_ends_all() {
        assert_eq!(ended_by(Signal::INT), Some(130));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn being_killed_ends_all_too() {
        assert_eq!(ended_by(Signal::KILL), None);
    }
}
