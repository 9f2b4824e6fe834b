//! `bmcplan rate`: the figures are those that other commands find, and tables, JSON and rows for spreadsheets have the same.

use std::fs;

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

#[test]
fn texts_have_the_same_figures() {
    let output = bmcplan(&["rate", "instances/sample02.toml"]).output().unwrap();
    let text = stdout(&output);
    assert!(text.starts_with("length       39  units of a best plan\n"), "{text}");
    assert!(text.contains("\ndistance  positions\n     0-1         56  ####"), "{text}");
    let output = bmcplan(&["rate", "instances/sample02.toml", "instances/sample04.toml"]).output().unwrap();
    let text = stdout(&output);
    assert!(text.starts_with("length  units  slides") && text.lines().count() == 3, "{text}");
    let output = bmcplan(&["rate", "instances/sample02.toml", "--csv"]).output().unwrap();
    let text = stdout(&output);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 2, "{text}");
    assert_eq!(rows[0].len(), rows[1].len());
    let place = rows[0].iter().position(|name| *name == "states").unwrap();
    assert_eq!(rows[1][place], "377");
    let output = bmcplan(&["rate", "--figures"]).output().unwrap();
    assert!(stdout(&output).contains("\nstates     positions that can be reached"), "{}", stdout(&output));
}

#[test]
fn rows_and_json_name_the_same_metric() {
    for (problem, metric) in [
        ("instances/costs/heavy.toml", "cost"),
        ("instances/pddl/errands/problem.pddl", "cost"),
        ("instances/sample02.toml", "units"),
    ] {
        let (rated, _) = rate(problem);
        assert_eq!(rated[0]["metric"], metric, "{problem}");
        let text = stdout(&bmcplan(&["rate", problem, "--csv"]).output().unwrap());
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let place = rows[0].iter().position(|name| *name == "metric").unwrap();
        assert_eq!(rows[1][place], metric, "{text}");
    }
}

#[test]
fn limits_leave_what_is_known() {
    let (rated, exit) = rate("instances/sample02.toml --timeout 0");
    assert_eq!((&rated[0]["status"], exit), (&Value::from("stopped"), 12));
    assert_eq!(rated[0]["stopped_by"], "timeout");
    assert_eq!(rated[0]["figures"]["states"], Value::Null);
    let (rated, exit) = rate("instances/prob40.toml --memory 0.2");
    assert_eq!(
        (&rated[0]["status"], &rated[0]["distances"], exit),
        (&Value::from("stopped"), &Value::Null, 12)
    );
    assert_eq!(rated[0]["stopped_by"], "memory");
}

#[test]
fn slips_are_refused() {
    for (line, said) in [
        ("instances/sample02.toml --sort size", "invalid value 'size'"),
        ("", "required arguments were not provided"),
        ("instances/sample02.toml --ascending", "--sort"),
        ("instances/gdl/buttons-and-lights.kif", "counts its steps"),
        ("instances/sample02.toml --histogram x.gif", "plots are SVG or PNG"),
        ("no-such-file.toml", "no-such-file.toml"),
    ] {
        let output = bmcplan(&["rate"]).args(line.split_whitespace()).output().unwrap();
        assert_eq!(code(&output), 2, "{line}: {}", stderr(&output));
        assert!(stderr(&output).contains(said), "{line}: {}", stderr(&output));
    }
}

#[test]
fn a_histogram_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("distances.svg");
    let words = ["rate", "instances/sample02.toml", "--histogram", file.to_str().unwrap()];
    assert_eq!(code(&bmcplan(&words).output().unwrap()), 0);
    let drawn = fs::read_to_string(file).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("sample02"), "{drawn}");
}
