//! `bmcplan prisoners`: answers, refusals and exit codes.

use expect_test::expect;

use super::{check, code, run, stderr, stdout};

#[test]
fn nine_prisoners() {
    check(
        "prisoners",
        expect![[r#"
        day 1   1 2 3   4 5 6   7 8 9
        day 2   2 6 8   3 1 5   4 7 9
        day 3   1 4 9   2 7 5   6 3 8
        day 4   1 6 7   2 9 3   4 8 5
        day 5   2 5 9   3 4 6   7 1 8
        day 6   1 9 6   4 2 8   5 3 7

        9 prisoners in rows of 3 on 6 days: every pair shares handcuffs exactly once (pairs-counted, sound, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --neighbours 5 --encoding pairs --symmetry strong",
        expect![[r#"
        day 1  4 6
        day 2  2
        day 3  3
        day 4  1 7
        day 5  9
        day 6  8

        9 prisoners in rows of 3 on 6 days: every pair shares handcuffs exactly once (pairs, strong, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --quiet --days 1",
        expect![[r#"
        day 1   1 2 3   4 5 6   7 8 9
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --json --days 2 --neighbours 1",
        expect![[r#"
            {"kind":"prisoners","name":"9 prisoners in rows of 3 on 2 days","status":"solved","design":"prisoners","prisoners":9,"row":3,"days":2,"full":false,"schedule":[[[1,2,3],[4,5,6],[7,8,9]],[[1,9,4],[2,8,5],[3,6,7]]],"neighbours":[[2],[9]],"schedules":null,"count":null,"complete":null,"count_any_order":null,"impossible_by":null,"proved_by":null,"encoding":"pairs-counted","symmetry":"sound","solver":"varisat","variables":_,"clauses":_,"literals":_,"formula_bytes":_,"states":null,"build_seconds":_,"solver_seconds":_,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn many_schedules() {
    check(
        "prisoners --prisoners 4 --row 2 --all",
        expect![[r#"
        1 2, 3 4; 1 3, 2 4; 1 4, 2 3

        4 prisoners in rows of 2 on 3 days: 1 schedule with symmetry breaking sound; 2 with the days in any order; 6 with any first day, too (pairs-counted, sound, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --prisoners 6 --row 2 --days 3 --all --limit 2",
        expect![[r#"
        1 2, 3 4, 5 6; 1 3, 2 5, 4 6; 1 4, 2 6, 3 5
        1 2, 3 4, 5 6; 1 3, 2 5, 4 6; 1 5, 2 4, 3 6

        6 prisoners in rows of 2 on 3 days: the first 2 schedules; --limit lists more (pairs-counted, sound, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --days 2 --count",
        expect![[r#"
        9 prisoners in rows of 3 on 2 days: 2572 schedules with symmetry breaking sound; 19444320 with any first day, too (pairs-counted, sound, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --days 2 --count --symmetry document --encoding places",
        expect![[r#"
        9 prisoners in rows of 3 on 2 days: 2402 schedules with symmetry breaking document, which is not sound: others are lost (places, document, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --days 2 --count --quiet",
        expect![[r#"
        2572
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --prisoners 4 --row 4 --all --json",
        expect![[r#"
            {"kind":"prisoners","name":"4 prisoners in rows of 4 on 2 days","status":"solved","design":"prisoners","prisoners":4,"row":4,"days":2,"full":true,"schedule":[[[1,2,3,4]],[[2,4,1,3]]],"neighbours":null,"schedules":[[[[1,2,3,4]],[[2,4,1,3]]]],"count":1,"complete":true,"count_any_order":1,"impossible_by":null,"proved_by":"varisat","encoding":"pairs-counted","symmetry":"sound","solver":"varisat","variables":_,"clauses":_,"literals":_,"formula_bytes":_,"states":null,"build_seconds":_,"solver_seconds":_,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn other_designs() {
    check(
        "prisoners --design kirkman --prisoners 9",
        expect![[r#"
        day 1   1 2 3   4 5 6   7 8 9
        day 2   1 4 8   2 5 7   3 6 9
        day 3   1 5 9   2 6 8   3 4 7
        day 4   1 6 7   2 4 9   3 5 8

        9 schoolgirls in rows of 3 on 4 days: every pair meets exactly once (pairs-counted, sound, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --design golfers --groups 3 --size 2 --weeks 5 --neighbours 6",
        expect![[r#"
        week 1  5
        week 2  2
        week 3  3
        week 4  4
        week 5  1

        6 golfers in groups of 2 in 5 weeks: every pair meets exactly once (pairs-counted, sound, varisat, _ s)
        -- stderr
        -- exit code 0
    "#]],
    );
}

#[test]
fn impossible_ones() {
    check(
        "prisoners --days 7",
        expect![[r#"
            9 prisoners in rows of 3 on 7 days are impossible, proved by counting: every day takes 6 of the 36 pairs, which is enough for 6 (counting, _ s)
            -- stderr
            -- exit code 10
        "#]],
    );
    check(
        "prisoners --days 7 --json",
        expect![[r#"
            {"kind":"prisoners","name":"9 prisoners in rows of 3 on 7 days","status":"unsolvable","design":"prisoners","prisoners":9,"row":3,"days":7,"full":false,"schedule":null,"neighbours":null,"schedules":null,"count":null,"complete":null,"count_any_order":null,"impossible_by":"counting","proved_by":"counting","encoding":null,"symmetry":null,"solver":null,"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":null,"build_seconds":null,"solver_seconds":null,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 10
        "#]],
    );
    check(
        "prisoners --design kirkman --prisoners 6 --days 2",
        expect![[r#"
            6 schoolgirls in rows of 3 on 2 days are impossible, proved by varisat (pairs-counted, sound, varisat, _ s)
            -- stderr
            -- exit code 10
        "#]],
    );
}

#[test]
fn schedules_that_are_checked() {
    check(
        "prisoners --check instances/prisoners/dudeney.toml",
        expect![[r#"
        day 1   1 2 3   4 5 6   7 8 9
        day 2   2 6 8   5 9 1   3 7 4
        day 3   6 1 7   9 4 2   8 3 5
        day 4   1 4 8   2 5 7   6 9 3
        day 5   7 2 9   3 6 4   8 1 5
        day 6   4 3 1   5 8 2   9 7 6

        9 prisoners in rows of 3 on 6 days: every pair shares handcuffs exactly once: right
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --check instances/prisoners/dudeney.toml --neighbours 9 --quiet",
        expect![[r#"
        day 1  8
        day 2  5 1
        day 3  4
        day 4  6 3
        day 5  2
        day 6  7
        -- stderr
        -- exit code 0
    "#]],
    );
    check(
        "prisoners --check instances/prisoners/dudeney.toml --json",
        expect![[r#"
            {"kind":"prisoners","name":"Nine prisoners","file":"instances/prisoners/dudeney.toml","status":"solved","design":"prisoners","prisoners":9,"row":3,"days":6,"full":true,"schedule":[[[1,2,3],[4,5,6],[7,8,9]],[[2,6,8],[5,9,1],[3,7,4]],[[6,1,7],[9,4,2],[8,3,5]],[[1,4,8],[2,5,7],[6,9,3]],[[7,2,9],[3,6,4],[8,1,5]],[[4,3,1],[5,8,2],[9,7,6]]],"neighbours":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        "prisoners --check instances/sample01.toml",
        expect![[r#"
        -- stderr
        error: unknown field `car`
         --> instances/sample01.toml:7:1
          |
        7 | car = [
          | ^^^ here
          |
          = help: expected one of `meets`, `days`, `name`, `source`
        -- exit code 2
    "#]],
    );
}

#[test]
fn a_schedule_that_is_checked_has_no_formula() {
    for option in
        ["--encoding places", "--symmetry none", "--at-most-one pairwise", "--solver batsat", "--trust"]
    {
        let output = run(&format!("prisoners --check instances/prisoners/dudeney.toml {option}"));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{option}");
        let told = "the argument '--check <FILE>' cannot be used with";
        assert!(stderr(&output).contains(told), "{option}: {}", stderr(&output));
    }
}

#[test]
fn numbers_that_make_no_problem() {
    for (line, told) in [
        ("--prisoners 0", "error: prisoners: there has to be somebody: at least 2 of them\n"),
        (
            "--prisoners 10",
            "error: prisoners: 10 do not fill rows of 3: 1 would be left over; rows of 2, 5, 10 would do\n",
        ),
        ("--row 12", "error: prisoners: rows of 12 are too long for 9\n"),
        ("--prisoners 201", "error: prisoners: 201 are too many; at most 200\n"),
        ("--days 0", "error: prisoners: at least 1 day\n"),
        (
            "--prisoners 12",
            "error: 12 prisoners in rows of 3: on no number of days does every pair meet exactly once; give --days\n",
        ),
        ("--neighbours 10", "error: --neighbours 10: they are numbered from 1 to 9\n"),
        (
            "--design golfers --groups 8",
            "error: --design golfers takes --groups, --size and --weeks, such as --groups 8 --size 4 --weeks 7\n",
        ),
        (
            "--groups 8",
            "error: --groups, --size and --weeks are for --design golfers; others take --prisoners, --row and --days\n",
        ),
        (
            "--symmetry document",
            "error: --symmetry: what the document prints is about places; only the encoding `places` has them\n",
        ),
        (
            "--design golfers --groups 18446744073709551615 --size 4 --weeks 7",
            "error: golfers: 18446744073709551615 are too many; at most 200\n",
        ),
    ] {
        let output = run(&format!("prisoners {line}"));
        assert_eq!(
            (code(&output), stderr(&output), stdout(&output)),
            (2, told.to_owned(), String::new()),
            "{line}"
        );
    }
    assert_eq!(code(&run("prisoners --symmetry sund")), 2);
    assert_eq!(code(&run("prisoners --all --limit 0")), 2);
    assert_eq!(code(&run("prisoners --count --limit 0")), 2);
    assert_eq!(code(&run("prisoners --prisoners -3")), 2);
}

#[test]
fn limits() {
    for line in [
        "--count --timeout 0",
        "--prisoners 200 --row 4 --days 60 --timeout 0.3",
        "--prisoners 200 --row 4 --days 60 --memory 1",
    ] {
        let output = run(&format!("prisoners --json {line}"));
        assert_eq!(code(&output), 12, "{line}");
        assert!(stdout(&output).contains(r#""status":"stopped""#), "{line}");
    }
    // Some are no answer to how many there are, nor all of them.
    for wanted in ["--count", "--all --limit 92672"] {
        let output = run(&format!("prisoners {wanted} --timeout 0.5"));
        assert_eq!(code(&output), 12, "{wanted}");
        assert_eq!(stderr(&output), "stopped by the timeout: there may be more\n", "{wanted}");
        assert!(stdout(&output).contains("at least"), "{wanted}");
        let told = stdout(&run(&format!("prisoners {wanted} --timeout 0.5 --json")));
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!((&told["status"], &told["complete"]), (&"solved".into(), &false.into()), "{wanted}");
        assert_eq!(told["stopped_by"], "timeout", "{wanted}");
    }
}
