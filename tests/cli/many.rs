//! Many problems at once: files, folders and collections; a line for each, and a summary.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{bmcplan, code, folder_of, run_in, stderr, stdout};

/// A board of 81 units, one of 103, a faulty one and one without a plan.
const LINES: &str = "\
81 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 1
103 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
7 BBB?
0 XX#......
";

/// Takes seconds in slides, and gigabytes by search.
const HARD: &str = "instances/large/12x12_7.toml";
const EASY: &str = "instances/thinkfun/card01.toml";

/// The objects that stand on the lines of standard output.
fn objects(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of standard output before the summary.
fn lines(output: &Output) -> Vec<String> {
    stdout(output).lines().take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn an_object_for_each() {
    let folder = folder_of(&[("boards.txt", LINES)]);
    let output = run_in(folder.path(), "rushhour boards.txt --jsonl --ordered --jobs 4");
    assert_eq!(code(&output), 2);
    let objects = objects(&output);
    let keys = |key: &str| objects.iter().map(|object| object[key].clone()).collect::<Vec<_>>();
    assert_eq!(
        keys("id"),
        ["81 1", "103 2332", "", "0"].map(|id| if id.is_empty() { Value::Null } else { id.into() })
    );
    assert_eq!(keys("line"), [1, 2, 3, 4].map(Value::from));
    assert_eq!(keys("file"), ["boards.txt"; 4].map(Value::from));
    assert_eq!(keys("status"), ["solved", "solved", "error", "unsolvable"].map(Value::from));
    assert_eq!(objects[1]["plan"].as_array().unwrap().len(), 103);
    assert_eq!(objects[2]["error"]["message"], "a board string of 6 cells is not square");
    // One problem is shown so, too, if that is asked for.
    let output = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &format!("solve {EASY} --jsonl"));
    assert_eq!((code(&output), self::objects(&output).len()), (0, 1));
    assert!(stderr(&output).starts_with("1 problem in "), "{}", stderr(&output));
}

#[test]
fn an_answer_is_printed_as_soon_as_it_is_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let line = format!("solve {HARD} {EASY} --metric slides --search --jobs 2 --timeout 1");
    for (ordered, first) in [("", EASY), (" --ordered", HARD)] {
        let output = run_in(root, &format!("{line}{ordered}"));
        assert!(lines(&output)[0].ends_with(first), "{}", stdout(&output));
        assert_eq!(code(&output), 12);
        assert!(stdout(&output).contains(": 1 proved shortest, 1 out of time\n"), "{}", stdout(&output));
    }
}

/// One that takes all memory does not take it from those beside it.
#[test]
fn memory_is_taken_by_one_alone() {
    let line = format!("solve {HARD} {EASY} {EASY} {EASY} --metric slides --search --jobs 2 --memory 30");
    let output = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &line);
    assert!(stdout(&output).contains(": 3 proved shortest, 1 out of memory\n"), "{}", stdout(&output));
    assert_eq!(code(&output), 12);
}

/// A loop of processes takes six seconds; a debug build on a busy machine may take as long.
#[test]
fn five_hundred_boards() {
    let board = LINES.lines().next().unwrap();
    let folder = folder_of(&[("boards.txt", &format!("{board}\n").repeat(500))]);
    let begun = Instant::now();
    let output = run_in(folder.path(), "solve boards.txt");
    assert!(stdout(&output).contains(": 500 proved shortest\n"), "{}", stdout(&output));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_known() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Command, Stdio};

    let line = format!("solve {EASY} {HARD} {EASY} --metric slides --jobs 1");
    let mut command = bmcplan(&line.split_whitespace().collect::<Vec<_>>());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.contains("slides"), "{first}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("1 proved shortest") && rest.contains("1 not tried"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Lengths that were not proved are not called so.
#[test]
fn plans_without_a_proof() {
    let stopped = format!("solve {HARD} {EASY} --metric slides --minimize 60 --timeout 2 --jobs 2");
    let output = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &stopped);
    let text = stdout(&output);
    assert!(
        text.contains("1 with a plan that is perhaps not shortest (1 out of time)")
            || text.contains("1 out of time"),
        "{text}"
    );
    assert!(text.contains("1 proved shortest"), "{text}");
}

/// Costs with decimals, costs of cars, and lengths: each problem is asked as it would be alone.
#[test]
fn each_of_many_problems_has_the_metric_that_it_would_have_alone() {
    let problems = ["instances/pddl/parcels/problem.pddl", "instances/costs/heavy.toml", EASY];
    let told = |object: &Value| ["metric", "length", "cost", "optimal"].map(|key| object[key].clone());
    for options in ["", "--incremental", "--first --anytime"] {
        let alone = problems.map(|problem| {
            let output = run_in(Path::new("."), &format!("solve {problem} {options} --json"));
            told(&objects(&output)[0])
        });
        let many =
            run_in(Path::new("."), &format!("solve {} {options} --jsonl --ordered", problems.join(" ")));
        assert_eq!(objects(&many).iter().map(told).collect::<Vec<_>>(), alone, "{options}");
        assert_eq!((code(&many), &alone[0][0]), (0, &Value::from("cost")), "{options}");
    }
}
