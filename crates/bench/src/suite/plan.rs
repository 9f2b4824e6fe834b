//! The plan of a suite: the rows of all its groups, each once. The lists of a group are combined for each of its instances.
//! Combinations that the program cannot run are rejected.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use toml::Spanned;

use bmcplan_ask::modes::{MODES, ModeRow, mode_named};
use bmcplan_ask::settings_table::setting_named;
use bmcplan_ask::{Limits, encoding_named};
use bmcplan_base::text::{Diagnostic, Source, Span};

use super::super::configuration::{Choices, Configuration};
use super::super::contradictions::{Expected, changes_the_problem};
use super::super::runner::Instance;
use super::instances::{FoundInstance, find};
use super::values::{
    self, ExpectedAnswers, HorizonChoice, MAX_RUNS, SuiteFile, SuiteGroup, limits, too_many,
};
use super::{Abilities, Suite, SuiteRow};

pub(super) fn plan(
    source: &Source,
    file: &SuiteFile,
    folder: &Path,
    abilities: Abilities<'_>,
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
            Limits::default(),
            [&file.timeout, &file.cpu_timeout].map(Option::as_ref),
            file.memory.as_ref(),
        )?,
        runs: file.runs.as_ref().map_or(Ok(1), |runs| values::runs(source, runs))?,
        expected: expected.collect::<Result<_, Diagnostic>>()?,
    };
    let (mut rows, mut named, mut compared) = (RowSet::default(), BTreeSet::new(), BTreeSet::new());
    let mut check = AbilityCheck::of(source, abilities);
    let mut warnings = Vec::new();
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
        let (of_group, in_vain) = rows_of(source, group, &found, &defaults, abilities, &mut compared)?;
        warnings.extend(in_vain);
        for row in of_group {
            rows.add(source, row, group.span())?;
        }
    }
    if let Some((name, value)) = file.expected.iter().find(|(name, _)| !named.contains(&***name)) {
        return Err(Diagnostic::new(source, format!("[expected] names `{name}`, which is in no group"))
            .at(value.span(), "here")
            .help("write the instance as the group has it, relative to this file"));
    }
    if let Some((_, value)) = file.expected.iter().find(|(name, _)| !compared.contains(&***name)) {
        return Err(never_compared(source, value.span()));
    }
    let name = file.name.as_ref().map_or_else(|| stem(source), |name| name.get_ref().clone());
    Ok(Suite { warnings, ..Suite::of(name, &rows.all) })
}

fn stem(source: &Source) -> String {
    let stem = Path::new(source.name()).file_stem();
    stem.map_or_else(|| source.name().to_owned(), |stem| stem.to_string_lossy().into_owned())
}

#[derive(Default)]
struct RowSet {
    all: Vec<SuiteRow>,
    groups: Vec<Span>,
    places: BTreeMap<(Instance, Configuration), usize>,
    n_runs: usize,
}

impl RowSet {
    fn add(&mut self, source: &Source, row: SuiteRow, group: Span) -> Result<(), Diagnostic> {
        self.n_runs = self.n_runs.saturating_add(row.runs);
        if MAX_RUNS < self.n_runs {
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

pub(super) struct SuiteDefaults {
    pub(super) limits: Limits,
    pub(super) runs: usize,
    pub(super) expected: BTreeMap<String, ExpectedAnswers>,
}

/// Returns the rows of a group, and warnings about what is given in vain.
pub(super) fn rows_of(
    source: &Source,
    group: &Spanned<SuiteGroup>,
    found: &[FoundInstance],
    defaults: &SuiteDefaults,
    abilities: Abilities<'_>,
    compared: &mut BTreeSet<String>,
) -> Result<(Vec<SuiteRow>, Vec<Diagnostic>), Diagnostic> {
    let (place, group) = (group.span(), group.get_ref());
    let options = values::options(source, &group.options)?;
    let limits = limits(
        source,
        defaults.limits,
        [&group.timeout, &group.cpu_timeout].map(Option::as_ref),
        group.memory.as_ref(),
    )?;
    let runs = group.runs.as_ref().map_or(Ok(defaults.runs), |runs| values::runs(source, runs))?;
    let answers = group.expected.as_ref().map(|value| ExpectedAnswers::read(source, value)).transpose()?;
    let horizon = group.horizon.as_ref().map(|value| values::horizon(source, value)).transpose()?;
    check_modes(source, &group.modes)?;
    let is_of_files = found.iter().any(|found| found.in_file);
    let warnings = check_use(source, group, is_of_files)?;
    let lists = [&group.metrics, &group.encodings, &group.modes, &group.solvers, &group.schedules];
    let sizes = lists.map(|list| list.len().max(1));
    let most = sizes.into_iter().try_fold(found.len().saturating_mul(runs), usize::checked_mul);
    if most.is_none_or(|most| MAX_RUNS < most) {
        return Err(too_many(source, place));
    }
    let same_problem = !options.keys().any(|name| changes_the_problem(name));
    let mut check = AbilityCheck::of(source, abilities);
    let (mut rows, mut is_compared) = (Vec::new(), false);
    for found in found {
        check.parts(group, found)?;
        let has_modes = found.in_file || !group.modes.is_empty();
        let default = defaults.expected.get(&found.instance.name).filter(|_| same_problem);
        if let (Some(answers), Some(value)) = (&answers, &group.expected) {
            check.metrics_of(answers, found, value.span())?;
        }
        for metric in optional(&group.metrics) {
            let expected = answers.as_ref().or(default).and_then(|answers| answers.of(metric.as_deref()));
            is_compared |= expected.is_some();
            if answers.is_none() && expected.is_some() {
                compared.insert(found.instance.name.clone());
            }
            let choices = Choices {
                metric,
                encodings: strings(&group.encodings)
                    .iter()
                    .map(|name| encoding_named(name).to_owned())
                    .collect(),
                modes: has_modes.then(|| match group.modes.is_empty() {
                    true => vec![DEFAULT_MODE.to_owned()],
                    false => mode_names(&group.modes),
                }),
                solvers: strings(&group.solvers),
                varied: has_modes.then(|| ("schedule", strings(&group.schedules))).into_iter().collect(),
                horizon: steps(horizon, expected),
                options: options.clone(),
            };
            let (configurations, without_horizon) = choices.combine();
            if let Some(mode) = without_horizon.first() {
                let place = group.horizon.as_ref().map_or(place.clone(), Spanned::span);
                let what = format!("{}: the mode `{mode}` has no horizon", found.instance.name);
                return Err(Diagnostic::new(source, what).at(place, "here").help(
                    "write horizon = 39, or horizon = \"expected\" where a number of steps is expected",
                ));
            }
            for configuration in configurations {
                check.one(found, &configuration, place.clone())?;
                rows.push(SuiteRow {
                    instance: found.instance.clone(),
                    content: found.content.clone(),
                    configuration,
                    limits,
                    expected,
                    runs,
                });
            }
        }
    }
    match &group.expected {
        Some(value) if !is_compared && !found.is_empty() => Err(never_compared(source, value.span())),
        _ => Ok((rows, warnings)),
    }
}

pub(super) fn never_compared(source: &Source, span: Span) -> Diagnostic {
    Diagnostic::new(source, "no run is compared with this answer").at(span, "here").help(
        "answers for a metric are compared where a group has it in `metrics`; those of [expected], in \
         groups without options that change the problem",
    )
}

/// Checks that the modes of a group use what it names. Problems that are in no file have no modes.
fn check_use(source: &Source, group: &SuiteGroup, is_of_files: bool) -> Result<Vec<Diagnostic>, Diagnostic> {
    let default = [DEFAULT_MODE.to_owned()];
    let named = mode_names(&group.modes);
    let names = if named.is_empty() { &default[..] } else { &named[..] };
    let any = |has: fn(&ModeRow) -> bool| {
        MODES.iter().any(|traits| names.iter().any(|name| name == traits.name) && has(traits))
    };
    let first = |list: &[Spanned<String>]| list.first().map(Spanned::span);
    // Where search may answer, one encoding and one solver have a use, and several are not compared.
    let several = |list: &[Spanned<String>]| first(list).filter(|_| 1 < list.len());
    let may_make_formulas = any(|mode| setting_named("solver").is_some_and(|solver| solver.matters_in(mode)));
    let of_formulas = |list: &[Spanned<String>]| if may_make_formulas { several(list) } else { first(list) };
    let horizon = group.horizon.as_ref().map(Spanned::span);
    let mut warnings = Vec::new();
    for (given, is_used, what, is_fault) in [
        (of_formulas(&group.encodings), any(|traits| traits.has_formula), "an encoding", false),
        (of_formulas(&group.solvers), any(|traits| traits.has_formula), "a solver", false),
        (first(&group.schedules), any(|traits| traits.has_schedule), "a schedule", true),
        (horizon, any(|traits| traits.needs_horizon), "a horizon", true),
    ] {
        let has_modes = is_of_files || !named.is_empty();
        if let Some(span) = given.filter(|_| !is_used && (has_modes || is_fault)) {
            let found = if is_fault { Diagnostic::new } else { Diagnostic::warning };
            let found = found(source, format!("no mode of this group has {what}"))
                .at(span, format!("the modes are: {}", names.join(", ")))
                .help("leave it out, or name a mode that it is for: modes = [\"incremental\", \"fixed\"]");
            if is_fault {
                return Err(found);
            }
            warnings.push(found);
        }
    }
    Ok(warnings)
}

const DEFAULT_MODE: &str = "auto";

fn check_modes(source: &Source, modes: &[Spanned<String>]) -> Result<(), Diagnostic> {
    let unknown = |mode: &&Spanned<String>| mode_named(mode.get_ref()).is_none();
    let Some(mode) = modes.iter().find(unknown) else { return Ok(()) };
    let names = MODES.map(|traits| traits.name).join(", ");
    Err(Diagnostic::new(source, format!("there is no mode `{}`", mode.get_ref()))
        .at(mode.span(), "here")
        .help(format!("the modes are {names}")))
}

/// Returns the modes by their own names.
fn mode_names(list: &[Spanned<String>]) -> Vec<String> {
    list.iter().filter_map(|name| Some(mode_named(name.get_ref())?.name.to_owned())).collect()
}

fn strings(list: &[Spanned<String>]) -> Vec<String> {
    list.iter().map(|value| value.get_ref().clone()).collect()
}

fn optional(list: &[Spanned<String>]) -> Vec<Option<String>> {
    if list.is_empty() { vec![None] } else { strings(list).into_iter().map(Some).collect() }
}

fn steps(horizon: Option<HorizonChoice>, expected: Option<Expected>) -> Option<usize> {
    match (horizon?, expected) {
        (HorizonChoice::These(steps), _) | (HorizonChoice::Expected, Some(Expected::Steps(steps))) => {
            Some(steps)
        }
        (HorizonChoice::Expected, _) => None,
    }
}

pub(super) struct AbilityCheck<'a> {
    source: &'a Source,
    abilities: Abilities<'a>,
    /// Kind, arguments of an instance without a file, and configuration of each combination that passed.
    passed: BTreeSet<(String, Vec<String>, Configuration)>,
}

impl<'a> AbilityCheck<'a> {
    pub(super) fn of(source: &'a Source, abilities: Abilities<'a>) -> Self {
        Self { source, abilities, passed: BTreeSet::new() }
    }

    pub(super) fn metrics_of(
        &mut self,
        answers: &ExpectedAnswers,
        found: &FoundInstance,
        span: Span,
    ) -> Result<(), Diagnostic> {
        answers.metrics().try_for_each(|metric| {
            let part = Configuration { metric: Some(metric.to_owned()), ..Configuration::default() };
            self.one(found, &part, span.clone())
        })
    }

    /// Checks each choice by itself, so that an error points at it.
    fn parts(&mut self, group: &SuiteGroup, found: &FoundInstance) -> Result<(), Diagnostic> {
        type Part = fn(String) -> Configuration;
        self.one(found, &Configuration::default(), found.span.clone())?;
        let lists: [(&[Spanned<String>], Part); 4] = [
            (&group.metrics, |name| Configuration { metric: Some(name), ..Configuration::default() }),
            (&group.encodings, |name| Configuration { encoding: Some(name), ..Configuration::default() }),
            (&group.solvers, |name| Configuration { solver: Some(name), ..Configuration::default() }),
            (&group.schedules, |name| Configuration {
                options: BTreeMap::from([("schedule".to_owned(), name)]),
                ..Configuration::default()
            }),
        ];
        for (value, part) in lists.iter().flat_map(|(list, part)| list.iter().map(move |value| (value, part)))
        {
            self.one(found, &part(value.get_ref().clone()), value.span())?;
        }
        Ok(())
    }

    fn one(
        &mut self,
        found: &FoundInstance,
        configuration: &Configuration,
        place: Span,
    ) -> Result<(), Diagnostic> {
        let arguments = if found.in_file { Vec::new() } else { found.instance.arguments.clone() };
        let key = (found.instance.kind.clone(), arguments, configuration.clone());
        if self.passed.contains(&key) {
            return Ok(());
        }
        (self.abilities.check)(&found.instance, configuration).map_err(|message| {
            Diagnostic::new(self.source, message).at(place, format!("for {}", found.instance.name))
        })?;
        self.passed.insert(key);
        Ok(())
    }
}
