//! Answers as text and as JSON, with the code of each.

use std::fs;
use std::process::Stdio;

use crate::{bmcplan, code, run, stderr, stdout};

#[test]
fn nobody_listens() {
    for line in ["rushhour instances/sample1.toml --frames", "completions zsh", "rushhour --help"] {
        let mut command = bmcplan(&line.split_whitespace().collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{line}");
    }
}

#[test]
fn short_help_is_short() {
    for command in [
        "",
        "solve",
        "rushhour",
        "sliding",
        "gdl",
        "check",
        "explore",
        "export",
        "prisoners",
        "compare",
        "bench",
    ] {
        let help = stdout(&run(&format!("{command} -h")));
        assert!(help.lines().count() <= 41, "{command}: {} lines\n{help}", help.lines().count());
        assert!(help.contains("--help has more options, examples and the exit codes."), "{help}");
    }
}

#[test]
fn man_pages_and_scripts_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let into = |what: &str| run(&format!("completions {what} --output {}", folder.path().display()));
    for (what, files) in
        [("man", ["bmcplan.1", "bmcplan-gdl.1"]), ("zsh", ["_bmcplan"; 2]), ("fish", ["bmcplan.fish"; 2])]
    {
        let output = into(what);
        assert_eq!((code(&output), &*stdout(&output), &*stderr(&output)), (0, "", ""), "{what}");
        files.iter().for_each(|file| assert!(folder.path().join(file).is_file(), "{file}"));
    }
    let gdl = fs::read_to_string(folder.path().join("bmcplan-gdl.1")).unwrap();
    assert!(gdl.contains("bmcplan\\-gdl") && gdl.contains("\\-\\-goal"), "{gdl}");
    // Also of options that short help leaves out.
    assert!(gdl.contains("Take warnings about the problem for errors"), "{gdl}");
}
