//! No file is lost: outputs onto inputs and onto each other are refused, and an old file stays whole until the new one is.

use std::fs;
use std::process::{Output, Stdio};

use tempfile::TempDir;

use crate::{bmcplan, code, contents, refused, run_in, stderr, stdout};

/// Four moves.
const BOARD: &str = "board = \"\"\"\n..B.\nXXB.\n....\n....\n\"\"\"\n";

const SUITE: &str = "[[group]]\ninstances = [\"a.toml\"]\nmodes = [\"search\"]\n";

/// A folder with a board, a suite, and a file of its runs.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.toml"), BOARD).unwrap();
    fs::write(folder.path().join("suite.toml"), SUITE).unwrap();
    assert_eq!(code(&run_in(&folder, "bench suite.toml --out runs")), 0);
    folder
}

#[cfg(unix)]
mod links_and_modes {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    use std::process::Command;

    use super::*;

    /// Has anything been left behind?
    fn has_hidden(folder: &TempDir) -> bool {
        let mut names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.any(|name| name.as_encoded_bytes().starts_with(b"."))
    }

    #[test]
    fn a_file_is_the_same_under_another_name() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        symlink("a.toml", at("soft")).unwrap();
        fs::hard_link(at("a.toml"), at("hard")).unwrap();
        symlink("new", at("dangling")).unwrap();
        symlink("dangling", at("twice")).unwrap();
        symlink(".", at("here")).unwrap();
        for line in [
            "rushhour a.toml --svg soft",
            "rushhour soft --svg a.toml",
            "rushhour a.toml --svg hard",
            "rushhour a.toml --svg here/a.toml",
            "rushhour a.toml --svg new --plan-out dangling",
            "rushhour a.toml --svg twice --plan-out here/new",
            "export hard --horizon 1 --output soft",
        ] {
            assert!(refused(&folder, line).contains("this is the file of "), "{line}");
        }
        symlink("a.toml", at("step1.svg")).unwrap();
        assert!(refused(&folder, "rushhour a.toml --svg step%d.svg").contains("step1.svg is a link"));
        // A file behind standard input is a file, too.
        let before = contents(folder.path());
        let mut command = bmcplan(&["rushhour", "-", "--svg", "soft"]);
        let input = fs::File::open(at("a.toml")).unwrap();
        let output = command.current_dir(folder.path()).stdin(input).output().unwrap();
        assert_eq!(code(&output), 2);
        assert!(contents(folder.path()) == before);
    }

    #[test]
    fn links_and_modes_of_old_files_are_kept() {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old"), "old").unwrap();
        fs::set_permissions(at("old"), fs::Permissions::from_mode(0o640)).unwrap();
        symlink("old", at("link")).unwrap();
        symlink("made", at("dangling")).unwrap();
        let output = run_in(&folder, "rushhour a.toml --svg link --html dangling --plan-out new");
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert!(fs::read_to_string(at("old")).unwrap().starts_with("<svg"));
        assert_eq!(fs::metadata(at("old")).unwrap().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(at("made")).unwrap().is_file());
        // As other new files of this user.
        fs::write(at("plain"), "").unwrap();
        let mode = |name: &str| fs::metadata(at(name)).unwrap().mode();
        assert_eq!((mode("new"), mode("made")), (mode("plain"), mode("plain")));
        assert!(!has_hidden(&folder));
    }

    #[test]
    fn what_is_no_file_is_written_as_it_is() {
        let folder = folder();
        let output = run_in(&folder, "rushhour a.toml --svg /dev/null --gif /dev/null --quiet");
        assert_eq!((code(&output), &*stderr(&output)), (0, ""));
        let output = run_in(&folder, "rushhour a.toml --quiet --plan-out /dev/stdout");
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).ends_with("; cost = 4 (unit cost)\n"), "{}", stdout(&output));
        let out = fs::File::create(folder.path().join("out")).unwrap();
        let mut command = bmcplan(&["rushhour", "a.toml", "--quiet", "--plan-out", "/dev/stdout"]);
        let status = command.current_dir(folder.path()).stdout(out).status().unwrap();
        assert!(status.success());
        assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), stdout(&output));
    }

    /// Runs the command where no file may be longer than some blocks, which is as if the disk were full.
    fn on_a_full_disk(folder: &TempDir, line: &str) -> Output {
        let program = assert_cmd::cargo::cargo_bin!("bmcplan").to_str().unwrap().to_owned();
        let script = format!("trap '' XFSZ; ulimit -f 1; exec '{program}' {line}");
        let mut command = Command::new("bash");
        command.args(["-c", &script]).current_dir(folder.path()).stdin(Stdio::null());
        command.output().unwrap()
    }

    #[test]
    fn a_full_disk_leaves_old_files_whole() {
        let folder = folder();
        for (line, option) in [
            ("rushhour a.toml --quiet", "--svg"),
            ("rushhour a.toml --quiet", "--html"),
            ("export a.toml --horizon 9", "--output"),
            ("compare a.toml --runs 3 --modes search", "--json"),
            ("compare a.toml --runs 1", "--plot"),
            ("bench --report runs", "--cactus"),
        ] {
            fs::write(folder.path().join("old"), "old").unwrap();
            let output = on_a_full_disk(&folder, &format!("{line} {option} old"));
            assert_eq!(code(&output), 2, "{line} {option}: {}", stderr(&output));
            let is_told = |line: &str| line.starts_with("error: cannot write to old");
            assert!(stderr(&output).lines().any(is_told), "{}", stderr(&output));
            assert_eq!(fs::read_to_string(folder.path().join("old")).unwrap(), "old", "{line} {option}");
        }
        assert!(!has_hidden(&folder));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_full_disk_keeps_from_being_written_is_told() {
    let folder = folder();
    let printed = |line: &str| {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        bmcplan(&words).current_dir(folder.path()).stdout(full).output().unwrap()
    };
    for line in [
        "rushhour a.toml",
        "rushhour a.toml --json",
        "export a.toml --horizon 1",
        "explore a.toml",
        "compare a.toml --modes search --runs 1",
        "compare a.toml --modes search --runs 1 --json -",
        "bench --report runs",
        "prisoners",
        "completions bash",
        "--help",
        "--version",
    ] {
        let output = printed(line);
        let said = stderr(&output);
        assert_eq!((code(&output), said.lines().count()), (2, 1), "{line}: {said}");
        assert!(
            said.starts_with("error: cannot write to standard output: No space left on device"),
            "{said}"
        );
    }
    for line in [
        "rushhour a.toml --svg /dev/full",
        "rushhour a.toml --plan-out /dev/full",
        "export a.toml --horizon 1 --output /dev/full",
        "compare a.toml --modes search --runs 1 --csv /dev/full",
        "compare a.toml --modes search --runs 1 --json /dev/full",
        "bench --report runs --cactus /dev/full",
    ] {
        let output = run_in(&folder, line);
        assert_eq!(code(&output), 2, "{line}");
        let said = stderr(&output);
        assert!(
            said.starts_with("error: cannot write to /dev/full: No space left on device"),
            "{line}: {said}"
        );
    }
    let object = stdout(&run_in(&folder, "harden a.toml --json --output /dev/full"));
    assert!(
        object.starts_with(r#"{"status":"error","error":{"message":"cannot write to /dev/full: "#),
        "{object}"
    );
}

#[cfg(unix)]
#[test]
fn control_characters_are_not_printed() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let nasty = "\u{1b}[31mx\u{7}\u{9b}2J\u{7f}";
    let board = format!("{nasty}.txt");
    fs::write(at(&board), "XXB\nooB\noCC\n").unwrap();
    let sheet = format!(
        "(role r) (legal r {nasty}) (<= (next {nasty}) (does r {nasty})) (<= terminal (true {nasty}))\n"
    );
    fs::write(at("game.kif"), sheet + "(<= (goal r 100) terminal)").unwrap();
    fs::write(at("car.toml"), "rows = 2\ncolumns = 2\nred = \"\\u001b[31m\"\n").unwrap();
    let suite = "name = \"\\u001b[31m\\u0007\"\n[[group]]\ninstances = [\"*.txt\"]\nmodes = [\"search\"]\n";
    fs::write(at("nasty.toml"), suite).unwrap();
    for (line, expected) in [
        (vec!["rushhour", &board, "-vv"], 0),
        (vec!["rushhour", &board, "--svg", &board], 2),
        (vec!["rushhour", &board, "--svg", "no/\u{1b}[31m/x"], 2),
        (vec!["rushhour", nasty], 2),
        (vec!["rushhour", &board, &board], 0),
        (vec!["rushhour", "car.toml"], 2),
        (vec!["gdl", "game.kif"], 2),
        (vec!["gdl", "game.kif", "--color", "always"], 2),
        (vec!["compare", &board, "--modes", "search", "--runs", "1", "-v"], 0),
        (vec!["compare", &board, "--modes", "search", "--runs", "1", "--color", "always"], 0),
        (vec!["compare", &board, "--modes", "search", "--runs", "1", "--json", "-"], 0),
        (vec!["bench", "nasty.toml", "-v"], 0),
        (vec!["bench", "--report", "nasty.jsonl"], 0),
    ] {
        let output = bmcplan(&line).current_dir(folder.path()).output().unwrap();
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(code(&output), expected, "{line:?}: {said:?}");
        // Colours of our own are no harm.
        let plain = match line.contains(&"always") {
            true => anstream::adapter::strip_str(&said).to_string(),
            false => said.clone(),
        };
        assert!(plain.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\t')), "{line:?}: {said:?}");
    }
}

#[test]
fn control_characters_in_what_is_quoted_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("a\u{1b}[31mb.kif");
    fs::copy("tests/inputs/a-misspelt-relation.kif", &sheet).unwrap();
    let output = bmcplan(&["gdl", &sheet.display().to_string()]).output().unwrap();
    assert!(!stderr(&output).contains('\u{1b}'), "{}", stderr(&output));
}
