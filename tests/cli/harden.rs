//! `bmcplan harden`: the hardest positions are those that `solve` finds hardest, and its files are read again.

use std::fs;

use crate::{all_answers, answer, bmcplan, code, stderr};
use serde_json::Value;

/// A number in JSON; a large one is a text.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// The lengths that `solve` finds for the problems of a file, each with the number of shortest plans, in order of size.
fn solved(file: &str, options: &str) -> Vec<(Option<u64>, Option<u64>)> {
    let (answers, _) = all_answers(&format!("solve {file} {options} --json --count"));
    let mut found: Vec<_> =
        answers.iter().map(|answer| (answer["length"].as_u64(), number(&answer["count"]))).collect();
    found.sort_unstable();
    found
}

#[test]
fn the_hardest_positions_are_solved_in_as_many_moves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harder.toml");
    let file = file.to_str().unwrap();
    for (problem, options, states) in [
        ("instances/sample02.toml", "", 377),
        ("instances/sample02.toml", "--metric slides", 377),
        ("instances/sliding/pennant.toml", "--metric moves", 0),
        ("instances/costs/heavy.toml", "", 0),
    ] {
        let (found, exit) =
            all_answers(&format!("harden {problem} {options} --json --top 4 --output {file}"));
        let [found] = &*found else { panic!("{found:?}") };
        assert_eq!((&found["status"], exit), (&Value::from("complete"), 0), "{problem}");
        assert!(states == 0 || found["states"] == states, "{found}");
        let positions = found["positions"].as_array().unwrap();
        let count = if problem.contains("costs") { "--fewest" } else { "" };
        let mut expected: Vec<(Option<u64>, Option<u64>)> = positions
            .iter()
            .map(|position| (position["length"].as_u64(), number(&position["plans"])))
            .collect();
        expected.sort_unstable();
        assert_eq!(solved(file, &format!("{options} {count}")), expected, "{problem} {options}");
        assert_eq!(positions.len(), 4);
        assert!(positions.windows(2).all(|pair| {
            pair[1]["cost"].as_u64() <= pair[0]["cost"].as_u64()
                && (pair[0]["cost"].is_u64() || pair[1]["length"].as_u64() <= pair[0]["length"].as_u64())
        }));
    }
}

#[test]
fn only_positions_with_one_shortest_plan() {
    let found = answer("harden instances/sample02.toml --json --unique --top 400");
    let positions = found["positions"].as_array().unwrap();
    assert!(!positions.is_empty() && positions.len() < 377);
    assert!(positions.iter().all(|position| position["plans"] == 1));
}

/// Also in a file whose name does not say that it is TOML: the name of a car is no fact of the ASP document.
#[test]
fn cars_have_any_names() {
    let folder = tempfile::tempdir().unwrap();
    let [board, harder] = ["board", "harder.toml"].map(|name| folder.path().join(name));
    let text = "name = 'Card 1(easy)'\nrows = 4\ncolumns = 4\ncar = [\n\
                { name = 'r', length = 2, orientation = 'h', row = 2, column = 1 },\n\
                { name = \"b(1)\", length = 2, orientation = 'v', row = 1, column = 3 },\n]\n";
    fs::write(&board, text).unwrap();
    let [board, harder] = [&board, &harder].map(|path| path.to_str().unwrap());
    let (found, exit) = all_answers(&format!("harden {board} --json --output {harder}"));
    let [found] = &*found else { panic!("{found:?}") };
    assert_eq!((&found["status"], exit), (&Value::from("complete"), 0), "{found}");
    assert_eq!(solved(harder, ""), [(found["positions"][0]["length"].as_u64(), Some(1))]);
    // As it is printed, too.
    let printed = folder.path().join("printed");
    fs::write(&printed, bmcplan(&["draw", board]).output().unwrap().stdout).unwrap();
    assert_eq!(solved(printed.to_str().unwrap(), ""), solved(board, ""));
    let line = format!("generate {board} --length 1.. --steps 20");
    let output = bmcplan(&line.split_whitespace().collect::<Vec<_>>()).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}
