//! Planning problems in PDDL and SAS files on the command line.

use std::fs;

use tempfile::TempDir;

use crate::{answer, code, run, stderr, stdout};

const TROLLEY: [&str; 2] = ["instances/pddl/trolley/domain.pddl", "instances/pddl/trolley/problem.pddl"];

/// A time that is printed has everything in it, so it is about that of the processor, which is the same however busy the system is.
#[test]
fn seconds_include_reading() {
    let place = TempDir::new().unwrap();
    let domain = "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x ?y ?z) :effect (p ?x)))";
    let objects: String = (0..50).map(|number| format!(" o{number}")).collect();
    let problem =
        format!("(define (problem p) (:domain d) (:objects{objects}) (:init (p o1)) (:goal (p o1)))");
    for (name, text) in [("domain.pddl", domain), ("problem.pddl", &problem)] {
        fs::write(place.path().join(name), text).unwrap();
    }
    let file = place.path().join("problem.pddl").display().to_string();
    let begun = std::time::Instant::now();
    let answer = answer(&format!("solve {file} --json"));
    let all = begun.elapsed().as_secs_f64();
    let [told, used] = ["wall_seconds", "cpu_seconds"].map(|name| answer[name].as_f64().unwrap());
    assert!(used / 3.0 < told && told <= all, "{told} of {all}, of which {used} of the processor");
}

#[test]
fn folders_compare_and_suites_know_problems_in_two_files() {
    let place = TempDir::new().unwrap();
    for file in TROLLEY {
        fs::copy(file, place.path().join(file.rsplit('/').next().unwrap())).unwrap();
    }
    fs::copy(TROLLEY[0], place.path().join("other.pddl")).unwrap();
    fs::copy(TROLLEY[1], place.path().join("another.pddl")).unwrap();
    let suite = place.path().join("suite.toml");
    let instances = r#"["problem.pddl", ["other.pddl", "another.pddl"]]"#;
    fs::write(&suite, format!("[[group]]\ninstances = {instances}\nmodes = [\"search\"]\n")).unwrap();
    let log = place.path().join("log.jsonl");
    let ran = run(&format!("bench {} --out {}", suite.display(), log.display()));
    assert_eq!(code(&ran), 0, "{}{}", stdout(&ran), stderr(&ran));
    assert!(stdout(&ran).contains("14"), "{}", stdout(&ran));
}

#[test]
fn plans_of_shared_steps_say_which() {
    let answer = answer(&format!("pddl {} --incremental --semantics exists --json", TROLLEY[1]));
    let steps = answer["steps"].as_array().unwrap();
    assert_eq!(Some(steps.len() as u64), answer["makespan"].as_u64());
    let moves = steps.iter().map(|step| step.as_array().unwrap().len()).sum::<usize>();
    assert_eq!(Some(moves as u64), answer["length"].as_u64());
}
