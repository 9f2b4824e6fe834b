//! Ways to give a problem: one of a collection by its line or its id, a board on one line, a path without a command, a
//! domain for several problems, and what writes to a pipe and never ends.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::{bmcplan, code, json_keys, stderr, stdout};

const BOARD: &str = "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo";
const OTHER: &str = "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN";

fn run_in(folder: &TempDir, line: &str) -> Output {
    bmcplan(&line.split_whitespace().collect::<Vec<_>>()).current_dir(folder.path()).output().unwrap()
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Every command that reads one problem, with what stands for it.
fn commands(problem: &str) -> [String; 8] {
    [
        format!("solve {problem} --metric slides --search"),
        format!("rushhour {problem} --metric slides --search"),
        format!("draw {problem}"),
        format!("page {problem} -o page.html"),
        format!("explore {problem}"),
        format!("export {problem} --horizon 2"),
        format!("check {problem} plan.txt --metric slides"),
        format!("compare {problem} --metric slides --modes search --runs 1"),
    ]
}

#[test]
fn a_board_on_one_line_is_that_board_in_every_command() {
    let folder = folder(&[("one.txt", &format!("81 {BOARD} 1\n"))]);
    let plan = run_in(&folder, "solve one.txt --metric slides --search --quiet");
    fs::write(folder.path().join("plan.txt"), stdout(&plan)).unwrap();
    for command in commands("one.txt") {
        let output = run_in(&folder, &command);
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    }
    assert!(stdout(&run_in(&folder, "solve one.txt --search")).contains("81 units, shortest"));
    assert_eq!(stdout(&run_in(&folder, "draw one.txt")).lines().count(), 8);
    assert_eq!(code(&run_in(&folder, "solve one.txt --search --svg plan.svg")), 0);
    assert!(folder.path().join("plan.svg").exists());
    // As one of many where that is asked for.
    assert!(stdout(&run_in(&folder, "solve one.txt --search --jsonl")).contains(r#""id":"81 1""#));
}

#[test]
fn a_problem_of_a_collection_is_named_by_its_line_or_its_id() {
    let list =
        format!("id,moves,board\n# two cards\ncard07,\"81 units\",{BOARD}\ncard08,\"58 units\",{OTHER}\n");
    let folder = folder(&[("list.csv", &list), ("list.csv:9", "XX.\n...\n")]);
    let plan = run_in(&folder, "solve list.csv:3 --metric slides --search --quiet");
    fs::write(folder.path().join("plan.txt"), stdout(&plan)).unwrap();
    for command in commands("list.csv:3").into_iter().chain(commands("list.csv:card07")) {
        let output = run_in(&folder, &command);
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    }
    let both = run_in(&folder, "solve list.csv:card08 list.csv:3 --ordered --search");
    let lines: Vec<String> = stdout(&both).lines().take(2).map(|line| line.trim().to_owned()).collect();
    assert!(
        lines[0].ends_with("card08 (list.csv:4)") && lines[1].ends_with("card07 (list.csv:3)"),
        "{lines:?}"
    );
    // The header and comments are no problems.
    assert!(stdout(&run_in(&folder, "solve list.csv --search")).contains("\n2 problems in "));
    // A file of that name wins.
    assert!(stdout(&run_in(&folder, "solve list.csv:9 --search")).contains("1 unit, shortest"));
    for (line, expected) in [
        ("draw list.csv", "there are 2 problems here"),
        ("draw list.csv:card09", "there is no problem card09 among the 2 here"),
        ("solve list.csv:77", "there is no problem 77 among the 2 here"),
        ("explore plan.txt:3", "this is one problem, and no collection"),
    ] {
        let output = run_in(&folder, line);
        assert_eq!(code(&output), 2, "{line}");
        assert!(stderr(&output).contains(expected), "{line}: {}", stderr(&output));
    }
}

#[test]
fn a_path_is_solved_and_a_board_is_no_path() {
    let folder = folder(&[("board.toml", "board = 'XX..'\n"), ("plan.txt", "X right 2\n")]);
    let solved = run_in(&folder, "board.toml --search --metric slides --quiet");
    assert_eq!((code(&solved), &*stdout(&solved)), (0, "X right 2\n"), "{}", stderr(&solved));
    assert_eq!(code(&run_in(&folder, "missing.toml")), 2);
    assert!(stderr(&run_in(&folder, "missing.toml")).starts_with("error: cannot read the file"));
    for line in [BOARD.to_owned(), format!("solve {BOARD}"), format!("draw {BOARD}")] {
        let output = run_in(&folder, &line);
        assert_eq!(code(&output), 2, "{line}");
        assert!(stderr(&output).contains("give it with --board"), "{line}: {}", stderr(&output));
    }
    assert!(stderr(&run_in(&folder, "sovle board.toml")).contains("unrecognized subcommand"));
    for line in [
        "check --board XX....... plan.txt --metric slides".to_owned(),
        "compare --board XX....... --modes search --runs 1".to_owned(),
    ] {
        let output = run_in(&folder, &line);
        assert!(code(&output) == 0 || line.starts_with("check"), "{line}: {}", stderr(&output));
        assert!(!stderr(&output).contains("Usage"), "{line}: {}", stderr(&output));
    }
    let twice = run_in(&folder, "check --board XX....... board.toml plan.txt");
    assert!(stderr(&twice).contains("--board: there is a file, too"), "{}", stderr(&twice));
    let alone = run_in(&folder, "check board.toml");
    assert!(stderr(&alone).contains("check takes a problem and a plan"), "{}", stderr(&alone));
}

#[test]
fn output_is_what_its_name_says() {
    let folder = folder(&[("board.toml", "board = 'XX..'\n")]);
    for (line, file) in [
        ("solve board.toml -o plan.gif", "plan.gif"),
        ("solve board.toml --output plan.txt", "plan.txt"),
        ("draw board.toml -o board.png", "board.png"),
        ("page --output editor.html", "editor.html"),
        ("export board.toml --horizon 2 -o board.cnf", "board.cnf"),
    ] {
        let output = run_in(&folder, line);
        assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
        assert!(folder.path().join(file).exists(), "{line}");
    }
    for (line, expected) in [
        ("draw board.toml -o board.cnf", "name a picture, such as board.svg"),
        ("solve board.toml -o a.svg --svg b.svg", "give one of them"),
        ("solve board.toml -o a --plan-out b", "give one of them"),
    ] {
        assert!(stderr(&run_in(&folder, line)).contains(expected), "{line}");
    }
}

#[test]
fn pictures_of_many_are_named_after_their_problems() {
    let list = format!("card 07/a XX.......\\ncard 08 {BOARD}\\nXX#......\\n{OTHER}\\n").replace("\\n", "\n");
    let folder = folder(&[("list.txt", &list), ("a.toml", "board = 'XX..'\n")]);
    let all = run_in(&folder, "solve list.txt a.toml --search --metric slides --svg p-%s.svg");
    assert_eq!(code(&all), 10, "{}", stderr(&all));
    for file in ["p-card-07-a.svg", "p-card-08.svg", "p-list-4.svg", "p-a.svg"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    assert!(!folder.path().join("p-list-3.svg").exists());
    let hardest = run_in(&folder, "solve list.txt --search --metric slides --hardest 2 -o hard-%s.svg");
    assert!(
        stdout(&hardest).contains("\nhardest: 58 slides  list.txt:4; 51 slides  card 08 (list.txt:2)\n"),
        "{}",
        stdout(&hardest)
    );
    let drawn =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut drawn: Vec<String> = drawn.filter(|name| name.starts_with("hard-")).collect();
    drawn.sort();
    assert_eq!(drawn, ["hard-card-08.svg", "hard-list-4.svg"]);
    assert_eq!(code(&run_in(&folder, "solve a.toml --search --svg one-%s-%d.svg --gif %s.gif")), 0);
    assert!(["one-a-1.svg", "a.gif"].iter().all(|file| folder.path().join(file).exists()));
    let refused = run_in(&folder, "solve list.txt --svg plan.svg");
    assert!(
        stderr(&refused).contains("with %s in the name there is a file for each"),
        "{}",
        stderr(&refused)
    );
    fs::write(folder.path().join("x.svg"), "card 1 XX.......\nx XX.......\n").unwrap();
    let own = run_in(&folder, "solve x.svg --svg %s.svg");
    assert!(stderr(&own).contains("this is the file of the problem x.svg, too"), "{}", stderr(&own));
}

#[test]
fn every_picture_of_many_has_a_file_of_its_own() {
    let long = "x".repeat(120);
    let ids = ["p", "p1", "a", "A", "a-1", "1-a", &format!("{long}1"), &format!("{long}2")];
    let list = ids.map(|id| format!("[[board]]\nid = \"{id}\"\nboard = \"XX.......\"\n")).concat();
    let folder = folder(&[("list.toml", &list)]);
    for (options, why) in [
        ("--svg c-%s%d.svg", "--svg c-%s%d.svg: files of two problems may have the same name; put a sign"),
        ("--svg c-%d%s.svg", "put a sign that is no digit between %s and %d, as in %s-%d"),
        ("--png c-%s0%02d-%s.png", "put a sign"),
        ("--svg %s --png %s.x", "--svg %s and --png %s.x: files of two problems may have the same name; let"),
        ("--svg %s-%d --png %s", "let the names end differently"),
    ] {
        let output = run_in(&folder, &format!("solve list.toml --search {options}"));
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{options}");
        assert!(stderr(&output).contains(why), "{options}: {}", stderr(&output));
    }
    // Seven units each: eight states of each of eight problems. Some systems have one file for `a` and `A`.
    for (options, n_files) in
        [("--svg c-%s-%d.svg", 64), ("--svg d-%d_%s.svg", 64), ("--svg e-%s.svg --gif e-%s.gif", 16)]
    {
        let begin = options.split(' ').nth(1).unwrap().split('-').next().unwrap();
        let output = run_in(&folder, &format!("solve list.toml --search {options}"));
        assert_eq!(code(&output), 0, "{options}: {}", stderr(&output));
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let lower = names.map(|name| name.to_string_lossy().to_lowercase());
        let own: BTreeSet<String> = lower.filter(|name| name.starts_with(&format!("{begin}-"))).collect();
        assert_eq!(own.len(), n_files, "{options}");
    }
}

const DOMAIN: &str = "(in-package \"PDDL\")\n(define (domain walk) (:predicates (at ?p) (way ?p ?q))
  (:action go :parameters (?q) :vars (?p) :precondition (and (at ?p) (way ?p ?q))
    :effect (and (at ?q) (not (at ?p)))))";

fn problem(goal: &str) -> String {
    format!(
        "(define (problem to-{goal}) (:domain walk) (:objects a b c)
  (:init (at a) (way a b) (way b c)) (:goal (at {goal})))"
    )
}

#[test]
fn one_domain_and_many_problems() {
    let folder = folder(&[
        ("walk.pddl", DOMAIN),
        ("b.pddl", &problem("b")),
        ("c.pddl", &problem("c")),
        ("both.pddl", &format!("{DOMAIN}\n{}", problem("c"))),
        ("set/domain.pddl", DOMAIN),
        ("set/instances/instance-1.pddl", &problem("b")),
    ]);
    let output = run_in(&folder, "solve walk.pddl b.pddl c.pddl --ordered --search");
    let lines: Vec<String> = stdout(&output).lines().take(2).map(|line| line.trim().to_owned()).collect();
    assert_eq!(
        lines,
        ["1 action  search        b.pddl", "2 actions  search        c.pddl"],
        "{}",
        stderr(&output)
    );
    let plan = run_in(&folder, "solve walk.pddl c.pddl --search --quiet");
    assert_eq!(stdout(&plan), "go b a\ngo c b\n", "{}", stderr(&plan));
    fs::write(folder.path().join("plan.txt"), stdout(&plan)).unwrap();
    for line in [
        "check walk.pddl c.pddl plan.txt",
        "check both.pddl plan.txt --shortest",
        "solve both.pddl --search",
        "solve set/instances/instance-1.pddl --search",
        "compare walk.pddl b.pddl c.pddl --modes search --runs 1",
    ] {
        let output = run_in(&folder, line);
        assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
    }
    let compared = run_in(&folder, "compare walk.pddl b.pddl c.pddl --modes search --runs 1");
    assert!(
        stdout(&compared).contains("b.pddl") && !stdout(&compared).contains("walk.pddl"),
        "{}",
        stdout(&compared)
    );
    // A domain that nothing goes with.
    let alone = run_in(&folder, "solve walk.pddl set/instances/instance-1.pddl walk.pddl --ordered --search");
    assert!(stderr(&alone).contains("this is a domain, and the problem is missing"), "{}", stderr(&alone));
}

#[test]
fn what_export_writes_is_read_again() {
    let folder = folder(&[("board.toml", "board = '''\nXXB.\n..B.\n....\n....\n'''\n")]);
    assert_eq!(code(&run_in(&folder, "export board.toml --format pddl -o both.pddl")), 0);
    let task = run_in(&folder, "solve both.pddl --search --json");
    let board = run_in(&folder, "solve board.toml --search --json");
    let length = |output: &Output| {
        serde_json::from_str::<serde_json::Value>(&stdout(output)).unwrap()["length"].clone()
    };
    assert_eq!(length(&task), length(&board), "{}", stderr(&task));
}

#[cfg(unix)]
fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_that_never_ends_is_left_at_the_timeout() {
    let folder = folder(&[("plan.txt", "X right 2\n")]);
    pipe(&folder.path().join("pipe"));
    let begun = Instant::now();
    for line in [
        "solve pipe --timeout 0.5",
        "pipe --timeout 0.5 --json",
        "explore pipe --timeout 0.5",
        "draw pipe --timeout 0.5",
        "check pipe plan.txt --timeout 0.5",
        "export pipe --horizon 1 --timeout 0.5",
        "prisoners --check pipe --timeout 0.5",
    ] {
        let output = run_in(&folder, line);
        assert_eq!(code(&output), 12, "{line}: {}", stderr(&output));
        assert!(stderr(&output).contains("stopped by the timeout"), "{line}: {}", stderr(&output));
    }
    let mut waiting = bmcplan(&["solve", "-", "--timeout", "0.5"]);
    let mut waiting = waiting.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = waiting.stdin.take().unwrap();
    input.write_all(b"XX.\n").unwrap();
    assert_eq!(waiting.wait().unwrap().code(), Some(12));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

/// A script that asks for JSON gets JSON also where a limit comes before anything is known.
#[cfg(unix)]
#[test]
fn a_limit_before_an_answer_is_an_object() {
    let folder = folder(&[("plan.txt", "X right 2\n")]);
    pipe(&folder.path().join("pipe"));
    for line in [
        "solve pipe",
        "explain pipe",
        "explore pipe",
        "harden pipe",
        "rate pipe",
        "generate pipe",
        "check pipe plan.txt --optimal",
        "prisoners --check pipe",
    ] {
        let output = run_in(&folder, &format!("{line} --json --timeout 0.3"));
        let text = stdout(&output);
        json_keys::check_lines(&text);
        let object: serde_json::Value =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}: {text}"));
        assert_eq!((code(&output), &object["status"]), (12, &"stopped".into()), "{line}: {object}");
        assert_eq!(object["stopped_by"], "timeout", "{line}");
        assert_eq!(object["error"]["message"], "nothing is known yet; stopped by the timeout", "{line}");
        assert_eq!(stderr(&output), "nothing is known yet; stopped by the timeout\n", "{line}");
        assert_eq!(stdout(&run_in(&folder, &format!("{line} --timeout 0.3"))), "", "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_is_read_without_its_pipes() {
    let folder = folder(&[("set/a.toml", "board = 'XX.'\n")]);
    pipe(&folder.path().join("set/pipe"));
    let output = run_in(&folder, "solve set --search --timeout 20");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stderr(&output).contains("left out, as they look like no problems: set/pipe"),
        "{}",
        stderr(&output)
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_reading() {
    use rustix::process::{Pid, Signal, kill_process};
    let mut waiting = bmcplan(&["solve", "-"]);
    let mut waiting = waiting.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // Waiting would close it.
    let _held = waiting.stdin.take();
    std::thread::sleep(Duration::from_millis(800));
    kill_process(Pid::from_child(&waiting), Signal::INT).unwrap();
    let begun = Instant::now();
    assert_eq!(waiting.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_in_utf_8_are_refused_where_they_would_be_changed() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let folder = tempfile::tempdir().unwrap();
    let board = OsStr::from_bytes(b"board\xff.toml");
    std::fs::copy("instances/thinkfun/card01.toml", folder.path().join(board)).unwrap();
    let run = |before: &[&str], name: &OsStr| {
        bmcplan(before).arg(name).current_dir(folder.path()).output().unwrap()
    };
    assert_eq!(code(&run(&["solve"], board)), 0);
    let compared = run(&["compare", "--runs", "1"], board);
    assert_eq!(code(&compared), 2);
    assert!(stderr(&compared).contains("names are in UTF-8 alone"), "{}", stderr(&compared));
    let card = format!("{}/instances/thinkfun/card01.toml", env!("CARGO_MANIFEST_DIR"));
    let drawn = run(&["draw", &card, "--svg"], OsStr::from_bytes(b"s\xff%d.svg"));
    assert_eq!(code(&drawn), 2);
    assert!(stderr(&drawn).contains("a name with a % has to be in UTF-8"), "{}", stderr(&drawn));
}
