//! Plans that somebody wrote are replayed: valid ones, wrong ones, and such as are not shortest.

use std::fs;
use std::io::Write as _;
use std::process::{Output, Stdio};

use expect_test::{Expect, expect};
use tempfile::TempDir;

use crate::{bmcplan, check_output, code, stderr, stdout};

/// A folder with a board of three moves.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.txt"), "XXB\n..B\n.CC\n").unwrap();
    folder
}

fn run_in(folder: &TempDir, line: &str) -> Output {
    bmcplan(&line.split_whitespace().collect::<Vec<_>>()).current_dir(folder.path()).output().unwrap()
}

/// The verdict on a plan of that text.
fn check_plan(plan: &str, options: &str, expected: Expect) {
    let folder = folder();
    fs::write(folder.path().join("plan"), plan).unwrap();
    check_output(&run_in(&folder, &format!("check board.txt plan {options}")), expected);
}

#[test]
fn what_bmcplan_writes_is_valid_and_shortest() {
    let folder = folder();
    let json = run_in(&folder, "rushhour board.txt --json --plan-out ipc");
    fs::write(folder.path().join("json"), &json.stdout).unwrap();
    fs::write(folder.path().join("names"), run_in(&folder, "rushhour board.txt --quiet").stdout).unwrap();
    fs::write(folder.path().join("text"), run_in(&folder, "rushhour board.txt").stdout).unwrap();
    for plan in ["json", "ipc", "names", "text"] {
        let valid = run_in(&folder, &format!("check board.txt {plan}"));
        assert_eq!((code(&valid), &*stdout(&valid)), (0, "valid: 3 units\n"), "{plan}: {}", stderr(&valid));
        let shortest = run_in(&folder, &format!("check board.txt {plan} --shortest"));
        assert_eq!((code(&shortest), &*stdout(&shortest)), (0, "valid, and shortest: 3 units\n"), "{plan}");
    }
    let mut command = bmcplan(&["check", "board.txt", "-", "--json", "--shortest"]);
    let mut child = command
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&json.stdout).unwrap();
    check_output(
        &child.wait_with_output().unwrap(),
        expect![[r#"
            {"kind":"rushhour","name":"board","file":"board.txt","status":"valid","metric":"units","goal":null,"length":3,"step":null,"reason":null,"fault":null,"optimal":true,"shortest":true,"shorter":null,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn answers_of_every_kind_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    for problem in ["gdl/hanoi.kif", "gdl/wolf-goat-cabbage.kif", "sliding/pennant.toml --metric moves"] {
        let answer = run_in(&folder, &format!("solve {root}/instances/{problem} --json"));
        fs::write(folder.path().join("answer"), &answer.stdout).unwrap();
        let file = problem.split(' ').next().unwrap();
        let checked = run_in(&folder, &format!("check {root}/instances/{file} answer"));
        assert_eq!(code(&checked), 0, "{problem}: {}{}", stdout(&checked), stderr(&checked));
        assert!(stdout(&checked).starts_with("valid: "), "{problem}: {}", stdout(&checked));
    }
}

#[test]
fn a_plan_that_is_not_shortest() {
    let plan = "C left 1\nC right 1\nC left 1\nB down 1\nX right 1\n";
    check_plan(
        plan,
        "",
        expect![[r#"
        valid: 5 units
        -- stderr
        -- exit code 0
    "#]],
    );
    check_plan(
        plan,
        "--shortest",
        expect![[r#"
        valid, and not shortest: 5 units; there is a plan of 3 units
        -- stderr
        -- exit code 20
    "#]],
    );
    check_plan(
        plan,
        "--shortest --json",
        expect![[r#"
            {"kind":"rushhour","name":"board","file":"board.txt","status":"valid","metric":"units","goal":null,"length":5,"step":null,"reason":null,"fault":null,"optimal":false,"shortest":false,"shorter":3,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 20
        "#]],
    );
}

#[test]
fn wrong_plans_are_told_with_step_and_reason() {
    check_plan(
        "C left 1\nB donw 1\nX right 1\n",
        "",
        expect![[r#"
        -- stderr
        error: step 2: there is no move 'B donw 1'
         --> plan:2:1
          |
        2 | B donw 1
          | ^^^^^^^^ no such move
          |
          = help: did you mean 'B down 1'? moves are called as `bmcplan` prints them, here in units; --metric says what counts as one
        -- exit code 20
    "#]],
    );
    check_plan(
        "B down 1\nX right 1\n",
        "",
        expect![[r#"
        -- stderr
        error: step 1: 'B down 1' cannot be applied: its precondition 'not busy(3,3)' is false
         --> plan:1:1
          |
        1 | B down 1
          | ^^^^^^^^ this move
        -- exit code 20
    "#]],
    );
    check_plan(
        "C left 1\nB down 1\n",
        "",
        expect![[r#"
        -- stderr
        error: step 2: the plan ends and the goal 'X=1,2' is false
         --> plan:2:1
          |
        2 | B down 1
          | ^^^^^^^^ the last move
        -- exit code 20
    "#]],
    );
    check_plan(
        "C left 1\nB down 1\n",
        "--json",
        expect![[r#"
            {"kind":"rushhour","name":"board","file":"board.txt","status":"wrong","metric":"units","goal":null,"length":null,"step":2,"reason":"step 2: the plan ends and the goal 'X=1,2' is false","fault":"goal","optimal":null,"shortest":null,"shorter":null,"stopped_by":null,"version":"_"}
            -- stderr
            error: step 2: the plan ends and the goal 'X=1,2' is false
             --> plan:2:1
              |
            2 | B down 1
              | ^^^^^^^^ the last move
            -- exit code 20
        "#]],
    );
    check_plan(
        "",
        "",
        expect![[r#"
        -- stderr
        error: step 0: the plan ends and the goal 'X=1,2' is false
        --> plan
        -- exit code 20
    "#]],
    );
}

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

#[test]
fn no_line_of_a_numbered_plan_is_passed_over() {
    let wrong = "1  C left 1\n2  B down 1\n4  X right 1\n";
    check_plan(
        wrong,
        "",
        expect![[r#"
        -- stderr
        error: step 3: there is no move '4  X right 1'
         --> plan:3:1
          |
        3 | 4  X right 1
          | ^^^^^^^^^^^^ no such move
          |
          = help: did you mean 'X right 1'? moves are called as `bmcplan` prints them, here in units; --metric says what counts as one
        -- exit code 20
    "#]],
    );
    let folder = folder();
    for plan in ["0  C left 1\n1  B down 1\n2  X right 1\n", "1  C left 1\nB down 1\n2  X right 1\n"] {
        fs::write(folder.path().join("plan"), plan).unwrap();
        let valid = run_in(&folder, "check board.txt plan");
        assert_eq!(stdout(&valid), "valid: 3 units\n", "{plan}: {}", stderr(&valid));
    }
}

/// On boards, `b` and `B` are two pieces; where there is only one of them, either letter is taken for it.
#[test]
fn a_move_of_a_piece_is_none_of_the_piece_in_other_letters() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cars.txt"), "......\n..bb..\nXX..B.\n....B.\n......\n......\n").unwrap();
    fs::write(folder.path().join("blocks.txt"), "start\na.\nAA\ngoal\n.a\n..\n").unwrap();
    fs::write(folder.path().join("one.txt"), "start\na.\ngoal\n.a\n").unwrap();
    fs::write(folder.path().join("alike.txt"), "start\nAB.\n..C\ngoal\n..A\n...\n").unwrap();
    fs::write(folder.path().join("both.txt"), "start\nAa.\n..C\ngoal\n..A\n...\n").unwrap();
    for (problem, plan, expected) in [
        ("cars.txt --metric slides", "B down 2\nX right 4\n", "valid: 2 slides\n"),
        ("cars.txt --metric slides", "(B DOWN 2)\n(x right 4)\n", "valid: 2 slides\n"),
        ("cars.txt --metric slides", "b down 2\nX right 4\n", ""),
        ("blocks.txt", "a right 1\n", "valid: 1 unit\n"),
        ("blocks.txt", "A right 1\n", ""),
        ("one.txt", "A right 1\n", "valid: 1 unit\n"),
        ("alike.txt", "b down 1\n(A RIGHT 1)\na right 1\n", "valid: 3 units\n"),
        ("both.txt", "a down 1\nA RIGHT 1\nA right 1\n", "valid: 3 units\n"),
    ] {
        fs::write(folder.path().join("plan"), plan).unwrap();
        let (problem, options) = problem.split_once(' ').unwrap_or((problem, ""));
        let checked = run_in(&folder, &format!("check {problem} plan {options}"));
        assert_eq!(stdout(&checked), expected, "{plan}: {}", stderr(&checked));
        assert_eq!(code(&checked), if expected.is_empty() { 20 } else { 0 }, "{plan}");
        assert_eq!(
            stderr(&checked).contains("there is no move"),
            expected.is_empty(),
            "{}",
            stderr(&checked)
        );
    }
}

/// A plan in slides is no wrong plan in units.
#[test]
fn the_metric_of_a_plan_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.txt"), "XX..B\n....B\n.....\n.....\n").unwrap();
    fs::write(folder.path().join("plan"), "B down 2\nX right 3\n").unwrap();
    let checked = run_in(&folder, "check board.txt plan --shortest");
    check_output(
        &checked,
        expect![[r#"
            valid, and shortest: 2 slides
            -- stderr
            the plan is read in slides; in units it is none
            -- exit code 0
        "#]],
    );
    let asked = run_in(&folder, "check board.txt plan --metric units");
    assert_eq!(code(&asked), 20, "{}", stdout(&asked));
    assert!(stderr(&asked).starts_with("error: step 1: there is no move 'B down 2'"), "{}", stderr(&asked));
}

#[test]
fn what_is_no_plan_is_bad_input() {
    check_plan(
        r#"{"plan":null,"status":"unsolvable"}"#,
        "",
        expect![[r#"
        -- stderr
        error: there is no plan in this answer, whose status is 'unsolvable'
        --> plan
        -- exit code 2
    "#]],
    );
    let folder = folder();
    assert_eq!(code(&run_in(&folder, "check board.txt no-such-plan")), 2);
    assert_eq!(code(&run_in(&folder, "check no-such-board board.txt")), 2);
    assert_eq!(code(&run_in(&folder, "check - -")), 2);
}
