//! Searches on disk, as people meet them: killed, out of room, resumed, and refused.

use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::tempdir;

use crate::{bmcplan, code, run, stdout};

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
