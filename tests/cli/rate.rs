//! `bmcplan rate`: the figures are those that other commands find, and tables, JSON and rows for spreadsheets have the same.

use serde_json::Value;

use crate::{all_answers, answer};

#[test]
fn figures_are_those_of_other_commands() {
    for problem in [
        "instances/sample02.toml --metric slides",
        "instances/sliding/pennant.toml --metric moves",
        "instances/pddl/trolley/problem.pddl",
    ] {
        let (rated, exit) = all_answers(&format!("rate {problem} --json"));
        let [rating] = &*rated else { panic!("{rated:?}") };
        let figures = &rating["figures"];
        let (solved, counted) =
            (answer(&format!("solve {problem} --json")), answer(&format!("solve {problem} --json --count")));
        let (explored, hardest) =
            (answer(&format!("explore {problem} --json")), answer(&format!("harden {problem} --json")));
        assert_eq!((&rating["status"], exit), (&Value::from("solved"), 0), "{problem}");
        assert_eq!(figures["length"], solved["length"], "{problem}");
        assert_eq!(figures["plans"], counted["count"], "{problem}");
        assert_eq!(figures["states"], explored["states"], "{problem}");
        assert_eq!(figures["dead-ends"], hardest["dead_ends"], "{problem}");
        assert_eq!(figures["farthest"], hardest["positions"][0]["length"], "{problem}");
    }
    let (rated, _) = all_answers("rate instances/sample02.toml --json");
    assert_eq!([&rated[0]["figures"]["units"], &rated[0]["figures"]["slides"]], [39, 16]);
    let (rated, exit) = all_answers("rate instances/costs/heavy.toml --json");
    assert_eq!((&rated[0]["metric"], exit), (&Value::from("cost"), 0));
    assert_eq!(rated[0]["figures"]["cost"], answer("solve instances/costs/heavy.toml --json")["cost"]);
}

#[test]
fn several_problems_are_sorted() {
    let (rated, exit) = all_answers("rate instances/sliding --metric moves --sort states --json");
    let states: Vec<u64> = rated.iter().map(|one| one["figures"]["states"].as_u64().unwrap()).collect();
    assert!(3 < states.len() && states.is_sorted_by(|a, b| a >= b), "{states:?}");
    assert_eq!(exit, 10, "one of them cannot be solved");
    let (rated, _) = all_answers("rate instances/sliding --metric moves --sort length --ascending --json");
    let lengths: Vec<Option<u64>> = rated.iter().map(|one| one["figures"]["length"].as_u64()).collect();
    let (last, known) = lengths.split_last().unwrap();
    assert!(known.iter().all(Option::is_some) && known.is_sorted() && last.is_none(), "{lengths:?}");
}
