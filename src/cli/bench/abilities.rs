//! A check of a suite's configurations against the command line itself, so that a suite is refused before its first run
//! and not in the middle.

use crate::bench::{Abilities, Configuration, Instance};
use crate::frontend::Source;
use clap::Parser as _;
use itertools::Itertools as _;

use super::super::hiargs::{Command, interpret};
use super::super::lowargs::LowArgs;
use super::super::problem::Kind;

/// This program.
pub(super) struct ThisProgram;

/// The kind of problems that are numbers.
const PRISONERS: &str = "prisoners";

impl Abilities for ThisProgram {
    fn kind_of(&self, source: &Source) -> String {
        Kind::of(source).name().to_owned()
    }

    fn check(&self, instance: &Instance, configuration: &Configuration) -> Result<(), String> {
        let kinds = Kind::ALL.map(Kind::name).into_iter().chain([PRISONERS]).collect_vec();
        if !kinds.contains(&&*instance.kind) {
            return Err(format!("there is no kind `{}`; there are {}", instance.kind, kinds.join(", ")));
        }
        let words = ["bmcplan".to_owned(), instance.kind.clone()].into_iter();
        let words = words.chain(instance.arguments.iter().cloned()).chain(configuration.arguments());
        let typed =
            LowArgs::try_parse_from(words.chain(["--json".to_owned()])).map_err(|error| in_a_line(&error))?;
        match interpret(typed) {
            Ok(Command::Solve(_) | Command::Prisoners(_)) => Ok(()),
            Ok(_) => Err(format!("{} solves no problems", instance.kind)),
            Err(failure) => Err(failure.to_string()),
        }
    }
}

/// What is wrong, and what could be there instead.
fn in_a_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more "));
    let first = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
    [first].into_iter().chain(lines.filter(|line| !line.starts_with("tip:")).map(str::to_owned)).join(" ")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::bench::Suite;
    use clap::CommandFactory as _;

    use super::*;

    /// Whatever option is added that names a file, a suite must not have it.
    #[test]
    fn no_option_of_a_suite_names_a_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "XX..\n....\n").unwrap();
        let mut program = LowArgs::command();
        program.build();
        for kind in ["rushhour", "sliding", "gdl", PRISONERS] {
            let command = program.find_subcommand(kind).unwrap();
            let is_file = |names: &[clap::builder::Str]| names.iter().any(|name| name.starts_with("FILE"));
            let named = command.get_arguments().filter(|it| it.get_value_names().is_some_and(is_file));
            let options = named.filter_map(|it| it.get_long()).collect_vec();
            assert!(3 <= options.len(), "{options:?}");
            for option in options {
                let instance = if kind == PRISONERS { "{ days = 6 }" } else { "\"a\"" };
                let text = format!(
                    "[[group]]\nkind = \"{kind}\"\ninstances = [{instance}]\noptions = {{ {option} = \"x\" }}\n"
                );
                assert!(
                    Suite::read(&Source::new("s", &text), folder.path(), &ThisProgram).is_err(),
                    "{text}"
                );
            }
        }
    }
}
