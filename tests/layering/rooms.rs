//! A room imports only rooms above it. The table is the plan of the house; `src/lib.rs` explains it.

use std::collections::BTreeSet;

use itertools::Itertools as _;

use crate::source::files;

/// Each room, with the rooms that it may import.
const ROOMS: &[(&str, &[&str])] = &[
    ("stop", &[]),
    ("names", &[]),
    ("messages", &[]),
    ("child", &["stop"]),
    ("text", &[]),
    ("task", &["stop"]),
    ("plan", &["task"]),
    ("heuristic", &["stop", "task"]),
    ("search", &["stop", "task", "plan", "heuristic"]),
    ("formula", &["names"]),
    ("figures", &["formula"]),
    ("solver", &["stop", "child", "formula", "figures"]),
    ("encode", &["stop", "names", "task", "plan", "formula"]),
    ("horizon", &["stop", "formula", "figures", "solver", "encode"]),
    (
        "planner",
        &["stop", "names", "task", "plan", "heuristic", "search", "figures", "solver", "encode", "horizon"],
    ),
    ("datalog", &[]),
    ("fdr", &["stop", "task"]),
    ("draw", &["stop", "text", "task"]),
    ("prisoners", &["stop", "names", "text", "formula", "figures", "solver", "draw"]),
    ("problem", &["stop", "text", "task", "plan", "encode", "draw"]),
    (
        "kinds",
        &["stop", "names", "text", "task", "plan", "formula", "encode", "datalog", "fdr", "draw", "problem"],
    ),
    ("certificate", &["stop", "names", "text", "task", "plan", "formula", "problem", "kinds"]),
    (
        "certify",
        &[
            "stop",
            "text",
            "task",
            "plan",
            "formula",
            "solver",
            "encode",
            "horizon",
            "problem",
            "kinds",
            "certificate",
        ],
    ),
    (
        "ask",
        &[
            "stop",
            "names",
            "text",
            "task",
            "plan",
            "search",
            "formula",
            "figures",
            "solver",
            "encode",
            "horizon",
            "planner",
            "draw",
            "prisoners",
            "problem",
            "kinds",
            "certificate",
            "certify",
        ],
    ),
    ("bench", &["stop", "child", "text", "figures", "draw", "ask"]),
];

#[test]
fn every_room_imports_only_rooms_above_it() {
    let mut seen = BTreeSet::new();
    for file in files() {
        let (place, room) = (file.name(), file.module.first().map_or("", String::as_str));
        if matches!(room, "" | "main" | "cli") {
            continue;
        }
        seen.insert(room.to_owned());
        let (_, allowed) = ROOMS
            .iter()
            .find(|(name, _)| *name == room)
            .unwrap_or_else(|| panic!("{place}: the room '{room}' is not in the plan of the house"));
        let allowed: BTreeSet<&str> = allowed.iter().copied().chain([room]).collect();
        for import in imports(&file.text) {
            assert!(allowed.contains(&*import), "{place} imports '{import}', which is not above '{room}'");
        }
    }
    assert_eq!(seen, ROOMS.iter().map(|(name, _)| (*name).to_owned()).collect());
}

/// The rooms named after `crate::` outside comments, grouped imports included.
fn imports(text: &str) -> Vec<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or("")).join("\n");
    code.split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap_or("").split(',').map(first_word).collect_vec(),
            None => vec![first_word(rest)],
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn first_word(text: &str) -> String {
    text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn imports_are_found() {
    let text = "use crate::task::Task;\nuse crate::{plan::Plan, stop};\n// crate::cli\nfn f() { crate::search::go() }";
    assert_eq!(imports(text), ["task", "plan", "stop", "search"]);
}
