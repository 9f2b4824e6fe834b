//! All problems of the shared collection are read: one of every domain of the planning competitions, and others.

use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::kinds::pddl::{PddlPart, PddlReading, read};
use bmcplan::stop::Stop;
use bmcplan::text::{MAX_INPUT_BYTES, Source};

use crate::common::foreign::shared_data;

/// Every problem: its name, its domain and its problem file.
pub(super) fn problems(folder: &Path) -> Vec<(String, PathBuf, PathBuf)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if let Some(stem) = name.strip_suffix("-domain.pddl") {
            let problem = ["", "-problem"].map(|end| folder.join(format!("{stem}{end}.pddl")));
            let problem = problem.into_iter().find(|path| path.exists()).unwrap();
            found.push((stem.to_owned(), path, problem));
        } else if matches!(&*name, "corpus" | "ipc") {
            for entry in fs::read_dir(path).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                found.push((name, path.join("domain.pddl"), path.join("problem.pddl")));
            }
        }
    }
    found.sort();
    found
}

pub(super) fn read_files(domain: &Path, problem: &Path) -> PddlReading {
    let [domain, problem] =
        [domain, problem].map(|path| Source::open_at_most(path, MAX_INPUT_BYTES).unwrap());
    assert_eq!(
        (PddlPart::of(&domain), PddlPart::of(&problem)),
        (Some(PddlPart::Domain), Some(PddlPart::Problem))
    );
    read(&domain, &problem, &Stop::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_problem_of_the_collection_is_read() {
    let Some(folder) = shared_data("pddl") else { return };
    let problems = problems(&folder);
    assert!(110 <= problems.len(), "{}", problems.len());
    for (name, domain, problem) in problems {
        let reading = read_files(&domain, &problem);
        assert!(!reading.problem.actions.is_empty(), "{name}");
        for warning in &reading.warnings {
            eprintln!("{name}: {warning}");
        }
    }
}
