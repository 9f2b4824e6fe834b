//! The keywords of the Python package, made from the table of settings: the text of `bmcplan/_settings.py`.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use bmcplan::ask::ExportFormat;
use bmcplan::ask::Form;
use bmcplan::ask::NameStyle;
use bmcplan::ask::modes::{MODES, mode_named};
use bmcplan::ask::setting::Setting;
use bmcplan::ask::settings_table::{SETTINGS, setting_named};
use bmcplan::kinds::KINDS;
use bmcplan::problem::ElementKind;
use bmcplan_prisoners::ScheduleEncoding;
use bmcplan_workshop::FIGURES;
use itertools::Itertools;
use pyo3::prelude::*;

const HEAD: &str = r#""""The keywords of settings, with their types and help: made from the library's table of settings.

`python -c "import bmcplan._native as n; print(n.keywords(), end='')"` prints this file.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Dict, Literal, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

"#;

/// Classes of settings, each above the next: name, base, description, and the settings that are added; the first has all others.
const CLASSES: [(&str, &str, &str, &[&str]); 3] = [
    (
        "Improving",
        "TypedDict",
        "Everything that can be said about how better and better plans are looked for.",
        &[],
    ),
    ("Listing", "Improving", "What can be said where plans are listed or counted, too.", &["mode", "limit"]),
    (
        "Settings",
        "Listing",
        "Everything that can be said about how an answer is looked for.",
        &["all", "count", "frames"],
    ),
];

const GROUPS: &str = "

GROUPS: Dict[str, Tuple[str, ...]] = {
";

const HELP: &str = "}

HELP: Dict[str, str] = {
";

/// What is asked for every day, which help names first.
const EVERYDAY: [&str; 12] = [
    "mode",
    "timeout",
    "horizon",
    "max-horizon",
    "max-cost",
    "all",
    "limit",
    "count",
    "fewest",
    "certify",
    "threads",
    "memory",
];

/// Help of settings of which the command line says other words, such as the placeholders of values.
const OTHER_WORDS: [(&str, &str); 12] = [
    ("max-horizon", "Try no more than this number of moves (steps with semantics)"),
    ("max-cost", "Find only plans of at most this cost, where costs are minimised"),
    ("all", "List all shortest (or cheapest) plans, in plans"),
    ("limit", "List at most this number of plans of all"),
    ("timeout", "Stop after this wall-clock time in seconds, with the lengths refuted by then"),
    ("cpu-timeout", "Stop after this CPU time in seconds, all threads and solver programs together"),
    ("memory", "Stop when this number of megabytes has been taken since the start"),
    (
        "disk",
        "Search breadth-first with states in files of a new or empty folder. With a colon and megabytes behind it, a string \
         says how much they take at most. Goes with mode='search'. After a limit, a full disk or a kill, resume goes on",
    ),
    ("frames", "Keep the state before each move and after the last, in frames"),
    (
        "certify",
        "Write a certificate of the answer into this folder, for verify. Proofs; an invariant where there is no plan; what it \
         takes to count again. The folder is new or empty, or its certificate is replaced",
    ),
    ("solver", "SAT solver: varisat, batsat, ipasir:PATH, cmd:'PROGRAM ARGS' or mallob:DIR"),
    ("horizon", "Number of steps of mode='fixed'; upper bound for mode='minimize'"),
];

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
    let figures: Vec<_> = FIGURES.iter().map(|figure| figure.name.replace('-', "_")).collect();
    for (name, names) in [
        ("kind", KINDS.iter().map(|kind| kind.name).collect()),
        ("metric", metrics()),
        ("format", ExportFormat::ALL.map(ExportFormat::name).to_vec()),
        ("figure", figures.iter().map(String::as_str).collect()),
        ("element-kind", ElementKind::ALL.map(ElementKind::name).to_vec()),
        ("schedule-encoding", ScheduleEncoding::ALL.map(ScheduleEncoding::name).to_vec()),
    ] {
        text += &format!("{} = {}\n", type_name(name), literal(&names));
    }
    for setting in SETTINGS {
        let names = closed_names(setting);
        if !names.is_empty() {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            text += &format!("{} = {}\n", type_name(setting.name), literal(&names));
        }
    }
    let groups = groups();
    let all: Vec<&Setting> = groups.iter().flat_map(|(_, settings)| settings).copied().collect();
    let added_later: Vec<&str> = CLASSES.iter().flat_map(|(.., added)| *added).copied().collect();
    for (name, base, about, added) in CLASSES {
        text += &format!("\n\nclass {name}({base}, total=False):\n    \"\"\"{about}\"\"\"\n\n");
        let is_own = |setting: &&Setting| match added {
            [] => !added_later.contains(&setting.name),
            _ => added.contains(&setting.name),
        };
        for setting in all.iter().copied().filter(is_own) {
            text += &format!("    {}: {} | None\n", setting.keyword(), type_of(setting));
            if setting.name == "memory" {
                text += "    memory_bytes: int | None\n";
            }
        }
    }
    text += GROUPS;
    for (name, settings) in &groups {
        let names = settings.iter().flat_map(|setting| {
            let bytes = (setting.name == "memory").then(|| "memory_bytes".to_owned());
            iter::once(setting.keyword()).chain(bytes)
        });
        text += &format!("    {name:?}: ({}),\n", names.map(|name| format!("{name:?}")).join(", "));
    }
    text += HELP;
    for setting in all {
        text += &format!("    \"{}\": {:?},\n", setting.keyword(), help(setting));
        if setting.name == "memory" {
            text += "    \"memory_bytes\": \"The same in bytes\",\n";
        }
    }
    text + "}\n"
}

/// Returns the settings under their headings: what is asked every day first, the others as in the table.
fn groups() -> Vec<(&'static str, Vec<&'static Setting>)> {
    let mut groups = vec![("Every day", EVERYDAY.into_iter().filter_map(setting_named).collect::<Vec<_>>())];
    for setting in SETTINGS.iter().filter(|setting| !EVERYDAY.contains(&setting.name)) {
        match groups.iter_mut().find(|(heading, _)| *heading == setting.heading) {
            Some((_, settings)) => settings.push(setting),
            None => groups.push((setting.heading, vec![setting])),
        }
    }
    groups
}

/// Returns the metrics of all kinds, and of tasks that are built.
fn metrics() -> Vec<&'static str> {
    let options = KINDS.iter().flat_map(|kind| kind.options).filter(|option| option.name == "metric");
    options.flat_map(|option| option.form.names()).copied().unique().collect()
}

/// Returns all names that a setting may be, if it may be nothing else.
fn closed_names(setting: &Setting) -> Vec<String> {
    match setting.form {
        _ if setting.name == "encoding" => names_of(setting),
        Form::Name(..) => names_of(setting),
        _ => Vec::new(),
    }
}

/// Returns the name of the type of a setting's names, such as `LowerBound`.
fn type_name(name: &str) -> String {
    name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

fn literal(names: &[&str]) -> String {
    format!("Literal[{}]", names.iter().map(|name| format!("{name:?}")).join(", "))
}

fn type_of(setting: &Setting) -> String {
    match setting.form {
        _ if !closed_names(setting).is_empty() => type_name(setting.name),
        Form::Flag(_) => "bool".to_owned(),
        Form::Number(..) => "int".to_owned(),
        // With more behind the folder, it is a text.
        Form::Text { value_name, .. } if value_name.starts_with("FOLDER") => FOLDER.to_owned(),
        Form::Name(..) | Form::Text { .. } => "str".to_owned(),
        Form::Time(_) | Form::Megabytes(_) => "float".to_owned(),
        // Costs that are no texts become texts on the way.
        Form::Cost(_) => "Union[int, float, str, Decimal, Fraction]".to_owned(),
        Form::Folder(_) => FOLDER.to_owned(),
    }
}

/// Joins help, details and possible names in one line.
fn help(setting: &Setting) -> String {
    let others: BTreeMap<_, _> = OTHER_WORDS.into_iter().collect();
    let about = match (others.get(setting.name), setting.details) {
        (Some(&about), _) => about.to_owned(),
        (None, "") => setting.help(),
        (None, details) => format!("{}. {}", setting.help(), details.trim_end_matches('.')),
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

/// Replaces options in a message by the arguments that are meant, but not in what it quotes.
pub(crate) fn in_python(message: &str) -> String {
    let is_quoted = |line: &str| {
        line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).starts_with('|')
    };
    message
        .split('\n')
        .map(|line| if is_quoted(line) { line.to_owned() } else { line_in_python(line) })
        .join("\n")
}

fn line_in_python(line: &str) -> String {
    let line = line
        .replace("as `bmcplan` prints them", "as answers have them")
        .replace("an answer of --json", "an answer in JSON");
    let options: Vec<_> = KINDS.iter().flat_map(|kind| kind.options).collect();
    let end_of_word = |word: &str| word.trim_end_matches([',', ';', '.', ':']).len();
    let mut words = line.split(' ').peekable();
    let mut said = Vec::new();
    while let Some(word) = words.next() {
        let named = word.strip_prefix("--").unwrap_or_default();
        let (name, _) = named.split_at(end_of_word(named));
        let of_kinds = || options.iter().filter(|option| option.name == name);
        let has_value = |next: &&str| {
            let (value, _) = next.split_at(end_of_word(next));
            of_kinds().any(|option| option.form.names().contains(&value))
        };
        said.push(if let Some(next) = words.next_if(has_value) {
            let (value, stop) = next.split_at(end_of_word(next));
            format!("{name}='{value}'{stop}")
        } else if matches!(name, "kind" | "board" | "plan") || of_kinds().next().is_some() {
            named.to_owned()
        } else if setting_named(name).is_some() {
            named.replace('-', "_")
        } else {
            word.to_owned()
        });
    }
    said.join(" ")
}
