//! Many problems at once: files, folders and collections; a line for each, and a summary.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{bmcplan, code, folder_of, run_in, stdout};

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
