//! Planning problems in PDDL and SAS files on the command line.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::{code, run, stderr, stdout};

const TROLLEY: [&str; 2] = ["instances/pddl/trolley/domain.pddl", "instances/pddl/trolley/problem.pddl"];

fn json(arguments: &str) -> Value {
    let output = run(arguments);
    serde_json::from_str(&stdout(&output))
        .unwrap_or_else(|error| panic!("{arguments}: {error}: {}", stderr(&output)))
}

#[test]
fn the_domain_is_given_in_any_order_or_found_beside_the_problem() {
    let [domain, problem] = TROLLEY;
    for arguments in [
        format!("pddl {domain} {problem}"),
        format!("pddl {problem} {domain}"),
        format!("pddl {problem}"),
        format!("solve {problem}"),
        format!("solve {domain} {problem}"),
    ] {
        let answer = json(&format!("{arguments} --search --json"));
        assert_eq!((&answer["kind"], &answer["length"]), (&"pddl".into(), &14.into()), "{arguments}");
        assert_eq!((&answer["metric"], &answer["optimal"]), (&"actions".into(), &true.into()), "{arguments}");
    }
}

#[test]
fn what_is_missing_is_said() {
    let alone = run(&format!("solve {}", TROLLEY[0]));
    assert_eq!(code(&alone), 2);
    assert!(
        stderr(&alone).starts_with("error: this is a domain, and the problem is missing"),
        "{}",
        stderr(&alone)
    );
    let folder = TempDir::new().unwrap();
    let problem = folder.path().join("lonely.pddl");
    fs::copy(TROLLEY[1], &problem).unwrap();
    let lonely = run(&format!("pddl {}", problem.display()));
    assert_eq!(code(&lonely), 2);
    assert!(
        stderr(&lonely).starts_with("error: this is a problem, and its domain is not beside it"),
        "{}",
        stderr(&lonely)
    );
}

#[test]
fn another_kind_reads_no_domain_beside_it() {
    let output = run(&format!("gdl {}", TROLLEY[1]));
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).starts_with("error: this is PDDL, and no rule sheet"), "{}", stderr(&output));
}

const ERRANDS: &str = "instances/pddl/errands/problem.pddl";

#[test]
fn costs_are_printed() {
    let output = run(&format!("pddl {ERRANDS} --metric actions --search --strict"));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("9 actions, cost "), "{}", stdout(&output));
    let answer = json(&format!("pddl {ERRANDS} --metric actions --search --json"));
    assert!(answer["cost"].as_u64().is_some_and(|cost| 9 < cost), "{answer}");
    assert_eq!((&answer["metric"], &answer["warnings"]), (&"actions".into(), &Value::Null), "{answer}");
}

#[test]
fn metrics_are_those_of_a_kind() {
    let refused = run(&format!("pddl {ERRANDS} --metric units"));
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("[possible values: cost, actions]"), "{}", stderr(&refused));
    let refused = run(&format!("solve {ERRANDS} --metric slides"));
    assert_eq!(code(&refused), 2);
    let found = "--metric slides makes no sense for a problem of kind pddl";
    assert!(stderr(&refused).contains(found), "{}", stderr(&refused));
    let board = run("solve instances/sample01.toml --metric cost");
    assert!(stderr(&board).contains("--metric cost makes no sense for a problem of kind rushhour"));
}

#[test]
fn least_cost_needs_costs() {
    let refused = run(&format!("pddl {} --metric cost", TROLLEY[1]));
    assert_eq!(code(&refused), 2);
    let found = "error: the domain has no costs, and plans of least cost are asked for";
    assert!(stderr(&refused).starts_with(found), "{}", stderr(&refused));
    let place = TempDir::new().unwrap();
    let sas = place.path().join("task.sas").display().to_string();
    assert_eq!(code(&run(&format!("export {} --format sas --output {sas}", TROLLEY[1]))), 0);
    let refused = run(&format!("sas {sas} --metric cost"));
    assert_eq!(code(&refused), 2);
    let found = "error: the task has no costs, and plans of least cost are asked for";
    assert!(stderr(&refused).starts_with(found), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("task.sas:5:1"), "{}", stderr(&refused));
}

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
    let answer = json(&format!("solve {file} --json"));
    let all = begun.elapsed().as_secs_f64();
    let [told, used] = ["wall_seconds", "cpu_seconds"].map(|name| answer[name].as_f64().unwrap());
    assert!(used / 3.0 < told && told <= all, "{told} of {all}, of which {used} of the processor");
}

#[test]
fn no_plan_is_proved() {
    assert_eq!(code(&run("solve instances/pddl/dominoes/problem.pddl --search --quiet")), 10);
}

#[test]
fn folders_compare_and_suites_know_problems_in_two_files() {
    let folder = run("solve instances/pddl --jsonl --ordered --search");
    assert_eq!(stdout(&folder).lines().count(), 6, "{}", stderr(&folder));
    assert!(!stderr(&folder).contains("domain.pddl"), "{}", stderr(&folder));
    let compared = run(&format!("compare {} --modes search,incremental --runs 1", TROLLEY[1]));
    assert_eq!(code(&compared), 0, "{}", stderr(&compared));
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
fn tasks_for_other_planners_are_read_again() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (sas, domain, problem) = (at("task.sas"), at("domain.pddl"), at("problem.pddl"));
    for export in [
        format!("--format sas --output {sas}"),
        format!("--format pddl --domain {domain} --output {problem}"),
    ] {
        assert_eq!(code(&run(&format!("export instances/thinkfun/card01.toml {export}"))), 0);
    }
    for arguments in [format!("sas {sas}"), format!("solve {sas}"), format!("pddl {domain} {problem}")] {
        assert_eq!(json(&format!("{arguments} --search --json"))["length"], 16, "{arguments}");
    }
    let refused = run(&format!("export {sas} --format sas --domain {domain}"));
    assert!(stderr(&refused).contains("--domain makes no sense with --format sas"), "{}", stderr(&refused));
}

#[test]
fn tasks_for_other_planners_ask_for_what_the_metric_says() {
    let folder = TempDir::new().unwrap();
    for (metric, format, length) in [("actions", "sas", 9), ("actions", "pddl", 9), ("cost", "sas", 11)] {
        let file = folder.path().join(format!("{metric}.{format}")).display().to_string();
        let export = run(&format!("export {ERRANDS} --metric {metric} --format {format} --output {file}"));
        assert_eq!(code(&export), 0, "{}", stderr(&export));
        let answer = json(&format!("solve {file} --json"));
        assert_eq!((&answer["metric"], &answer["length"]), (&metric.into(), &length.into()), "{format}");
    }
}

#[test]
fn names_that_are_words_of_the_language_are_exported_as_others() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (kif, pddl) = (at("gate.kif"), at("gate.pddl"));
    let rules = "(role you) (init shut) (<= (legal you make) (true shut)) (<= (legal you finish) (true and))
        (<= (next and) (does you make)) (<= (next not) (does you finish)) (<= terminal (true not)) (<= (goal you 100) (true not))";
    fs::write(&kif, rules).unwrap();
    assert_eq!(code(&run(&format!("export {kif} --format pddl --output {pddl}"))), 0);
    for file in [kif, pddl] {
        assert_eq!(json(&format!("solve {file} --json"))["length"], 2, "{file}");
    }
}

#[test]
fn what_is_passed_over_in_lists_is_told() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("t.pddl").display().to_string();
    let write = |types: &str, predicate: &str, parameters: &str| {
        let text = format!(
            "(define (domain d) (:types {types}) (:predicates ({predicate}) (p)) (:action a :parameters ({parameters}) :effect (p)))
             (define (problem q) (:domain d) (:objects o - car) (:init) (:goal (p)))"
        );
        fs::write(&file, text).unwrap();
        run(&format!("solve {file}"))
    };
    let chain = write("car - vehicle - thing", "q", "?x - car");
    assert!(stderr(&chain).contains("warning: no name stands before a dash"), "{}", stderr(&chain));
    assert_eq!(code(&run(&format!("solve {file} --strict"))), 2);
    let chain = write("car vehicle", "q", "?x - car - vehicle");
    assert!(stderr(&chain).starts_with("error: no name stands before a dash"), "{}", stderr(&chain));
    let word = write("car", "Or", "?x - car");
    assert!(stderr(&word).starts_with("error: `Or` is a word of the language"), "{}", stderr(&word));
    assert_eq!(code(&write("car", "q", "?x - car")), 0);
}

#[test]
fn plans_of_shared_steps_say_which() {
    let answer = json(&format!("pddl {} --incremental --semantics exists --json", TROLLEY[1]));
    let steps = answer["steps"].as_array().unwrap();
    assert_eq!(Some(steps.len() as u64), answer["makespan"].as_u64());
    let moves = steps.iter().map(|step| step.as_array().unwrap().len()).sum::<usize>();
    assert_eq!(Some(moves as u64), answer["length"].as_u64());
}
