//! Searches on disk, as people meet them: killed, out of room, resumed, and refused.

use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::tempdir;

use crate::{bmcplan, code, run, stderr, stdout};

/// The number of files in a folder.
fn n_files(folder: &Path) -> usize {
    folder.read_dir().map_or(0, Iterator::count)
}

/// The states of `sample1` in units, whose shortest plan has 103.
const SEARCH: &str = "rushhour instances/sample1.toml --search --disk";

/// The command is killed again and again, as soon as it has made some more of its 103 layers, and still comes to the end.
#[test]
fn a_program_that_is_killed_goes_on() {
    let folder = tempdir().unwrap();
    let place = folder.path().join("states");
    let line = format!("{SEARCH} {} --resume", place.display());
    let arguments: Vec<&str> = line.split(' ').collect();
    let mut random = fastrand::Rng::with_seed(17);
    let mut n_killed = 0;
    let output = loop {
        let until = n_files(&place) + random.usize(1..6);
        let mut child = bmcplan(&arguments).stdout(std::process::Stdio::piped()).spawn().unwrap();
        while child.try_wait().unwrap().is_none() && n_files(&place) < until {
            thread::sleep(Duration::from_micros(random.u64(..300)));
        }
        if child.try_wait().unwrap().is_some() {
            break child.wait_with_output().unwrap();
        }
        // No signal can be caught that ends it like this.
        child.kill().unwrap();
        child.wait().unwrap();
        n_killed += 1;
    };
    let text = stdout(&output);
    assert!(text.contains("103 units, shortest: every length up to 102 was refuted by search"), "{text}");
    assert_eq!((code(&output), n_files(&place)), (0, 0));
    assert!(1 < n_killed, "{n_killed}");
}

#[test]
fn a_full_disk_is_a_limit() {
    let folder = tempdir().unwrap();
    let place = folder.path().join("states");
    let place = place.to_str().unwrap();
    let output = run(&format!("explore instances/large/9x9_5.toml --metric slides --disk {place}:1"));
    let text = stdout(&output);
    assert!(text.contains("\nthere is more: stopped by a full disk (slides, "), "{text}");
    assert_eq!((code(&output), &*stderr(&output)), (12, ""));

    let place = format!("{place}-of-plan");
    let line = format!("rushhour instances/large/9x9_5.toml --metric slides --search --disk {place}");
    let output = run(&format!("{line}:1"));
    let text = stdout(&output);
    assert!(text.contains("; stopped by a full disk while trying "), "{text}");
    assert!(text.contains("more room on the disk; --resume goes on from here\n"), "{text}");
    assert_eq!((code(&output), &*stderr(&output)), (12, ""));

    for line in [&*line, &*format!("explore instances/sample02.toml --disk {place}")] {
        let output = run(line);
        let told = "the folder holds a search already; --resume goes on with it";
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
        assert_eq!(code(&output), 2);
    }
    let output = run(&line.replace("9x9_5", "9x9_4").replace("--disk", "--resume --disk"));
    assert!(stderr(&output).contains("a search of another problem"), "{}", stderr(&output));
    assert_eq!((code(&output), n_files(place.as_ref()) > 2), (2, true));
}

/// The same numbers as in memory, which `sizes.rs` knows.
#[test]
fn exploring_on_disk() {
    let folder = tempdir().unwrap();
    let place = folder.path().join("states");
    for board in ["prob40.toml --metric slides", "sliding/klotski.toml", "gdl/buttons-and-lights.kif"] {
        let line = format!("explore instances/{board} --json");
        let numbers = |line: &str| {
            let text = stdout(&run(line));
            text.split_once(",\"seconds\"").unwrap().0.to_owned()
        };
        assert_eq!(numbers(&format!("{line} --disk {}", place.display())), numbers(&line));
        assert_eq!(n_files(&place), 0);
    }
}
