//! `bmcplan harden`: the hardest positions are those that `solve` finds hardest, and its files are read again.

use std::fs;

use crate::{bmcplan, code, stderr, stdout};
use serde_json::Value;

fn harden(line: &str) -> (Value, i32) {
    let words = line.split_whitespace();
    let output = bmcplan(&["harden", "--json"]).args(words).output().unwrap();
    let text = stdout(&output);
    crate::json_keys::check_lines(&text);
    (serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}: {}", stderr(&output))), code(&output))
}

/// A number in JSON; a large one is a text.
fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// The lengths that `solve` finds for the problems of a file, each with the number of shortest plans, in order of size.
fn solved(file: &str, options: &str) -> Vec<(Option<u64>, Option<u64>)> {
    let words = options.split_whitespace();
    let output = bmcplan(&["solve", file, "--json", "--count"]).args(words).output().unwrap();
    let text = stdout(&output);
    let answers = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut found: Vec<_> =
        answers.map(|answer| (answer["length"].as_u64(), number(&answer["count"]))).collect();
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
        let (found, exit) = harden(&format!("{problem} {options} --top 4 --output {file}"));
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

/// A table of ones, and actions that all cost the smallest part.
#[test]
fn where_every_move_costs_the_same_part_positions_have_costs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (board, tenths) = (path("board.toml"), path("tenths.pddl"));
    let heavy = fs::read_to_string("instances/costs/heavy.toml").unwrap();
    fs::write(&board, heavy.replace("cost = { c = 5 }", "cost = { c = 1 }")).unwrap();
    let text = "(define (domain d) (:predicates (a) (b)) (:functions (total-cost))
        (:action one :effect (and (a) (increase (total-cost) 0.1)))
        (:action two :precondition (a) :effect (and (b) (increase (total-cost) 0.1))))
        (define (problem e) (:domain d) (:init) (:goal (b)) (:metric minimize (total-cost)))";
    fs::write(&tenths, text).unwrap();
    for (problem, length, cost) in [(&board, 14, 14.0), (&tenths, 2, 0.2)] {
        let (found, exit) = harden(problem);
        let hardest = &found["positions"][0];
        assert_eq!((&found["metric"], exit), (&Value::from("cost"), 0), "{problem}");
        assert_eq!(hardest["length"], length, "{problem}");
        assert_eq!(hardest["cost"].as_f64(), Some(cost), "{problem}");
    }
    let output = bmcplan(&["harden", &board]).output().unwrap();
    assert!(stdout(&output).starts_with("1: cost 14 by 14 units, "), "{}", stdout(&output));
    assert!(stdout(&output).contains("; the one given: cost 13 by 13 units ("), "{}", stdout(&output));
}

/// Others of the same cost have more units.
#[test]
fn cheapest_plans_of_fewest_moves_are_counted_and_called_so() {
    let output = bmcplan(&["harden", "instances/costs/heavy.toml"]).output().unwrap();
    let text = stdout(&output);
    assert!(text.starts_with("1: cost 18 by 18 units, 12 cheapest plans of fewest units\n"), "{text}");
    let output = bmcplan(&["harden", "instances/sample02.toml", "--unique"]).output().unwrap();
    assert!(stdout(&output).contains(" units, 1 shortest plan\n"), "{}", stdout(&output));
    let output = bmcplan(&["rate", "instances/costs/heavy.toml"]).output().unwrap();
    assert!(stdout(&output).contains("those of fewest moves among the cheapest\n"), "{}", stdout(&output));
}

#[test]
fn only_positions_with_one_shortest_plan() {
    let (found, _) = harden("instances/sample02.toml --unique --top 400");
    let positions = found["positions"].as_array().unwrap();
    assert!(!positions.is_empty() && positions.len() < 377);
    assert!(positions.iter().all(|position| position["plans"] == 1));
}

/// Nothing is claimed of positions that were not seen.
#[test]
fn what_was_not_seen_may_be_harder() {
    // Eight loose cars: some million positions.
    let folder = tempfile::tempdir().unwrap();
    let loose = folder.path().join("loose.txt");
    fs::write(&loose, "BB....C.\n......C.\nD.AA..C.\nD.......\n...EE...\nF......G\nF..HH..G\n........\n")
        .unwrap();
    let line = format!("{} --memory 40 --top 2", loose.to_str().unwrap());
    let (found, exit) = harden(&line);
    assert_eq!((&found["status"], exit), (&Value::from("stopped"), 12), "{found}");
    assert_eq!(found["stopped_by"], "memory");
    let positions = found["positions"].as_array().unwrap();
    assert!(positions.len() == 2 && positions.iter().all(|position| position["exact"] == false), "{found}");
    let printed = |more: &[&str]| {
        stdout(&bmcplan(&["harden"]).args(line.split_whitespace()).args(more).output().unwrap())
    };
    let text = printed(&[]);
    assert!(text.contains("1: at most ") && text.contains("there may be harder ones"), "{text}");
    let text = printed(&["--unique"]);
    assert!(text.contains("known only once all positions were seen"), "{text}");
}

/// An old file stays where there is nothing to write into it.
#[test]
fn a_file_is_not_emptied() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.toml");
    fs::write(&file, "something of the user's\n").unwrap();
    for (line, exit) in [
        ("instances/sliding/stuck.toml", 10),
        ("--board XX.#............ --unique", 10),
        ("instances/sample02.toml --timeout 0", 12),
    ] {
        let words = line.split_whitespace();
        let output = bmcplan(&["harden"]).args(words).arg("--output").arg(&file).output().unwrap();
        assert_eq!(code(&output), exit, "{line}: {}", stderr(&output));
        let expected = format!("--output {}: not written, there is no position\n", file.display());
        assert!(stderr(&output).ends_with(&expected), "{line}: {}", stderr(&output));
        assert_eq!(fs::read_to_string(&file).unwrap(), "something of the user's\n", "{line}");
    }
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
    let (found, exit) = harden(&format!("{board} --output {harder}"));
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

#[test]
fn edges() {
    // No goal can be reached; then there are no positions.
    let folder = tempfile::tempdir().unwrap();
    let stuck = folder.path().join("stuck.txt");
    fs::write(&stuck, "XX#.\n....\n").unwrap();
    let (found, exit) = harden(stuck.to_str().unwrap());
    assert_eq!((&found["positions"], &found["given"], exit), (&Value::Array(Vec::new()), &Value::Null, 10));
    // The goal holds at the start, and what leads away from it is harder.
    let (found, exit) = harden("--board ..XX............");
    assert_eq!((&found["given"], &found["positions"][0]["length"], exit), (&0.into(), &2.into(), 0));
    // Positions of other kinds are printed, and have no file.
    let suitcase = "instances/pddl/suitcase/problem.pddl";
    let (found, _) = harden(suitcase);
    assert!(found["positions"][0]["text"].is_null() && found["positions"][0]["shown"] != "", "{found}");
    let refused = |line: &str, why: &str| {
        let output = bmcplan(&["harden"]).args(line.split_whitespace()).output().unwrap();
        assert_eq!((code(&output), &*stdout(&output)), (2, ""), "{line}");
        assert!(stderr(&output).contains(why), "{line}: {}", stderr(&output));
    };
    refused(&format!("{suitcase} --output x.toml"), "cannot be written as problems");
    refused("instances/gdl/buttons-and-lights.kif", "counts its steps");
    refused("instances/sample02.toml --output instances/sample02.toml", "name another one");
    refused("instances/sample02.toml --top 0", "invalid value '0'");
}
