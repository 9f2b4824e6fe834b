//! The keys of a suite's TOML file, with the place of every value.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Spanned, Value};

use crate::frontend::toml::complaint;
use crate::frontend::{Diagnostic, Source};

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

/// Reads the text. What the values mean is another matter.
pub(super) fn read(source: &Source) -> Result<SuiteFile, Diagnostic> {
    toml::from_str(source.text()).map_err(|error| complaint(source, &error, FIELDS, FORM))
}
