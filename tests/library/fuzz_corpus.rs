//! The corpora of the fuzz targets, through the same functions, so that no fuzzer is needed to try them again.

use std::fs;
use std::path::Path;

use crate::common::{forger, readers};

type Reader = fn(&[u8]);

/// Every fuzz target: its name, which is that of its folder, and what it calls.
const TARGETS: &[(&str, Reader)] = &[
    ("kif", readers::kif),
    ("pddl", readers::pddl),
    ("board_toml", readers::board_toml),
    ("board_facts", readers::board_facts),
    ("board_rows", readers::board_rows),
    ("sliding", readers::sliding),
    ("journal", readers::journal),
    ("suite", readers::suite),
    ("sas", readers::sas),
    ("schedule", readers::schedule),
    ("collection", readers::collection),
    ("plan", readers::plan),
    ("solver_output", readers::solver_output),
    ("lrat", forger::lrat),
    ("certificate", forger::certificate),
];

#[test]
fn every_file_is_read_or_refused() {
    for (name, read) in TARGETS {
        let files = files(&root().join("tests/fuzz_corpus").join(name));
        assert!(!files.is_empty(), "{name} has no corpus");
        for file in files {
            read(&fs::read(file).unwrap());
        }
    }
}

#[test]
fn every_corpus_and_every_fuzz_target_has_its_function() {
    let mut known: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    known.sort_unstable();
    let name_of = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    for folder in ["tests/fuzz_corpus", "fuzz/fuzz_targets"] {
        // A published package has no folder `fuzz`.
        let Ok(entries) = fs::read_dir(root().join(folder)) else { continue };
        let mut names: Vec<String> = entries.map(|entry| name_of(&entry.unwrap().path())).collect();
        names.sort_unstable();
        assert_eq!(names, known, "{folder}");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}
