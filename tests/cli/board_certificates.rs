//! Certificates of boards and puzzles, in whatever form these are written: both checkers read them, and refuse others.

use std::fs;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use crate::certificates::{change, manifest, replace, verdict};
use crate::checker::check_py;
use crate::run_in;
use crate::{bmcplan, code, stderr, stdout};

const ROWS: &str = "XXB\n..B\n.CC\n";

/// Boards and puzzles in all forms but facts: the name of the file, its text, options, and a change that makes it another one.
const FORMS: [(&str, &str, &str, [&str; 2]); 11] = [
    ("rows.txt", ROWS, "", [".CC", "CC."]),
    ("rows", "% a comment\n XXB \n\n..B\n.CC", "--metric slides", [".CC", "CC."]),
    ("spaced.txt", "X X B\n. . B\n. C C\n", "", [". C C", "C C ."]),
    ("framed.txt", "+-------+\n| X X B >\n| . . B |\n| . C C |\n+-------+\n", "", [". C C", "C C ."]),
    (
        "goal.txt",
        "+---------+\n| X X B . |\n| . . B . |\n| . C C . |\n+---*-*---+\n",
        "",
        ["--*-*---", "----*-*-"],
    ),
    (
        "named.txt",
        "+-----------+\n< .  b1 b1  | b1\n| .  .  r2  |\n| q  q  r2  |\n+-----------+\n",
        "",
        ["| b1\n", "|\n"],
    ),
    (
        "framed.toml",
        "board = \"\"\"\n+-------+\n| X X B >\n| . . B |\n| . C C |\n+-------+\n\"\"\"\n",
        "",
        [". C C", "C C ."],
    ),
    ("drawn.txt", "start\nAB.\n...\ngoal\nBA.\n...\n", "--labelled", ["BA.", "B.A"]),
    ("spaced.board", "start\nA B .\n. . .\ngoal\nB A .\n. . .\n", "", ["B A .", "B . A"]),
    ("table.toml", TABLE, "", ["column = 3", "column = 2"]),
    ("lines.toml", LINES, "", ["row = 1, column = 3", "row = 2, column = 3"]),
];

const TABLE: &str = "rows = 3\ncolumns = 4\nwalls = [[3, 1]]\ngoal = { column = 3 }\nred = \"r1\"\n\
    car = [{ name = \"r1\", length = 2, orientation = \"h\", row = 1, column = 1 }]\n";

/// A table in braces that has several lines, as in TOML 1.1.
const LINES: &str = "rows = 3\ncolumns = 3\ncar = [\n  { name = \"X\", length = 2, # red\n    orientation = \"h\",\n\
    row = 1, column = 1, },\n  { name = \"B\", length = 2, orientation = \"v\", row = 1, column = 3 },\n]\n";

/// The checker in Python and the parts it says have to be believed; none where there is no Python.
fn believed(folder: &TempDir) -> Option<String> {
    Some(
        check_py(folder.path(), "c")?
            .stdout
            .lines()
            .find(|line| line.starts_with("to be believed"))?
            .to_owned(),
    )
}

fn assert_read_by_both(folder: &TempDir, what: &str) {
    let (code, reason) = verdict(folder);
    assert_eq!(code, 0, "{what}: {reason}");
    if let Some(believed) = believed(folder) {
        assert_eq!(believed, "to be believed: this script", "{what}");
    }
    let text = stdout(&run_in(folder, "verify c"));
    assert!(text.contains(", and `check.py` reads it without this program\n"), "{what}: {text}");
    let manifest = fs::read_to_string(folder.path().join("c/certificate.json")).unwrap();
    assert!(!manifest.contains("is the planning task of the problem"), "{what}: {manifest}");
}

#[test]
fn boards_in_all_forms_are_read_by_both_checkers() {
    for (name, text, options, [from, to]) in FORMS {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), text).unwrap();
        let written = run_in(&folder, &format!("solve {name} --certify c {options}"));
        assert_eq!(code(&written), 0, "{name}: {}", stderr(&written));
        assert_read_by_both(&folder, name);
        let claim = stdout(&run_in(&folder, "verify c"));
        assert_eq!(claim.ends_with("; all pieces are kept apart\n"), options == "--labelled", "{claim}");
        let ending = Path::new(name).extension().map_or("input".into(), |ending| ending.to_string_lossy());
        change(&folder, &format!("problem.{ending}"), replace(from, to));
        let (code, reason) = verdict(&folder);
        assert!([2, 20].contains(&code), "{name}: {code} {reason}");
    }
}

#[test]
fn boards_that_were_typed_are_read_by_both_checkers() {
    for (board, one_row) in [("XXB..B.CC", true), (ROWS, false)] {
        let folder = tempfile::tempdir().unwrap();
        let written = bmcplan(&["solve", "--board", board, "--certify", "c"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(code(&written), 0, "{}", stderr(&written));
        assert_read_by_both(&folder, board);
        let readme = fs::read_to_string(folder.path().join("c/README")).unwrap();
        let command = format!("check.py problem.input units 2{} |", if one_row { " --one-row" } else { "" });
        assert!(readme.contains(&command), "{readme}");
        assert_eq!(readme.contains("; the one row of the board is all its cells\n"), one_row);
        manifest(&folder, |json| {
            assert_eq!(json["one_row"], one_row);
            json["one_row"] = json!(!one_row);
        });
        // In a single row the car B is in two parts, and three rows are no single one.
        assert_eq!(verdict(&folder).0, 2);
    }
}

/// Marks, names and goals that contradict each other make no board, for either of them.
#[test]
fn frames_that_contradict_themselves_are_refused_by_both_checkers() {
    let text = "name = \"n\"\nboard = \"\"\"\n+-------+\n| X X B > X\n| . . B |\n| . C C |\n+-------+\n\"\"\"\nred = \"X\"\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.toml"), text).unwrap();
    let written = run_in(&folder, "solve board.toml --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_read_by_both(&folder, "a name that is there twice");
    for (from, to) in [
        ("red = \"X\"", "red = \"C\""),
        ("> X\n", "> C\n"),
        ("C |\n", "C | C\n"),
        ("name = \"n\"", "goal = { column = 2 }"),
        ("| . . B |", "| . * B |"),
    ] {
        change(&folder, "problem.toml", |bytes| *bytes = text.as_bytes().to_vec());
        change(&folder, "problem.toml", replace(from, to));
        assert_eq!(verdict(&folder).0, 2, "{to}");
    }
}

#[test]
fn marks_on_the_frame_of_a_puzzle_are_refused_by_both_checkers() {
    let text = "start\n+---+\n| A |\n| . |\n+---+\ngoal\n+---+\n| . |\n| A |\n+---+\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("puzzle.txt"), text).unwrap();
    let written = run_in(&folder, "solve puzzle.txt --certify c");
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    assert_read_by_both(&folder, "a puzzle in frames");
    for (from, to) in
        [("| A |", "| A >"), ("| A |", "| A | A"), ("| . |", "< . |"), ("+---+\n| A", "+-^-+\n| A")]
    {
        change(&folder, "problem.txt", |bytes| *bytes = text.as_bytes().to_vec());
        change(&folder, "problem.txt", replace(from, to));
        assert_eq!(verdict(&folder).0, 2, "{to}");
    }
}

/// A format that the name of a puzzle does not tell is told by its look, to all who read it.
#[test]
fn puzzles_whose_names_do_not_tell_their_format() {
    let toml = "start = \"\"\"\nA.\n\"\"\"\ngoal = \"\"\"\n.A\n\"\"\"\n";
    for (text, format) in [(toml, "toml"), ("start\nA.\ngoal\n.A\n", "drawn")] {
        let folder = tempfile::tempdir().unwrap();
        for name in ["puzzle", "puzzle.toml~", "puzzle.verylongext", "puzzle.TOML", "-"] {
            fs::write(folder.path().join(name), text).unwrap();
            let given = fs::File::open(folder.path().join(name)).unwrap();
            let mut command = bmcplan(&["sliding", name, "--certify", "c"]);
            let written = command.current_dir(folder.path()).stdin(given).output().unwrap();
            assert_eq!(code(&written), 0, "{name} {format}: {}", stderr(&written));
            assert_read_by_both(&folder, &format!("{name} {format}"));
        }
    }
}

#[test]
fn facts_are_believed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("board.lp"),
        "grid(3, 3). position(0, a, h, 1, 1, 2). position(0, b, v, 3, 1, 2).\n",
    )
    .unwrap();
    assert_eq!(code(&run_in(&folder, "solve board.lp --certify c")), 0);
    assert_eq!(verdict(&folder).0, 0);
    if let Some(believed) = believed(&folder) {
        assert_eq!(
            believed,
            "to be believed: this script, and that task.sas is the task of problem.lp in units"
        );
    }
    assert!(!stdout(&run_in(&folder, "verify c")).contains("`check.py` reads"));
    let manifest = fs::read_to_string(folder.path().join("c/certificate.json")).unwrap();
    assert!(
        manifest.contains("task.sas is the planning task of the problem, as bmcplan reads it"),
        "{manifest}"
    );
}

/// Mutexes are claims about a task that no checker would look at.
#[test]
fn certificates_have_no_mutexes() {
    let folder = tempfile::tempdir().unwrap();
    let groups = |file: &str| {
        fs::read_to_string(folder.path().join(file)).unwrap().matches("begin_mutex_group").count()
    };
    fs::write(folder.path().join("puzzle.txt"), "start\nAB.\n...\ngoal\nBA.\n...\n").unwrap();
    let trolley = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/pddl/trolley/problem.pddl");
    fs::copy(trolley.with_file_name("domain.pddl"), folder.path().join("domain.pddl")).unwrap();
    fs::copy(trolley, folder.path().join("problem.pddl")).unwrap();
    for problem in ["puzzle.txt --labelled", "problem.pddl"] {
        assert_eq!(code(&run_in(&folder, &format!("export {problem} --format sas -o task.sas"))), 0);
        assert!(0 < groups("task.sas"), "{problem}");
    }
    for problem in ["puzzle.txt --labelled", "task.sas"] {
        let written = run_in(&folder, &format!("solve {problem} --certify c"));
        assert_eq!(code(&written), 0, "{problem}: {}", stderr(&written));
        assert_eq!((groups("c/task.sas"), verdict(&folder)), (0, (0, String::new())), "{problem}");
        if let Some(believed) = believed(&folder) {
            assert_eq!(believed, "to be believed: this script", "{problem}");
        }
        fs::remove_dir_all(folder.path().join("c")).unwrap();
    }
}
