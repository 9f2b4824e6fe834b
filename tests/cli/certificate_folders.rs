//! A certificate takes a folder of its own: nothing of the user's is overwritten, followed or removed, and an older certificate
//! stands until the new one does.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::certificates::verdict;
use crate::{code, refused, run_in, stderr};

const BOARD: &str = "board = \"\"\"\nXXB\n..B\n.CC\n\"\"\"\n";

/// Three boards with one slide more or less, and a folder `c` with a certificate.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), BOARD).unwrap();
    let written = run_in(&folder, "solve board.toml --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    folder
}

/// A certificate of format 1 may have a table of states.
#[test]
fn a_certificate_of_an_older_format_gives_way() {
    let folder = folder();
    let path = folder.path().join("c/certificate.json");
    let text = fs::read_to_string(&path).unwrap().replace("\"version\": 2", "\"version\": 1");
    fs::write(&path, text).unwrap();
    fs::write(folder.path().join("c/layers.bin"), [0]).unwrap();
    assert_eq!(verdict(&folder).0, 2);
    let written = run_in(&folder, "solve board.toml --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_eq!(verdict(&folder).0, 0);
    assert!(!folder.path().join("c/layers.bin").exists());
}

/// A domain that nobody has named is in the folder, too.
#[test]
fn the_domain_is_not_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let trolley = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/pddl/trolley");
    for file in ["domain.pddl", "problem.pddl"] {
        fs::copy(trolley.join(file), folder.path().join(file)).unwrap();
    }
    let written = run_in(&folder, "pddl problem.pddl --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert!(refused(&folder, "pddl c/problem.pddl --certify c").contains("is in this folder"));
    fs::rename(folder.path().join("problem.pddl"), folder.path().join("p.pddl")).unwrap();
    fs::remove_file(folder.path().join("domain.pddl")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("c/domain.pddl", folder.path().join("domain.pddl")).unwrap();
        let said = refused(&folder, "pddl p.pddl --certify c");
        assert!(said.contains("the problem domain.pddl is in this folder"), "{said}");
    }
}

#[cfg(unix)]
mod of_unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;
    use crate::{bmcplan, contents};

    #[test]
    fn links_are_not_followed() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("mine"), "mine").unwrap();
        fs::remove_file(at("c/plan.txt")).unwrap();
        symlink("../mine", at("c/plan.txt")).unwrap();
        let why = refused(&folder, "solve board.toml --certify c");
        assert!(why.contains("plan.txt"), "{why}");
        symlink("nowhere", at("dangling")).unwrap();
        refused(&folder, "solve board.toml --certify dangling");
        // A folder under another name is that folder.
        fs::create_dir(at("real")).unwrap();
        symlink("real", at("link")).unwrap();
        let written = run_in(&folder, "solve board.toml --certify link");
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        assert!(at("link").is_symlink() && at("real/certificate.json").is_file());
    }

    #[test]
    fn a_folder_keeps_its_permissions() {
        let folder = folder();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
        fs::create_dir(folder.path().join("other")).unwrap();
        assert_eq!(mode("c"), mode("other"));
        fs::set_permissions(folder.path().join("c"), fs::Permissions::from_mode(0o750)).unwrap();
        assert_eq!(code(&run_in(&folder, "solve board.toml --certify c")), 0);
        assert_eq!(mode("c"), 0o750);
    }

    #[test]
    fn an_interrupted_run_leaves_what_was_there() {
        let folder = folder();
        let puzzle = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/sliding/klotski.toml");
        fs::copy(puzzle, folder.path().join("klotski.toml")).unwrap();
        let before = contents(folder.path());
        for n_signals in [1, 2] {
            let words = ["solve", "klotski.toml", "--evidence", "proof", "--certify", "c"];
            let mut command = bmcplan(&words);
            let mut child = command
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let is_writing = || {
                let mut names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
                names.any(|name| name.to_string_lossy().starts_with(".bmcplan-"))
            };
            // The folder is looked at before it is solved, too.
            while !(is_writing() && {
                sleep(Duration::from_millis(300));
                is_writing()
            }) {
                assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
                sleep(Duration::from_millis(10));
            }
            for _ in 0..n_signals {
                Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
                sleep(Duration::from_millis(50));
            }
            child.wait().unwrap();
            assert!(contents(folder.path()) == before, "after {n_signals} signals");
        }
        assert_eq!(verdict(&folder).0, 0);
    }
}
