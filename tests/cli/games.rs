//! Rule sheets: plays, values, step counters, and what is said when there is none.

use std::fs;

use expect_test::expect;
use tempfile::TempDir;

use crate::{check, code, run, stderr, stdout};

#[test]
fn a_play_with_all_its_states() {
    let sheet = written("doors", DOORS);
    check(
        &format!("gdl {} --frames", sheet.display()),
        expect![[r#"
            1  (open red)
            2  (open blue)
            3  leave

            start
            (step 1)
            (closed red)
            (closed blue)

            1  (open red)
            (closed blue)
            (step 2)

            2  (open blue)
            (step 3)

            3  leave
            out
            (step 4)

            goal 100: 3 moves, shortest: every length up to 2 was refuted by search (search, 6 states, _ s)
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn all_plays_and_their_number() {
    let sheet = written("doors", DOORS);
    for mode in ["--search", "--incremental", "--minimize 4"] {
        let listed = stdout(&run(&format!("gdl {} --all --quiet {mode}", sheet.display())));
        let mut plays: Vec<&str> = listed.lines().collect();
        plays.sort_unstable();
        assert_eq!(plays, ["(open blue), (open red), leave", "(open red), (open blue), leave"], "{mode}");
        assert_eq!(stdout(&run(&format!("gdl {} --count --quiet {mode}", sheet.display()))), "2\n", "{mode}");
        let one = stdout(&run(&format!("gdl {} --all --limit 1 --json {mode}", sheet.display())));
        assert!(one.contains(r#""plans":[["#) && one.matches("leave").count() == 3, "{one}");
        for (limit, complete) in [(1, false), (2, true), (3, true)] {
            let told = stdout(&run(&format!("gdl {} --all --limit {limit} --json {mode}", sheet.display())));
            assert!(told.contains(&format!(r#""complete":{complete}"#)), "{mode} {limit}: {told}");
        }
    }
}

#[test]
fn the_best_value() {
    let sheet = written("doors", DOORS);
    check(
        &format!("gdl {} --goal max --quiet", sheet.display()),
        expect![[r#"
            (open red)
            (open blue)
            leave
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        &format!("gdl {} --goal 40", sheet.display()),
        expect![[r#"
            1  leave

            before
            (step 1)
            (closed red)
            (closed blue)

            after
            (closed red)
            (closed blue)
            (step 2)
            out

            goal 40: 1 move, shortest: every length up to 0 was refuted by search (search, 3 states, _ s)
            -- stderr
            -- exit code 0
        "#]],
    );
    let none = run(&format!("gdl {} --goal 30", sheet.display()));
    assert_eq!(code(&none), 10);
    assert!(
        stdout(&none).starts_with("goal 30: no plan of any length exists, proved by relaxed reachability")
    );
    assert!(stderr(&none).contains("the rules give 100, 40, 0\n"), "{}", stderr(&none));
    check(
        &format!("gdl {} --goal max --max-horizon 2", sheet.display()),
        expect![[r#"
            1  leave

            before
            (step 1)
            (closed red)
            (closed blue)

            after
            (closed red)
            (closed blue)
            (step 2)
            out

            goal 40: 1 move, shortest: every length up to 0 was refuted by search; longer plays may be worth 100, they were not looked for (search, 3 states, _ s)
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        &format!("gdl {} --goal max --max-horizon 2 --json", sheet.display()),
        expect![[r#"
            {"kind":"gdl","name":"doors","file":"_","status":"solved","metric":"moves","goal":40,"open_goals":[100],"length":1,"makespan":1,"optimal":false,"refuted":0,"proved_by":"search","plan":["leave"],"moves":[{"name":"leave","piece":null,"direction":null,"cells":null,"path":null}],"plans":null,"count":null,"complete":null,"mode":"search","schedule":null,"encoding":null,"semantics":"sequential","solver":null,"horizons":[],"variables":null,"clauses":null,"literals":null,"formula_bytes":null,"states":3,"build_seconds":null,"solver_seconds":null,"conflicts":null,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            longer plays may be worth 100; they were not looked for
            -- exit code 0
        "#]],
    );
    check(
        &format!("gdl {} --goal max --max-horizon 0", sheet.display()),
        expect![[r#"
            goal 100, 40 or 0: no plan of at most 0 moves exists, proved by search; longer ones were not looked for (search, 1 state, _ s)
            -- stderr
            -- exit code 11
        "#]],
    );
    // This one takes formulas much longer.
    let output = run("gdl instances/gdl/lights-out.kif --goal max --incremental --timeout 1");
    assert!(stdout(&output).contains("; plays may be worth 100 or 0 ("), "{}", stdout(&output));
    assert_eq!(code(&output), 12);
}

/// Each value is a question of its own, and a folder holds one.
#[test]
fn the_best_value_is_not_looked_for_in_a_folder() {
    let (sheet, place) = (written("doors", DOORS), TempDir::new().unwrap());
    let folder = place.path().join("new");
    let line = format!("gdl {} --search --disk {} --goal", sheet.display(), folder.display());
    let output = run(&format!("{line} max"));
    let expected = "error: --disk is for one value of the goal, and --goal max tries them all; ask for one, such as --goal 100\n";
    assert_eq!((code(&output), &*stderr(&output)), (2, expected));
    assert!(!folder.exists());
    assert_eq!(code(&run(&format!("{line} 100"))), 0);
}

/// No play has the lower of two values, and one of two moves has the better one.
#[test]
fn a_better_value_that_is_open_is_not_ruled_out_by_a_lower_one_that_is() {
    let sheet = written("two-moves", TWO_MOVES);
    for mode in [
        "--horizon 1",
        "--minimize 1",
        "--max-horizon 1",
        "--max-horizon 1 --search",
        "--max-horizon 1 --incremental",
        "--max-horizon 1 --pdr",
        "--max-horizon 1 --semantics forall",
    ] {
        let line = format!("gdl {} --goal max {mode}", sheet.display());
        let output = run(&line);
        assert_eq!((code(&output), &*stderr(&output)), (11, ""), "{mode}");
        assert!(stdout(&output).starts_with("goal 100"), "{mode}: {}", stdout(&output));
        assert!(stdout(&output).contains(": no plan of at most 1 "), "{mode}: {}", stdout(&output));
        let told: serde_json::Value = serde_json::from_str(&stdout(&run(&format!("{line} --json")))).unwrap();
        assert_eq!(told["status"], "no_plan_within_horizon", "{mode}");
        assert_eq!((&told["goal"], &told["open_goals"][0]), (&100.into(), &100.into()), "{mode}");
        assert_eq!(told["refuted"], 1, "{mode}");
    }
    let told = stdout(&run(&format!("gdl {} --goal max --json", sheet.display())));
    assert!(told.contains(r#""goal":100,"open_goals":[],"length":2,"makespan":2,"optimal":true"#), "{told}");
}

#[test]
fn a_play_is_checked_for_the_value_that_its_answer_has() {
    let sheet = written("doors", DOORS);
    let answer = sheet.with_extension("json");
    let (sheet, answer_file) = (sheet.display(), answer.display());
    fs::write(&answer, run(&format!("gdl {sheet} --goal max --max-horizon 2 --json")).stdout).unwrap();
    let checked = |options: &str| run(&format!("check {sheet} {answer_file} {options}"));
    let valid = checked("");
    assert_eq!((code(&valid), &*stdout(&valid)), (0, "valid: 1 move, goal 40\n"), "{}", stderr(&valid));
    assert_eq!(stdout(&checked("--optimal")), "valid, and shortest: 1 move, goal 40\n");
    let wrong = checked("--goal 100");
    assert_eq!((code(&wrong), &*stdout(&wrong)), (20, ""), "{}", stderr(&wrong));
    let drawn = |options: &str| stderr(&run(&format!("draw {sheet} --plan {answer_file} {options}")));
    assert_eq!(drawn(""), "");
    assert_eq!(drawn("--goal 100"), "note: this plan does not reach the goal\n");
}

/// A picture is not called a shortest play where a better one may exist.
#[test]
fn pictures_claim_no_more_than_is_known() {
    let sheet = written("doors", DOORS);
    let picture = sheet.with_extension("svg");
    for (cap, claims) in [(2, false), (3, true)] {
        let line =
            format!("gdl {} --goal max --max-horizon {cap} --svg {}", sheet.display(), picture.display());
        assert_eq!(code(&run(&line)), 0);
        assert_eq!(std::fs::read_to_string(&picture).unwrap().contains("shortest"), claims, "{cap}");
    }
}

/// The title of a picture has the value, where the play has it.
#[test]
fn titles_of_pictures_name_the_value() {
    let sheet = written("doors", DOORS);
    let at = |ending: &str| sheet.with_extension(ending);
    let (picture, page, moves) = (at("svg"), at("html"), at("moves"));
    fs::write(&moves, "leave\n").unwrap();
    let of_play = format!("draw {} --plan {}", sheet.display(), moves.display());
    let game = format!("gdl {}", sheet.display());
    for (line, title) in [
        (format!("{game} --goal max"), "doors: goal 100: 3 moves, shortest, proved by search"),
        (format!("{game} --goal 40"), "doors: goal 40: 1 move, shortest, proved by search"),
        (format!("{game} --goal max --max-horizon 2"), "doors: goal 40: 1 move<"),
        (format!("{of_play} --goal 40"), "doors: goal 40: 1 move<"),
        // It does not end like this.
        (format!("{of_play} --goal 100"), "doors: 1 move<"),
    ] {
        let output = run(&format!("{line} --svg {} --html {}", picture.display(), page.display()));
        assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
        for file in [&picture, &page] {
            assert!(fs::read_to_string(file).unwrap().contains(title), "{line}: {title}");
        }
    }
}

/// A claim about one value need not hold for another.
#[test]
fn pages_of_certificates_name_the_value() {
    let (sheet, place) = (written("doors", DOORS), TempDir::new().unwrap());
    let folder = place.path().join("c");
    for (options, claim) in [
        ("--goal 30", "certificate that there is no plan of any length to a goal of value 30."),
        ("--goal 40", "certificate that a plan of 1 moves to a goal of value 40 is shortest."),
        (
            "--goal 100 --count",
            "recomputation that shows that there are as many plans of 3 moves to a goal of value 100 as certificate.json says, and none is shorter.",
        ),
        (
            "--goal 30 --evidence recount",
            "recomputation that shows that there is no plan of any length to a goal of value 30.",
        ),
        (
            "--goal 100 --evidence recount",
            "recomputation that shows that a plan of 3 moves to a goal of value 100 is shortest.",
        ),
    ] {
        let line = format!("gdl {} {options} --certify {}", sheet.display(), folder.display());
        let output = run(&line);
        assert!([0, 10].contains(&code(&output)), "{options}: {}", stderr(&output));
        let readme = fs::read_to_string(folder.join("README")).unwrap();
        assert_eq!(readme.lines().next(), Some(&*format!("A {claim}")), "{options}");
        fs::remove_dir_all(&folder).unwrap();
    }
}

#[test]
fn a_state_space_with_and_without_the_step_counter() {
    let sheet = written("doors", DOORS);
    check(
        &format!("explore {} --json", sheet.display()),
        expect![[r#"
            {"kind":"gdl","name":"doors","file":"_","status":"complete","metric":"moves","without_counter":true,"states":8,"transitions":8,"depth":3,"goal_states":1,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    check(
        &format!("explore {} --json --counter", sheet.display()),
        expect![[r#"
            {"kind":"gdl","name":"doors","file":"_","status":"complete","metric":"moves","without_counter":false,"states":8,"transitions":8,"depth":3,"goal_states":1,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
}

#[test]
fn a_sheet_that_cannot_be_played() {
    let sheet = written("two", "(role me)\n(role you)\n");
    let output = run(&format!("gdl {}", sheet.display()));
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("more than one player") && stdout(&output).is_empty());
}

#[test]
fn grounding_that_outgrows_its_limits_names_the_rule() {
    let digits: String = (0..10).map(|digit| format!("(n {digit}) ")).collect();
    let sheet = written(
        "large",
        &format!(
            "(role me) {digits} (init s)\n\
             (<= (legal me (m ?a ?b ?c ?d ?e ?f ?g ?h))\n  (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (n ?g) (n ?h))\n\
             (<= (next t) (does me ?m)) (<= terminal (true t)) (<= (goal me 100) (true t))\n"
        ),
    );
    for limit in ["--timeout 0.3", "--memory 30"] {
        let output = run(&format!("gdl {} {limit} --json", sheet.display()));
        assert_eq!(code(&output), 12, "{limit}: {}", stderr(&output));
        assert!(stderr(&output).contains("(<= (legal me"), "{}", stderr(&output));
        assert!(stdout(&output).contains(r#""status":"stopped""#), "{}", stdout(&output));
    }
}

/// A red and a blue door, to be opened in any order before one leaves; three moves are left to do it. Who leaves while a
/// door is closed gets 40.
const DOORS: &str = "
(role guest)
(door red) (door blue)
(succ 1 2) (succ 2 3) (succ 3 4)
(init (step 1))
(<= (init (closed ?d)) (door ?d))
(<= (legal guest (open ?d)) (true (closed ?d)))
(legal guest leave)
(<= (next (closed ?d)) (true (closed ?d)) (not (does guest (open ?d))))
(<= (next out) (does guest leave))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= some_closed (true (closed ?d)))
(<= terminal (true out))
(<= terminal (true (step 4)))
(<= (goal guest 100) (true out) (not some_closed))
(<= (goal guest 40) (true out) some_closed)
(<= (goal guest 0) (not (true out)))
";

/// Worth 100 after two moves; worth 0 never when it ends.
const TWO_MOVES: &str = "
(role r) (legal r a) (legal r b) (init o)
(<= (next o) (does r b)) (<= (next p) (does r a)) (<= (next q) (does r a) (true p))
(<= terminal (true q)) (<= (goal r 100) (true q)) (<= (goal r 0) (not (goal r 100)))
";

/// A sheet in a file of that name, in a folder of the test's own.
fn written(name: &str, text: &str) -> std::path::PathBuf {
    let test = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("games").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.kif"));
    std::fs::write(&path, text).unwrap();
    path
}

/// A game that counts to `n` without anybody's doing.
fn counter(n: usize) -> String {
    let successors: String = (0..n).map(|number| format!("(succ {number} {})\n", number + 1)).collect();
    format!(
        "(role me) (legal me wait) (init (at 0))\n{successors}
        (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))
        (<= terminal (true (at {n}))) (<= (goal me 100) (true (at {n})))"
    )
}

/// This took minutes: the time of a plan of n moves grew with the cube of n.
#[test]
fn long_plays_are_shown_in_seconds() {
    let sheet = written("counter", &counter(4_000));
    let shown = |options: &str| stdout(&run(&format!("gdl {} --search {options}", sheet.display())));
    assert!(shown("--json").contains(r#""length":4000,"#));
    assert_eq!(shown("--quiet"), "wait\n".repeat(4_000));
    let text = shown("");
    assert!(text.contains("before\n(at 0)\n\nafter\n(at 4000)\n"), "{}", &text[text.len() - 200..]);
    assert!(shown("--frames").contains("\n3999  wait\n(at 3999)\n\n4000  wait\n(at 4000)\n"));
}

#[test]
fn a_gif_that_takes_too_long_leaves_the_old_one() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("play.gif");
    fs::write(&file, "old").unwrap();
    let sheet = written("long-counter", &counter(20_000));
    let (sheet, picture) = (sheet.display(), file.display());
    let output = run(&format!("gdl {sheet} --search --quiet --timeout 3 --gif {picture}"));
    assert_eq!((code(&output), &*fs::read_to_string(&file).unwrap()), (12, "old"));
    assert!(stderr(&output).contains(&format!("--gif {picture}: not written, ")), "{}", stderr(&output));
}

/// A move sets four lights at once, one in each row: 4,096 moves, of which four light everything that is asked for.
#[test]
fn moves_of_many_choices() {
    let indices: String = (0..8).map(|number| format!("(d {number})")).collect();
    let rules: String = ["?a", "?b", "?c", "?d"]
        .iter()
        .enumerate()
        .map(|(row, choice)| format!("(<= (next (on {row} {choice})) (does me (set ?a ?b ?c ?d)))\n"))
        .collect();
    let goal: String = (0..4)
        .flat_map(|row| (0..4 - row % 2).map(move |light| format!("(true (on {row} {light}))")))
        .collect();
    let sheet = written(
        "choices",
        &format!(
            "(role me) {indices} (<= (legal me (set ?a ?b ?c ?d)) (d ?a) (d ?b) (d ?c) (d ?d))\n{rules}
            (<= (next (on ?r ?x)) (true (on ?r ?x))) (<= terminal {goal}) (<= (goal me 100) {goal})"
        ),
    );
    let output = run(&format!("gdl {} --json", sheet.display()));
    assert!(stdout(&output).contains(r#""length":4,"makespan":4,"optimal":true"#), "{}", stdout(&output));
}

#[test]
fn lines_may_end_as_on_an_old_macintosh() {
    let sheet = written(
        "macintosh",
        "; a game\r(role me) ; alone\r(legal me go)\r(init p)\r\
        (<= (next q) (does me go))\r(<= terminal (true q))\r(<= (goal me 100) (true q))\r",
    );
    assert_eq!(stdout(&run(&format!("gdl {} --quiet", sheet.display()))), "go\n");
    let wrong = written("macintosh-wrong", "; a game\r(role me)\r(legal you");
    let told = stderr(&run(&format!("gdl {}", wrong.display())));
    assert!(told.contains(":3:1"), "{told}");
    let board = written("macintosh-board", "% a board\rXX..\r....\r");
    assert_eq!(stdout(&run(&format!("rushhour {} --quiet", board.display()))), "X right 1\nX right 1\n");
}
