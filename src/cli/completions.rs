//! `bmcplan completions`: a script that completes the command line in a shell.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::exit::Exit;
use super::failure::Failure;
use super::output;

const EXAMPLES: &str = "\
Examples:
  bmcplan completions bash > ~/.local/share/bash-completion/completions/bmcplan
  bmcplan completions fish > ~/.config/fish/completions/bmcplan.fish
  bmcplan completions zsh > ~/.zfunc/_bmcplan";

/// The command.
pub(crate) fn command() -> Command {
    let shell = Arg::new("shell").value_name("SHELL").required(true).help("The shell");
    Command::new("completions")
        .about("Print a script that completes this command in a shell")
        .arg(shell.value_parser(value_parser!(Shell)))
        .after_help(EXAMPLES)
}

/// Prints the script that completes the whole `program`.
pub(crate) fn run(matches: &ArgMatches, mut program: Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    if let Some(shell) = matches.get_one::<Shell>("shell") {
        clap_complete::generate(*shell, &mut program, "bmcplan", &mut script);
    }
    output::print(&String::from_utf8_lossy(&script))
}
