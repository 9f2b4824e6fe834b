//! Many problems at once: files, folders and collections; a line for each, and a summary.

use std::time::{Duration, Instant};

use crate::{bmcplan, folder_of, run_in, stdout};

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
    assert!(rest.contains("1 proved shortest") && rest.contains(" not tried"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
