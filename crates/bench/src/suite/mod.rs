//! Suites: instances, configurations, limits and expected answers, read from TOML.
//!
//! ```toml
//! name = "example"
//! timeout = 60            # of each run: seconds by the clock on the wall, or "2m"; cpu_timeout is one of CPU time
//! memory = 4000           # megabytes
//! runs = 3                # of each configuration
//!
//! [[group]]
//! instances = ["sample02.toml", "thinkfun/*.toml"]    # relative to this file
//! metrics = ["units", "slides"]
//! encodings = ["transition", "operators"]
//! modes = ["incremental", "search"]
//! solvers = ["varisat", "batsat"]
//! options = { lower-bound = "none" }                  # by the long names of the command line
//!
//! [[group]]
//! instances = ["sample02.toml"]
//! modes = ["fixed", "minimize"]
//! horizon = 39                                        # or "expected"
//! timeout = 10
//!
//! [[group]]
//! kind = "prisoners"
//! instances = [{ days = 6 }, { days = 7 }]            # options of the command `prisoners`
//!
//! [expected]
//! "sample02.toml" = { units = 39, slides = 16 }
//! "prisoners, days 6" = "solved"
//! "prisoners, days 7" = "unsolvable"
//! ```
//!
//! Instances are files, all that match a pattern, folders, collections, and single problems of these, as on a command line.
//!
//! Only `instances` must be there, and at least one group. Every combination that makes sense is run; what is left out is
//! left to the program. Limits, `runs` and `expected` of a group come before those above it. An expected answer counts
//! steps or, where costs are minimised, is a cost such as 11.5; those of the table `expected` are for groups without options that
//! change the problem.
//!
//! A run that several groups have in common is made once.

mod instances;
mod plan;
mod values;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hmac_sha256::Hash;

use bmcplan_ask::{Input, Limits, Reading};
use bmcplan_base::text::{Diagnostic, Source};

use super::agreement::Expected;
use super::configuration::Configuration;
use super::runner::{Instance, Planned};

/// The abilities of the program that is run.
#[derive(Clone, Copy)]
pub struct Abilities<'a> {
    /// The kinds of problems that it knows.
    pub reading: &'a Reading,
    /// Refuses an instance that cannot be run in a configuration, as far as that is known before the instance is read.
    pub check: &'a dyn Fn(&Instance, &Configuration) -> Result<(), String>,
}

/// A list of runs to make, with a name and a hash.
#[derive(Debug, Clone, PartialEq)]
pub struct Suite {
    /// The name.
    pub name: String,
    /// A hash of all that it means: of the runs, their limits and expected answers, and of what stands in the files of the
    /// instances.
    pub hash: String,
    /// The runs, first runs first.
    pub planned: Vec<Planned>,
    /// What is given in vain.
    pub warnings: Vec<Diagnostic>,
}

/// A configuration of an instance, with all its runs: one row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct SuiteRow {
    /// The instance.
    pub instance: Instance,
    /// A hash of the instance's file; without a file, the instance's name.
    pub content: String,
    /// The configuration.
    pub configuration: Configuration,
    /// The limits of each run.
    pub limits: Limits,
    /// The right answer, if it is known.
    pub expected: Option<Expected>,
    /// The number of runs.
    pub runs: usize,
}

impl Suite {
    /// Reads a suite, and the files of its instances, which are found from `folder`.
    ///
    /// # Errors
    /// A diagnostic of the text: this includes files that cannot be read, and runs that the program cannot
    /// make.
    pub fn read(source: &Source, folder: &Path, abilities: Abilities<'_>) -> Result<Self, Diagnostic> {
        plan::plan(source, &values::read(source)?, folder, abilities)
    }

    /// A suite of these rows, no two of which have the same instance and configuration.
    pub fn of(name: String, rows: &[SuiteRow]) -> Self {
        Self { name, hash: hash(rows), planned: in_order(rows), warnings: Vec::new() }
    }

    /// The files that its runs read, each once.
    pub fn instance_files(&self) -> BTreeSet<PathBuf> {
        let arguments = self.planned.iter().flat_map(|planned| &planned.instance.arguments);
        let inputs = arguments.map(|argument| Input::of_problem(argument.into()));
        inputs.filter_map(|input| Some(input.path()?.to_owned())).filter(|path| path.is_file()).collect()
    }
}

/// First runs first: so the runs of a configuration lie apart, and what is there after a while is of all.
fn in_order(rows: &[SuiteRow]) -> Vec<Planned> {
    let most = rows.iter().map(|row| row.runs).max().unwrap_or(0);
    let of_all = |run| rows.iter().filter(move |row| run <= row.runs).map(move |row| (row, run));
    let planned = |(row, run): (&SuiteRow, usize)| Planned {
        instance: row.instance.clone(),
        configuration: row.configuration.clone(),
        run,
        limits: row.limits,
        expected: row.expected,
    };
    (1..=most).flat_map(of_all).map(planned).collect()
}

fn hash(rows: &[SuiteRow]) -> String {
    let parts = rows.iter().map(|row| {
        let SuiteRow { instance, content, configuration, limits, expected, runs } = row;
        format!("{:?}\n", (&instance.name, &instance.kind, content, configuration, limits, expected, runs))
    });
    hash_of([&*parts.collect::<String>()])
}

/// A hash of the texts of a problem, as hexadecimal digits.
pub fn hash_of_texts(texts: &[Source]) -> String {
    hash_of(texts.iter().map(Source::text))
}

fn hash_of<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hash = Hash::new();
    parts.into_iter().for_each(|part| hash.update(part));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
