//! A check of a suite's configurations against the command line itself, so that a suite is refused before its first run
//! and not in the middle.

use std::{env, process};

use crate::bench::{Abilities, Configuration, Instance};
use crate::kinds::Kinds;
use crate::text::{Diagnostic, Source};
use itertools::Itertools as _;

/// This program.
pub(super) struct ThisProgram<'a> {
    pub(super) kinds: &'a Kinds,
    /// Checks that the words of a command line, with the name of the program before them, solve a problem.
    pub(super) check: &'a dyn Fn(&[String]) -> Result<(), String>,
}

/// The kind of problems that are numbers.
const PRISONERS: &str = "prisoners";

impl Abilities for ThisProgram<'_> {
    fn kind_of(&self, source: &Source) -> String {
        // A text that looks like nothing is refused by the command that solves problems of any kind.
        self.kinds.kind_of(std::slice::from_ref(source)).map_or("solve", |kind| kind.name).to_owned()
    }

    fn texts(&self, source: Source) -> Result<Vec<Source>, Diagnostic> {
        let sources = vec![source];
        match self.kinds.kind_of(&sources) {
            Ok(kind) => kind.with_companion(sources),
            Err(_) => Ok(sources),
        }
    }

    fn check(&self, instance: &Instance, configuration: &Configuration) -> Result<(), String> {
        let kinds = self.kinds.iter().map(|kind| kind.name).chain([PRISONERS]).collect_vec();
        if !kinds.contains(&&*instance.kind) {
            return Err(format!("there is no kind `{}`; there are {}", instance.kind, kinds.join(", ")));
        }
        let words = ["bmcplan".to_owned(), instance.kind.clone()].into_iter();
        let words = words.chain(instance.arguments.iter().cloned()).chain(configuration.arguments());
        // Each run has a folder of its own, where the system has those that are temporary.
        let folder = env::temp_dir().join(format!("bmcplan-{}", process::id())).display().to_string();
        let certify = configuration.certifies().then(|| ["--certify".to_owned(), folder]);
        let others = certify.into_iter().flatten().chain(["--json".to_owned()]);
        (self.check)(&words.chain(others).collect_vec())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::bench::Suite;
    use crate::bench::agreement::changes_the_problem;
    use crate::cli;

    use super::*;

    /// Whatever option of solving is added, runs with and without it may contradict each other.
    #[test]
    fn options_of_solving_do_not_change_the_problem() {
        let mut program = cli::program(&Kinds::default());
        program.build();
        // Fields of a configuration, and steps that count otherwise.
        let others = [
            "encoding",
            "solver",
            "incremental",
            "horizon",
            "minimize",
            "search",
            "pdr",
            "first",
            "semantics",
        ];
        for kind in ["solve", PRISONERS] {
            let arguments = program.find_subcommand(kind).unwrap().get_arguments();
            let of_solving = arguments.filter(|it| matches!(it.get_help_heading(), Some("Mode" | "Formula")));
            let options = of_solving.filter_map(|it| it.get_long()).filter(|name| !others.contains(name));
            let wrong = options.filter(|name| changes_the_problem(name)).collect_vec();
            assert!(wrong.is_empty(), "{kind}: {wrong:?}");
        }
    }

    /// Whatever option is added that names a file, a suite must not have it.
    #[test]
    fn no_option_of_a_suite_names_a_file() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "XX..\n....\n").unwrap();
        let mut program = cli::program(&Kinds::default());
        program.build();
        let (kinds, check) =
            (Kinds::default(), |words: &[String]| cli::solves(words, None, &Kinds::default()));
        let abilities = ThisProgram { kinds: &kinds, check: &check };
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
                assert!(Suite::read(&Source::new("s", &text), folder.path(), &abilities).is_err(), "{text}");
            }
        }
    }
}
