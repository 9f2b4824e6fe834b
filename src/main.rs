//! The `bmcplan` command.

mod cli;

fn main() {}
