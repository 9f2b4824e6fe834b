//! What an answer to a program says and keeps: limits, certificates, figures, and kinds that a program brings.

use std::time::{Duration, Instant};

use bmcplan::kinds::{GDL, Kinds};
use bmcplan::stop::Stop;
use bmcplan::{Answer, Fault, Question};
use bmcplan_sat::figures::ProcessFigures;

/// 116 steps, far more than any formula gets to in the time that tests have.
const LONG: &str = "instances/sliding/klotski.toml";

fn asked(file: &str, settings: &[(&str, &str)]) -> Result<Answer, Fault> {
    let set = |question: Question, (name, value): &(&str, &str)| question.setting(name, value).unwrap();
    settings.iter().fold(Question::about(file), set).ask()
}

#[test]
fn limits_of_a_question_hold() {
    for (name, value, stopped_by) in
        [("timeout", "300ms", "timeout"), ("cpu-timeout", "300ms", "cpu_timeout"), ("memory", "1", "memory")]
    {
        let answer = asked(LONG, &[("mode", "incremental"), (name, value)]).unwrap();
        assert_eq!(answer.run.stopped_by.as_deref(), Some(stopped_by), "{name}");
    }
}

/// Forty lamps have more states than memory has bytes.
#[test]
fn states_beyond_the_memory_are_counted_in_sets() {
    let lamps = (0..40).map(|lamp| format!("(lamp l{lamp}) (off l{lamp}) "));
    let objects: String = (0..40).map(|lamp| format!("l{lamp} ")).collect();
    let domain = "(define (domain lamps) (:predicates (lamp ?l) (on ?l) (off ?l))
        (:action light :parameters (?l) :precondition (and (lamp ?l) (off ?l)) :effect (and (on ?l) (not (off ?l))))
        (:action dim :parameters (?l) :precondition (and (lamp ?l) (on ?l)) :effect (and (off ?l) (not (on ?l)))))";
    let problem = format!(
        "(define (problem forty) (:domain lamps) (:objects {objects}) (:init {}) (:goal (on l0)))",
        lamps.collect::<String>()
    );
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("domain.pddl"), domain).unwrap();
    let file = folder.path().join("problem.pddl");
    std::fs::write(&file, problem).unwrap();
    let space = Question::about(file.to_str().unwrap()).setting("memory", "100").unwrap().explore().unwrap();
    assert_eq!((space.states, space.transitions), (1 << 40, 40 << 40));
    assert_eq!((space.depth, space.goal_states), (40, 1 << 39));
    let json = serde_json::to_value(&space).unwrap();
    assert_eq!(json["states"], 1_u64 << 40);
}

#[test]
fn a_certificate_is_written_or_refused() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("certificate");
    let answer = asked("instances/sample02.toml", &[("certify", folder.to_str().unwrap())]);
    if cfg!(feature = "varisat") {
        assert!(answer.unwrap().certificate.is_some() && folder.join("check.py").is_file());
    } else {
        let why = "certify: certificates need the feature `varisat`";
        assert_eq!(answer.unwrap_err().to_string(), why);
    }
}

/// Keeps a processor busy.
fn work_for(time: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < time {
        std::hint::spin_loop();
    }
}

#[test]
fn figures_of_an_answer_are_those_since_the_question() {
    work_for(Duration::from_millis(300));
    let before = ProcessFigures::now().cpu_seconds.unwrap();
    let answer = asked("instances/sample02.toml", &[("mode", "search")]).unwrap();
    // Other tests may run meanwhile, in other threads.
    let after = ProcessFigures::now().cpu_seconds.unwrap();
    let taken = answer.run.cpu_seconds.unwrap();
    assert!(0.0 < taken && taken <= after - before + 1e-5, "{taken}, of {}", after - before);
}

#[test]
fn kinds_of_a_program_are_among_those_that_are_named() {
    let question = Question { kind: Some("lights".to_owned()), ..Question::about("instances/sample02.toml") };
    let kinds = Kinds::default().with(&GDL);
    let fault = question.ask_with(&kinds, &Stop::default(), &mut |_| {}).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "kind: no kind is called `lights`; there are: rushhour, sliding, gdl, sas, pddl, gdl"
    );
}
