//! Pictures as files, and colours on a terminal.

use std::fs;
use std::path::Path;
use std::process::Output;

use expect_test::expect;
use tempfile::TempDir;

use crate::{bmcplan, check, check_output, code, mask, run, stderr, stdout};

/// A plan of two moves, and a board without a plan.
const TWO: &str = "rushhour --board XX.A...A........ --metric slides";
const WALLED: &str = "rushhour --board XX#......";

fn run_in(folder: &Path, line: &str) -> Output {
    bmcplan(&line.split_whitespace().collect::<Vec<_>>()).current_dir(folder).output().unwrap()
}

/// The names of the files in a folder.
fn files(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

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

#[test]
fn a_file_for_each_step() {
    let folder = TempDir::new().unwrap();
    let output = run_in(folder.path(), &format!("{TWO} --quiet --svg step%03d.svg"));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(files(&folder), ["step000.svg", "step001.svg", "step002.svg"]);
    let last = fs::read_to_string(folder.path().join("step002.svg")).unwrap();
    let moves = stdout(&output);
    assert_eq!(captions(&last), [format!("2  {}", moves.lines().nth(1).unwrap())]);
}

#[test]
fn without_a_plan_old_pictures_stay() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("plan.svg");
    fs::write(&file, "old").unwrap();
    check_output(
        &run_in(folder.path(), &format!("{WALLED} --search --svg plan.svg")),
        expect![[r#"
        no plan of any length exists, proved by search: all reachable states were searched (search, 1 state, _ s)
        -- stderr
        --svg plan.svg: not written, no plan was found; `bmcplan draw` draws the board alone
        -- exit code 10
    "#]],
    );
    check_output(
        &run_in(folder.path(), "prisoners --days 7 --svg plan.svg"),
        expect![[r#"
            9 prisoners in rows of 3 on 7 days are impossible, proved by counting: every day takes 6 of the 36 pairs, which is enough for 6 (counting, _ s)
            -- stderr
            --svg plan.svg: not written, no schedule was found
            -- exit code 10
        "#]],
    );
    for (line, expected) in [
        (format!("{TWO} --horizon 1 --svg plan.svg"), 11),
        (format!("{TWO} --timeout 0 --incremental --svg plan.svg"), 12),
        ("rushhour --board ooo --svg plan.svg".to_owned(), 2),
    ] {
        assert_eq!(code(&run_in(folder.path(), &line)), expected, "{line}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(files(&folder), ["plan.svg"]);
}

#[test]
fn where_nothing_can_be_written() {
    check(
        "rushhour --board XX.............. --svg no/such/folder/plan.svg",
        expect![[r#"
        -- stderr
        error: --svg no/such/folder/plan.svg: there is no such directory
        -- exit code 2
    "#]],
    );
    check(
        "prisoners --svg instances",
        expect![[r#"
        -- stderr
        error: --svg instances: this is a directory; name a file
        -- exit code 2
    "#]],
    );
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

/// True if a page is an editor, with the metric of its board.
fn page_data(path: &Path) -> (serde_json::Value, serde_json::Value) {
    let page = fs::read_to_string(path).unwrap();
    let data = page.split_once(r#"id="film">"#).unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    (data["editor"].clone(), data["board"]["metric"].clone())
}

#[test]
fn a_page_has_a_board_or_the_empty_editor() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("page.html");
    for (line, editor, metric) in [
        ("page", true, None),
        ("page instances/sliding/klotski.toml --metric moves", false, Some("moves")),
        ("page --board XX.A...A........", false, Some("units")),
        ("page instances/gdl/buttons-and-lights.kif", false, None),
    ] {
        let line = format!("{line} --html {}", file.display());
        let output = run(&line);
        assert_eq!((code(&output), &*stderr(&output)), (0, ""), "{line}");
        assert_eq!(page_data(&file), (editor.into(), metric.into()), "{line}");
        let titled = fs::read_to_string(&file).unwrap().contains("<title>Klotski</title>");
        assert_eq!(titled, line.contains("klotski"), "{line}");
    }
    for (line, complaint) in [
        ("page", "--html <FILE>"),
        ("page --metric slides --html x.html", "required"),
        ("page instances/none.toml --html x.html", "none.toml"),
    ] {
        let output = run(line);
        assert_eq!(code(&output), 2, "{line}");
        assert!(stderr(&output).contains(complaint), "{line}: {}", stderr(&output));
    }
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("x.html").exists());
}

#[test]
fn pictures_and_plans_on_standard_output() {
    let svg = run(&format!("{TWO} --svg -"));
    assert_eq!((code(&svg), captions(&stdout(&svg)).len()), (0, 3));
    assert!(stderr(&svg).contains("2 slides, shortest"), "{}", stderr(&svg));
    let html = run("prisoners --html -");
    assert!(stdout(&html).starts_with("<!") && stdout(&html).trim_end().ends_with("</html>"));
    assert!(stderr(&html).contains("day 6 "), "{}", stderr(&html));
    let gif = run(&format!("{TWO} --quiet --gif -"));
    assert!(gif.stdout.starts_with(b"GIF89a"));
    let plan = run(&format!("{TWO} --search --plan-out -"));
    assert_eq!(stdout(&plan).lines().count(), 3, "{}", stdout(&plan));
    let drawn = run("draw instances/sample02.toml --svg -");
    assert_eq!((captions(&stdout(&drawn)), stderr(&drawn)), (Vec::new(), String::new()));
    for (options, first, second) in [
        ("--svg - --plan-out -", "--svg -", "--plan-out -"),
        ("--svg - --gif -", "--svg -", "--gif -"),
        ("--json --svg -", "--svg -", "--json"),
        ("--jsonl --plan-out -", "--plan-out -", "--jsonl"),
    ] {
        let output = run(&format!("{TWO} {options}"));
        let told = format!("{first} and {second}: both write to standard output");
        assert_eq!((code(&output), stderr(&output)), (2, format!("error: {told}\n")), "{options}");
        let is_told = stdout(&output).contains(&format!(r#""message":"{told}"}}"#));
        assert_eq!(is_told, options.contains("json"), "{options}: {}", stdout(&output));
    }
}

#[test]
fn what_is_written_to_standard_output_stands_there_alone() {
    for (line, begin, answer) in [
        ("page --html -", "<!", ""),
        ("page instances/sample02.toml -o -", "<!", ""),
        ("harden instances/sample02.toml --output -", "# ", "positions that can be reached"),
        ("explain instances/sample02.toml --output -", "rows = ", "alone force 39 units"),
        ("explain instances/sample02.toml --svg -", "<svg", "alone force 39 units"),
        ("export instances/sample02.toml --horizon 1 -o -", "c ", ""),
    ] {
        let output = run(line);
        assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
        assert!(stdout(&output).starts_with(begin), "{line}: {}", stdout(&output));
        assert!(stderr(&output).contains(answer), "{line}: {}", stderr(&output));
        assert!(answer.is_empty() || !stdout(&output).contains(answer), "{line}: {}", stdout(&output));
    }
    for option in ["harden --output -", "explain --output -"] {
        let (command, option) = option.split_once(' ').unwrap();
        let output = run(&format!("{command} instances/sample02.toml {option} --json"));
        let told = format!("error: {option} and --json: both write to standard output\n");
        assert_eq!((code(&output), stderr(&output)), (2, told), "{command}");
    }
    for (line, option) in [
        ("generate --output -", "--output -"),
        ("rate instances/sample02.toml --histogram -", "--histogram -"),
        ("compare instances/sample02.toml --csv -", "--csv -"),
        ("export instances/sample02.toml --format pddl --domain -", "--domain -"),
    ] {
        let output = run(line);
        let told = format!("error: {option}: this does not go to standard output; name a file");
        assert!(code(&output) == 2 && stderr(&output).starts_with(&told), "{line}: {}", stderr(&output));
    }
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("-").exists());
}

#[test]
fn a_name_that_says_something_else_is_refused() {
    let folder = TempDir::new().unwrap();
    for (option, expected) in [
        ("--svg a/x.gif", "--svg writes no .gif; name the file a/x.svg; --gif a/x.gif draws a .gif\n"),
        ("--gif x.SVG", "--gif writes no .svg; name the file x.gif; --svg x.SVG draws a .svg\n"),
        ("--svg s%d.png", "--svg writes no .png; name the file s%d.svg; --png s%d.png draws a .png\n"),
        ("--png x.jpg", "--png writes no .jpg; name the file x.png\n"),
    ] {
        let output = run_in(folder.path(), &format!("{TWO} {option}"));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{option}");
        assert_eq!(stderr(&output), format!("error: {option}: {expected}"));
    }
    let output = run_in(folder.path(), &format!("{TWO} --svg picture --html x.htm"));
    assert_eq!((code(&output), files(&folder)), (0, vec!["picture".to_owned(), "x.htm".to_owned()]));
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
        eprintln!("skipped: there is no tool `script`");
        return;
    };
    let told = stdout(&output);
    for written in ["written: plan\r\n", "written: plan.svg\r\n", "written: s%d.png, 3 files\r\n"] {
        assert!(told.contains(written), "{told}");
    }
    let output = run_in(folder.path(), &format!("{TWO} --quiet --svg plan.svg"));
    assert_eq!(stderr(&output), "");
}
