//! Warnings: slips in rule sheets, and options without effect. They change no answer, unless that is asked for.

use std::fs;

use expect_test::expect;

use crate::{check, code, run, stderr, stdout};

const MISSPELT: &str = "tests/inputs/a-misspelt-relation.kif";

#[test]
fn a_slip_is_named_with_its_place_and_the_answer_follows() {
    check(
        &format!("solve {MISSPELT}"),
        expect![[r#"
        goal 100: no plan of any length exists, proved by relaxed reachability: the goal is out of reach even if nothing that was once true became false (incremental, _ s)
        -- stderr
        warning: `adjacent` has no facts and no rules
          --> tests/inputs/a-misspelt-relation.kif:10:5
           |
        10 |     (adjacent ?x ?y))
           |     ^^^^^^^^^^^^^^^^ so this never holds
           |
           = help: did you mean `adj`?
        warning: no play can be worth 100, even if what becomes true stayed true
          --> tests/inputs/a-misspelt-relation.kif:17:5
           |
        10 |     (adjacent ?x ?y))
           |     ---------------- no fact and no rule gives this
        ...
        17 |     (true (at 4)))
           |     ^^^^^^^^^^^^^ this never holds
           |
           = help: look for a misspelt word there, and for a rule that is missing
        -- exit code 10
    "#]],
    );
    let json = stdout(&run(&format!("gdl {MISSPELT} --json")));
    assert!(json.contains(r#""warnings":[{"message":"`adjacent` has no facts and no rules","file":"tests/inputs/a-misspelt-relation.kif","line":10,"column":5},"#), "{json}");
    let fine = stdout(&run("gdl instances/gdl/buttons-and-lights.kif --json"));
    assert!(!fine.contains("warnings"), "{fine}");
}

#[test]
fn every_command_that_reads_a_problem_warns() {
    for (line, expected) in [
        (format!("explore {MISSPELT}"), 0),
        (format!("export {MISSPELT} --horizon 1"), 0),
        (format!("compare {MISSPELT} --runs 1 --modes search"), 0),
    ] {
        let output = run(&line);
        assert_eq!(code(&output), expected, "{line}: {}", stderr(&output));
        assert!(stderr(&output).contains("did you mean `adj`?"), "{line}: {}", stderr(&output));
    }
    let json = stdout(&run(&format!("explore {MISSPELT} --json")));
    assert!(json.contains(r#""warnings":[{"message":"`adjacent` has"#), "{json}");
}

#[test]
fn with_strict_a_slip_is_an_error() {
    for command in ["solve", "gdl", "explore", "export --horizon 1", "compare --runs 1 --modes search"] {
        let output = run(&format!("{command} {MISSPELT} --strict"));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{command}");
        let said = stderr(&output);
        assert!(said.starts_with("error: `adjacent` has no facts and no rules\n"), "{command}: {said}");
        assert!(!said.contains("warning"), "{command}: {said}");
    }
    assert_eq!(code(&run("solve instances/gdl/hanoi.kif --strict --quiet")), 0);
}

#[test]
fn pddl_is_called_pddl_by_every_command() {
    for command in ["gdl", "solve --kind gdl", "explore --kind gdl"] {
        let output = run(&format!("{command} tests/inputs/pddl.kif"));
        assert_eq!(code(&output), 2, "{command}");
        assert!(stderr(&output).starts_with("error: this is PDDL, and no rule sheet"), "{}", stderr(&output));
    }
}

#[test]
fn options_without_effect() {
    let board = "--board XXBooBoCC";
    check(
        &format!("rushhour {board} --quiet --search --encoding paper-v1 --solver batsat"),
        expect![[r#"
        C left 1
        B down 1
        X right 1
        -- stderr
        warning: --encoding and --solver had no effect: --search makes no formula
        -- exit code 0
    "#]],
    );
    let json = stdout(&run(&format!("rushhour {board} --json --search --reduce none")));
    assert!(
        json.contains(r#""warnings":[{"message":"--reduce had no effect: --search makes no formula"}]"#),
        "{json}"
    );
    let many = "solve instances/sample01.toml instances/sample02.toml --search --reduce none --quiet";
    let said = "warning: in 2 of 2 problems --reduce had no effect: --search makes no formula\n";
    assert_eq!(stderr(&run(many)), said);
    // Walled in: known before there is a formula.
    let walled = run("rushhour --board XX#...... --incremental --at-most-one ladder --quiet");
    assert!(
        stderr(&walled).contains("--at-most-one had no effect: the answer was known"),
        "{}",
        stderr(&walled)
    );
    for (line, said) in [
        ("--incremental --all --reduce all", "order,symmetries had no effect: all shortest plans"),
        ("--incremental --count --reduce relevance,order", "order had no effect: all shortest plans"),
        ("--pdr --reduce mutexes,repeats", "repeats had no effect: property-directed reachability"),
    ] {
        let output = run(&format!("rushhour {board} --quiet {line}"));
        assert_eq!(code(&output), 0, "{line}");
        let said = format!("warning: --reduce {said}");
        assert!(stderr(&output).starts_with(&said), "{line}: {}", stderr(&output));
    }
    for encoding in ["transition", "operators"] {
        let game = "gdl instances/gdl/buttons-and-lights.kif --incremental --quiet";
        let output = run(&format!("{game} --encoding {encoding} --reduce relevance,mutexes"));
        let said =
            "warning: --reduce relevance,mutexes had no effect: every move of a game with a step counter";
        assert!(stderr(&output).starts_with(said), "{encoding}: {}", stderr(&output));
    }
    let all = "--incremental --all --reduce none";
    for used in ["--incremental --encoding paper-v1", "--incremental --reduce all", all, "--search", ""] {
        let output = run(&format!("rushhour {board} --quiet {used}"));
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{used}");
    }
}

#[test]
fn control_characters_in_what_is_quoted_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("a\u{1b}[31mb.kif");
    fs::copy(MISSPELT, &sheet).unwrap();
    let output = crate::bmcplan(&["gdl", &sheet.display().to_string()]).output().unwrap();
    assert!(!stderr(&output).contains('\u{1b}'), "{}", stderr(&output));
}
