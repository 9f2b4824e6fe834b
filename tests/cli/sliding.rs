//! Sliding-block puzzles: metrics, letters, labels, and the wrong command for a file.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use expect_test::expect;

use crate::{bmcplan, check, check_output, code, run, stderr, stdout};

/// A corner to go round, and two pieces of one shape.
const CORNER: &str = "start\nA.C\n#..\n.BB\ngoal\n..A\n#..\n...\n";

fn typed(arguments: &str) -> std::process::Output {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut child = bmcplan(&arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(CORNER.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn three_metrics() {
    check_output(
        &typed("sliding - --frames --search"),
        expect![[r#"
            1  C down 1
            2  A right 1
            3  A right 1

            start
            +-------+
            | A . C |
            | # . . |
            | . B B |
            +-------+

            1  C down 1
            +-------+
            | A . . |
            | # . C |
            | . B B |
            +-------+

            2  A right 1
            +-------+
            | . A . |
            | # . C |
            | . B B |
            +-------+

            3  A right 1
            +-------+
            | . . A |
            | # . C |
            | . B B |
            +-------+

            3 units, shortest: every length up to 2 was refuted by search; as slides or moves it may be shorter: --metric slides (search, 18 states, _ s)
            -- stderr
            -- exit code 0
        "#]],
    );
    for (metric, expected) in [("units", "3"), ("slides", "2"), ("moves", "2")] {
        let output = typed(&format!("sliding - --json --metric {metric}"));
        assert!(stdout(&output).contains(&format!(r#""length":{expected},"#)), "{}", stdout(&output));
    }
}

#[test]
fn klotski() {
    check(
        "explore instances/sliding/klotski.toml --json",
        expect![[r#"
            {"kind":"sliding","name":"Klotski","file":"instances/sliding/klotski.toml","status":"complete","metric":"units","without_counter":false,"states":25955,"transitions":83896,"depth":167,"goal_states":964,"seconds":_,"wall_seconds":_,"cpu_seconds":_,"memory_mb":_,"stopped_by":null,"version":"_"}
            -- stderr
            -- exit code 0
        "#]],
    );
    for (metric, length) in [("units", 116), ("slides", 90), ("moves", 81)] {
        let output = run(&format!("sliding instances/sliding/klotski.toml --metric {metric}"));
        assert!(stdout(&output).contains(&format!("{length} {metric}, shortest")), "{}", stdout(&output));
    }
    let output = run("sliding instances/sliding/stuck.toml");
    assert_eq!(code(&output), 10, "{}", stderr(&output));
}

#[test]
fn labels_make_more_states() {
    let states = |arguments: &str| {
        let told = stdout(&typed(&format!("explore - --json {arguments}")));
        let number = told.split(r#""states":"#).nth(1).unwrap().split(',').next().unwrap();
        number.parse::<u32>().unwrap()
    };
    assert!(states("") <= states("--labelled"));
    assert_eq!(code(&typed("explore - --kind gdl")), 2);
}

/// Pieces that the file calls interchangeable are kept apart: in pictures, among elements, and in files of positions.
#[test]
fn labels_keep_groups_apart() {
    let folder = tempfile::tempdir().unwrap();
    let [puzzle, harder] = ["puzzle.toml", "harder.toml"].map(|name| folder.path().join(name));
    let text = "start = '''\nA.B\n...\n'''\ngoal = '''\n..A\n...\n'''\ninterchangeable = ['AB']\n";
    fs::write(&puzzle, text).unwrap();
    let [puzzle, harder] = [&puzzle, &harder].map(|path| path.to_str().unwrap());
    for (option, has_group, n_elements, distance) in
        [("", true, 0, "2 units"), ("--labelled", false, 1, "4 units")]
    {
        let drawn = stdout(&run(&format!("draw {puzzle} {option} --svg -")));
        assert_eq!(drawn.contains(">AB</text>"), has_group, "{option}: {drawn}");
        let explained = stdout(&run(&format!("explain {puzzle} {option} --json")));
        let explained: serde_json::Value = serde_json::from_str(&explained).unwrap();
        assert_eq!(explained["elements"].as_array().map(Vec::len), Some(n_elements), "{explained}");
        assert_eq!(code(&run(&format!("harden {puzzle} {option} --output {harder}"))), 0, "{option}");
        let written = fs::read_to_string(harder).unwrap();
        assert!(written.starts_with(&format!("# {distance}, ")), "{option}: {written}");
        let solved = stdout(&run(&format!("solve {harder} --search")));
        assert!(solved.contains(&format!("\n{distance}, shortest")), "{option}: {solved}");
    }
}

#[test]
fn the_wrong_command_is_told_the_right_one() {
    check(
        "rushhour instances/sliding/stuck.toml",
        expect![[r#"
            -- stderr
            error: invalid type: string "....\n....\n....\n.AA.\n.AA.\n"
              --> instances/sliding/stuck.toml:14:8
               |
            14 | goal = """
               |        ^^^ here
               |
               = help: this looks like a problem for `bmcplan sliding`
            -- exit code 2
        "#]],
    );
    check(
        "sliding instances/sample01.toml",
        expect![[r#"
            -- stderr
            error: unknown field `car`
             --> instances/sample01.toml:7:1
              |
            7 | car = [
              | ^^^ here
              |
              = help: this looks like a problem for `bmcplan rushhour`
            -- exit code 2
        "#]],
    );
    let output = run("gdl instances/sample01.toml");
    assert!(stderr(&output).contains("`bmcplan rushhour`"), "{}", stderr(&output));
}
