//! `bmcplan explain`: its files are problems of the same length, its certificates are checked, and it claims no more than is known.

use std::fs;

use crate::{bmcplan, code, stderr, stdout};
use serde_json::Value;

fn explain(line: &str) -> (Value, i32) {
    let words = line.split_whitespace();
    let output = bmcplan(&["explain", "--json"]).args(words).output().unwrap();
    let text = stdout(&output);
    crate::json_keys::check_lines(&text);
    (serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line}: {}", stderr(&output))), code(&output))
}

fn solved(file: &str, options: &str) -> Value {
    let words = options.split_whitespace();
    let output = bmcplan(&["solve", file, "--json"]).args(words).output().unwrap();
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn what_is_left_is_as_long_and_nothing_more_can_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (problem, options, of_file, measure) in [
        ("instances/thinkfun/card02.toml", "", "", "length"),
        ("instances/thinkfun/card05.toml", "--metric slides", "--metric slides", "length"),
        ("instances/costs/heavy.toml", "", "", "cost"),
        ("instances/sliding/stuck.toml", "", "", "length"),
        ("instances/pddl/suitcase/problem.pddl", "", "", "length"),
        ("instances/gdl/hanoi.kif", "", "", "length"),
    ] {
        let (file, certificate) = (path("reduced"), path("certificate"));
        let (found, exit) = explain(&format!("{problem} {options} --output {file} --certify {certificate}"));
        let whole = solved(problem, options);
        assert_eq!((&found["status"], &found[measure]), (&"complete".into(), &whole[measure]), "{problem}");
        assert_eq!(exit, if whole["status"] == "unsolvable" { 10 } else { 0 }, "{problem}");
        let set = &found["sets"][0];
        assert_eq!(set["minimal"], true);
        let least = found[measure].as_u64().unwrap_or(u64::MAX);
        for kept in set["kept"].as_array().unwrap() {
            assert!(kept[measure].as_u64().unwrap() < least, "{problem}: {kept}");
        }
        let reduced = solved(&file, of_file);
        assert_eq!((&reduced["status"], &reduced[measure]), (&whole["status"], &whole[measure]), "{problem}");
        if let Some(text) = set["text"].as_str() {
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert!(found["certificate"]["missing"].is_null(), "{problem}: {}", found["certificate"]);
        let verified = bmcplan(&["verify", &certificate]).output().unwrap();
        assert_eq!(code(&verified), 0, "{problem}: {}", stdout(&verified));
    }
}

#[test]
fn sets_in_sentences_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("board.svg");
    let line = "explain instances/thinkfun/card02.toml --smallest --all 3 --output";
    let words = line.split_whitespace().chain([picture.to_str().unwrap()]).collect::<Vec<_>>();
    let output = bmcplan(&words).output().unwrap();
    let text = stdout(&output);
    for part in [
        "7 of 10 elements alone force 14 units; no fewer do\n  piece A  without it: 13 units\n",
        "scenery: piece Q, piece F and piece G\n+---",
        "\nno other set has as few elements\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let svg = fs::read_to_string(picture).unwrap();
    assert_eq!(svg.matches("line-grid\" stroke-width=\"1.92\" fill-rule").count(), 3, "{svg}");
    let output = bmcplan(&["explain", "instances/gdl/buttons-and-lights.kif"]).output().unwrap();
    assert!(stdout(&output).contains("what depends on the counter of steps is always kept"));
}

/// The certificate and the file are of whole costs.
#[test]
fn the_parts_are_named_in_which_a_written_problem_counts_its_costs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, certificate) = (path("reduced.sas"), path("certificate"));
    let said = "the SAS file counts costs in parts of 0.1: cost 11.5 is 115 there\n";
    let parcels = "instances/pddl/parcels/problem.pddl";
    for written in [["--output", &*file], ["--certify", &*certificate]] {
        let output = bmcplan(&["explain", parcels]).args(written).output().unwrap();
        assert!(stdout(&output).contains(&format!("\n{said}(")), "{written:?}: {}", stdout(&output));
    }
    assert_eq!(solved(&file, "")["cost"], 115);
    let verified = stdout(&bmcplan(&["verify", &certificate]).output().unwrap());
    assert!(verified.contains("cost 115, cheapest"), "{verified}");
    let output = bmcplan(&["explain", parcels, "--json", "--output", &file]).output().unwrap();
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    // Nothing is written, or what is written has the costs of the problem.
    for line in [parcels.to_owned(), format!("instances/costs/heavy.toml --output {}", path("heavy.toml"))] {
        let output = bmcplan(&["explain"]).args(line.split_whitespace()).output().unwrap();
        assert!(!stdout(&output).contains("SAS"), "{}", stdout(&output));
    }
}

#[test]
fn several_sets() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    // Each of two walls is enough.
    fs::write(&board, "XX.##\n.....\n").unwrap();
    let (found, exit) = explain(&format!("{} --all 5", board.display()));
    assert_eq!((&found["solvable"], &found["all"], exit), (&false.into(), &true.into(), 10));
    assert_eq!(found["sets"].as_array().unwrap().len(), 2);
    let (found, _) = explain("instances/pddl/suitcase/problem.pddl --only goal --all 9");
    let sets = found["sets"].as_array().unwrap();
    assert!(1 < sets.len() && found["all"] == true, "{found}");
    let (first, _) = explain("instances/pddl/suitcase/problem.pddl --only goal --all 1");
    assert_eq!((first["sets"].as_array().unwrap().len(), &first["all"]), (1, &false.into()));
}
