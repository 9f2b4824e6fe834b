//! Single values of a suite: parsing, and errors with their place.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use toml::{Spanned, Value};

use bmcplan_ask::Limits;
use bmcplan_ask::modes::MODES;
use bmcplan_ask::settings_table::setting_named;
use bmcplan_base::text::toml::complaint;
use bmcplan_base::text::{Diagnostic, Source, Span};
use bmcplan_sat::figures::parse_duration;

use super::super::configuration::CERTIFY;
use super::super::contradictions::Expected;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteFile {
    pub(super) name: Option<Spanned<String>>,
    pub(super) timeout: Option<Spanned<Value>>,
    pub(super) cpu_timeout: Option<Spanned<Value>>,
    pub(super) memory: Option<Spanned<i64>>,
    pub(super) runs: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) group: Vec<Spanned<SuiteGroup>>,
    #[serde(default)]
    pub(super) expected: BTreeMap<String, Spanned<Value>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteGroup {
    pub(super) instances: Spanned<Vec<Spanned<Value>>>,
    pub(super) kind: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) metrics: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) encodings: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) modes: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) solvers: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) schedules: Vec<Spanned<String>>,
    pub(super) horizon: Option<Spanned<Value>>,
    #[serde(default)]
    pub(super) options: BTreeMap<String, Spanned<Value>>,
    pub(super) timeout: Option<Spanned<Value>>,
    pub(super) cpu_timeout: Option<Spanned<Value>>,
    pub(super) memory: Option<Spanned<i64>>,
    pub(super) runs: Option<Spanned<i64>>,
    pub(super) expected: Option<Spanned<Value>>,
}

const FIELDS: &str = "a group has instances = [\"board.toml\", \"more/*.toml\"]";
const FORM: &str =
    "give a name, limits, and groups: [[group]] with instances, and what is to be combined for them";

pub(super) fn read(source: &Source) -> Result<SuiteFile, Diagnostic> {
    toml::from_str(source.text()).map_err(|error| complaint(source, &error, FIELDS, FORM))
}

const MAX_REPETITIONS: usize = 1000;

/// Options that write files, in addition to the settings that do. Runs are parallel and repeated, so they cannot have such
/// options.
const FILE_OPTIONS: [&str; 6] = ["plan-out", "output", "svg", "png", "gif", "html"];

/// Returns help for options with keys of their own, and for options not allowed in runs.
fn key_instead(option: &str) -> Option<String> {
    if let Some(mode) = MODES.iter().find(|mode| !mode.help.is_empty() && mode.option() == option) {
        let horizon = if mode.needs_horizon { " and horizon = …" } else { "" };
        return Some(format!("write modes = [\"{}\"]{horizon} in the group", mode.name));
    }
    match option {
        "anytime" => Some("write modes = [\"anytime\"] in the group".to_owned()),
        "metric" | "encoding" | "solver" | "schedule" => {
            Some(format!("write {option}s = [\"…\"] in the group"))
        }
        "timeout" | "cpu-timeout" | "memory" => {
            Some(format!("write {} = … in the group", option.replace('-', "_")))
        }
        "json" | "quiet" | "frames" => Some("every run answers in JSON".to_owned()),
        _ => None,
    }
}

pub(super) const MAX_RUNS: usize = 100_000;

pub(super) fn too_many(source: &Source, group: Span) -> Diagnostic {
    Diagnostic::new(source, format!("these are more than {MAX_RUNS} runs"))
        .at(group, "with this group")
        .help("split the suite into several")
}

/// Returns the given limits, completed by those of `base`.
pub(super) fn limits(
    source: &Source,
    base: Limits,
    [given_timeout, given_cpu_timeout]: [Option<&Spanned<Value>>; 2],
    given_memory: Option<&Spanned<i64>>,
) -> Result<Limits, Diagnostic> {
    Ok(Limits {
        timeout: given_timeout.map(|value| timeout(source, value)).transpose()?.or(base.timeout),
        cpu_timeout: given_cpu_timeout.map(|value| timeout(source, value)).transpose()?.or(base.cpu_timeout),
        memory: given_memory.map(|value| memory(source, value)).transpose()?.or(base.memory),
    })
}

fn timeout(source: &Source, value: &Spanned<Value>) -> Result<Duration, Diagnostic> {
    let text = match value.get_ref() {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        _ => String::new(),
    };
    match parse_duration(&text) {
        Ok(timeout) if !timeout.is_zero() => Ok(timeout),
        _ => Err(Diagnostic::new(source, "the timeout is not a time")
            .at(value.span(), "here")
            .help("give seconds, such as timeout = 60, or timeout = \"2m\"")),
    }
}

fn memory(source: &Source, value: &Spanned<i64>) -> Result<usize, Diagnostic> {
    match u32::try_from(*value.get_ref()) {
        Ok(megabytes) if megabytes != 0 => Ok(Limits::bytes(megabytes)),
        _ => Err(Diagnostic::new(source, "the memory is not a size")
            .at(value.span(), "here")
            .help("give megabytes, such as memory = 4000")),
    }
}

pub(super) fn runs(source: &Source, value: &Spanned<i64>) -> Result<usize, Diagnostic> {
    match usize::try_from(*value.get_ref()) {
        Ok(runs) if (1..=MAX_REPETITIONS).contains(&runs) => Ok(runs),
        _ => Err(Diagnostic::new(source, "this is not a number of runs")
            .at(value.span(), "here")
            .help(format!("every configuration is run 1 to {MAX_REPETITIONS} times"))),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HorizonChoice {
    These(usize),
    Expected,
}

pub(super) fn horizon(source: &Source, value: &Spanned<Value>) -> Result<HorizonChoice, Diagnostic> {
    match value.get_ref() {
        Value::String(word) if word == "expected" => return Ok(HorizonChoice::Expected),
        Value::Integer(number) => {
            if let Ok(number) = usize::try_from(*number) {
                return Ok(HorizonChoice::These(number));
            }
        }
        _ => {}
    }
    Err(Diagnostic::new(source, "this is not a horizon")
        .at(value.span(), "here")
        .help("give a number of steps, or \"expected\" for the expected length"))
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ExpectedAnswers {
    in_any: Option<Expected>,
    by_metric: BTreeMap<String, Expected>,
}

impl ExpectedAnswers {
    pub(super) fn read(source: &Source, value: &Spanned<Value>) -> Result<Self, Diagnostic> {
        let read = match value.get_ref() {
            Value::Table(table) => {
                let answers = table.iter().map(|(metric, value)| Some((metric.clone(), answer(value)?)));
                answers.collect::<Option<BTreeMap<_, _>>>().map(|by_metric| Self { in_any: None, by_metric })
            }
            value => answer(value).map(|answer| Self { in_any: Some(answer), by_metric: BTreeMap::new() }),
        };
        read.ok_or_else(|| {
            Diagnostic::new(source, "this is not an expected answer").at(value.span(), "here").help(
                "give the steps of a shortest plan, the cost of a cheapest one, \"unsolvable\" or \"solved\", \
                 or one of these for each metric: { units = 39, slides = 16 }",
            )
        })
    }

    pub(super) fn of(&self, metric: Option<&str>) -> Option<Expected> {
        metric.and_then(|metric| self.by_metric.get(metric).copied()).or(self.in_any)
    }

    pub(super) fn metrics(&self) -> impl Iterator<Item = &str> {
        self.by_metric.keys().map(String::as_str)
    }
}

fn answer(value: &Value) -> Option<Expected> {
    match value {
        Value::Integer(steps) => usize::try_from(*steps).ok().map(Expected::Steps),
        Value::Float(number) => cost(*number),
        Value::String(word) if word == "solved" => Some(Expected::Solved),
        Value::String(word) if word == "unsolvable" => Some(Expected::Unsolvable),
        _ => None,
    }
}

fn cost(number: f64) -> Option<Expected> {
    let written = number.to_string();
    let n_digits = written.chars().filter(char::is_ascii_digit).count();
    if f64::DIGITS < u32::try_from(n_digits).ok()? {
        return None;
    }
    // `2.0` is equivalent to `2`, also where there are no costs.
    let whole = written.parse().ok().map(Expected::Steps);
    whole.or_else(|| serde_json::from_value(written.into()).ok().map(Expected::Cost))
}

pub(super) fn options(
    source: &Source,
    options: &BTreeMap<String, Spanned<Value>>,
) -> Result<BTreeMap<String, String>, Diagnostic> {
    let read = options.iter().map(|(name, value)| {
        check_writes_nothing(source, name, value.span())?;
        if let Some(help) = key_instead(name) {
            return Err(Diagnostic::new(source, format!("`{name}` is not an option of a group"))
                .at(value.span(), "here")
                .help(help));
        }
        if name == CERTIFY && *value.get_ref() != Value::Boolean(true) {
            return Err(Diagnostic::new(source, "a run of a suite keeps no certificate")
                .at(value.span(), "here")
                .help("write certify = true: certificates are written, checked, and removed"));
        }
        option(name, value.get_ref()).ok_or_else(|| {
            Diagnostic::new(source, format!("`{name}` does not take such a value"))
                .at(value.span(), "here")
                .help("give a string or a number, or true for an option without a value")
        })
    });
    read.collect()
}

pub(super) fn check_writes_nothing(source: &Source, name: &str, span: Span) -> Result<(), Diagnostic> {
    let writes = name != CERTIFY && setting_named(name).is_some_and(|setting| setting.writes_files);
    if writes || FILE_OPTIONS.contains(&name) {
        return Err(Diagnostic::new(source, format!("`{name}` is not an option of a run"))
            .at(span, "here")
            .help("a run writes no files"));
    }
    Ok(())
}

pub(super) fn option(name: &str, value: &Value) -> Option<(String, String)> {
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let value = match value {
        // An empty value would be no argument, and one with a dash would be an option.
        Value::String(text) if !text.is_empty() && !text.starts_with('-') => text.clone(),
        Value::Integer(number) if 0 <= *number => number.to_string(),
        Value::Float(number) if number.is_finite() && 0.0 <= *number => number.to_string(),
        Value::Boolean(true) => String::new(),
        _ => return None,
    };
    is_name.then(|| (name.to_owned(), value))
}
