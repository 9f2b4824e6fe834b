//! Answers as text and as JSON, with the code of each.

use std::process::Stdio;

use crate::{bmcplan, code, run, stderr, stdout};

#[test]
fn nobody_listens() {
    for line in [
        "rushhour instances/sample1.toml --frames",
        "completions zsh",
        "rushhour --help",
        "export instances/sample02.toml --horizon 2000",
    ] {
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
