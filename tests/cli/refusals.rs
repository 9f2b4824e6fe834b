//! Refusals and their words. Nothing of them goes to stdout.

use std::fs;

use expect_test::expect;

use crate::{bmcplan, check, check_output, code, run, stderr, stdout};

#[test]
fn a_missing_file_and_a_directory() {
    check(
        "rushhour no/such/file.toml",
        expect![[r#"
        -- stderr
        error: cannot read the file: No such file or directory (os error 2)
        --> no/such/file.toml
         = help: check the path and its permissions
        -- exit code 2
    "#]],
    );
    check(
        "explore instances",
        expect![[r#"
        -- stderr
        error: this is a directory
        --> instances
         = help: name one of the files in it
        -- exit code 2
    "#]],
    );
}

#[test]
fn anytime_goes_with_no_other_mode_than_first() {
    for mode in ["--horizon 5", "--minimize 5", "--search", "--incremental", "--pdr"] {
        let output = run(&format!("rushhour instances/sample02.toml {mode} --anytime --json"));
        let (text, told) = (stderr(&output), stdout(&output));
        let name = mode.split(' ').next().unwrap();
        assert!(text.starts_with("error: the argument '--") && text.contains(name), "{text}");
        assert!(text.contains("--anytime") && text.matches("error:").count() == 1, "{text}");
        assert!(told.contains("cannot be used with") && !told.contains("error:"), "{told}");
        assert_eq!(code(&output), 2);
    }
}

#[test]
fn a_board_that_is_none() {
    check(
        "rushhour --board XXoooooob",
        expect![[r#"
        -- stderr
        error: car 'b' has a single cell
         --> --board:1:9
          |
        1 | XXoooooob
          |         ^ does it move along its row or along its column?
          |
          = help: write a board with such a car as a list of cars: [[car]] with name, length = 1, orientation, row, column in a TOML file
        -- exit code 2
    "#]],
    );
    check(
        "rushhour --board XXo..",
        expect![[r#"
        -- stderr
        error: a board string of 5 cells is not square
         --> --board:1:1
          |
        1 | XXo..
          | ^^^^^ 5 cells; 2×2 would be 4
          |
          = help: a board in one line has n·n cells, row after row; write any other board as lines of text, or as a list of cars in a TOML file
        -- exit code 2
    "#]],
    );
}

#[test]
fn a_file_with_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).unwrap();
        bmcplan(&["rushhour", name, "--json", "--plan-out", "plan"])
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    check_output(
        &refused("key.toml", b"rows = 2\ncolums = 2\n"),
        expect![[r#"
            {"status":"error","error":{"message":"unknown field `colums`","file":"key.toml","line":2,"column":1},"version":"_"}
            -- stderr
            error: unknown field `colums`
             --> key.toml:2:1
              |
            2 | colums = 2
              | ^^^^^^ here
              |
              = help: expected one of `board`, `rows`, `columns`, `walls`, `car`, `red`, `goal`, `cost`, `name`, `source`
            -- exit code 2
        "#]],
    );
    check_output(
        &refused("latin1.txt", b"XX.\n.\xfc.\n...\n"),
        expect![[r#"
            {"status":"error","error":{"message":"the file is not UTF-8","file":"latin1.txt","line":2,"column":2},"version":"_"}
            -- stderr
            error: the file is not UTF-8
             --> latin1.txt:2:2
              |
            2 | .�.
              |  ^ byte 0xFC at offset 5
              |
              = help: save the file as UTF-8
            -- exit code 2
        "#]],
    );
    assert!(!folder.path().join("plan").exists());
}

#[test]
fn usage() {
    check(
        "rushhour",
        expect![[r#"
        -- stderr
        error: the following required arguments were not provided:
          <FILE|--board <STRING>>

        Usage: bmcplan rushhour <FILE|--board <STRING>>

        For more information, try '--help'.
        -- exit code 2
    "#]],
    );
    check(
        "rushhour --board ooXX some.toml",
        expect![[r#"
            -- stderr
            error: the argument '--board <STRING>' cannot be used with '[FILE]...'

            Usage: bmcplan rushhour <FILE|--board <STRING>>

            For more information, try '--help'.
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board ooXX --search --horizon 3",
        expect![[r#"
        -- stderr
        error: the argument '--search' cannot be used with '--horizon <N>'

        Usage: bmcplan rushhour --search <FILE|--board <STRING>>

        For more information, try '--help'.
        -- exit code 2
    "#]],
    );
    check(
        "rushhour --board ooXX --json --frames",
        expect![[r#"
            {"kind":"rushhour","name":"ooXX","file":null,"status":"solved","metric":"units","goal":null,"open_goals":null,"length":0,"makespan":0,"optimal":true,"refuted":null,"proved_by":null,"plan":[],"moves":[],"frames":["+-----+\n| . . |\n| X X >\n+-----+\n"],"plans":null,"count":null,"complete":null,"mode":"search","schedule":null,"encoding":null,"semantics":"sequential","solver":null,"horizons":[],"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":1,"build_seconds":null,"solver_seconds":null,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        "rushhour --board ooXX --timeout soon",
        expect![[r#"
            -- stderr
            error: invalid value 'soon' for '--timeout <TIME>': not a duration such as 90s, 2m, 1h, 500ms, or plain seconds

            For more information, try '--help'.
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board ooXX --memory 0",
        expect![[r#"
            -- stderr
            error: invalid value '0' for '--memory <MB>': megabytes are meant, more than 0, such as 4000

            For more information, try '--help'.
            -- exit code 2
        "#]],
    );
}

#[test]
fn solvers_that_are_not_there() {
    let output = run("rushhour --board ooXX --solver minisat");
    assert_eq!(code(&output), 2);
    let said = stderr(&output);
    assert!(said.starts_with(
        "error: invalid value 'minisat' for '--solver <NAME>': no solver is called `minisat`; there are: varisat, batsat"
    ));
    // Before the problem is read, and even if it needs no solver.
    check(
        "rushhour no-such-file --search --solver cmd:no-such-solver",
        expect![[r#"
        -- stderr
        error: the SAT solver cmd:no-such-solver cannot be used: there is no program `no-such-solver` that can be run
        -- exit code 2
    "#]],
    );
    check(
        "rushhour --board ooXX --solver cmd:",
        expect![[r#"
        -- stderr
        error: invalid value 'cmd:' for '--solver <NAME>': `cmd:` needs a program after it, such as cmd:'kissat -q'

        For more information, try '--help'.
        -- exit code 2
    "#]],
    );
    check(
        "rushhour --board XX.. --incremental --solver cmd:false",
        expect![[r#"
        -- stderr
        error: the SAT solver cmd:false failed: it printed no line `s SATISFIABLE` or `s UNSATISFIABLE` (exit code 1)
        -- exit code 2
    "#]],
    );
}

#[test]
fn schedules() {
    check(
        "rushhour --board ooXX --incremental --schedule ramp:1",
        expect![[r#"
            -- stderr
            error: invalid value 'ramp:1' for '--schedule <linear|ramp:FACTOR>': the factor of ramp:FACTOR must be a number greater than 1 and at most 10, such as 1.15

            For more information, try '--help'.
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board ooXX --schedule zigzag",
        expect![[r#"
            -- stderr
            error: invalid value 'zigzag' for '--schedule <linear|ramp:FACTOR>': there are linear, and ramp:FACTOR such as ramp:1.15

            For more information, try '--help'.
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board ooXX --minimize 4 --schedule ramp:2",
        expect![[r#"
            -- stderr
            error: --schedule makes no sense with --minimize; it goes with no mode, --incremental
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board ooXX --search --lower-bound hmax",
        expect![[r#"
            -- stderr
            error: --lower-bound makes no sense with --search; it goes with no mode, --incremental, --horizon, --minimize, --first, --first --anytime
            -- exit code 2
        "#]],
    );
}

#[test]
fn cubes() {
    check(
        "rushhour --board ooXX --incremental --cubes landmarks:0",
        expect![[r#"
            -- stderr
            error: invalid value 'landmarks:0' for '--cubes <auto|landmarks:K|off>': the number of landmarks:NUMBER must be from 1 to 12

            For more information, try '--help'.
            -- exit code 2
        "#]],
    );
}

#[test]
fn threads() {
    check(
        "rushhour --board ooXX --incremental --cubes off --threads 2",
        expect![[r#"
            -- stderr
            error: --threads: without cubes one thread tries one horizon after the other
            -- exit code 2
        "#]],
    );
    check(
        "pddl instances/pddl/errands/problem.pddl --search --threads 2",
        expect![[r#"
            -- stderr
            error: --threads: looking for cheapest plans without A* works in one thread; breadth-first search and A* have several
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board ooXX --first --threads 2",
        expect![[r#"
            -- stderr
            error: --threads makes no sense with --first; it goes with no mode, --search, --incremental
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board ooXX --incremental --threads 0",
        expect![[r#"
            -- stderr
            error: invalid value '0' for '--threads <N>': a number from 1 on is meant

            For more information, try '--help'.
            -- exit code 2
        "#]],
    );
}

#[test]
fn encodings_by_name_and_metric() {
    check(
        "rushhour --board ooXX --encoding paper",
        expect![[r#"
        -- stderr
        error: invalid value 'paper' for '--encoding <NAME>'
          [possible values: transition, operators, paper-v1, paper-v2]

          tip: a similar value exists: 'paper-v2'

        For more information, try '--help'.
        -- exit code 2
    "#]],
    );
    check(
        "rushhour --board ooXX --encoding paper-v1 --metric slides",
        expect![[r#"
            -- stderr
            error: --encoding: paper-v1 does not describe moves in slides; these do: transition, operators
            -- exit code 2
        "#]],
    );
}

#[test]
fn no_command_shows_what_there_is() {
    let output = run("");
    assert_eq!((code(&output), &*stdout(&output)), (2, ""));
    assert!(stderr(&output).contains("Usage: bmcplan"));
}

#[test]
fn a_plan_file_that_cannot_be_written() {
    check(
        "rushhour --board ooXX --plan-out no/such/folder/plan",
        expect![[r#"
        -- stderr
        error: --plan-out no/such/folder/plan: there is no such directory
        -- exit code 2
    "#]],
    );
    check(
        "rushhour --board ooXX --plan-out instances",
        expect![[r#"
        -- stderr
        error: --plan-out instances: this is a directory; name a file
        -- exit code 2
    "#]],
    );
}

#[test]
fn steps_that_moves_share_where_that_is_unknown() {
    for options in [
        "--search --heuristic lmcut",
        "--all",
        "--count",
        "--encoding transition",
        "--encoding paper-v1 --incremental",
    ] {
        let output = run(&format!("rushhour --board XX....... --semantics exists {options}"));
        assert_eq!((code(&output), stdout(&output)), (2, String::new()), "{options}");
    }
    check(
        "rushhour --board XX....... --semantics exists --search --heuristic lmcut",
        expect![[r#"
            -- stderr
            error: --heuristic: A* takes one move a step only, not exists steps
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board XX....... --semantics forall --count",
        expect![[r#"
            -- stderr
            error: --count: plans are counted with one move a step only, not forall steps
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board XX....... --semantics forall --encoding transition",
        expect![[r#"
            -- stderr
            error: --encoding: transition does not know forall steps; these do: operators
            -- exit code 2
        "#]],
    );
    check(
        "rushhour --board XX....... --semantics some",
        expect![[r#"
        -- stderr
        error: invalid value 'some' for '--semantics <NAME>'
          [possible values: sequential, forall, exists]

        For more information, try '--help'.
        -- exit code 2
    "#]],
    );
}
