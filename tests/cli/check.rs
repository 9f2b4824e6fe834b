//! Plans that somebody wrote are replayed: valid ones, wrong ones, and such as are not shortest.

use std::fs;

use crate::{code, run_in, stderr, stdout};

/// Plans as planners print them: with numbers, in upper case, with actions that change nothing.
#[test]
fn plans_of_planners_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let domain = "(define (domain d) (:requirements :strips :action-costs) (:predicates (at ?x) (road ?x ?y)) (:functions (total-cost))
        (:action Go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
            :effect (and (at ?y) (not (at ?x)) (increase (total-cost) 3)))
        (:action look :parameters (?x) :precondition (at ?x) :effect (and (at ?x) (increase (total-cost) 1))))";
    let problem = "(define (problem p) (:domain d) (:objects a b c) (:init (at a) (road a b) (road b c)) (:goal (at c)) (:metric minimize (total-cost)))";
    fs::write(folder.path().join("domain.pddl"), domain).unwrap();
    fs::write(folder.path().join("problem.pddl"), problem).unwrap();
    for (plan, expected) in [
        ("(go a b)\n(go b c)\n", "valid: 2 actions, cost 6\n"),
        ("(GO A B)\n(GO B C)\n", "valid: 2 actions, cost 6\n"),
        ("0: (GO A B)\n1: (GO B C)\n", "valid: 2 actions, cost 6\n"),
        ("0.001: (go a b) [1.000]\n1.002: (go b c) [1.000]\n", "valid: 2 actions, cost 6\n"),
        ("(look a)\n(go a b)\n(look b)\n(go b c)\n(LOOK c)\n", "valid: 5 actions, cost 9\n"),
        ("(look b)\n(go a b)\n(go b c)\n", ""),
        ("(go a b)\n(look b)\n", ""),
    ] {
        fs::write(folder.path().join("plan"), plan).unwrap();
        let checked = run_in(&folder, "check problem.pddl plan");
        assert_eq!(stdout(&checked), expected, "{plan}: {}", stderr(&checked));
        assert_eq!(code(&checked), if expected.is_empty() { 20 } else { 0 }, "{plan}");
    }
    fs::write(folder.path().join("plan"), "(look a)\n(go a b)\n(go b c)\n").unwrap();
    let shortest = run_in(&folder, "check problem.pddl plan --shortest --json");
    assert_eq!(code(&shortest), 20);
    assert!(stdout(&shortest).contains(r#""length":3,"cost":7,"#), "{}", stdout(&shortest));
    assert!(stdout(&shortest).contains(r#""cheaper":6"#), "{}", stdout(&shortest));
}

/// A SAS file in which one variable goes from the first value to the last, by these operators: name, from, to, cost.
fn sas(n_values: usize, operators: &[(&str, i32, i32, u64)]) -> String {
    let values: String = (0..n_values).map(|value| format!("Atom p({value})\n")).collect();
    let operators: String = operators
        .iter()
        .map(|(name, from, to, cost)| {
            format!("begin_operator\n{name}\n0\n1\n0 0 {from} {to}\n{cost}\nend_operator\n")
        })
        .collect();
    format!(
        "begin_version\n3\nend_version\nbegin_metric\n1\nend_metric\n1\nbegin_variable\nv\n-1\n{n_values}\n{values}end_variable\n0\n\
         begin_state\n0\nend_state\nbegin_goal\n1\n0 {}\nend_goal\n{}\n{operators}0\n",
        n_values - 1,
        operators.matches("begin_operator").count()
    )
}

#[test]
fn a_plan_of_a_cost_beyond_all_bounds_is_not_called_cheapest_where_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let half = 1 << 63;
    let steps = [("a", 0, 1, half), ("b", 1, 2, half), ("c", 2, 3, half), ("s", 1, 3, half)];
    fs::write(folder.path().join("task.sas"), sas(4, &steps)).unwrap();
    fs::write(folder.path().join("plan"), "a\nb\nc\n").unwrap();
    let checked = run_in(&folder, "check task.sas plan --optimal");
    let expected = "valid, and not cheapest: 3 actions, cost 27670116110564327424; there is a plan of cost 18446744073709551616\n";
    assert_eq!((code(&checked), &*stdout(&checked)), (20, expected), "{}", stderr(&checked));
    fs::write(folder.path().join("plan"), "a\ns\n").unwrap();
    let checked = run_in(&folder, "check task.sas plan --optimal");
    let expected = "valid, and cheapest: 2 actions, cost 18446744073709551616\n";
    assert_eq!((code(&checked), &*stdout(&checked)), (0, expected), "{}", stderr(&checked));
}

#[test]
fn of_actions_of_one_name_the_cheapest_are_meant() {
    let folder = tempfile::tempdir().unwrap();
    let steps = [("go", 0, 1, 5), ("go", 0, 1, 1), ("end", 1, 2, 1)];
    fs::write(folder.path().join("task.sas"), sas(3, &steps)).unwrap();
    fs::write(folder.path().join("plan"), "go\nend\n").unwrap();
    let checked = run_in(&folder, "check task.sas plan --optimal");
    assert_eq!(stdout(&checked), "valid, and cheapest: 2 actions, cost 2\n", "{}", stderr(&checked));
}
