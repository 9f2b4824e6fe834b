//! `bmcplan rate`: the figures are those that other commands find, and tables, JSON and rows for spreadsheets have the same.

use serde_json::Value;

use crate::{bmcplan, code, stderr, stdout};

fn rate(line: &str) -> (Vec<Value>, i32) {
    let output = bmcplan(&["rate", "--json"]).args(line.split_whitespace()).output().unwrap();
    let text = stdout(&output);
    crate::json_keys::check_lines(&text);
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), code(&output))
}

fn json(command: &str, line: &str) -> Value {
    let output = bmcplan(&[command, "--json"]).args(line.split_whitespace()).output().unwrap();
    serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{line}: {}", stderr(&output)))
}

#[test]
fn figures_are_those_of_other_commands() {
    for problem in [
        "instances/sample02.toml --metric slides",
        "instances/sliding/pennant.toml --metric moves",
        "instances/pddl/trolley/problem.pddl",
    ] {
        let (rated, exit) = rate(problem);
        let [rating] = &*rated else { panic!("{rated:?}") };
        let figures = &rating["figures"];
        let (solved, counted) = (json("solve", problem), json("solve", &format!("{problem} --count")));
        let (explored, hardest) = (json("explore", problem), json("harden", problem));
        assert_eq!((&rating["status"], exit), (&Value::from("solved"), 0), "{problem}");
        assert_eq!(figures["length"], solved["length"], "{problem}");
        assert_eq!(figures["plans"], counted["count"], "{problem}");
        assert_eq!(figures["states"], explored["states"], "{problem}");
        assert_eq!(figures["dead-ends"], hardest["dead_ends"], "{problem}");
        assert_eq!(figures["farthest"], hardest["positions"][0]["length"], "{problem}");
    }
    let (rated, _) = rate("instances/sample02.toml");
    assert_eq!([&rated[0]["figures"]["units"], &rated[0]["figures"]["slides"]], [39, 16]);
    let (rated, exit) = rate("instances/costs/heavy.toml");
    assert_eq!((&rated[0]["metric"], exit), (&Value::from("cost"), 0));
    assert_eq!(rated[0]["figures"]["cost"], json("solve", "instances/costs/heavy.toml")["cost"]);
}

#[test]
fn several_problems_are_sorted() {
    let (rated, exit) = rate("instances/sliding --metric moves --sort states");
    let states: Vec<u64> = rated.iter().map(|one| one["figures"]["states"].as_u64().unwrap()).collect();
    assert!(3 < states.len() && states.is_sorted_by(|a, b| a >= b), "{states:?}");
    assert_eq!(exit, 10, "one of them cannot be solved");
    let (rated, _) = rate("instances/sliding --metric moves --sort length --ascending");
    let lengths: Vec<Option<u64>> = rated.iter().map(|one| one["figures"]["length"].as_u64()).collect();
    let (last, known) = lengths.split_last().unwrap();
    assert!(known.iter().all(Option::is_some) && known.is_sorted() && last.is_none(), "{lengths:?}");
}
