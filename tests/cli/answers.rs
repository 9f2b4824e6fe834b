//! Answers as text and as JSON, with the code of each.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use expect_test::expect;

use crate::{bmcplan, check, check_output, code, mask, run, stderr, stdout};

/// Three moves, of which one is needed to make room for another.
const THREE: &str = "XXBooBoCC";
/// Two cars make room, side by side.
const SHARED: &str = "XXBCooBCoooooooo";
/// The red car is walled in.
const WALLED: &str = "XX#......";

#[test]
fn a_plan_as_text() {
    check(
        &format!("rushhour --board {THREE} --incremental"),
        expect![[r#"
            1  C left 1
            2  B down 1
            3  X right 1

            before
            +-------+
            | X X B >
            | . . B |
            | . C C |
            +-------+

            after
            +-------+
            | . X X >
            | . . B |
            | C C B |
            +-------+

            3 units, shortest: every length up to 2 was refuted by relaxed reachability; as slides it may be shorter: --metric slides (incremental, transition, varisat, _ s)
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn a_plan_with_all_boards() {
    check(
        &format!("rushhour --board {THREE} --frames --search"),
        expect![[r#"
            1  C left 1
            2  B down 1
            3  X right 1

            start
            +-------+
            | X X B >
            | . . B |
            | . C C |
            +-------+

            1  C left 1
            +-------+
            | X X B >
            | . . B |
            | C C . |
            +-------+

            2  B down 1
            +-------+
            | X X . >
            | . . B |
            | C C B |
            +-------+

            3  X right 1
            +-------+
            | . X X >
            | . . B |
            | C C B |
            +-------+

            3 units, shortest: every length up to 2 was refuted by search; as slides it may be shorter: --metric slides (search, 4 states, _ s)
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn a_plan_whose_moves_share_steps() {
    check(
        &format!("rushhour --board {SHARED} --metric slides --semantics exists --search"),
        expect![[r#"
            step 1
            1  B down 1
            2  C down 1
            step 2
            3  X right 2

            before
            +---------+
            | X X B C >
            | . . B C |
            | . . . . |
            | . . . . |
            +---------+

            after
            +---------+
            | . . X X >
            | . . B C |
            | . . B C |
            | . . . . |
            +---------+

            makespan 2 (∃-step), 3 slides in all; every makespan up to 1 was refuted by search (search, 16 states, _ s)
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        &format!("rushhour --board {SHARED} --semantics forall --horizon 3 --quiet"),
        expect![[r#"
        B down 1
        C down 1
        X right 1
        B down 1
        C down 1
        X right 1
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        &format!("rushhour --board {SHARED} --metric slides --semantics forall --incremental --json"),
        expect![[r#"
            {"kind":"rushhour","name":"XXBCooBCoooooooo","file":null,"status":"solved","metric":"slides","goal":null,"open_goals":null,"length":5,"makespan":2,"optimal":true,"refuted":1,"proved_by":"relaxed reachability","plan":["B down 1","C down 1","X right 2","B down 1","C down 1"],"steps":[["B down 1","C down 1"],["X right 2","B down 1","C down 1"]],"moves":[{"name":"B down 1","piece":"B","direction":"down","cells":1,"path":[[1,3],[2,3]]},{"name":"C down 1","piece":"C","direction":"down","cells":1,"path":[[1,4],[2,4]]},{"name":"X right 2","piece":"X","direction":"right","cells":2,"path":[[1,1],[1,2],[1,3]]},{"name":"B down 1","piece":"B","direction":"down","cells":1,"path":[[2,3],[3,3]]},{"name":"C down 1","piece":"C","direction":"down","cells":1,"path":[[2,4],[3,4]]}],"plans":null,"count":null,"complete":null,"mode":"incremental","schedule":"ramp:1.15","encoding":"operators","semantics":"forall","solver":"varisat","horizons":[{"horizon":2,"result":"reached","seconds":_,"conflicts":null}],"variables":_,"clauses":_,"literals":_,"formula_bytes":_,"states":null,"build_seconds":_,"solver_seconds":_,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        &format!("rushhour --board {SHARED} --semantics forall --max-horizon 1 --search"),
        expect![[r#"
            no plan of at most 1 ∀-step exists, proved by search; longer ones were not looked for (search, 4 states, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    let fixed = stdout(&run(&format!("rushhour --board {SHARED} --semantics forall --horizon 5")));
    assert!(fixed.contains("perhaps not the least makespan: smaller ones were not looked for"), "{fixed}");
}

#[test]
fn the_moves_alone() {
    check(
        &format!("rushhour --board {THREE} --quiet"),
        expect![[r#"
        C left 1
        B down 1
        X right 1
        -- stderr
        -- exit code 0
    "#]],
    );
}

#[test]
fn a_plan_as_json() {
    check(
        &format!("rushhour --board {THREE} --json --incremental --lower-bound none --solver batsat"),
        expect![[r#"
            {"kind":"rushhour","name":"XXBooBoCC","file":null,"status":"solved","metric":"units","goal":null,"open_goals":null,"length":3,"makespan":3,"optimal":true,"refuted":2,"proved_by":"batsat","plan":["C left 1","B down 1","X right 1"],"moves":[{"name":"C left 1","piece":"C","direction":"left","cells":1,"path":[[3,2],[3,1]]},{"name":"B down 1","piece":"B","direction":"down","cells":1,"path":[[1,3],[2,3]]},{"name":"X right 1","piece":"X","direction":"right","cells":1,"path":[[1,1],[1,2]]}],"plans":null,"count":null,"complete":null,"mode":"incremental","schedule":"ramp:1.15","encoding":"transition","semantics":"sequential","solver":"batsat","horizons":[{"horizon":0,"result":"refuted","seconds":_,"conflicts":_},{"horizon":1,"result":"refuted","seconds":_,"conflicts":_},{"horizon":2,"result":"refuted","seconds":_,"conflicts":_},{"horizon":3,"result":"reached","seconds":_,"conflicts":_}],"variables":_,"clauses":_,"literals":_,"formula_bytes":_,"states":null,"build_seconds":_,"solver_seconds":_,"conflicts":_,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        &format!("rushhour --board {THREE} --json"),
        expect![[r#"
            {"kind":"rushhour","name":"XXBooBoCC","file":null,"status":"solved","metric":"units","goal":null,"open_goals":null,"length":3,"makespan":3,"optimal":true,"refuted":2,"proved_by":"search","plan":["C left 1","B down 1","X right 1"],"moves":[{"name":"C left 1","piece":"C","direction":"left","cells":1,"path":[[3,2],[3,1]]},{"name":"B down 1","piece":"B","direction":"down","cells":1,"path":[[1,3],[2,3]]},{"name":"X right 1","piece":"X","direction":"right","cells":1,"path":[[1,1],[1,2]]}],"plans":null,"count":null,"complete":null,"mode":"search","schedule":null,"encoding":null,"semantics":"sequential","solver":null,"horizons":[],"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":4,"build_seconds":null,"solver_seconds":null,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn a_plan_that_is_not_proven_shortest() {
    check(
        &format!("rushhour --board {THREE} --horizon 3 --lower-bound none --json"),
        expect![[r#"
            {"kind":"rushhour","name":"XXBooBoCC","file":null,"status":"solved","metric":"units","goal":null,"open_goals":null,"length":3,"makespan":3,"optimal":false,"refuted":null,"proved_by":null,"plan":["C left 1","B down 1","X right 1"],"moves":[{"name":"C left 1","piece":"C","direction":"left","cells":1,"path":[[3,2],[3,1]]},{"name":"B down 1","piece":"B","direction":"down","cells":1,"path":[[1,3],[2,3]]},{"name":"X right 1","piece":"X","direction":"right","cells":1,"path":[[1,1],[1,2]]}],"plans":null,"count":null,"complete":null,"mode":"fixed","schedule":null,"encoding":"transition","semantics":"sequential","solver":"varisat","horizons":[{"horizon":3,"result":"reached","seconds":_,"conflicts":null}],"variables":_,"clauses":_,"literals":_,"formula_bytes":_,"states":null,"build_seconds":_,"solver_seconds":_,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    let text =
        stdout(&run(&format!("rushhour --board {THREE} --metric units --horizon 3 --lower-bound none")));
    assert!(
        text.contains("\n3 units, perhaps not shortest: shorter ones were not looked for (fixed, "),
        "{text}"
    );
}

#[test]
fn down_to_the_minimum() {
    let output = run(&format!("rushhour --board {THREE} --minimize 9 --metric slides --encoding operators"));
    let text = stdout(&output);
    let summary = "\n3 slides, shortest: every length up to 2 was refuted by relaxed reachability (minimize, operators, varisat, ";
    assert!(text.contains(summary), "{text}");
    assert_eq!(code(&output), 0);
}

#[test]
fn nothing_to_do() {
    check(
        "rushhour --board ooXX",
        expect![[r#"
        +-----+
        | . . |
        | X X >
        +-----+

        0 units: the goal holds at the start (search, 1 state, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
}

#[test]
fn a_board_without_a_plan() {
    check(
        &format!("rushhour --board {WALLED} --incremental"),
        expect![[r#"
            no plan of any length exists, proved by relaxed reachability: the goal is out of reach even if nothing that was once true became false (incremental, _ s)
            -- stderr
            -- exit code 10
        "#]],
    );
    check(
        &format!("rushhour --board {WALLED} --search"),
        expect![[r#"
        no plan of any length exists, proved by search: all reachable states were searched (search, 1 state, _ s)
        -- stderr
        -- exit code 10
    "#]],
    );
    check(
        &format!("rushhour --board {WALLED} --search --quiet"),
        expect![[r#"
        -- stderr
        -- exit code 10
    "#]],
    );
    check(
        &format!("rushhour --board {WALLED} --json"),
        expect![[r#"
            {"kind":"rushhour","name":"XX#......","file":null,"status":"unsolvable","metric":"units","goal":null,"open_goals":null,"length":null,"makespan":null,"optimal":false,"refuted":null,"proved_by":"relaxed reachability","plan":null,"moves":null,"plans":null,"count":null,"complete":null,"mode":"incremental","schedule":"ramp:1.15","encoding":null,"semantics":"sequential","solver":null,"horizons":[],"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":null,"build_seconds":null,"solver_seconds":null,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 10
        "#]],
    );
}

#[test]
fn no_plan_within_the_horizon() {
    check(
        &format!("rushhour --board {THREE} --horizon 2"),
        expect![[r#"
            no plan of at most 2 units exists, proved by relaxed reachability; longer ones were not looked for (fixed, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    check(
        &format!("rushhour --board {THREE} --horizon 7 --max-horizon 2"),
        expect![[r#"
            no plan of at most 2 units exists, proved by relaxed reachability; longer ones were not looked for (fixed, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    check(
        &format!("rushhour --board {THREE} --search --max-horizon 1 --json"),
        expect![[r#"
            {"kind":"rushhour","name":"XXBooBoCC","file":null,"status":"no_plan_within_horizon","metric":"units","goal":null,"open_goals":null,"length":null,"makespan":null,"optimal":false,"refuted":1,"proved_by":"search","plan":null,"moves":null,"plans":null,"count":null,"complete":null,"mode":"search","schedule":null,"encoding":null,"semantics":"sequential","solver":null,"horizons":[],"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":2,"build_seconds":null,"solver_seconds":null,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 11
        "#]],
    );
    check(
        &format!("rushhour --board {THREE} --incremental --lower-bound none --max-horizon 1 --json"),
        expect![[r#"
            {"kind":"rushhour","name":"XXBooBoCC","file":null,"status":"no_plan_within_horizon","metric":"units","goal":null,"open_goals":null,"length":null,"makespan":null,"optimal":false,"refuted":1,"proved_by":"varisat","plan":null,"moves":null,"plans":null,"count":null,"complete":null,"mode":"incremental","schedule":"ramp:1.15","encoding":"transition","semantics":"sequential","solver":"varisat","horizons":[{"horizon":0,"result":"refuted","seconds":_,"conflicts":null},{"horizon":1,"result":"refuted","seconds":_,"conflicts":null}],"variables":_,"clauses":_,"literals":_,"formula_bytes":_,"states":null,"build_seconds":_,"solver_seconds":_,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 11
        "#]],
    );
}

#[test]
fn horizons_by_other_schedules() {
    let json = "\"horizons\":[{\"horizon\":0,\"result\":\"refuted\"";
    let all =
        format!("rushhour --board {THREE} --incremental --lower-bound none --schedule ramp:4 --metric units");
    let text = stdout(&run(&format!("{all} --json --max-horizon 3")));
    assert!(
        text.contains(json) && text.contains("\"length\":3,\"makespan\":3,\"optimal\":true,\"refuted\":2"),
        "{text}"
    );
    let text = stdout(&run(&all));
    assert!(
        text.contains(
            "\n3 units, shortest: every length up to 2 was refuted by varisat (incremental, ramp:4, "
        ),
        "{text}"
    );
    check(
        &format!(
            "rushhour --board {THREE} --incremental --lower-bound hmax --max-horizon 1 --schedule ramp:4"
        ),
        expect![[r#"
            no plan of at most 1 unit exists, proved by relaxed reachability; longer ones were not looked for (incremental, _ s)
            -- stderr
            warning: --schedule had no effect: the answer was known before there was a formula
            -- exit code 11
        "#]],
    );
    for schedule in ["linear", "ramp:1.3", "ramp:1.3 --threads 3"] {
        let text = stdout(&run(&format!(
            "rushhour instances/sample02.toml --metric units --incremental --schedule {schedule}"
        )));
        let name = schedule.split(' ').next().unwrap();
        let summary = format!(
            "\n39 units, shortest: every length up to 38 was refuted by varisat (incremental, {name}, transition, "
        );
        assert!(text.contains(&summary), "{schedule}: {text}");
    }
    // No solver is asked where the relaxation knows the length.
    let text = stdout(&run(&format!("rushhour --board {THREE} --incremental --lower-bound hmax --json")));
    assert!(
        text.contains("\"refuted\":2,")
            && text.contains("\"horizons\":[{\"horizon\":3,\"result\":\"reached\""),
        "{text}"
    );
}

#[test]
fn the_document_s_first_example() {
    let output = run("rushhour instances/sample02.toml --metric units --incremental");
    let text = stdout(&output);
    assert!(text.contains("\n39  r right 1\n"), "{text}");
    let summary = "\n39 units, shortest: every length up to 38 was refuted by varisat (incremental, transition, varisat, ";
    assert!(text.contains(summary), "{text}");
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
}

#[test]
fn every_choice_gives_the_same_length() {
    for choice in [
        "",
        "--search",
        "--incremental --at-most-one product",
        "--incremental --encoding paper-v1",
        "--incremental --encoding paper-v2 --solver batsat",
        "--minimize 5 --at-most-one ladder --encoding operators",
        "--minimize 5 --at-most-one commander",
    ] {
        let output = run(&format!("rushhour --board {THREE} --quiet {choice}"));
        assert_eq!((stdout(&output).lines().count(), code(&output)), (3, 0), "{choice}: {}", stderr(&output));
    }
}

#[test]
fn a_list_is_complete_if_nothing_is_left_out() {
    for mode in ["", "--search", "--incremental", "--minimize 5", "--pdr", "--incremental --threads 2"] {
        for (limit, listed, complete) in [(2, 2, false), (3, 3, true), (4, 3, true)] {
            let line = format!("rushhour --board {SHARED} --all --limit {limit} --json {mode}");
            let told: serde_json::Value = serde_json::from_str(&stdout(&run(&line))).unwrap();
            assert_eq!(told["plans"].as_array().unwrap().len(), listed, "{line}");
            assert_eq!((&told["count"], &told["complete"]), (&listed.into(), &complete.into()), "{line}");
        }
    }
}

#[test]
fn what_can_be_reached() {
    check(
        "explore instances/prob40.toml",
        expect![[r#"
        states        4780
        transitions  29888
        depth          122
        goal states    199

        everything that can be reached (units, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "explore instances/prob40.toml --json",
        expect![[r#"
            {"kind":"rushhour","name":"prob40","file":"instances/prob40.toml","status":"complete","metric":"units","without_counter":false,"states":4780,"transitions":29888,"depth":122,"goal_states":199,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        "explore --board ooXX --metric slides --json",
        expect![[r#"
            {"kind":"rushhour","name":"ooXX","file":null,"status":"complete","metric":"slides","without_counter":false,"states":1,"transitions":0,"depth":0,"goal_states":1,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn a_board_from_stdin() {
    let mut child = bmcplan(&["rushhour", "-", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"XXB\n..B\n.CC\n").unwrap();
    check_output(
        &child.wait_with_output().unwrap(),
        expect![[r#"
        C left 1
        B down 1
        X right 1
        -- stderr
        -- exit code 0
    "#]],
    );
}

#[test]
fn a_plan_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan");
    let write = |line: String| {
        bmcplan(&line.split_whitespace().collect::<Vec<_>>()).arg("--plan-out").arg(&path).output()
    };
    assert_eq!(code(&write(format!("rushhour --board {THREE}")).unwrap()), 0);
    expect![[r#"
        (C left 1)
        (B down 1)
        (X right 1)
        ; cost = 3 (unit cost)
    "#]]
    .assert_eq(&fs::read_to_string(&path).unwrap());
    // Without a new plan the old one stays.
    for (line, expected) in [
        (format!("rushhour --board {WALLED}"), 10),
        (format!("rushhour --board {THREE} --horizon 1"), 11),
        (format!("rushhour --board {THREE} --timeout 0 --incremental"), 12),
        ("rushhour --board ooo".to_owned(), 2),
    ] {
        assert_eq!(code(&write(line.clone()).unwrap()), expected, "{line}");
        assert!(fs::read_to_string(&path).unwrap().contains("X right 1"), "{line}");
    }
}

#[test]
fn nobody_listens() {
    for line in ["rushhour instances/sample1.toml --frames", "completions zsh", "rushhour --help"] {
        let mut command = bmcplan(&line.split_whitespace().collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{line}");
    }
}

#[test]
fn help_says_what_there_is() {
    let help = stdout(&run("help rushhour"));
    for part in ["Examples:", "130  interrupted", "paper-v1", "commander", "batsat", "[default: transition]"]
    {
        assert!(help.contains(part), "{part} is not in\n{help}");
    }
    for line in ["--help", "explore --help", "completions --help"] {
        let output = run(line);
        assert!(stdout(&output).contains("Examples:"), "{line}");
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{line}");
    }
    assert_eq!(stdout(&run("--version")), format!("bmcplan {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn solve_recognises_the_kind() {
    for (file, kind) in [
        ("sample02.toml", "rushhour"),
        ("sliding/stuck.toml", "sliding"),
        ("gdl/buttons-and-lights.kif", "gdl"),
    ] {
        let json = |command: &str| stdout(&run(&format!("{command} instances/{file} --search --json")));
        assert_eq!(mask(&json("solve")), mask(&json(kind)), "{file}");
        assert!(json("solve").starts_with(&format!("{{\"kind\":\"{kind}\"")), "{file}");
    }
    let best = stdout(&run("solve instances/gdl/buttons-and-lights.kif --goal max --json"));
    assert!(best.contains("\"goal\":100,\"open_goals\":[]"), "{best}");
    let output = run("solve --board BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN --metric slides --search");
    assert!(stdout(&output).contains("slides, shortest"), "{}", stdout(&output));
}

#[test]
fn short_help_is_short() {
    for command in [
        "",
        "solve",
        "rushhour",
        "sliding",
        "gdl",
        "check",
        "explore",
        "export",
        "prisoners",
        "compare",
        "bench",
    ] {
        let help = stdout(&run(&format!("{command} -h")));
        assert!(help.lines().count() <= 41, "{command}: {} lines\n{help}", help.lines().count());
        assert!(help.contains("--help has more options, examples and the exit codes."), "{help}");
    }
}

#[test]
fn completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&format!("completions {shell}"));
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{shell}");
        assert!(stdout(&output).contains("rushhour"), "{shell}");
    }
    let unknown = run("completions tcsh");
    assert!(stderr(&unknown).contains("[possible values: bash, elvish, fish, powershell, zsh, man]"));
}

#[test]
fn man_pages_and_scripts_in_a_folder() {
    let page = stdout(&run("completions man"));
    assert!(page.contains(".TH bmcplan 1") && page.contains("bmcplan\\-solve(1)"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let into = |what: &str| run(&format!("completions {what} --output {}", folder.path().display()));
    for (what, files) in
        [("man", ["bmcplan.1", "bmcplan-gdl.1"]), ("zsh", ["_bmcplan"; 2]), ("fish", ["bmcplan.fish"; 2])]
    {
        let output = into(what);
        assert_eq!((code(&output), &*stdout(&output), &*stderr(&output)), (0, "", ""), "{what}");
        files.iter().for_each(|file| assert!(folder.path().join(file).is_file(), "{file}"));
    }
    let gdl = fs::read_to_string(folder.path().join("bmcplan-gdl.1")).unwrap();
    assert!(gdl.contains("bmcplan\\-gdl") && gdl.contains("\\-\\-goal"), "{gdl}");
    // Also of options that short help leaves out.
    assert!(gdl.contains("Take warnings about the problem for errors"), "{gdl}");
    assert_eq!(code(&run("completions man --output no/such/folder")), 2);
}

/// A horizon that is longer than needed is not filled with operators that change nothing.
#[test]
fn what_changes_nothing_is_in_no_plan() {
    let task = "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\nbegin_variable\nv\n-1\n2\nAtom v(0)\nAtom v(1)\nend_variable\n\
        0\nbegin_state\n0\nend_state\nbegin_goal\n1\n0 1\nend_goal\n1\nbegin_operator\ngo\n0\n1\n0 0 -1 1\n1\nend_operator\n0\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("go.sas");
    fs::write(&file, task).unwrap();
    for encoding in ["transition", "operators"] {
        let line = format!("sas {} --horizon 6 --encoding {encoding} --reduce none --quiet", file.display());
        assert_eq!(stdout(&run(&line)), "go\n", "{encoding}");
    }
}
