//! The shipped problems against their table, and the example of the page about PDDL: read without a warning, and played as they stand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bmcplan::kinds::pddl::PddlProblem;

use super::corpus::read_files;
use super::interpreter::PddlInterpreter;
use super::read_text;
use super::texts::PddlText;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/pddl")
}

/// The length of a shortest plan of each problem, if there is one, and how many states can be reached.
fn table() -> BTreeMap<String, (Option<usize>, usize)> {
    let table = fs::read_to_string(folder().join("OPTIMA.tsv")).unwrap();
    let row = |line: &str| {
        let [name, steps, states] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        (name.to_owned(), (steps.parse().ok(), states.parse().unwrap()))
    };
    table.lines().skip(1).map(row).collect()
}

fn problem(name: &str) -> PddlProblem {
    let folder = folder().join(name);
    let reading = read_files(&folder.join("domain.pddl"), &folder.join("problem.pddl"));
    assert_eq!(reading.warnings, []);
    reading.problem
}

#[test]
fn every_problem_is_in_the_table() {
    let shipped =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let shipped: BTreeSet<String> = shipped.filter(|file| file != "OPTIMA.tsv").collect();
    assert_eq!(table().into_keys().collect::<BTreeSet<_>>(), shipped);
}

#[test]
fn the_table_is_right_as_the_problems_stand() {
    for (name, expected) in table() {
        let problem = problem(&name);
        let explored = PddlInterpreter::new(&problem).explore(20_000);
        assert!(explored.complete, "{name}");
        assert_eq!((explored.optimum, explored.depths.len()), expected, "{name}");
    }
}

#[test]
fn the_example_has_the_plan_that_the_page_says() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pddl.md")).unwrap();
    let blocks = page.split("```pddl\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
    let [domain, problem] = blocks.collect::<Vec<_>>().try_into().unwrap();
    let reading = read_text(&PddlText { domain, problem });
    assert_eq!(reading.warnings, []);
    let explored = PddlInterpreter::new(&reading.problem).explore(1_000);
    let optimum = explored.optimum.unwrap();
    assert!(page.contains(&format!("The shortest plan has {optimum} actions")), "{optimum}");
}
