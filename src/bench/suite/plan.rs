//! The list of all runs that the groups of a suite describe.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use hmac_sha256::Hash as Sha256;
use toml::Spanned;

use super::super::configuration::Configuration;
use super::super::expected::Expected;
use super::super::run::{Instance, Job, RunLimits};
use super::file::File;
use super::group::rows_of;
use super::instances::find;
use super::values::{self, Answers};
use super::{Abilities, Planned, Suite, hex};
use crate::frontend::{Diagnostic, Source, Span};

/// More runs than this are a slip of the pen.
pub(super) const MOST: usize = 100_000;

/// A configuration of an instance, with all its runs.
pub(super) struct Row {
    pub(super) instance: Instance,
    pub(super) content: String,
    pub(super) configuration: Configuration,
    pub(super) limits: RunLimits,
    pub(super) expected: Option<Expected>,
    pub(super) runs: usize,
    pub(super) group: Span,
}

/// What holds unless a group says otherwise.
pub(super) struct Defaults {
    pub(super) limits: RunLimits,
    pub(super) runs: usize,
    pub(super) expected: BTreeMap<String, Answers>,
}

pub(super) fn plan(
    source: &Source,
    file: &File,
    folder: &Path,
    abilities: &dyn Abilities,
) -> Result<Suite, Diagnostic> {
    if file.group.is_empty() {
        return Err(Diagnostic::new(source, "there is nothing to run")
            .at(0..0, "in this suite")
            .help("write [[group]] and under it instances = [\"board.toml\"]"));
    }
    let expected =
        file.expected.iter().map(|(name, value)| Ok((name.clone(), Answers::read(source, value)?)));
    let defaults = Defaults {
        limits: limits(source, RunLimits::default(), file.timeout.as_ref(), file.memory.as_ref())?,
        runs: file.runs.as_ref().map_or(Ok(1), |runs| values::runs(source, runs))?,
        expected: expected.collect::<Result<_, Diagnostic>>()?,
    };
    let (mut rows, mut named) = (Rows::default(), BTreeSet::new());
    for group in &file.group {
        let inside = group.get_ref();
        let found = find(source, folder, inside.kind.as_ref(), &inside.instances, abilities)?;
        named.extend(found.iter().map(|found| found.instance.name.clone()));
        for row in rows_of(source, group, &found, &defaults, abilities)? {
            rows.add(source, row)?;
        }
    }
    if let Some((name, value)) = file.expected.iter().find(|(name, _)| !named.contains(&***name)) {
        return Err(Diagnostic::new(
            source,
            format!("an answer is expected of `{name}`, which no group has"),
        )
        .at(value.span(), "here")
        .help("write the instance as the group has it, relative to this file"));
    }
    let name = file.name.as_ref().map_or_else(|| stem(source), |name| name.get_ref().clone());
    Ok(Suite { name, hash: hash(&rows.all), planned: in_order(&rows.all) })
}

/// The name of the file without what comes after the dot.
fn stem(source: &Source) -> String {
    let stem = Path::new(source.name()).file_stem();
    stem.map_or_else(|| source.name().to_owned(), |stem| stem.to_string_lossy().into_owned())
}

pub(super) fn limits(
    source: &Source,
    base: RunLimits,
    timeout: Option<&Spanned<f64>>,
    memory: Option<&Spanned<i64>>,
) -> Result<RunLimits, Diagnostic> {
    Ok(RunLimits {
        timeout: timeout.map(|value| values::timeout(source, value)).transpose()?.or(base.timeout),
        memory_mb: memory.map(|value| values::memory(source, value)).transpose()?.or(base.memory_mb),
    })
}

/// Rows of all groups, each once.
#[derive(Default)]
struct Rows {
    all: Vec<Row>,
    places: BTreeMap<(Instance, Configuration), usize>,
    n_runs: usize,
}

impl Rows {
    /// Adds a row, or makes it one with a row that is the same.
    fn add(&mut self, source: &Source, row: Row) -> Result<(), Diagnostic> {
        self.n_runs = self.n_runs.saturating_add(row.runs);
        if MOST < self.n_runs {
            return Err(too_many(source, row.group));
        }
        let key = (row.instance.clone(), row.configuration.clone());
        let Some(place) = self.places.get(&key) else {
            self.places.insert(key, self.all.len());
            self.all.push(row);
            return Ok(());
        };
        let other = &mut self.all[*place];
        if (other.limits, other.expected) == (row.limits, row.expected) {
            other.runs = other.runs.max(row.runs);
            return Ok(());
        }
        let what = format!("{}: {}", row.instance.name, row.configuration);
        Err(Diagnostic::new(source, "two groups have the same run with other limits or answers")
            .at(row.group.clone(), what)
            .also(other.group.clone(), "and here")
            .help("give both groups the same timeout, memory and expected answer, or leave it out of one"))
    }
}

pub(super) fn too_many(source: &Source, group: Span) -> Diagnostic {
    Diagnostic::new(source, format!("these are more than {MOST} runs"))
        .at(group, "with this group")
        .help("split the suite into several")
}

/// First runs first: so the runs of a configuration lie apart, and what is there after a while is of all.
fn in_order(rows: &[Row]) -> Vec<Planned> {
    let most = rows.iter().map(|row| row.runs).max().unwrap_or(0);
    let of_all = |run| rows.iter().filter(move |row| run <= row.runs).map(move |row| (row, run));
    let planned = |(row, run): (&Row, usize)| Planned {
        job: Job { instance: row.instance.clone(), configuration: row.configuration.clone(), run },
        limits: row.limits,
        expected: row.expected,
    };
    (1..=most).flat_map(of_all).map(planned).collect()
}

/// Of all that matters. Where files are does not, and neither does how the suite is written.
fn hash(rows: &[Row]) -> String {
    let mut hash = Sha256::new();
    for row in rows {
        let Row { instance, content, configuration, limits, expected, runs, group: _ } = row;
        let parts = (&instance.name, &instance.kind, content, configuration, limits, expected, runs);
        hash.update(format!("{parts:?}\n"));
    }
    hex(&hash.finalize())
}
