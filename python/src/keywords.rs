//! The keywords of the Python package, made from the table of settings: the text of `bmcplan/_settings.py`.

use std::collections::BTreeSet;

use bmcplan::ask::Form;
use bmcplan::ask::NameStyle;
use bmcplan::ask::modes::{MODES, mode_named};
use bmcplan::ask::setting::Setting;
use bmcplan::ask::settings_table::SETTINGS;
use bmcplan::kinds::KINDS;
use pyo3::prelude::*;

const HEAD: &str = r#""""The keywords of settings, with their types and help: made from the library's table of settings.

`python -c "import bmcplan._native as n; print(n.keywords(), end='')"` prints this file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Dict, TypedDict, Union

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction


class Settings(TypedDict, total=False):
    """Everything that can be said about how an answer is looked for."""

"#;

const HELP: &str = "

HELP: Dict[str, str] = {
";

/// The type of a folder.
const FOLDER: &str = "Union[str, os.PathLike[str]]";

/// Checks whether a mode always makes formulas, so that encodings and solvers are compared in it. Unknown ones are refused elsewhere.
#[pyfunction]
pub(crate) fn has_formula(mode: &str) -> bool {
    mode_named(mode).is_none_or(|mode| mode.has_formula)
}

/// Returns the text of `bmcplan/_settings.py`.
#[pyfunction]
pub(crate) fn keywords() -> String {
    let mut text = HEAD.to_owned();
    for setting in SETTINGS {
        text += &format!("    {}: {} | None\n", setting.keyword(), type_of(setting));
        if setting.name == "memory" {
            text += "    memory_bytes: int | None\n";
        }
    }
    text += HELP;
    for setting in SETTINGS {
        text += &format!("    \"{}\": {:?},\n", setting.keyword(), help(setting));
        if setting.name == "memory" {
            text += "    \"memory_bytes\": \"the same in bytes\",\n";
        }
    }
    text + "}\n"
}

fn type_of(setting: &Setting) -> &'static str {
    match setting.form {
        Form::Flag(_) => "bool",
        Form::Number(..) => "int",
        // With more behind the folder, it is a text.
        Form::Text { value_name, .. } if value_name.starts_with("FOLDER") => FOLDER,
        Form::Name(..) | Form::Text { .. } => "str",
        Form::Time(_) | Form::Megabytes(_) => "float",
        // Costs that are no texts become texts on the way.
        Form::Cost(_) => "Union[int, float, str, Decimal, Fraction]",
        Form::Folder(_) => FOLDER,
    }
}

/// Joins help, details and possible names in one line. Help that depends on the build is left to the command line.
fn help(setting: &Setting) -> String {
    let about = match (setting.name, setting.details) {
        ("solver", _) => {
            "SAT solver: varisat, batsat, ipasir:PATH, cmd:'PROGRAM ARGS' or mallob:DIR".to_owned()
        }
        (_, "") => setting.help(),
        (_, details) => format!("{}. {}", setting.help(), details.trim_end_matches('.')),
    };
    let about = spelled(about);
    let names = names_of(setting);
    let has_all = setting.name == "solver" || names.iter().all(|name| about.contains(name));
    if has_all { about } else { format!("{}: {about}", names.join(", ")) }
}

/// Returns the names that a setting takes; a value in one has a placeholder, such as `ramp:FACTOR`.
pub(crate) fn names_of(setting: &Setting) -> Vec<String> {
    match setting.form {
        _ if setting.name == "encoding" => {
            let all: BTreeSet<_> = KINDS.iter().flat_map(|kind| kind.encodings).collect();
            all.into_iter().map(|&name| name.to_owned()).collect()
        }
        Form::Name(names, _) => names().into_iter().map(str::to_owned).collect(),
        Form::Text { value_name, .. } if value_name.contains('|') => {
            value_name.split('|').map(str::to_owned).collect()
        }
        Form::Text { names, .. } => names(),
        _ => Vec::new(),
    }
}

/// Replaces options in help by the keywords of settings and modes.
fn spelled(help: String) -> String {
    let settings = SETTINGS.iter().map(|setting| (setting.name, setting.keyword()));
    let modes = MODES.iter().map(|mode| (mode.option(), NameStyle::Keywords.mode(mode.name)));
    modes.chain(settings).fold(help, |help, (option, keyword)| help.replace(&format!("--{option}"), &keyword))
}
