//! Rule sheets: plays, values, step counters, and what is said when there is none.

use std::fs;

use tempfile::TempDir;

use crate::{code, run, stderr, stdout};

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

/// The program of the document on buttons and lights, from its page: its fences, Prolog's `succ`, and no role.
#[test]
fn a_sheet_in_infix_form_is_played_as_printed() {
    let program = include_str!("../inputs/buttons-and-lights.pl");
    let plays = |text: &str, options: &str| {
        stdout(&run(&format!("gdl {} --all --quiet {options}", written("infix", text).display())))
    };
    let both = "a, b, a, c, b, a\na, b, c, a, b, a\n";
    assert_eq!(plays(program, ""), both);
    assert_eq!(plays(program, "--incremental"), both);
    let stanford = (program.replace("```", "") + "\n").replace(".\n", "\n").replace(",\n", " &\n  ");
    assert_eq!(plays(&stanford.replace("\ntrue", "\n  true").replace("\ndoes", "\n  does"), ""), both);
}

#[test]
fn a_gif_that_takes_too_long_leaves_the_old_one() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("play.gif");
    fs::write(&file, "old").unwrap();
    let sheet = written("long-counter", &counter(8_000));
    let (sheet, picture) = (sheet.display(), file.display());
    let output = run(&format!("gdl {sheet} --search --quiet --cpu-timeout 3 --gif {picture}"));
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
    assert!(
        stdout(&output)
            .contains(r#""length":4,"cost":null,"makespan":4,"lower_bound":4,"gap":0,"optimal":true"#),
        "{}",
        stdout(&output)
    );
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
