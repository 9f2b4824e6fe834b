//! Answers as text and as JSON, with the code of each.

use std::process::Stdio;

use crate::{bmcplan, code, stderr};

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
