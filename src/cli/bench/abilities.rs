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
