//! The name of a type has one meaning within its room.
//!
//! Where two rooms meet, the path tells them apart. One meaning in the whole crate made names such as `VariableValues`.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;

use crate::source::files;

const KINDS: [&str; 5] = ["struct", "enum", "union", "trait", "type"];

/// The name of the type that a line defines; those inside of functions and implementations are indented and do not count.
fn defined(line: &str) -> Option<String> {
    let mut words = line.split(' ').skip_while(|word| word.starts_with("pub") || *word == "unsafe");
    let name = words.next().filter(|word| KINDS.contains(word)).and_then(|_| words.next())?;
    Some(name.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect())
}

#[test]
fn every_type_has_a_name_of_its_own_in_its_room() {
    let mut places: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for file in files() {
        let room = file.module.first().cloned().unwrap_or_default();
        for name in file.code.lines().filter_map(defined) {
            places.entry((room.clone(), name)).or_default().insert(file.name());
        }
    }
    let several = places.iter().filter(|(_, files)| 1 < files.len());
    let several = several.map(|((_, name), files)| format!("{name}: {}", files.iter().join(", "))).join("\n");
    assert!(several.is_empty(), "names with more than one meaning in a room:\n{several}");
}

/// An error that `main` returns is printed by its `Debug`.
#[test]
fn errors_show_their_message() {
    let derives = |line: &str| line.starts_with("#[derive(") && line.contains("thiserror::Error");
    let files = files();
    let of_files =
        files.iter().flat_map(|file| file.code.lines().map(move |line| (file.name(), line.trim())));
    let errors: Vec<_> = of_files.filter(|(_, line)| derives(line)).collect();
    assert!(40 < errors.len());
    let wrong = errors.iter().filter(|(_, line)| line.contains("Debug"));
    let wrong = wrong.map(|(file, line)| format!("{file}: {line}")).join("\n");
    assert!(wrong.is_empty(), "write debug_is_message!(…) behind the error instead:\n{wrong}");
}

#[test]
fn definitions_are_recognised() {
    let of = |line: &str| defined(line).unwrap_or_default();
    assert_eq!(
        ["pub struct Task {", "enum A<T> {", "pub(super) trait B: C {", "type D = E;"].map(of),
        ["Task", "A", "B", "D"]
    );
    assert_eq!(["    type Err = X;", "fn struct_of() {", "impl A {", "use a::B;"].map(of), [""; 4]);
}
