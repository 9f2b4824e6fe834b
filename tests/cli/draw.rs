//! Boards and plans that are drawn without solving.

use std::fs;
use std::path::Path;
use std::process::Output;

use expect_test::expect;
use tempfile::TempDir;

use crate::{bmcplan, check, check_output, code, stderr, stdout};

/// A board with a plan of two slides, and one without any plan.
const BOARD: &str = "name = \"Two <moves>\"\nboard = \"\"\"\nXX.A\n...A\n....\n....\n\"\"\"\n";
const WALLED: &str = "XX#\n...\n...\n";

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("board.toml"), BOARD).unwrap();
    fs::write(folder.path().join("walled.txt"), WALLED).unwrap();
    folder
}

fn run_in(folder: &TempDir, line: &str) -> Output {
    bmcplan(&line.split_whitespace().collect::<Vec<_>>()).current_dir(folder.path()).output().unwrap()
}

/// The texts of a picture, which has to be an SVG.
fn texts(path: &Path) -> Vec<String> {
    let svg = fs::read_to_string(path).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| node.descendants().filter(|part| part.is_text()).filter_map(|part| part.text()).collect())
        .collect()
}

#[test]
fn a_board_without_a_plan_is_drawn() {
    let folder = folder();
    check_output(
        &run_in(&folder, "draw walled.txt"),
        expect![[r#"
            +-------+
            | X X # >
            | . . . |
            | . . . |
            +-------+
            -- stderr
            -- exit code 0
        "#]],
    );
    let output = run_in(&folder, "draw board.toml --svg b.svg --png b.png --gif b.gif --html b.html");
    assert_eq!((code(&output), &*stdout(&output), &*stderr(&output)), (0, "", ""));
    // The name of the file is the headline, and nothing says that this is the start of anything.
    let texts = texts(&folder.path().join("b.svg"));
    assert!(texts.contains(&"Two <moves>".to_owned()) && !texts.contains(&"start".to_owned()), "{texts:?}");
    let begins = |name: &str, bytes: &[u8]| fs::read(folder.path().join(name)).unwrap().starts_with(bytes);
    assert!(
        begins("b.png", b"\x89PNG") && begins("b.gif", b"GIF89a") && begins("b.html", b"<!doctype html>")
    );
}

#[test]
fn a_plan_in_any_form_is_drawn() {
    let folder = folder();
    let answer = stdout(&run_in(&folder, "rushhour board.toml --metric slides --json --plan-out plan"));
    let printed = stdout(&run_in(&folder, "rushhour board.toml --metric slides"));
    for (name, text) in [("answer", &*answer), ("printed", &printed), ("names", "A down 2\nX right 2\n")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    // An answer says its metric.
    for plan in ["answer", "printed --metric slides", "names --metric slides", "plan --metric slides"] {
        let output = run_in(&folder, &format!("draw board.toml --plan {plan} --svg p.svg --title Mine"));
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{plan}");
        let texts = texts(&folder.path().join("p.svg"));
        for text in ["Mine", "start", "2\u{a0} X right 2"] {
            assert!(texts.contains(&text.to_owned()), "{plan}: {texts:?}");
        }
    }
    check_output(
        &run_in(&folder, "draw board.toml --plan names --metric slides --step 1"),
        expect![[r#"
            +---------+
            | X X . . >
            | . . . . |
            | . . . A |
            | . . . A |
            +---------+
            -- stderr
            -- exit code 0
        "#]],
    );
    let output = run_in(&folder, "draw board.toml --plan answer --step 2 --svg s.svg --png s.png");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(texts(&folder.path().join("s.svg")).contains(&"2\u{a0} X right 2".to_owned()));
}

/// The metric of such an answer is the cost, and its unit what moves are counted in.
#[test]
fn an_answer_of_least_cost_is_read_in_its_unit() {
    let folder = folder();
    let board = format!("{}/instances/costs/heavy.toml", env!("CARGO_MANIFEST_DIR"));
    let answer = run_in(&folder, &format!("solve {board} --metric slides --json"));
    fs::write(folder.path().join("answer"), &answer.stdout).unwrap();
    let drawn = run_in(&folder, &format!("draw {board} --plan answer"));
    assert_eq!((code(&drawn), &*stderr(&drawn)), (0, ""));
    assert!(stdout(&drawn).contains("\n11  X right 3\n"), "{}", stdout(&drawn));
    let checked = run_in(&folder, &format!("check {board} answer"));
    assert_eq!((&*stdout(&checked), &*stderr(&checked)), ("valid: 11 slides, cost 11\n", ""));
}

#[test]
fn a_plan_of_a_puzzle_whose_pieces_have_letters_is_drawn() {
    let folder = folder();
    let instances = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/sliding");
    for metric in ["units", "moves"] {
        let solved = run_in(&folder, &format!("sliding {instances}/klotski.toml --metric {metric} --json"));
        fs::write(folder.path().join("answer"), stdout(&solved)).unwrap();
        let output = run_in(&folder, &format!("draw {instances}/klotski.toml --plan answer --svg p%03d.svg"));
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{metric}");
        assert!(folder.path().join("p081.svg").exists());
    }
}

#[test]
fn a_plan_that_cannot_be_made_is_refused_with_the_step() {
    let folder = folder();
    fs::write(folder.path().join("blocked"), "; a comment\nX right 1\nX right 1\n").unwrap();
    fs::write(folder.path().join("unknown"), "A down 1\nB down 1\n").unwrap();
    fs::write(folder.path().join("half"), "A down 1\n").unwrap();
    check_output(
        &run_in(&folder, "draw board.toml --plan blocked --svg p.svg"),
        expect![[r#"
        -- stderr
        error: step 2: 'X right 1' cannot be applied: its precondition 'not busy(1,4)' is false
         --> blocked:3:1
          |
        3 | X right 1
          | ^^^^^^^^^ this move
        -- exit code 2
    "#]],
    );
    check_output(
        &run_in(&folder, "draw board.toml --plan unknown --svg p.svg"),
        expect![[r#"
        -- stderr
        error: step 2: there is no move 'B down 1'
         --> unknown:2:1
          |
        2 | B down 1
          | ^^^^^^^^ no such move
          |
          = help: did you mean 'A down 1'? moves are called as `bmcplan` prints them, here in units; --metric says what counts as one
        -- exit code 2
    "#]],
    );
    assert!(!folder.path().join("p.svg").exists());
    let output = run_in(&folder, "draw board.toml --plan half --svg p.svg");
    assert_eq!((code(&output), &*stderr(&output)), (0, "note: this plan does not reach the goal\n"));
    let unsolvable = stdout(&run_in(&folder, "rushhour walled.txt --search --json"));
    fs::write(folder.path().join("answer"), unsolvable).unwrap();
    let output = run_in(&folder, "draw walled.txt --plan answer");
    assert!(stderr(&output).contains("there is no plan in this answer, whose status is 'unsolvable'"));
}

#[test]
fn strips_have_as_many_columns_as_are_asked_for() {
    let folder = folder();
    let width = |columns: &str| {
        let line = format!("rushhour board.toml --quiet --svg s.svg {columns}");
        assert_eq!(code(&run_in(&folder, &line)), 0);
        let svg = fs::read_to_string(folder.path().join("s.svg")).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        document.root_element().attribute("width").unwrap().parse::<f64>().unwrap()
    };
    // Four frames of 5.6 cells with 0.4 between them; a cell is 48 wide.
    assert!((width("") - (4.0 * 6.0 - 0.4) * 48.0).abs() < 0.1);
    assert!((width("--columns 2") - (2.0 * 6.0 - 0.4) * 48.0).abs() < 0.1);
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (line, expected) in [
        (
            "draw instances/sample01.toml --step 1",
            "--step 1: there is no plan, only the start, which is step 0",
        ),
        (
            "draw instances/sample01.toml --columns 2",
            "--columns: only strips have columns, by --svg or --png",
        ),
        ("draw instances/sample01.toml --title T", "--title: there is no picture to call so"),
        ("draw instances/sample01.toml --svg x-%s.svg", "--svg x-%s.svg: %s is for commands that solve"),
        ("explain instances/sample01.toml --svg x-%s.svg", "--svg x-%s.svg: %s is for commands that solve"),
        ("prisoners --png x-%s.png", "--png x-%s.png: %s is for commands that solve"),
        ("draw instances/sample01.toml --step 0 --gif x.gif", "--gif with --step: all steps are in one file"),
        ("draw - --plan -", "--plan -: the problem comes from standard input, too"),
        ("draw instances/sample01.toml --plan instances", "this is a directory"),
    ] {
        let output = crate::run(line);
        assert_eq!(code(&output), 2, "{line}");
        assert!(stderr(&output).contains(expected), "{line}: {}", stderr(&output));
    }
    check(
        "draw instances/sample01.toml --svg instances/sample01.toml",
        expect![[r#"
            -- stderr
            error: --svg instances/sample01.toml: this is the file of the problem instances/sample01.toml, too; name another one
            -- exit code 2
        "#]],
    );
}
