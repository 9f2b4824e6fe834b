//! Pictures as files, and colours on a terminal.

use std::fs;

use tempfile::TempDir;

use crate::skipped::skipped;
use crate::{bmcplan, code, mask, run, run_in, stderr, stdout};

/// A plan of two moves.
const TWO: &str = "rushhour --board XX.A...A........ --metric slides";

/// The captions of a picture, which has to be an SVG.
fn captions(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let frames = root.children().filter(|node| node.has_tag_name("g"));
    let titles = frames.flat_map(|frame| frame.children().filter(|node| node.has_tag_name("title")));
    titles.map(|title| title.text().unwrap().to_owned()).collect()
}

#[test]
fn a_film_strip_has_a_frame_for_each_move() {
    let folder = TempDir::new().unwrap();
    for (line, expected) in [
        ("rushhour instances/sample1.toml", &["start", "1  b11 up 1"][..]),
        ("sliding instances/sliding/pennant.toml", &["start", "1  "]),
        ("gdl instances/gdl/lights-out.kif", &["start", "1  (press 1 1)"]),
        ("gdl instances/gdl/eight-puzzle.kif", &["start", "1  (slide 3)"]),
        ("gdl instances/gdl/wolf-goat-cabbage.kif", &["start", "1  (take goat)"]),
        ("gdl instances/gdl/buttons-and-lights.kif", &["start", "1  a"]),
        ("prisoners", &["start", "1  1-2-3  4-5-6  7-8-9"]),
        ("prisoners --check instances/prisoners/dudeney.toml", &["start", "1  "]),
    ] {
        let file = folder.path().join("plan.svg");
        let line = format!("{line} --json --svg {}", file.display());
        let output = run(&line);
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{line}");
        let svg = fs::read_to_string(&file).unwrap();
        let captions = captions(&svg);
        for (caption, expected) in captions.iter().zip(expected) {
            assert!(caption.starts_with(expected), "{line}: {captions:?}");
        }
        let told: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        let moves = told["plan"].as_array().or(told["schedule"].as_array()).unwrap().len();
        assert_eq!(captions.len(), moves + 1, "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_after_the_answer() {
    let output = run(&format!("{TWO} --quiet --svg /dev/full"));
    assert_eq!(code(&output), 2);
    assert_eq!(stdout(&output).lines().count(), 2);
    assert!(stderr(&output).starts_with("error: cannot write to /dev/full: "), "{}", stderr(&output));
}

#[test]
fn any_name_is_well_formed() {
    let folder = TempDir::new().unwrap();
    let board = r#"
rows = 2
columns = 3
red = "<&\"'"
car = [
  { name = "<&\"'", length = 2, orientation = "h", row = 1, column = 1 },
  { name = "]]>", length = 1, orientation = "v", row = 1, column = 3 },
]
"#;
    let sheet = "(role r) (init (cell 1 1 <&\"'>)) (init (cell 1 2 ]]>)) (init (cell 2 1 \u{fffd})) (init (cell 2 2 é))\n\
                 (legal r <!--) (<= (next (cell 1 1 ?x)) (true (cell 1 2 ?x)))\n\
                 (<= terminal (true (cell 1 1 ]]>))) (<= (goal r 100) (true (cell 1 1 ]]>)))";
    for (name, text, command, frames) in [("<&.toml", board, "rushhour", 3), ("&amp;.kif", sheet, "gdl", 2)] {
        fs::write(folder.path().join(name), text).unwrap();
        let output = run_in(folder.path(), &format!("{command} {name} --svg plan.svg"));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let svg = fs::read_to_string(folder.path().join("plan.svg")).unwrap();
        assert_eq!(captions(&svg).len(), frames);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let mut texts = document.descendants().filter(|node| node.has_tag_name("text"));
        assert!(texts.any(|text| text.text() == Some("]]>")), "{svg}");
    }
}

#[test]
fn colours_where_they_are_wanted() {
    let painted = |line: &str, variables: &[(&str, &str)]| {
        let mut command = bmcplan(&line.split_whitespace().collect::<Vec<_>>());
        let output = command.envs(variables.iter().copied()).output().unwrap();
        stdout(&output).contains("\u{1b}[48;5;160mX X\u{1b}[0m")
    };
    let frames = format!("{TWO} --frames");
    for (options, variables, expected) in [
        ("", &[][..], false),
        ("--color auto", &[], false),
        ("--color always", &[], true),
        ("--color never", &[("CLICOLOR_FORCE", "1")], false),
        ("", &[("CLICOLOR_FORCE", "1")], true),
        ("", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        ("--color always", &[("NO_COLOR", "1")], true),
    ] {
        assert_eq!(painted(&format!("{frames} {options}"), variables), expected, "{options} {variables:?}");
    }
    let plain = stdout(&run(&frames));
    let coloured = stdout(&run(&format!("{frames} --color always")));
    assert_eq!(anstream::adapter::strip_str(&mask(&coloured)).to_string(), mask(&plain));
}

#[test]
fn errors_are_coloured_like_boards() {
    let output = run("rushhour --board ooo --color always");
    assert!(stderr(&output).contains("\u{1b}["), "{}", stderr(&output));
    assert!(!stderr(&run("rushhour --board ooo")).contains('\u{1b}'));
}

/// On a terminal, for which the tool `script` stands here.
#[cfg(target_os = "linux")]
#[test]
fn files_that_are_written_are_named_on_a_terminal() {
    let folder = TempDir::new().unwrap();
    let program = assert_cmd::cargo::cargo_bin!("bmcplan").display().to_string();
    let line = format!("'{program}' {TWO} --quiet --svg plan.svg --png s%d.png --plan-out plan");
    let mut script = std::process::Command::new("script");
    let Ok(output) = script.args(["-qec", &line, "/dev/null"]).current_dir(folder.path()).output() else {
        skipped("there is no tool `script`");
        return;
    };
    let told = stdout(&output);
    for written in ["written: plan\r\n", "written: plan.svg\r\n", "written: s%d.png, 3 files\r\n"] {
        assert!(told.contains(written), "{told}");
    }
    let output = run_in(folder.path(), &format!("{TWO} --quiet --svg plan.svg"));
    assert_eq!(stderr(&output), "");
}
