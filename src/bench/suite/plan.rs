//! The plan of a suite: the rows of all its groups, each once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::configuration::Configuration;
use super::super::runner::{Instance, RunLimits};
use super::group::{AbilityCheck, SuiteDefaults, never_compared, rows_of};
use super::instances::find;
use super::values::{self, ExpectedAnswers, MOST, SuiteFile, limits, too_many};
use super::{Abilities, Suite, SuiteRow};
use crate::text::{Diagnostic, Source, Span};

pub(super) fn plan(
    source: &Source,
    file: &SuiteFile,
    folder: &Path,
    abilities: &dyn Abilities,
) -> Result<Suite, Diagnostic> {
    if file.group.is_empty() {
        return Err(Diagnostic::new(source, "there is nothing to run")
            .at(0..0, "in this suite")
            .help("write [[group]] and under it instances = [\"board.toml\"]"));
    }
    let expected =
        file.expected.iter().map(|(name, value)| Ok((name.clone(), ExpectedAnswers::read(source, value)?)));
    let defaults = SuiteDefaults {
        limits: limits(
            source,
            RunLimits::default(),
            [&file.timeout, &file.cpu_timeout].map(Option::as_ref),
            file.memory.as_ref(),
        )?,
        runs: file.runs.as_ref().map_or(Ok(1), |runs| values::runs(source, runs))?,
        expected: expected.collect::<Result<_, Diagnostic>>()?,
    };
    let (mut rows, mut named, mut compared) = (RowSet::default(), BTreeSet::new(), BTreeSet::new());
    let mut check = AbilityCheck::of(source, abilities);
    for group in &file.group {
        let inside = group.get_ref();
        let found = find(source, folder, inside.kind.as_ref(), &inside.instances, abilities)?;
        for found in &found {
            let name = &found.instance.name;
            if let (Some(answers), Some(value)) = (defaults.expected.get(name), file.expected.get(name)) {
                check.metrics_of(answers, found, value.span())?;
            }
            named.insert(name.clone());
        }
        for row in rows_of(source, group, &found, &defaults, abilities, &mut compared)? {
            rows.add(source, row, group.span())?;
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
    if let Some((_, value)) = file.expected.iter().find(|(name, _)| !compared.contains(&***name)) {
        return Err(never_compared(source, value.span()));
    }
    let name = file.name.as_ref().map_or_else(|| stem(source), |name| name.get_ref().clone());
    Ok(Suite::of(name, &rows.all))
}

/// The name of the file without what comes after the dot.
fn stem(source: &Source) -> String {
    let stem = Path::new(source.name()).file_stem();
    stem.map_or_else(|| source.name().to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Rows of all groups, each once.
#[derive(Default)]
struct RowSet {
    all: Vec<SuiteRow>,
    /// The group of each row.
    groups: Vec<Span>,
    places: BTreeMap<(Instance, Configuration), usize>,
    n_runs: usize,
}

impl RowSet {
    /// Adds a row of a group, or makes it one with a row that is the same.
    fn add(&mut self, source: &Source, row: SuiteRow, group: Span) -> Result<(), Diagnostic> {
        self.n_runs = self.n_runs.saturating_add(row.runs);
        if MOST < self.n_runs {
            return Err(too_many(source, group));
        }
        let key = (row.instance.clone(), row.configuration.clone());
        let Some(&place) = self.places.get(&key) else {
            self.places.insert(key, self.all.len());
            self.all.push(row);
            self.groups.push(group);
            return Ok(());
        };
        let other = &mut self.all[place];
        if (other.limits, other.expected) == (row.limits, row.expected) {
            other.runs = other.runs.max(row.runs);
            return Ok(());
        }
        let what = format!("{}: {}", row.instance.name, row.configuration);
        Err(Diagnostic::new(source, "two groups have the same run with other limits or answers")
            .at(group, what)
            .also(self.groups[place].clone(), "and here")
            .help("give both groups the same timeout, memory and expected answer, or leave it out of one"))
    }
}
