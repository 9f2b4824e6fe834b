//! JSON output against the pages of its keys, `docs/json.md` and `docs/facts.md`: which there are, of which types, and where.

use std::collections::BTreeSet;
use std::fs;
use std::slice;

use serde_json::Value;

use crate::{run, stdout};

/// The answers that the page knows, and the lines of run logs.
const PLACES: [&str; 15] = [
    "solve",
    "check",
    "explore",
    "facts",
    "rate",
    "harden",
    "explain",
    "puzzle",
    "prisoners",
    "schedule",
    "verify",
    "errors",
    "head",
    "run",
    "resumed",
];

/// Keys that the commands of the test below do not print.
const RARE: [&str; 9] = [
    "cheaper",
    "cpu_timeout_seconds",
    "cut_short_by",
    "exit_code",
    "missing",
    "refuted_cost",
    "session",
    "trusted",
    "warnings",
];

/// A row of the page: keys, their type, and where they are.
struct Row {
    keys: Vec<&'static str>,
    form: &'static str,
    places: Vec<&'static str>,
}

fn rows() -> Vec<Row> {
    let pages = [include_str!("../../docs/json.md"), include_str!("../../docs/facts.md")];
    let lines = pages.into_iter().flat_map(str::lines).filter(|line| line.starts_with("| `"));
    let row = |line: &'static str| {
        let mut cells = line[2..].split(" | ");
        let mut next = || cells.next().unwrap();
        let keys = next().split(", ").map(|key| key.trim_matches('`')).collect();
        Row { keys, form: next(), places: next().split(", ").collect() }
    };
    lines.map(row).collect()
}

/// The first thing of an object that is not as the page says; the keys that were met are noted.
fn fault(rows: &[Row], object: &Value, place: &str, met: &mut BTreeSet<String>) -> Option<String> {
    let object = object.as_object().unwrap();
    let of_place: Vec<&Row> = rows.iter().filter(|row| row.places.contains(&place)).collect();
    let mut needed = of_place.iter().filter(|row| !row.form.ends_with('?')).flat_map(|row| &row.keys);
    if let Some(missing) = needed.find(|key| !object.contains_key(**key)) {
        return Some(format!("{missing} of {place} is missing"));
    }
    object.iter().find_map(|(key, value)| {
        let Some(row) = of_place.iter().find(|row| row.keys.contains(&&**key)) else {
            return Some(format!("{key} of {place} is unknown"));
        };
        if !row.form.contains(form(value)) {
            return Some(format!("{key} of {place} is {value}, not {}", row.form));
        }
        met.insert(key.clone());
        // These have the names of options and of solvers as keys.
        let is_open = ["options", "solvers"].contains(&&**key);
        let parts = value.as_array().map_or(slice::from_ref(value), Vec::as_slice).iter();
        parts.filter(|part| part.is_object() && !is_open).find_map(|part| fault(rows, part, key, met))
    })
}

fn form(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "yes",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// The JSON objects among the lines of a text.
fn objects(text: &str) -> impl Iterator<Item = Value> {
    text.lines().filter(|line| line.starts_with('{')).filter_map(|line| serde_json::from_str(line).ok())
}

/// Checks that every line of a text that is a JSON object is one that the page knows.
pub(crate) fn check_lines(text: &str) {
    let rows = rows();
    for object in objects(text) {
        let faults = PLACES.map(|place| fault(&rows, &object, place, &mut BTreeSet::new()));
        assert!(faults.iter().any(Option::is_none), "{object}\nis not as in docs/json.md: {faults:?}");
    }
}

#[test]
fn every_key_is_on_the_page_and_is_printed() {
    let (rows, mut met) = (rows(), BTreeSet::new());
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let board = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/sample02.toml");
    let suite = format!("[[group]]\ninstances = ['{board}']\nmodes = ['search', 'incremental']\n");
    fs::write(at("suite.toml"), suite).unwrap();
    fs::write(at("plan"), "C left 1\nB down 1\nX right 1\n").unwrap();
    for (place, line) in [
        ("solve", "rushhour instances/sample02.toml --json --frames --incremental"),
        ("solve", "rushhour --board XXBCooBCoooooooo --json --incremental --semantics forall"),
        ("solve", "pddl instances/pddl/errands/problem.pddl --json"),
        ("solve", "solve instances/sample01.toml instances/sample02.toml --jsonl"),
        ("solve", &format!("rushhour --board XXBooBoCC --json --count --certify {}", at("c"))),
        ("check", &format!("check --board XXBooBoCC {} --json --optimal", at("plan"))),
        ("explore", "explore instances/sample02.toml --json"),
        ("facts", "facts instances/sample02.toml --json"),
        ("rate", "rate instances/sample02.toml --json"),
        ("harden", "harden instances/sample02.toml --json --top 1"),
        ("explain", "explain instances/thinkfun/card02.toml --json"),
        ("puzzle", "generate --size 4 --metric slides --length 5.. --steps 80 --json"),
        ("prisoners", "prisoners --prisoners 4 --row 4 --all --json"),
        ("schedule", "prisoners --check instances/prisoners/dudeney.toml --json"),
        ("verify", &format!("verify {} --json", at("c"))),
        ("errors", "explore Cargo.toml --json"),
        ("head run", &format!("bench {} --out {}", at("suite.toml"), at("log"))),
    ] {
        let printed = stdout(&run(line));
        let text = if place == "head run" { fs::read_to_string(at("log")).unwrap() } else { printed };
        assert!(objects(&text).next().is_some(), "{line}: {text}");
        for object in objects(&text) {
            let mut faults = place.split(' ').map(|place| fault(&rows, &object, place, &mut met));
            assert!(faults.any(|fault| fault.is_none()), "{line}: {object}");
        }
    }
    let known: BTreeSet<&str> = rows.iter().flat_map(|row| row.keys.iter().copied()).collect();
    let rare: Vec<&str> = known.into_iter().filter(|key| !met.contains(*key)).collect();
    assert_eq!(rare, RARE);
}
