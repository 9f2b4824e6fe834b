//! Problems whose tasks and formulas alone take seconds and gigabytes: every limit is heard long before there is one.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::{bmcplan, code, run, stderr, stdout};

/// Far above what is promised, which a machine may miss that is busy with other tests.
const SOON: Duration = Duration::from_secs(5);

/// 64×64 cells and 3,584 cars of one cell, which lie along and across in turn; 258,000 slides or many more.
fn cars(folder: &TempDir) -> String {
    let mut text = "rows = 64\ncolumns = 64\nred = \"c0\"\ncar = [\n".to_owned();
    let cells = (0..64).flat_map(|row| (0..64).map(move |column| (row, column)));
    for (index, (row, column)) in cells.filter(|(row, column)| (row + column) % 8 != 7).enumerate() {
        let orientation = if index % 2 == 0 { 'h' } else { 'v' };
        let (row, column) = (row + 1, column + 1);
        let _ = writeln!(
            text,
            "{{ name = \"c{index}\", length = 1, orientation = \"{orientation}\", row = {row}, column = {column} }},"
        );
    }
    write(folder, "cars.toml", &(text + "]\n"))
}

/// 16×16 cells, and a piece of one cell that goes around corners.
fn pieces(folder: &TempDir) -> String {
    let start = "A...............\n".to_owned() + &"................\n".repeat(15);
    let goal = "................\n".repeat(15) + "...............A\n";
    write(folder, "pieces.toml", &format!("start = \"\"\"\n{start}\"\"\"\ngoal = \"\"\"\n{goal}\"\"\"\n"))
}

/// A counter of a million instances of its rules.
fn rules(folder: &TempDir) -> String {
    let numbers = (0..300).map(|n| format!("(n {n})\n")).collect::<String>();
    let rules = "(role r)(<= (legal r (go ?a ?b ?c)) (n ?a) (n ?b) (n ?c))(init (at 0 0 0))\
        (<= (next (at ?a ?b ?c)) (does r (go ?a ?b ?c)))(<= terminal (true (at 299 299 299)))\
        (<= (goal r 100) (true (at 299 299 299)))(<= (goal r 0) (not (true (at 299 299 299))))\n";
    write(folder, "rules.kif", &(numbers + rules))
}

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn commands(folder: &TempDir) -> Vec<String> {
    let (cars, pieces, rules) = (cars(folder), pieces(folder), rules(folder));
    let slides = format!("{cars} --metric slides");
    let mut commands = vec![
        format!("rushhour {slides}"),
        format!("rushhour {slides} --search"),
        format!("rushhour {slides} --incremental --json"),
        format!("rushhour {slides} --pdr --encoding operators"),
        format!("rushhour {cars} --incremental --encoding paper-v1 --lower-bound none"),
        format!("explore {slides}"),
        format!("export {slides} --horizon 3"),
        format!("export {cars} --format dimspec --encoding operators"),
        format!("gdl {rules}"),
    ];
    commands.extend(
        ["", "--search", "--incremental --encoding transition --reduce all"]
            .map(|mode| format!("sliding {pieces} --metric moves {mode}")),
    );
    commands
}

/// Runs each and looks at what came of it.
fn each(commands: &[String], limit: &str, check: impl Fn(&str, &std::process::Output, Duration)) {
    for line in commands {
        let begun = Instant::now();
        let output = run(&format!("{line} {limit}"));
        check(line, &output, begun.elapsed());
    }
}

#[test]
fn no_time_to_build_it() {
    let folder = tempfile::tempdir().unwrap();
    each(&commands(&folder), "--timeout 0.1", |line, output, took| {
        // A refusal for size takes no time.
        let too_open = stderr(output).contains("this board is too open");
        assert_eq!(code(output), if too_open { 2 } else { 12 }, "{line}: {}", stderr(output));
        assert!(took < SOON, "{line}: {took:?}");
    });
}

#[test]
fn no_memory_to_build_it() {
    let folder = tempfile::tempdir().unwrap();
    each(&commands(&folder), "--memory 50 --timeout 60", |line, output, _| {
        let too_open = stderr(output).contains("this board is too open");
        assert_eq!(code(output), if too_open { 2 } else { 12 }, "{line}: {}", stderr(output));
    });
}

#[test]
fn what_cannot_fit_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&format!("rushhour {} --metric slides --memory 60 --json", cars(&folder)));
    assert!(stdout(&output).contains("\"stopped_by\":\"memory\""), "{}", stdout(&output));
    assert!(stderr(&output).contains("the task would take at least "), "{}", stderr(&output));
    assert_eq!(code(&output), 12);
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_it_is_built() {
    let folder = tempfile::tempdir().unwrap();
    for line in commands(&folder).iter().take(5) {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let mut child = bmcplan(&arguments).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400));
        let sent = Instant::now();
        let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(130), "{line}");
        assert!(sent.elapsed() < SOON, "{line}: {:?}", sent.elapsed());
    }
}
