//! `bmcplan export`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use expect_test::expect;

use super::{bmcplan, check, code, run, stderr, stdout};

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("export_{}_{name}", std::process::id()))
}

/// 39 moves are enough for this board, 38 are not, as any solver of the system says of the file; without one this checks
/// that the file is the same as what stands on standard output.
#[test]
fn other_solvers_read_it() {
    for (horizon, answer) in [(38, 20), (39, 10)] {
        let path = scratch(&format!("{horizon}.cnf"));
        let line = format!("export instances/sample02.toml --horizon {horizon}");
        let output = run(&format!("{line} -o {}", path.display()));
        assert_eq!((code(&output), &*stdout(&output), &*stderr(&output)), (0, "", ""));
        assert_eq!(fs::read_to_string(&path).unwrap(), stdout(&run(&line)));
        for program in ["cadical", "picosat", "minisat"] {
            let solver =
                Command::new(program).arg(&path).stdout(Stdio::null()).stderr(Stdio::null()).status();
            if let Ok(status) = solver {
                assert_eq!(status.code(), Some(answer), "{program} at most {horizon}");
            }
        }
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn every_kind_in_every_format() {
    for problem in [
        "instances/sample01.toml --metric slides --at-most-one ladder",
        "--board XX..",
        "instances/sliding/motorcar.toml --metric slides --labelled --encoding shapes-counted",
        "instances/gdl/hanoi.kif --goal 100 --encoding operators",
    ] {
        for (format, start) in [("dimacs", "p cnf "), ("icnf", "p inccnf"), ("dimspec", "i cnf ")] {
            let horizon = if format == "dimspec" { "" } else { "--horizon 2" };
            let output = run(&format!("export {problem} {horizon} --format {format}"));
            assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{problem} {format}");
            let text = stdout(&output);
            assert!(text.starts_with("c bmcplan "), "{text}");
            let first = text.lines().find(|line| !line.starts_with("c ")).unwrap();
            assert!(first.starts_with(start), "{problem} {format}: {first}");
        }
    }
}

/// Two cars that leave the way in one step, each by as many cells as it likes.
#[test]
fn formulas_of_steps_with_several_moves() {
    let board = "XX.BC....BC.........................";
    let line = |horizon: usize, semantics: &str| {
        let path = scratch(&format!("{semantics}_{horizon}.cnf"));
        let words =
            format!("export --board {board} --metric slides --semantics {semantics} --horizon {horizon}");
        let output = run(&format!("{words} -o {}", path.display()));
        assert_eq!((code(&output), &*stderr(&output)), (0, ""));
        path
    };
    for (horizon, semantics, answer) in
        [(2, "sequential", 20), (3, "sequential", 10), (1, "forall", 20), (2, "forall", 10)]
    {
        let path = line(horizon, semantics);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.contains("∀-steps"), semantics == "forall", "{text}");
        if let Ok(output) = Command::new("picosat").arg(&path).output() {
            assert_eq!(output.status.code(), Some(answer), "{horizon} {semantics}");
        }
        fs::remove_file(path).unwrap();
    }
}

/// A solver's output for a formula becomes a plan again, with the options of the export.
#[test]
fn models_become_plans() {
    let models = scratch("models");
    fs::create_dir_all(&models).unwrap();
    let at = |name: &str| models.join(name).display().to_string();
    for (number, (problem, options, length)) in [
        ("instances/thinkfun/card01.toml", "--horizon 18", None),
        ("instances/thinkfun/card01.toml", "--horizon 16", Some("16 units")),
        (
            "instances/thinkfun/card01.toml",
            "--metric slides --horizon 8 --reduce relevance --at-most-one ladder",
            Some("8 slides"),
        ),
        ("instances/pddl/circuit/problem.pddl", "--horizon 9 --encoding operators", Some("9 actions")),
        ("instances/pddl/errands/problem.pddl", "--horizon 9 --semantics exists", None),
        ("instances/gdl/hanoi.kif", "--horizon 31", Some("31 moves")),
    ]
    .into_iter()
    .enumerate()
    {
        let (formula, model) = (at(&format!("{number}.cnf")), at(&format!("{number}.txt")));
        assert_eq!(code(&run(&format!("export {problem} {options} -o {formula}"))), 0);
        let Ok(solved) = Command::new("picosat").arg(&formula).output() else {
            eprintln!("skipped: there is no picosat");
            return;
        };
        fs::write(&model, solved.stdout).unwrap();
        let output = run(&format!("check {problem} {model} {options}"));
        let text = stdout(&output);
        assert_eq!(code(&output), 0, "{problem} {options}: {}", stderr(&output));
        let (last, moves) = text
            .lines()
            .collect::<Vec<_>>()
            .split_last()
            .map(|(last, moves)| (last.to_string(), moves.join("\n")))
            .unwrap();
        if let Some(length) = length {
            assert!(last.starts_with(&format!("valid: {length}")), "{text}");
        }
        // The printed plan can be read again.
        fs::write(at("plan"), moves).unwrap();
        let metric = if options.contains("slides") { "--metric slides" } else { "" };
        let again = run(&format!("check {problem} {} {metric}", at("plan")));
        assert_eq!(stdout(&again).trim(), last, "{}", stderr(&again));
    }
    let board = "instances/thinkfun/card01.toml";
    for (arguments, complaint) in [
        (format!("check {board} {}", at("0.txt")), "this is what a solver prints for a formula"),
        (format!("check {board} {} --horizon 17", at("0.txt")), "no model of this formula of"),
        (format!("check {board} {} --horizon 18 --encoding operators", at("0.txt")), "no model of th"),
        (format!("check {board} {} --reduce all", at("0.txt")), "--reduce is of a formula; --horizon N says"),
        (format!("check {board} {} --horizon 99999999999", at("0.txt")), "--horizon: "),
    ] {
        let output = run(&arguments);
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{arguments}");
        assert!(stderr(&output).contains(complaint), "{arguments}: {}", stderr(&output));
    }
    fs::write(at("none"), "s UNSATISFIABLE\n").unwrap();
    let none = run(&format!("check {board} {} --horizon 15", at("none")));
    assert!(stderr(&none).contains("no plan within horizon 15"), "{}", stderr(&none));
    fs::remove_dir_all(models).unwrap();
}

/// Facts as plasp has them.
#[test]
fn facts_for_answer_set_programs() {
    let output = run("export --board XX.. --format lp");
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    expect![[r#"
        requires(feature(axiomRules)).

        % variables and their values
        variable(variable("X")).
        contains(variable("X"),value("X","1,1")).
        derivedVariable(derivedVariable("busy(1,1)")).
        contains(derivedVariable("busy(1,1)"),value("busy(1,1)",true)).
        contains(derivedVariable("busy(1,1)"),value("busy(1,1)",false)).
        derivedVariable(derivedVariable("busy(1,2)")).
        contains(derivedVariable("busy(1,2)"),value("busy(1,2)",true)).
        contains(derivedVariable("busy(1,2)"),value("busy(1,2)",false)).

        % initial state and goal
        initialState(variable("X"),value("X","1,1")).
        goal(variable("X"),value("X","1,1")).

        % actions
        axiomRule(axiomRule(0)).
        precondition(axiomRule(0),variable("X"),value("X","1,1")).
        postcondition(axiomRule(0),effect(unconditional),derivedVariable("busy(1,1)"),value("busy(1,1)",true)).
        axiomRule(axiomRule(1)).
        precondition(axiomRule(1),variable("X"),value("X","1,1")).
        postcondition(axiomRule(1),effect(unconditional),derivedVariable("busy(1,2)"),value("busy(1,2)",true)).
    "#]]
    .assert_eq(&stdout(&output));
}

/// Of the two values that are called `none of those`, the goal is the second.
#[test]
fn values_of_one_name_are_told_apart_in_facts() {
    let path = scratch("values.sas");
    let text = "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\n\
        begin_variable\nvar0\n-1\n3\nAtom a()\n<none of those>\n<none of those>\nend_variable\n0\n\
        begin_state\n0\nend_state\nbegin_goal\n1\n0 2\nend_goal\n2\n\
        begin_operator\none\n0\n1\n0 0 0 1\n1\nend_operator\n\
        begin_operator\ntwo\n0\n1\n0 0 1 2\n1\nend_operator\n0\n";
    fs::write(&path, text).unwrap();
    let facts = stdout(&run(&format!("export {} --format lp", path.display())));
    for fact in [
        r#"contains(variable("var0"),value("var0","none of those"))."#,
        r#"contains(variable("var0"),value("var0",("none of those",2)))."#,
        r#"goal(variable("var0"),value("var0",("none of those",2)))."#,
        r#"precondition(action("two"),variable("var0"),value("var0","none of those"))."#,
        r#"postcondition(action("two"),effect(unconditional),variable("var0"),value("var0",("none of those",2)))."#,
    ] {
        assert_eq!(facts.lines().filter(|line| *line == fact).count(), 1, "{fact}:\n{facts}");
    }
    fs::remove_file(path).unwrap();
}

/// Clingo finds plans as short with the encoding of docs/, horizon by horizon.
#[test]
fn clingo_plans_with_the_facts() {
    for (problem, length) in [
        ("instances/thinkfun/card03.toml --metric slides", 14),
        ("instances/pddl/circuit/problem.pddl", 9),
        ("instances/gdl/wolf-goat-cabbage.kif", 7),
    ] {
        let path = scratch(&format!("{length}.lp"));
        let output = run(&format!("export {problem} --format lp -o {}", path.display()));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let Ok(answer) = Command::new("clingo").arg(&path).arg("docs/shortest-plan.lp").output() else {
            eprintln!("skipped: there is no clingo");
            return;
        };
        let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
        assert_eq!(answer.matches("occurs(").count(), length, "{problem}: {answer}");
        fs::remove_file(path).unwrap();
    }
}

/// With all reductions, the formulas of 38 and 39 moves are others, and have the same answers.
#[test]
fn formulas_are_reduced() {
    for (horizon, answer) in [(38, 20), (39, 10)] {
        let path = scratch(&format!("reduced_{horizon}.cnf"));
        let line = format!("export instances/sample02.toml --horizon {horizon}");
        let output = run(&format!("{line} --reduce relevance,order,mutexes"));
        let text = stdout(&output);
        assert!(text.contains(", reduced by relevance,order,mutexes; "), "{}", stderr(&output));
        assert_ne!(text.lines().count(), stdout(&run(&line)).lines().count());
        fs::write(&path, text).unwrap();
        for program in ["cadical", "picosat", "minisat"] {
            let solver =
                Command::new(program).arg(&path).stdout(Stdio::null()).stderr(Stdio::null()).status();
            if let Ok(status) = solver {
                assert_eq!(status.code(), Some(answer), "{program} at most {horizon}");
            }
        }
        fs::remove_file(path).unwrap();
    }
    let output = run("export instances/sample02.toml --format dimspec --reduce mutexes,order");
    let told = "error: --reduce: the clauses of order are over three frames, and dimspec has two\n";
    assert_eq!((code(&output), &*stderr(&output)), (2, told));
    assert_eq!(code(&run("export instances/sample02.toml --format dimspec --reduce mutexes")), 0);
    let counter = "export instances/gdl/buttons-and-lights.kif --horizon 6";
    let output = run(&format!("{counter} --reduce mutexes"));
    assert_eq!((code(&output), &*stdout(&output)), (2, ""));
    let told = "error: --reduce: a game with a step counter is not reduced";
    assert!(stderr(&output).starts_with(told), "{}", stderr(&output));
    assert_eq!(code(&run(&format!("{counter} --reduce none"))), 0);
}

#[test]
fn the_map() {
    let text = stdout(&run("export --board XX....... --horizon 1"));
    let map = text.lines().skip(1).take_while(|line| line.starts_with('c')).collect::<Vec<_>>().join("\n");
    expect![[r#"
        c encoding transition, at most one auto; satisfiable if there is a plan of at most 1 units
        c 1 at frame 0: X=1,1
        c 2 at frame 0: moved(X)
        c 3 at frame 0: idle
        c 4 at frame 1: X=1,1
        c 5 at frame 1: moved(X)
        c 6 at frame 1: idle"#]]
    .assert_eq(&map);
}

/// The formulas of two values of one game are two questions.
#[test]
fn formulas_of_games_name_the_value() {
    for (options, plan) in [
        ("--horizon 2", "at most 2 moves to a goal of value 100"),
        ("--horizon 2 --goal 0", "at most 2 moves to a goal of value 0"),
        ("--horizon 2 --format icnf", "at most 0, 1, … 2 moves to a goal of value 100"),
        ("--format dimspec", "any number of moves to a goal of value 100"),
    ] {
        let text = stdout(&run(&format!("export instances/gdl/hanoi.kif {options}")));
        let comment = text.lines().nth(1).unwrap();
        assert!(comment.ends_with(&format!("; satisfiable if there is a plan of {plan}")), "{comment}");
    }
}

#[test]
fn what_cannot_be_written_leaves_an_old_file_alone() {
    let path = scratch("old.cnf");
    fs::write(&path, "old").unwrap();
    let output =
        run(&format!("export instances/sample02.toml --horizon 99999999999999 -o {}", path.display()));
    assert_eq!((code(&output), fs::read_to_string(&path).unwrap().as_str()), (2, "old"));
    fs::remove_file(path).unwrap();
}

#[test]
fn refusals() {
    check(
        "export instances/sample02.toml --format dimspec --horizon 4",
        expect![[r#"
            -- stderr
            error: --horizon: dimspec has the steps left open; dimacs and icnf have a horizon
            -- exit code 2
        "#]],
    );
    check(
        "export instances/sample02.toml",
        expect![[r#"
            -- stderr
            error: --format: dimacs needs a horizon; dimspec has the steps left open, and sas, pddl and lp are no formulas
            -- exit code 2
        "#]],
    );
    check(
        "export instances/sample02.toml --horizon 99999999999999",
        expect![[r#"
            -- stderr
            error: --horizon: the formula of this problem has 49 variables per step; at most 5478273 steps can be written, not 99999999999999
            -- exit code 2
        "#]],
    );
    check(
        "export instances/sample02.toml --horizon 3 --encoding shapes-counted",
        expect![[r#"
            -- stderr
            error: --encoding: shapes-counted does not describe moves in units; these do: transition, operators, paper-v1, paper-v2
            -- exit code 2
        "#]],
    );
    check(
        "export instances/sample02.toml --horizon 3 -o no/such/folder",
        expect![[r#"
            -- stderr
            error: --output no/such/folder: there is no such directory
            -- exit code 2
        "#]],
    );
    check(
        "export instances/sample02.toml --horizon 3 --goal 5",
        expect![[r#"
            -- stderr
            error: --goal makes no sense for a problem of kind rushhour, which this one looks like; --kind says otherwise
            -- exit code 2
        "#]],
    );
}

#[test]
fn who_reads_no_further_has_read_enough() {
    let arguments = ["export", "instances/sample02.toml", "--horizon", "2000"];
    let mut child = bmcplan(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
}
