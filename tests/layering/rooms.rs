//! A room imports only rooms above it. The table is the plan of the house; `src/lib.rs` explains it.
//!
//! A room may have floors, with rows of their own: `certificate/check` is one of the room `certificate`. Imports are looked at
//! twice: as paths that begin with `crate`, tests included, and, floors apart, as files that define what a file names.

use std::collections::BTreeSet;

use itertools::Itertools as _;

use crate::circles::Imports;
use crate::source::{File, files};

/// A room or floor, with the rooms and floors that it may import.
type Row = (&'static str, &'static str);

/// All rooms, each before those that may import it.
#[rustfmt::skip]
const ROOMS: &[Row] = &[
    ("ordered", ""),
    ("stop", ""),
    ("names", ""),
    ("messages", ""),
    ("child", "stop"),
    ("folders", "stop"),
    ("text", ""),
    ("task", "ordered stop"),
    ("plan", "ordered names task"),
    ("relaxation", "ordered task"),
    ("heuristic", "ordered stop task plan relaxation"),
    ("search", "ordered stop names folders task plan relaxation heuristic"),
    ("formula", "names"),
    ("figures", "formula"),
    ("solver", "ordered stop child formula figures"),
    ("encode", "ordered stop names task plan relaxation formula"),
    ("horizon", "ordered stop names formula figures solver encode"),
    ("planner", "stop names folders task plan heuristic search figures solver encode horizon"),
    ("datalog", "ordered"),
    ("fdr", "ordered stop task"),
    ("draw", "ordered stop names text task"),
    ("prisoners", "ordered stop names text formula figures solver draw"),
    ("problem", "ordered stop names text task plan encode draw"),
    ("kinds", "ordered stop names text task plan formula encode datalog fdr draw problem"),
    ("certificate", "ordered names task plan formula problem kinds"),
    ("certificate/check", "ordered stop text task plan formula problem kinds certificate"),
    ("certificate/make", "ordered stop text task plan formula solver encode horizon problem kinds certificate certificate/check"),
    ("ask", "ordered stop names folders text task plan search formula figures solver encode horizon planner draw prisoners problem kinds certificate certificate/check certificate/make"),
    ("workshop", "ordered stop text task plan search formula figures solver horizon planner draw problem kinds ask"),
    ("bench", "ordered stop child text plan figures draw ask"),
];

/// The row of a module: that of its floor, or else of its room.
fn row(module: &[String]) -> Option<&'static Row> {
    let floor = module.iter().take(2).join("/");
    let named = |name: &str| ROOMS.iter().find(|(row, _)| *row == name);
    named(&floor).or_else(|| named(module.first()?))
}

/// The imports of files that are not allowed, a line each.
fn faults(files: &[File]) -> Vec<String> {
    let resolved = Imports::of(files);
    let of_file = |file: &File| {
        let (name, allowed) = row(&file.module)?;
        let is_allowed = |room: &str| room == *name || allowed.split(' ').contains(&room);
        let room = name.split('/').next().unwrap();
        let written = imports(&file.text).into_iter().filter(|import| import != room && !is_allowed(import));
        let modules = resolved.files.get(&file.module).into_iter().flatten();
        let modules = modules.filter(|module| row(module).is_some_and(|(name, _)| !is_allowed(name)));
        let faults = written.chain(modules.map(|module| module.join("/")));
        Some(
            faults
                .map(|import| format!("{} imports '{import}', which is not above '{name}'", file.name()))
                .collect_vec(),
        )
    };
    files.iter().filter_map(of_file).flatten().collect()
}

#[test]
fn every_room_imports_only_rooms_above_it() {
    let files = files();
    let inside = files
        .iter()
        .filter(|file| !matches!(file.module.first().map_or("", String::as_str), "" | "main" | "cli"));
    let rows = inside.map(|file| {
        let (name, _) = row(&file.module)
            .unwrap_or_else(|| panic!("{} is in no room of the plan of the house", file.name()));
        *name
    });
    assert_eq!(rows.collect::<BTreeSet<&str>>(), ROOMS.iter().map(|(name, _)| *name).collect());
    let faults = faults(&files);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whatever path names it: from the root, from above, or handed on.
#[test]
fn a_floor_that_imports_another_is_found() {
    let with = |import: &str| {
        let file = |path: &str, text: &str| File::of(path.as_ref(), text);
        faults(&[
            file("encode/mod.rs", "pub struct Encoding;\n"),
            file("certificate/mod.rs", "mod check;\nmod make;\nmod manifest;\npub use make::Maker;\n"),
            file("certificate/manifest.rs", "pub struct Manifest;\n"),
            file("certificate/make/mod.rs", "use crate::encode::Encoding;\npub struct Maker;\n"),
            file("certificate/check/mod.rs", &format!("use {import};\n")),
        ])
    };
    assert_eq!(with("super::manifest::Manifest"), [""; 0]);
    let is_found = |import, found: &str| {
        assert_eq!(
            with(import),
            [format!("certificate/check imports '{found}', which is not above 'certificate/check'")]
        );
    };
    is_found("super::make::Maker", "certificate/make");
    is_found("crate::certificate::make::Maker", "certificate/make");
    is_found("crate::certificate::Maker", "certificate/make");
    assert_eq!(with("crate::encode::Encoding").len(), 2);
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

/// Kinds of problems are named only in their own room: nobody else asks which kind there is, so that a new one is one folder and one row.
#[test]
fn kinds_of_problems_are_named_in_their_table_only() {
    let words = ["rush_hour::", "sliding_block::", "gdl::", "RUSH_HOUR", "SLIDING_BLOCK", "GDL"];
    let others = files().into_iter().filter(|file| file.module.first().is_none_or(|room| room != "kinds"));
    let mentions = others.flat_map(|file| {
        let is_mention = |line: &&str| words.iter().any(|word| line.contains(word));
        file.code
            .lines()
            .filter(is_mention)
            .map(|line| format!("{}: {}", file.name(), line.trim()))
            .collect_vec()
    });
    let mentions = mentions.collect_vec();
    assert!(mentions.is_empty(), "{}", mentions.join("\n"));
}
