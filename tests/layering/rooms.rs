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
    ("task", &["stop"]),
    ("plan", &["task"]),
    ("heuristic", &["stop", "task"]),
    ("search", &["stop", "task", "plan", "heuristic"]),
    ("formula", &["names"]),
    ("figures", &["formula"]),
    ("solver", &["stop", "child", "formula", "figures"]),
    ("encode", &["names", "stop", "task", "plan", "formula"]),
    ("horizon", &["stop", "formula", "figures", "solver", "encode"]),
    (
        "planner",
        &[
            "names",
            "figures",
            "stop",
            "task",
            "plan",
            "heuristic",
            "search",
            "formula",
            "solver",
            "encode",
            "horizon",
        ],
    ),
    ("prisoners", &["names", "figures", "stop", "formula", "solver"]),
    ("datalog", &["stop"]),
    ("fdr", &["stop", "task"]),
    ("frontend", &["names", "stop", "task", "datalog", "fdr", "prisoners"]),
    ("draw", &["stop", "task", "prisoners", "frontend"]),
    ("problem", &["stop", "task", "plan", "encode", "fdr", "frontend", "draw"]),
    ("certificate", &["names", "stop", "task", "plan", "formula", "frontend", "problem"]),
    (
        "certify",
        &[
            "stop",
            "task",
            "plan",
            "formula",
            "solver",
            "encode",
            "horizon",
            "frontend",
            "problem",
            "certificate",
        ],
    ),
    (
        "ask",
        &[
            "names",
            "stop",
            "figures",
            "formula",
            "encode",
            "plan",
            "task",
            "prisoners",
            "search",
            "solver",
            "horizon",
            "planner",
            "frontend",
            "problem",
            "certificate",
            "certify",
        ],
    ),
    ("bench", &["stop", "child", "figures", "frontend", "draw", "ask"]),
];

/// Files that may import more, each with its reason.
const EXCEPTIONS: &[(&str, &[&str])] = &[
    // Encodings that need the geometry of the board stand beside their front end.
    ("frontend/rush_hour/paper", &["encode", "formula"]),
    ("frontend/sliding_block/encodings", &["encode", "formula"]),
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
        let extra = EXCEPTIONS.iter().filter(|(file, _)| place.starts_with(file)).flat_map(|(_, more)| *more);
        let allowed: BTreeSet<&str> = allowed.iter().chain(extra).copied().chain([room]).collect();
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
