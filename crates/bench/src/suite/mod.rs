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

use super::configuration::Configuration;
use super::contradictions::Expected;
use super::runner::{Instance, Planned};

/// Capabilities of the program that is run.
#[derive(Clone, Copy)]
pub struct Abilities<'a> {
    /// Known kinds of problems.
    pub reading: &'a Reading,
    /// Rejects an instance that cannot be run in a configuration, as far as that is known before the instance is read.
    pub check: &'a dyn Fn(&Instance, &Configuration) -> Result<(), String>,
}

/// A list of planned runs, with a name and a hash.
#[derive(Debug, Clone, PartialEq)]
pub struct Suite {
    /// Name of the suite, for reports.
    pub name: String,
    /// Hash of the whole meaning: the runs, their limits and expected answers, and the content of the instance files.
    pub hash: String,
    /// Runs; the first runs of all rows come first.
    pub planned: Vec<Planned>,
    /// What is given in vain.
    pub warnings: Vec<Diagnostic>,
}

/// One row of a table: a configuration of an instance, with all its runs.
#[derive(Debug, Clone, PartialEq)]
pub struct SuiteRow {
    /// The problem and its arguments.
    pub instance: Instance,
    /// Hash of the instance's file; without a file, the instance's name.
    pub content: String,
    /// How the problem is solved.
    pub configuration: Configuration,
    /// Limits of each run.
    pub limits: Limits,
    /// Right answer, if known.
    pub expected: Option<Expected>,
    /// Number of runs.
    pub runs: usize,
}

impl Suite {
    /// Reads a suite and the files of its instances, whose paths are relative to `folder`.
    ///
    /// # Errors
    /// A diagnostic of the text, also for files that cannot be read and for runs that the program cannot make.
    pub fn read(source: &Source, folder: &Path, abilities: Abilities<'_>) -> Result<Self, Diagnostic> {
        plan::plan(source, &values::read(source)?, folder, abilities)
    }

    /// Makes a suite of `rows`. No two rows have the same instance and configuration.
    pub fn of(name: String, rows: &[SuiteRow]) -> Self {
        Self { name, hash: hash(rows), planned: in_order(rows), warnings: Vec::new() }
    }

    /// Returns the files that the runs read, each once.
    pub fn instance_files(&self) -> BTreeSet<PathBuf> {
        let arguments = self.planned.iter().flat_map(|planned| &planned.instance.arguments);
        let inputs = arguments.map(|argument| Input::of_problem(argument.into()));
        inputs.filter_map(|input| Some(input.path()?.to_owned())).filter(|path| path.is_file()).collect()
    }
}

/// Orders the runs, with the first runs of all rows first. So the runs of a configuration are spread over time, and a partial
/// result covers all rows.
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

/// Returns a hash of the texts of a problem, in hexadecimal digits.
pub fn hash_of_texts(texts: &[Source]) -> String {
    hash_of(texts.iter().map(Source::text))
}

fn hash_of<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hash = Hash::new();
    parts.into_iter().for_each(|part| hash.update(part));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
